//! Plays deals and counts the finished games.
//!
//! Read first [what a game is](sim_engine) and [how it is played](sim_script). Authors of games need three parts of
//! this crate:
//!
//! 1. [`Entry`]: a game with its type erased, as the laboratory takes it.
//! 2. `laws!`, `promises!` and `playthroughs!` (feature `laws`): tests for what must be true of every game, for what
//!    its features predict, and for whole games as golden files.
//! 3. The program: [`sim_cli::main`](../sim_cli/fn.main.html).
//!
//! [`Episode`] plays one deal. The hidden modules play many deals on all cores (`arm`) and count them as whole
//! numbers (`tally`).
//!
//! # Stability
//!
//! [`Entry::of`] and the macros are as stable as the [engine](sim_engine). A new law may fail a game that passed
//! before; the changelog names it. Everything else is for the other crates and may change at any time.
//!
//! Next: [the questions asked of games](../sim_lab/index.html).
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type, missing_docs)]

// Hidden modules are for the laboratory and the program. Authors of games need none of them.
#[doc(hidden)]
pub mod arm;
#[doc(hidden)]
pub mod behaviour;
pub mod entry;
pub mod episode;
#[cfg(any(test, feature = "laws"))]
pub mod laws;
#[doc(hidden)]
pub mod lineup;
mod names;
#[doc(hidden)]
pub mod reasons;
mod row;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod tally;
#[doc(hidden)]
pub mod transcript;
#[doc(hidden)]
pub mod tree;
mod utility;

#[doc(hidden)]
pub use behaviour::fingerprint;
pub use entry::Entry;
pub use episode::{Episode, Watch, Workbench};
#[doc(hidden)]
pub use lineup::Schedule;
#[doc(hidden)]
pub use row::{CountRow, Details, GameKey, Row, UseRow};
#[doc(hidden)]
pub use utility::Utility;
