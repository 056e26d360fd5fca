//! In a shop: a lone visitor buys; several visitors bid for the lot named by the one closest to the pawn (RR-46..60).

use crate::rules::{
    Decision, RestaurantRow,
    action::Action,
    components::NONE,
    event::{Emit, Event},
    state::{Lot, Phase, State, Table},
    variant::PawnPasses,
    words::{Store, bits},
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    /// Moves the pawn to the left of the seat it has favoured (RR-58, RR-A4).
    pub(super) fn pass_pawn(&self, table: &mut Table, favoured: Seat, event: Emit<'_>) {
        let from = match self.variant.pawn_passes {
            PawnPasses::Winner => favoured,
            PawnPasses::Holder => table.pawn,
        };
        table.pawn = from.after(1, self.players);
        event(Event::PawnMoved { seat: table.pawn });
    }

    /// The seat closest to the pawn; among several seats, the pawn then moves.
    pub(super) fn by_pawn(&self, table: &mut Table, seats: u8, event: Emit<'_>) -> Option<Seat> {
        let seat = table.closest(seats, self.players)?;
        if seats & (seats - 1) != 0 {
            self.pass_pawn(table, seat, event);
        }
        Some(seat)
    }

    /// Asks the seat in the shop that is closest to the pawn, or closes the shop.
    pub(super) fn serve(&self, state: &mut State, event: Emit<'_>) {
        let table = &mut state.table;
        let store = self.store_at(table);
        let next = table.closest(table.here, self.players).filter(|_| table.sells(self, store));
        if let Some(seat) = next {
            let decision = match store {
                Store::HelpWanted => Decision::Hire,
                Store::Renovations => Decision::Renovate,
                _ => Decision::Basket,
            };
            table.phase = Phase::Ask(seat, decision);
            return;
        }
        for seat in bits(std::mem::take(&mut table.here)) {
            event(Event::LeftShop { seat: Seat(seat as u8), store });
        }
        let next = usize::from(table.at) + 1;
        self.enter_store(state, next, event);
    }

    pub(in crate::rules) fn add_to_basket(&self, state: &mut State, seat: Seat, row: u8) {
        let table = &mut state.table;
        table.basket |= 1 << row;
        let price = self.supplies.basket_price(table.basket);
        // An affordable basket reveals a lower bound on the cash.
        let house = table.house_mut(seat);
        house.cash_low = house.cash_low.max(price);
    }

    /// The seat at the counter buys, names a lot, or leaves (RR-46, RR-53, RR-A6).
    pub(in crate::rules) fn at_counter(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        event: Emit<'_>,
    ) {
        let table = &mut state.table;
        let store = self.store_at(table);
        let goods = match action {
            Action::Employee { row } | Action::Renovation { row } => 1 << row,
            Action::Done => std::mem::take(&mut table.basket),
            _ => 0,
        };
        if goods == 0 {
            table.here &= !(1 << seat.0);
            event(Event::LeftShop { seat, store });
            return self.serve(state, event);
        }
        let least = self.stated_price(table, store, goods);
        if table.here == 1 << seat.0 {
            table.here = 0;
            self.take_goods(state, seat, goods, least, event);
            return self.serve(state, event);
        }
        table.lot = Lot { chooser: seat, goods, least };
        let house = table.house_mut(seat);
        house.cash_low = house.cash_low.max(least);
        event(Event::LotNamed { seat, store, rows: goods, least });
        self.pass_pawn(table, seat, event);
        let others = bits(table.here & !(1 << seat.0));
        let eligible = others.filter(|&other| self.may_bid(table, Seat(other as u8)));
        table.bidders = eligible.fold(1 << seat.0, |seats, other| seats | 1 << other);
        self.ask_bids(state, Decision::Bid);
    }

    fn stated_price(&self, table: &Table, store: Store, goods: u32) -> i32 {
        match store {
            Store::HelpWanted => {
                let row = goods.trailing_zeros() as u8;
                let slot = table.slots.iter().position(|&shown| shown == row);
                slot.map_or(0, |slot| self.variant.slots[slot])
            }
            Store::Renovations => self.supplies.renovations[goods.trailing_zeros() as usize].cost,
            _ => self.supplies.basket_price(goods),
        }
    }

    /// Sells the lot to the highest bidder, who then leaves the shop (RR-56..60).
    pub(super) fn sell_lot(&self, state: &mut State, event: Emit<'_>) {
        let lot = state.table.lot;
        let bidders = state.table.bidders.count_ones() as u8;
        let (highest, tied) = self.show_bids(state, |seat, bid, house| {
            event(Event::BidShown { seat, bid, least: lot.least });
            if let Some(bid) = bid {
                house.bids = house.bids.saturating_add(1);
                let above = (bid - lot.least).min(i32::from(i16::MAX)) as i16;
                house.overbid = house.overbid.saturating_add(above);
            }
        });
        let table = &mut state.table;
        // The chooser must bid, so there is at least one bid.
        let winner = self.by_pawn(table, tied, event).unwrap_or(lot.chooser);
        let store = self.store_at(table);
        event(Event::LotWon { seat: winner, store, bid: highest, least: lot.least, bidders });
        table.here &= !(1 << winner.0);
        table.lot = Lot::default();
        self.take_goods(state, winner, lot.goods, highest, event);
        self.serve(state, event);
    }

    /// A seat pays for goods and takes them (RR-77, RR-85, RR-A28).
    fn take_goods(&self, state: &mut State, seat: Seat, goods: u32, price: i32, event: Emit<'_>) {
        state.spend(seat, price);
        let table = &mut state.table;
        let store = self.store_at(table);
        let row = goods.trailing_zeros() as usize;
        let stated = self.stated_price(table, store, goods);
        let contested = table.here != 0;
        match store {
            Store::HelpWanted => {
                if let Some(slot) = table.slots.iter_mut().find(|shown| usize::from(**shown) == row) {
                    *slot = NONE;
                }
                let house = table.house_mut(seat);
                house.staff |= 1 << row;
                house.add_up(self);
                event(Event::Hired { seat, employee: self.supplies.employee_id(row), price, contested });
            }
            Store::Renovations => {
                table.renovations[row] -= 1;
                let house = table.house_mut(seat);
                house.renovations |= 1 << row;
                house.add_up(self);
                let loan = house.loan;
                let renovation = self.supplies.renovation_id(row);
                event(Event::Renovated { seat, renovation, price, contested, loan });
            }
            _ => {
                table.market &= !goods;
                table.house_mut(seat).pantry |= goods;
                // Spreads the bid's excess over the minimum evenly; the first ingredients bear the remainder.
                let (count, above) = (goods.count_ones() as i32, price - stated);
                for (nth, row) in bits(goods).enumerate() {
                    let more = above / count + i32::from((nth as i32) < above % count);
                    event(Event::Bought {
                        seat,
                        ingredient: self.supplies.ingredient_id(row),
                        price: self.supplies.ingredients[row].price + more,
                        contested,
                    });
                }
            }
        }
    }
}
