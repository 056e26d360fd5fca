//! Orders the values of a formula, and assigns a row to each.
//!
//! Values that are the same for all candidates go to the prologue, which runs once. The rest goes to the body,
//! which runs for each step of candidates. A row is reused after its last use.

use crate::formula::columns::{STEPS, WORK};
use crate::formula::graph::{Graph, Id, Node};
use crate::formula::machine::{Instruction, Source};
use crate::formula::operation::Operation;
use crate::formula::program::Program;

/// The most operations of a body.
const MAX_OPERATIONS: usize = 4096;

/// The limit that a formula exceeds, as named in a message.
pub type Limit = String;

/// An operation and its operands, after fusion.
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
    let use_counts = use_counts(graph, root);
    let tasks = tasks(graph, root, &use_counts);
    let body = order(graph, root, &tasks);
    if body.len() > MAX_OPERATIONS {
        return Err(format!("{MAX_OPERATIONS} operations"));
    }
    let used = || (0..=root).filter(|id| use_counts[*id] > 0);
    let mut program = Program { constant: graph.constant(root), ..Program::default() };
    let mut emitter = Emitter::new(graph, use_counts.clone());
    // Which operand is in the accumulator is known only later, so all numbers of an operation but one get a row.
    let mut needs_row = vec![false; root + 1];
    for task in used().filter_map(|id| tasks[id]) {
        let numbers = task.operands().iter().filter(|id| graph.constant(**id).is_some());
        numbers.skip(1).for_each(|id| needs_row[*id] = true);
    }
    for id in used() {
        match graph.node(id) {
            Node::Constant(bits) if needs_row[id] => {
                program.constants.push((emitter.assign(id)?, f64::from_bits(bits)));
            }
            Node::Constant(_) => {}
            Node::Context(index) => {
                program.loads.push((emitter.assign(id)?, index));
                program.context_mask |= 1 << index;
            }
            Node::Feature(index) => program.part_mask |= 1 << index,
            Node::Operation(..) => {}
        }
    }
    // Operands have smaller indices than their users, so the order of indices works.
    for id in used().filter(|id| !graph.is_lane(*id)) {
        if let Some(task) = tasks[id] {
            emitter.operate(id, task)?;
        }
    }
    program.prologue = emitter.end_prologue()?;
    for id in body {
        if let Some(task) = tasks[id] {
            emitter.operate(id, task)?;
        }
    }
    program.rows = emitter.most;
    program.instructions = emitter.end(root);
    Ok(program)
}

/// How often each value up to `root` is used; the root counts as used once, by the caller.
fn use_counts(graph: &Graph, root: Id) -> Vec<usize> {
    let mut use_counts = vec![0; root + 1];
    use_counts[root] = 1;
    for id in (0..=root).rev() {
        if use_counts[id] > 0 {
            for operand in graph.operands(id) {
                use_counts[operand] += 1;
            }
        }
    }
    use_counts
}

