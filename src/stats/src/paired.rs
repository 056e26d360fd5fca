//! The difference of two ratios over the same deals, from their sums by group of deals.
//!
//! The luck that both arms share cancels group by group, so the error is that of the difference and not that of two
//! runs. Each group's influence on the difference is linearised. Groups are hashed, hence independent, and their
//! spread gives the error (a jackknife to first order).
//!
//! This breaks down if two arms hardly ever differ: if one deal in 5,000 differs, a nominal 95 % interval covers one
//! time in nine at 640 deals and 72 % at 6,400. So an interval needs [`MIN_DIFFERING`] differing deals, estimated
//! from the differing groups. With fewer there is only a bound on the number of differing deals.

use serde::{Deserialize, Serialize};
use statrs::distribution::{Beta, ContinuousCDF};

use super::estimate::{Estimate, Interval, MIN_DEALS, MIN_DIFFERING, MIN_SAME, student_at, student_p_value};

/// Normal quantile of one-sided 95 % coverage.
const ONE_SIDED: f64 = 1.644_853_626_951_472;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PairedEstimate {
    pub one: Option<f64>,
    pub other: Option<f64>,
    /// The first minus the second.
    pub difference: Estimate,
    pub p_value: Option<f64>,
    /// Groups of deals in which the arms differ at all.
    pub differing: u64,
    /// If these are too few for an interval: the 95 % upper bound on the share of deals that differ.
    pub most_differing: Option<f64>,
    /// The variance of the difference divided by that of two independent arms: the fraction of the games that pairing
    /// still needs.
    pub variance_ratio: Option<f64>,
}

impl PairedEstimate {
    pub fn scaled(self, factor: f64) -> PairedEstimate {
        PairedEstimate {
            one: self.one.map(|value| value * factor),
            other: self.other.map(|value| value * factor),
            difference: self.difference.scaled(factor),
            ..self
        }
    }

    /// Adds the variance ratio, from separate estimates of both arms.
    pub fn with_variance_ratio(self, one: &Estimate, other: &Estimate) -> PairedEstimate {
        let apart = one.standard_error.zip(other.standard_error);
        let apart = apart.map(|(one, other)| one * one + other * other).filter(|apart| *apart > 0.0);
        let together = self.difference.interval.and(self.difference.standard_error);
        let ratio = together.zip(apart).map(|(error, apart)| error * error / apart);
        PairedEstimate { variance_ratio: ratio, ..self }
    }

    /// Adds the difference and its error, if both figures are known. `influences` are those of the groups of deals on
    /// the difference; `filled` groups have any counts.
    fn by(mut self, influences: &[f64], filled: u64) -> PairedEstimate {
        let Some((one, other)) = self.one.zip(self.other) else { return self };
        let (value, deals) = (one - other, self.difference.deals);
        self.difference = Estimate { value: Some(value), note: "", ..self.difference };
        if deals < MIN_DEALS || filled < MIN_DEALS || influences.is_empty() {
            let is_few = deals < MIN_DEALS || influences.is_empty();
            self.difference.note =
                if is_few { "fewer than 30 deals" } else { "fewer than 30 groups of deals" };
            return self;
        }
        if differing_deals(self.differing, filled) < MIN_DIFFERING as f64 {
            self.most_differing = most_differing(self.differing, filled, deals);
            self.difference.note = if self.differing == 0 { "no deal differs" } else { "few deals differ" };
            return self;
        }
        let error = jackknife(influences, filled);
        self.difference.standard_error = Some(error);
        if error <= 0.0 {
            // All deals differ by the same amount.
            self.difference.note = "no variance";
            return self;
        }
        self.difference.degrees = filled - 1;
        self.difference = self.difference.with_error(error);
        self.p_value = student_p_value(value / error, filled - 1);
        self
    }

    /// Clips the difference to its range.
    pub fn clipped(self, range: Interval) -> PairedEstimate {
        PairedEstimate { difference: self.difference.clipped(range), ..self }
    }

    /// Whether the arms count as the same: no deal differs, among at least [`MIN_SAME`].
    pub fn is_same(&self) -> bool {
        self.differing == 0 && self.difference.deals >= MIN_SAME && self.difference.value == Some(0.0)
    }

