//! Tables as files of a folder, with one that describes their columns.

use crate::{Draft, Error, Program, parquet};
use sim_lab::tables::{Table, export, schema};

pub fn csv(table: &Table, program: &Program) -> Result<String, Error> {
    let bytes = export::csv(table).map_err(|error| Error::Csv { table: table.name, error })?;
    Ok(program.own(&String::from_utf8_lossy(&bytes)).into_owned())
}

/// Writes every table as CSV, and `columns.csv` with their columns.
pub fn write(draft: &mut Draft, tables: &[Table]) -> Result<(), Error> {
    for table in tables.iter().chain([&schema::columns(tables)]) {
        let text = csv(table, draft.program())?;
        draft.write(&format!("{}.csv", table.name), text.as_bytes())?;
    }
    Ok(())
}

/// Writes every nonempty table as Parquet, if this build supports it.
pub fn write_parquet(draft: &mut Draft, tables: &[Table]) -> Result<(), Error> {
    for table in tables.iter().filter(|table| cfg!(feature = "parquet") && !table.rows.is_empty()) {
        let bytes = parquet::table(&draft.program().own_table(table))
            .map_err(|error| Error::Parquet { table: table.name, why: error.to_string() })?;
        draft.write(&format!("{}.parquet", table.name), &bytes)?;
    }
    Ok(())
}
