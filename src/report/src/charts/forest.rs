//! Differences as dots with whiskers against no difference, a row each.

use super::{
    Sketch,
    axis::{Scale, padded},
    canvas::{Anchor, Canvas, Lettering},
    theme::{self, Sheet, Weight},
};
use sim_engine::text::people;
use sim_lab::tables::{Cell, Table};
use sim_stats::Interval;

/// Height of a row.
const ROW: f64 = 26.0;
/// Widest label at the left.
const LABELS: f64 = 330.0;
/// The most rows; the table has all.
const MOST: usize = 24;
/// Height that a name takes above its row on a narrow sheet, where there is no room beside it.
const NAME: f64 = 18.0;
/// The axis never shows less than this share, so that noise does not look like a gulf.
const LEAST_SPAN: f64 = 0.02;

struct Row {
    label: String,
    difference: f64,
    interval: Option<Interval>,
    /// Whether it is told from nothing among all rows.
    is_found: bool,
}

/// How a table is read.
struct Reading<'t> {
    table: &'t Table,
    name: &'static str,
    title: &'static str,
    subtitle: &'static str,
    /// Columns of the difference and of the ends of its interval.
    columns: [&'static str; 3],
    /// Columns that name a row.
    keys: &'static [&'static str],
}

/// Win rates in one arm less those in another.
pub fn differences<'a>(table: &Table, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let reading = Reading {
        table,
        name: "differences",
        title: "What changes in who wins",
        subtitle: "Differences of win rates on the same deals, in percentage points, with 95 % intervals. Blue: more; orange: less; grey: no clear difference.",
        columns: ["difference", "low", "high"],
        keys: &["arm", "strategy", "seat"],
    };
    sketch(&reading, caption, sheet)
}

/// Win rates of the users of a component, with it less without it.
pub fn ablation<'a>(table: &Table, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let reading = Reading {
        table,
        name: "ablation",
        title: "What each component does for those who use it",
        subtitle: "Win rate of its users in percentage points: with it minus without it, on the same deals, with 95 % intervals. Blue: it helps them; orange: it hurts; grey: no clear difference.",
        columns: ["difference", "low", "high"],
        keys: &["way", "component"],
    };
    sketch(&reading, caption, sheet)
}

/// A finding of the standard run under each alternative.
pub fn tornado<'a>(table: &Table, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let reading = Reading {
        name: "tornado",
        title: "What moves the findings",
        subtitle: "Win rate under each alternative minus that of the standard run, in percentage points, with 95 % intervals. The largest come first. Blue: more; orange: less; grey: no clear difference.",
        ..Reading::of_alternatives(table)
    };
    sketch(&reading, caption, sheet)
}

/// A win rate with a number one step off.
pub fn numbers<'a>(table: &Table, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let reading = Reading {
        name: "numbers",
        title: "What a step in a number moves",
        subtitle: "The win rate that moves most with the step, minus that of the standard run, in percentage points, with 95 % intervals. Blue: more; orange: less; grey: no clear difference.",
        ..Reading::of_alternatives(table)
    };
    sketch(&reading, caption, sheet)
}

impl Reading<'_> {
    /// Of a table of win rates under alternatives, without a name.
    fn of_alternatives(table: &Table) -> Reading<'_> {
        Reading {
            table,
            name: "",
            title: "",
            subtitle: "",
            columns: ["difference", "difference_low", "difference_high"],
            keys: &["alternative", "strategy", "seat"],
        }
    }
}

fn rows(reading: &Reading<'_>) -> Vec<Row> {
    let table = reading.table;
    let [value, low, high] = reading.columns;
    let name = |row: &[Cell]| {
        let words = reading.keys.iter().filter_map(|key| match table.cell(row, key) {
            Cell::Text(text) if !text.is_empty() => Some(text.clone()),
            Cell::Int(seat) => Some(format!("seat {seat}")),
            _ => None,
        });
        words.collect::<Vec<_>>().join(": ")
    };
    let is_win = |row: &&Vec<Cell>| ["win_rate", ""].contains(&table.text(row, "figure"));
    let mut rows: Vec<Row> = table
        .rows
        .iter()
        .filter(is_win)
        .filter_map(|row| {
            let ends = table.number(row, low).zip(table.number(row, high));
            let rate = table.number(row, "false_discovery_rate");
            Some(Row {
                label: name(row),
                difference: table.number(row, value)?,
                interval: ends.map(|(low, high)| Interval { low, high }),
                is_found: rate.is_some_and(|rate| rate <= 0.05),
            })
        })
        .filter(|row| row.interval.is_some())
        .collect();
    // The sort is stable: among equals the table's order stays.
    rows.sort_by(|one, other| other.difference.abs().total_cmp(&one.difference.abs()));
    rows.truncate(MOST);
    rows
}

