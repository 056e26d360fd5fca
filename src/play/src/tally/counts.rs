//! Numbers that every play of a plan has, most of them 0 in most games.
//!
//! In a deal all numbers of a plan share one denominator, the plays of the plan. It is summed once, and a number that
//! is 0 costs nothing.

use serde::{Deserialize, Serialize};

use super::{
    grouping::{GROUPS, group},
    marks::Marks,
    numbers::Numbers,
};
use sim_stats::{Denominators, Numerators, RatioSums};

/// Groups of deals that are merged into one here. There are thousands of numbers, and an eighth of the groups, 32,
/// widens their 95 % intervals by a twenty-fifth. With more, tallies of La Bistro exceed 4 MiB.
const FOLD: usize = 8;

/// Sums of numbers over plays of plans.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// How many numbers a plan has.
    #[serde(skip)]
    width: usize,
    plays: Vec<Denominators>,
    /// Plan by plan.
    sums: Vec<Numerators>,
    /// Sums by group, plan and number, from number `first_grouped` on; plays by group and plan.
    #[serde(skip)]
    first_grouped: usize,
    group_sums: Numbers,
    group_plays: Numbers,
    /// The deal in progress: plays of each plan; their numbers, in a row of `stride` for each plan; marks of the
    /// numbers that may not be 0.
    #[serde(skip)]
    deal_plays: Vec<i64>,
    #[serde(skip)]
    stride: usize,
    #[serde(skip)]
    deal: Vec<i64>,
    #[serde(skip)]
    marks: Marks,
}

impl Counts {
    /// The numbers of a plan from `first_grouped` on are also summed by group.
    pub fn new(plans: usize, width: usize, first_grouped: usize) -> Counts {
        let stride = Marks::stride(width);
        Counts {
            width,
            first_grouped,
            group_sums: Numbers::new(GROUPS / FOLD * plans * (width - first_grouped)),
            group_plays: Numbers::new(GROUPS / FOLD * plans),
            plays: vec![Denominators::default(); plans],
            sums: vec![Numerators::default(); plans * width],
            deal_plays: vec![0; plans],
            stride,
            deal: vec![0; plans * stride],
            marks: Marks::new(plans * stride),
        }
    }

    /// Begins a play, in which all numbers are 0 so far.
    pub fn begin(&mut self, plan: usize) {
        self.deal_plays[plan] += 1;
    }

    /// Adds to a number of the play that a plan began last.
    #[inline]
    pub fn add(&mut self, plan: usize, number: usize, value: i64) {
        let at = plan * self.stride + number;
        self.marks.insert(at);
        self.deal[at] += value;
    }

