//! The difference of two runs for reading.

use super::Run;
use crate::findings;
use sim_engine::{settings::Change, text::people};
use sim_lab::{
    pairs::Change as Verdict,
    tables::{Cell, Table},
};

/// Rows of a list that are shown; the tables have all.
const ROWS: usize = 12;
/// Games that are shown.
const GAMES: usize = 3;

/// The changes in a few words: `hand_limit=5`.
pub fn changes(changes: &[Change]) -> String {
    let names: Vec<String> =
        changes.iter().take(3).map(|one| format!("{}={}", one.path, one.value)).collect();
    match changes.len().saturating_sub(3) {
        0 => names.join(" "),
        more => format!("{} and {more} more", names.join(" ")),
    }
}

pub fn text(
    (old, new): (&Run<'_>, &Run<'_>),
    tolerance: f64,
    (differences, components, games): (&Table, &Table, &Table),
) -> String {
    let inputs = &old.named.arm.inputs;
    let mut text = format!(
        "{}, {}: {} less {}\n{} of each on {}, seed {}\n",
        old.named.arm.info.title,
        people::counted(inputs.rules.players as u64, "player", "players"),
        new.named.name,
        old.named.name,
        people::counted(old.tally.games, "game", "games"),
        people::counted(old.tally.deals, "deal", "deals"),
        inputs.seed
    );
    let verdicts = |verdict: Verdict| -> Vec<&Vec<Cell>> {
        let rows = differences.rows.iter();
        rows.filter(|row| differences.text(row, "verdict") == verdict.word()).collect()
    };
    let is_win = |row: &&Vec<Cell>| differences.text(row, "figure") == "win_rate";
    let wins: Vec<&Vec<Cell>> = differences.rows.iter().filter(is_win).collect();
    text.push('\n');
    text += &findings::grid(differences, &wins, &["figure", "strategy", "seat"], ["new", "old"]);
    let changed = verdicts(Verdict::Changed);
    // Who wins stands above, and places say it again.
    let is_other = |row: &&&Vec<Cell>| {
        let figure = differences.text(row, "figure");
        figure != "win_rate" && !figure.starts_with("place_")
    };
    let others: Vec<&Vec<Cell>> = changed.iter().filter(is_other).copied().collect();
    text += &match (changed.len(), others.len()) {
        (0, _) => "\nNo figure is found to change by more than the tolerance.\n".to_owned(),
        (_, 0) => String::new(),
        (count, more) => format!(
            "\nChanged: {count} of {} figures. Besides win rates and places, the clearest are\n\n{}{}",
            differences.rows.len(),
            findings::grid(differences, &head(&others), &["figure", "strategy", "seat"], ["new", "old"]),
            rest(more)
        ),
    };
    let percent = people::short(tolerance * 100.0);
    let same = verdicts(Verdict::Same).len();
    let slightly = verdicts(Verdict::Slightly).len();
    let open = verdicts(Verdict::Open).len();
    text += &format!(
        "\nThe same within {percent} %: {same}. Changed, but by less than that: {slightly}. Not known yet: {open}.\n"
    );
    let steady: Vec<String> = verdicts(Verdict::Same)
        .into_iter()
        .chain(verdicts(Verdict::Slightly))
        .filter(is_win)
        .map(|row| match differences.number(row, "seat") {
            Some(seat) => format!("seat {seat}"),
            None => differences.text(row, "strategy").to_owned(),
        })
        .collect();
    if !steady.is_empty() {
        text += &format!("Win rates within {percent} percentage points: {}.\n", people::list(&steady));
    }
    let is_found =
        |row: &&Vec<Cell>| components.number(row, "false_discovery_rate").is_some_and(|rate| rate <= 0.05);
    let found: Vec<&Vec<Cell>> = components.rows.iter().filter(is_found).collect();
    if !found.is_empty() {
        text += &format!(
            "\nComponents whose use or adjusted difference changed, the clearest first\n\n{}{}",
            findings::grid(components, &head(&found), &["component", "figure", "strategy"], ["new", "old"]),
            rest(found.len())
        );
    }
    if !games.rows.is_empty() {
        text += "\nGames in which it mattered most\n";
        for row in games.rows.iter().take(GAMES) {
            let number = |name| games.number(row, name).map_or(String::new(), people::short);
            text += &format!(
                "\n  {} points apart; won by {}, before by {}\n  {}\n  {}\n",
                number("points_moved"),
                games.text(row, "winner_new"),
                games.text(row, "winner_old"),
                games.text(row, "replay_new"),
                games.text(row, "replay_old")
            );
        }
    }
    text
}

fn head<'r>(rows: &[&'r Vec<Cell>]) -> Vec<&'r Vec<Cell>> {
    rows.iter().copied().take(ROWS).collect()
}

/// What is left out of a list, if something is.
fn rest(count: usize) -> String {
    match count.saturating_sub(ROWS) {
        0 => String::new(),
        more => format!("and {more} more: see --out or --format json\n"),
    }
}
