//! Results in words and grids, for reading: one file a verb.

mod ablate;
mod compare;
mod diff;
mod grid;
mod head;
mod league;
mod luck;
mod not_played;
mod number;
mod parting;
pub mod question;
mod robust;
pub mod rows;
mod run;
mod screen;
mod sweep;
mod target;
mod tournament;
mod tune;
mod verdict;

pub use ablate::ablate;
pub use compare::{compare, standing};
pub use diff::diff;
pub use grid::{Style, grid};
pub use league::league;
pub use luck::luck;
pub use not_played::not_played;
pub use parting::parting;
pub use robust::robust;
pub use run::{baselines, precision, rates, run, speed};
pub use screen::{morris, sobol};
pub use sweep::{lines, sweep};
pub use target::{target, target_answer};
pub use tournament::tournament;
pub use tune::tune;
pub use verdict::verdict;
