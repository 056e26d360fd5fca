//! A game for the laboratory. The steps are those of the page "Bring your own game":
//!
//! 1. `src/rules.md`: the rules, numbered, in words.
//! 2. `src/data.toml`: every number and every card.
//! 3. `src/rules.rs`: the rules as they are played.
//! 4. `src/strategy.rs`: what the formulas of strategies may read.
//! 5. `strategies/`: ways to play, each a text file.
//! 6. The laws, below: `cargo test --release` says what is missing.
//! 7. `cargo run --release -- report`: what is out of balance.
//!
//! While you write, `cargo check` reports compile errors in seconds. `cargo test --release` shares its build with
//! `cargo run --release`. With `CARGO_TARGET_DIR` set to one folder, all your games share one build of the laboratory.

mod rules;
mod strategy;
#[cfg(test)]
mod tests;

pub use rules::Reef;
use sim_play::Entry;
pub use strategy::TITLE;

/// The game as the laboratory takes it.
pub static ENTRY: Entry = Entry::of(&TITLE);

// Step 6. One test for each law of games: what is offered is legal, every game ends, nothing is lost, what is
// hidden stays hidden, and strategies answer everywhere.
#[cfg(test)]
mod laws {
    sim_play::laws!(&crate::TITLE);
    // Once the rules stand, hold whole games as files, to see what a change does to them:
    // sim_play::playthroughs!(&crate::ENTRY);
}
