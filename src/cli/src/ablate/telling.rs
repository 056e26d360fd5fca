//! An ablation for reading.

use crate::{findings, left_out::LeftOut};
use sim_engine::text::people;
use sim_lab::{
    experiment::Arm,
    tables::{Cell, Table, pairs::Way},
};
use sim_stats::multiplicity::LEVEL;

/// Rows of a list that are shown; the table has all.
const ROWS: usize = 15;
/// Names that are told one by one.
const NAMES: usize = 3;

pub fn text(first: &Arm, table: &Table, left_out: &LeftOut, deals: u64) -> String {
    let mut text = format!(
        "{}, {}: with each component and without it\n{} with and without each, seed {}\n\n",
        first.info.title,
        people::counted(first.inputs.rules.players as u64, "player", "players"),
        people::counted(deals, "deal", "deals"),
        first.inputs.seed
    );
    let wins = |ways: &[Way]| -> Vec<&Vec<Cell>> {
        let is_one = |row: &&Vec<Cell>| ways.iter().any(|way| way.word() == table.text(row, "way"));
        let wins = table.rows.iter().filter(|row| table.text(row, "figure") == "win_rate");
        wins.filter(is_one).collect()
    };
    let without = wins(&[Way::TakenOut, Way::Replaced]);
    text += &list(table, &without, ["with", "without"]);
    text += &format!("Win rate of those who use it, with it and without it. {}", told_apart(table, &without));
    text += &moved_most(table, &without);
    if is_any_found(table, &without) {
        text += "`adjusted difference`: how much more often its users win at the same table, in percentage points. A link, not a cause.\n";
    }
    let free = wins(&[Way::Free]);
    if !free.is_empty() {
        text += &format!(
            "\nFor free, or as cheap as its table allows\n\n{}",
            list(table, &free, ["free", "as it is"])
        );
        text += &told_apart(table, &free);
    }
    let given = wins(&[Way::Given]);
    if !given.is_empty() {
        text += &format!(
            "\nDealt to seat 1 for certain: the win rate of that seat\n\n{}",
            list(table, &given, ["given", "as it is"])
        );
        text += &told_apart(table, &given);
    }
    let blanks: Vec<String> =
        wins(&[Way::Replaced]).iter().map(|row| table.text(row, "component").to_owned()).collect();
    if !blanks.is_empty() {
        text += &format!(
            "Replaced by a blank of the same kind, because nothing can be played without it: {}\n",
            people::list(&first_names(&blanks))
        );
    }
    text + &left_out.told()
}

/// The first names of a list, and how many more there are.
fn first_names(names: &[String]) -> Vec<String> {
    let mut list: Vec<String> = names.iter().take(NAMES).cloned().collect();
    if names.len() > NAMES {
        list.push(format!("{} more", names.len() - NAMES));
    }
    list
}

fn list(table: &Table, rows: &[&Vec<Cell>], arms: [&str; 2]) -> String {
    let head: Vec<&Vec<Cell>> = rows.iter().copied().take(ROWS).collect();
    let mut text = findings::grid(table, &head, &["component", "kind", "adjusted_difference"], arms);
    if rows.len() > ROWS {
        text += &format!("and {} more: see --out or --format json\n", rows.len() - ROWS);
    }
    text + "\n"
}

fn is_found(table: &Table, row: &[Cell]) -> bool {
    table.number(row, "false_discovery_rate").is_some_and(|rate| rate <= LEVEL)
}

/// Of the first that are found, the strategy that each moves most.
fn moved_most(table: &Table, rows: &[&Vec<Cell>]) -> String {
    let found = rows.iter().filter(|row| is_found(table, row)).take(NAMES);
    let moved = found.filter_map(|row| {
        let by = people::signed(table.number(row, "moved_by")? * 100.0, 1);
        let (component, strategy) = (table.text(row, "component"), table.text(row, "most_moved"));
        Some(format!("{component} changes the win rate of {strategy} most: {by} points.\n"))
    });
    moved.collect()
}

fn is_any_found(table: &Table, rows: &[&Vec<Cell>]) -> bool {
    rows.iter().any(|row| is_found(table, row))
}

fn told_apart(table: &Table, rows: &[&Vec<Cell>]) -> String {
    let found = rows.iter().filter(|row| is_found(table, row)).count();
    format!("{found} of {} differ by more than chance explains (false discovery rate 5 %).\n", rows.len())
}