    /// Whether the difference lies within `margin` of 0: the arms are the same, or the 90 % interval lies there,
    /// which is two one-sided tests at 5 % (Schuirmann, 1987). False if there is no interval.
    pub fn is_within(&self, margin: f64) -> bool {
        if self.is_same() {
            return true;
        }
        let Estimate { value, standard_error, degrees, interval, .. } = self.difference;
        let ends = interval.and(value.zip(standard_error));
        ends.is_some_and(|(value, error)| value.abs() + student_at(ONE_SIDED, degrees) * error <= margin)
    }

    /// The text in place of a missing interval.
    pub fn words(&self) -> String {
        let Some(share) = self.most_differing else { return self.difference.note.to_owned() };
        let found =
            if self.differing == 0 { "no deal differs" } else { "too few deals differ for an interval" };
        let percent = share * 100.0;
        let places =
            if percent >= 1.0 { 1 } else { (-libm::floor(libm::log10(percent)) as usize + 1).min(9) };
        format!("{found}; at most {percent:.places$} % of all deals do")
    }
}

/// The first-order jackknife error over groups. `influences` are those of the groups on the figure; `filled` groups
/// have any deals.
pub fn jackknife(influences: &[f64], filled: u64) -> f64 {
    let squares: f64 = influences.iter().map(|influence| influence * influence).sum();
    (squares * filled as f64 / (filled as f64 - 1.0)).sqrt()
}

/// The difference of two estimates over the same deals, each with the influence of every group. `filled` groups have
/// counts in either arm, and the arms differ in `differing` of them.
pub fn linear(sides: [(&Estimate, &[f64]); 2], filled: u64, differing: u64) -> PairedEstimate {
    let [(one, moves), (other, other_moves)] = sides;
    let note = [one, other].into_iter().find(|side| side.value.is_none()).map_or("", |side| side.note);
    let blank = Estimate { n: one.n, deals: one.deals.max(other.deals), note, ..Estimate::MISSING };
    let paired = PairedEstimate {
        one: one.value,
        other: other.value,
        difference: blank,
        p_value: None,
        differing,
        most_differing: None,
        variance_ratio: None,
    };
    let influence = |group: usize| moves[group] - other_moves[group];
    let has_moves = moves.len() == other_moves.len();
    let influences = if has_moves { (0..moves.len()).map(influence).collect() } else { Vec::new() };
    paired.by(&influences, filled).with_variance_ratio(one, other)
}

/// Numerator and denominator of a figure in one group of deals.
pub type GroupSum = (i64, i64);

#[derive(Debug, Clone, Copy)]
pub struct WeightedPair<'a> {
    pub weight: f64,
    pub one: &'a [GroupSum],
    pub other: &'a [GroupSum],
}

/// A ratio and its denominator, which is positive.
#[derive(Debug, Clone, Copy)]
struct Ratio {
    value: f64,
    over: i64,
}

impl Ratio {
    fn of(groups: &[GroupSum]) -> Option<Ratio> {
        let (y, x) = groups.iter().fold((0, 0), |sum, group| (sum.0 + group.0, sum.1 + group.1));
        (x > 0).then(|| Ratio { value: y as f64 / x as f64, over: x })
    }

    fn influence(&self, (y, x): GroupSum) -> f64 {
        (y as f64 - self.value * x as f64) / self.over as f64
    }
}

struct RatedPair<'a> {
    part: WeightedPair<'a>,
    one: Ratio,
    other: Ratio,
}

/// The difference of two figures, each given as numerator and denominator by group; both come from the
/// same deals.
pub fn difference(one: &[GroupSum], other: &[GroupSum], deals: u64) -> PairedEstimate {
    weighted(&[WeightedPair { weight: 1.0, one, other }], deals)
}

