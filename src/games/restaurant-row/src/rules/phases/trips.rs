//! Phase 2: trips to the stores, early purchases and secret choices (RR-39..45, RR-62, RR-63).

use crate::rules::{
    Decision, RestaurantRow,
    action::Action,
    event::{Emit, Event},
    state::{PLAYERS, Phase, State, Table},
    words::Store,
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    /// Begins another trip, or ends the shopping (RR-39..41).
    pub(super) fn next_trip(&self, state: &mut State, event: Emit<'_>) {
        let table = &mut state.table;
        let goes_on = table.trip == 0
            || table.trip < self.variant.trips && table.shops_with_goods(self) >= self.variant.shops_for_trip;
        if !goes_on {
            return self.end_shopping(state, event);
        }
        event(Event::TripBegins { trip: table.trip });
        table.trip += 1;
        table.early = 0;
        table.stores = [0; PLAYERS];
        self.ask_early(state, 0, event);
    }

    /// Asks the first seat at or after `from` that the decision is for. Returns whether there is one.
    pub(super) fn ask(
        &self,
        state: &mut State,
        decision: Decision,
        from: usize,
        is_for: impl Fn(&Table, Seat) -> bool,
    ) -> bool {
        let table = &mut state.table;
        let next = Seat::all(self.players).skip(from).find(|&seat| is_for(table, seat));
        if let Some(seat) = next {
            table.phase = Phase::Ask(seat, decision);
        }
        next.is_some()
    }

    /// Asks the next seat that may buy early, or goes on to the store choices.
    fn ask_early(&self, state: &mut State, from: usize, event: Emit<'_>) {
        if !self.ask(state, Decision::Early, from, |table, seat| table.house(seat).buys_early) {
            self.ask_store(state, 0, event);
        }
    }

    /// The owner of the Sous Chef buys an ingredient, or passes (RR-62).
    pub(in crate::rules) fn buy_early(&self, state: &mut State, seat: Seat, action: Action, event: Emit<'_>) {
        if let Action::Ingredient { row } = action {
            let row = usize::from(row);
            let price = self.supplies.ingredients[row].price;
            state.spend(seat, price);
            state.table.early |= 1 << seat.0;
            state.table.market &= !(1 << row);
            state.table.house_mut(seat).pantry |= 1 << row;
            event(Event::BoughtEarly { seat, ingredient: self.supplies.ingredient_id(row), price });
        }
        self.ask_early(state, seat.index() + 1, event);
    }

    /// Asks the next seat that still has a visit, or shows all choices (RR-43).
    fn ask_store(&self, state: &mut State, from: usize, event: Emit<'_>) {
        if !self.ask(state, Decision::Store, from, |table, seat| self.visits_of(table, seat) > 0) {
            self.show_stores(state, event);
        }
    }

    pub(in crate::rules) fn choose_stores(&self, state: &mut State, seat: Seat, stores: u8, event: Emit<'_>) {
        state.secret(seat).stores = stores;
        self.ask_store(state, seat.index() + 1, event);
    }

    fn show_stores(&self, state: &mut State, event: Emit<'_>) {
        let State { table, hidden } = state;
        table.stores = hidden.secrets.each_mut().map(|secret| std::mem::take(&mut secret.stores));
        let mut seen = 0;
        for store in self.supplies.store_order {
            let here = seats_at(table, store);
            for seat in Seat::all(self.players).filter(|seat| here >> seat.0 & 1 == 1) {
                let house = table.house_mut(seat);
                house.visits[store.index()] = house.visits[store.index()].saturating_add(1);
                let (place, others) = (self.supplies.store_id(store), here.count_ones() as u8 - 1);
                event(Event::Visited { seat, store, place, others, is_first: seen >> seat.0 & 1 == 0 });
            }
            seen |= here;
        }
        self.enter_store(state, 0, event);
    }

    #[inline]
    pub fn store_at(&self, table: &Table) -> Store {
        self.supplies.store_order[usize::from(table.at)]
    }

    /// Resolves stores in the order of their numbers (RR-44).
    pub(super) fn enter_store(&self, state: &mut State, from: usize, event: Emit<'_>) {
        for at in from..self.supplies.store_order.len() {
            let store = self.supplies.store_order[at];
            let here = seats_at(&state.table, store);
            if here == 0 {
                continue;
            }
            state.table.at = at as u8;
            state.table.here = here;
            if store == Store::Bank {
                return self.open_bank(state, event);
            }
            for seat in Seat::all(self.players).filter(|seat| here >> seat.0 & 1 == 1) {
                let rows = self.goods_for(&state.table, seat, state.hidden.cash[seat.index()], store);
                event(Event::Offered { seat, store, rows });
            }
            return self.serve(state, event);
        }
        self.next_trip(state, event);
    }
}

/// Seats that visit a store on this trip, as bits.
fn seats_at(table: &Table, store: Store) -> u8 {
    table
        .stores
        .iter()
        .enumerate()
        .fold(0, |seats, (at, stores)| seats | u8::from(stores & store.bit() != 0) << at)
}
