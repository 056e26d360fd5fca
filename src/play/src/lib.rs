//! Deals in, counted games out.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

pub mod arm;
pub mod behaviour;
pub mod entry;
pub mod episode;
#[cfg(feature = "laws")]
pub mod laws;
pub mod lineup;
mod names;
mod row;
pub mod search;
pub mod tally;
pub mod transcript;

pub use behaviour::fingerprint;
pub use entry::{Entry, Of};
pub use episode::{Episode, Watch, Workbench};
pub use lineup::Schedule;
pub use row::{CountRow, Details, GameKey, Row, UseRow};
