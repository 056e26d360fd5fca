//! Estimates with their errors; a note gives the reason for a missing number.

use serde::{Deserialize, Serialize};
use sim_engine::text::{Lasting, lasting};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};

/// The minimum number of independent deals for an interval.
///
/// This, [`MIN_DIFFERING`] and [`MIN_SAME`] are the only rule on the data that a verdict needs: a figure without an
/// interval that does not count as the same is undecided, whatever its value.
pub const MIN_DEALS: u64 = 30;
/// The minimum number of deals that differ for an interval of the difference of two arms.
pub const MIN_DIFFERING: u64 = MIN_DEALS;
/// Arms count as the same if this many deals show no difference: then at most 1 % of deals differ (rule of three).
pub const MIN_SAME: u64 = 300;
/// Normal quantile of two-sided 95 % coverage.
pub const Z: f64 = 1.959_963_984_540_054;

/// Both ends of a 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// The range of a share.
    pub const SHARE: Interval = Interval { low: 0.0, high: 1.0 };
    /// The range of a difference of shares.
    pub const SHARE_DIFFERENCE: Interval = Interval { low: -1.0, high: 1.0 };

    pub fn moved(self, by: f64) -> Interval {
        Interval { low: self.low + by, high: self.high + by }
    }

    /// The interval in another unit; a negative factor swaps its ends.
    pub fn scaled(self, factor: f64) -> Interval {
        let (one, other) = (self.low * factor, self.high * factor);
        if factor < 0.0 { Interval { low: other, high: one } } else { Interval { low: one, high: other } }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The number of counted units: seat-games, games.
    pub n: u64,
    /// The number of independent units.
    pub deals: u64,
    /// Degrees of freedom of the standard error; 0 if there is none.
    pub degrees: u64,
    /// Missing when nothing was counted.
    pub value: Option<f64>,
    pub standard_error: Option<f64>,
    pub interval: Option<Interval>,
    /// Why something is missing, or empty.
    #[serde(deserialize_with = "lasting")]
    pub note: Lasting,
}

impl Estimate {
    pub const MISSING: Estimate = Estimate {
        n: 0,
        deals: 0,
        degrees: 0,
        value: None,
        standard_error: None,
        interval: None,
        note: "not observed",
    };

    pub fn half_width(&self) -> Option<f64> {
        self.interval.map(|interval| (interval.high - interval.low) / 2.0)
    }

    /// The distance of the value from 0 in standard errors; 0 if no error is known.
    pub fn errors_from_zero(&self) -> f64 {
        let known = self.value.zip(self.standard_error).filter(|(value, _)| *value != 0.0);
        known.map_or(0.0, |(value, error)| value.abs() / error)
    }

    /// The same value with this error, and Student's interval at its degrees of freedom.
    pub fn with_error(self, error: f64) -> Estimate {
        let half = student(self.degrees) * error;
        let interval = self.value.map(|value| Interval { low: value - half, high: value + half });
        Estimate { standard_error: Some(error), interval, ..self }
    }

    /// Clips value and interval to the range of the figure, which estimates from few deals may exceed.
    pub fn clipped(self, range: Interval) -> Estimate {
        let clip = |end: f64| end.clamp(range.low, range.high);
        let interval = self.interval.map(|ends| Interval { low: clip(ends.low), high: clip(ends.high) });
        Estimate { value: self.value.map(clip), interval, ..self }
    }

    /// The estimate after a constant is added to the figure.
    pub fn moved(self, by: f64) -> Estimate {
        let interval = self.interval.map(|ends| ends.moved(by));
        Estimate { value: self.value.map(|value| value + by), interval, ..self }
    }

    /// The estimate in another unit; a negative factor swaps the ends of its interval.
    pub fn scaled(self, factor: f64) -> Estimate {
        Estimate {
            value: self.value.map(|value| value * factor),
            standard_error: self.standard_error.map(|error| error * factor.abs()),
            interval: self.interval.map(|interval| interval.scaled(factor)),
            ..self
        }
    }
}

