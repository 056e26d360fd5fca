//! Means of rare events, whose intervals are asymmetric.
//!
//! The interval of a weighted sum of Poisson counts (Fay and Feuer, 1997), which for single events is the exact
//! interval of Garwood (1936). Its upper end allows for one more deal like the largest seen, or larger while few were
//! seen. The allowance shrinks as more deals have an event, to nothing at half of them. Coverage simulated over 4,000
//! runs of 2,000 deals (`scripts/coverage rare`):
//!
//! ```text
//! expected deals with events            1    2    3    5   10   20   50  100  200
//! one event in each                  .985 .989 .989 .987 .975 .954 .951 .950 .956
//! one to three in each               .994 .991 .939 .953 .969 .968 .958 .957 .961
//! Student's interval of the latter   .637 .776 .823 .897 .920 .936 .944 .947 .948
//! ```
//!
//! If one such deal in five holds eight events and the others one, coverage is 76 to 85 % at 5 to 10 expected deals:
//! no interval can account for sizes not yet seen.
//!
//! Use of a component in 200 deals with two or five plays each, as in a thousand games for five players: coverage is
//! 94.4 to 99.1 % over 4,000 runs for each of 62 patterns of use. It is above 97 % only if at most 20 deals let a
//! strategy use the component (`scripts/coverage use_in_few`). If nearly every deal has the maximum, shortfalls are
//! rare, and the interval is the mirror image of theirs. Student's interval covered 93.0 % there, where 97 % of deals
//! let a strategy use the component and then every play did.

use super::estimate::{Interval, chi_square_quantile};

/// From this many deals with an event, Student's interval holds too.
const MANY: f64 = 200.0;
/// With no event in n deals, the 95 % upper bound on the share of deals with one is this over n (rule of three).
pub const NEVER: f64 = 2.995_732_273_553_991;

/// The rarity of an event in `having` of the deals, from 1 for hardly any deal to 0 for half of them; `None` where
/// Student's interval holds. It scales the allowance for one more deal, which says little about frequent events.
pub fn rarity(having: f64, deals: f64) -> Option<f64> {
    let rarity = 1.0 - 2.0 * having / deals;
    (having < MANY && rarity > 0.0).then_some(rarity)
}

