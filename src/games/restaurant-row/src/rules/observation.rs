//! What a seat may see: the table, its own hand and screen, and bounds on the others' cash inferred from
//! public payments (RR-19).

use super::{
    RestaurantRow,
    scoring::Values,
    state::{PLAYERS, Secret, State, Table},
    words::CATEGORIES,
};
use sim_engine::seat::Seat;

#[derive(Debug, Clone, Copy)]
pub struct Observation<'a> {
    pub rules: &'a RestaurantRow,
    pub table: &'a Table,
    pub seat: Seat,
    pub cash: i32,
    /// The seat's own secret choices.
    pub secret: Secret,
}

impl<'a> Observation<'a> {
    pub(super) fn new(rules: &'a RestaurantRow, state: &'a State, seat: Seat) -> Observation<'a> {
        let (cash, secret) = (state.hidden.cash[seat.index()], state.hidden.secrets[seat.index()]);
        Observation { rules, table: &state.table, seat, cash, secret }
    }

    /// Lowest and highest cash that a seat can have, as far as this seat can infer.
    #[inline]
    pub fn cash_bounds(&self, seat: Seat) -> (i32, i32) {
        if seat == self.seat {
            return (self.cash, self.cash);
        }
        let house = self.table.house(seat);
        (house.cash_low, house.cash_high)
    }

    /// Midpoint of [`Observation::cash_bounds`].
    #[inline]
    pub fn likely_cash(&self, seat: Seat) -> i32 {
        let (low, high) = self.cash_bounds(seat);
        (low + high) / 2
    }

    /// Customers not drawn yet tonight, including the Shill, as bits of rows; between nights, all of them.
    #[inline]
    pub fn bag(&self) -> u32 {
        let all = 1u64.wrapping_shl(self.rules.supplies.customers.len() as u32) - 1;
        all as u32 & !self.table.drawn_mask
    }

    /// Every seat's value in each category, using the likely cash.
    pub fn values(&self) -> [Values; PLAYERS] {
        let mut values = [[0; CATEGORIES]; PLAYERS];
        for seat in Seat::all(self.rules.players) {
            values[seat.index()] = self.rules.values(self.table, seat, self.likely_cash(seat));
        }
        values
    }

    /// Victory points of a seat if the game ended now, using the likely cash.
    pub fn points(&self, seat: Seat) -> i32 {
        self.rules.points_with(self.table, &self.values(), seat)
    }
}

/// Two observations are equal when the seat cannot tell them apart.
impl PartialEq for Observation<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat
            && self.cash == other.cash
            && self.secret == other.secret
            && self.table == other.table
    }
}
