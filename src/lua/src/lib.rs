//! Games in one Lua file, for designers who do not write Rust: `sim --game harbour.lua`.
//!
//! Before this: [deals in, counted games out](sim_play). The file declares numbers, components, zones, decisions
//! and features as tables, and its rules as functions. The rest follows from the declarations: each seat's view,
//! resampling of hidden zones, conservation checks, and counts. The guide is `src/docs/a_game_in_one_file.md`.
//!
//! | module | content |
//! |---|---|
//! | `sandbox.lua`, `game.lua` | the library for the file; the layer between the program and the file |
//! | `declaration`, `declare` | the declarations; their reader, which reports errors with their place |
//! | `data` | the declarations as settings, vocabulary and strategies |
//! | `vm` | the file in a sandbox with limits, one per thread |
//! | `state` | a state as bytes, a seat's view of it, and resampling of the rest |
//! | `game` | the rules, as the engine plays them |
//! | `look` | the features that strategies read |
//!
//! **Deterministic.** The sandbox has no clock, file, process or address. It walks tables in order, and freezes or
//! watches everything that could outlast a game. Luck comes from the deal, by key and time.
//!
//! **Bounded.** Instructions of a call, memory and depth have limits. Every failure becomes a [`FileError`] with a
//! line. Rules cannot return errors, so a failing game calls [`on_failure`] at once; no result includes it.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type, missing_docs)]

mod action;
mod check;
mod data;
mod declaration;
mod declare;
mod enumerate;
mod error;
mod event;
mod game;
mod look;
mod state;
mod title;
mod vm;

use std::sync::OnceLock;

pub use check::{Broken, check};
pub use game::LuaGame;
use sim_engine::text::FileError;
pub use title::{Beside, LuaTitle, SUFFIX, read};

/// The handler of failures during a game.
static ON_FAILURE: OnceLock<fn(&FileError)> = OnceLock::new();

/// Sets the handler for functions of a file that fail during a game; only the first call counts. The program ends
/// there: its files are whole, and no result includes the failed game. Without a handler the game ends with no
/// points, and [`LuaTitle::failure`] returns the error.
pub fn on_failure(handler: fn(&FileError)) {
    ON_FAILURE.get_or_init(|| handler);
}