/// The difference of two weighted sums of figures, with known weights.
pub fn weighted(parts: &[WeightedPair<'_>], deals: u64) -> PairedEstimate {
    let groups = parts.first().map_or(0, |part| part.one.len());
    let count = |is: fn(GroupSum, GroupSum) -> bool| {
        let in_group = |group: usize| parts.iter().any(|part| is(part.one[group], part.other[group]));
        (0..groups).filter(|&group| in_group(group)).count() as u64
    };
    // If an arm lacks one of the figures, its sum is unknown.
    let sum = |of: fn(&WeightedPair<'_>) -> Option<Ratio>| {
        let terms = parts.iter().map(|part| Some(part.weight * of(part)?.value));
        terms.sum::<Option<f64>>().filter(|_| !parts.is_empty())
    };
    let mut paired = PairedEstimate {
        one: sum(|part| Ratio::of(part.one)),
        other: sum(|part| Ratio::of(part.other)),
        difference: Estimate { deals, ..Estimate::MISSING },
        p_value: None,
        differing: count(|one, other| one != other),
        most_differing: None,
        variance_ratio: None,
    };
    if paired.one.is_none() || paired.other.is_none() {
        return paired;
    }
    let ratios = parts.iter().filter_map(|part| Ratio::of(part.one).zip(Ratio::of(part.other)));
    let rated = parts.iter().zip(ratios).map(|(&part, (one, other))| RatedPair { part, one, other });
    let rated: Vec<RatedPair<'_>> = rated.collect();
    let n = rated.iter().map(|rated| rated.one.over as u64).sum();
    paired.difference.n = n;
    let filled = count(|one, other| one.1 > 0 || other.1 > 0);
    let influence = |group: usize| -> f64 {
        let of = |RatedPair { part, one, other }: &RatedPair<'_>| {
            part.weight * (one.influence(part.one[group]) - other.influence(part.other[group]))
        };
        rated.iter().map(of).sum()
    };
    let influences: Vec<f64> = (0..groups).map(influence).collect();
    paired.by(&influences, filled)
}

/// The approximate number of differing deals if `differing` of the groups differ: a group stays the same if none of
/// its deals differs.
fn differing_deals(differing: u64, groups: u64) -> f64 {
    -libm::log1p(-(differing as f64 / groups as f64)) * groups as f64
}

