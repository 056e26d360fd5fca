//! The Shill: an auction, and a star or a promotion (RR-130..137).

use crate::rules::{
    Decision, RestaurantRow,
    components::NONE,
    event::{Emit, Event, Reason},
    state::{Phase, State, Table},
    words::{Category, Guest, ShillUse},
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    /// Asks every seat that could host the Shill for a bid (RR-130, RR-136, RR-A14). Returns whether a
    /// decision is due.
    pub(super) fn auction_shill(&self, state: &mut State, event: Emit<'_>) -> bool {
        let table = &mut state.table;
        table.bidders = self.with_seats(table);
        if table.critic != NONE {
            table.bidders &= !(1 << table.critic);
        }
        if table.bidders == 0 {
            event(Event::ShillDiscarded);
            return false;
        }
        self.ask_bids(state, Decision::ShillBid);
        true
    }

    /// Shows all bids; the winner seats the Shill (RR-131, RR-132).
    pub(super) fn sell_shill(&self, state: &mut State, event: Emit<'_>) {
        let (highest, tied) = self.show_bids(state, |seat, bid, _| event(Event::ShillBid { seat, bid }));
        let table = &mut state.table;
        let winner = if tied == 0 { None } else { self.by_pawn(table, tied, event) };
        let Some(seat) = winner else {
            event(Event::ShillDiscarded);
            return self.serve_guests(state, event);
        };
        table.shill = seat.0;
        table.shill_price = highest;
        event(Event::ShillWon { seat, price: highest });
        state.spend(seat, highest);
        let customers = &self.supplies.customers;
        let shill =
            customers.iter().rposition(|one| one.guest == Guest::Shill).unwrap_or(customers.len() - 1);
        if !self.usher(state, seat, shill as u8, Reason::Bid, event) {
            self.serve_guests(state, event);
        }
    }

    /// The host takes a star, or keeps the Shill for word of mouth (RR-133..135).
    pub(in crate::rules) fn use_shill(&self, state: &mut State, seat: Seat, used: ShillUse, event: Emit<'_>) {
        let table = &mut state.table;
        let (component, price) = (self.supplies.shill_id(used), table.shill_price);
        event(Event::ShillUsed { seat, used, component, price });
        match used {
            ShillUse::Star => table.house_mut(seat).stars += 1,
            ShillUse::Word => {
                table.promotes = true;
                if table.has_talked && self.ask_promotion(table) {
                    return;
                }
            }
        }
        if !self.check_room(state, seat, event) {
            self.serve_guests(state, event);
        }
    }

    /// Asks the Shill's host for a promotion, if one is pending (RR-143, RR-A16).
    pub(super) fn ask_promotion(&self, table: &mut Table) -> bool {
        let host = Table::host(table.shill).filter(|_| table.promotes);
        if let Some(seat) = host {
            table.phase = Phase::Ask(seat, Decision::Promote);
        }
        host.is_some()
    }

    /// Swaps a category with the one above it; `None` leaves the order.
    pub(in crate::rules) fn promote(
        &self,
        state: &mut State,
        seat: Seat,
        category: Option<Category>,
        event: Emit<'_>,
    ) {
        let table = &mut state.table;
        table.promotes = false;
        if let Some(category) = category {
            let rank = table.rank(category);
            table.order.swap(rank, rank - 1);
            event(Event::Promoted { seat, category });
            event(Event::WordOfMouth { order: table.order });
        }
        // If the promotion came with the Shill, his dining room has not been checked yet.
        if !self.check_room(state, seat, event) {
            self.serve_guests(state, event);
        }
    }
}
