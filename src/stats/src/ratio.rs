//! Ratios of sums over deals: the estimator behind every share and mean.
//!
//! The games of a deal share their luck, so the deal is the independent unit. Each deal gives a
//! numerator y and a denominator x; the estimate is sum(y)/sum(x), its standard error the
//! linearised one of cluster sampling (Cochran, Sampling Techniques, 1977, section 6.4).

use serde::{Deserialize, Serialize};

use super::{
    estimate::{Estimate, Interval, MIN_DEALS, student, wilson},
    rare,
};

/// Sums over deals; merging two of them combines their deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RatioSums {
    pub of: Numerators,
    pub over: Denominators,
}

/// The sums of the denominators alone, which ratios over the same deals and denominators share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Denominators {
    deals: u64,
    x: i64,
    xx: i128,
}

/// The sums of the numerators; a deal with a numerator of 0 adds nothing. Negated numerators give the same sums
/// except for signs, so that no estimate depends on the direction of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Numerators {
    y: i64,
    yy: i128,
    xy: i128,
    /// Deals with a numerator other than 0, and the largest absolute numerator; both saturate.
    nonzero: u32,
    most: u16,
    has_positive: bool,
    has_negative: bool,
}

/// The sums over the deals of one stratum, such as those with the same line-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stratum {
    pub deals: u64,
    pub y: i64,
    pub x: i64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Variance {
    pub value: f64,
    pub degrees: u64,
}

impl Denominators {
    #[inline]
    pub fn add(&mut self, x: i64) {
        self.deals += 1;
        self.x += x;
        self.xx += square(x, x);
    }

    pub fn merge(&mut self, other: &Denominators) {
        self.deals += other.deals;
        self.x += other.x;
        self.xx += other.xx;
    }
}

/// The relative rounding error that can remain of a sum of squares when its terms cancel.
const ROUNDING: f64 = 1e-14;

/// The product of two sums of a deal or a group of deals, in 128 bits against overflow.
#[inline]
fn square(one: i64, other: i64) -> i128 {
    i128::from(one) * i128::from(other)
}

impl Numerators {
    /// Adds the numerator of one deal; the caller adds its denominator.
    #[inline]
    pub fn add(&mut self, y: i64, x: i64) {
        self.y += y;
        self.yy += square(y, y);
        self.xy += square(x, y);
        self.nonzero = self.nonzero.saturating_add(u32::from(y != 0));
        self.most = self.most.max(u16::try_from(y.unsigned_abs()).unwrap_or(u16::MAX));
        self.has_positive |= y > 0;
        self.has_negative |= y < 0;
    }

    pub fn merge(&mut self, other: &Numerators) {
        self.y += other.y;
        self.yy += other.yy;
        self.xy += other.xy;
        self.nonzero = self.nonzero.saturating_add(other.nonzero);
        self.most = self.most.max(other.most);
        self.has_positive |= other.has_positive;
        self.has_negative |= other.has_negative;
    }
}

impl RatioSums {
    #[inline]
    pub fn add(&mut self, y: i64, x: i64) {
        self.of.add(y, x);
        self.over.add(x);
    }

    pub fn merge(&mut self, other: &RatioSums) {
        self.of.merge(&other.of);
        self.over.merge(&other.over);
    }

    /// The sum of the denominators, the `n` of an estimate.
    pub fn count(&self) -> u64 {
        self.over.x.unsigned_abs()
    }

    /// Deals with a numerator other than 0.
    pub fn nonzero_deals(&self) -> u64 {
        self.of.nonzero.into()
    }

    pub fn total(&self) -> i64 {
        self.of.y
    }

    fn value(&self) -> Option<f64> {
        (self.over.x > 0).then(|| self.of.y as f64 / self.over.x as f64)
    }

