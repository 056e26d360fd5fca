//! Open rulings and reconstructions that results hang on.

use super::{Audit, Finding, Part, Tone, words};
use crate::{
    stats::multiplicity::LEVEL,
    tables::{Cell, Table},
    text::people,
};

/// A win share that moves by more is another result.
const TOLERANCE: f64 = 0.05;
/// Most rulings that have a finding each.
const MOST: usize = 4;

/// A win share under an alternative to a ruling or to reconstructed data.
#[derive(Clone, Copy)]
struct Moved<'a> {
    part: &'a Part,
    table: &'a Table,
    row: &'a [Cell],
    by: f64,
    ends: (f64, f64),
}

impl<'a> Moved<'a> {
    fn all(part: &'a Part) -> Vec<Moved<'a>> {
        let Some(table) = part.table("robust") else { return Vec::new() };
        let read = |row: &'a Vec<Cell>| {
            let ends = table.number(row, "difference_low").zip(table.number(row, "difference_high"))?;
            let rate = table.number(row, "false_discovery_rate")?;
            let is_far = ends.0 > TOLERANCE || ends.1 < -TOLERANCE;
            let by = table.number(row, "difference")?;
            (rate <= LEVEL && is_far).then_some(Moved { part, table, row, by, ends })
        };
        let of_the_game = table.rows.iter().filter(|row| table.text(row, "kind") != "players");
        of_the_game.filter_map(read).collect()
    }

    fn text(&self, name: &str) -> &'a str {
        self.table.text(self.row, name)
    }

    fn whose(&self) -> String {
        match self.table.number(self.row, "seat") {
            Some(seat) => format!("seat {seat}"),
            None => format!("`{}`", self.text("strategy")),
        }
    }
}

pub fn findings(audit: &Audit) -> Vec<Finding> {
    let all = audit.parts.iter().flat_map(Moved::all);
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
    let share = |column: &str| {
        most.table.number(most.row, column).map_or(String::new(), |share| people::percent(share, None))
    };
    let (what, over, setting) = match most.text("kind") {
        "data" => ("The reconstruction", "data", format!("--preset {name}")),
        _ => ("The ruling", "rulings", format!("--set {name}")),
    };
    Some(Finding {
        tone: Tone::Off,
        severity: most.by.abs() / TOLERANCE - 1.0,
        text: format!(
            "{what} `{name}` would change who wins {}: {} goes from {} to {} {}.",
            words::with(&sizes),
            most.whose(),
            share("standard"),
            share("win_share"),
            words::with(&[most.part.players])
        ),
        size: format!("{}; {}", words::points(most.by, Some(most.ends)), words::tolerance(TOLERANCE)),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "robust",
        command: format!("sim diff {} --players {} {setting}", audit.options, most.part.players),
        but: vec![format!(
            "The strategies were written for the rules as they are, and do not adapt. `sim robust --over {over}` shows all."
        )],
    })
}
