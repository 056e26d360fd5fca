//! An estimate carries its error; what cannot be said has a word instead of a number.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// Fewer independent deals than this give no interval.
pub const MIN_DEALS: u64 = 30;
/// Two-sided coverage of every interval.
pub const COVERAGE: f64 = 0.95;
/// Normal quantile of [`COVERAGE`].
pub const Z: f64 = 1.959_963_984_540_054;

/// Both ends of a 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// A value with its uncertainty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// What was counted: seat-games, games.
    pub n: u64,
    /// Independent units behind it.
    pub deals: u64,
    /// Missing when nothing was counted.
    pub value: Option<f64>,
    pub standard_error: Option<f64>,
    pub interval: Option<Interval>,
    /// Why something is missing, or empty.
    pub note: &'static str,
}

impl Estimate {
    /// The estimate of a quantity that never came up.
    pub const MISSING: Estimate =
        Estimate { n: 0, deals: 0, value: None, standard_error: None, interval: None, note: "not observed" };

    /// Half the interval's width.
    pub fn half_width(&self) -> Option<f64> {
        self.interval.map(|interval| (interval.high - interval.low) / 2.0)
    }

    /// The same estimate in another unit.
    pub fn scaled(self, factor: f64) -> Estimate {
        Estimate {
            value: self.value.map(|value| value * factor),
            standard_error: self.standard_error.map(|error| error * factor),
            interval: self
                .interval
                .map(|interval| Interval { low: interval.low * factor, high: interval.high * factor }),
            ..self
        }
    }
}

/// Wilson's score interval for a share with this many independent trials, which need not be whole.
pub fn wilson(share: f64, trials: f64) -> Interval {
    let z2 = Z * Z;
    let centre = (share + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
    let half =
        Z / (1.0 + z2 / trials) * (share * (1.0 - share) / trials + z2 / (4.0 * trials * trials)).sqrt();
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// Two-sided 95 % quantile of Student's t; the normal one where no t exists.
pub fn student(degrees: u64) -> f64 {
    match StudentsT::new(0.0, 1.0, degrees as f64) {
        Ok(t) => t.inverse_cdf(0.5 + COVERAGE / 2.0),
        Err(_) => Z,
    }
}

/// Two-sided p-value of a t statistic.
pub fn student_p_value(t: f64, degrees: u64) -> Option<f64> {
    let distribution = StudentsT::new(0.0, 1.0, degrees as f64).ok()?;
    t.is_finite().then(|| 2.0 * distribution.cdf(-t.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_agrees_with_published_values() {
        // Newcombe (1998), Statistics in Medicine 17, table I: 81 of 263 and 15 of 148.
        for (hits, trials, low, high) in [(81.0, 263.0, 0.2553, 0.3662), (15.0, 148.0, 0.0624, 0.1605)] {
            let interval = wilson(hits / trials, trials);
            assert!((interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5, "{interval:?}");
        }
        // The same table: 0 of 20.
        let none = wilson(0.0, 20.0);
        assert!(none.low == 0.0 && (none.high - 0.1611).abs() < 5e-5, "{none:?}");
    }

    #[test]
    fn student_quantiles_are_those_of_the_tables() {
        assert!((student(29) - 2.0452).abs() < 1e-4);
        assert!((student(1_000_000) - Z).abs() < 1e-4);
        assert!((student_p_value(2.0452, 29).unwrap() - 0.05).abs() < 1e-4);
    }
}
