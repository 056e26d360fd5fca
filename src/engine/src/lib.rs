//! What a game is: pure rules, no strategies, no files, no clock.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

#[doc(hidden)]
pub use serde;

pub mod analysis;
pub mod bits;
pub mod component;
pub mod decision;
pub mod game;
pub mod lawful;
pub mod listed;
pub mod luck;
pub mod measure;
pub mod notation;
pub mod outcome;
#[cfg(any(test, feature = "laws"))]
pub mod played;
pub mod record;
pub mod seat;
pub mod settings;
pub mod text;

pub use bits::bits;
pub use component::{Component, ComponentId, Kind, Source, Sum};
pub use decision::{DecisionInfo, MAX_ACTIONS, Shape};
pub use game::{Amount, Game, Info, Node, Offer, is_legal};
pub use lawful::Lawful;
pub use listed::Listed;
pub use luck::{ChoiceLuck, Luck, Purpose, Stream};
pub use measure::{Axis, Measure, MeasureShape, Of};
pub use outcome::Outcome;
pub use record::{Frame, GameRecord, Use};
pub use seat::{BySeat, MAX_SEATS, Seat};
pub use settings::{SettingError, Settings};
