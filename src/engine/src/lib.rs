//! What a game is: pure rules, no strategies, no files, no clock.
//!
//! Whoever brings a game begins here, with the trait [`Game`]: its [`State`](Game::State), the [`Node`] that comes
//! next, what may be answered, and what an answer and [`Luck`] do. Around it:
//!
//! 1. [`Info`] says what is known of a game before one is set up; [`settings`] are its numbers and rulings, read from
//!    a data file, and [`component`] the things of its box.
//! 2. [`decision::decisions!`], [`notation::actions!`], [`event::events!`], [`measure::measures!`],
//!    [`settings::variant!`] and [`settings::words!`] declare what would else be written several times.
//! 3. [`luck`] is opened by what it decides, never in the order of draws.
//! 4. [`Outcome`] and [`GameRecord`] are what comes out of a game, in whole numbers.
//! 5. [`Lawful`] is what the laws look into.
//!
//! # What is promised
//!
//! All that these pages show keeps its name and its meaning from one patch version to the next. Before 1.0 a new minor
//! version may change it; the changelog then says what to write in its place. What is hidden here, and only other
//! packages of the laboratory use, may change at any time. The same luck gives the same draws within a minor version.
//!
//! Next: [how games are played](../sim_script/index.html).
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type, missing_docs)]

// The macros of this crate name it in the crate that calls them.
#[doc(hidden)]
pub use serde;

pub mod analysis;
pub mod bits;
pub mod component;
pub mod decision;
pub mod event;
pub mod game;
pub mod lawful;
pub mod listed;
pub mod luck;
pub mod measure;
pub mod notation;
pub mod objective;
pub mod outcome;
pub mod record;
pub mod seat;
pub mod settings;
// How messages and files are worded: for the other packages, which say the same things in the same words.
#[doc(hidden)]
pub mod text;

pub use bits::bits;
pub use component::{Choice, Component, ComponentId, Kind, Source, Sum};
pub use decision::{DecisionInfo, MAX_ACTIONS, Shape};
pub use game::{Amount, Game, Info, Node, Offer, is_legal, is_offered};
pub use lawful::Lawful;
pub use listed::Listed;
pub use luck::{ChoiceLuck, Luck, Purpose, Stream};
pub use measure::{Axis, Measure, MeasureShape, Of};
pub use objective::Objective;
pub use outcome::Outcome;
pub use record::{Frame, GameRecord, Use};
pub use seat::{BySeat, MAX_SEATS, Seat};
pub use settings::{SettingError, Settings};
