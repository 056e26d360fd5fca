//! Numbers with their units and intervals, for sentences and grids. The objective reads as a win rate in percent,
//! with differences in points, or as points under the game's own name for them.

use sim_engine::text::people;
use sim_lab::{figure::Unit, finding::TableValue};
use sim_stats::{Estimate, Interval};

/// Least decimals of a difference.
pub fn least(unit: Unit) -> usize {
    if unit.is_share() { 1 } else { 2 }
}

pub fn ends(interval: Interval) -> (f64, f64) {
    (interval.low, interval.high)
}

/// A share in percent with its interval; empty if it is unknown.
pub fn share(share: &Estimate) -> String {
    number(&share.scaled(100.0), 1)
}

/// A number with its interval, and at least `least` decimals; empty if it is unknown.
pub fn number(estimate: &Estimate, least: usize) -> String {
    with_error(estimate, least, people::fixed).unwrap_or_default()
}

/// A difference in the objective: in percentage points of win rate, or in points of the game to a hundredth. If it
/// is unknown, the reason.
pub fn gain(estimate: &Estimate, unit: Unit) -> String {
    let told = with_error(&estimate.scaled(unit.factor()), least(unit), people::signed);
    told.unwrap_or_else(|| estimate.note.to_owned())
}

/// A difference with its interval, and `+` if positive; if it is unknown, the reason.
pub fn difference(estimate: &Estimate) -> String {
    with_error(estimate, 1, people::signed).unwrap_or_else(|| estimate.note.to_owned())
}

/// With the half width of its interval or, if that is lopsided, both ends.
fn with_error(estimate: &Estimate, least: usize, form: fn(f64, usize) -> String) -> Option<String> {
    let (value, error) = people::within(estimate.value?, estimate.interval.map(ends), least, form);
    Some((value + &error).replace('\u{a0}', " "))
}

/// A difference and both ends of its interval, in a cell each; without an interval, `why`.
pub fn cells(difference: &Estimate, least: usize, why: &str) -> [String; 2] {
    let places = people::decimals(difference.half_width(), least);
    let value = difference.value.map_or(String::new(), |value| people::signed(value, places));
    [value, difference.interval.map_or_else(|| why.to_owned(), |ends| range(ends, places))]
}

/// Both ends of a difference.
pub fn range(ends: Interval, places: usize) -> String {
    format!("{} to {}", people::signed(ends.low, places), people::signed(ends.high, places))
}

/// A difference in the objective: `+6.2 points (+5.1 to +7.3)`.
pub fn points(value: f64, interval: Option<Interval>, unit: Unit) -> String {
    let [value, between] = parts(value, interval, unit);
    format!("{value} {}{between}", unit.name())
}

/// [`points`] without the unit, for a table that shows it.
pub fn signed(value: f64, interval: Option<Interval>, unit: Unit) -> String {
    parts(value, interval, unit).concat()
}

fn parts(value: f64, interval: Option<Interval>, unit: Unit) -> [String; 2] {
    let difference = Estimate { value: Some(value), interval, ..Estimate::MISSING }.scaled(unit.factor());
    let [value, between] = cells(&difference, least(unit), "");
    [value, if between.is_empty() { between } else { format!(" ({between})") }]
}

pub fn percent(one: &TableValue) -> String {
    people::percent_within(one.value, one.interval.map(ends))
}

/// With no more digits than necessary.
pub fn short_percent(share: f64) -> String {
    people::short(share * 100.0)
}

/// `50.0 %`, or `0.25 chips`.
pub fn level(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Share => people::percent(value, None),
        unit => format!("{} {}", people::number(value, None), unit.name()),
    }
}

/// The unit of differences: `percentage points`, or `chips a game`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_as_many_digits_as_its_error_lets_it() {
        let interval = Some(Interval { low: 0.25, high: 0.35 });
        let known = Estimate { value: Some(0.3), interval, ..Estimate::MISSING };
        assert_eq!(share(&known), "30.0 ± 5.0");
        assert_eq!(share(&Estimate { interval: None, ..known }), "30.0");
        assert_eq!(share(&Estimate::MISSING), "");
    }

    #[test]
    fn a_lopsided_interval_has_both_ends() {
        let known = |value, low, high| {
            let interval = Some(Interval { low, high });
            Estimate { value: Some(value), interval, ..Estimate::MISSING }
        };
        // 58 of 60 with Wilson's interval.
        assert_eq!(share(&known(0.967, 0.881, 0.991)), "96.7 (88.1 to 99.1)");
        assert_eq!(gain(&known(0.02, 0.019, 0.06), Unit::Share), "+2.0 (+1.9 to +6.0)");
        assert_eq!(number(&known(585.0, 348.0, 818.0), 0), "585 ± 235");
    }
}
