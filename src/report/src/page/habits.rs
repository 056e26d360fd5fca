//! The habits of the strategy that wins most, in a sentence.

use super::wording::{Finding, NAMES, Tone};
use sim_engine::text::people;
use sim_lab::tables::{Cell, Table};

/// What the strategy that wins most does otherwise than the others.
pub fn finding(shares: &Table, profile: &Table) -> Option<Finding> {
    let best = *shares.ranked().first()?;
    let name = shares.text(best, "strategy");
    let own = profile.rows.iter().filter(|row| profile.text(row, "strategy") == name);
    let describe = |row: &Vec<Cell>| {
        let words = |column| profile.text(row, column).replace('_', " ");
        let places: Vec<String> =
            ["row_label", "column_label"].map(words).into_iter().filter(|word| !word.is_empty()).collect();
        let place = if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) };
        let mean =
            |column| profile.number(row, column).map_or("–".to_owned(), |mean| people::number(mean, None));
        format!("{}{place} {}, others {}", words("habit"), mean("mean"), mean("field_mean"))
    };
    // One row of a measure is enough: its others mostly tell the same.
    let mut seen: Vec<String> = Vec::new();
    let is_new = |row: &&Vec<Cell>| {
        let habit = profile.text(row, "habit").to_owned();
        let is_new = !seen.contains(&habit);
        seen.push(habit);
        is_new
    };
    let first: Vec<String> = own.filter(is_new).take(NAMES).map(describe).collect();
    (!first.is_empty()).then(|| Finding {
        tone: Tone::Calm,
        text: format!(
            "What `{name}` does most differently from the others, as means: {}. The table “What each strategy does differently” goes on.",
            first.join("; ")
        ),
    })
}
