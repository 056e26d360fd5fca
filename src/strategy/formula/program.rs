//! A compiled formula, and running it.

pub use crate::strategy::formula::columns::{COLUMN, Column, Columns, MAX_CANDIDATES, WIDTH};
use crate::strategy::formula::kernels::{Block, Instruction, LANES, Lanes, REGISTERS, SCALARS, Scalars};
use crate::strategy::formula::operation::Operation;

/// Scratch memory for running programs; one serves any number of them, in turn.
///
/// A run reads only what it wrote, so what an earlier run left behind does not matter.
#[derive(Debug, Clone)]
pub struct Registers {
    lanes: Box<Lanes>,
    scalars: Box<Scalars>,
}

impl Default for Registers {
    fn default() -> Self {
        Self {
            lanes: Box::new([[[0.0; WIDTH]; LANES / WIDTH]; REGISTERS]),
            scalars: Box::new([0.0; SCALARS]),
        }
    }
}

/// Constants are copied this many at a time.
const CONSTANT_BLOCK: usize = 4;

/// A context feature to be copied to a scalar.
#[derive(Debug, Clone, Copy)]
pub(super) struct Load {
    pub index: usize,
    pub slot: u16,
}

/// An operation on scalars.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub operation: Operation,
    pub slot: u16,
    pub operands: [u16; 3],
}

/// Where the result is when all is done.
#[derive(Debug, Clone, Copy)]
pub(super) enum Output {
    Register(u16),
    Column(u16),
    /// The same for all candidates.
    Scalar(u16),
}

/// A compiled formula.
///
/// It does in this order: constants and context features to scalars, the prologue on scalars, and
/// for each block of candidates the body on registers. The result for a candidate depends neither
/// on the other candidates nor on their number.
#[derive(Debug, Clone)]
pub struct Program {
    /// Constants fill the first scalars at the start of each run; what is left of a block is not read.
    pub(super) constants: Vec<[f64; CONSTANT_BLOCK]>,
    pub(super) loads: Vec<Load>,
    pub(super) prologue: Vec<Step>,
    pub(super) body: Vec<Instruction>,
    pub(super) output: Output,
    pub(super) context_mask: u128,
    pub(super) part_mask: u128,
    pub(super) registers: usize,
}

impl Default for Program {
    /// Nothing yet: what the scheduler starts from.
    fn default() -> Self {
        Self {
            constants: Vec::new(),
            loads: Vec::new(),
            prologue: Vec::new(),
            body: Vec::new(),
            output: Output::Scalar(0),
            context_mask: 0,
            part_mask: 0,
            registers: 0,
        }
    }
}

impl Program {
    /// Puts a constant at the next of the first scalars.
    pub(super) fn push_constant(&mut self, slot: u16, value: f64) {
        let (block, place) = (usize::from(slot) / CONSTANT_BLOCK, usize::from(slot) % CONSTANT_BLOCK);
        if place == 0 {
            self.constants.push([0.0; CONSTANT_BLOCK]);
        }
        self.constants[block][place] = value;
    }

    /// Bit i is set if context feature i is read.
    pub fn context_mask(&self) -> u128 {
        self.context_mask
    }

    /// Bit i is set if feature i of the part is read.
    pub fn part_mask(&self) -> u128 {
        self.part_mask
    }

    /// The value, if it depends on no feature at all.
    pub fn constant(&self) -> Option<f64> {
        match self.output {
            // Folding leaves no operation on constants alone, so nothing else was computed.
            Output::Scalar(slot) if self.loads.is_empty() => {
                self.constants.as_flattened().get(usize::from(slot)).copied()
            }
            _ => None,
        }
    }

    /// Instructions that run for each block of candidates.
    pub fn instruction_count(&self) -> usize {
        self.body.len()
    }

    /// Operations that run once for the decision.
    pub fn prologue_count(&self) -> usize {
        self.prologue.len()
    }

    /// Registers that the body uses.
    pub fn register_count(&self) -> usize {
        self.registers
    }

    /// Computes the formula for the candidates `0..count` into `out`.
    ///
    /// What `out` holds from `count` on is unspecified afterwards.
    ///
    /// # Panics
    ///
    /// If `context` or `columns` lack a feature that the program reads, or `count` exceeds
    /// [`MAX_CANDIDATES`]: the game and the vocabulary it was compiled for do not match. If `out` is
    /// shorter than `count` rounded up to whole steps of [`WIDTH`].
    pub fn run(
        &self,
        context: &[f64],
        columns: &Columns,
        count: usize,
        registers: &mut Registers,
        out: &mut [f64],
    ) {
        assert!(count <= MAX_CANDIDATES, "{count} candidates are more than {MAX_CANDIDATES}");
        self.run_prologue(context, &mut registers.scalars);
        let (lanes, scalars) = (&mut *registers.lanes, &*registers.scalars);
        let columns = columns.all();
        let out = &mut out.as_chunks_mut::<WIDTH>().0[..count.div_ceil(WIDTH)];
        match self.output {
            Output::Scalar(slot) => out.fill([scalars[usize::from(slot) % SCALARS]; WIDTH]),
            Output::Column(index) => {
                for (out, values) in out.iter_mut().zip(columns[usize::from(index)].as_chunks().0) {
                    *out = *values;
                }
            }
            Output::Register(result) => {
                for (at, out) in out.chunks_mut(LANES / WIDTH).enumerate() {
                    let block = Block { columns, start: at * (LANES / WIDTH), steps: out.len() };
                    for instruction in &self.body {
                        (instruction.kernel)(instruction, lanes, scalars, &block);
                    }
                    for (out, values) in out.iter_mut().zip(&lanes[usize::from(result) % REGISTERS]) {
                        *out = *values;
                    }
                }
            }
        }
    }

    /// The value for candidate 0, or for the decision where a slot has no candidates.
    ///
    /// # Panics
    ///
    /// As [`Program::run`].
    pub fn run_scalar(&self, context: &[f64], columns: &Columns, registers: &mut Registers) -> f64 {
        self.run_prologue(context, &mut registers.scalars);
        match self.output {
            Output::Scalar(slot) => registers.scalars[usize::from(slot)],
            Output::Column(index) => columns.column(usize::from(index))[0],
            Output::Register(result) => {
                let (lanes, scalars) = (&mut *registers.lanes, &*registers.scalars);
                let block = Block { columns: columns.all(), start: 0, steps: 1 };
                for instruction in &self.body {
                    (instruction.kernel)(instruction, lanes, scalars, &block);
                }
                lanes[usize::from(result) % REGISTERS][0][0]
            }
        }
    }

    fn run_prologue(&self, context: &[f64], scalars: &mut Scalars) {
        // By blocks of fixed length, which needs no call: programs have few constants.
        let (blocks, _) = scalars.as_chunks_mut::<CONSTANT_BLOCK>();
        for (block, constants) in blocks.iter_mut().zip(&self.constants) {
            *block = *constants;
        }
        for load in &self.loads {
            scalars[usize::from(load.slot) % SCALARS] = context[load.index];
        }
        for step in &self.prologue {
            let [a, b, c] = step.operands.map(|operand| scalars[usize::from(operand) % SCALARS]);
            scalars[usize::from(step.slot) % SCALARS] = step.operation.apply(a, b, c);
        }
    }
}
