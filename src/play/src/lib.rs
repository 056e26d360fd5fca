//! Deals in, counted games out.
//!
//! Before this: [what a game is](sim_engine) and [how it is played](sim_script). Whoever brings a game needs three
//! things of this crate:
//!
//! 1. [`Entry`], made of a game's type: the game as the laboratory takes it.
//! 2. `laws!`, `promises!` and `playthroughs!` (feature `laws`): a test for each thing that must be true of every
//!    game, of what its features tell, and whole games as files.
//! 3. The program: [`sim_cli::main`](../sim_cli/fn.main.html).
//!
//! [`Episode`] plays one deal. What is hidden here plays many on all cores (`arm`) and counts them as whole numbers
//! (`tally`).
//!
//! # What is promised
//!
//! [`Entry::of`] and the macros, as the [engine](sim_engine) says it; a new law may fail a game that passed before,
//! and the changelog names it. All else is for the other packages of the laboratory, and may change at any time.
//!
//! Next: [what is asked of games](../sim_lab/index.html).
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type, missing_docs)]

// For the laboratory and the program: whoever brings a game needs none of what is hidden.
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
