use super::{Cell, Column, Role, Table, Unit};
use sim_engine::analysis::{self, Datum, Values};
use sim_stats::estimate;

impl From<analysis::Table> for Table {
    fn from(published: analysis::Table) -> Table {
        let columns: Vec<Column> = published.columns.iter().map(column).collect();
        let mut table = Table::new(published.name, published.title, published.about, &columns);
        table.rows = published.rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
        table.heat = published.heat;
        table
    }
}

fn column(&analysis::Column { name, values, about, .. }: &analysis::Column) -> Column {
    match values {
        Values::Text => Column::text(name, about),
        Values::Whole => Column::whole(name, about),
        Values::Number => Column::number(name, about),
        Values::Share => Column::number(name, about).of(Unit::Fraction),
        Values::Error => Column::number(name, about).role(Role::Error),
        Values::Chance => Column::number(name, about).of(Unit::Chance),
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
