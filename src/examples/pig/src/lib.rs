//! Pig, a solved two-player dice game: its rules, its script vocabulary, and optimal play by value iteration.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

mod odds;
mod rules;
mod strategy;
#[cfg(test)]
mod tests;

pub use odds::Odds;
pub use rules::{Action, Pig, State};
use sim_play::Entry;
pub use strategy::TITLE;

/// The game with its rules, vocabulary and strategies, as programs take it.
pub static ENTRY: Entry = Entry::of(&TITLE);

#[cfg(test)]
mod laws {
    sim_play::laws!(&crate::TITLE);
    sim_play::playthroughs!(&crate::ENTRY);
}
