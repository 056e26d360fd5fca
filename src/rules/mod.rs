//! What a game is: pure rules, no strategies, no files, no clock.

pub mod analysis;
pub mod game;
pub mod luck;
pub mod outcome;
pub mod params;
pub mod record;
pub mod seat;

pub mod critter_kitchen;
pub mod delectable;
pub mod la_bistro;

pub use game::{Amount, DecisionKind, Game, Info, MAX_ACTIONS, Node, Offer, Shape};
pub use luck::{ChoiceLuck, Luck, Purpose, Stream};
pub use outcome::Outcome;
pub use params::{ParamError, Params};
pub use record::{Axis, Component, GameRecord, Measure, MeasureKind, Source};
pub use seat::{BySeat, MAX_SEATS, Seat};
