//! Results in words and grids, for reading: one file a verb.

mod compare;
mod diff;
mod grid;
mod head;
mod league;
mod luck;
mod number;
mod parting;
pub mod rows;
mod run;
mod tournament;
mod tune;
mod verdict;

pub use compare::{compare, standing};
pub use diff::diff;
pub use grid::{Style, grid};
pub use league::league;
pub use luck::luck;
pub use parting::parting;
pub use run::{baselines, best_first, precision, run, speed, win_rates};
pub use tournament::tournament;
pub use tune::tune;
pub use verdict::verdict;
