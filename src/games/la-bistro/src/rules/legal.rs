use super::{
    LaBistro,
    action::{Action, Decision, option},
    components::NONE,
    restaurant::Restaurant,
    state::{Phase, Public, SLOTS, State},
    variant::{OwnUnique, Spare, StalePrice},
};
use sim_engine::{Amount, Node, Offer, Seat, bits};

/// Whether the holder of a right may take nothing: always without a bid (LB-71), after a bid only if nothing
/// can be taken for either restaurant (LB-74, LB-A26).
fn may_waive(table: &Public, goods: [u32; SLOTS]) -> bool {
    table.bid.is_none() || goods == [0; SLOTS]
}

impl LaBistro {
    #[inline]
    pub(super) fn node_of(&self, state: &State) -> Node<Decision> {
        match state.table.phase {
            Phase::Ask(seat, decision) => Node::Decision { seat, decision },
            Phase::Price { seat, .. } => Node::Decision { seat, decision: Decision::Menu },
            Phase::Generate | Phase::Reveal | Phase::Clock | Phase::Payouts => Node::Chance,
            Phase::Over => Node::Terminal,
        }
    }

    /// Returns the mask of vacant buildings whose minimum price a seat with room for a restaurant can pay.
    pub fn affordable_buildings(&self, table: &Public, seat: Seat) -> u32 {
        if table.opened(seat) >= self.variant.max_restaurants {
            return 0;
        }
        table.vacant & self.supplies.building_prices.within(table.cash(seat))
    }

    /// Returns the mask of employees that a seat can take for one of its restaurants now (LB-78..84).
    pub fn hireable(&self, table: &Public, seat: Seat, slot: usize) -> u32 {
        let restaurant = &table.restaurants[seat.index()][slot];
        if !restaurant.stands() {
            return 0;
        }
        let (supplies, cash) = (&self.supplies, table.cash(seat));
        let offer = self.on_offer(table) & !(restaurant.staffed & supplies.single);
        let enough = supplies.employee_prices.within(cash);
        let mut mask = offer & if self.is_due(table) { enough } else { u32::MAX };
        for at in bits(offer & supplies.uniques) {
            let employer = table.employer[at];
            let allowed = if employer == NONE {
                continue;
            } else if usize::from(employer) / SLOTS == seat.index() {
                self.variant.own_unique == OwnUnique::Move
            } else {
                // A claim requires cash for the minimum bid (LB-85).
                enough >> at & 1 == 1
            };
            mask = mask & !(1 << at) | u32::from(allowed) << at;
        }
        mask
    }

    /// Returns the mask of renovations on sale, to whichever seat (LB-92, LB-93).
    pub fn open_renovations(&self, table: &Public) -> u32 {
        let mut mask = self.supplies.renovations_in_time(table.time) & !table.sold;
        let copies = self.variant.renovation_copies;
        if copies > 0 {
            mask = bits(mask).filter(|&at| table.copies[at] < copies).fold(0, |mask, at| mask | 1 << at);
        }
        mask
    }

    /// Returns the mask of renovations that a seat can buy for one of its restaurants now (LB-94).
    pub fn installable(&self, table: &Public, seat: Seat, slot: usize) -> u32 {
        let restaurant = &table.restaurants[seat.index()][slot];
        if !restaurant.stands() {
            return 0;
        }
        let open = self.open_renovations(table) & !restaurant.renovations;
        let enough = self.supplies.renovation_prices.within(table.cash(seat));
        open & if self.is_due(table) { enough } else { u32::MAX }
    }

    /// Returns the mask of options that a seat may conceal (LB-33..38, LB-A5, LB-A8).
    pub fn open_options(&self, table: &Public, seat: Seat) -> u8 {
        if table.is_opening() {
            return 1 << option::PROPERTY;
        }
        let mut mask = 1 << option::TIME | 1 << option::BANK | 1 << option::ADS;
        let may_buy = self.variant.spare_cube == Spare::Idle || self.affordable_buildings(table, seat) != 0;
        let may_cook = self.variant.spare_chef == Spare::Idle || self.can_use_chef(table, seat);
        let may_hire = (0..SLOTS).any(|slot| self.hireable(table, seat, slot) != 0);
        let may_renovate = (0..SLOTS).any(|slot| self.installable(table, seat, slot) != 0);
        mask |= u8::from(may_buy) << option::PROPERTY;
        mask |= u8::from(may_cook) << option::CHEF;
        mask |= u8::from(may_hire) << option::JOBS;
        mask | u8::from(may_renovate) << option::RENOVATIONS
    }

    fn has_price(&self, building: u8, cuisine: usize) -> bool {
        self.supplies.buildings[usize::from(building)].levels & self.supplies.cuisines[cuisine] != 0
    }

