//! What can stand in the place of a row: a blank of its kind, or the row itself for free.
//!
//! A table's data says what a blank is: `blank = { effect = "plain" }` names the cells that make any of
//! its rows do nothing. A column with `price = true` holds what a row costs.

use super::{Domain, Params, Row, Table, Value};

impl Table {
    /// Settings that give a row these cells, where it has others.
    fn settings(&self, row: &Row, cells: impl Iterator<Item = (usize, Value)>) -> Vec<String> {
        let other = cells.filter(|(at, value)| row.cells[*at] != *value);
        other
            .map(|(at, value)| format!("{}.{}.{}={value}", self.name, row.id, self.columns[at].name))
            .collect()
    }
}

impl Params {
    /// The settings, `path=value`, that make a blank of the row of this name; none where its table has no
    /// blank, or it is one already.
    pub fn blank(&self, name: &str) -> Vec<String> {
        let of = |(table, row): (&Table, &Row)| table.settings(row, table.blank.iter().cloned());
        self.only_row(name).map(of).unwrap_or_default()
    }

    /// The settings that let the row of this name cost as little as its table allows; none where it has no
    /// price, or costs no more already.
    pub fn free(&self, name: &str) -> Vec<String> {
        let of = |(table, row): (&Table, &Row)| {
            let least = |(at, column): (usize, &super::Column)| match column.domain {
                Domain::Range(least, _) if column.is_price => Some((at, Value::Int(least))),
                _ => None,
            };
            table.settings(row, table.columns.iter().enumerate().filter_map(least))
        };
        self.only_row(name).map(of).unwrap_or_default()
    }

    /// The row of this name, if one table alone has one.
    fn only_row(&self, name: &str) -> Option<(&Table, &Row)> {
        let rows = |table| -> Option<(&Table, &Row)> {
            let table: &Table = table;
            table.rows.iter().find(|row| row.id == name).map(|row| (table, row))
        };
        let mut found = self.tables.iter().filter_map(rows);
        let first = found.next();
        first.filter(|_| found.next().is_none())
    }
}
