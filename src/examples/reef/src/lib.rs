//! A game for the laboratory. The steps are those of the page "Bring your own game":
//!
//! 1. `src/rules.md`: the rules, numbered, in words.
//! 2. `src/data.toml`: every number and every card.
//! 3. `src/rules.rs`: the rules in code.
//! 4. `src/strategy.rs`: the features that strategy formulas may read.
//! 5. `strategies/`: the strategies, one text file each.
//! 6. The laws, below: `cargo test --release` reports what is missing.
//! 7. `cargo run --release -- report`: the balance problems.
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

/// The game with its rules, vocabulary and strategies, as programs take it.
pub static ENTRY: Entry = Entry::of(&TITLE);

// Step 6. One test per law: offered actions are legal, every game ends, nothing is lost, hidden information
// stays hidden, and strategies answer every decision.
#[cfg(test)]
mod laws {
    sim_play::laws!(&crate::TITLE);
    // Once the rules are stable, record whole games as files, to see the effect of a change:
    // sim_play::playthroughs!(&crate::ENTRY);
}
