//! What columns hold: a table about tables, which lies beside them as `columns.csv`.

use std::collections::BTreeMap;

use super::{Cell, Column, Table};

pub fn columns(tables: &[Table]) -> Table {
    listed(tables, |table, at| sort(table.rows.iter().filter_map(|row| row.get(at))))
}

/// The same of tables without rows: of which sort values are, if there are any.
pub fn declared(tables: &[Table]) -> Table {
    listed(tables, |table, at| table.columns[at].sort.word())
}

fn listed(tables: &[Table], sort: impl Fn(&Table, usize) -> &'static str) -> Table {
    let heads = [
        Column::text("table", "The file's name without its ending."),
        Column::text("title", "What the table is called on pages."),
        Column::text("column", "Name of the column."),
        Column::text("type", "text; whole: a whole number; number; empty: no row has a value."),
        Column::text("unit", "What it is counted in; share: 1 is all; empty for texts and plain numbers."),
        Column::text("about", "What it says."),
    ];
    let mut all = Table::new("columns", "Columns", "What the columns of these tables hold.", &heads);
    for table in tables {
        for (at, column) in table.columns.iter().enumerate() {
            let cells =
                [table.name, table.title, column.name, sort(table, at), unit(table, column), column.about];
            all.rows.push(cells.map(Cell::text).to_vec());
        }
    }
    all
}

/// Each table once, by name, without rows: with the columns of all that have its name.
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

/// The unit of a column, as far as it has one; errors and ends of intervals have that of their estimate.
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
    use crate::tables::estimate_columns;

    #[test]
    fn a_column_tells_its_sort_and_unit() {
        let value = Column::share("win_rate", "Games won.");
        let names = [Column::text("strategy", "Who.")];
        let heads: Vec<Column> = names.into_iter().chain(estimate_columns(value)).collect();
        let mut table = Table::new("shares", "Shares", "", &heads);
        let row = |value| {
            let cells = [Cell::text("raider"), Cell::Int(10), Cell::Int(5), Cell::Number(value)];
            cells
                .into_iter()
                .chain([Cell::Number(0.1), Cell::Missing, Cell::Missing, Cell::text("")])
                .collect()
        };
        table.rows = vec![row(0.5), row(0.25)];
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
