//! Pig, a dice game for two that is solved: its rules, how scripts play it, and optimal play by value iteration.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

mod odds;
mod rules;
mod strategy;
#[cfg(test)]
mod tests;

pub use odds::Odds;
pub use rules::{Action, Pig, State};
use sim_play::Entry;

/// The game as the laboratory takes it.
pub static ENTRY: Entry = Entry::of::<Pig>();

#[cfg(test)]
mod laws {
    sim_play::laws!(crate::Pig);
    sim_play::playthroughs!(&crate::ENTRY);
}
