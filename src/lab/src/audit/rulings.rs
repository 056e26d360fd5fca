//! Open rulings and reconstructions that results hang on.

use super::{Audit, Finding, Part, Tone, words};
use crate::tables::{Cell, Table};
use sim_engine::text::people;
use sim_stats::multiplicity::LEVEL;

/// Most rulings that have a finding each.
const MOST: usize = 4;

/// A win rate that surely moves with a ruling, with reconstructed data or with a number.
#[derive(Clone, Copy)]
pub struct Moved<'a> {
    pub part: &'a Part,
    table: &'a Table,
    row: &'a [Cell],
    pub by: f64,
    ends: (f64, f64),
}

impl<'a> Moved<'a> {
    /// A win rate that moves by more is another result.
    pub const TOLERANCE: f64 = 0.05;

    /// Those of a table, other players left out.
    pub fn all(part: &'a Part, table: &str) -> Vec<Moved<'a>> {
        let Some(table) = part.table(table) else { return Vec::new() };
        let read = |row: &'a Vec<Cell>| {
            let ends = table.number(row, "difference_low").zip(table.number(row, "difference_high"))?;
            let rate = table.number(row, "false_discovery_rate")?;
            let is_far = ends.0 > Self::TOLERANCE || ends.1 < -Self::TOLERANCE;
            let by = table.number(row, "difference")?;
            (rate <= LEVEL && is_far).then_some(Moved { part, table, row, by, ends })
        };
        let of_the_game = table.rows.iter().filter(|row| table.text(row, "kind") != "players");
        of_the_game.filter_map(read).collect()
    }

    pub fn text(&self, name: &str) -> &'a str {
        self.table.text(self.row, name)
    }

    pub fn whose(&self) -> String {
        match self.table.number(self.row, "seat") {
            Some(seat) => format!("seat {seat}"),
            None => format!("`{}`", self.text("strategy")),
        }
    }

    /// The win rate in the standard run, and what becomes of it.
    pub fn shift(&self) -> String {
        let share = |column: &str| {
            self.table.number(self.row, column).map_or(String::new(), |share| people::percent(share, None))
        };
        format!("from {} to {}", share("standard"), share("win_rate"))
    }

    pub fn size(&self) -> String {
        format!("{}; {}", words::points(self.by, Some(self.ends)), words::tolerance(Self::TOLERANCE))
    }

    pub fn severity(&self) -> f64 {
        self.by.abs() / Self::TOLERANCE - 1.0
    }
}

pub fn findings(audit: &Audit) -> Vec<Finding> {
    let all = audit.parts.iter().flat_map(|part| Moved::all(part, "robust"));
    let groups = words::grouped(all.map(|one| (one.text("alternative").to_owned(), one)));
    let mut found: Vec<Finding> =
        groups.iter().filter_map(|(name, group)| finding(audit, name, group)).collect();
    found.sort_by(Finding::order);
    found.truncate(MOST);
    found
}

fn finding(audit: &Audit, name: &str, group: &[Moved<'_>]) -> Option<Finding> {
    let most = group.iter().max_by(|a, b| a.by.abs().total_cmp(&b.by.abs()))?;
    let mut sizes: Vec<usize> = group.iter().map(|one| one.part.players).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let (what, over, setting) = match most.text("kind") {
        "data" => ("The reconstruction", "data", format!("--preset {name}")),
        _ => ("The ruling", "rulings", format!("--set {name}")),
    };
    Some(Finding {
        tone: Tone::Off,
        severity: most.severity(),
        text: format!(
            "{what} `{name}` would change who wins {}: {} goes {} {}.",
            words::with(&sizes),
            most.whose(),
            most.shift(),
            words::with(&[most.part.players])
        ),
        size: most.size(),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "robust",
        command: format!("sim diff {} --players {} {setting}", audit.options, most.part.players),
        but: vec![format!(
            "The strategies were written for the rules as they are, and do not adapt. `sim robust --over {over}` shows all."
        )],
    })
}
