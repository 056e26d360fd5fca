//! Mean points after each round, a line a strategy.

use super::{
    Sketch,
    lines::{self, Line, Plot, Step},
    theme::Sheet,
};
use crate::{stats::Interval, tables::Table};

pub fn sketch<'a>(table: &Table, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let mut lines: Vec<Line> = Vec::new();
    for row in &table.rows {
        let Some((x, y)) = table.number(row, "round").zip(table.number(row, "mean_points")) else {
            continue;
        };
        let interval =
            table.number(row, "low").zip(table.number(row, "high")).map(|(low, high)| Interval { low, high });
        let name = table.text(row, "strategy");
        let step = Step { x, y, interval };
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
