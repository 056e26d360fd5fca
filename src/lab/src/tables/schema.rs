//! What columns hold: a table about tables, which lies beside them as `columns.csv`.

use super::{Cell, Column, Table};

/// Columns whose unit their name says, or everybody knows.
const UNITS: [(&str, &[&str]); 8] = [
    (
        "share",
        &[
            "win_rate",
            "fair_share",
            "share",
            "comparable",
            "false_discovery_rate",
            "p_value",
            "nash",
            "played",
            "part",
            "own",
            "total",
            "most_differing",
            "win_rate_error",
            "leader_wins",
            "exact",
            "simulated",
        ],
    ),
    ("difference of shares", &["adjusted_difference", "raw_adjusted_difference", "gain"]),
    ("percent", &["win_rate_percent"]),
    ("percentage points", &["difference_percent"]),
    ("deals", &["deals", "differing_deals"]),
    ("games", &["games", "uniform_games"]),
    ("points", &["mean_points", "points", "points_from", "points_to"]),
    ("plies", &["plies_from", "plies_to"]),
];
/// What comes after an estimate and is in its unit.
const OF_ESTIMATES: [&str; 5] = ["standard_error", "low", "high", "list_low", "list_high"];
/// What is counted or averaged in the unit that the row names.
const BY_ROW: [&str; 2] = ["mean", "value"];

/// Every column of some tables: of which sort its values are, in which unit, and what they say.
pub fn columns(tables: &[Table]) -> Table {
    let heads = [
        Column { name: "table", about: "The file's name without its ending." },
        Column { name: "title", about: "What the table is called on pages." },
        Column { name: "column", about: "Name of the column." },
        Column { name: "type", about: "text; whole: a whole number; number; empty: no row has a value." },
        Column {
            name: "unit",
            about: "What it is counted in; share: 1 is all; empty for texts and plain numbers.",
        },
        Column { name: "about", about: "What it says." },
    ];
    let mut all = Table::new("columns", "Columns", "What the columns of these tables hold.", &heads);
    for table in tables {
        for (at, column) in table.columns.iter().enumerate() {
            let sort = sort(table.rows.iter().filter_map(|row| row.get(at)));
            let unit = if sort == "text" { "" } else { unit(table, at) };
            let cells = [table.name, table.title, column.name, sort, unit, column.about];
            all.rows.push(cells.map(Cell::text).to_vec());
        }
    }
    all
}

/// Of which sort the values of a column are.
fn sort<'a>(cells: impl Iterator<Item = &'a Cell>) -> &'static str {
    let rank = |cell: &Cell| match cell {
        Cell::Missing => 0,
        Cell::Int(_) => 1,
        Cell::Number(_) => 2,
        Cell::Text(_) => 3,
    };
    ["empty", "whole", "number", "text"][cells.map(rank).max().unwrap_or(0)]
}

/// The unit of a column, as far as it has one.
fn unit(table: &Table, at: usize) -> &'static str {
    let name = table.columns[at].name;
    let by_name = |name: &str| UNITS.iter().find(|(_, names)| names.contains(&name)).map(|(unit, _)| *unit);
    if name == "n" {
        return "counted";
    }
    if let Some(unit) = by_name(name) {
        return unit;
    }
    if OF_ESTIMATES.contains(&name) {
        // The estimate stands before its error.
        let value = table.column("standard_error").and_then(|error| error.checked_sub(1));
        return value.map_or("", |value| unit(table, value));
    }
    if BY_ROW.contains(&name) && table.column("unit").is_some() {
        return "named by the column unit";
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::estimate_columns;

    #[test]
    fn a_column_tells_its_sort_and_unit() {
        let value = Column { name: "win_rate", about: "Games won." };
        let names = [Column { name: "strategy", about: "Who." }];
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
