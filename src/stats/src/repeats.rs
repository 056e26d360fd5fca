//! A figure from several repeats, each with its own training run and its own deals: the error covers both deals and
//! training.
//!
//! The variance of one repeat is `training + deals`. The variance due to deals is well known, from many deals; the
//! total only from the spread of a few repeats. With three repeats, Student's interval of that spread alone would be
//! more than twice as wide, even if training runs hardly differ. So the interval combines both, counting only the
//! spread beyond half of the variance due to deals:
//!
//! ```text
//! half width² = z² deals / (R - 1) + t² max(0, spread - deals / 2) / R
//! ```
//!
//! with Student's `t` for `R - 1` degrees of freedom. With two repeats all of the spread counts. Whatever the
//! variance due to training, the interval covers at least 94.5 %; the test integrates it.

use super::{
    estimate::{Estimate, Interval, normal_quantile, student_two_sided},
    paired::PairedEstimate,
};

/// The number of steps between the levels of stored quantiles, even in the logarithm from 1 to [`SMALLEST`].
const LEVELS: usize = 400;
const SMALLEST: f64 = 1e-10;
/// With up to this many repeats the spread is too uncertain to subtract from it.
const FEW: usize = 2;
/// The level of a 95 % interval.
const LEVEL: f64 = 0.05;

#[derive(Debug, Clone)]
pub struct Repeats {
    count: usize,
    /// The number of analyses that share the error.
    looks: f64,
    /// Squared quantiles, normal and Student's, at each level, the largest level first.
    levels: Vec<Quantiles>,
    usual: Option<Quantiles>,
}

#[derive(Debug, Clone, Copy)]
struct Quantiles {
    level: f64,
    normal: f64,
    student: f64,
}

impl Quantiles {
    fn new(level: f64, degrees: u64) -> Option<Quantiles> {
        let (normal, student) = (normal_quantile(level), student_two_sided(level, degrees)?);
        Some(Quantiles { level, normal: normal * normal, student: student * student })
    }
}

/// The mean variance of a repeat due to deals, and the variance between repeats.
#[derive(Clone, Copy)]
struct Variances {
    deals: f64,
    spread: f64,
}

impl Repeats {
    /// `count` is at least 1.
    pub fn new(count: usize) -> Repeats {
        Repeats::looked_at(count, 1)
    }

    /// For a figure with up to `looks` interim analyses, of which the first decisive one ends the run. Each analysis
    /// has an equal share of the error (Bonferroni), so that all intervals hold at once in 95 % of cases.
    pub fn looked_at(count: usize, looks: usize) -> Repeats {
        let degrees = count.saturating_sub(1) as u64;
        let level = |at: usize| libm::exp(libm::log(SMALLEST) * at as f64 / LEVELS as f64);
        let levels = (0..=LEVELS).filter_map(|at| Quantiles::new(level(at), degrees)).collect();
        let looks = looks.max(1) as f64;
        Repeats { count, looks, levels, usual: Quantiles::new(LEVEL / looks, degrees) }
    }

    fn half_width(&self, at: Quantiles, of: Variances) -> f64 {
        let count = self.count as f64;
        let known = if self.count > FEW { of.deals / 2.0 } else { 0.0 };
        let beyond = (of.spread - known).max(0.0);
        (at.normal * of.deals / (count - 1.0) + at.student * beyond / count).sqrt()
    }

    /// The level whose half-width is `distance`, by linear interpolation between stored levels.
    fn p_value(&self, distance: f64, of: Variances) -> Option<f64> {
        let above = self.levels.partition_point(|at| self.half_width(*at, of) <= distance);
        let (Some(low), Some(high)) = (self.levels.get(above), self.levels.get(above.checked_sub(1)?)) else {
            return self.levels.last().map(|least| least.level);
        };
        let [near, far] = [high, low].map(|at| self.half_width(*at, of));
        let part = if far > near { (distance - near) / (far - near) } else { 0.0 };
        Some(high.level + part * (low.level - high.level))
    }

