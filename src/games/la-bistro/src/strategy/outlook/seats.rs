//! Dice that find a section.

use std::sync::LazyLock;

use crate::rules::chart::DICE;

/// Steps of a die in the table.
const STEPS: usize = 8;

/// What is seated of each number of expected dice, in eighths of a die and one more than all, for
/// each number of sections below all dice.
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

    /// Dice that find a section out of `dice` expected ones, as if each of the fifteen came with
    /// the same chance; straight between eighths of a die.
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
    // Binomial terms one after the other; what exceeds the sections is turned away.
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
