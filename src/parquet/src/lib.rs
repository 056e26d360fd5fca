//! Tables, and the games of a run, as Parquet files.
//!
//! A package of its own, as most of what the program is built from comes with Parquet: a build without the
//! feature `parquet` leaves it out.

mod rows;
mod table;
#[cfg(test)]
mod tests;
mod writer;

pub use rows::{Names, RowWriter};
pub use table::parquet as table;
