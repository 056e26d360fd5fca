//! Properties of tables, arms and tunings that must hold for every shipped game.

mod adapting;
mod balances;
mod catalogue;
mod choices;
mod duels;
mod measures;
mod outcomes;
mod panel;
mod plans;
mod prices;
mod progress;
mod reports;
mod searches;
mod tallies;
mod tunings;

use sim_games::GAMES;
use sim_lab::catalogue::Catalogue;
use sim_play::Entry;

fn find(name: &str) -> Option<&'static Entry> {
    Catalogue(GAMES).find(name)
}
