//! La Bistro: its rules, how scripts play it, and the strategies that come with it.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

pub mod rules;
pub mod strategy;

use sim_play::Entry;

pub use rules::LaBistro;

pub static ENTRY: Entry = Entry::of::<LaBistro>();

#[cfg(test)]
mod laws {
    sim_play::laws!(crate::LaBistro);
    sim_play::promises!(crate::LaBistro);
    sim_play::laws_are_sharp!(crate::LaBistro);
    sim_play::playthroughs!(&crate::ENTRY);
}
