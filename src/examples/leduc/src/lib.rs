//! Leduc hold'em, a game for two with a public card that is solved: its rules, and how scripts play it.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

mod rules;
mod strategy;
#[cfg(test)]
mod tests;

pub use rules::{Action, Decision, Leduc, State};
use sim_play::Entry;
pub use strategy::TITLE;

/// The game as the laboratory takes it.
pub static ENTRY: Entry = Entry::of(&TITLE);

#[cfg(test)]
mod laws {
    sim_play::laws!(&crate::TITLE);
    sim_play::playthroughs!(&crate::ENTRY);
}
