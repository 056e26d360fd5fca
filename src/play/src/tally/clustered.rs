//! Ratios of sums over deals, in cells; the games of each deal are added up first.

use serde::{Deserialize, Serialize};

use super::marks::Marks;
use sim_stats::RatioSums;

/// Many ratios over the same deals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClusteredRatios {
    sums: Vec<RatioSums>,
    /// Numerator and denominator of the deal in progress.
    #[serde(skip)]
    deal: Vec<(i64, i64)>,
    #[serde(skip)]
    marks: Marks,
}

impl ClusteredRatios {
    pub fn new(cells: usize) -> ClusteredRatios {
        let (sums, deal) = (vec![RatioSums::default(); cells], vec![(0, 0); cells]);
        ClusteredRatios { sums, deal, marks: Marks::new(cells) }
    }

    /// Adds to a cell of the deal in progress; the denominator must be positive.
    #[inline]
    pub fn add(&mut self, cell: usize, numerator: i64, denominator: i64) {
        self.marks.insert(cell);
        let (y, x) = &mut self.deal[cell];
        *y += numerator;
        *x += denominator;
    }

    /// Makes the deal's games one observation of every cell that they touched, and calls `visit` with its sums.
    pub fn end_deal(&mut self, mut visit: impl FnMut(usize, i64, i64)) {
        let ClusteredRatios { sums, deal, marks } = self;
        marks.drain(0..sums.len(), |cell| {
            let (y, x) = std::mem::take(&mut deal[cell]);
            sums[cell].add(y, x);
            visit(cell, y, x);
        });
    }

    /// Adds the finished deals of another.
    pub fn merge(&mut self, other: &ClusteredRatios) {
        for (mine, theirs) in self.sums.iter_mut().zip(&other.sums) {
            mine.merge(theirs);
        }
    }

    /// Forgets all deals, but keeps the allocations.
    pub fn clear(&mut self) {
        self.sums.fill(RatioSums::default());
        self.deal.fill((0, 0));
        self.marks.clear();
    }

    /// The memory that it takes, in bytes.
    pub fn size(&self) -> usize {
        size_of_val(&self.sums[..]) + size_of_val(&self.deal[..])
    }

    pub fn get(&self, cell: usize) -> &RatioSums {
        &self.sums[cell]
    }
}
