//! Property auctions, and the rights to hire and to renovate (LB-39..50, LB-71..97).

use crate::rules::{
    LaBistro,
    action::Decision,
    components::{Kind, NONE},
    event::{Emit, Event},
    option,
    planning::bidding::{self, Lot},
    restaurant::Restaurant,
    state::{Auction, Flow, NO_LIMIT, Phase, Public, SLOTS, State},
    variant::{AuctionPays, OutbidOpener, VoidBid},
};
use sim_engine::{Seat, bits};

impl LaBistro {
    /// Asks the next seat to put up a building (LB-41, LB-49).
    pub(in crate::rules) fn next_opener(&self, table: &mut Public) -> Option<Phase> {
        loop {
            let mut seats = table.waiting;
            if self.variant.outbid_opener == OutbidOpener::After && seats & !table.outbid != 0 {
                seats &= !table.outbid;
            }
            let seat = self.richest(table, seats)?;
            if self.affordable_buildings(table, seat) != 0 {
                return Some(Phase::Ask(seat, Decision::Building));
            }
            // The seat has nothing to put up, and nothing to outbid anyone with.
            table.waiting &= !(1 << seat.0);
            table.buyers &= !(1 << seat.0);
        }
    }

    pub(in crate::rules) fn decline_building(&self, state: &mut State, seat: Seat, event: Emit<'_>) {
        state.table.waiting &= !(1 << seat.0);
        if !self.variant.decliner_bids {
            state.table.buyers &= !(1 << seat.0);
        }
        self.advance(state, event);
    }

    /// Opens the auction of a building at its minimum price (LB-42..44).
    pub(in crate::rules) fn put_up(&self, state: &mut State, seat: Seat, building: u8, event: Emit<'_>) {
        let table = &mut state.table;
        let lot = &self.supplies.buildings[usize::from(building)];
        event(Event::PutUp { seat, building: self.supplies.component(Kind::Building, building) });
        let mut bidders = 1 << seat.0;
        for rival in Seat::all(self.players) {
            let can_raise = table.cash(rival) > lot.min_price
                && table.opened(rival) < self.variant.max_restaurants
                && table.buyers >> rival.0 & 1 == 1;
            bidders |= u8::from(can_raise) << rival.0;
        }
        table.auction =
            Auction { lot: building, opener: seat, bidders, least: lot.min_price, ..Auction::default() };
        self.ask_limits(state, Decision::BuildingBid, event);
    }

    /// Asks the next bidder for a limit. Plays the auction when all have committed, or if there is only one
    /// bidder.
    fn ask_limits(&self, state: &mut State, sale: Decision, event: Emit<'_>) {
        let table = &mut state.table;
        let auction = &table.auction;
        let open = auction.bidders & !auction.committed;
        if auction.bidders & (auction.bidders - 1) != 0 {
            let mut seats = (0..self.players).map(|steps| auction.opener.after(steps, self.players));
            if let Some(seat) = seats.find(|seat| open >> seat.0 & 1 == 1) {
                table.phase = Phase::Ask(seat, sale);
                return;
            }
        }
        let lot = Lot {
            players: self.players,
            bidders: auction.bidders,
            opener: auction.opener,
            least: auction.least,
            raise: self.variant.raise,
        };
        let limits = state.hidden.each_mut().map(|secret| std::mem::replace(&mut secret.limit, NO_LIMIT));
        let hammer = bidding::play(&limits, lot);
        let (winner, price) = (hammer.winner, hammer.bid.unwrap_or(lot.least));
        match sale {
            Decision::BuildingBid => self.sell_building(table, winner, price, event),
            Decision::UniqueBid => self.settle_unique(table, winner, price, event),
            _ => {
                self.sell_right(table, sale, winner, hammer.bid, event);
                table.phase = self.take_up(table, winner, event);
                return;
            }
        }
        self.advance(state, event);
    }

    pub(in crate::rules) fn commit_limit(
        &self,
        state: &mut State,
        (sale, seat): (Decision, Seat),
        limit: Option<i32>,
        event: Emit<'_>,
    ) {
        state.hidden[seat.index()].limit = limit.unwrap_or(NO_LIMIT);
        state.table.auction.committed |= 1 << seat.0;
        self.ask_limits(state, sale, event);
    }

