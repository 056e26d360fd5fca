//! Blind bids: seats are asked in turn, and nobody sees them before all are shown (RR-56, RR-130).

use crate::rules::{
    RestaurantRow,
    action::Action,
    event::Emit,
    state::{NO_BID, Phase, State},
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    pub(super) fn ask_bids(&self, state: &mut State) {
        let table = &mut state.table;
        table.waiting = table.bidders;
        table.phase = Phase::Bid { seat: Seat(table.waiting.trailing_zeros() as u8) };
    }

    pub(super) fn ask_shill_bids(&self, state: &mut State) {
        let table = &mut state.table;
        table.waiting = table.bidders;
        table.phase = Phase::ShillBid { seat: Seat(table.waiting.trailing_zeros() as u8) };
    }

    pub(in crate::rules) fn bid(&self, state: &mut State, seat: Seat, action: Action, event: Emit<'_>) {
        state.hidden.bids[seat.index()] = match action {
            Action::Amount { amount } => amount,
            _ => NO_BID,
        };
        let table = &mut state.table;
        let is_shill = matches!(table.phase, Phase::ShillBid { .. });
        table.waiting &= !(1 << seat.0);
        if table.waiting != 0 {
            let seat = Seat(table.waiting.trailing_zeros() as u8);
            table.phase = if is_shill { Phase::ShillBid { seat } } else { Phase::Bid { seat } };
        } else if is_shill {
            self.sell_shill(state, event);
        } else {
            self.sell_lot(state, event);
        }
    }
}
