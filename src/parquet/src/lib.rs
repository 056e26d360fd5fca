//! Tables, and the games of a run, as Parquet files.
//!
//! A crate of its own, because Parquet accounts for most dependencies of the program: builds without the feature
//! `parquet` omit it.

mod rows;
mod table;
#[cfg(test)]
mod tests;
mod writer;

pub use rows::{Names, RowWriter};
pub use table::parquet as table;