    /// Charges the winner and opens the restaurant (LB-46..48).
    fn sell_building(&self, table: &mut Public, seat: Seat, price: i32, event: Emit<'_>) {
        let Auction { lot, opener, bidders, .. } = table.auction;
        let slot = table.opened(seat);
        table.pay(seat, Flow::Building, -price);
        table.vacant &= !(1 << lot);
        table.buyers &= !(1 << seat.0);
        let restaurant = &mut table.restaurants[seat.index()][slot];
        *restaurant = Restaurant { building: lot, opened: table.turn, ..Restaurant::VACANT };
        restaurant.add_up(self);
        if seat != opener {
            table.outbid |= 1 << opener.0;
        }
        event(Event::Bought {
            seat,
            building: self.supplies.component(Kind::Building, lot),
            price,
            bidders: bidders.count_ones() as u8,
            turn: table.turn,
            second: slot > 0,
        });
        self.done(table, seat);
    }

    /// Offers the next right to hire or to renovate: by auction, or to the last chooser without one (LB-71..76,
    /// LB-91).
    pub(in crate::rules) fn next_right(&self, table: &mut Public, event: Emit<'_>) -> Option<Phase> {
        let (sale, goods) = match table.stage {
            option::JOBS => (Decision::JobBid, self.on_offer(table)),
            _ => (Decision::RenovationBid, self.open_renovations(table)),
        };
        if table.waiting == 0 || goods == 0 {
            return None;
        }
        let opener = self.richest(table, table.waiting)?;
        table.bid = None;
        if table.waiting & (table.waiting - 1) == 0 {
            return Some(self.take_up(table, opener, event));
        }
        let price = |at: usize| match sale {
            Decision::JobBid => self.supplies.employees[at].price,
            _ => self.supplies.renovations[at].cost,
        };
        let least = match self.variant.auction_pays {
            AuctionPays::BidAndList => self.variant.opening_bid,
            AuctionPays::Bid => bits(goods).map(price).min().unwrap_or(0),
        };
        table.auction = Auction { opener, bidders: table.waiting, least, ..Auction::default() };
        Some(Phase::Ask(opener, sale))
    }

    /// Charges the winner the bid for the right to choose (LB-77).
    fn sell_right(&self, table: &mut Public, sale: Decision, seat: Seat, bid: Option<i32>, event: Emit<'_>) {
        let flow = if sale == Decision::JobBid { Flow::JobBid } else { Flow::RenovationBid };
        table.pay(seat, flow, -bid.unwrap_or(0));
        table.bid = bid;
        let bidders = table.auction.bidders.count_ones() as u8;
        event(Event::RightSold { seat, bid, bidders, sale });
    }

    fn take_up(&self, table: &Public, seat: Seat, event: Emit<'_>) -> Phase {
        if table.stage == option::JOBS {
            let employees = self.hireable(table, seat, 0) | self.hireable(table, seat, 1);
            event(Event::StaffOffered { seat, employees });
            Phase::Ask(seat, Decision::Hire)
        } else {
            let renovations = self.installable(table, seat, 0) | self.installable(table, seat, 1);
            event(Event::RenovationsOffered { seat, renovations });
            Phase::Ask(seat, Decision::Renovation)
        }
    }

    /// Returns the part of a list price that the holder of a right still owes (LB-A10).
    #[inline]
    pub fn due(&self, table: &Public, price: i32) -> i32 {
        if self.is_due(table) { price } else { 0 }
    }

    #[inline]
    pub(in crate::rules) fn is_due(&self, table: &Public) -> bool {
        self.variant.auction_pays != AuctionPays::Bid || table.bid.is_none()
    }

    /// Lets the holder of a right take nothing (LB-A26).
    pub(in crate::rules) fn waive(&self, state: &mut State, seat: Seat, event: Emit<'_>) {
        let table = &mut state.table;
        let bid = table.bid.unwrap_or(0);
        if self.variant.void_bid == VoidBid::Returned {
            let flow = if table.stage == option::JOBS { Flow::JobBid } else { Flow::RenovationBid };
            table.pay(seat, flow, bid);
        }
        event(Event::Waived { seat, bid });
        self.done(table, seat);
        self.advance(state, event);
    }

