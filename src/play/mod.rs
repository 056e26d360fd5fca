//! Deals in, finished games out.

pub mod episode;
pub mod lineup;
pub mod run;
pub mod transcript;

pub use episode::{Player, Watch, Workbench};
pub use lineup::Schedule;
