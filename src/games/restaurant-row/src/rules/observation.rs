//! What a seat may see: the table, its own hand and screen, and of the cash of others what can be
//! told from what was paid in the open (RR-19).

use super::{
    RestaurantRow,
    components::MAX_TOKENS,
    scoring::Values,
    state::{NO_BID, PLAYERS, State, Table},
    words::{CATEGORIES, bits},
};
use sim_engine::seat::Seat;

#[derive(Debug, Clone, Copy)]
pub struct Observation<'a> {
    rules: &'a RestaurantRow,
    table: &'a Table,
    seat: Seat,
    cash: i32,
    /// Own secrets of the moment.
    stores: u8,
    bid: i32,
    die: u8,
    show: u32,
    freeze: u8,
    lay_off: u16,
}

impl<'a> Observation<'a> {
    pub(super) fn new(rules: &'a RestaurantRow, state: &'a State, seat: Seat) -> Observation<'a> {
        let (at, hidden) = (seat.index(), &state.hidden);
        Observation {
            rules,
            table: &state.table,
            seat,
            cash: hidden.cash[at],
            stores: hidden.stores[at],
            bid: hidden.bids[at],
            die: hidden.dice[at],
            show: hidden.shows[at],
            freeze: hidden.freezes[at],
            lay_off: hidden.lay_offs[at],
        }
    }

    pub fn rules(&self) -> &'a RestaurantRow {
        self.rules
    }

    pub fn table(&self) -> &'a Table {
        self.table
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    pub fn cash(&self) -> i32 {
        self.cash
    }

    /// The least and the most cash a seat can have, as far as this one can tell.
    #[inline]
    pub fn cash_bounds(&self, seat: Seat) -> (i32, i32) {
        if seat == self.seat {
            return (self.cash, self.cash);
        }
        let house = self.table.house(seat);
        (house.cash_low, house.cash_high)
    }

    /// The middle of [`Observation::cash_bounds`].
    #[inline]
    pub fn likely_cash(&self, seat: Seat) -> i32 {
        let (low, high) = self.cash_bounds(seat);
        (low + high) / 2
    }

    /// Stores the seat has chosen on this trip and not shown yet, as bits.
    pub fn chosen_stores(&self) -> u8 {
        self.stores
    }

    /// The bid the seat has made and not shown yet.
    pub fn own_bid(&self) -> Option<i32> {
        (self.bid != NO_BID).then_some(self.bid)
    }

    /// The die the seat has chosen and not shown yet; 0 for none.
    pub fn chosen_die(&self) -> u8 {
        self.die
    }

    /// Ingredients the seat has chosen for display and not shown yet, as bits.
    pub fn chosen_show(&self) -> u32 {
        self.show
    }

    /// Employees the seat has chosen to lay off, as bits.
    pub fn chosen_lay_off(&self) -> u16 {
        self.lay_off
    }

    /// Employees that may still come from the pile, those removed unseen among them, as bits.
    pub fn unseen_staff(&self) -> u16 {
        let rules = self.rules;
        let employees = rules.supplies.employees.iter().enumerate();
        let all = employees.fold(0, |rows, (row, one)| rows | u16::from(one.is_in) << row);
        let shown = self.table.on_display().fold(0, |rows, (_, row)| rows | 1 << row);
        let houses = &self.table.houses[..rules.players];
        all & !houses.iter().fold(shown, |rows, house| rows | house.staff)
    }

    /// Renovation tokens that may still come from the pile, those removed unseen among them, by row.
    pub fn unseen_renovations(&self) -> [u8; MAX_TOKENS] {
        let rules = self.rules;
        let mut left = [0; MAX_TOKENS];
        for (row, kind) in rules.supplies.renovations.iter().enumerate() {
            left[row] = kind.tokens - self.table.renovations[row];
        }
        for house in &self.table.houses[..rules.players] {
            bits(house.renovations.into()).for_each(|row| left[row] -= 1);
        }
        left
    }

    /// Customers still in the bag tonight, the Shill among them, as bits of rows; all of them between
    /// the nights.
    #[inline]
    pub fn bag(&self) -> u32 {
        let all = 1u64.wrapping_shl(self.rules.supplies.customers.len() as u32) - 1;
        all as u32 & !self.table.drawn_mask
    }

    /// What every seat has in each category, with the cash that is likely.
    pub fn values(&self) -> [Values; PLAYERS] {
        let mut values = [[0; CATEGORIES]; PLAYERS];
        for seat in Seat::all(self.rules.players) {
            values[seat.index()] = self.rules.values(self.table, seat, self.likely_cash(seat));
        }
        values
    }

    /// Victory points of a seat if the game ended now, with the cash that is likely.
    pub fn points(&self, seat: Seat) -> i32 {
        self.rules.points_with(self.table, &self.values(), seat)
    }

    /// Round under way, from 0.
    #[inline]
    pub fn round(&self) -> u16 {
        self.table.round.into()
    }
}

/// Two observations are equal when the seat cannot tell them apart.
impl PartialEq for Observation<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat
            && self.cash == other.cash
            && self.stores == other.stores
            && self.bid == other.bid
            && self.die == other.die
            && self.show == other.show
            && self.freeze == other.freeze
            && self.lay_off == other.lay_off
            && self.table == other.table
    }
}