/// Wilson's score interval for a share with this many independent trials, which need not be whole; `quantile` is the
/// two-sided quantile of its coverage.
pub fn wilson(share: f64, trials: f64, quantile: f64) -> Interval {
    let z2 = quantile * quantile;
    let centre = (share + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
    let half = quantile / (1.0 + z2 / trials)
        * (share * (1.0 - share) / trials + z2 / (4.0 * trials * trials)).sqrt();
    // At shares of 0 and 1 the end is exact, but its rounded terms are not.
    Interval {
        low: if share <= 0.0 { 0.0 } else { (centre - half).max(0.0) },
        high: if share >= 1.0 { 1.0 } else { (centre + half).min(1.0) },
    }
}

/// Two-sided 95 % quantile of Student's t, for at least [`MIN_DEALS`] - 1 degrees of freedom.
pub fn student(degrees: u64) -> f64 {
    student_at(Z, degrees)
}

/// The quantile of Student's t at the level of the normal quantile `z`, for at least [`MIN_DEALS`] - 1 degrees of
/// freedom. Four terms of the expansion around `z` are exact to five decimals at 95 % and to three at 99.99 %
/// (Abramowitz and Stegun, 26.7.5).
pub fn student_at(z: f64, degrees: u64) -> f64 {
    let n = degrees as f64;
    let z2 = z * z;
    let first = z * (z2 + 1.0) / 4.0;
    let second = z * (5.0 * z2 * z2 + 16.0 * z2 + 3.0) / 96.0;
    let third = z * (3.0 * z2 * z2 * z2 + 19.0 * z2 * z2 + 17.0 * z2 - 15.0) / 384.0;
    z + first / n + second / (n * n) + third / (n * n * n)
}

/// Two-sided 95 % quantile of Student's t, also for few degrees of freedom; `None` for 0.
pub fn student_of_few(degrees: u64) -> Option<f64> {
    student_two_sided(0.05, degrees)
}

/// Two-sided quantile of Student's t that is exceeded with this probability.
pub fn student_two_sided(probability: f64, degrees: u64) -> Option<f64> {
    let law = StudentsT::new(0.0, 1.0, degrees as f64).ok()?;
    Some(law.inverse_cdf(1.0 - probability.clamp(1e-15, 1.0) / 2.0))
}

/// Two-sided normal quantile that is exceeded with this probability.
pub fn normal_quantile(probability: f64) -> f64 {
    // The clamp keeps 0 in range; the quantile is infinite below about 1e-16.
    Normal::standard().inverse_cdf(1.0 - probability.clamp(1e-300, 1.0) / 2.0)
}

/// The chi-square value below which this much of the probability lies.
pub fn chi_square_quantile(probability: f64, degrees: f64) -> Option<f64> {
    Some(ChiSquared::new(degrees).ok()?.inverse_cdf(probability.clamp(0.0, 1.0)))
}

/// Two-sided p-value of a t statistic.
pub fn student_p_value(t: f64, degrees: u64) -> Option<f64> {
    let distribution = StudentsT::new(0.0, 1.0, degrees as f64).ok()?;
    t.is_finite().then(|| 2.0 * distribution.cdf(-t.abs()))
}

/// P-value of a chi-square statistic (upper tail).
pub fn chi_square_p_value(chi_square: f64, degrees: u64) -> Option<f64> {
    let distribution = ChiSquared::new(degrees as f64).ok()?;
    chi_square.is_finite().then(|| distribution.sf(chi_square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_the_other_way_round_has_its_lower_end_below() {
        let interval = Some(Interval { low: 1.0, high: 3.0 });
        let known = Estimate { value: Some(2.0), standard_error: Some(0.5), interval, ..Estimate::MISSING };
        let turned = known.scaled(-2.0);
        assert_eq!((turned.value, turned.standard_error), (Some(-4.0), Some(1.0)));
        assert_eq!(turned.interval, Some(Interval { low: -6.0, high: -2.0 }));
    }

    #[test]
    fn a_figure_and_its_interval_stay_in_its_range() {
        let of = |value, low, high| {
            let interval = Some(Interval { low, high });
            Estimate { value: Some(value), interval, ..Estimate::MISSING }.clipped(Interval::SHARE_DIFFERENCE)
        };
        let far = of(2.0, 0.4, 3.6);
        assert_eq!((far.value, far.interval), (Some(1.0), Some(Interval { low: 0.4, high: 1.0 })));
        let usual = of(0.2, -0.1, 0.5);
        assert_eq!((usual.value, usual.interval), (Some(0.2), Some(Interval { low: -0.1, high: 0.5 })));
    }

    #[test]
    fn quantiles_of_few_degrees_are_those_of_printed_tables() {
        for (degrees, printed) in [(1, 12.706), (2, 4.303), (9, 2.262), (10, 2.228), (29, 2.045)] {
            let found = student_of_few(degrees).unwrap();
            assert!((found - printed).abs() < 1e-3, "{degrees}: {found}");
        }
        assert_eq!(student_of_few(0), None);
    }

    #[test]
    fn wilson_agrees_with_published_values() {
        // Newcombe (1998), Statistics in Medicine 17, table I: 81 of 263 and 15 of 148.
        for (hits, trials, low, high) in [(81.0, 263.0, 0.2553, 0.3662), (15.0, 148.0, 0.0624, 0.1605)] {
            let interval = wilson(hits / trials, trials, Z);
            assert!((interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5, "{interval:?}");
        }
        // The same table: 0 of 20.
        let none = wilson(0.0, 20.0, Z);
        assert!(none.low == 0.0 && (none.high - 0.1611).abs() < 5e-5, "{none:?}");
        for trials in 1..2000 {
            let (none, all) = (wilson(0.0, f64::from(trials), Z), wilson(1.0, f64::from(trials), Z));
            assert!(none.low == 0.0 && all.high == 1.0, "{trials}: {none:?}, {all:?}");
            assert!((none.high - (1.0 - all.low)).abs() < 1e-12);
        }
    }

    #[test]
    fn student_quantiles_are_those_of_the_tables() {
        for (degrees, quantile) in
            [(29, 2.04523), (63, 1.99834), (100, 1.98397), (1000, 1.96234), (u64::MAX, 1.95996)]
        {
            assert!((student(degrees) - quantile).abs() < 1e-5, "{degrees}: {}", student(degrees));
        }
        // At 99.9 %, from the same tables.
        let z = normal_quantile(0.001);
        assert!((z - 3.29053).abs() < 1e-5, "{z}");
        for (degrees, quantile) in [(30, 3.6460), (60, 3.4602), (120, 3.3735)] {
            assert!((student_at(z, degrees) - quantile).abs() < 1e-3, "{degrees}");
        }
        assert!((student_p_value(2.04523, 29).unwrap() - 0.05).abs() < 1e-5);
        assert_eq!(student_p_value(f64::NAN, 29), None);
    }

    #[test]
    fn chi_square_tails_are_those_of_the_tables() {
        for (degrees, quantile) in [(1, 3.8415), (10, 18.3070), (75, 96.2167)] {
            let p = chi_square_p_value(quantile, degrees).unwrap();
            assert!((p - 0.05).abs() < 1e-5, "{degrees}: {p}");
        }
        assert!((chi_square_quantile(0.95, 10.0).unwrap() - 18.3070).abs() < 1e-3);
        assert_eq!(chi_square_quantile(0.5, 0.0), None);
        assert_eq!(chi_square_p_value(f64::NAN, 75), None);
        assert_eq!(chi_square_p_value(1.0, 0), None);
    }
}
