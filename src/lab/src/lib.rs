//! The laboratory: questions about games in, typed results out.
//!
//! A verb takes a spec, plays with a [`Lab`] and returns a typed result, as [`skill`] does. The crate touches no
//! files, terminal or clock: a [`Store`](store::Store) keeps bytes, a [`Progress`] observes events, and a [`Stop`]
//! requests the end.
//!
//! Previous layer: [deals in, counted games out](sim_play). An [`ArmSpec`](spec::ArmSpec) names the game, its rules
//! and its players; a [`Player`](player::Player) is a strategy that can be seated at a table.
//!
//! | question | module |
//! |---|---|
//! | who wins how often? | [`run`] |
//! | which of two strategies is better? | [`compare`], [`tournament`] |
//! | what does a change of the rules do? | [`diff`], [`sweep`], [`target`] |
//! | which component is too strong, too weak or mispriced? | [`components`], from [`ablate`], [`worth`] and [`price`] |
//! | what does a rule change do once players have adapted to it? | [`adapt`] |
//! | which ways to win are viable in strong hands? | [`plans`] |
//! | where does a trained player differ from another, and what does it leave undecided? | [`difference`], [`choices`] |
//! | what should be changed? | [`balance`] |
//! | does a finding hold under alternative rulings, data or players? | [`robust`] |
//! | ok, too strong or too weak? | [`verdict`] |
//! | skill or luck? | [`skill`], [`ladder`] |
//! | can it be played better? | [`train`] |
//! | how far can a strategy be beaten, exactly? | [`exploitability`] |
//! | what does a question file ask? | [`question`] |
//! | which problems does a game have? | [`audit`] |
//! | what stands out? | [`finding`] |
//!
//! # Stability
//!
//! Stable are the specs and results of these modules and the functions from one to the other; [`spec`], [`player`],
//! [`catalogue`], [`store`] and the items in the crate root; and the columns of [`tables`], whose schema number
//! increases with every change. The [engine](sim_engine) defines "stable". Everything else serves [the
//! pages](../sim_report/index.html) and [the program](../sim_cli/index.html), and may change at any time.
//!
//! Next: [charts and pages](../sim_report/index.html).

pub mod ablate;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod adapt;
pub mod audit;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod balance;
pub mod baselines;
mod bench;
pub mod catalogue;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod choices;
pub mod command;
pub mod compare;
pub mod components;
pub mod contrast;
pub mod diff;
pub mod difference;
mod driver;
pub mod effect;
pub mod effort;
mod error;
pub mod experiment;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod exploitability;
pub mod figure;
pub mod finding;
pub mod grid;
pub mod health;
pub mod ladder;
pub mod not_played;
pub mod number;
pub mod pairs;
pub mod panel;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod plans;
pub mod player;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod price;
pub mod question;
pub mod robust;
pub mod run;
pub mod skill;
pub mod spec;
pub mod store;
pub mod strength;
pub mod summary;
pub mod sweep;
pub mod tables;
pub mod target;
pub mod tournament;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod train;
pub mod verdict;
mod work;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod worth;

pub use bench::{Event, Lab, Progress, Stage, Stop};
pub use driver::{ArmResults, ArmTally, Playing, RunTally, Start};
pub use effort::{Effort, Ended, Extent};
pub use error::{Error, Refusal};
pub use work::{Parts, Work};
