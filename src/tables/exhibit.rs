//! Sheets that a game publishes about itself, as tables like all others.

use super::{Cell, Column, Table};
use crate::{
    rules::analysis::{Datum, Heat, Sheet},
    stats::estimate,
};

/// A table of an analysis, and how it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Exhibit {
    pub table: Table,
    pub heat: Option<Heat>,
}

impl From<Sheet> for Exhibit {
    fn from(sheet: Sheet) -> Exhibit {
        let columns: Vec<Column> =
            sheet.columns.iter().map(|&(name, about)| Column { name, about }).collect();
        let mut table = Table::new(sheet.name, sheet.title, sheet.about, &columns);
        table.rows = sheet.rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
        Exhibit { table, heat: sheet.heat }
    }
}

fn cell(datum: Datum) -> Cell {
    match datum {
        Datum::Text(text) => Cell::text(text),
        Datum::Int(value) => Cell::from(value),
        Datum::Number(value) => Cell::number(Some(value)),
        Datum::ChiSquareTail { chi_square, degrees } => {
            Cell::number(estimate::chi_square_p_value(chi_square, degrees))
        }
    }
}
