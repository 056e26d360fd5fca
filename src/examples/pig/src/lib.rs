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
use sim_script::CompiledTitle;

/// The game as the laboratory takes it.
pub static ENTRY: Entry = Entry::of(&TITLE);

/// What comes with the game: what scripts may name, and strategies.
pub static TITLE: CompiledTitle<Pig> = CompiledTitle::new(
    Pig::INFO,
    &strategy::VOCABULARY,
    include!(concat!(env!("OUT_DIR"), "/strategies.rs")),
    Pig::new,
);

#[cfg(test)]
mod laws {
    sim_play::laws!(&crate::TITLE);
    sim_play::playthroughs!(&crate::ENTRY);
}
