//! Results in words and grids, for reading: one file a verb.

mod grid;
mod league;
mod luck;
mod number;
pub mod rows;
mod tune;

pub use grid::{Style, grid};
pub use league::league;
pub use luck::luck;
pub use tune::tune;
