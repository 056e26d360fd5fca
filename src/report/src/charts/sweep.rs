//! Win rates along the values of a sweep, a line a strategy or a seat.

use super::{
    Sketch,
    lines::{self, Line, Plot, Step},
    theme::Sheet,
};
use sim_lab::tables::{Cell, Table};
use sim_stats::Interval;

pub fn by_strategy<'a>(table: &Table, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let name = |row: &[Cell]| Some(table.text(row, "strategy").to_owned()).filter(|name| !name.is_empty());
    sketch(table, ("sweep-by-strategy", "Win rate by strategy"), name, caption, sheet)
}

pub fn by_seat<'a>(table: &Table, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let name = |row: &[Cell]| table.number(row, "seat").map(|seat| format!("Seat {seat}"));
    sketch(table, ("sweep-by-seat", "Win rate by seat"), name, caption, sheet)
}

fn sketch<'a>(
    table: &Table,
    (name, title): (&str, &'static str),
    line_of: impl Fn(&[Cell]) -> Option<String>,
    caption: &str,
    sheet: &'a Sheet,
) -> Option<Sketch<'a>> {
    let mut lines: Vec<Line> = Vec::new();
    let (mut now, mut path) = (None, "");
    let value = |row: &[Cell]| table.number(row, "value");
    let is_win = |row: &&Vec<Cell>| table.text(row, "figure") == "win_rate";
    let mut rows: Vec<&Vec<Cell>> = table.rows.iter().filter(is_win).collect();
    rows.sort_by(|one, other| value(one).unwrap_or(0.0).total_cmp(&value(other).unwrap_or(0.0)));
    for row in rows {
        let (Some(x), Some(y)) = (value(row), table.number(row, "level")) else { continue };
        let Some(line) = line_of(row) else { continue };
        match table.text(row, "arm").split_once('=') {
            Some((known, _)) => path = known,
            None => now = Some(x),
        }
        let interval =
            table.number(row, "low").zip(table.number(row, "high")).map(|(low, high)| Interval { low, high });
        let step = Step { x, y, interval };
        match lines.iter_mut().find(|known| known.name == line) {
            // The game as it is may be one of the values.
            Some(known) if known.steps.last().is_some_and(|last| last.x == x) => {}
            Some(known) => known.steps.push(step),
            None => lines.push(Line { name: line, steps: vec![step] }),
        }
    }
    let plot = Plot {
        name,
        title,
        subtitle: "Games won as a share of games played at each value, on the same deals; whiskers are 95 % intervals. Differences between values are known better than these show: see the table.",
        caption,
        across: path,
        up: "win rate",
        is_share: true,
        from_zero: false,
        mark: now.map(|now| (now, "as it is")),
    };
    lines::sketch(&lines, &plot, sheet)
}
