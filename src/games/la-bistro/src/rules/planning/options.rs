//! Chef and Accountant, Banker, and Ad Agency (LB-51..70).

use crate::rules::{
    LaBistro,
    action::Decision,
    components::{Kind, NONE},
    event::{Emit, Event},
    state::{Flow, Phase, Public, State},
    variant::StalePrice,
};
use sim_engine::seat::Seat;

impl LaBistro {
    /// Whether a seat can pay for and use option 1 (LB-A8).
    #[inline]
    pub(in crate::rules) fn can_use_chef(&self, table: &Public, seat: Seat) -> bool {
        table.opened(seat) > 0 && table.cash(seat) >= self.variant.chef_fee
    }

    /// Charges the next chooser of option 1 the fee and asks for the menu (LB-51, LB-59).
    pub(in crate::rules) fn next_chef(&self, table: &mut Public, event: Emit<'_>) -> Option<Phase> {
        while let Some(seat) = self.richest(table, table.waiting) {
            let is_useful = self.can_use_chef(table, seat);
            let fee = self.variant.chef_fee.min(table.cash(seat).max(0));
            table.pay(seat, Flow::Fee, -fee);
            if is_useful {
                event(self.menu_offered(table, seat));
                return Some(Phase::Ask(seat, Decision::Menu));
            }
            self.done(table, seat);
        }
        None
    }

    fn menu_offered(&self, table: &Public, seat: Seat) -> Event {
        let mut cuisines = 0;
        for (cuisine, &levels) in self.supplies.cuisines.iter().enumerate() {
            cuisines |= u8::from(levels != 0) << cuisine;
        }
        let mut prices = 0u16;
        for (_, restaurant) in table.houses(seat) {
            prices |= self.supplies.prices(restaurant.building, NONE);
        }
        Event::MenuOffered { seat, cuisines, prices }
    }

    /// Gives a restaurant a cuisine; a price that it does not admit is lost (LB-A9).
    pub(in crate::rules) fn set_cuisine(
        &self,
        table: &mut Public,
        seat: Seat,
        (slot, cuisine): (u8, u8),
        event: Emit<'_>,
    ) {
        let restaurant = &mut table.restaurants[seat.index()][usize::from(slot)];
        restaurant.cuisine = cuisine;
        restaurant.add_up(self);
        event(Event::CuisineSet { seat, slot, cuisine: self.supplies.component(Kind::Cuisine, cuisine) });
        let mut touched = None;
        if restaurant.price != 0
            && !self.supplies.is_price_legal(restaurant.building, cuisine, restaurant.price)
        {
            restaurant.price = 0;
            event(Event::PriceLost { seat, slot });
            touched = (self.variant.stale_price == StalePrice::Illegal).then_some(slot);
        }
        table.phase = Phase::Price { seat, touched };
    }

    pub(in crate::rules) fn set_price(
        &self,
        state: &mut State,
        seat: Seat,
        choice: Option<(u8, u8)>,
        event: Emit<'_>,
    ) {
        if let Some((slot, price)) = choice {
            state.table.restaurants[seat.index()][usize::from(slot)].price = price;
            event(Event::PriceSet { seat, slot, price });
        }
        self.done(&mut state.table, seat);
        self.advance(state, event);
    }

    pub(in crate::rules) fn borrow(&self, state: &mut State, seat: Seat, event: Emit<'_>) {
        let table = &mut state.table;
        table.loans[seat.index()] += 1;
        table.pay(seat, Flow::Loan, self.variant.loan);
        event(Event::Borrowed { seat, turn: table.turn });
        self.leave_bank(state, seat, event);
    }

    pub(in crate::rules) fn repay(&self, state: &mut State, seat: Seat, loans: u8, event: Emit<'_>) {
        let table = &mut state.table;
        table.loans[seat.index()] -= loans;
        table.pay(seat, Flow::Repayment, -self.variant.loan * i32::from(loans));
        event(Event::Repaid { seat, loans });
        self.leave_bank(state, seat, event);
    }

    fn leave_bank(&self, state: &mut State, seat: Seat, event: Emit<'_>) {
        let visits = &mut state.table.bank_visits[seat.index()];
        *visits = visits.saturating_add(1);
        self.done(&mut state.table, seat);
        self.advance(state, event);
    }

    #[inline]
    pub(in crate::rules) fn affordable_ads(&self, table: &Public, seat: Seat) -> i32 {
        (table.cash(seat) / self.variant.ad_price).clamp(0, i32::from(i16::MAX))
    }

    /// Asks the next chooser of option 4; when all have written, reveals the orders (LB-67, LB-68).
    pub(in crate::rules) fn next_order(&self, state: &mut State, event: Emit<'_>) -> Option<Phase> {
        let State { table, hidden } = state;
        for seat in Seat::all(self.players).filter(|seat| table.waiting >> seat.0 & 1 == 1) {
            let mut slots = table.houses(seat).map(|(slot, _)| slot);
            let (Some(first), second) = (slots.next(), slots.next()) else { continue };
            event(Event::AdsOffered { seat });
            if second.is_some() {
                return Some(Phase::Ask(seat, Decision::AdPlace));
            }
            hidden[seat.index()].ad_place = first as u8;
            return Some(Phase::Ask(seat, Decision::Ads));
        }
        for seat in Seat::all(self.players) {
            let secret = &mut hidden[seat.index()];
            let slot = std::mem::replace(&mut secret.ad_place, NONE);
            let ads = std::mem::take(&mut secret.ads);
            if slot == NONE || ads == 0 {
                continue;
            }
            let paid = i32::from(ads) * self.variant.ad_price;
            table.pay(seat, Flow::Ads, -paid);
            let restaurant = &mut table.restaurants[seat.index()][usize::from(slot)];
            restaurant.ads = restaurant.ads.saturating_add(ads);
            event(Event::AdsBought { seat, slot, ads, paid, time: table.time });
        }
        None
    }

    pub(in crate::rules) fn order_ads(&self, state: &mut State, seat: Seat, ads: u16, event: Emit<'_>) {
        state.hidden[seat.index()].ads = ads;
        state.table.waiting &= !(1 << seat.0);
        self.advance(state, event);
    }
}
