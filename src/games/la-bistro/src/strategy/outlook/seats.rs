//! Expected number of dice that find a section.

use std::sync::LazyLock;

use crate::rules::chart::DICE;

/// Table steps for each expected die.
const STEPS: usize = 8;

/// Expected seated dice: a row for each number of sections below all dice, by expected dice in eighths, with
/// one entry more for interpolation.
pub struct Seats([[f64; DICE * STEPS + 2]; DICE]);

static SEATS: LazyLock<Box<Seats>> = LazyLock::new(|| {
    let seated = |capacity: usize, step: usize| {
        binomial((step as f64 / STEPS as f64).min(DICE as f64), capacity as f64)
    };
    let row = |capacity: usize| std::array::from_fn(|step| seated(capacity, step));
    Box::new(Seats(std::array::from_fn(row)))
});

impl Seats {
    pub fn table() -> &'static Seats {
        &SEATS
    }

    /// Returns the expected number of seated dice out of `dice` expected ones, as if these were binomial over
    /// the fifteen dice. Interpolates linearly between eighths of a die.
    #[inline]
    pub fn seated(&self, dice: f64, capacity: u8) -> f64 {
        let Some(row) = self.0.get(usize::from(capacity)) else { return dice.max(0.0) };
        let eighths = dice * STEPS as f64;
        let step = eighths.clamp(0.0, (DICE * STEPS) as f64) as u16;
        let (here, next) = (row[usize::from(step)], row[usize::from(step) + 1]);
        here + (eighths - f64::from(step)) * (next - here)
    }
}

fn binomial(dice: f64, capacity: f64) -> f64 {
    let n = DICE as f64;
    let chance = (dice / n).min(1.0);
    if chance >= 1.0 {
        return capacity;
    }
    // Accumulates binomial terms; dice beyond the sections are turned away.
    let ratio = chance / (1.0 - chance);
    let mut term = (0..DICE).fold(1.0, |power, _| power * (1.0 - chance));
    let mut sum = 0.0;
    let mut below = 0.0;
    for count in 0..=DICE {
        let k = count as f64;
        if k >= capacity {
            break;
        }
        sum += term * k;
        below += term;
        term *= ratio * (n - k) / (k + 1.0);
    }
    sum + (1.0 - below) * capacity
}
