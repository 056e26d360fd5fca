//! Leduc hold'em, a solved two-player game with a public card: its rules and its script vocabulary.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

mod rules;
mod strategy;
#[cfg(test)]
mod tests;

pub use rules::{Action, Decision, Leduc, State};
use sim_play::Entry;
pub use strategy::TITLE;

/// The game with its rules, vocabulary and strategies, as programs take it.
pub static ENTRY: Entry = Entry::of(&TITLE);

#[cfg(test)]
mod laws {
    sim_play::laws!(&crate::TITLE);
    sim_play::playthroughs!(&crate::ENTRY);
}
