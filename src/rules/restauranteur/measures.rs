//! What is counted of a game of Restauranteur.

use super::{Restauranteur, event::Event, state::State};
use crate::rules::{
    GameRecord, Seat,
    measure::{measures, scalar},
};

measures! {
    /// The measures of this game.
    pub enum Measures {
        Restaurants = "restaurants" ["restaurants", scalar()]
            "Restaurants on the board at the end.",
    }
}

impl Restauranteur {
    pub(super) fn count_event(&self, event: &Event, record: &mut GameRecord) {
        if let Event::Built { seat, restaurant, .. } = *event {
            record.use_mut(restaurant, seat).taken += 1;
        }
    }

    pub(super) fn count_final(&self, state: &State, record: &mut GameRecord) {
        for seat in Seat::all(self.players) {
            record.add(Measures::Restaurants, 0, seat, state.table.restaurants_of(seat) as i32);
        }
    }
}
