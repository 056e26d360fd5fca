//! A sequential test: plays until it can reject one of two sizes of a difference.
//!
//! The generalised sequential probability ratio test (Wald, 1945; Van den Bergh's form for means) tests a difference
//! of `low` against one of `high` by the paired differences of the deals, whose variance is estimated on the way. The
//! numbers of deals at its interim analyses are fixed beforehand, so that threads and timing change nothing.
//!
//! Simulated over 2,000 runs with an analysis every 256 deals, for differences of -1, 0 or 1 with a variance of 1/2
//! and an effect of .05 against none, at error rates of 5 % (`scripts/coverage of_the_sequential`). It rejects a true
//! `low` in 2.7 % and a true `high` in 2.2 %, after 1,471 and 1,413 deals on average; a fixed-length test needs 2,164
//! for 5 %. Half way between the two it takes 2,570 and gives either verdict.

use super::{
    deals::DealDifferences,
    estimate::{MIN_DIFFERING, normal_quantile},
    paired::most_differing,
};

/// The probability of wrongly rejecting either size.
pub const ERROR: f64 = 0.05;

/// The two sizes under test, in the unit of the figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sizes {
    pub low: f64,
    pub high: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The test rejects `low`.
    High,
    /// The test rejects `high`.
    Low,
    Open,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    /// The log-likelihood ratio of `high` to `low`; `None` if hardly any deals differ.
    pub ratio: Option<f64>,
    pub verdict: Verdict,
}

/// The absolute log-likelihood ratio at which the test rejects a size.
pub fn bound() -> f64 {
    libm::log((1.0 - ERROR) / ERROR)
}

impl Sizes {
    /// The number of deals that a fixed-length test needs at the same error rates, from the variance so far; `None`
    /// if hardly any deals differ.
    pub fn fixed_length(&self, figure: &DealDifferences, whole: f64) -> Option<u64> {
        let error = figure.estimate().scaled(1.0 / whole).standard_error?;
        let is_known = figure.differing() >= MIN_DIFFERING && error > 0.0;
        let variance = error * error * figure.deals() as f64;
        // Both errors are one-sided.
        let quantiles = 2.0 * normal_quantile(2.0 * ERROR);
        let deals = quantiles * quantiles * variance / (self.high - self.low).powi(2);
        is_known.then_some(libm::ceil(deals) as u64)
    }

    /// Weighs the deals so far. `whole` is the ratio at which the figure is 1; no deal differs by more.
    pub fn weigh(&self, figure: &DealDifferences, whole: f64) -> Evidence {
        let Sizes { low, high } = *self;
        let estimate = figure.estimate().scaled(1.0 / whole);
        let open = Evidence { ratio: None, verdict: Verdict::Open };
        let deals = figure.deals();
        let Some(mean) = estimate.value else { return open };
        if figure.differing() < MIN_DIFFERING {
            // The share of differing deals bounds the difference from both sides.
            let Some(share) = most_differing(figure.differing(), deals, deals) else { return open };
            let verdict = match (-share > low, share < high) {
                (true, false) => Verdict::High,
                (false, true) => Verdict::Low,
                (true, true) => self.nearer(mean),
                (false, false) => Verdict::Open,
            };
            return Evidence { verdict, ..open };
        }
        let Some(error) = estimate.standard_error else { return open };
        if error <= 0.0 {
            // Every deal differs by the same amount.
            return Evidence { verdict: self.nearer(mean), ..open };
        }
        let ratio = (high - low) * (2.0 * mean - (low + high)) / (2.0 * error * error);
        let verdict = match ratio {
            ratio if ratio >= bound() => Verdict::High,
            ratio if ratio <= -bound() => Verdict::Low,
            _ => Verdict::Open,
        };
        Evidence { ratio: Some(ratio), verdict }
    }

