//! The interface of a game: pure rules without strategies, files or a clock.
//!
//! To write a game, implement the trait [`Game`]: its [`State`](Game::State), the [`Node`] that comes next, the legal
//! actions, and the effects of an action and of [`Luck`]. Around it:
//!
//! 1. [`Info`] describes a game before one is set up. [`settings`] holds its numbers and rulings, read from a data
//!    file, and [`component`] the components in its box.
//! 2. [`decision::decisions!`], [`notation::actions!`], [`event::events!`], [`measure::measures!`],
//!    [`settings::variant!`] and [`settings::words!`] each replace several declarations by one.
//! 3. [`luck`] keys each stream by what it decides, never by the order of draws.
//! 4. [`Outcome`] and [`GameRecord`] hold the results of a game in whole numbers.
//! 5. [`Lawful`] gives the laws, the tests that every game must pass, access to its state.
//!
//! # Stability
//!
//! The items on these pages keep their names and meanings from one patch version to the next. Before 1.0 a minor
//! version may change them; the changelog then names the replacement. Hidden items are only for other packages of the
//! laboratory and may change at any time. Within a minor version, the same luck gives the same draws.
//!
//! Next: [how games are played](../sim_script/index.html).
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type, missing_docs)]

// The macros of this crate expand to paths through this re-export.
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
// Text helpers for the other packages too, so that all use the same wording in messages and files.
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
