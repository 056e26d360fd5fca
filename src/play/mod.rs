//! Deals in, finished games out.

pub mod episode;
pub mod lineup;
mod names;
mod row;
pub mod search;
pub mod transcript;

pub use episode::{Episode, Watch, Workbench};
pub use lineup::Schedule;
pub use row::{CountRow, Details, GameKey, Row, UseRow};
