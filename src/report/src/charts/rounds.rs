//! What stands after each round: mean points, a line a strategy, and whether the leader goes on to win.

use super::{
    Sketch,
    lines::{self, Line, Plot, Step},
    theme::Sheet,
};
use sim_lab::tables::{Cell, Table};
use sim_stats::Interval;

pub fn points<'a>(table: &Table, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let mut lines: Vec<Line> = Vec::new();
    for row in &table.rows {
        let Some(step) = step(table, row, "mean_points") else { continue };
        let name = table.text(row, "strategy");
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.steps.push(step),
            None => lines.push(Line { name: name.to_owned(), steps: vec![step] }),
        }
    }
    let plot = Plot {
        name: "points-by-round",
        title: "Points by round",
        subtitle: "Mean points of a seat after each round; whiskers are 95 % intervals, often smaller than the marks.",
        caption,
        across: "after round",
        up: "mean points",
        is_share: false,
        from_zero: true,
        mark: None,
    };
    lines::sketch(&lines, &plot, sheet)
}

/// One line: how often whoever leads after a round wins.
pub fn leaders<'a>(table: &Table, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let steps = table.rows.iter().filter_map(|row| step(table, row, "leader_wins"));
    // After a round in which hardly anybody leads alone, little is known.
    let steps = steps.filter(|step| step.interval.is_some()).collect();
    let plot = Plot {
        name: "leader-by-round",
        title: "Does the leader go on to win?",
        subtitle: "Share of games won by whoever leads alone after the round, of those that go on; whiskers are 95 % intervals. Low: an open race. Near 100 %: it is over.",
        caption,
        across: "after round",
        up: "games that the leader wins",
        is_share: true,
        from_zero: true,
        mark: None,
    };
    lines::sketch(&[Line { name: "leader".to_owned(), steps }], &plot, sheet)
}

fn step(table: &Table, row: &[Cell], figure: &str) -> Option<Step> {
    let (x, y) = table.number(row, "round").zip(table.number(row, figure))?;
    let ends = table.number(row, "low").zip(table.number(row, "high"));
    Some(Step { x, y, interval: ends.map(|(low, high)| Interval { low, high }) })
}