/// A 95 % interval for a mean of counted events. `largest` is the contribution of the largest deal to the mean; the
/// upper end allows for one more deal like that one.
pub fn interval(mean: f64, variance: f64, largest: f64) -> Option<Interval> {
    // Treats a sum with this mean and variance as a Poisson count times a weight.
    let end = |mean: f64, variance: f64, probability: f64| {
        let weight = variance / mean;
        Some(chi_square_quantile(probability, 2.0 * mean / weight)? / 2.0 * weight)
    };
    let low = end(mean, variance, 0.025)?;
    Some(Interval { low, high: end(mean + largest, variance + largest * largest, 0.975)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RatioSums, estimate::Z};
    use sim_engine::{Luck, Purpose, Stream};

    #[test]
    fn counts_have_the_published_interval() {
        // Garwood's table: 10 events, 4.795 to 18.39; 3 events, .619 to 8.77.
        for (events, low, high) in [(10.0, 4.795, 18.390), (3.0, 0.6187, 8.7673)] {
            let interval = interval(events, events, 1.0).unwrap();
            assert!((interval.low - low).abs() < 1e-3 && (interval.high - high).abs() < 1e-3, "{interval:?}");
        }
    }

    /// Coverage of the interval and of one of `Z` standard errors. Each of 2,000 deals has events with probability
    /// `chance`; `size` draws their number.
    fn covered(runs: u64, chance: f64, size: impl Fn(&mut Stream) -> i64, mean: f64) -> (f64, f64) {
        let (deals, truth) = (2000, chance * mean / 2.0);
        let (mut rare, mut student) = (0, 0);
        for run in 0..runs {
            let mut stream = Luck::new(run, 0).stream(Purpose::new("test.rare"), 0);
            let mut sums = RatioSums::default();
            for _ in 0..deals {
                let events = if stream.unit() < chance { size(&mut stream) } else { 0 };
                sums.add(events, 2);
            }
            let estimate = sums.count_mean(&[]);
            let ends = estimate.interval.unwrap();
            assert!(ends.low >= 0.0);
            rare += u64::from(ends.low <= truth && truth <= ends.high);
            let half = Z * estimate.standard_error.unwrap();
            student += u64::from((estimate.value.unwrap() - truth).abs() <= half);
        }
        (rare as f64 / runs as f64, student as f64 / runs as f64)
    }

    #[test]
    fn rare_events_are_covered_as_often_as_is_said() {
        let (rare, student) = covered(1000, 0.002, |stream| 1 + stream.index(3) as i64, 2.0);
        assert!((0.93..=0.998).contains(&rare) && student < 0.92, "{rare}, {student}");
    }

    /// Coverage of the mean use per play, in percent. A deal allows the use with probability `met`. Each of its plays
    /// then has 1 to `most` uses with probability `done`.
    fn covered_use(runs: u64, deals: u64, plays: i64, met: f64, (done, most): (f64, usize)) -> f64 {
        let truth = met * done * (1 + most) as f64 / 2.0;
        let mut held = 0;
        for run in 0..runs {
            let mut stream = Luck::new(run, 1).stream(Purpose::new("test.use"), 0);
            let mut sums = RatioSums::default();
            for _ in 0..deals {
                let is_met = stream.unit() < met;
                let mut once =
                    |_| if is_met && stream.unit() < done { 1 + stream.index(most) as i64 } else { 0 };
                sums.add((0..plays).map(&mut once).sum(), plays);
            }
            let ends = sums.count_mean(&[]).interval;
            held += u64::from(ends.is_some_and(|ends| ends.low <= truth && truth <= ends.high));
        }
        100.0 * held as f64 / runs as f64
    }

    #[test]
    #[ignore = "takes minutes: scripts/coverage"]
    #[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
    fn coverage_of_use_in_few_deals() {
        println!(
            "use in 200 deals, 4,000 runs each: covered, in percent, by how many of the plays of a deal it is"
        );
        println!("deals that let it  done then  at most  2 plays  5 plays");
        for met in [0.01, 0.03, 0.1, 0.3, 0.5, 0.8, 0.97, 1.0] {
            for of in [(0.2, 1), (0.7, 1), (1.0, 1), (0.5, 3)] {
                if met * of.0 == 1.0 {
                    continue;
                }
                let [two, five] = [2, 5].map(|plays| covered_use(4000, 200, plays, met, of));
                println!("{met:17} {:10} {:8} {two:8.1} {five:8.1}", of.0, of.1);
                assert!(two >= 94.0 && five >= 94.0);
            }
        }
    }

    #[test]
    #[ignore = "takes minutes: scripts/coverage"]
    #[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
    fn coverage_of_rare_events() {
        println!("means of rare events, 4,000 runs of 2,000 deals");
        println!(
            "deals with events  one each  Student's  one to three  Student's  one, eight in 1/5  Student's"
        );
        for expected in [1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 400.0] {
            let chance = expected / 2000.0;
            let one = covered(4000, chance, |_| 1, 1.0);
            let several = covered(4000, chance, |stream| 1 + stream.index(3) as i64, 2.0);
            let heavy = covered(4000, chance, |stream| if stream.index(5) == 0 { 8 } else { 1 }, 2.4);
            println!(
                "{expected:17} {:9.3} {:10.3} {:13.3} {:10.3} {:17.3} {:10.3}",
                one.0, one.1, several.0, several.1, heavy.0, heavy.1
            );
            assert!((0.935..=1.0).contains(&one.0) && (0.935..=1.0).contains(&several.0));
        }
    }
}
