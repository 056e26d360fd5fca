//! The one list of the games that come with the program: the program, the tests of what knows no game, and the
//! benches take it from here.

use sim_play::Entry;

#[doc(hidden)]
pub use {
    sim_critter_kitchen::CritterKitchen, sim_delectable::Delectable, sim_la_bistro::LaBistro,
    sim_restaurant_row::RestaurantRow, sim_restauranteur::Restauranteur,
};

/// The games, in the order of the listing.
pub static GAMES: &[&Entry] = &[
    &sim_critter_kitchen::ENTRY,
    &sim_delectable::ENTRY,
    &sim_la_bistro::ENTRY,
    &sim_restaurant_row::ENTRY,
    &sim_restauranteur::ENTRY,
];

/// Calls a macro with the type of every game.
#[macro_export]
macro_rules! games {
    ($with:ident) => {
        $with! {
            $crate::CritterKitchen,
            $crate::Delectable,
            $crate::LaBistro,
            $crate::RestaurantRow,
            $crate::Restauranteur,
        }
    };
}
