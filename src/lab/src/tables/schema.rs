//! The contents of columns: a table about tables, stored next to them as `columns.csv`.

use std::collections::BTreeMap;

use super::{Cell, Column, Table, TableSpec};

pub fn columns(tables: &[Table]) -> Table {
    listed(tables, |table, at| sort(table.rows.iter().filter_map(|row| row.get(at))))
}

/// Like [`columns`], for tables without rows: the declared types of their columns.
pub fn declared(tables: &[Table]) -> Table {
    listed(tables, |table, at| table.columns[at].sort.word())
}

fn listed(tables: &[Table], sort: impl Fn(&Table, usize) -> &'static str) -> Table {
    let columns = |table: &'_ Table| 0..table.columns.len();
    let rows = tables.iter().flat_map(|table| columns(table).map(move |at| (table, at)));
    spec().table(rows.map(|(table, at)| (table, &table.columns[at], sort(table, at))))
}

fn spec<'r>() -> TableSpec<(&'r Table, &'r Column, &'static str)> {
    let mut spec = TableSpec::<(&Table, &Column, &str)>::new("columns", "Columns")
        .about("What the columns of these tables hold.");
    spec.text("table", |(table, ..)| table.name).about("File name without extension.");
    spec.text("title", |(table, ..)| table.title).about("Title of the table on pages.");
    spec.text("column", |(_, column, _)| column.name).about("Name of the column.");
    spec.text("type", |(.., sort)| sort)
        .about("text; whole: a whole number; number; empty: no row has a value.");
    spec.text("unit", |(table, column, _)| unit(table, column))
        .about("What it is counted in; share: 1 is all; empty for texts and plain numbers.");
    spec.text("about", |(_, column, _)| column.about).about("Its meaning.");
    spec
}

/// One table per name, without rows, with the columns of all tables of that name.
pub fn united(tables: Vec<Table>) -> Vec<Table> {
    let mut united: BTreeMap<&'static str, Table> = BTreeMap::new();
    for table in tables {
        let known =
            united.entry(table.name).or_insert_with(|| Table { columns: Vec::new(), ..table.clone() });
        for column in table.columns {
            if known.columns.iter().all(|own| own.name != column.name) {
                known.columns.push(column);
            }
        }
    }
    united.into_values().map(|table| Table { rows: Vec::new(), ..table }).collect()
}

fn sort<'a>(cells: impl Iterator<Item = &'a Cell>) -> &'static str {
    let rank = |cell: &Cell| match cell {
        Cell::Missing => 0,
        Cell::Int(_) => 1,
        Cell::Number(_) => 2,
        Cell::Text(_) => 3,
    };
    ["empty", "whole", "number", "text"][cells.map(rank).max().unwrap_or(0)]
}

/// The unit of a column, if any; errors and ends of intervals have that of their estimate.
pub fn unit(table: &Table, column: &Column) -> &'static str {
    let of = match column.role.is_of_estimate() {
        true => table.estimate().map(|at| &table.columns[at]),
        false => Some(column),
    };
    of.map_or("", |column| column.unit.word())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Unit;
    use sim_stats::Estimate;

    #[test]
    fn a_column_tells_its_sort_and_unit() {
        let mut spec = TableSpec::<(&str, f64)>::new("shares", "Shares");
        spec.text("strategy", |(name, _)| name).about("Who.");
        spec.estimate("win_rate", |(_, share)| Estimate {
            n: 10,
            deals: 5,
            value: Some(*share),
            standard_error: Some(0.1),
            ..Estimate::MISSING
        })
        .of(Unit::Share, "Games won.");
        let table = spec.table([("raider", 0.5), ("prestige", 0.25)]);
        let told = columns(&[table]);
        let told: Vec<[&str; 3]> =
            told.rows.iter().map(|row| ["column", "type", "unit"].map(|name| told.text(row, name))).collect();
        assert_eq!(
            told,
            [
                ["strategy", "text", ""],
                ["n", "whole", "counted"],
                ["deals", "whole", "deals"],
                ["win_rate", "number", "share"],
                ["standard_error", "number", "share"],
                ["low", "empty", "share"],
                ["high", "empty", "share"],
                ["note", "text", ""],
            ]
        );
    }
}
