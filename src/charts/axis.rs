//! Scales and their ticks.

/// A straight map from values to points of the figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    pub low: f64,
    pub high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Maps `low` to `from` and `high` to `to`; an empty range is widened.
    pub fn new(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
        Scale { low, high, from, to }
    }

    pub fn at(&self, value: f64) -> f64 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(-0.05, 1.05);
        self.from + share * (self.to - self.from)
    }

    /// Round values inside the range, about `wanted` of them, and the decimals they need.
    pub fn ticks(&self, wanted: usize) -> (Vec<f64>, usize) {
        let step = round_step((self.high - self.low) / wanted.max(1) as f64);
        let decimals = (-libm::floor(libm::log10(step) + 1e-9)).clamp(0.0, 9.0) as usize;
        let first = (self.low / step - 1e-9).ceil();
        let ticks = (0..=2 * wanted.max(1) + 2)
            .map(|at| (first + at as f64) * step)
            .take_while(|tick| *tick <= self.high + step * 1e-9)
            .collect();
        (ticks, decimals)
    }
}

/// Of 1, 2, 5, 10, 20, 50, ... the first that is not much below the rough step.
fn round_step(rough: f64) -> f64 {
    let power = 10f64.powi(libm::floor(libm::log10(rough)) as i32);
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= rough * 0.75);
    factor.unwrap_or(10.0) * power
}

/// Ends of a set of numbers, widened by a part of their distance, and by half of what they miss to
/// `least`.
pub fn padded(values: impl Iterator<Item = f64>, part: f64, least: f64) -> Option<(f64, f64)> {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return None;
    }
    let extra = ((high - low) * part).max((least - (high - low)) / 2.0);
    Some((low - extra, high + extra))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let (ticks, decimals) = Scale::new(0.0, 100.0, 0.0, 1.0).ticks(5);
        assert_eq!((ticks, decimals), (vec![0.0, 20.0, 40.0, 60.0, 80.0, 100.0], 0));
        let (ticks, decimals) = Scale::new(-0.31, 0.12, 0.0, 1.0).ticks(6);
        let texts: Vec<String> =
            ticks.iter().map(|tick| crate::text::people::fixed(*tick, decimals)).collect();
        assert_eq!(texts, ["−0.3", "−0.2", "−0.1", "0.0", "0.1"]);
    }

    #[test]
    fn an_empty_range_is_widened() {
        let scale = Scale::new(3.0, 3.0, 0.0, 100.0);
        assert_eq!(scale.at(3.0), 50.0);
        assert_eq!(padded([f64::NAN].into_iter(), 0.1, 1.0), None);
        assert_eq!(padded([2.0].into_iter(), 0.1, 1.0), Some((1.5, 2.5)));
    }
}
