//! Tables as files of a folder, with one that says what their columns hold.

use super::{failure::Failure, folder::Draft, output};
use sim_lab::tables::{Table, schema};

/// Writes every table as CSV, and `columns.csv` beside them.
pub fn write(draft: &mut Draft, tables: &[Table]) -> Result<(), Failure> {
    for table in tables.iter().chain([&schema::columns(tables)]) {
        draft.write(&format!("{}.csv", table.name), output::csv(table)?.as_bytes())?;
    }
    Ok(())
}
