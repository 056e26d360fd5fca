//! La Bistro: its rules, its script vocabulary and the bundled strategies.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

pub mod rules;
pub mod strategy;

use sim_play::Entry;

pub use rules::LaBistro;
pub use strategy::TITLE;

pub static ENTRY: Entry = Entry::of(&TITLE);

#[cfg(test)]
mod laws {
    sim_play::laws!(&crate::TITLE);
    sim_play::promises!(&crate::TITLE);
    sim_play::laws_are_sharp!(&crate::TITLE);
    sim_play::playthroughs!(&crate::ENTRY);
}
