//! Ratios of sums over deals: the estimator behind every share and mean.
//!
//! The games of a deal share their luck, so the deal is the independent unit. Each deal gives a
//! numerator y and a denominator x; the estimate is sum(y)/sum(x), its standard error the
//! linearised one of cluster sampling (Cochran, Sampling Techniques, 1977, section 6.4).

use super::estimate::{Estimate, Interval, MIN_DEALS, student, wilson};

/// Sums over deals; adding two of them adds the deals behind them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RatioSums {
    deals: u64,
    y: i64,
    x: i64,
    yy: i128,
    xy: i128,
    xx: i128,
}

impl RatioSums {
    /// Adds one deal with a positive denominator.
    #[inline]
    pub fn add(&mut self, y: i64, x: i64) {
        self.deals += 1;
        self.y += y;
        self.x += x;
        self.yy += i128::from(y * y);
        self.xy += i128::from(x * y);
        self.xx += i128::from(x * x);
    }

    /// Adds the numerator of a deal whose denominator is kept elsewhere, because many ratios share
    /// it; a numerator of 0 changes nothing. [`RatioSums::over`] puts the two together.
    #[inline]
    pub fn add_numerator(&mut self, y: i64, x: i64) {
        self.y += y;
        self.yy += i128::from(y * y);
        self.xy += i128::from(x * y);
    }

    /// These numerators over the denominators of another.
    pub fn over(&self, denominators: &RatioSums) -> RatioSums {
        let RatioSums { deals, x, xx, .. } = *denominators;
        RatioSums { deals, x, xx, ..*self }
    }

    /// Adds the deals of another sum.
    pub fn merge(&mut self, other: &RatioSums) {
        self.deals += other.deals;
        self.y += other.y;
        self.x += other.x;
        self.yy += other.yy;
        self.xy += other.xy;
        self.xx += other.xx;
    }

    /// Sum of the denominators: what was counted.
    pub fn count(&self) -> u64 {
        self.x.unsigned_abs()
    }

    /// Sum of the numerators.
    pub fn total(&self) -> i64 {
        self.y
    }

    fn value(&self) -> Option<f64> {
        (self.x > 0).then(|| self.y as f64 / self.x as f64)
    }

    /// The linearised variance of the ratio; exactly zero when no deal departs from it.
    fn variance(&self) -> Option<f64> {
        if self.deals < 2 || self.x <= 0 {
            return None;
        }
        // sum (y - r x)^2 = (X^2 yy - 2 X Y xy + Y^2 xx) / X^2, in whole numbers while they fit,
        // so that no cancellation can make a zero look like a small error.
        let (x, y) = (i128::from(self.x), i128::from(self.y));
        let exact = || {
            let first = x.checked_mul(x)?.checked_mul(self.yy)?;
            let second = x.checked_mul(y)?.checked_mul(self.xy)?.checked_mul(2)?;
            let third = y.checked_mul(y)?.checked_mul(self.xx)?;
            first.checked_sub(second)?.checked_add(third)
        };
        let residual = match exact() {
            Some(sum) => sum as f64 / (x as f64 * x as f64),
            None => {
                let ratio = y as f64 / x as f64;
                (self.yy as f64 - 2.0 * ratio * self.xy as f64 + ratio * ratio * self.xx as f64).max(0.0)
            }
        };
        let deals = self.deals as f64;
        Some(residual * deals / (deals - 1.0) / (x as f64 * x as f64))
    }

    /// The ratio as a share of `whole` (the numerator of a certainty), with Wilson's interval at
    /// the effective number of trials.
    pub fn share(&self, whole: f64) -> Estimate {
        let Some(value) = self.value() else { return Estimate::MISSING };
        let share = value / whole;
        let variance = self.variance().map(|variance| variance / (whole * whole));
        let (interval, note) = match variance {
            _ if self.deals < MIN_DEALS => (None, "fewer than 30 deals"),
            Some(variance) if variance > 0.0 => (Some(wilson(share, share * (1.0 - share) / variance)), ""),
            // Never or always: each deal is one trial that agreed.
            _ if share <= 0.0 || share >= 1.0 => (Some(wilson(share.clamp(0.0, 1.0), self.deals as f64)), ""),
            _ => (None, "no variance"),
        };
        self.estimate(share, variance, interval, note)
    }

