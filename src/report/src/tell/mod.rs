//! Results in words and grids, for reading: one file a verb.

mod ablate;
mod compare;
mod extent;
mod grid;
mod head;
mod luck;
mod not_played;
mod number;
mod robust;
pub mod rows;
mod screen;
mod sweep;
mod target;

pub use ablate::ablate;
pub use compare::{compare, standing};
pub use grid::{Style, grid};
pub use luck::luck;
pub use not_played::not_played;
pub use robust::robust;
pub use screen::{morris, sobol};
pub use sweep::{lines, sweep};
pub use target::{target, target_answer};
