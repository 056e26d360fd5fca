//! Intervals that hold at all interim analyses of a run at once, so that it may stop when its answer is known.
//!
//! The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024, Annals of Statistics
//! 52, 2613-2640), which is the normal mixture of Robbins (1970). Whatever the reason to stop, such as an interval on
//! one side of a limit, at most `level` of runs mislead. A run takes about twice the deals of a fixed-length test.
//!
//! The interval gives a verdict: within the tolerance around 0, above it, below it, or undecided. This combines both
//! one-sided tests of equivalence with both tests of a relevant difference. With a level of 5 % split evenly over a
//! list (Bonferroni), all verdicts of the list are right in 95 % of calls. Passing on the level of decided figures
//! (Holm) would gain nothing: such a figure may be decided wrongly, so it still needs its share.
//!
//! Simulated with 2,000 calls each, for lists of four shares with an analysis whenever the deals have grown by a
//! quarter (`scripts/coverage of_verdicts`). Some verdict was wrong at some analysis in 0.8 % of calls with all four
//! exactly on the limit, in 0.1 % with one on it, and in none with all a third of the tolerance inside or outside.
//! With plain 95 % intervals (500 calls each) it was 67, 26 and 3 %.

use super::{
    estimate::{Estimate, Interval, student_at},
    ratio::share_interval,
};

/// The number of deals at which the sequence is narrowest for its level: about what a verdict takes.
const AIM: f64 = 16_384.0;

/// The minimum number of deals for a verdict: the sequence assumes nearly normal sums.
pub const LEAST: u64 = 1024;

/// The number of deals above which no forecast is given.
const MOST: f64 = 1e12;

/// The half-width in standard errors; the chance to miss at any analysis is at most `level`.
pub fn quantile(level: f64, deals: u64) -> f64 {
    let tail = -2.0 * libm::log(level);
    // The parameter of the mixture that makes the sequence narrowest at `AIM`, as the authors give it.
    let density = (tail + libm::log(tail) + 1.0) / AIM;
    let weight = deals.max(1) as f64 * density;
    ((weight + 1.0) / weight * (libm::log(weight + 1.0) + tail)).sqrt()
}

/// The largest error of a mean of values from 0 to 1 that have not varied so far: a higher chance of change per deal
/// would have shown in all but `level` of runs. It holds at all analyses at once, as a miss at one analysis implies a
/// miss at the first that can miss.
fn unseen(level: f64, deals: u64) -> f64 {
    -libm::log(level) / deals.max(1) as f64
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    Share,
    Difference,
}