/// The operation of each used value; `None` for leaves, and for products fused into the sum that alone uses them.
fn tasks(graph: &Graph, root: Id, use_counts: &[usize]) -> Vec<Option<Task>> {
    let mut tasks = vec![None; root + 1];
    for id in (0..=root).filter(|id| use_counts[*id] > 0) {
        let Node::Operation(operation, operands) = graph.node(id) else {
            continue;
        };
        let product = |operand: Id| match graph.node(operand) {
            Node::Operation(Operation::Multiply, [a, b, _])
                if graph.is_lane(operand) && use_counts[operand] == 1 =>
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

/// The lane values, each after its operands; of two operands, the one that takes more rows comes first. So a tree
/// of n terms needs no more than about log2(n) rows at a time.
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

/// Emits instructions, and tracks where each value is.
struct Emitter<'g> {
    graph: &'g Graph,
    instructions: Vec<Instruction>,
    /// Remaining uses of each value.
    left: Vec<usize>,
    accumulator: Option<Id>,
    /// The row of each value that has one; features have columns instead.
    rows: Vec<Option<u16>>,
    free: Vec<bool>,
    /// Values whose rows the body reads in every step.
    kept: Vec<bool>,
    most: usize,
}

impl<'g> Emitter<'g> {
    fn new(graph: &'g Graph, use_counts: Vec<usize>) -> Self {
        Self {
            graph,
            instructions: Vec::new(),
            rows: vec![None; use_counts.len()],
            kept: vec![false; use_counts.len()],
            left: use_counts,
            accumulator: None,
            free: vec![true; WORK],
            most: 0,
        }
    }

    /// Gives a value the lowest free row.
    fn assign(&mut self, id: Id) -> Result<u16, Limit> {
        let full = || format!("{WORK} numbers, context features and intermediate values");
        let row = self.free.iter().position(|free| *free).ok_or_else(full)?;
        self.free[row] = false;
        self.most = self.most.max(row + 1);
        self.rows[id] = Some(row as u16);
        Ok(row as u16)
    }

    fn operand(&self, id: Id) -> Source {
        match (self.graph.node(id), self.rows[id]) {
            (Node::Feature(index), _) => Source::Row((WORK + index * STEPS) as u16),
            (Node::Constant(bits), None) => Source::Number(f64::from_bits(bits)),
            // If nothing else uses the value in the accumulator, it has no row and this operand is ignored.
            (_, row) => Source::Row(row.unwrap_or(0)),
        }
    }

    /// Stores the accumulator in a row if its value has more than `here` uses left.
    fn store_accumulator(&mut self, here: usize) -> Result<(), Limit> {
        if let Some(id) = self.accumulator.filter(|id| self.left[*id] > here && self.rows[*id].is_none()) {
            let row = self.assign(id)?;
            self.instructions.push(Instruction::store(row));
        }
        Ok(())
    }

    /// Emits an operation, which leaves its result in the accumulator.
    fn operate(&mut self, id: Id, task: Task) -> Result<(), Limit> {
        let accumulated = task.operands().iter().position(|operand| self.accumulator == Some(*operand));
        self.store_accumulator(usize::from(accumulated.is_some()))?;
        let operands = task.operands.map(|operand| self.operand(operand));
        let operands = &operands[..task.operands().len()];
        if accumulated.is_none() {
            self.instructions.push(Instruction::load(operands[0]));
        }
        self.instructions.push(Instruction::operate(task.operation, accumulated.unwrap_or(0), operands));
        for &operand in task.operands() {
            self.left[operand] -= 1;
            let row = self.rows[operand].filter(|_| self.left[operand] == 0 && !self.kept[operand]);
            if let Some(row) = row {
                self.rows[operand] = None;
                self.free[usize::from(row)] = true;
            }
        }
        self.accumulator = Some(id);
        Ok(())
    }

    /// Ends the prologue, whose values stay for every step of the body. Returns its length.
    fn end_prologue(&mut self) -> Result<usize, Limit> {
        self.store_accumulator(0)?;
        self.accumulator = None;
        for (kept, row) in self.kept.iter_mut().zip(&self.rows) {
            *kept = row.is_some();
        }
        Ok(self.instructions.len())
    }

    /// Ends the body with the result in the accumulator; returns all instructions.
    fn end(mut self, root: Id) -> Vec<Instruction> {
        if self.accumulator != Some(root) {
            self.instructions.push(Instruction::load(self.operand(root)));
        }
        self.instructions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_balanced_tree_needs_few_rows() {
        let mut graph = Graph::default();
        let mut level: Vec<Id> = (0..64).map(|index| graph.feature(index)).collect();
        while level.len() > 1 {
            level = level.chunks(2).map(|pair| graph.binary(Operation::Min, pair[0], pair[1])).collect();
        }
        let program = schedule(&graph, level[0]).unwrap();
        // One value of each level but the last waits for its partner.
        assert_eq!(program.row_count(), 5);
        assert_eq!(program.operation_count(), 63);
    }

    #[test]
    fn a_product_read_once_is_fused_with_its_sum() {
        let mut graph = Graph::default();
        let [a, b, c] = [0, 1, 2].map(|index| graph.feature(index));
        let product = graph.binary(Operation::Multiply, b, c);
        let sum = graph.binary(Operation::Add, a, product);
        assert_eq!(schedule(&graph, sum).unwrap().operation_count(), 1);
        let both = graph.binary(Operation::Min, sum, product);
        assert_eq!(schedule(&graph, both).unwrap().operation_count(), 3);
    }

    #[test]
    fn a_row_is_reused_after_its_last_use() {
        let mut graph = Graph::default();
        let mut sum = graph.context(0);
        for step in 0..2000 {
            let context = graph.context(step % 3);
            let product = graph.binary(Operation::Multiply, sum, context);
            sum = graph.binary(Operation::Max, product, context);
        }
        let program = schedule(&graph, sum).unwrap();
        assert_eq!(program.prologue_count(), 4000);
        assert!(program.row_count() <= 6);
        assert_eq!(program.constant(), None);
    }
}
