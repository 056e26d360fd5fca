//! The only module that prints. Names come from users and must not control the terminal: control characters are
//! made visible here.

use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use serde::Serialize;
use serde_json::json;
use sim_engine::text::visible;
use terminal_size::{Width, terminal_size_of};

use super::{
    failure::Failure,
    program::{self, own},
};
use sim_lab::tables::{Cell, Table, export};
use sim_report::tell;
use sim_store::table_files;

/// What standard output gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Tables for reading
    Table,
    /// One table as CSV
    Csv,
    /// Everything as JSON
    Json,
}

/// Prints tables without an answer: as the text `page` for reading, as JSON, or the first as CSV.
pub fn listing(format: Format, tables: &[Table], page: impl FnOnce() -> String) -> Result<(), Failure> {
    match format {
        Format::Table => print(&page()),
        Format::Csv => data(&first_csv(tables)?),
        Format::Json => data(&format!("{:#}\n", export::json(tables))),
    }
}

/// Prints an answer: as `text` for reading, as JSON with the manifest, or the first table as CSV.
pub fn answer(
    format: Format,
    manifest: &impl Serialize,
    tables: &[Table],
    text: &str,
) -> Result<(), Failure> {
    match format {
        Format::Table => print(text),
        Format::Csv => data(&first_csv(tables)?),
        Format::Json => {
            let all = json!({ "manifest": manifest, "tables": export::json(tables) });
            data(&format!("{all:#}\n"))
        }
    }
}

pub fn csv(table: &Table) -> Result<String, Failure> {
    Ok(table_files::csv(table, program::this())?)
}

fn first_csv(tables: &[Table]) -> Result<String, Failure> {
    tables.first().map_or(Ok(String::new()), csv)
}

/// Writes lines for people to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    write(&visible::in_lines(&own(text)))
}

/// Writes machine-readable output to standard output: unchanged, unless it is a terminal.
pub fn data(text: &str) -> Result<(), Failure> {
    if is_terminal() { print(text) } else { write(&own(text)) }
}

fn write(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::at_output(&error))
}

/// Writes a remark to standard error, separate from results.
pub fn remark(text: &str) {
    // With standard error closed, nobody can be informed.
    let _ = writeln!(io::stderr(), "{}", visible::in_lines(&own(text)));
}

fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Rows of text under a header, as [`tell::grid`] sets them.
pub fn grid(header: &[&str], rows: &[Vec<String>], right: &[bool]) -> String {
    tell::grid(header, rows, right, style())
}

pub fn style() -> tell::Style {
    // Tables do not wrap on a terminal of unknown width.
    let width = || terminal_size_of(io::stdout()).map_or(u16::MAX, |(Width(width), _)| width);
    tell::Style { width: is_terminal().then(width), has_tables: false }
}

pub fn rows(table: &Table) -> String {
    let header: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(plain).collect()).collect();
    let right: Vec<bool> =
        (0..header.len()).map(|at| table.rows.iter().all(|row| !matches!(row[at], Cell::Text(_)))).collect();
    grid(&header, &rows, &right)
}

fn plain(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Int(number) => number.to_string(),
        Cell::Number(number) => export::number(*number),
        Cell::Missing => String::new(),
    }
}
