//! Components that never came up.
//!
//! Whatever happened to a component beyond an offer is a use of it here: what a challenge brings is gained, and
//! nobody "uses" it. Of a kind that only offers are counted of, nothing can be said.

use super::{Audit, Finding, Part, Tone, words};
use crate::tables::{Cell, Column, Table};
use sim_engine::text::people;

const NEVER: &str = "never_used";
const OFFERED: &str = "offered";
const NAMES: usize = 6;
/// A part of the box that may stay in it unused.
const SPARE: f64 = 0.05;

/// The components that nobody used in a run, and whether anybody could have; `tables` are those of the run.
/// What `is_left_out` of the box could not come up.
pub fn never_used(tables: &[Table], is_left_out: impl Fn(&str) -> bool) -> Option<Table> {
    let usage = tables.iter().find(|table| table.name == "component_use")?;
    let columns = [
        Column { name: "component", about: "Short name of the component." },
        Column { name: "kind", about: "What sort of thing it is." },
        Column { name: "source", about: "Where its data comes from." },
        Column { name: "reached", about: "offered: it was in reach, and nobody used it; never: it was not." },
    ];
    let mut table = Table::new(
        NEVER,
        "Components that were never used",
        "In no game of the run; of kinds that players use at all.",
        &columns,
    );
    let is_use = |row: &&Vec<Cell>| {
        usage.text(row, "event") != OFFERED && usage.number(row, "mean").is_some_and(|mean| mean != 0.0)
    };
    let mut names: Vec<&str> = Vec::new();
    let mut kinds: Vec<&str> = Vec::new();
    for row in &usage.rows {
        let (name, kind) = (usage.text(row, "component"), usage.text(row, "kind"));
        if names.last() != Some(&name) {
            names.push(name);
        }
        if is_use(&row) && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    for name in names {
        let rows = || usage.rows.iter().filter(move |row| usage.text(row, "component") == name);
        let Some(row) = rows().next() else { continue };
        let is_of_use = kinds.contains(&usage.text(row, "kind")) && !is_left_out(name);
        if !is_of_use || rows().any(|row| is_use(&row)) {
            continue;
        }
        let is_offered = rows().any(|row| usage.number(row, "mean").is_some_and(|mean| mean > 0.0));
        let reached = if is_offered { OFFERED } else { "never" };
        table.rows.push(vec![
            Cell::text(name),
            Cell::text(usage.text(row, "kind")),
            Cell::text(usage.text(row, "source")),
            Cell::text(reached),
        ]);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// How many components a run counts.
fn box_size(part: &Part) -> usize {
    let Some(table) = part.table("component_win_rate") else { return 0 };
    let mut names: Vec<&str> = table.rows.iter().map(|row| table.text(row, "component")).collect();
    names.dedup();
    names.len()
}

/// Those that nobody used at any number of players.
pub fn findings(audit: &Audit) -> Vec<Finding> {
    let parts: Vec<&Part> = audit.parts.iter().filter(|part| box_size(part) > 0).collect();
    let Some((first, rest)) = parts.split_first() else { return Vec::new() };
    let Some(table) = first.table(NEVER) else { return Vec::new() };
    let is_unused = |part: &&&Part, name: &str| {
        part.table(NEVER)
            .is_some_and(|table| table.rows.iter().any(|row| table.text(row, "component") == name))
    };
    let nowhere = |row: &&Vec<Cell>| rest.iter().all(|part| is_unused(&part, table.text(row, "component")));
    let names: Vec<String> =
        table.rows.iter().filter(nowhere).map(|row| format!("`{}`", table.text(row, "component"))).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let (count, all) = (names.len(), box_size(first));
    let games: u64 = parts.iter().map(|part| part.games).sum();
    let sizes: Vec<usize> = parts.iter().map(|part| part.players).collect();
    let severity = count as f64 / all as f64 / SPARE - 1.0;
    vec![Finding {
        tone: if severity > 0.0 { Tone::Off } else { Tone::Fine },
        severity,
        text: format!(
            "{} never used {}: {}.",
            people::counted(count as u64, "component is", "components are"),
            words::with(&sizes),
            words::names(&names, NAMES)
        ),
        size: format!(
            "{count} of {all}, in {}; up to {} % is fine",
            people::counted(games, "game", "games"),
            people::short(SPARE * 100.0)
        ),
        verdict: "in these games".to_owned(),
        scene: None,
        table: NEVER,
        command: format!("sim run {} --players {} --n {}", audit.options, first.players, first.games),
        but: vec!["So played these strategies: another one may find a use.".to_owned()],
    }]
}
