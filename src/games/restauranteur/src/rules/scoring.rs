//! Who wins (RE-2, B-25).

use super::{Restauranteur, state::State, variant::TieBreak};
use sim_engine::{outcome::Outcome, seat::Seat};

impl Restauranteur {
    /// Ranks seats by coins, then by restaurants unless equal coins share the place.
    pub(super) fn outcome_of(&self, state: &State) -> Outcome {
        let table = &state.table;
        Outcome::ranked(table.coins, self.players, table.end as usize, |seat: Seat| {
            let restaurants = match self.variant.tie_break {
                TieBreak::Restaurants => table.restaurants_of(seat),
                TieBreak::Shared => 0,
            };
            (table.coins[seat], restaurants)
        })
    }
}
