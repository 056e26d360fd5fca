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
use sim_script::CompiledTitle;

/// The game as the laboratory takes it.
pub static ENTRY: Entry = Entry::of(&TITLE);

/// What comes with the game: what scripts may name, strategies and written questions.
pub static TITLE: CompiledTitle<Reef> = CompiledTitle {
    // Leave this and its line in `build.rs` out where no question is written down.
    experiments: include!(concat!(env!("OUT_DIR"), "/experiments.rs")),
    ..CompiledTitle::new(
        Reef::INFO,
        &strategy::VOCABULARY,
        include!(concat!(env!("OUT_DIR"), "/strategies.rs")),
        Reef::new,
    )
};

// Step 6. One test for each law of games: what is offered is legal, every game ends, nothing is lost, what is
// hidden stays hidden, and strategies answer everywhere.
#[cfg(test)]
mod laws {
    sim_play::laws!(&crate::TITLE);
    // Once the rules stand, hold whole games as files, to see what a change does to them:
    // sim_play::playthroughs!(&crate::ENTRY);
}