    /// Makes the deal's plays one observation of every number of their plans.
    pub fn end_deal(&mut self, deal: u64) {
        let group = group(deal) / FOLD;
        let Counts { width, first_grouped, stride, .. } = *self;
        let (grouped, plans) = (width - first_grouped, self.plays.len());
        let Counts { sums, group_sums, group_plays, deal, marks, .. } = self;
        for (plan, (plays, x)) in self.plays.iter_mut().zip(&mut self.deal_plays).enumerate() {
            let x = std::mem::take(x);
            if x == 0 {
                continue;
            }
            let row = plan * stride..(plan + 1) * stride;
            let (sums, place) =
                (&mut sums[plan * width..(plan + 1) * width], (group * plans + plan) * grouped);
            marks.drain(row, |at| {
                let (number, y) = (at - plan * stride, std::mem::take(&mut deal[at]));
                sums[number].add(y, x);
                if number >= first_grouped {
                    group_sums.add(place + number - first_grouped, y);
                }
            });
            group_plays.add(group * plans + plan, x);
            plays.add(x);
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
        self.group_sums.merge(&other.group_sums);
        self.group_plays.merge(&other.group_plays);
    }

    /// Forgets all deals, but keeps the allocations.
    pub fn clear(&mut self) {
        self.plays.fill(Denominators::default());
        self.sums.fill(Numerators::default());
        self.group_sums.clear();
        self.group_plays.clear();
        self.deal_plays.fill(0);
        self.deal.fill(0);
        self.marks.clear();
    }

    /// The memory that it takes, in bytes.
    pub fn size(&self) -> usize {
        let groups = self.group_sums.size() + self.group_plays.size();
        groups + size_of_val(&self.sums[..]) + size_of_val(&self.deal[..])
    }

    /// A number of a plan, and its plays, by group; `None` if it is not kept by group.
    pub fn groups(&self, plan: usize, number: usize) -> Option<Vec<(i64, i64)>> {
        let (plans, grouped) = (self.plays.len(), self.width - self.first_grouped);
        let number = number.checked_sub(self.first_grouped)?;
        let at = |group: usize| group * plans + plan;
        let sums =
            |group| (self.group_sums.get(at(group) * grouped + number), self.group_plays.get(at(group)));
        Some((0..GROUPS / FOLD).map(sums).collect())
    }

    /// A number by group, over another number of the same plan instead of its plays.
    pub fn ratio_groups(&self, plan: usize, number: usize, over: usize) -> Option<Vec<(i64, i64)>> {
        let (of, over) = (self.groups(plan, number)?, self.groups(plan, over)?);
        Some(of.into_iter().zip(over).map(|(of, over)| (of.0, over.0)).collect())
    }

    /// A number over another, with the groups as observations; `None` if the other is 0 throughout.
    pub fn ratio(&self, plan: usize, number: usize, over: usize) -> Option<RatioSums> {
        let mut sums = RatioSums::default();
        let groups = self.ratio_groups(plan, number, over)?;
        groups.into_iter().filter(|(_, x)| *x > 0).for_each(|(y, x)| sums.add(y, x));
        (sums.count() > 0).then_some(sums)
    }

    /// A number that is kept by group, over all plays of the first `plans` plans. The groups are its observations,
    /// because the plans share their deals.
    pub fn pooled(&self, plans: usize, number: usize) -> RatioSums {
        let mut sums = RatioSums::default();
        let by_plan: Vec<_> = (0..plans).filter_map(|plan| self.groups(plan, number)).collect();
        for group in 0..GROUPS / FOLD {
            let add =
                |sum: (i64, i64), plan: &Vec<(i64, i64)>| (sum.0 + plan[group].0, sum.1 + plan[group].1);
            let (y, x) = by_plan.iter().fold((0, 0), add);
            if x > 0 {
                sums.add(y, x);
            }
        }
        sums
    }

    pub fn get(&self, plan: usize, number: usize) -> RatioSums {
        RatioSums { of: self.sums[plan * self.width + number], over: self.plays[plan] }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use sim_engine::{Luck, Purpose, Stream};
    use sim_stats::{estimate::Interval, paired};

    /// Coverage of the difference of a number that occurs in .32 of the plays of one arm and in .3 of the other, and
    /// the share of runs without an interval, because too few groups differ. A deal has two plays. Half of the plays
    /// have the same luck in both arms.
    fn covered(runs: u64, deals: u64) -> (f64, f64) {
        let intervals = (0..runs).filter_map(|run| {
            let mut stream: Stream = Luck::new(run, 0).stream(Purpose::new("test.counts"), 0);
            let mut arms = [Counts::new(1, 2, 1), Counts::new(1, 2, 1)];
            for deal in 0..deals {
                for _ in 0..2 {
                    let (shared, own, is_shared) = (stream.unit(), stream.unit(), stream.index(2) == 0);
                    let draws = [(shared, 0.32), (if is_shared { shared } else { own }, 0.3)];
                    for (arm, (draw, rate)) in arms.iter_mut().zip(draws) {
                        arm.begin(0);
                        if draw < rate {
                            arm.add(0, 1, 1);
                        }
                    }
                }
                arms.iter_mut().for_each(|arm| arm.end_deal(deal));
            }
            let [one, other] = arms.map(|arm| arm.groups(0, 1).unwrap());
            paired::difference(&one, &other, deals).difference.interval
        });
        let is_inside = |ends: Interval| ends.low <= 0.02 && 0.02 <= ends.high;
        let (given, inside) = intervals
            .fold((0u64, 0u64), |(given, inside), ends| (given + 1, inside + u64::from(is_inside(ends))));
        (inside as f64 / given as f64, 1.0 - given as f64 / runs as f64)
    }

    #[test]
    fn differences_of_numbers_are_covered_as_often_as_is_said() {
        // The standard error of a share of .95 in 600 runs is .009.
        let (covered, missing) = covered(600, 300);
        assert!((0.925..=0.975).contains(&covered) && missing < 0.02, "{covered}, {missing} missing");
    }

    #[test]
    #[ignore = "takes minutes: scripts/coverage"]
    #[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
    fn coverage_of_differences_of_use() {
        println!("difference of use by 32 groups, 4,000 runs each");
        println!("deals  covered  missing");
        for deals in [300, 1000, 3000] {
            let (covered, missing) = covered(4000, deals);
            println!("{deals:5} {covered:8.4} {missing:8.4}");
            assert!((0.94..=0.96).contains(&covered) && missing < 0.02);
        }
    }

    proptest! {
        /// The sums of each number are those over all plays of a plan, zeros included, with the plays as
        /// denominators.
        #[test]
        fn a_zero_that_is_left_out_counts_all_the_same(
            deals in prop::collection::vec(
                prop::collection::vec((0usize..2, prop::array::uniform3(-2i64..3)), 1..4), 1..8),
        ) {
            let mut counts = Counts::new(2, 3, 1);
            let mut full = vec![RatioSums::default(); 6];
            for (deal, plays) in (0..).zip(&deals) {
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
                counts.end_deal(deal);
                for (full, (y, x)) in full.iter_mut().zip(sums).filter(|(_, (_, x))| *x > 0) {
                    full.add(y, x);
                }
            }
            for (at, full) in full.into_iter().enumerate() {
                prop_assert_eq!(counts.get(at / 3, at % 3), full);
                let groups = counts.groups(at / 3, at % 3);
                prop_assert_eq!(groups.is_some(), at % 3 > 0);
                // Pooled over one plan, the sums are those of the plan.
                if at > 0 && at < 3 {
                    let pooled = counts.pooled(1, at);
                    prop_assert_eq!((pooled.total(), pooled.count()), (full.total(), full.count()));
                }
                if let Some(groups) = groups {
                    let sum = groups.iter().fold((0, 0), |sum, group| (sum.0 + group.0, sum.1 + group.1));
                    prop_assert_eq!(sum, (full.total(), full.count() as i64));
                }
            }
        }
    }
}
