//! Tolls of Discounts: their income per round, and the transfers when a target earns (RE-60, RE-61).

use std::cell::OnceCell;

use super::standing::Standing;
use crate::rules::{
    action::Target,
    board::{Cells, cells},
    components::{Cuisine, Cuisines, Improvement, cuisines},
    sums::Trade,
    variant::{DiscountCancel, DiscountTrigger},
};
use sim_engine::{BySeat, Seat};

pub fn has_discounts(me: &Standing<'_>, seat: Seat, cuisine: Cuisine) -> bool {
    me.table.improvements[seat].has(Improvement::Discounts, cuisine)
}

/// Computed lazily, once per decision and type.
#[derive(Default)]
pub struct Tolls {
    places: [OnceCell<Places>; Cuisine::COUNT],
    rates: [OnceCell<f64>; Cuisine::COUNT],
}

#[derive(Clone, Copy)]
struct Places {
    at: Cells,
    reached: Cells,
}

impl Tolls {
    fn places(&self, me: &Standing<'_>, cuisine: Cuisine) -> Places {
        *self.places[cuisine.index()].get_or_init(|| {
            let mut places = Places { at: 0, reached: 0 };
            earners(me, cuisine, |cell, trade| {
                places.at |= cell;
                places.reached |= trade.reached;
            });
            places
        })
    }

    /// Coins per round that each restaurant of a type pays to each seat whose Discounts take a toll on it.
    pub fn rate(&self, me: &Standing<'_>, cuisine: Cuisine) -> f64 {
        let rate = || match me.rules.variant.discount_trigger {
            DiscountTrigger::Event => {
                let Places { at, reached } = self.places(me, cuisine);
                me.pace().occasions(me.table, cuisine, at, reached)
            }
            DiscountTrigger::Restaurant => {
                let mut rate = 0.0;
                earners(me, cuisine, |cell, trade| {
                    rate += me.pace().occasions(me.table, cuisine, cell, trade.reached);
                });
                rate
            }
        };
        *self.rates[cuisine.index()].get_or_init(rate)
    }

    /// Coins per round that the seat's Discounts on a type bring or save, if nobody runs out of coins.
    pub fn worth(&self, me: &Standing<'_>, cuisine: Cuisine) -> f64 {
        let (mut takers, mut theirs) = (0, 0);
        for rival in me.rivals() {
            match has_discounts(me, rival, cuisine) {
                true => takers += 1,
                false => theirs += me.count(rival, cuisine.bit()),
            }
        }
        let mine = me.count(me.seat, cuisine.bit());
        let is_all = me.rules.variant.discount_cancel == DiscountCancel::All;
        let restaurants = match takers {
            0 => theirs,
            // All Discounts cancel: mine would void one rival's, and two rivals' are void already.
            1 if is_all => mine,
            _ if is_all => 0,
            _ => theirs + mine * takers,
        };
        if restaurants == 0 { 0.0 } else { f64::from(restaurants) * self.rate(me, cuisine) }
    }
}

fn earners(me: &Standing<'_>, cuisine: Cuisine, mut visit: impl FnMut(Cells, &Trade)) {
    for seat in Seat::all(me.rules.players) {
        let stars = me.stars(seat, cuisine);
        for cell in cells(me.table.cuisines[cuisine.index()] & me.table.owned[seat]) {
            let trade = me.rules.trade(me.table, seat, cuisine, cell, stars);
            if trade.served != 0 || !me.rules.variant.toll_needs_coin {
                visit(cell.bit(), &trade);
            }
        }
    }
}

pub struct Dues {
    types: Cuisines,
    moved: [BySeat<i32>; Cuisine::COUNT],
    /// Tolls are due once per occasion, only for restaurants that get a coin, and every seat can pay all of
    /// them. A payout then depends only on where each type earns.
    is_plain: bool,
}

impl Dues {
    /// The tolls due on the current table; `None` if nobody takes any.
    pub fn new(me: &Standing<'_>) -> Option<Dues> {
        let types = me.rules.tolled(me.table);
        if types == 0 {
            return None;
        }
        let variant = &me.rules.variant;
        let seats = || Seat::all(me.rules.players);
        let mut dues = Dues { types, moved: [BySeat::default(); Cuisine::COUNT], is_plain: true };
        let mut owed = BySeat::<i32>::default();
        for cuisine in cuisines(types) {
            let takers = || seats().filter(|&seat| has_discounts(me, seat, cuisine));
            let count = takers().count() as i32;
            if variant.discount_cancel == DiscountCancel::All && count > 1 {
                continue;
            }
            let moved = &mut dues.moved[cuisine.index()];
            for payer in seats().filter(|&seat| !has_discounts(me, seat, cuisine)) {
                let due = i32::from(me.count(payer, cuisine.bit()));
                owed[payer] += due * count;
                moved[payer] -= due * count;
                takers().for_each(|taker| moved[taker] += due);
            }
        }
        dues.is_plain = variant.discount_trigger == DiscountTrigger::Event
            && variant.toll_needs_coin
            && seats().all(|seat| owed[seat] <= me.table.coins[seat]);
        Some(dues)
    }

    /// Coins that a target gives each seat, including tolls.
    pub fn payout(&self, me: &Standing<'_>, target: Target) -> BySeat<i32> {
        if !self.is_plain {
            return me.seen.payout(target);
        }
        let mut gains = me.table.coins_of(target, me.rules.players);
        for cuisine in cuisines(self.types) {
            let Places { at, reached } = me.tolls.places(me, cuisine);
            let earns = match target {
                Target::Cuisine(other) => other == cuisine && at != 0,
                Target::District(district) => reached & me.table.districts[district.index()] != 0,
                Target::Mailing(cell) => reached & cell.bit() != 0,
                Target::Billboard(line) => at & line.cells() != 0,
                Target::Radio(quadrant) => at & quadrant.cells() != 0,
                Target::AirBanner(side) => at & me.rules.side_cells(side) != 0,
            };
            if earns {
                for seat in Seat::all(me.rules.players) {
                    gains[seat] += self.moved[cuisine.index()][seat];
                }
            }
        }
        gains
    }
}