    /// Returns the mask of cuisines that a restaurant may change to (LB-52, LB-A9).
    pub fn open_cuisines(&self, restaurant: &Restaurant) -> u8 {
        let mut mask = 0;
        for (cuisine, &levels) in self.supplies.cuisines.iter().enumerate() {
            let keeps_price = restaurant.price == 0
                || self.variant.stale_price == StalePrice::Drop
                || self.has_price(restaurant.building, cuisine);
            let is_new = usize::from(restaurant.cuisine) != cuisine;
            mask |= u8::from(levels != 0 && is_new && keeps_price) << cuisine;
        }
        mask
    }

    /// Returns the mask of prices that a restaurant may change to (LB-53..58), price 1 being bit 1.
    pub fn open_prices(&self, restaurant: &Restaurant) -> u16 {
        self.supplies.prices(restaurant.building, restaurant.cuisine) & !(1 << restaurant.price)
    }

    pub(super) fn offer(&self, state: &State, actions: &mut Vec<Action>) -> Offer {
        let table = &state.table;
        if let Phase::Price { seat, touched } = table.phase {
            if touched.is_none() {
                actions.push(Action::Pass);
            }
            for (slot, restaurant) in table.houses(seat) {
                if touched.is_none_or(|touched| usize::from(touched) == slot) {
                    let prices = bits(self.open_prices(restaurant));
                    actions.extend(prices.map(|at| Action::Price { slot: slot as u8, price: at as u8 }));
                }
            }
        }
        let Phase::Ask(seat, decision) = table.phase else { return Offer::Actions };
        match decision {
            Decision::Option => {
                let options = self.open_options(table, seat);
                actions.extend(bits(options).map(|at| Action::Choose { option: at as u8 }));
            }
            Decision::Building => {
                if self.variant.opening_decline || !table.is_opening() {
                    actions.push(Action::Pass);
                }
                let buildings = self.affordable_buildings(table, seat);
                actions.extend(bits(buildings).map(|at| Action::Offer { building: at as u8 }));
            }
            Decision::BuildingBid | Decision::JobBid | Decision::UniqueBid | Decision::RenovationBid => {
                return Offer::Amount(self.limits(table, decision, seat));
            }
            Decision::Menu => {
                actions.push(Action::Pass);
                for (slot, restaurant) in table.houses(seat) {
                    let cuisines = bits(self.open_cuisines(restaurant));
                    actions
                        .extend(cuisines.map(|at| Action::Cuisine { slot: slot as u8, cuisine: at as u8 }));
                }
            }
            Decision::Bank => {
                // A `u8` holds more loans than any sane game takes.
                if table.loans[seat.index()] < u8::MAX {
                    actions.push(Action::Borrow);
                }
                actions.extend((0..=self.repayable(table, seat)).map(|loans| Action::Repay { loans }));
            }
            Decision::AdPlace => {
                actions.extend(table.houses(seat).map(|(slot, _)| Action::Advertise { slot: slot as u8 }));
            }
            Decision::Ads => {
                let max = self.affordable_ads(table, seat);
                return Offer::Amount(Amount { may_pass: false, min: 0, max, step: 1 });
            }
            Decision::Hire => {
                let goods = [0, 1].map(|slot| self.hireable(table, seat, slot));
                if may_waive(table, goods) {
                    actions.push(Action::Pass);
                }
                for (slot, staff) in goods.into_iter().enumerate() {
                    let hire = |at| Action::Hire { slot: slot as u8, employee: at as u8 };
                    actions.extend(bits(staff).map(hire));
                }
            }
            Decision::Renovation => {
                let goods = [0, 1].map(|slot| self.installable(table, seat, slot));
                if may_waive(table, goods) {
                    actions.push(Action::Pass);
                }
                for (slot, items) in goods.into_iter().enumerate() {
                    let renovate = |at| Action::Renovate { slot: slot as u8, renovation: at as u8 };
                    actions.extend(bits(items).map(renovate));
                }
            }
        }
        Offer::Actions
    }

    fn repayable(&self, table: &Public, seat: Seat) -> u8 {
        let affordable = (table.cash(seat).max(0) / self.variant.loan).min(i32::from(u8::MAX)) as u8;
        affordable.min(table.loans[seat.index()])
    }

    /// Returns the limits that a bidder may commit. The opener of a property or of a claim must bid; others
    /// must be able to raise (LB-44, LB-85).
    pub(super) fn limits(&self, table: &Public, sale: Decision, seat: Seat) -> Amount {
        let auction = &table.auction;
        let must_bid = matches!(sale, Decision::BuildingBid | Decision::UniqueBid);
        let opens = auction.opener == seat;
        let min = if must_bid && !opens { auction.least + 1 } else { auction.least };
        Amount { may_pass: !(must_bid && opens), min, max: table.cash(seat), step: 1 }
    }
}
