//! Orders the values of a formula, and gives each a place to live.
//!
//! Values that are the same for all candidates go to the prologue, which runs once; the rest to
//! the body, which runs for each block of candidates. A place is reused after its last reading.

use crate::strategy::formula::graph::{Graph, Id, Node};
use crate::strategy::formula::kernels::{Instruction, Place, REGISTERS, SCALARS};
use crate::strategy::formula::operation::Operation;
use crate::strategy::formula::program::{Load, Output, Program, Step};

/// The most instructions of a body.
const MAX_INSTRUCTIONS: usize = 4096;

/// A limit that a formula exceeds, as a message names it.
pub type Limit = String;

/// An operation to be done and its operands, after fusing.
#[derive(Debug, Clone, Copy)]
struct Task {
    operation: Operation,
    operands: [Id; 3],
}

impl Task {
    fn operands(&self) -> &[Id] {
        &self.operands[..self.operation.arity()]
    }
}

/// Builds the program of the value `root`.
pub fn schedule(graph: &Graph, root: Id) -> Result<Program, Limit> {
    let readings = readings(graph, root);
    let tasks = tasks(graph, root, &readings);
    let body = order(graph, root, &tasks);
    if body.len() > MAX_INSTRUCTIONS {
        return Err(format!("{MAX_INSTRUCTIONS} instructions"));
    }
    // Operands have smaller indices than what uses them, so the order of indices will do.
    let prologue: Vec<Id> =
        (0..=root).filter(|id| readings[*id] > 0 && tasks[*id].is_some() && !graph.is_lane(*id)).collect();

    let mut program = Program::default();
    let mut scalars = Places::new(SCALARS, root + 1);
    scalars.plan(&prologue, &tasks);
    scalars.keep(&body, &tasks);
    scalars.kept[root] = true;
    let full = || format!("{SCALARS} numbers and context features");

    let used = || (0..=root).filter(|id| readings[*id] > 0);
    for id in used() {
        if let Some(value) = graph.constant(id) {
            let slot = scalars.assign(id).ok_or_else(full)?;
            program.push_constant(slot, value);
        }
    }
    for id in used() {
        match graph.node(id) {
            Node::Context(index) => {
                let slot = scalars.assign(id).ok_or_else(full)?;
                program.loads.push(Load { index, slot });
                program.context_mask |= 1 << index;
            }
            Node::Feature(index) => program.part_mask |= 1 << index,
            Node::Constant(_) | Node::Operation(..) => {}
        }
    }
    for (time, id) in prologue.iter().enumerate() {
        let Some(task) = tasks[*id] else { continue };
        let operands = task.operands.map(|operand| scalars.place[operand]);
        scalars.release(time, task.operands());
        let slot = scalars.assign(*id).ok_or_else(full)?;
        program.prologue.push(Step { operation: task.operation, slot, operands });
    }

    let mut registers = Places::new(REGISTERS, root + 1);
    registers.plan(&body, &tasks);
    registers.kept[root] = true;
    let locate = |id: Id, registers: &Places| match graph.node(id) {
        Node::Feature(index) => (Place::Column, index as u16),
        _ if graph.is_lane(id) => (Place::Register, registers.place[id]),
        _ => (Place::Scalar, scalars.place[id]),
    };
    for (time, id) in body.iter().enumerate() {
        let Some(task) = tasks[*id] else { continue };
        let operands = task.operands.map(|operand| locate(operand, &registers));
        registers.release(time, task.operands());
        let target = registers.assign(*id).ok_or_else(|| format!("{REGISTERS} registers"))?;
        program.body.push(Instruction::new(task.operation, target, operands));
    }
    program.output = match locate(root, &registers) {
        (Place::Column, index) => Output::Column(index),
        (Place::Register, index) => Output::Register(index),
        (Place::Scalar, index) => Output::Scalar(index),
    };
    program.registers = registers.most;
    Ok(program)
}

/// How often each value up to `root` is read; the root counts as read once, by the caller.
fn readings(graph: &Graph, root: Id) -> Vec<usize> {
    let mut readings = vec![0; root + 1];
    readings[root] = 1;
    for id in (0..=root).rev() {
        if readings[id] > 0 {
            for operand in graph.operands(id) {
                readings[operand] += 1;
            }
        }
    }
    readings
}

/// What is to be done for each value that is read, `None` for leaves and for products that are
/// fused into the sum that alone reads them.
fn tasks(graph: &Graph, root: Id, readings: &[usize]) -> Vec<Option<Task>> {
    let mut tasks = vec![None; root + 1];
    for id in (0..=root).filter(|id| readings[*id] > 0) {
        let Node::Operation(operation, operands) = graph.node(id) else {
            continue;
        };
        let product = |operand: Id| match graph.node(operand) {
            Node::Operation(Operation::Multiply, [a, b, _])
                if graph.is_lane(operand) && readings[operand] == 1 =>
            {
                Some([a, b])
            }
            _ => None,
        };
        let [left, right, _] = operands;
        let fused = match operation {
            Operation::Add => product(right)
                .map(|factors| (Operation::AddProduct, left, factors, right))
                .or_else(|| product(left).map(|factors| (Operation::AddProduct, right, factors, left))),
            Operation::Subtract => {
                product(right).map(|factors| (Operation::SubtractProduct, left, factors, right))
            }
            _ => None,
        };
        tasks[id] = Some(match fused {
            Some((operation, term, [a, b], absorbed)) => {
                tasks[absorbed] = None;
                Task { operation, operands: [term, a, b] }
            }
            None => Task { operation, operands },
        });
    }
    tasks
}

