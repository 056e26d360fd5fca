//! Phase 3: secret prices, the Consultant's owner last (RR-92..96, RR-81).

use crate::rules::{
    Decision, RestaurantRow,
    event::{Emit, Event},
    state::{Phase, State},
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    /// The price of a die face; 0 for die 0, before one is chosen.
    #[inline]
    pub fn price(&self, die: u8) -> i32 {
        usize::from(die).checked_sub(1).map_or(0, |face| self.variant.prices[face])
    }

    /// Asks the next seat that chooses in secret, or shows the prices.
    pub(super) fn ask_price(&self, state: &mut State, from: usize, event: Emit<'_>) {
        if self.ask(state, Decision::Price, from, |table, seat| !table.house(seat).prices_last) {
            return;
        }
        for seat in Seat::all(self.players) {
            if state.table.house(seat).prices_last {
                continue;
            }
            let die = std::mem::take(&mut state.secret(seat).die);
            self.show_price(state, seat, die, event);
        }
        self.ask_last_price(state, 0);
    }

    /// Asks the seats that price last, or opens the doors.
    fn ask_last_price(&self, state: &mut State, from: usize) {
        if !self.ask(state, Decision::Price, from, |table, seat| table.house(seat).prices_last) {
            state.table.phase = Phase::Doors;
        }
    }

    pub(in crate::rules) fn choose_price(&self, state: &mut State, seat: Seat, die: u8, event: Emit<'_>) {
        if state.table.house(seat).prices_last {
            self.show_price(state, seat, die, event);
            return self.ask_last_price(state, seat.index() + 1);
        }
        state.secret(seat).die = die;
        self.ask_price(state, seat.index() + 1, event);
    }

    fn show_price(&self, state: &mut State, seat: Seat, die: u8, event: Emit<'_>) {
        let highest = self.highest_die(&state.table, seat);
        let house = state.table.house_mut(seat);
        house.die = die;
        let (face, price, stars) = (self.supplies.die_id(die), self.price(die), house.stars);
        event(Event::Priced { seat, die, face, price, stars, highest });
    }
}
