//! Kuhn poker, a solved two-player game with hidden hands: its rules, its script vocabulary, and the exact
//! exploitability of strategies.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

pub mod exact;
mod rules;
mod strategy;
#[cfg(test)]
mod tests;

pub use rules::{Action, Decision, Kuhn, State};
use sim_play::Entry;
pub use strategy::TITLE;

/// The game with its rules, vocabulary and strategies, as programs take it.
pub static ENTRY: Entry = Entry::of(&TITLE);

#[cfg(test)]
mod laws {
    sim_play::laws!(&crate::TITLE);
    sim_play::playthroughs!(&crate::ENTRY);
}
