//! How the objective reads: win rates in percent and their differences in points, or points under what the game calls
//! them.

use sim_engine::text::people;
use sim_lab::figure::Unit;

pub fn verb(unit: Unit) -> &'static str {
    if unit.is_share() { "wins" } else { "scores" }
}

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
