//! Restaurant Row: its rules, how scripts play it, and the strategies that come with it.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

pub mod rules;
pub mod strategy;

use sim_play::Entry;

pub use rules::RestaurantRow;
pub use strategy::TITLE;

pub static ENTRY: Entry = Entry::of(&TITLE);

#[cfg(test)]
mod laws {
    sim_play::laws!(&crate::TITLE);
    sim_play::promises!(&crate::TITLE);
    sim_play::laws_are_sharp!(&crate::TITLE);
    sim_play::playthroughs!(&crate::ENTRY);
}
