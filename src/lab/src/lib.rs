//! The laboratory: what is asked of games, and what comes out.
//!
//! A verb takes a spec and a [`Lab`] to play with, and hands back a typed result, as [`luck`] does. Nothing here
//! has a file, a terminal or a clock: a [`Store`](store::Store) keeps bytes, a [`Progress`] sees what happens, and a
//! [`Stop`] asks for the end.

pub mod ablate;
pub mod audit;
pub mod baselines;
mod bench;
pub mod catalogue;
pub mod command;
pub mod compare;
pub mod diff;
mod driver;
pub mod effort;
mod error;
pub mod experiment;
pub mod figure;
pub mod grid;
mod kept;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod league;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod learn;
pub mod luck;
pub mod not_played;
pub mod pairs;
pub mod parting;
pub mod player;
pub mod question;
pub mod robust;
pub mod run;
pub mod screen;
pub mod spec;
pub mod store;
pub mod summary;
pub mod sweep;
pub mod tables;
pub mod target;
pub mod tournament;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod tune;
pub mod verdict;

pub use bench::{Aim, Event, Lab, Progress, Stage, Stop};
pub use driver::{At, Compared, Played, Playing, Share, Start};
pub use effort::{Effort, Ended, Extent};
pub use error::Error;