    /// The verdict for the size nearer to the mean; open half way between them.
    fn nearer(&self, mean: f64) -> Verdict {
        match 2.0 * mean - (self.low + self.high) {
            beyond if beyond > 0.0 => Verdict::High,
            beyond if beyond < 0.0 => Verdict::Low,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::{Luck, Purpose};

    const SIZES: Sizes = Sizes { low: 0.0, high: 0.05 };

    /// Verdict and number of deals of one test. Deals differ by -1, 0 or 1 with a variance of 1/2, so that `SIZES`
    /// are .07 standard deviations apart.
    fn test(run: u64, effect: f64) -> (Verdict, u64) {
        let mut stream = Luck::new(run, 1).stream(Purpose::new("test.sprt"), 0);
        let mut figure = DealDifferences::new(1);
        for look in 1..400 {
            for _ in 0..256 {
                let draw = stream.unit();
                let value = i64::from(draw < 0.25 + effect / 2.0) - i64::from(draw > 0.75 + effect / 2.0);
                figure.add(0, (value, 0), 1);
            }
            let evidence = SIZES.weigh(&figure, 1.0);
            if evidence.verdict != Verdict::Open {
                return (evidence.verdict, look * 256);
            }
        }
        (Verdict::Open, 400 * 256)
    }

    fn rate(runs: u64, effect: f64, verdict: Verdict) -> (f64, f64) {
        let tests: Vec<(Verdict, u64)> = (0..runs).map(|run| test(run, effect)).collect();
        let hits = tests.iter().filter(|(found, _)| *found == verdict).count();
        let length = tests.iter().map(|(_, deals)| *deals as f64).sum::<f64>();
        (hits as f64 / runs as f64, length / runs as f64)
    }

    #[test]
    fn either_error_is_as_rare_as_is_said() {
        // .05 and two standard errors of a share of .05 in 300 runs.
        let (wrong, _) = rate(300, 0.0, Verdict::High);
        assert!(wrong <= 0.075, "{wrong}");
        let (wrong, _) = rate(300, 0.05, Verdict::Low);
        assert!(wrong <= 0.075, "{wrong}");
        assert_eq!(rate(50, 0.15, Verdict::High).0, 1.0);
        assert_eq!(rate(50, -0.1, Verdict::Low).0, 1.0);
    }

    #[test]
    #[ignore = "takes minutes: scripts/coverage"]
    #[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
    fn coverage_of_the_sequential_test() {
        // The square of two quantiles of .05 divided by the effect, times the variance of 1/2.
        let fixed = (2.0f64 * 1.644_854 / 0.05).powi(2) * 0.5;
        for (effect, wrong) in [(0.0, Verdict::High), (0.05, Verdict::Low), (0.025, Verdict::High)] {
            let (rate, length) = rate(2000, effect, wrong);
            println!("effect {effect}: {wrong:?} in {rate:.4}, {length:.0} deals; fixed length {fixed:.0}");
            assert!(effect == 0.025 || rate <= ERROR + 0.01);
        }
    }

    #[test]
    fn a_test_of_a_fixed_length_takes_longer_where_either_size_is_true() {
        // The fixed length, as in the coverage test above, and the mean of 300 tests.
        let mut figure = DealDifferences::new(1);
        (0..4000).for_each(|deal| figure.add(0, (i64::from(deal % 4 == 0), i64::from(deal % 4 == 1)), 1));
        let fixed = SIZES.fixed_length(&figure, 1.0).unwrap();
        assert!((2164..=2166).contains(&fixed), "{fixed}");
        let (_, length) = rate(300, 0.05, Verdict::Low);
        assert!(length < 0.8 * fixed as f64, "{length}");
        assert_eq!(SIZES.fixed_length(&DealDifferences::new(1), 1.0), None);
    }

    #[test]
    fn arms_that_never_differ_are_no_better() {
        let mut figure = DealDifferences::new(1);
        assert_eq!(SIZES.weigh(&figure, 1.0).verdict, Verdict::Open);
        (0..59).for_each(|_| figure.add(0, (1, 1), 1));
        // The rule of three, 2.9957 / n: above 5 % with 59 deals, just below with 60.
        assert_eq!(SIZES.weigh(&figure, 1.0).verdict, Verdict::Open);
        figure.add(0, (1, 1), 1);
        assert_eq!(SIZES.weigh(&figure, 1.0), Evidence { ratio: None, verdict: Verdict::Low });
        let worse = Sizes { low: -0.05, high: 0.0 };
        assert_eq!(worse.weigh(&figure, 1.0).verdict, Verdict::High);
    }

    #[test]
    fn a_constant_difference_is_decided() {
        let mut figure = DealDifferences::new(1);
        (0..60).for_each(|_| figure.add(0, (1, 0), 1));
        assert_eq!(SIZES.weigh(&figure, 1.0).verdict, Verdict::High);
        let mut figure = DealDifferences::new(1);
        (0..60).for_each(|_| figure.add(0, (0, 1), 1));
        assert_eq!(SIZES.weigh(&figure, 1.0).verdict, Verdict::Low);
    }
}