    /// The mean of a figure over repeats, and its p-value against 0. A single repeat keeps the error of its deals
    /// alone. There is no interval if the figure or its interval is missing in any repeat.
    pub fn mean(&self, found: &[Estimate]) -> (Estimate, Option<f64>) {
        let sum = |of: fn(&Estimate) -> u64| found.iter().map(of).sum();
        let blank = Estimate { n: sum(|one| one.n), deals: sum(|one| one.deals), ..Estimate::MISSING };
        let note = |is: fn(&Estimate) -> bool| found.iter().find(|one| is(one)).map_or("", |one| one.note);
        let values: Option<Vec<f64>> = found.iter().map(|one| one.value).collect();
        let Some(values) = values.filter(|values| values.len() == self.count) else {
            return (Estimate { note: note(|one| one.value.is_none()), ..blank }, None);
        };
        let count = self.count as f64;
        let mean = values.iter().sum::<f64>() / count;
        let value = Estimate { value: Some(mean), degrees: self.count as u64 - 1, ..blank };
        let errors: Option<Vec<f64>> = found.iter().map(|one| one.interval.and(one.standard_error)).collect();
        let (Some(errors), Some(usual)) = (errors, self.usual) else {
            let note = note(|one| one.interval.is_none());
            return match found {
                [one] => (*one, None),
                _ => (Estimate { note, ..value }, None),
            };
        };
        let deals = errors.iter().map(|error| error * error).sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean) * (value - mean));
        let all = Variances { deals, spread: squares.sum::<f64>() / (count - 1.0) };
        let half = self.half_width(usual, all);
        let interval = Some(Interval { low: mean - half, high: mean + half });
        let standard_error = Some((deals.max(all.spread) / count).sqrt());
        let p_value = self.p_value(mean.abs(), all).map(|level| (level * self.looks).min(1.0));
        (Estimate { standard_error, interval, note: "", ..value }, p_value)
    }

    /// The mean of a contrast over repeats, each with its own deals and all with the same number of them.
    pub fn paired(&self, found: &[PairedEstimate]) -> PairedEstimate {
        let mean_of = |of: fn(&PairedEstimate) -> Option<f64>| {
            let values: Option<Vec<f64>> = found.iter().map(of).collect();
            let values = values.filter(|values| values.len() == self.count);
            values.map(|all| all.iter().sum::<f64>() / self.count as f64)
        };
        let differences: Vec<Estimate> = found.iter().map(|one| one.difference).collect();
        let (difference, p_value) = self.mean(&differences);
        PairedEstimate {
            one: mean_of(|one| one.one),
            other: mean_of(|one| one.other),
            difference,
            p_value: if let [one] = found { one.p_value } else { p_value },
            differing: found.iter().map(|one| one.differing).sum(),
            most_differing: mean_of(|one| one.most_differing),
            variance_ratio: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        estimate::{Z, student_p_value},
        simulated::{self, normal_law},
    };
    use sim_engine::{Luck, Purpose};

    fn estimates_of(values: &[f64], error: f64) -> Vec<Estimate> {
        let one = |value: &f64| {
            Estimate { n: 10, deals: 10, degrees: 100, value: Some(*value), ..Estimate::MISSING }
                .with_error(error)
        };
        values.iter().map(one).collect()
    }

    #[test]
    fn repeats_that_agree_are_known_by_their_deals_and_those_that_do_not_by_their_spread() {
        // Only the deals vary: 1.96 sqrt(1 / 2).
        let (same, _) = Repeats::new(3).mean(&estimates_of(&[5.0, 5.0, 5.0], 1.0));
        assert!((same.half_width().unwrap() - Z / 2.0_f64.sqrt()).abs() < 1e-9, "{same:?}");
        // Only the training runs vary: Student's interval of three values, 4.303 times 1 / sqrt(3).
        let (apart, p) = Repeats::new(3).mean(&estimates_of(&[4.0, 5.0, 6.0], 1e-9));
        assert!((apart.half_width().unwrap() - 4.3027 / 3.0_f64.sqrt()).abs() < 1e-3, "{apart:?}");
        assert_eq!((apart.value, apart.n, apart.degrees), (Some(5.0), 30, 2));
        let t = 5.0 * 3.0_f64.sqrt();
        assert!((p.unwrap() - student_p_value(t, 2).unwrap()).abs() < 1e-4, "{p:?}");
    }

    #[test]
    fn an_interval_that_ends_at_nothing_has_a_p_value_of_one_in_twenty() {
        let (far, _) = Repeats::new(3).mean(&estimates_of(&[0.3, 1.1, 2.9], 0.7));
        let half = far.half_width().unwrap();
        let shifted: Vec<f64> =
            [0.3, 1.1, 2.9].iter().map(|value| value - far.value.unwrap() + half).collect();
        let (_, p) = Repeats::new(3).mean(&estimates_of(&shifted, 0.7));
        assert!((p.unwrap() - LEVEL).abs() < 1e-4, "{p:?}");
    }

    /// An effect of 0 is analyzed three times as deals accumulate, and is discovered once an interval misses 0.
    #[test]
    fn looking_again_and_again_finds_nothing_more_often_than_it_may() {
        let (repeats, looks, rounds) = (8, 3, 2_000);
        let told = Repeats::looked_at(repeats, looks);
        let mut normal = normal_law(Luck::new(9, 1).stream(Purpose::new("test.looks"), 0));
        let mut misled = 0;
        for _ in 0..rounds {
            // Effects of the training runs, with the same variance as the deals of the first analysis.
            let learned: Vec<f64> = (0..repeats).map(|_| normal()).collect();
            let mut sums = vec![0.0; repeats];
            let is_found = (0..looks).any(|look| {
                let deals = f64::from(1_u32 << look);
                let more = if look == 0 { 1.0 } else { deals / 2.0 };
                sums.iter_mut().for_each(|sum| *sum += normal() * more.sqrt());
                let each: Vec<Estimate> = learned
                    .iter()
                    .zip(&sums)
                    .flat_map(|(learned, sum)| estimates_of(&[learned + sum / deals], deals.recip().sqrt()))
                    .collect();
                let (mean, p_value) = told.mean(&each);
                let misses = mean.interval.is_some_and(|ends| ends.low > 0.0 || ends.high < 0.0);
                assert_eq!(misses, p_value.unwrap() < LEVEL, "{mean:?} {p_value:?}");
                misses
            });
            misled += u32::from(is_found);
        }
        let part = f64::from(misled) / f64::from(rounds);
        assert!(0.01 < part && part < 0.055, "{part}");
        // With one analysis the interval is the usual one.
        let each = estimates_of(&[0.3, 1.1, 2.9], 0.7);
        assert_eq!(Repeats::looked_at(3, 1).mean(&each), Repeats::new(3).mean(&each));
    }

    #[test]
    fn one_repeat_keeps_its_own_error_and_what_is_missing_stays_missing() {
        let single = estimates_of(&[2.0], 0.5);
        assert_eq!(Repeats::new(1).mean(&single).0.interval, single[0].interval);
        let (none, p) = Repeats::new(2).mean(&[single[0], Estimate::MISSING]);
        assert_eq!((none.value, none.interval, none.note, p), (None, None, "not observed", None));
        assert_eq!(Repeats::new(2).mean(&[]).0.value, None);
    }

    /// Coverage of the interval if the variance of training runs is `ratio` times that of deals.
    fn coverage(repeats: usize, ratio: f64) -> f64 {
        let (all, whole) = (Repeats::new(repeats), 1.0 + ratio);
        simulated::coverage(repeats, (whole / repeats as f64).sqrt(), |chi| {
            all.half_width(all.usual.unwrap(), Variances { deals: 1.0, spread: whole * chi })
        })
    }

    #[test]
    fn the_interval_holds_the_truth_however_much_learnings_differ() {
        for repeats in [2, 3, 4, 5, 8, 10] {
            for ratio in [0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 20.0, 100.0, 10_000.0] {
                let covered = coverage(repeats, ratio);
                assert!(covered >= 0.944, "{repeats} repeats, {ratio}: {covered}");
            }
        }
    }

    #[test]
    fn simulated_repeats_are_covered_as_often_as_the_integral_says() {
        let mut normal = normal_law(Luck::new(5, 0).stream(Purpose::new("test.repeats"), 0));
        let (runs, three) = (4000, Repeats::new(3));
        let held = (0..runs).filter(|_| {
            let values: Vec<f64> = (0..3).map(|_| 7.0 + normal() + normal()).collect();
            three
                .mean(&estimates_of(&values, 1.0))
                .0
                .interval
                .is_some_and(|ends| ends.low <= 7.0 && 7.0 <= ends.high)
        });
        let (held, wanted) = (held.count() as f64 / f64::from(runs), coverage(3, 1.0));
        // The standard error of the share is .0035.
        assert!((held - wanted).abs() < 0.011, "{held}, {wanted}");
    }
}
