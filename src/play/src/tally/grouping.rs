//! Groups of deals, the basis of errors that leave out one group at a time and of comparisons of stored runs.
//!
//! A deal's group is a hash of its number. If it were the number modulo the number of groups, groups would fall into
//! step with the cycle of line-ups. Each group would see some tables only, and the planned differences between tables
//! would pass for errors that no number of deals makes smaller.
//!
//! For simulated pools of 2 to 12 strategies at tables of 2 to 6, with cycles of 1 to 110,880 line-ups, the error
//! times the square root of the games changes by a factor of .94 to 1.04 from 20,000 to 200,000 games
//! (`scripts/coverage of_every_cycle`). The factor's own error is about .02.
//!
//! There are 256 groups. Compared with sums over single deals, 64 groups widen a 95 % interval by 2 %, and one at the
//! level that long lists need (1 in 2,000) by 5.5 %; 256 groups by 0.5 % and 1.3 %.

use sim_engine::{Luck, Purpose};

pub const GROUPS: usize = 256;
const GROUP: Purpose = Purpose::new("tally.group");

/// The group of a deal, the same in every run.
pub fn group(deal: u64) -> usize {
    // Games draw from streams of other purposes and of the run's own seed.
    (Luck::new(0, deal).order_key(GROUP, 0, 0) >> 56) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_know_nothing_of_the_schedule() {
        // Deals of one line-up of a cycle of any length spread over all groups. Chi-square has 255 degrees of
        // freedom: 400 is six standard deviations above its mean of 255.
        for cycle in [1u64, 2, 8, 15, 16, 64, 90, 120, 210, 256] {
            let mut counts = [0u32; GROUPS];
            (0..25_600).for_each(|turn| counts[group(turn * cycle)] += 1);
            let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 100.0).powi(2) / 100.0).sum();
            assert!(chi < 400.0, "a cycle of {cycle}: chi-square {chi}");
        }
    }

    #[test]
    fn groups_of_stored_runs_never_change() {
        let first: Vec<usize> = (0..8).map(group).collect();
        assert_eq!(first, [235, 213, 191, 125, 216, 193, 241, 140]);
    }
}
