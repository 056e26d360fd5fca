use sim_engine::{Info, text::people};
use sim_stats::paired::PairedEstimate;

use super::Credit;
use crate::figure::Unit;

/// The contribution of each group of params to a gain; empty if unknown.
pub fn credits(credits: &[Credit], unit: Unit, info: &Info) -> String {
    if credits.is_empty() {
        return String::new();
    }
    let mut text =
        "\nWhat brought it: on test deals, less the same with these params as they were.\n".to_owned();
    for credit in credits {
        let many = match credit.params.len() {
            1 => String::new(),
            count => format!(" ({count} params)"),
        };
        let words = if credit.paired.differing == 0 {
            "nothing: no game changed".to_owned()
        } else {
            gained(&credit.paired, unit, info)
        };
        text += &format!("  {}{many}: {words}\n", credit.name);
    }
    text
}

/// A win rate, or a number with the game's word for points.
pub fn amount(value: f64, unit: Unit, info: &Info) -> String {
    match unit {
        Unit::Share => people::percent(value, None),
        _ => format!("{} {}", people::number(value, None), unit.word(info)),
    }
}

/// A difference with its interval: in percentage points of win rate, or in the game's points.
pub fn gained(paired: &PairedEstimate, unit: Unit, info: &Info) -> String {
    let scaled = paired.difference.scaled(unit.factor());
    let (least, word) = if unit.is_share() { (1, "points") } else { (2, unit.word(info)) };
    match (scaled.value, scaled.interval) {
        (Some(value), Some(interval)) => {
            let places = people::decimals(scaled.half_width(), least);
            let [low, high] = [interval.low, interval.high].map(|end| people::signed(end, places));
            format!("{} {word} ({low} to {high})", people::signed(value, places))
        }
        _ => paired.words(),
    }
}