    /// The linearised variance of the ratio; exactly zero when no deal deviates from it.
    ///
    /// With strata, deviations are from the mean of each stratum: the plan assigns deals to strata, so differences
    /// between strata are not luck. Each stratum takes a degree of freedom. If too few would remain, strata are
    /// pooled, and the error is rather too wide.
    fn variance(&self, strata: &[Stratum]) -> Option<Variance> {
        if self.over.deals < 2 || self.over.x <= 0 {
            return None;
        }
        let total = self.squares();
        let (deals, whole) = (self.over.deals as f64, self.over.x as f64);
        let degrees = self.over.deals.saturating_sub(strata.len().max(1) as u64);
        if strata.len() < 2 || degrees < MIN_DEALS - 1 {
            let value = total * deals / (deals - 1.0) / (whole * whole);
            return Some(Variance { value, degrees: self.over.deals - 1 });
        }
        let ratio = self.of.y as f64 / whole;
        let planned: f64 = strata
            .iter()
            .map(|stratum| (stratum.y as f64 - ratio * stratum.x as f64).powi(2) / stratum.deals as f64)
            .sum();
        // If every deal agrees with its stratum, the remainder is rounding error.
        let within = Some(total - planned).filter(|within| *within > 1e-12 * total).unwrap_or(0.0);
        Some(Variance { value: within * deals / degrees as f64 / (whole * whole), degrees })
    }

    /// The sum of (y - r x)^2 over deals.
    fn squares(&self) -> f64 {
        // It is (X^2 yy - 2 X Y xy + Y^2 xx) / X^2, in integers while they fit, so that cancellation cannot make a
        // zero look like a small error.
        let (x, y) = (i128::from(self.over.x), i128::from(self.of.y));
        let exact = || {
            let first = x.checked_mul(x)?.checked_mul(self.of.yy)?;
            let second = x.checked_mul(y)?.checked_mul(self.of.xy)?.checked_mul(2)?;
            let third = y.checked_mul(y)?.checked_mul(self.over.xx)?;
            first.checked_sub(second)?.checked_add(third)
        };
        match exact() {
            Some(sum) => sum as f64 / (x as f64 * x as f64),
            None => {
                let (ratio, yy) = (y as f64 / x as f64, self.of.yy as f64);
                let sum = yy - 2.0 * ratio * self.of.xy as f64 + ratio * ratio * self.over.xx as f64;
                // If every deal agrees with the ratio, the remainder is rounding error.
                Some(sum).filter(|sum| *sum > ROUNDING * yy).unwrap_or(0.0)
            }
        }
    }

    /// The ratio as a share of `whole` (the ratio of a certain event), with Wilson's interval at the effective number
    /// of trials.
    pub fn share(&self, whole: f64, strata: &[Stratum]) -> Estimate {
        let Some(value) = self.value() else { return Estimate::MISSING };
        let share = value / whole;
        let variance = self.variance(strata);
        let mut estimate = self.estimate(value, variance).scaled(1.0 / whole);
        estimate.value = Some(share);
        (estimate.interval, estimate.note) = match share_interval(&estimate, student(estimate.degrees)) {
            _ if self.over.deals < MIN_DEALS => (None, "fewer than 30 deals"),
            Some(interval) => (Some(interval), ""),
            None => (None, "no variance"),
        };
        estimate
    }

    /// The ratio as a mean with Student's interval. If few deals have a numerator other than 0, or few have less than
    /// the maximum, it has an interval for rare events.
    pub fn mean(&self, strata: &[Stratum]) -> Estimate {
        let Some(value) = self.value() else { return Estimate::MISSING };
        let variance = self.variance(strata);
        let mut estimate = self.estimate(value, variance);
        (estimate.interval, estimate.note) = match variance {
            _ if self.over.deals < MIN_DEALS => (None, "fewer than 30 deals"),
            Some(variance) if variance.value > 0.0 => {
                let rare = self.rare_interval(value, variance.value);
                let half = student(variance.degrees) * variance.value.sqrt();
                (rare.or(Some(Interval { low: value - half, high: value + half })), "")
            }
            _ => (None, "no variance"),
        };
        estimate
    }