/// The upper 95 % bound on the share of differing deals if `differing` of the groups differ: a group stays the same
/// if none of its deals differs, and Clopper and Pearson's bound holds for the chance of that. With no differing
/// group it is the rule of three.
pub(super) fn most_differing(differing: u64, groups: u64, deals: u64) -> Option<f64> {
    let beta = Beta::new(differing as f64 + 1.0, (groups - differing) as f64).ok()?;
    let deals_a_group = deals as f64 / groups as f64;
    Some((-libm::log1p(-beta.inverse_cdf(0.95)) / deals_a_group).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::multiplicity::benjamini_hochberg;
    use sim_engine::{Luck, Purpose};

    fn groups(values: impl Iterator<Item = i64>) -> Vec<(i64, i64)> {
        values.map(|y| (y, 100)).collect()
    }

    #[test]
    fn arms_that_agree_differ_by_exactly_nothing() {
        let arm = groups((0..256).map(|group| group * 31 % 77));
        let paired = difference(&arm, &arm, 12_800);
        assert_eq!((paired.difference.value, paired.difference.interval), (Some(0.0), None));
        assert_eq!((paired.differing, paired.difference.note), (0, "no deal differs"));
        // The rule of three: 3 in 12,800.
        assert!((paired.most_differing.unwrap() - 2.9957 / 12_800.0).abs() < 1e-7);
        assert_eq!(paired.words(), "no deal differs; at most 0.023 % of all deals do");
    }

    #[test]
    fn a_few_differing_deals_give_a_bound_in_words() {
        let arm = groups((0..256).map(|group| group * 31 % 77));
        let other = |count: usize| {
            let mut other = arm.clone();
            other.iter_mut().take(count).for_each(|group| group.0 += 60);
            other
        };
        // 28 of 256 differing groups stand for about 29.7 differing deals, 29 of them for 30.8.
        let few = difference(&arm, &other(28), 25_600);
        assert_eq!((few.differing, few.difference.interval, few.p_value), (28, None, None));
        // The upper bound for 28 of 256 groups is .1468 (Clopper and Pearson), so .159 deals per group of 100.
        assert!((few.most_differing.unwrap() - 0.00159).abs() < 2e-5, "{few:?}");
        assert_eq!(few.words(), "too few deals differ for an interval; at most 0.16 % of all deals do");
        let enough = difference(&arm, &other(29), 25_600);
        assert!(enough.difference.interval.is_some() && enough.most_differing.is_none());
    }

    #[test]
    fn the_error_is_that_of_the_difference() {
        // Both arms vary by 1,000 between groups, and differ by 1 and 3 in turn, with 100 games per group.
        let one = groups((0..256).map(|group| group * 7919 % 1000 + 1 + group % 2 * 2));
        let other = groups((0..256).map(|group| group * 7919 % 1000));
        let paired = difference(&one, &other, 25_600);
        let (value, error) = (paired.difference.value.unwrap(), paired.difference.standard_error.unwrap());
        assert!((value - 0.02).abs() < 1e-12, "{value}");
        // Differences of means of 100 games: .01 above or below .02, over 256 groups.
        assert!((error - 0.01 / 255.0_f64.sqrt()).abs() < 1e-6, "{error}");
        assert_eq!(paired.difference.degrees, 255);
    }

    #[test]
    fn figures_with_weights_add_up_with_their_errors() {
        // The second figure has the opposite differences, group by group. Equal weights cancel them; weights of 1 and
        // -1 double the first figure.
        let one = groups((0..256).map(|group| group * 7919 % 1000 + 1 + group % 2 * 2));
        let other = groups((0..256).map(|group| group * 7919 % 1000));
        let sum = |weights: (f64, f64)| {
            let first = WeightedPair { weight: weights.0, one: &one, other: &other };
            weighted(&[first, WeightedPair { weight: weights.1, one: &other, other: &one }], 25_600)
        };
        let none = sum((0.5, 0.5));
        assert_eq!((none.difference.value, none.difference.note), (Some(0.0), "no variance"));
        let single = difference(&one, &other, 25_600).difference;
        let double = sum((1.0, -1.0)).difference;
        assert!((double.value.unwrap() - 2.0 * single.value.unwrap()).abs() < 1e-12);
        assert!((double.standard_error.unwrap() - 2.0 * single.standard_error.unwrap()).abs() < 1e-12);
        assert_eq!(weighted(&[], 100).difference.value, None);
    }

    /// Simulates lists of components, of which the first `planted` have an effect. Returns the numbers of true and of
    /// false discoveries of each list, at a false discovery rate of 5 %.
    fn discoveries(lists: u64, components: usize, planted: usize) -> Vec<(usize, usize)> {
        const GROUPS: i64 = 64;
        let list = |run| {
            let mut stream = Luck::new(run, 0).stream(Purpose::new("test.null"), 0);
            let p_values: Vec<Option<f64>> = (0..components)
                .map(|at| {
                    let shift = if at < planted { 8 } else { 0 };
                    let mut arm = |shift| groups((0..GROUPS).map(|_| stream.index(21) as i64 + shift));
                    difference(&arm(shift), &arm(0), 6400).p_value
                })
                .collect();
            let rates = benjamini_hochberg(&p_values);
            let count_discoveries =
                |rates: &[Option<f64>]| rates.iter().flatten().filter(|rate| **rate <= 0.05).count();
            (count_discoveries(&rates[..planted]), count_discoveries(&rates[planted..]))
        };
        (0..lists).map(list).collect()
    }

    fn false_share(lists: &[(usize, usize)]) -> f64 {
        let share = |(right, wrong): &(usize, usize)| *wrong as f64 / (right + wrong).max(1) as f64;
        lists.iter().map(share).sum::<f64>() / lists.len() as f64
    }

    #[test]
    fn lists_of_null_components_give_false_discoveries_at_the_stated_rate() {
        // Without any effect, one list in twenty has a discovery; the standard error of that share is .009.
        let lists = discoveries(600, 20, 0);
        assert!((0.02..=0.08).contains(&false_share(&lists)), "{}", false_share(&lists));
        // If a tenth of 1,000 components have an effect, nine tenths of 5 % of the discoveries are false (Benjamini
        // and Hochberg, 1995). The standard error over 20 lists is .005.
        let lists = discoveries(20, 1000, 100);
        assert!(lists.iter().all(|(right, _)| *right == 100), "{lists:?}");
        assert!((0.03..=0.06).contains(&false_share(&lists)), "{}", false_share(&lists));
    }

    #[test]
    #[ignore = "takes minutes: scripts/coverage"]
    #[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
    fn coverage_of_false_discoveries() {
        println!(
            "lists of 1,000 components at a rate of 5 %: components that do something, false discoveries"
        );
        for (planted, expected) in [(0, 0.05), (100, 0.045), (500, 0.025)] {
            let share = false_share(&discoveries(if planted == 0 { 2000 } else { 200 }, 1000, planted));
            println!("{planted:4}  {:.2} %", share * 100.0);
            assert!((share - expected).abs() < 0.015);
        }
    }

    #[test]
    fn what_lies_within_a_margin_is_said_only_where_it_is_known() {
        let one = groups((0..256).map(|group| group * 7919 % 1000 + 1 + group % 2 * 2));
        let other = groups((0..256).map(|group| group * 7919 % 1000));
        let paired = difference(&one, &other, 25_600);
        // .02 plus 1.6513 standard errors of .01 / sqrt(255): .02103.
        assert!(paired.is_within(0.0211) && !paired.is_within(0.0210));
        // Arms whose deals all agree count as the same from 300 deals on.
        for (deals, is_same) in [(300, true), (299, false), (1, false)] {
            let alike = difference(&one, &one, deals);
            assert_eq!(
                (alike.is_same(), alike.is_within(0.0), alike.is_within(1.0)),
                (is_same, is_same, is_same)
            );
        }
        assert!(!paired.is_same() && !difference(&[], &[], 25_600).is_same());
        let apart = Estimate { standard_error: Some(0.01), ..paired.difference };
        let ratio = paired.with_variance_ratio(&apart, &apart).variance_ratio.unwrap();
        assert!((ratio - 0.5 / 255.0).abs() < 1e-6, "{ratio}");
    }

    #[test]
    fn estimates_that_move_together_differ_by_less() {
        // Every group moves both figures by .01, up and down in turn, and the first by .001 more.
        let estimate = |value| Estimate { value: Some(value), deals: 25_600, note: "", ..Estimate::MISSING };
        let turns = |size: f64| -> Vec<f64> {
            (0..256).map(|group| if group % 2 == 0 { size } else { -size }).collect()
        };
        let (one, other) = (estimate(0.5), estimate(0.3));
        let paired = linear([(&one, &turns(0.011)), (&other, &turns(0.01))], 256, 256);
        // 256 squares of .001, times 256 / 255.
        let error = 0.001 * 256.0 / 255.0_f64.sqrt();
        assert!((paired.difference.standard_error.unwrap() - error).abs() < 1e-12);
        assert!((paired.difference.value.unwrap() - 0.2).abs() < 1e-12 && paired.p_value.is_some());
        let same = linear([(&one, &turns(0.01)), (&one, &turns(0.01))], 256, 0);
        assert_eq!((same.difference.value, same.difference.note), (Some(0.0), "no deal differs"));
        let flat = Estimate { note: "held by all or none", ..Estimate::MISSING };
        let none = linear([(&one, &turns(0.01)), (&flat, &[])], 256, 256);
        assert_eq!((none.difference.value, none.difference.note), (None, "held by all or none"));
    }

    #[test]
    fn what_one_arm_never_had_is_missing() {
        let arm = groups(0..256);
        assert_eq!(difference(&arm, &[(0, 0); 256], 25_600).difference.value, None);
        assert_eq!(difference(&arm[..9], &arm[..9], 9).difference.note, "fewer than 30 deals");
        let grouped = difference(&arm[..9], &arm[1..10], 900).difference;
        assert_eq!((grouped.interval, grouped.note), (None, "fewer than 30 groups of deals"));
    }
}
