//! Phase 4: customers come one by one (RR-97..104).

use crate::rules::{
    Decision, RestaurantRow,
    components::{MAX_BAG, NONE},
    event::{Emit, Event, Place, Reason},
    state::{CRITIC, Phase, State, Table},
    words::{End, Guest},
};
use sim_engine::{
    luck::{Card, Luck, Purpose},
    seat::Seat,
};

const CUSTOMER_DIE: Purpose = Purpose::new("restaurant-row.customer-die");
const CUSTOMERS: Purpose = Purpose::new("restaurant-row.customers");

impl RestaurantRow {
    /// Moves the counter and shuffles the bag (RR-97, RR-98).
    pub(in crate::rules) fn open_doors(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        let State { table, hidden } = state;
        let time = u64::from(table.round);
        let die = luck.die(CUSTOMER_DIE, time, self.variant.customer_die) as u8;
        table.counter = table.counter.saturating_add(die.into());
        table.expected = table.counter.saturating_add(u16::from(!self.variant.critic_counts));
        event(Event::DoorsOpen { die, customers: table.expected });
        let customers = self.supplies.customers.iter().enumerate();
        let customers = customers.map(|(row, one)| Card { row: row as u8, name: one.key, copy: time });
        let order = luck.shuffled::<MAX_BAG>(CUSTOMERS, customers);
        hidden.queue[..order.rows().len()].copy_from_slice(order.rows());
        self.serve_guests(state, event);
    }

    #[inline]
    pub fn guest(&self, customer: u8) -> Guest {
        if customer == CRITIC { Guest::Critic } else { self.supplies.customers[usize::from(customer)].guest }
    }

    /// Lets customers come until one of them needs a decision, or all have come.
    pub(in crate::rules) fn serve_guests(&self, state: &mut State, event: Emit<'_>) {
        while state.table.come < state.table.expected {
            if self.next_guest(state, event) {
                return;
            }
        }
        self.close_doors(state, event);
    }

    /// Brings the next customer; the Critic comes at his fixed place (RR-99). Returns whether a decision is due.
    pub(in crate::rules) fn next_guest(&self, state: &mut State, event: Emit<'_>) -> bool {
        let table = &mut state.table;
        table.come += 1;
        if table.come == u16::from(self.variant.critic_place) {
            if let Some((seat, by)) = self.critic_choice(table, event) {
                return self.usher(state, seat, CRITIC, by, event);
            }
            event(Event::TurnedAway { guest: self.supplies.guest_id(Guest::Critic), customer: None });
            return false;
        }
        if usize::from(table.drawn) == self.supplies.customers.len() {
            return false;
        }
        let customer = std::mem::replace(&mut state.hidden.queue[usize::from(table.drawn)], NONE);
        table.drawn += 1;
        table.drawn_mask |= 1 << customer;
        match self.guest(customer) {
            Guest::Shill => self.auction_shill(state, event),
            _ => self.seat_customer(state, customer, event),
        }
    }

    /// Lets an ordinary customer choose (RR-105, RR-106). Returns whether a decision is due.
    fn seat_customer(&self, state: &mut State, customer: u8, event: Emit<'_>) -> bool {
        let table = &mut state.table;
        let open = self.with_seats(table);
        if let Some(seat) = self.claim(table, customer, open, event) {
            return self.usher(state, seat, customer, Reason::Attraction, event);
        }
        let entry = &self.supplies.customers[usize::from(customer)];
        match self.best_by(table, open, |at, house| house.standing(self, entry.criteria[at]), event) {
            Some((seat, by)) => self.usher(state, seat, customer, by, event),
            None => {
                let guest = self.supplies.guest_id(entry.guest);
                event(Event::TurnedAway { guest, customer: Some(customer) });
                false
            }
        }
    }

