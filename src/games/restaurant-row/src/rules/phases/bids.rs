//! Blind bids: seats bid in turn, and all bids are shown together (RR-56, RR-130).

use crate::rules::{
    Decision, RestaurantRow,
    action::Action,
    event::Emit,
    house::House,
    state::{NO_BID, Phase, State},
    words::bits,
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    /// Asks all bidders; `decision` is [`Decision::Bid`] or [`Decision::ShillBid`].
    pub(super) fn ask_bids(&self, state: &mut State, decision: Decision) {
        let table = &mut state.table;
        table.waiting = table.bidders;
        table.phase = Phase::Ask(Seat(table.waiting.trailing_zeros() as u8), decision);
    }

    pub(in crate::rules) fn bid(&self, state: &mut State, seat: Seat, action: Action, event: Emit<'_>) {
        state.secret(seat).bid = match action {
            Action::Amount { amount } => amount,
            _ => NO_BID,
        };
        let table = &mut state.table;
        table.waiting &= !(1 << seat.0);
        match table.phase {
            Phase::Ask(_, decision) if table.waiting != 0 => {
                table.phase = Phase::Ask(Seat(table.waiting.trailing_zeros() as u8), decision);
            }
            Phase::Ask(_, Decision::ShillBid) => self.sell_shill(state, event),
            _ => self.sell_lot(state, event),
        }
    }

    /// Shows all bids. Returns the highest one and the seats that made it, as bits.
    pub(super) fn show_bids(
        &self,
        state: &mut State,
        mut show: impl FnMut(Seat, Option<i32>, &mut House),
    ) -> (i32, u8) {
        let (mut highest, mut tied) = (NO_BID, 0);
        for seat in bits(std::mem::take(&mut state.table.bidders)) {
            let bid = std::mem::replace(&mut state.hidden.secrets[seat].bid, NO_BID);
            let house = &mut state.table.houses[seat];
            if bid != NO_BID {
                house.cash_low = house.cash_low.max(bid);
            }
            show(Seat(seat as u8), (bid != NO_BID).then_some(bid), house);
            if bid > highest {
                (highest, tied) = (bid, 0);
            }
            tied |= u8::from(bid == highest && bid != NO_BID) << seat;
        }
        (highest, tied)
    }
}
