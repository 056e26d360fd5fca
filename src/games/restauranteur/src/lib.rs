//! Restauranteur: its rules, how scripts play it, and the strategies that come with it.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

pub mod rules;
pub mod strategy;

use sim_play::Entry;
use sim_script::CompiledTitle;

pub use rules::Restauranteur;

pub static ENTRY: Entry = Entry::of(&TITLE);

/// What comes with the game: what scripts may name, strategies, strong players and written questions.
pub static TITLE: CompiledTitle<Restauranteur> = CompiledTitle {
    panel: include!(concat!(env!("OUT_DIR"), "/panel.rs")),
    experiments: include!(concat!(env!("OUT_DIR"), "/experiments.rs")),
    ..CompiledTitle::new(
        Restauranteur::INFO,
        &strategy::vocabulary::VOCABULARY,
        include!(concat!(env!("OUT_DIR"), "/strategies.rs")),
        Restauranteur::new,
    )
};

#[cfg(test)]
mod laws {
    sim_play::laws!(&crate::TITLE);
    sim_play::promises!(&crate::TITLE);
    sim_play::laws_are_sharp!(&crate::TITLE);
    sim_play::playthroughs!(&crate::ENTRY);
}
