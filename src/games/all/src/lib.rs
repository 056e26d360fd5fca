//! The list of the bundled games. The program, the benches and the tests that run on every game use it.

use sim_play::Entry;

#[doc(hidden)]
pub use {sim_critter_kitchen, sim_delectable, sim_la_bistro, sim_restaurant_row, sim_restauranteur};

/// The games, in the order in which the program lists them.
pub static GAMES: &[&Entry] = &[
    &sim_critter_kitchen::ENTRY,
    &sim_delectable::ENTRY,
    &sim_la_bistro::ENTRY,
    &sim_restaurant_row::ENTRY,
    &sim_restauranteur::ENTRY,
];

/// Invokes the macro `$with` with the `TITLE` of every game.
#[macro_export]
macro_rules! games {
    ($with:ident) => {
        $with! {
            $crate::sim_critter_kitchen::TITLE,
            $crate::sim_delectable::TITLE,
            $crate::sim_la_bistro::TITLE,
            $crate::sim_restaurant_row::TITLE,
            $crate::sim_restauranteur::TITLE,
        }
    };
}
