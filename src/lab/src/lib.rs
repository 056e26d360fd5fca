//! The laboratory: what is asked of games, and what comes out.
//!
//! A question takes a spec and a [`Lab`] to play with, and hands back a typed result, as [`luck`] does. Nothing here
//! has a file, a terminal or a clock: a [`Store`](store::Store) keeps bytes, a [`Progress`] sees what happens, and a
//! [`Stop`] asks for the end.

pub mod audit;
mod bench;
pub mod catalogue;
pub mod command;
pub mod compare;
mod driver;
pub mod effort;
mod error;
pub mod experiment;
pub mod figure;
pub mod luck;
pub mod not_played;
pub mod pairs;
pub mod player;
pub mod robust;
pub mod spec;
pub mod store;
pub mod tables;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod tune;

pub use bench::{Event, Lab, Progress, Stop};
pub use driver::{At, Compared, Share};
pub use effort::{Effort, Ended};
pub use error::Error;
