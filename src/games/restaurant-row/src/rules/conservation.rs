//! Invariants of every state: all money, tokens and seats are accounted for.

use super::{
    RestaurantRow,
    components::{MAX_TOKENS, NONE},
    state::State,
    words::{CATEGORIES, bits},
};
use sim_engine::{Lawful, Seat};

impl Lawful for RestaurantRow {
    fn hidden(&self) -> &'static [&'static str] {
        &[
            "cash of others",
            "stores before they are shown",
            "bids before they are shown",
            "prices before they are shown",
            "specials before they are shown",
            "lay-offs before they are shown",
            "order of the staff pile",
            "order of the renovation pile",
            "customers to come",
        ]
    }

    /// Stores and prices do not move; ingredients and customers of a type come from the box and go back there.
    fn not_conserved(&self) -> &'static [&'static str] {
        &["stores", "prices", "ingredients", "guests"]
    }

    fn hidden_fields(&self, state: &State, seat: Seat) -> Vec<String> {
        self.hidden_of(state, seat)
    }

    fn check_conservation(&self, state: &State) -> Result<(), String> {
        self.check_money(state)?;
        self.check_staff(state)?;
        self.check_renovations(state)?;
        self.check_food(state)?;
        self.check_guests(state)
    }
}

fn ensure(holds: bool, complaint: impl Fn() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(complaint()) }
}

impl RestaurantRow {
    fn check_money(&self, state: &State) -> Result<(), String> {
        for seat in Seat::all(self.players) {
            let (house, cash) = (state.table.house(seat), state.hidden.cash[seat.index()]);
            let spent = state.hidden.spent[seat.index()];
            ensure(cash >= 0, || format!("{seat} has {cash} dollars"))?;
            ensure(cash == house.earned - spent, || {
                format!("{seat} has {cash} dollars, but took in {} and spent {spent}", house.earned)
            })?;
            ensure((house.cash_low..=house.cash_high).contains(&cash), || {
                let (low, high) = (house.cash_low, house.cash_high);
                format!("{seat} has {cash} dollars, which is thought to be within {low} and {high}")
            })?;
            ensure(house.loan >= 0 && house.loan % 10 == 0, || format!("{seat} owes {}", house.loan))?;
            let mut again = *house;
            again.add_up(self);
            ensure(again == *house, || format!("the restaurant of {seat} is not added up"))?;
        }
        Ok(())
    }

    fn check_staff(&self, state: &State) -> Result<(), String> {
        let (table, hidden) = (&state.table, &state.hidden);
        let mut seen = [0u8; MAX_TOKENS];
        let left = usize::from(table.staff_left);
        for &row in hidden.staff_pile[..left].iter().chain(&hidden.staff_out).chain(&table.slots) {
            if row != NONE {
                seen[usize::from(row)] += 1;
            }
        }
        for seat in Seat::all(self.players) {
            let house = table.house(seat);
            ensure(house.staff.count_ones() <= house.staff_spaces(self), || {
                format!("{seat} has too many staff")
            })?;
            bits(house.staff).for_each(|row| seen[row] += 1);
        }
        bits(table.returning).for_each(|row| seen[row] += 1);
        for (row, employee) in self.supplies.employees.iter().enumerate() {
            ensure(seen[row] == u8::from(employee.is_in), || {
                format!("{} is in {} places", employee.name, seen[row])
            })?;
        }
        Ok(())
    }

    fn check_renovations(&self, state: &State) -> Result<(), String> {
        let (table, hidden) = (&state.table, &state.hidden);
        let mut seen = table.renovations;
        let left = usize::from(table.renovations_left);
        for &row in hidden.renovation_pile[..left].iter().chain(&hidden.renovation_out) {
            if row != NONE {
                seen[usize::from(row)] += 1;
            }
        }
        for seat in Seat::all(self.players) {
            bits(table.house(seat).renovations).for_each(|row| seen[row] += 1);
        }
        for (row, kind) in self.supplies.renovations.iter().enumerate() {
            ensure(seen[row] == kind.tokens, || {
                format!("{} of {} tokens of {}", seen[row], kind.tokens, kind.name)
            })?;
        }
        Ok(())
    }

    fn check_food(&self, state: &State) -> Result<(), String> {
        let mut seen = state.table.market;
        for seat in Seat::all(self.players) {
            let house = state.table.house(seat);
            let frozen = if house.frozen == NONE { 0 } else { 1 << house.frozen };
            let all = house.pantry | house.shown | frozen;
            ensure(seen & all == 0, || format!("an ingredient of {seat} is in two places"))?;
            ensure(self.can_show(house, house.shown) || house.shown == 0, || {
                format!("the specials of {seat} do not hold what they show")
            })?;
            seen |= all;
        }
        let mut order = state.table.order;
        order.sort_unstable();
        ensure(order.windows(2).all(|pair| pair[0] < pair[1]) && order.len() == CATEGORIES, || {
            "a category is ranked twice".to_owned()
        })
    }

    fn check_guests(&self, state: &State) -> Result<(), String> {
        let table = &state.table;
        let mut seated = 0;
        for seat in Seat::all(self.players) {
            let house = table.house(seat);
            let fits = house.main <= house.tables
                && house.second <= self.variant.second_room
                && house.beside <= house.extra_seats
                && (house.beside == 0 || house.is_full(self));
            ensure(fits, || format!("{seat} has guests without a seat"))?;
            let types: u8 = house.guests.iter().sum();
            ensure(types == house.guests_tonight(), || format!("{seat} has {types} guests by type"))?;
            ensure((1..=5).contains(&house.stars), || format!("{seat} has {} stars", house.stars))?;
            seated += u16::from(types);
        }
        ensure(seated <= table.come, || format!("{seated} of {} customers are seated", table.come))?;
        ensure(table.drawn_mask.count_ones() == u32::from(table.drawn), || {
            "a customer was drawn twice".to_owned()
        })?;
        let rest = &state.hidden.queue[usize::from(table.drawn)..];
        let twice = rest.iter().filter(|&&row| row != NONE).any(|row| table.drawn_mask >> row & 1 == 1);
        ensure(!twice, || "a customer is in the bag and out of it".to_owned())
    }
}
