//! What must hold of tables, arms and tunings for every game that comes with the program.

mod catalogue;
mod duels;
mod measures;
mod reports;
mod tallies;
mod tunings;

use sim_lab::catalogue::Catalogue;
use sim_play::Entry;

/// The games that come with the program.
const GAMES: &[&dyn Entry] = &[
    sim_critter_kitchen::ENTRY,
    sim_delectable::ENTRY,
    sim_la_bistro::ENTRY,
    sim_restaurant_row::ENTRY,
    sim_restauranteur::ENTRY,
];

fn find(name: &str) -> Option<&'static dyn Entry> {
    Catalogue(GAMES).find(name)
}
