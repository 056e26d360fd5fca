//! The Critic's stars (RR-127..129).

use crate::rules::{
    RestaurantRow,
    event::{Emit, Event},
    state::Table,
    variant::TieRank,
    words::Guest,
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    pub(super) fn review(&self, table: &mut Table, seat: Seat, event: Emit<'_>) {
        table.critic = seat.0;
        let before = table.house(seat).stars;
        let stars = self.rating_by_critic(table, seat);
        table.house_mut(seat).stars = stars;
        let critic = self.supplies.guest_id(Guest::Critic);
        event(Event::Rated { seat, critic, before, stars });
    }

    pub fn rating_by_critic(&self, table: &Table, seat: Seat) -> u8 {
        let values = table.houses.map(|house| [house.food(), house.ambiance, house.service]);
        let awards = (0..3).map(|at| self.award(&values.map(|value| value[at]), seat));
        (1 + awards.sum::<u8>()).min(self.variant.max_stars)
    }

    fn award(&self, values: &[u8], seat: Seat) -> u8 {
        let mine = values[seat.index()];
        if mine == 0 && !self.variant.zero_awards {
            return 0;
        }
        match (self.place_among(values, seat), self.variant.is_two) {
            (1, true) => self.variant.equal_award,
            (1, false) => self.variant.best_award,
            (2, false) => self.variant.second_award,
            _ => 0,
        }
    }

    /// The rank of a seat's value among all seats, from 1 (RR-A18).
    pub fn place_among(&self, values: &[u8], seat: Seat) -> usize {
        let (values, mine) = (&values[..self.players], values[seat.index()]);
        match self.variant.tie_rank {
            TieRank::Competition => 1 + values.iter().filter(|&&value| value > mine).count(),
            TieRank::Dense => {
                let is_new = |at: usize| !values[..at].contains(&values[at]);
                1 + (0..values.len()).filter(|&at| values[at] > mine && is_new(at)).count()
            }
        }
    }
}
