//! A table as a Parquet file: typed columns, with null for missing values.

use polars::prelude::{Column, DataFrame, IntoColumn, NamedFrom, PolarsError, Series};

use sim_lab::tables::{Cell, Table};

use crate::writer::FrameWriter;

/// Encodes a table as Parquet. A column is text if any cell is, integer if it has integers alone, and
/// floating-point for all others, including columns without values.
///
/// # Errors
/// Never, as the output is memory and all columns are equally long; the signature is polars'.
pub fn parquet(table: &Table) -> Result<Vec<u8>, PolarsError> {
    let columns: Vec<Column> = (0..table.columns.len()).map(|at| column(table, at)).collect();
    let frame = DataFrame::new(table.rows.len(), columns)?;
    let mut bytes = Vec::new();
    let mut writer = FrameWriter::new(&mut bytes, &frame)?;
    writer.write(&frame)?;
    writer.finish()?;
    Ok(bytes)
}

fn column(table: &Table, at: usize) -> Column {
    let name = table.columns[at].name.into();
    let cells = || table.rows.iter().map(|row| row.get(at).unwrap_or(&Cell::Missing));
    let any = |is: fn(&Cell) -> bool| cells().any(is);
    if any(|cell| matches!(cell, Cell::Text(_))) {
        let texts: Vec<Option<&str>> = cells().map(Cell::as_text).collect();
        return Series::new(name, texts).into_column();
    }
    if any(|cell| matches!(cell, Cell::Int(_))) && !any(|cell| matches!(cell, Cell::Number(_))) {
        let whole = |cell: &Cell| match cell {
            Cell::Int(value) => Some(*value),
            _ => None,
        };
        let numbers: Vec<Option<i64>> = cells().map(whole).collect();
        return Series::new(name, numbers).into_column();
    }
    let numbers: Vec<Option<f64>> = cells().map(Cell::as_number).collect();
    Series::new(name, numbers).into_column()
}

#[cfg(test)]
mod tests {
    use polars::prelude::AnyValue;

    use super::*;
    use sim_lab::tables::{self, export};

    /// A cell of a frame, formatted as in CSV.
    fn field(value: AnyValue<'_>) -> String {
        match value {
            AnyValue::Null => String::new(),
            AnyValue::Int64(value) => value.to_string(),
            AnyValue::Float64(value) => export::number(value),
            AnyValue::String(text) => text.to_owned(),
            other => panic!("no cell is {other:?}"),
        }
    }

    #[test]
    fn a_file_reads_back_as_the_csv_says() {
        let columns =
            ["name", "whole", "number", "mixed", "empty"].map(|name| tables::Column::text(name, ""));
        let mut table = Table::new("t", "T", "", &columns);
        table.rows = vec![
            vec![Cell::text("a, \"b\""), Cell::Int(-3), Cell::Number(0.125), Cell::Int(2), Cell::Missing],
            vec![Cell::text("é"), Cell::Missing, Cell::Missing, Cell::Number(1e-9), Cell::Missing],
        ];
        let file = parquet(&table).unwrap();
        let frame = crate::tests::read(file);
        let types: Vec<String> = frame.dtypes().iter().map(|one| format!("{one}")).collect();
        assert_eq!(types, ["str", "i64", "f64", "f64", "f64"]);
        let bytes = export::csv(&table).unwrap();
        let mut csv = csv::Reader::from_reader(&bytes[..]);
        for (at, record) in csv.records().map(Result::unwrap).enumerate() {
            let read: Vec<String> =
                frame.columns().iter().map(|column| field(column.get(at).unwrap())).collect();
            assert_eq!(read, record.iter().collect::<Vec<_>>());
        }
        assert_eq!(frame.height(), 2);
    }

    #[test]
    fn a_table_without_rows_keeps_its_columns() {
        let table = Table::new("t", "T", "", &[tables::Column::text("a", "")]);
        let frame = crate::tests::read(parquet(&table).unwrap());
        assert_eq!((frame.height(), frame.width()), (0, 1));
    }
}