/// The lane values in an order that computes operands first, and of two operands the one first
/// that takes more registers: so a tree of n terms needs no more than about log2(n) at a time.
fn order(graph: &Graph, root: Id, tasks: &[Option<Task>]) -> Vec<Id> {
    let mut needs = vec![0_usize; root + 1];
    let by_need = |task: &Task, needs: &[usize]| {
        let mut operands = task.operands().to_vec();
        // A stable sort: equal needs stay in the order of the text.
        operands.sort_by_key(|id| std::cmp::Reverse(needs[*id]));
        operands
    };
    for id in (0..=root).filter(|id| graph.is_lane(*id)) {
        if let Some(task) = &tasks[id] {
            needs[id] = by_need(task, &needs)
                .iter()
                .enumerate()
                .map(|(held, operand)| needs[*operand] + held)
                .max()
                .unwrap_or(0)
                .max(1);
        }
    }
    let mut ordered = Vec::new();
    let mut done = vec![false; root + 1];
    let mut stack = vec![(root, false)];
    while let Some((id, operands_done)) = stack.pop() {
        let Some(task) = &tasks[id] else { continue };
        if done[id] || !graph.is_lane(id) {
            continue;
        }
        if operands_done {
            done[id] = true;
            ordered.push(id);
        } else {
            stack.push((id, true));
            let operands = by_need(task, &needs);
            stack.extend(operands.into_iter().rev().map(|operand| (operand, false)));
        }
    }
    ordered
}

/// Gives places to values, the lowest free one first.
struct Places {
    free: Vec<bool>,
    /// The place of each value; meaningful between its assignment and its release.
    place: Vec<u16>,
    assigned: Vec<bool>,
    last_reading: Vec<usize>,
    /// Values that are read after the plan ends.
    kept: Vec<bool>,
    most: usize,
}

impl Places {
    fn new(capacity: usize, values: usize) -> Self {
        Self {
            free: vec![true; capacity],
            place: vec![0; values],
            assigned: vec![false; values],
            last_reading: vec![0; values],
            kept: vec![false; values],
            most: 0,
        }
    }

    /// Notes when each value is read last.
    fn plan(&mut self, order: &[Id], tasks: &[Option<Task>]) {
        for (time, id) in order.iter().enumerate() {
            for operand in tasks[*id].iter().flat_map(|task| task.operands()) {
                self.last_reading[*operand] = time;
            }
        }
    }

    /// Notes that the operands of a later plan must not be given up.
    fn keep(&mut self, later: &[Id], tasks: &[Option<Task>]) {
        for id in later {
            for operand in tasks[*id].iter().flat_map(|task| task.operands()) {
                self.kept[*operand] = true;
            }
        }
    }

    fn assign(&mut self, id: Id) -> Option<u16> {
        let place = self.free.iter().position(|free| *free)?;
        self.free[place] = false;
        self.most = self.most.max(place + 1);
        self.place[id] = place as u16;
        self.assigned[id] = true;
        Some(self.place[id])
    }

    /// Frees the places of those operands that are read for the last time now.
    fn release(&mut self, time: usize, operands: &[Id]) {
        for id in operands {
            if self.assigned[*id] && !self.kept[*id] && self.last_reading[*id] == time {
                self.assigned[*id] = false;
                self.free[usize::from(self.place[*id])] = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_balanced_tree_needs_few_registers() {
        let mut graph = Graph::default();
        let mut level: Vec<Id> = (0..64).map(|index| graph.feature(index)).collect();
        while level.len() > 1 {
            level = level.chunks(2).map(|pair| graph.binary(Operation::Min, pair[0], pair[1])).collect();
        }
        let program = schedule(&graph, level[0]).unwrap();
        assert_eq!(program.register_count(), 6);
        assert_eq!(program.instruction_count(), 63);
    }

    #[test]
    fn a_product_read_once_is_fused_with_its_sum() {
        let mut graph = Graph::default();
        let [a, b, c] = [0, 1, 2].map(|index| graph.feature(index));
        let product = graph.binary(Operation::Multiply, b, c);
        let sum = graph.binary(Operation::Add, a, product);
        assert_eq!(schedule(&graph, sum).unwrap().instruction_count(), 1);
        let both = graph.binary(Operation::Min, sum, product);
        assert_eq!(schedule(&graph, both).unwrap().instruction_count(), 3);
    }

    #[test]
    fn a_scalar_place_is_used_again_after_its_last_reading() {
        let mut graph = Graph::default();
        let mut sum = graph.context(0);
        for step in 0..2000 {
            let context = graph.context(step % 3);
            let product = graph.binary(Operation::Multiply, sum, context);
            sum = graph.binary(Operation::Max, product, context);
        }
        let program = schedule(&graph, sum).unwrap();
        assert_eq!(program.prologue_count(), 4000);
        assert!(program.prologue.iter().all(|step| step.slot < 6));
        assert_eq!(program.constant(), None);
    }
}