    /// The ratio as a mean of events. An event that never happened has an upper end too, as if it could happen at
    /// most once per unit of the denominator.
    pub fn count_mean(&self, strata: &[Stratum]) -> Estimate {
        let mut estimate = self.mean(strata);
        if self.over.deals >= MIN_DEALS && self.of == Numerators::default() {
            estimate.interval = Some(Interval { low: 0.0, high: rare::NEVER / self.over.deals as f64 });
            estimate.note = "never happened";
        }
        estimate
    }

    /// An interval for rare events, if no numerator is negative, or its mirror image, if none is positive.
    fn rare_interval(&self, value: f64, variance: f64) -> Option<Interval> {
        let sign = match self.of {
            Numerators { has_positive: true, has_negative: true, .. } => return None,
            Numerators { has_negative: true, .. } => -1.0,
            _ => 1.0,
        };
        Some(self.rare_interval_of_sizes(value.abs(), variance)?.scaled(sign))
    }

    fn rare_interval_of_sizes(&self, size: f64, variance: f64) -> Option<Interval> {
        let (most, whole, deals) = (f64::from(self.of.most), self.over.x as f64, self.over.deals as f64);
        let nonzero = f64::from(self.of.nonzero);
        if let Some(part) = rare::rarity(nonzero, deals) {
            // A few deals may not have shown yet how much one can hold.
            let unseen = 1.0 + 1.0 / nonzero.max(1.0);
            return rare::interval(size, variance, most * unseen * part / whole);
        }
        let part = rare::rarity(self.deals_short()?, deals)?;
        let full = most * deals / whole;
        let lacks = rare::interval(full - size, variance, most * part / whole)?;
        Some(lacks.scaled(-1.0).moved(full))
    }

    /// A lower bound on the number of deals below the maximum: (sum of shortfalls)^2 / sum of squared shortfalls.
    /// `None` if the maximum is saturated, or denominators differ.
    fn deals_short(&self) -> Option<f64> {
        let (deals, most) = (i128::from(self.over.deals), i128::from(self.of.most));
        let size = i128::from(self.of.y).abs();
        let is_even = deals.checked_mul(self.over.xx) == Some(square(self.over.x, self.over.x));
        if self.of.most == u16::MAX || !is_even {
            return None;
        }
        let lacking = (deals * most - size) as f64;
        let squares = (deals * most * most - 2 * most * size + self.of.yy) as f64;
        Some(lacking * lacking / squares.max(1.0))
    }

    fn estimate(&self, value: f64, variance: Option<Variance>) -> Estimate {
        Estimate {
            n: self.count(),
            deals: self.over.deals,
            degrees: variance.map_or(0, |variance| variance.degrees),
            value: Some(value),
            standard_error: variance.map(|variance| variance.value.sqrt()),
            interval: None,
            note: "",
        }
    }
}

