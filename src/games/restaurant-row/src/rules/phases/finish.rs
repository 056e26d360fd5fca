//! Phase 8, and the end of the game (RR-162..166).

use crate::rules::{
    RestaurantRow,
    components::NONE,
    event::{Emit, Event},
    state::{Phase, State},
    words::{GUESTS, KINDS},
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    /// Clears the tables; the game is over if an end was triggered in this round.
    pub(in crate::rules) fn end_round(&self, state: &mut State, event: Emit<'_>) {
        let State { table, hidden } = state;
        for seat in Seat::all(self.players) {
            let (round, cash) = (table.round, hidden.cash[seat.index()]);
            let house = table.house_mut(seat);
            event(Event::RoundEnds { seat, round, cash, loan: house.loan, stars: house.stars });
            let frozen = std::mem::replace(&mut house.frozen, NONE);
            if frozen != NONE {
                house.pantry = 1 << frozen;
                // An ingredient that no space takes need not be displayed; it can only be discarded.
                let fits = self.can_show(house, house.pantry);
                house.thawed = if fits { frozen } else { NONE };
            }
            house.shown = 0;
            house.forks = [0; KINDS];
            house.die = 0;
            (house.main, house.second, house.beside) = (0, 0, 0);
            house.guests = [0; GUESTS];
            house.talk = 0;
        }
        hidden.queue.fill(NONE);
        Self::clear_night(table);
        if table.ends != 0 {
            table.phase = Phase::Over;
        } else {
            table.round = table.round.saturating_add(1);
            table.phase = Phase::Stock;
        }
    }
}
