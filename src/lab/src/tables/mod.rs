//! Turns typed results into named columns and rows; each table is defined in one place.
//!
//! Tables are plain data, from which files and pages are made.

pub mod ablate;
pub mod adapt;
mod analysis;
pub mod answer;
mod audit;
pub mod balance;
pub mod choices;
mod column;
mod components;
mod course;
mod every;
pub mod exploitability;
pub mod export;
pub mod ladder;
pub mod learning;
mod measures;
mod outcomes;
pub mod pairs;
pub mod plans;
pub mod population;
pub mod price;
mod profile;
pub mod robust;
pub mod schema;
pub mod skill;
mod spec;
pub mod sweep;
pub mod target;
#[cfg(test)]
mod tests;
pub mod tournament;
pub mod tuning;
pub mod verdict;
pub mod worth;

pub use audit::{of_audit, of_part};
pub use column::{Column, Role, Sort, Unit};
pub use every::every;
pub use pairs::comparison;
pub use spec::TableSpec;
pub(crate) use spec::with_ends;

use std::borrow::Cow;

use crate::{figure::Owner, summary::Summary};
use sim_engine::{Seat, analysis::Heat};
use sim_play::tally::{Group, Tally, WIN};
use sim_stats::Interval;

/// Version of the tables' columns, written to every manifest.
pub const SCHEMA: u32 = 9;

#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Text(String),
    Int(i64),
    /// A finite number.
    Number(f64),
    /// Unknown: an empty cell, never 0.
    Missing,
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// A number; missing if there is none or it is not finite.
    pub fn number(value: Option<f64>) -> Cell {
        value.filter(|value| value.is_finite()).map_or(Cell::Missing, Cell::Number)
    }

    /// The ends of an interval, lower end first; both missing without an interval.
    pub fn ends(interval: Option<Interval>) -> [Cell; 2] {
        [Cell::number(interval.map(|ends| ends.low)), Cell::number(interval.map(|ends| ends.high))]
    }

    /// A seat, counted from 1; missing if there is none.
    pub fn seat(seat: Option<Seat>) -> Cell {
        seat.map_or(Cell::Missing, |seat| Cell::Int(i64::from(seat.0) + 1))
    }

    /// The strategy and the seat that own a figure, each missing where it does not apply.
    pub fn owner(owner: &Owner) -> [Cell; 2] {
        [owner.strategy().map_or(Cell::Missing, Cell::text), Cell::seat(owner.seat())]
    }

    pub fn as_number(&self) -> Option<f64> {
        match self {
            Cell::Int(value) => Some(*value as f64),
            Cell::Number(value) => Some(*value),
            Cell::Text(_) | Cell::Missing => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl From<i64> for Cell {
    fn from(value: i64) -> Cell {
        Cell::Int(value)
    }
}

impl From<u64> for Cell {
    fn from(value: u64) -> Cell {
        Cell::Int(value as i64)
    }
}

impl From<usize> for Cell {
    fn from(value: usize) -> Cell {
        Cell::Int(value as i64)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<Cow<'static, str>> for Cell {
    fn from(text: Cow<'static, str>) -> Cell {
        Cell::Text(text.into_owned())
    }
}

/// `None` becomes a missing cell.
impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Missing, Into::into)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// File name without extension.
    pub name: &'static str,
    pub title: &'static str,
    pub about: String,
    pub key: Vec<(&'static str, &'static str)>,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
    /// Whether the largest estimate is shown first.
    pub is_ranked: bool,
    pub heat: Option<Heat>,
}

impl Table {
    pub fn new(
        name: &'static str,
        title: &'static str,
        about: impl Into<String>,
        columns: &[Column],
    ) -> Table {
        Table {
            name,
            title,
            about: about.into(),
            key: Vec::new(),
            columns: columns.to_vec(),
            rows: Vec::new(),
            is_ranked: false,
            heat: None,
        }
    }

    /// The rows in reading order: as stored, or the largest estimate first.
    pub fn ranked(&self) -> Vec<&Vec<Cell>> {
        let mut rows: Vec<&Vec<Cell>> = self.rows.iter().collect();
        let Some(at) = self.estimate().filter(|_| self.is_ranked) else { return rows };
        let value = |row: &Vec<Cell>| row.get(at).and_then(Cell::as_number).unwrap_or(f64::NEG_INFINITY);
        rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
        rows
    }

    pub fn role(&self, role: Role) -> Option<usize> {
        self.columns.iter().position(|column| column.role == role)
    }

    /// Index of the estimate that has an error: the column before the error.
    pub fn estimate(&self) -> Option<usize> {
        self.role(Role::Error)?.checked_sub(1)
    }

    /// Index of a column by name. This and the accessors below serve readers of table files; code that makes tables
    /// has typed rows.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The cell of a row in a named column; missing without such a column.
    pub fn cell<'a>(&self, row: &'a [Cell], name: &str) -> &'a Cell {
        self.column(name).and_then(|at| row.get(at)).unwrap_or(&Cell::Missing)
    }

    pub fn number(&self, row: &[Cell], name: &str) -> Option<f64> {
        self.cell(row, name).as_number()
    }

    pub fn text<'a>(&self, row: &'a [Cell], name: &str) -> &'a str {
        self.cell(row, name).as_text().unwrap_or("")
    }
}

/// Stacks tables of one kind; the leading columns `keys` tell them apart. Columns of equal name are merged, and cells
/// of a column that a table lacks are missing.
pub fn stacked(keys: &[Column], tables: &[(Vec<Cell>, &Table)]) -> Table {
    let mut columns = keys.to_vec();
    // The widest table has its columns in reading order.
    let widest = tables.iter().max_by_key(|(_, table)| table.columns.len());
    for (_, table) in widest.into_iter().chain(tables) {
        for column in &table.columns {
            if columns.iter().all(|known| known.name != column.name) {
                columns.push(*column);
            }
        }
    }
    let first = widest.map_or(("", ""), |(_, table)| (table.name, table.title));
    let mut all = Table::new(first.0, first.1, "", &columns);
    all.is_ranked = widest.is_some_and(|(_, table)| table.is_ranked);
    for (values, table) in tables {
        let place = |column: &Column| table.columns.iter().position(|own| own.name == column.name);
        let places: Vec<Option<usize>> = columns[keys.len()..].iter().map(place).collect();
        for row in &table.rows {
            let cell = |at: &Option<usize>| at.and_then(|at| row.get(at)).cloned().unwrap_or(Cell::Missing);
            all.rows.push(values.iter().cloned().chain(places.iter().map(cell)).collect());
        }
    }
    all
}

/// Every table of a run, in the order of the report. Solo play has no tables by seat.
pub fn of_run(summary: &Summary) -> Vec<Table> {
    let mut tables = outcomes::tables(summary);
    tables.extend(profile::tables(summary));
    tables.extend(course::tables(summary));
    tables.extend(components::tables(summary));
    tables.extend(measures::tables(summary));
    tables
}

/// Half the width of the widest interval of the win rate of a strategy or a seat; `None` without intervals.
pub fn widest_half_width(tally: &Tally) -> Option<f64> {
    let frame = tally.layout.frame();
    let strategies = (0..frame.strategies).map(Group::Strategy);
    let groups = strategies.chain(Seat::all(frame.players).map(Group::Seat));
    let halves = groups.filter_map(|group| tally.share(tally.layout.wins(group), WIN as f64).half_width());
    halves.reduce(f64::max)
}
