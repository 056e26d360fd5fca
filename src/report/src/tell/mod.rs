//! Results in words and grids, for reading: one file a verb.

mod compare;
mod grid;
mod head;
mod luck;
mod number;
pub mod rows;

pub use compare::{compare, standing};
pub use grid::{Style, grid};
pub use luck::luck;
