//! The set of cells that were written, as bits.
//!
//! Marking a cell takes the same few steps whether it was marked before or not, so no branch can be mispredicted.
//! Cells come back in order, which suits the cache.

use std::ops::Range;

/// Cells per word.
const WORD: usize = u64::BITS as usize;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks(Vec<u64>);

impl Marks {
    /// An empty set with room for this many cells.
    pub fn new(cells: usize) -> Marks {
        Marks(vec![0; cells.div_ceil(WORD)])
    }

    /// Rounds a number of cells up, so that every row of them begins with a word.
    pub fn stride(cells: usize) -> usize {
        cells.next_multiple_of(WORD)
    }

    #[inline]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / WORD] |= 1 << (cell % WORD);
    }

    /// Removes the cells of a row, which begins and ends at words; `visit` receives each, in order.
    #[inline]
    pub fn drain(&mut self, row: Range<usize>, mut visit: impl FnMut(usize)) {
        let first = row.start / WORD;
        for (at, word) in self.0[first..row.end.div_ceil(WORD)].iter_mut().enumerate() {
            let mut left = std::mem::take(word);
            while left != 0 {
                visit((first + at) * WORD + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_out_in_order_and_once() {
        let stride = Marks::stride(70);
        let mut marks = Marks::new(2 * stride);
        for cell in [69, 3, 64, 3, stride + 1] {
            marks.insert(cell);
        }
        let mut drained = |row: usize| {
            let mut cells = Vec::new();
            marks.drain(row * stride..(row + 1) * stride, |cell| cells.push(cell));
            cells
        };
        assert_eq!([drained(0), drained(0), drained(1)], [vec![3, 64, 69], vec![], vec![stride + 1]]);
        assert_eq!(marks, Marks::new(2 * stride));
    }
}
