//! What a seat may see: the table, perhaps without the loans of others, and of what hands hide only
//! its own.

use super::{
    LaBistro,
    components::NONE,
    state::{Public, State},
    variant::LoansSeen,
};
use sim_engine::Seat;

#[derive(Debug, Clone, Copy)]
pub struct Observation<'a> {
    pub rules: &'a LaBistro,
    pub table: &'a Public,
    pub seat: Seat,
    /// The object in the own hand, or [`NONE`].
    option: u8,
    /// The own written ad order.
    order: (u8, u16),
    /// The own limit in the auction under way; -1 is a pass.
    limit: i32,
}

impl<'a> Observation<'a> {
    pub(super) fn new(rules: &'a LaBistro, state: &'a State, seat: Seat) -> Observation<'a> {
        let at = seat.index();
        Observation {
            rules,
            table: &state.table,
            seat,
            option: state.hidden.options[at],
            order: (state.hidden.ad_places[at], state.hidden.ads[at]),
            limit: state.hidden.limits[at],
        }
    }

    /// Loans of a seat, where they are seen (LB-A20).
    pub fn loans(&self, seat: Seat) -> Option<u8> {
        let is_seen = seat == self.seat || self.rules.variant.loans_seen == LoansSeen::Open;
        is_seen.then(|| self.table.loans[seat.index()])
    }

    /// Money of a seat with all loans that are seen paid off.
    pub fn worth(&self, seat: Seat) -> i32 {
        let loans = i32::from(self.loans(seat).unwrap_or(0));
        self.table.cash(seat) - self.rules.variant.final_payment * loans
    }

    /// The restaurant for which the seat has begun to write an ad order.
    pub fn ad_place(&self) -> Option<usize> {
        (self.order.0 != NONE).then_some(usize::from(self.order.0))
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
        self.seat == other.seat
            && self.option == other.option
            && self.order == other.order
            && self.limit == other.limit
            && self.seen_table() == other.seen_table()
    }
}
