//! The one list of the games that come with the program: the program, the tests of what knows no game, and the
//! benches take it from here.

use sim_play::Entry;

#[doc(hidden)]
pub use {sim_critter_kitchen, sim_delectable, sim_la_bistro, sim_restaurant_row, sim_restauranteur};

/// The games, in the order of the listing.
pub static GAMES: &[&Entry] = &[
    &sim_critter_kitchen::ENTRY,
    &sim_delectable::ENTRY,
    &sim_la_bistro::ENTRY,
    &sim_restaurant_row::ENTRY,
    &sim_restauranteur::ENTRY,
];

/// Calls a macro with the title of every game.
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
