use sim_engine::text::people;
use sim_lab::{figure::Unit, finding::At};
use sim_stats::Interval;

use super::super::number::range;

pub fn ends(interval: Interval) -> (f64, f64) {
    (interval.low, interval.high)
}

pub fn percent(one: &At) -> String {
    people::percent_within(one.value, one.interval.map(ends))
}

/// Whole, without its sign.
pub fn short_percent(share: f64) -> String {
    people::short(share * 100.0)
}

/// A difference in the objective: `+6.2 points (+5.1 to +7.3)`.
pub fn points(value: f64, interval: Option<Interval>, unit: Unit) -> String {
    let (value, between) = told(value, interval, unit);
    format!("{value} {}{between}", unit.name())
}

/// The same without the unit, where that stands beside it.
pub fn signed(value: f64, interval: Option<Interval>, unit: Unit) -> String {
    let (value, between) = told(value, interval, unit);
    value + &between
}

fn told(value: f64, interval: Option<Interval>, unit: Unit) -> (String, String) {
    let (factor, least) = (unit.factor(), if unit.is_share() { 1 } else { 2 });
    let half = interval.map(|ends| (ends.high - ends.low) * factor / 2.0);
    let places = people::decimals(half, least);
    let between = interval.map_or(String::new(), |ends| format!(" ({})", range(ends.scaled(factor), places)));
    (people::signed(value * factor, places), between)
}
