//! What a finding would not survive: another ruling, other data, other or stronger players.

use super::{Part, words};
use crate::tables::{Cell, Table};
use sim_engine::text::people;
use sim_stats::multiplicity::LEVEL;

/// Alternatives that are named.
const NAMES: usize = 3;
/// The field of the strongest scripts.
const EXPERTS: &str = "all expert";

/// Of a seat or strategy, by its name in the table of findings.
pub fn of_win_rate(part: &Part, of: &str) -> Vec<String> {
    let row = |table: &'_ Table| table.rows.iter().position(|row| table.text(row, "of") == of);
    let mut but: Vec<String> = part
        .table("findings")
        .and_then(|table| Some(outcomes(table, &table.rows[row(table)?])))
        .unwrap_or_default();
    but.extend(among_experts(part, of));
    but
}

/// Of a component whose use goes with winning or losing.
pub fn of_adjusted(part: &Part, component: &str) -> Vec<String> {
    let Some(table) = part.table("component_findings") else { return Vec::new() };
    let row = table.rows.iter().find(|row| table.text(row, "component") == component);
    row.map_or(Vec::new(), |row| outcomes(table, row))
}

/// What turns a finding, and what makes it fade.
fn outcomes(table: &Table, row: &[Cell]) -> Vec<String> {
    let mut but = Vec::new();
    let turned: Vec<String> = table
        .text(row, "turned_by")
        .split(", ")
        .filter(|name| !name.is_empty())
        .map(|name| format!("`{name}`"))
        .collect();
    if !turned.is_empty() {
        but.push(format!(
            "It turns round with {}: {}.",
            words::names(&turned, NAMES),
            table.text(row, "verdict")
        ));
    }
    let count = |name: &str| table.number(row, name).unwrap_or(0.0) as u64;
    // A finding that is open in fewer games says little; one that is open in most says that it is small.
    let (fades, all) = (count("fades"), count("alternatives"));
    if fades > 0 && table.text(row, "standard") != "open" {
        but.push(format!(
            "It is no longer clear with {} of {}.",
            people::count(fades),
            people::counted(all, "alternative", "alternatives")
        ));
    }
    but
}

/// The same seat among the strongest scripts, where it is another story there.
fn among_experts(part: &Part, of: &str) -> Option<String> {
    let table = part.table("robust")?;
    let seat: f64 = of.strip_prefix("seat ")?.parse().ok()?;
    let is_it = |row: &&Vec<Cell>| {
        table.text(row, "alternative") == EXPERTS
            && table.number(row, "seat") == Some(seat)
            && table.text(row, "strategy").is_empty()
    };
    let row = table.rows.iter().find(is_it)?;
    let ends = table.number(row, "low").zip(table.number(row, "high"));
    let share = people::percent_within(table.number(row, "win_rate")?, ends);
    match table.text(row, "outcome") {
        "fades" => Some(format!("Among stronger players (`expert` in every seat) it is not clear: {share}.")),
        "turns" => Some(format!("Among stronger players (`expert` in every seat) it turns round: {share}.")),
        _ => None,
    }
}

/// What taking a component out of the box does to those who use it.
pub struct Cause {
    pub by: f64,
    ends: Option<(f64, f64)>,
    pub is_found: bool,
    way: String,
}

pub fn cause(part: &Part, component: &str) -> Option<Cause> {
    let table = part.table("ablation")?;
    let is_it = |row: &&Vec<Cell>| {
        table.text(row, "component") == component && table.text(row, "figure") == "win_rate"
    };
    let row = table.rows.iter().find(is_it)?;
    Some(Cause {
        by: table.number(row, "difference")?,
        ends: table.number(row, "low").zip(table.number(row, "high")),
        is_found: table.number(row, "false_discovery_rate").is_some_and(|rate| rate <= LEVEL),
        way: table.text(row, "way").to_owned(),
    })
}

impl Cause {
    /// In a sentence: with it less without it.
    pub fn words(&self) -> String {
        let (by, gone) = (
            words::points(self.by, self.ends),
            if self.way == "replaced" { "a blank in its place" } else { "it out of the box" },
        );
        match self.is_found {
            true => format!("With {gone} its users' win rate is another: the component brings them {by}."),
            false => format!(
                "A link, not a known cause: with {gone} nothing changes that can be told from chance; it brings its users {by}."
            ),
        }
    }
}