/// Wilson's interval of an estimated share at the effective number of trials; `None` if a share strictly between 0
/// and 1 has no error.
pub fn share_interval(estimate: &Estimate, quantile: f64) -> Option<Interval> {
    let (share, error) = estimate.value.zip(estimate.standard_error)?;
    if error > 0.0 {
        return Some(wilson(share, share * (1.0 - share) / (error * error), quantile));
    }
    // A share of 0 or 1: each deal is one trial that agreed.
    (share <= 0.0 || share >= 1.0).then(|| wilson(share.clamp(0.0, 1.0), estimate.deals as f64, quantile))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use sim_engine::luck::{Luck, Purpose};

    fn sums(deals: &[(i64, i64)]) -> RatioSums {
        let mut sums = RatioSums::default();
        for &(y, x) in deals {
            sums.add(y, x);
        }
        sums
    }

    #[test]
    fn equal_clusters_give_the_textbook_standard_error() {
        // One trial per deal: s / sqrt(n) of 1..=40 with n - 1 in s. The sum of squared deviations is n (n^2 - 1) /
        // 12 = 5330, so the error is sqrt(5330 / 39 / 40).
        let estimate = sums(&(1..=40).map(|y| (y, 1)).collect::<Vec<_>>()).mean(&[]);
        assert_eq!(estimate.value, Some(20.5));
        let expected = (5330.0_f64 / 39.0 / 40.0).sqrt();
        assert!((estimate.standard_error.unwrap() - expected).abs() < 1e-12);
    }

    /// Garwood (1936): five observed events have a 95 % interval of 1.62 to 11.67 for their expectation.
    #[test]
    fn what_few_deals_lack_has_an_interval_of_its_own() {
        let all: Vec<(i64, i64)> = (0..400).map(|deal| (i64::from(deal % 80 > 0) * 3, 3)).collect();
        let ends = sums(&all).count_mean(&[]).interval.unwrap();
        let wanted = [1.0 - 11.67 / 400.0, 1.0 - 1.62 / 400.0];
        assert!((ends.low - wanted[0]).abs() < 3e-4 && (ends.high - wanted[1]).abs() < 3e-4, "{ends:?}");
        // If deals differ in their number of plays, the maximum is unknown, and the interval is symmetric.
        let uneven: Vec<(i64, i64)> = all.into_iter().chain([(4, 4)]).collect();
        let even_sided = sums(&uneven).count_mean(&[]);
        let ends = even_sided.interval.unwrap();
        assert!((ends.high + ends.low - 2.0 * even_sided.value.unwrap()).abs() < 1e-9, "{ends:?}");
    }

    #[test]
    fn few_deals_have_no_interval_and_no_variance_has_a_word() {
        let few = sums(&[(60, 1); 29]).share(60.0, &[]);
        assert_eq!((few.interval, few.note), (None, "fewer than 30 deals"));
        let flat = sums(&[(60, 2); 40]).share(60.0, &[]);
        assert_eq!((flat.value, flat.interval, flat.note), (Some(0.5), None, "no variance"));
        assert_eq!(flat.standard_error, Some(0.0));
        let always = sums(&[(120, 2); 40]).share(60.0, &[]);
        assert_eq!(always.interval.unwrap().high, 1.0);
        assert!(always.interval.unwrap().low < 0.95);
        assert_eq!(RatioSums::default().share(60.0, &[]), Estimate::MISSING);
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_they_say() {
        // 2,000 runs of 200 deals with two dependent games each: both games of a deal share a
        // coin half of the time. 95 % of 2,000 has a standard error of 0.49 points.
        let truth = 0.3;
        let mut covered = 0;
        for run in 0..2000 {
            let mut stream = Luck::new(7, run).stream(Purpose::new("test.coverage"), 0);
            let mut sums = RatioSums::default();
            for _ in 0..200 {
                let first = stream.unit() < truth;
                let second = if stream.unit() < 0.5 { first } else { stream.unit() < truth };
                sums.add(i64::from(first) + i64::from(second), 2);
            }
            let interval = sums.share(1.0, &[]).interval.unwrap();
            covered += u32::from(interval.low <= truth && truth <= interval.high);
        }
        assert!((1850..=1950).contains(&covered), "{covered} of 2000");
    }

    #[test]
    fn sums_of_a_million_million_games_keep_their_errors() {
        // 32 groups of `games` games each, up to 10^12 in all. Wins count 60 each. Every group wins half of its
        // games, and by turns a millionth more or less.
        for games in [100_000_000_i64, 3_000_000_000, 31_000_000_000] {
            let off = |group: i64| games * 60 / 1_000_000 * (group % 2 * 2 - 1);
            let estimate = sums(&(0..32).map(|group| (games * 30 + off(group), games)).collect::<Vec<_>>())
                .share(60.0, &[]);
            let (value, error) = (estimate.value.unwrap(), estimate.standard_error.unwrap());
            // 32 squares of a millionth, with 31 degrees of freedom, over 32 groups.
            assert!(
                (value - 0.5).abs() < 1e-15 && (error * 31.0_f64.sqrt() / 1e-6 - 1.0).abs() < 0.01,
                "{games} {error}"
            );
            assert!(estimate.interval.unwrap().low < value && estimate.interval.unwrap().high < 0.500_001);
            // A figure that never varies does not vary in many games either.
            let flat = sums(&vec![(games * 20, games); 32]).mean(&[]);
            assert_eq!((flat.standard_error, flat.note), (Some(0.0), "no variance"), "{games}");
        }
    }

    #[test]
    fn planned_differences_are_no_errors() {
        // Two strata of 40 deals with means of 10 and 20, and deals 1 below and 1 above in turn. Every deal is 1 off
        // the mean of its stratum: a sum of squares of 80 with 78 degrees of freedom.
        let deal = |at: i64| if at < 40 { 10 + at % 2 * 2 - 1 } else { 20 + at % 2 * 2 - 1 };
        let sums = sums(&(0..80).map(|at| (deal(at), 1)).collect::<Vec<_>>());
        let strata = [Stratum { deals: 40, y: 400, x: 40 }, Stratum { deals: 40, y: 800, x: 40 }];
        let estimate = sums.mean(&strata);
        assert_eq!((estimate.value, estimate.degrees), (Some(15.0), 78));
        let error = estimate.standard_error.unwrap();
        assert!((error - (80.0_f64 / 78.0 / 80.0).sqrt()).abs() < 1e-12, "{error}");
        // In a single stratum the means are 5 off the overall mean: squares of 26 on average.
        let plain = sums.mean(&[]);
        assert_eq!(plain.degrees, 79);
        assert!((plain.standard_error.unwrap() - (80.0_f64 * 26.0 / 79.0 / 80.0).sqrt()).abs() < 1e-12);
        // With 51 strata only 29 degrees of freedom are left, with 52 too few.
        let single = |count: usize| vec![Stratum { deals: 1, y: 15, x: 1 }; count];
        assert_eq!((sums.mean(&single(51)).degrees, sums.mean(&single(52)).degrees), (29, 79));
    }

    #[test]
    fn deals_that_agree_with_their_strata_leave_no_variance() {
        let sums = sums(&(0..90).map(|at| (if at < 45 { 7 } else { 31 }, 3)).collect::<Vec<_>>());
        let strata = [Stratum { deals: 45, y: 315, x: 135 }, Stratum { deals: 45, y: 1395, x: 135 }];
        let estimate = sums.mean(&strata);
        assert_eq!((estimate.standard_error, estimate.note), (Some(0.0), "no variance"));
    }

    #[test]
    fn what_never_happened_has_an_upper_end() {
        let never = sums(&[(0, 4); 300]);
        assert_eq!(never.mean(&[]).interval, None);
        let estimate = never.count_mean(&[]);
        assert_eq!((estimate.value, estimate.note), (Some(0.0), "never happened"));
        // The rule of three.
        let high = estimate.interval.unwrap().high;
        assert!((high - 0.01).abs() < 2e-5, "{high}");
        // Events that add up to 0 have happened.
        assert_eq!(sums(&[[(1, 4); 30], [(-1, 4); 30]].concat()).count_mean(&[]).note, "");
    }

    proptest! {
        #[test]
        fn merging_parts_gives_the_whole(deals in prop::collection::vec((-1000i64..1000, 1i64..50), 0..60), cut in 0usize..60) {
            let cut = cut.min(deals.len());
            let mut merged = sums(&deals[cut..]);
            merged.merge(&sums(&deals[..cut]));
            merged.merge(&RatioSums::default());
            prop_assert_eq!(merged, sums(&deals));
        }

        #[test]
        fn the_variance_is_its_definition(deals in prop::collection::vec((0i64..300, 1i64..6), 2..80)) {
            let sums = sums(&deals);
            let ratio = sums.of.y as f64 / sums.over.x as f64;
            let residual: f64 = deals.iter().map(|&(y, x)| (y as f64 - ratio * x as f64).powi(2)).sum();
            let n = deals.len() as f64;
            let expected = residual * n / (n - 1.0) / (sums.over.x as f64).powi(2);
            let got = sums.variance(&[]).unwrap().value;
            prop_assert!((got - expected).abs() <= 1e-9 * (1.0 + expected), "{} against {}", got, expected);
        }
    }
}