fn sketch<'a>(reading: &Reading<'_>, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let rows = rows(reading);
    rows.first()?;
    let ends = rows.iter().flat_map(|row| row.interval.into_iter().flat_map(|ends| [ends.low, ends.high]));
    let (low, high) = padded(ends.chain([0.0]), 0.06, LEAST_SPAN)?;
    let mut canvas = Canvas::new(sheet);
    let words: Vec<String> = rows.iter().map(words).collect();
    let labels: Vec<String> =
        rows.iter().map(|row| canvas.sheet.fit(&row.label, theme::TEXT, Weight::Regular, LABELS)).collect();
    let widest = |texts: &[String], weight| {
        texts.iter().map(|text| canvas.sheet.width(text, theme::TEXT, weight)).fold(0.0, f64::max)
    };
    let is_narrow = sheet.width < theme::WIDE;
    let (left, height) = match is_narrow {
        true => (canvas.sheet.margin + 8.0, ROW + NAME),
        false => (canvas.sheet.margin + widest(&labels, Weight::Regular) + 18.0, ROW),
    };
    let right = canvas.sheet.width - canvas.sheet.margin - widest(&words, Weight::Bold) - 22.0;
    let scale = Scale::new(low, high, left, right);
    let top = canvas.heading(reading.title, reading.subtitle) + 6.0;
    let bottom = top + height * rows.len() as f64 + 6.0;
    let small = Lettering::new(theme::SMALL, theme::MUTED, Anchor::Middle);
    let (ticks, decimals) = Scale::new(low * 100.0, high * 100.0, 0.0, 1.0).ticks(canvas.sheet.ticks(7));
    for tick in ticks {
        let x = scale.at(tick / 100.0);
        canvas.line(&[(x, top), (x, bottom)], 1.0, theme::GRID);
        canvas.text(x, bottom + 15.0, people::signed(tick, decimals), small);
    }
    canvas.line(&[(left, bottom), (right, bottom)], 1.0, theme::AXIS);
    canvas.dashes((scale.at(0.0), top - 4.0), (scale.at(0.0), bottom), 1.5, theme::INK);
    for (at, row) in rows.iter().enumerate() {
        let y = top + height * (at as f64 + 1.0) - ROW * 0.5 + 3.0;
        let label = Lettering::new(theme::TEXT, theme::INK, Anchor::End);
        match is_narrow {
            true => {
                let start = Lettering { anchor: Anchor::Start, ..label };
                canvas.text(canvas.sheet.margin, y - NAME, labels[at].clone(), start);
            }
            false => canvas.text(left - 14.0, y, labels[at].clone(), label),
        }
        let colour = match row.is_found {
            false => theme::UNDECIDED,
            true if row.difference > 0.0 => theme::ABOVE,
            true => theme::BELOW,
        };
        if let Some(ends) = row.interval {
            canvas.line(&[(scale.at(ends.low), y), (scale.at(ends.high), y)], 2.0, colour);
        }
        canvas.disc(scale.at(row.difference), y, 5.0, colour);
        canvas.text(canvas.sheet.width - canvas.sheet.margin, y, words[at].clone(), label.bold());
    }
    canvas.caption(bottom + 26.0, caption);
    let mut alt = format!("{}.", reading.title);
    for (row, words) in rows.iter().zip(&words) {
        alt.push_str(&format!(" {}: {words}.", row.label));
    }
    Some(Sketch { is_map: false, name: reading.name.to_owned(), title: reading.title, alt, canvas })
}

fn words(row: &Row) -> String {
    let half = row.interval.map(|ends| (ends.high - ends.low) * 50.0);
    let places = people::decimals(half, 1);
    let own = people::signed(row.difference * 100.0, places);
    half.map_or_else(|| own.clone(), |half| format!("{own} ± {}", people::fixed(half, places)))
}
