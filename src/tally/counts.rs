//! Numbers that every play of a plan has, most of them 0 in most games.
//!
//! In a deal all numbers of a plan have the same denominator, the plays of the plan; it is summed up
//! once, and a number that is 0 costs nothing.

use crate::stats::{Denominators, Numerators, RatioSums};

/// Sums of numbers over plays of plans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// Numbers of a plan.
    width: usize,
    plays: Vec<Denominators>,
    /// Plan by plan.
    sums: Vec<Numerators>,
    /// The deal under way: plays of each plan, their numbers, and those that may not be 0.
    deal_plays: Vec<i64>,
    deal: Vec<i64>,
    touched: Vec<u32>,
}

impl Counts {
    pub fn new(plans: usize, width: usize) -> Counts {
        Counts {
            width,
            plays: vec![Denominators::default(); plans],
            sums: vec![Numerators::default(); plans * width],
            deal_plays: vec![0; plans],
            deal: vec![0; plans * width],
            touched: Vec::new(),
        }
    }

    /// Begins a play: all of its numbers are 0 so far.
    pub fn begin(&mut self, plan: usize) {
        self.deal_plays[plan] += 1;
    }

    /// Adds to a number of the play begun last for a plan.
    #[inline]
    pub fn add(&mut self, plan: usize, number: usize, value: i64) {
        let at = plan * self.width + number;
        let sum = &mut self.deal[at];
        // What comes back to 0 may stand here twice; the second time it is 0 for good.
        if *sum == 0 {
            self.touched.push(at as u32);
        }
        *sum += value;
    }

    /// The deal's plays become one observation of every number of their plans.
    pub fn end_deal(&mut self) {
        for &at in &self.touched {
            let at = at as usize;
            let y = std::mem::take(&mut self.deal[at]);
            self.sums[at].add(y, self.deal_plays[at / self.width]);
        }
        self.touched.clear();
        for (plays, x) in self.plays.iter_mut().zip(&mut self.deal_plays) {
            if *x > 0 {
                plays.add(std::mem::take(x));
            }
        }
    }

    /// Adds the finished deals of another.
    pub fn merge(&mut self, other: &Counts) {
        for (mine, theirs) in self.plays.iter_mut().zip(&other.plays) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.sums.iter_mut().zip(&other.sums) {
            mine.merge(theirs);
        }
    }

    pub fn get(&self, plan: usize, number: usize) -> RatioSums {
        RatioSums { of: self.sums[plan * self.width + number], over: self.plays[plan] }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Deals of games of two plans with three numbers: each number's sums are those of all plays,
        /// zeros included, with the plays as denominators.
        #[test]
        fn a_zero_that_is_left_out_counts_all_the_same(
            deals in prop::collection::vec(
                prop::collection::vec((0usize..2, prop::array::uniform3(-2i64..3)), 1..4), 1..8),
        ) {
            let mut counts = Counts::new(2, 3);
            let mut full = vec![RatioSums::default(); 6];
            for plays in &deals {
                let mut sums = [(0, 0); 6];
                for &(plan, numbers) in plays {
                    counts.begin(plan);
                    for (at, value) in numbers.into_iter().enumerate() {
                        let sum: &mut (i64, i64) = &mut sums[plan * 3 + at];
                        *sum = (sum.0 + value, sum.1 + 1);
                        if value != 0 {
                            counts.add(plan, at, value);
                        }
                    }
                }
                counts.end_deal();
                for (full, (y, x)) in full.iter_mut().zip(sums).filter(|(_, (_, x))| *x > 0) {
                    full.add(y, x);
                }
            }
            for (at, full) in full.into_iter().enumerate() {
                prop_assert_eq!(counts.get(at / 3, at % 3), full);
            }
        }
    }
}
