//! The information that a seat may see: the table, perhaps without the loans of others, and its own secrets.

use super::{
    LaBistro,
    components::NONE,
    state::{Public, Secret, State},
    variant::LoansSeen,
};
use sim_engine::Seat;

#[derive(Debug, Clone, Copy)]
pub struct Observation<'a> {
    pub rules: &'a LaBistro,
    pub table: &'a Public,
    pub seat: Seat,
    /// The seat's own secrets.
    secret: Secret,
}

impl<'a> Observation<'a> {
    pub(super) fn new(rules: &'a LaBistro, state: &'a State, seat: Seat) -> Observation<'a> {
        Observation { rules, table: &state.table, seat, secret: state.hidden[seat.index()] }
    }

    /// Returns the loans of a seat if they are visible (LB-A20).
    pub fn loans(&self, seat: Seat) -> Option<u8> {
        let is_seen = seat == self.seat || self.rules.variant.loans_seen == LoansSeen::Open;
        is_seen.then(|| self.table.loans[seat.index()])
    }

    /// Returns the money of a seat after paying off all visible loans.
    pub fn worth(&self, seat: Seat) -> i32 {
        let loans = i32::from(self.loans(seat).unwrap_or(0));
        self.table.cash(seat) - self.rules.variant.final_payment * loans
    }

    /// The restaurant for which the seat has begun to write an ad order.
    pub fn ad_place(&self) -> Option<usize> {
        (self.secret.ad_place != NONE).then_some(usize::from(self.secret.ad_place))
    }
}

impl Observation<'_> {
    fn seen_table(&self) -> Public {
        let mut table = *self.table;
        for seat in Seat::all(self.rules.players) {
            table.loans[seat.index()] = self.loans(seat).unwrap_or(NONE);
        }
        table
    }
}

/// Two observations are equal when the seat cannot tell them apart.
impl PartialEq for Observation<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat && self.secret == other.secret && self.seen_table() == other.seen_table()
    }
}
