//! Tables that a game publishes about itself, as tables like all others.

use super::{Cell, Column, Table};
use sim_engine::analysis::{self, Datum};
use sim_stats::estimate;

impl From<analysis::Table> for Table {
    fn from(published: analysis::Table) -> Table {
        let columns: Vec<Column> =
            published.columns.iter().map(|&(name, about)| Column { name, about }).collect();
        let mut table = Table::new(published.name, published.title, published.about, &columns);
        table.rows = published.rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
        table.heat = published.heat;
        table
    }
}

fn cell(datum: Datum) -> Cell {
    match datum {
        Datum::Text(text) => Cell::text(text),
        Datum::Name(name) => Cell::text(name),
        Datum::Int(value) => Cell::from(value),
        Datum::Number(value) => Cell::number(Some(value)),
        Datum::ChiSquareTail { chi_square, degrees } => {
            Cell::number(estimate::chi_square_p_value(chi_square, degrees))
        }
    }
}
