//! How the objective reads: win rates in percent and their differences in points, or points under what the game calls
//! them.

use sim_engine::text::people;
use sim_lab::figure::Unit;
use sim_stats::Estimate;

use super::finding::numbers::ends;

/// `50.0 %`, or `0.25 chips`.
pub fn level(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Share => people::percent(value, None),
        unit => format!("{} {}", people::number(value, None), unit.name()),
    }
}

/// What differences are in: `percentage points`, or `chips a game`.
pub fn per_game(unit: Unit) -> String {
    if unit.is_share() { "percentage points".to_owned() } else { format!("{} a game", unit.name()) }
}

/// A result with its interval: `25.0 % ± 0.4`, or `0.25 ± 0.01 chips`.
pub fn result(estimate: &Estimate, unit: Unit) -> String {
    let ends = estimate.interval.map(ends);
    match (estimate.value, unit) {
        (None, _) => "an unknown number".to_owned(),
        (Some(value), Unit::Share) => people::percent_within(value, ends),
        (Some(value), unit) => format!("{} {}", people::number_within(value, ends), unit.name()),
    }
}
