//! Before this: [deals in, counted games out](sim_play). Games in one Lua file, for designers who do not write Rust: `sim --game harbour.lua`.
//!
//! The file declares numbers, components, zones, decisions and features as tables, and its rules as functions. Everything else
//! follows from the declarations: what a seat sees, how hidden zones are drawn again, what is conserved, what is counted.
//! The guide is `src/docs/a_game_in_one_file.md`.
//!
//! | module | content |
//! |---|---|
//! | `sandbox.lua`, `game.lua` | what a file may use; the game between the program and the file |
//! | `declaration`, `declare` | what a file declares; the reader of its tables, which reports what is wrong and where |
//! | `data` | the declaration as the laboratory knows games: settings, vocabulary, strategies |
//! | `vm` | the file in a sandbox with limits: one for each thread |
//! | `state` | a state as bytes, what a seat sees of it, and how the rest is drawn again |
//! | `game` | the rules, as the engine plays them |
//! | `look` | the features that strategies read |
//!
//! **Deterministic.** The sandbox has no clock, file, process or address, walks tables in order, and freezes or watches all
//! that could outlast a game. Luck comes from the deal, by key and time.
//!
//! **Bounded.** Instructions of a call, memory and depth have limits. Whatever goes wrong becomes a [`FileError`] with a line.
//! Because rules cannot return errors, a game that breaks calls [`on_failure`] at once, so that no result is made of it.
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

/// What is done where a game breaks in mid-play.
static ON_FAILURE: OnceLock<fn(&FileError)> = OnceLock::new();

/// Says what is done, once, where a file's function fails in mid-play. A program ends there: what it has written by then is
/// whole, and nothing is made of the broken game. Without it the game ends with no points, and
/// [`LuaTitle::failure`] tells why.
pub fn on_failure(handler: fn(&FileError)) {
    ON_FAILURE.get_or_init(|| handler);
}
