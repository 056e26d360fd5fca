//! Leduc hold'em, a game for two with a public card that is solved: its rules, and how scripts play it.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

mod rules;
mod strategy;
#[cfg(test)]
mod tests;

pub use rules::{Action, Decision, Leduc, State};
use sim_play::Entry;

/// The game as the laboratory takes it.
pub static ENTRY: Entry = Entry::of::<Leduc>();

#[cfg(test)]
mod laws {
    sim_play::laws!(crate::Leduc);
    sim_play::playthroughs!(&crate::ENTRY);
}