    /// Hires a free employee, or re-opens the bidding for an employed one (LB-74, LB-82..85).
    pub(in crate::rules) fn hire(
        &self,
        state: &mut State,
        seat: Seat,
        (slot, at): (u8, u8),
        event: Emit<'_>,
    ) {
        let table = &mut state.table;
        let employee = &self.supplies.employees[usize::from(at)];
        let employer = table.employer[usize::from(at)];
        self.take_die(table, at);
        table.uniques_used |= u32::from(employee.is_unique) << at;
        if employer != NONE && usize::from(employer) / SLOTS != seat.index() {
            let rival = Seat(employer / SLOTS as u8);
            let defends = table.cash(rival) > employee.price;
            let bidders = 1 << seat.0 | u8::from(defends) << rival.0;
            table.auction =
                Auction { lot: at, opener: seat, bidders, least: employee.price, slot, committed: 0 };
            // If the employer cannot raise, the challenger pays the list price and sets no limit.
            return self.ask_limits(state, Decision::UniqueBid, event);
        }
        let mut paid = 0;
        if employer == NONE {
            paid = self.due(table, employee.price);
            table.pay(seat, Flow::Wage, -paid);
        } else {
            self.leave(table, at);
        }
        self.employ(table, seat, slot, at);
        let has_bid = table.bid.is_some();
        let employee = self.supplies.component(Kind::Employee, at);
        event(Event::Hired { seat, slot, employee, paid, has_bid });
        self.done(table, seat);
        self.advance(state, event);
    }

    fn leave(&self, table: &mut Public, at: u8) {
        let house = usize::from(table.employer[usize::from(at)]);
        let restaurant = &mut table.restaurants[house / SLOTS][house % SLOTS];
        restaurant.dismiss(at.into());
        restaurant.add_up(self);
        table.employer[usize::from(at)] = NONE;
    }

    fn employ(&self, table: &mut Public, seat: Seat, slot: u8, at: u8) {
        if self.supplies.employees[usize::from(at)].is_unique {
            table.employer[usize::from(at)] = seat.0 * SLOTS as u8 + slot;
        }
        let restaurant = &mut table.restaurants[seat.index()][usize::from(slot)];
        restaurant.take_on(self, at.into());
    }

    /// Ends a re-opened auction (LB-86, LB-87).
    fn settle_unique(&self, table: &mut Public, winner: Seat, price: i32, event: Emit<'_>) {
        let Auction { lot, opener, slot, .. } = table.auction;
        let employee = self.supplies.component(Kind::Employee, lot);
        let employer = Seat(table.employer[usize::from(lot)] / SLOTS as u8);
        if winner == opener {
            let half = price - price / 2;
            table.pay(winner, Flow::Transfer, -price);
            table.pay(employer, Flow::Transfer, half);
            self.leave(table, lot);
            self.employ(table, winner, slot, lot);
            event(Event::WonOver { seat: winner, from: employer, employee, price, half });
        } else {
            let price = if self.variant.employer_pays { price } else { 0 };
            table.pay(employer, Flow::Defence, -price);
            event(Event::Defended { seat: employer, challenger: opener, employee, price });
        }
        self.done(table, opener);
    }

    /// Installs a renovation (LB-89..92).
    pub(in crate::rules) fn renovate(
        &self,
        state: &mut State,
        seat: Seat,
        (slot, at): (u8, u8),
        event: Emit<'_>,
    ) {
        let table = &mut state.table;
        let renovation = &self.supplies.renovations[usize::from(at)];
        let cost = self.due(table, renovation.cost);
        table.pay(seat, Flow::Renovation, -cost);
        table.sold |= 1 << at;
        table.copies[usize::from(at)] = table.copies[usize::from(at)].saturating_add(1);
        let restaurant = &mut table.restaurants[seat.index()][usize::from(slot)];
        restaurant.install(self, at.into());
        event(Event::Renovated {
            seat,
            slot,
            renovation: self.supplies.component(Kind::Renovation, at),
            cost,
            has_bid: table.bid.is_some(),
        });
        self.done(table, seat);
        self.advance(state, event);
    }
}