    /// Leads a customer to a seat, or asks the host if both rooms have one (RR-104).
    pub(super) fn usher(
        &self,
        state: &mut State,
        seat: Seat,
        customer: u8,
        by: Reason,
        event: Emit<'_>,
    ) -> bool {
        let table = &mut state.table;
        let house = table.house(seat);
        let has_main = house.main < house.tables;
        let has_second = house.second < self.variant.second_room;
        if has_main && has_second {
            (table.guest, table.by) = (customer, by);
            table.phase = Phase::Ask(seat, Decision::Room);
            return true;
        }
        let place = match (has_main, has_second) {
            (true, _) => Place::Main,
            (false, true) => Place::Second,
            (false, false) => Place::Beside,
        };
        self.sit(state, seat, (customer, by), place, event)
    }

    pub(in crate::rules) fn choose_room(&self, state: &mut State, seat: Seat, place: Place, event: Emit<'_>) {
        let table = &mut state.table;
        let customer = std::mem::replace(&mut table.guest, NONE);
        let by = std::mem::replace(&mut table.by, Reason::Alone);
        if !self.sit(state, seat, (customer, by), place, event) {
            self.serve_guests(state, event);
        }
    }

    /// Seats a customer. Returns whether a decision is due.
    fn sit(
        &self,
        state: &mut State,
        seat: Seat,
        (customer, by): (u8, Reason),
        place: Place,
        event: Emit<'_>,
    ) -> bool {
        let guest = self.guest(customer);
        let open = self.with_seats(&state.table);
        let house = state.table.house_mut(seat);
        match place {
            Place::Main => {
                house.main += 1;
                house.talk |= self.variant.driven_by(guest).map_or(0, |category| category.bit());
            }
            Place::Second => house.second += 1,
            Place::Beside => house.beside += 1,
        }
        house.guests[guest.index()] += 1;
        event(Event::Seated {
            seat,
            kind: guest,
            guest: self.supplies.guest_id(guest),
            customer: (customer != CRITIC).then_some(customer),
            place,
            by,
            pays: self.brings(house, guest),
            open,
        });
        match guest {
            Guest::Shill => {
                state.table.phase = Phase::Ask(seat, Decision::Shill);
                return true;
            }
            Guest::Critic => self.review(&mut state.table, seat, event),
            _ => {}
        }
        self.check_room(state, seat, event)
    }

    /// Records a dining room that has just filled; the first one of the night moves the word of mouth
    /// (RR-139). Returns whether a decision is due.
    pub(super) fn check_room(&self, state: &mut State, seat: Seat, event: Emit<'_>) -> bool {
        let table = &mut state.table;
        let count = usize::from(table.filled_count);
        if !table.house(seat).is_full(self) || table.filled[..count].contains(&seat.0) {
            return false;
        }
        table.filled[count] = seat.0;
        table.filled_count += 1;
        event(Event::RoomFull { seat, nth: table.filled_count });
        if table.has_talked {
            return false;
        }
        let talk = table.house(seat).talk;
        self.talk(table, talk, event);
        self.ask_promotion(table)
    }

    /// Ends the night: moves the word of mouth if it has not moved, marks the tracks and checks the third end
    /// (RR-139, RR-144..146, RR-165).
    fn close_doors(&self, state: &mut State, event: Emit<'_>) {
        let table = &mut state.table;
        if !table.has_talked {
            let talk = self.fallback_talk(table, event);
            self.talk(table, talk, event);
            if self.ask_promotion(table) {
                return;
            }
        }
        self.mark_tracks(table, event);
        if Seat::all(self.players).all(|seat| table.house(seat).is_full(self)) {
            Self::trigger(table, End::Rooms, event);
        }
        self.collect(state, event);
    }

    pub(super) fn clear_night(table: &mut Table) {
        table.expected = 0;
        table.come = 0;
        table.drawn = 0;
        table.drawn_mask = 0;
        table.claimed = 0;
        table.filled = [NONE; crate::rules::state::PLAYERS];
        table.filled_count = 0;
        table.has_talked = false;
        table.shill = NONE;
        table.critic = NONE;
        table.promotes = false;
        table.shill_price = 0;
    }
}
