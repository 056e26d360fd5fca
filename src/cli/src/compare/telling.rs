//! A comparison for reading.

use super::Sides;
use crate::findings;
use sim_engine::text::people;
use sim_lab::tables::{Cell, Table};
use sim_play::tally::{Duel, WIN};
use sim_stats::sprt::{self, Evidence, Sizes, Verdict};

/// The summary for reading.
pub fn text(sides: &Sides, duel: &Duel, table: &Table) -> String {
    let Sides { one, other, field } = sides;
    let against = if field.is_empty() { String::new() } else { format!(" against {}", people::list(field)) };
    let mut text = format!(
        "{}, {}: {} in the place of {}{against}\n{} of each on {}, seed {}\n\n",
        one.arm.info.title,
        people::counted(one.arm.inputs.rules.players as u64, "player", "players"),
        one.name,
        other.name,
        people::counted(duel.games, "game", "games"),
        people::counted(duel.deals, "deal", "deals"),
        one.arm.inputs.seed
    );
    let rows: Vec<&Vec<Cell>> = table.rows.iter().collect();
    text += &findings::grid(table, &rows, &["figure", "seat"], [&one.name, &other.name]);
    text.push('\n');
    text += &answer(table, &one.name, &other.name);
    let ratio = table.rows.first().and_then(|row| table.number(row, "variance_ratio"));
    text += &match ratio {
        None => String::new(),
        // Rounded to two digits it is 1.
        Some(ratio) if ratio >= 0.995 => {
            "Playing the same deals makes this no more exact than two separate runs.\n".to_owned()
        }
        Some(ratio) => format!(
            "Playing the same deals leaves {} of the variance of two separate runs.\n",
            people::short(ratio)
        ),
    };
    text
}

/// How it stands, for the progress bar.
pub fn standing(duel: &Duel, evidence: Option<Evidence>) -> String {
    let paired = duel.wins.paired().scaled(100.0 / WIN as f64);
    let Some(value) = paired.difference.value else { return String::new() };
    let mut words = format!("{} points", people::signed(value, 2));
    if let Some(half) = paired.difference.half_width() {
        words += &format!(" ± {half:.2}");
    }
    if let Some(ratio) = evidence.and_then(|evidence| evidence.ratio) {
        words += &format!("  LLR {} of ± {:.2}", people::signed(ratio, 2), sprt::bound());
    }
    words
}

/// The answer in a sentence.
fn answer(table: &Table, one: &str, other: &str) -> String {
    let Some(row) = table.rows.first() else { return String::new() };
    let number = |name: &str| table.number(row, name).map(|number| number * 100.0);
    let (Some(value), Some(low), Some(high)) = (number("difference"), number("low"), number("high")) else {
        return format!("{one} and {other}: {}.\n", table.text(row, "note"));
    };
    let places = people::decimals(Some((high - low) / 2.0), 1);
    let fixed = |number: f64| people::fixed(number, places);
    if low > 0.0 {
        let [value, low, high] = [value, low, high].map(fixed);
        format!(
            "{one} is better: it wins {value} percentage points more often than {other}, {low} to {high}.\n"
        )
    } else if high < 0.0 {
        let [value, low, high] = [-value, -high, -low].map(fixed);
        format!(
            "{other} is better: it wins {value} percentage points more often than {one}, {low} to {high}.\n"
        )
    } else {
        format!(
            "Not clear yet which is better: {one} wins between {} percentage points less often and {} more often than {other}.\n",
            fixed(-low),
            fixed(high)
        )
    }
}

/// What the sequential test says.
pub fn tested((one, other): (&str, &str), sizes: Sizes, evidence: Evidence, duel: &Duel) -> String {
    let [low, high] = [sizes.low, sizes.high].map(|size| people::short(size * 100.0));
    let ratio = evidence.ratio.map_or(String::new(), |ratio| {
        format!(" (log-likelihood ratio {}, bounds ± {:.2})", people::signed(ratio, 2), sprt::bound())
    });
    let verdict = match evidence.verdict {
        Verdict::High => format!(
            "the win rate of {one} less that of {other} is closer to {high} than to {low} percentage points"
        ),
        Verdict::Low => format!(
            "the win rate of {one} less that of {other} is closer to {low} than to {high} percentage points"
        ),
        Verdict::Open => return format!("Sequential test: still open{ratio}; give a larger --n.\n"),
    };
    let fixed = sizes.fixed_length(&duel.wins, WIN as f64).map_or(String::new(), |fixed| {
        format!(
            ", after {}; one of a fixed length needs {}",
            people::counted(duel.deals, "deal", "deals"),
            people::count(fixed)
        )
    });
    format!(
        "Sequential test: {verdict}{ratio}{fixed}. The test ended the run, so that the intervals above are a little too narrow.\n"
    )
}