/// The interval of the figure, with a chance of at most `level` to be wrong at any analysis. `None` with too few
/// deals or without a standard error.
pub fn interval(estimate: &Estimate, figure: Scale, level: f64) -> Option<Interval> {
    let (value, error) = estimate.value.zip(estimate.standard_error)?;
    if estimate.deals < LEAST {
        return None;
    }
    if error <= 0.0 {
        let half = unseen(level, estimate.deals);
        return Some(Interval { low: value - half, high: value + half });
    }
    let quantile = student_at(quantile(level, estimate.deals), estimate.degrees);
    match figure {
        Scale::Share => share_interval(estimate, quantile),
        Scale::Difference => Some(Interval { low: value - quantile * error, high: value + quantile * error }),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Position {
    Within,
    Above,
    Below,
    Undecided,
}

impl Position {
    /// `within`, `above`, `below` or `undecided`.
    pub fn word(self) -> &'static str {
        match self {
            Position::Within => "within",
            Position::Above => "above",
            Position::Below => "below",
            Position::Undecided => "undecided",
        }
    }

    /// Where an interval lies relative to the tolerance around 0.
    pub fn classify(interval: Option<Interval>, tolerance: f64) -> Position {
        match interval {
            Some(ends) if ends.low > tolerance => Position::Above,
            Some(ends) if ends.high < -tolerance => Position::Below,
            Some(ends) if ends.low >= -tolerance && ends.high <= tolerance => Position::Within,
            _ => Position::Undecided,
        }
    }
}

/// The approximate number of deals that decide a figure at a distance of `gap` from its nearest limit. `None` if that
/// is more than `MOST`, or if no standard error is known yet.
pub fn deals_needed(estimate: &Estimate, gap: f64, level: f64) -> Option<u64> {
    const ROUNDS: usize = 20;
    let error = estimate.standard_error?;
    let deals = estimate.deals as f64;
    let needed = if error > 0.0 {
        // The sequence widens slowly, so this converges.
        let next = |needed: f64| {
            let quantile = quantile(level, (needed as u64).max(LEAST));
            (deals * (quantile * error / gap).powi(2)).min(2.0 * MOST)
        };
        (0..ROUNDS).fold(deals, |needed, _| next(needed))
    } else {
        -libm::log(level) / gap
    };
    (needed < MOST).then(|| (needed.ceil() as u64).max(LEAST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RatioSums, estimate::Z};
    use sim_engine::{Luck, Purpose};

    #[test]
    fn the_sequence_is_the_published_one() {
        // The mixture martingale exp(z^2 w / 2(w + 1)) / sqrt(w + 1) is 1/level at the boundary (Robbins).
        for (level, deals) in [(0.05, 1024), (0.05, 50_000), (0.001, 16_384)] {
            let tail = -2.0 * libm::log(level);
            let weight = deals as f64 * (tail + libm::log(tail) + 1.0) / AIM;
            let z = quantile(level, deals);
            let martingale = libm::exp(z * z * weight / (2.0 * (weight + 1.0))) / (weight + 1.0).sqrt();
            assert!((martingale * level - 1.0).abs() < 1e-9, "{level} {deals}: {martingale}");
        }
        // At `AIM` deals the interval is about at its narrowest: 3.03 standard errors at 5 %.
        let here = quantile(0.05, 16_384);
        assert!((here - 3.03).abs() < 0.02, "{here}");
        let width = |deals: u64| quantile(0.05, deals);
        assert!(width(2048) > here && width(500_000) > here);
    }

    #[test]
    fn a_position_is_read_off_the_interval() {
        let of = |low, high| Position::classify(Some(Interval { low, high }), 0.03);
        assert_eq!(of(-0.02, 0.029), Position::Within);
        assert_eq!(of(0.031, 0.05), Position::Above);
        assert_eq!(of(-0.9, -0.04), Position::Below);
        assert_eq!(of(0.02, 0.04), Position::Undecided);
        assert_eq!(of(-0.1, 0.1), Position::Undecided);
        assert_eq!(Position::classify(None, 0.03), Position::Undecided);
    }

    #[test]
    fn what_never_varied_is_known_by_the_number_of_its_deals() {
        let estimate = |deals| {
            let fixed = Estimate { value: Some(0.5), standard_error: Some(0.0), ..Estimate::MISSING };
            Estimate { deals, ..fixed }
        };
        assert_eq!(interval(&estimate(1), Scale::Share, 0.05), None);
        assert_eq!(interval(&estimate(LEAST - 1), Scale::Difference, 0.05), None);
        // The rule of three at 5 %: 3 divided by the number of deals.
        let ends = interval(&estimate(1024), Scale::Share, 0.05).unwrap();
        assert!((ends.high - 0.5 - 3.0 / 1024.0).abs() < 1e-5, "{ends:?}");
        assert_eq!(deals_needed(&estimate(1024), 0.001, 0.05), Some(2996));
        assert_eq!(interval(&Estimate { deals: 5000, ..Estimate::MISSING }, Scale::Share, 0.05), None);
    }

    #[test]
    fn the_deals_needed_decide_a_figure_whose_estimate_stays() {
        let at = |deals: u64, error: f64| Estimate {
            deals,
            degrees: deals - 1,
            value: Some(0.0),
            standard_error: Some(error),
            ..Estimate::MISSING
        };
        let (first, gap) = (at(2000, 0.01), 0.005);
        let needed = deals_needed(&first, gap, 0.01).unwrap();
        let half = |deals: u64| {
            let error = 0.01 * (2000.0 / deals as f64).sqrt();
            interval(&at(deals, error), Scale::Difference, 0.01).unwrap().high
        };
        assert!(half(needed) < 1.001 * gap && half(needed * 19 / 20) > gap, "{needed}");
        assert_eq!(deals_needed(&first, 0.0, 0.01), None);
    }

    /// The share of runs with a wrong verdict at any interim analysis, and the share of runs that reach all verdicts.
    /// The verdicts are on a list of shares that differ by `truths` from a fair 1/4. A run repeats its analysis until
    /// all are decided or 20,000 deals are played.
    fn errors(truths: &[f64], runs: u64, ends: impl Fn(&Estimate) -> Option<Interval>) -> (f64, f64) {
        const TOLERANCE: f64 = 0.03;
        let right = |truth: f64| match truth {
            off if off > TOLERANCE + 1e-9 => Position::Above,
            off if off < -TOLERANCE - 1e-9 => Position::Below,
            _ => Position::Within,
        };
        let (mut wrong, mut whole) = (0, 0);
        for run in 0..runs {
            let mut stream = Luck::new(23, run).stream(Purpose::new("test.anytime"), 0);
            let mut list = vec![RatioSums::default(); truths.len()];
            let (mut deals, mut look, mut is_misled) = (0, LEAST, false);
            loop {
                while deals < look {
                    for (sums, off) in list.iter_mut().zip(truths) {
                        sums.add(i64::from(stream.unit() < 0.25 + off), 1);
                    }
                    deals += 1;
                }
                let position = |sums: &RatioSums| {
                    let ends = ends(&sums.share(1.0, &[])).map(|ends| ends.moved(-0.25));
                    Position::classify(ends, TOLERANCE)
                };
                let found: Vec<Position> = list.iter().map(position).collect();
                let is_wrong = |(found, off): (&Position, &f64)| match *found {
                    Position::Undecided => false,
                    // On the limit itself, any verdict is wrong.
                    _ if (off.abs() - TOLERANCE).abs() < 1e-9 => true,
                    found => found != right(*off),
                };
                is_misled |= found.iter().zip(truths).any(is_wrong);
                let is_whole = !found.contains(&Position::Undecided);
                if is_whole || look >= 20_000 {
                    wrong += u64::from(is_misled);
                    whole += u64::from(is_whole);
                    break;
                }
                look += look / 4;
            }
        }
        (wrong as f64 / runs as f64, whole as f64 / runs as f64)
    }

    fn by_sequence(estimate: &Estimate) -> Option<Interval> {
        interval(estimate, Scale::Share, 0.05 / 4.0)
    }

    fn by_plain_interval(estimate: &Estimate) -> Option<Interval> {
        share_interval(estimate, Z)
    }

    #[test]
    fn a_list_that_is_looked_at_again_and_again_is_as_rarely_wrong_as_is_said() {
        let hard = [0.03, -0.03, 0.03, 0.0];
        let (wrong, _) = errors(&hard, 60, by_sequence);
        assert!(wrong <= 0.05 + 2.0 * (0.05 * 0.95 / 60.0_f64).sqrt(), "{wrong}");
        // Plain 95 % intervals are wrong far more often.
        let (wrong, _) = errors(&hard, 60, by_plain_interval);
        assert!(wrong > 0.2, "{wrong}");
        // Clear cases are decided.
        assert_eq!(errors(&[0.1, -0.09, 0.0, 0.005], 10, by_sequence), (0.0, 1.0));
    }

    #[test]
    #[ignore = "takes minutes: scripts/coverage"]
    #[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
    fn coverage_of_verdicts() {
        for truths in [[0.03, 0.03, -0.03, -0.03], [0.03, 0.0, 0.1, -0.1], [0.02, 0.04, -0.02, -0.04]] {
            let (wrong, whole) = errors(&truths, 2000, by_sequence);
            let (plain, _) = errors(&truths, 500, by_plain_interval);
            println!("{truths:?}: wrong in {wrong:.4}, plain {plain:.3}; whole in {whole:.4}");
            assert!(wrong <= 0.05, "{truths:?}: {wrong}");
        }
    }
}
