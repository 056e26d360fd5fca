//! The end of phase 2: ingredients are displayed, frozen or discarded (RR-68..74, RR-A28).

use crate::rules::{
    Decision, RestaurantRow,
    action::Action,
    components::NONE,
    event::{Emit, Event},
    state::{PLAYERS, State},
    words::{KINDS, bits},
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    /// Clears the food markets, and asks the seats that have ingredients to display (RR-38).
    pub(super) fn end_shopping(&self, state: &mut State, event: Emit<'_>) {
        let table = &mut state.table;
        table.market = 0;
        table.stores = [0; PLAYERS];
        table.early = 0;
        self.ask_display(state, 0, event);
    }

    fn ask_display(&self, state: &mut State, from: usize, event: Emit<'_>) {
        if !self.ask(state, Decision::Display, from, |table, seat| table.house(seat).pantry != 0) {
            self.show_specials(state, event);
        }
    }

    /// Displays one more ingredient. Freezing one, or stopping, ends the seat's display.
    pub(in crate::rules) fn display(&self, state: &mut State, seat: Seat, action: Action, event: Emit<'_>) {
        match action {
            Action::Show { row } => return state.secret(seat).shows |= 1 << row,
            Action::Freeze { row } => state.secret(seat).freeze = row,
            _ => {}
        }
        self.ask_display(state, seat.index() + 1, event);
    }

    fn show_specials(&self, state: &mut State, event: Emit<'_>) {
        let State { table, hidden } = state;
        for seat in Seat::all(self.players) {
            let house = table.house_mut(seat);
            let secret = &mut hidden.secrets[seat.index()];
            house.shown = std::mem::take(&mut secret.shows);
            house.frozen = std::mem::replace(&mut secret.freeze, NONE);
            house.forks = [0; KINDS];
            for row in bits(house.pantry) {
                let ingredient = self.supplies.ingredient_id(row);
                let item = &self.supplies.ingredients[row];
                if house.shown >> row & 1 == 1 {
                    house.forks[item.kind.index()] += item.forks;
                    event(Event::Displayed { seat, ingredient, forks: item.forks });
                } else if usize::from(house.frozen) == row {
                    event(Event::Frozen { seat, ingredient });
                } else {
                    event(Event::Discarded { seat, ingredient });
                }
            }
            house.pantry = 0;
            house.thawed = NONE;
        }
        self.ask_price(state, 0, event);
    }
}
