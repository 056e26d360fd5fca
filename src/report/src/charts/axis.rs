#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    pub low: f64,
    pub high: f64,
    from: f64,
    to: f64,
    pub is_logarithmic: bool,
}

impl Scale {
    /// Maps `low` to `from` and `high` to `to`; an empty range is widened.
    pub fn new(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
        Scale { low, high, from, to, is_logarithmic: false }
    }

    /// Like [`Scale::new`], but logarithmic if `low` is above 0.
    pub fn logarithmic(low: f64, high: f64, from: f64, to: f64) -> Scale {
        Scale { is_logarithmic: low > 0.0, ..Scale::new(low, high, from, to) }
    }

    pub fn at(&self, value: f64) -> f64 {
        let share = match self.is_logarithmic {
            true => libm::log(value.max(f64::MIN_POSITIVE) / self.low) / libm::log(self.high / self.low),
            false => (value - self.low) / (self.high - self.low),
        };
        self.from + share.clamp(-0.05, 1.05) * (self.to - self.from)
    }

    /// Round values inside the range, about `wanted` of them, each with the decimals it needs.
    pub fn labelled_ticks(&self, wanted: usize) -> Vec<(f64, usize)> {
        if !self.is_logarithmic {
            let (ticks, decimals) = self.ticks(wanted);
            return ticks.into_iter().map(|tick| (tick, decimals)).collect();
        }
        let power = |value: f64| libm::floor(libm::log10(value)) as i32;
        let (first, last) = (power(self.low), power(self.high));
        let factors: &[f64] =
            if (last - first) as usize * 3 <= wanted + 3 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        (first..=last)
            .flat_map(|power| {
                let decimals = usize::try_from(-power).unwrap_or(0);
                factors.iter().map(move |factor| (factor * 10f64.powi(power), decimals))
            })
            .filter(|(tick, _)| (self.low..=self.high).contains(tick))
            .collect()
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

/// The first of 1, 2, 5, 10, 20, 50, ... that is at least 0.75 of the rough step.
fn round_step(rough: f64) -> f64 {
    let power = 10f64.powi(libm::floor(libm::log10(rough)) as i32);
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= rough * 0.75);
    factor.unwrap_or(10.0) * power
}

/// Minimum and maximum, widened on each side by `part` of their distance, or by half of what the distance lacks to
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
            ticks.iter().map(|tick| sim_engine::text::people::fixed(*tick, decimals)).collect();
        assert_eq!(texts, ["−0.3", "−0.2", "−0.1", "0.0", "0.1"]);
    }

    #[test]
    fn logarithmic_ticks_stand_at_even_distances() {
        let scale = Scale::logarithmic(0.004, 12.0, 0.0, 100.0);
        let ticks = scale.labelled_ticks(8);
        assert_eq!(ticks, [(0.01, 2), (0.1, 1), (1.0, 0), (10.0, 0)]);
        let places: Vec<f64> = ticks.iter().map(|(tick, _)| scale.at(*tick)).collect();
        assert!(places.windows(3).all(|at| (at[2] - 2.0 * at[1] + at[0]).abs() < 1e-9), "{places:?}");
        assert_eq!((scale.at(0.004), scale.at(12.0)), (0.0, 100.0));
        let narrow = Scale::logarithmic(0.3, 4.0, 0.0, 1.0).labelled_ticks(8);
        assert_eq!(narrow, [(0.5, 1), (1.0, 0), (2.0, 0)]);
    }

    #[test]
    fn an_empty_range_is_widened() {
        let scale = Scale::new(3.0, 3.0, 0.0, 100.0);
        assert_eq!(scale.at(3.0), 50.0);
        assert_eq!(padded([f64::NAN].into_iter(), 0.1, 1.0), None);
        assert_eq!(padded([2.0].into_iter(), 0.1, 1.0), Some((1.5, 2.5)));
    }
}
