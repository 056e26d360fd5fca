//! Restaurant Row: its rules, how scripts play it, and the strategies that come with it.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

pub mod rules;
pub mod strategy;

use sim_play::Entry;

pub use rules::RestaurantRow;

pub static ENTRY: Entry = Entry::of::<RestaurantRow>();

#[cfg(test)]
mod laws {
    sim_play::laws!(crate::RestaurantRow);
    sim_play::promises!(crate::RestaurantRow);
    sim_play::laws_are_sharp!(crate::RestaurantRow);
    sim_play::playthroughs!(&crate::ENTRY);
}
