//! Results in words and grids, for reading: one file a verb.

mod grid;
mod luck;
mod number;
pub mod rows;

pub use grid::{Style, grid};
pub use luck::luck;