    /// The ratio as a mean, with Student's interval.
    pub fn mean(&self) -> Estimate {
        let Some(value) = self.value() else { return Estimate::MISSING };
        let variance = self.variance();
        let (interval, note) = match variance {
            _ if self.deals < MIN_DEALS => (None, "fewer than 30 deals"),
            Some(variance) if variance > 0.0 => {
                let half = student(self.deals - 1) * variance.sqrt();
                (Some(Interval { low: value - half, high: value + half }), "")
            }
            _ => (None, "no variance"),
        };
        self.estimate(value, variance, interval, note)
    }

    fn estimate(
        &self,
        value: f64,
        variance: Option<f64>,
        interval: Option<Interval>,
        note: &'static str,
    ) -> Estimate {
        Estimate {
            n: self.count(),
            deals: self.deals,
            value: Some(value),
            standard_error: variance.map(f64::sqrt),
            interval,
            note,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::luck::{Luck, Purpose};

    fn sums(deals: &[(i64, i64)]) -> RatioSums {
        let mut sums = RatioSums::default();
        for &(y, x) in deals {
            sums.add(y, x);
        }
        sums
    }

    #[test]
    fn equal_clusters_give_the_textbook_standard_error() {
        // One trial a deal: s / sqrt(n) of 1..=40 with n - 1 in s. Sum of squared departures is
        // n (n^2 - 1) / 12 = 5330, so the error is sqrt(5330 / 39 / 40).
        let estimate = sums(&(1..=40).map(|y| (y, 1)).collect::<Vec<_>>()).mean();
        assert_eq!(estimate.value, Some(20.5));
        let expected = (5330.0_f64 / 39.0 / 40.0).sqrt();
        assert!((estimate.standard_error.unwrap() - expected).abs() < 1e-12);
    }

    #[test]
    fn few_deals_have_no_interval_and_no_variance_has_a_word() {
        let few = sums(&[(60, 1); 29]).share(60.0);
        assert_eq!((few.interval, few.note), (None, "fewer than 30 deals"));
        let flat = sums(&[(60, 2); 40]).share(60.0);
        assert_eq!((flat.value, flat.interval, flat.note), (Some(0.5), None, "no variance"));
        assert_eq!(flat.standard_error, Some(0.0));
        let always = sums(&[(120, 2); 40]).share(60.0);
        assert_eq!(always.interval.unwrap().high, 1.0);
        assert!(always.interval.unwrap().low < 0.95);
        assert_eq!(RatioSums::default().share(60.0), Estimate::MISSING);
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
            let interval = sums.share(1.0).interval.unwrap();
            covered += u32::from(interval.low <= truth && truth <= interval.high);
        }
        assert!((1850..=1950).contains(&covered), "{covered} of 2000");
    }

    proptest! {
        /// Adding is commutative and has an identity, whatever the split.
        #[test]
        fn merging_parts_gives_the_whole(deals in prop::collection::vec((-1000i64..1000, 1i64..50), 0..60), cut in 0usize..60) {
            let cut = cut.min(deals.len());
            let mut merged = sums(&deals[cut..]);
            merged.merge(&sums(&deals[..cut]));
            merged.merge(&RatioSums::default());
            prop_assert_eq!(merged, sums(&deals));
        }

        /// The exact residual agrees with its definition.
        #[test]
        fn the_variance_is_its_definition(deals in prop::collection::vec((0i64..300, 1i64..6), 2..80)) {
            let sums = sums(&deals);
            let ratio = sums.y as f64 / sums.x as f64;
            let residual: f64 = deals.iter().map(|&(y, x)| (y as f64 - ratio * x as f64).powi(2)).sum();
            let n = deals.len() as f64;
            let expected = residual * n / (n - 1.0) / (sums.x as f64).powi(2);
            let got = sums.variance().unwrap();
            prop_assert!((got - expected).abs() <= 1e-9 * (1.0 + expected), "{} against {}", got, expected);
        }
    }
}
