//! Kuhn poker, a game for two with hidden hands that is solved: its rules, how scripts play it, and by how
//! much any way to play can be beaten.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

pub mod exact;
mod rules;
mod strategy;
#[cfg(test)]
mod tests;

pub use rules::{Action, Decision, Kuhn, State};
use sim_play::Entry;
pub use strategy::TITLE;

/// The game as the laboratory takes it.
pub static ENTRY: Entry = Entry::of(&TITLE);

#[cfg(test)]
mod laws {
    sim_play::laws!(&crate::TITLE);
    sim_play::playthroughs!(&crate::ENTRY);
}
