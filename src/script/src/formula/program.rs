//! Compiled formulas and their execution.

use wide::f64x8;

pub use crate::formula::columns::{COLUMN, Column, Columns, MAX_CANDIDATES, WIDTH};
use crate::formula::machine::{Instruction, execute};

/// A compiled formula.
///
/// A run loads numbers and context features into rows of their own. Then it runs the prologue, whose values are
/// the same for all candidates, and for each step of candidates the body, which leaves the result in the
/// accumulator. The result for a candidate depends neither on the other candidates nor on their number.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// Rows and the numbers to fill them with, where an instruction has no room for a number.
    pub(super) constants: Vec<(u16, f64)>,
    /// Rows and the context features to fill them with.
    pub(super) loads: Vec<(u16, usize)>,
    /// The prologue, then the body.
    pub(super) instructions: Vec<Instruction>,
    /// Instructions of the prologue.
    pub(super) prologue: usize,
    /// The value, if it depends on no feature.
    pub(super) constant: Option<f64>,
    pub(super) context_mask: u128,
    pub(super) part_mask: u128,
    /// Rows of scratch in use.
    pub(super) rows: usize,
}

impl Program {
    /// Bit i is set if context feature i is read.
    pub fn context_mask(&self) -> u128 {
        self.context_mask
    }

    /// Bit i is set if feature i of the part is read.
    pub fn part_mask(&self) -> u128 {
        self.part_mask
    }

    pub fn constant(&self) -> Option<f64> {
        self.constant
    }

    /// Operations per step of candidates.
    pub fn operation_count(&self) -> usize {
        operations(&self.instructions[self.prologue..])
    }

    /// Operations that run once per decision.
    pub fn prologue_count(&self) -> usize {
        operations(&self.instructions[..self.prologue])
    }

    pub fn row_count(&self) -> usize {
        self.rows
    }

    /// Computes the formula for the candidates `0..count` into `out`. Of `columns` it changes only the scratch
    /// rows, and it reads no scratch that it did not write.
    ///
    /// What `out` holds from `count` on is unspecified afterwards.
    ///
    /// # Panics
    ///
    /// If `context` or `columns` lack a feature that the program reads, or `count` exceeds
    /// [`MAX_CANDIDATES`]: the game and the vocabulary it was compiled for do not match. If `out` is
    /// shorter than `count` rounded up to whole steps of [`WIDTH`].
    pub fn run(&self, context: &[f64], columns: &mut Columns, count: usize, out: &mut [f64]) {
        assert!(count <= MAX_CANDIDATES, "{count} candidates are more than {MAX_CANDIDATES}");
        let rows = columns.table();
        for &(row, value) in &self.constants {
            rows[usize::from(row)] = f64x8::splat(value);
        }
        for &(row, index) in &self.loads {
            rows[usize::from(row)] = f64x8::splat(context[index]);
        }
        let (out, _) = out.as_chunks_mut::<WIDTH>();
        for (step, out) in out[..count.div_ceil(WIDTH)].iter_mut().enumerate() {
            let instructions =
                if step == 0 { &self.instructions } else { &self.instructions[self.prologue..] };
            let mut result = f64x8::ZERO;
            execute(instructions, rows, step, &mut result);
            *out = result.to_array();
        }
    }
}

fn operations(instructions: &[Instruction]) -> usize {
    instructions.iter().filter(|instruction| instruction.is_operation()).count()
}
