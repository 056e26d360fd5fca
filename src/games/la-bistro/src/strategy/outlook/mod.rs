//! Expected income of the next Payouts round, box by box.
//!
//! As long as no restaurant fills, every die goes to the best restaurant on its box, independently of the other
//! dice. The expectation is then a sum over the boxes: the exact probability of a hit times what the box pays.
//! Results are cached between a seat's decisions and updated where a restaurant has changed. A hypothetical
//! change is evaluated on the boxes that it can turn.

mod banded;
mod boxes;
mod exact;
mod house;
mod seats;
mod site;
mod steps;
mod take;

use std::ops::{Add, Sub};

use crate::rules::{
    Gain, HOUSES, LaBistro, Observation, Restaurant, SLOTS,
    analyses::dice::{self, ROLLS},
    chart::{BANDED, CUISINES, Criterion, EXACT, OF_CUISINE, PRICE, RATINGS},
    components::NONE,
};
use banded::Banded;
use boxes::Boxes;
use exact::Exact;
pub use house::{Change, Face};
use house::{House, Signature};
pub use seats::Seats;
pub use site::Sites;
use steps::RUNGS;
use take::{Hits, Terms};

/// The results of all restaurants on every box, cached between decisions.
pub struct Outlook {
    houses: [House; HOUSES],
    terms: Terms,
    hits: &'static Hits,
    banded: Banded,
    exact: Exact,
    me: usize,
    now: Prospect,
    /// Bands of the [`RAISED`] ratings of the own restaurants, by rise.
    bands: [[[u8; RUNGS]; RAISED.len()]; SLOTS],
    epoch: u32,
    /// Expected dice on boxes whose first line is a cuisine, by cuisine.
    fans: [f64; CUISINES],
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prospect {
    pub income: f64,
    pub dice: [f64; SLOTS],
}

impl Outlook {
    pub fn new(rules: &LaBistro) -> Outlook {
        Outlook {
            houses: [House::VACANT; HOUSES],
            terms: Terms::new(rules, -1),
            hits: Hits::table(),
            banded: Banded::new(rules),
            exact: Exact::new(rules),
            me: 0,
            now: Prospect::default(),
            bands: [[[0; RUNGS]; RAISED.len()]; SLOTS],
            epoch: 0,
            fans: std::array::from_fn(|cuisine| fans(rules, cuisine)),
        }
    }

    pub fn renew(&mut self, seen: Observation<'_>) {
        let (rules, table) = (seen.rules, seen.table);
        self.me = seen.seat.index();
        let mut rivals = Changes::NONE;
        let mut mine = [Changes::NONE; SLOTS];
        for at in 0..rules.players * SLOTS {
            let house = &table.restaurants[at / SLOTS][at % SLOTS];
            if !self.houses[at].face.is_of(rules, house) {
                let changes = if at / SLOTS == self.me { &mut mine[at % SLOTS] } else { &mut rivals };
                self.change(rules, at, house, changes);
            }
        }
        let is_new = !self.terms.is_for(table.increase.into());
        if is_new {
            self.terms = Terms::new(rules, table.increase.into());
        }
        if rivals.banded || !rivals.exact.is_empty() {
            let mut list = [0; HOUSES];
            let mut count = 0;
            for at in 0..rules.players * SLOTS {
                if at / SLOTS != self.me && self.houses[at].face.is_open() {
                    list[count] = at;
                    count += 1;
                }
            }
            if rivals.banded {
                self.banded.renew_rivals(&list[..count]);
            }
            rivals.exact = self.exact.renew_rivals(rivals.exact, &list[..count]);
        }
        let mut stirred = false;
        for slot in 0..SLOTS {
            let at = self.me * SLOTS + slot;
            let (own, other) = (&self.houses[at], &self.houses[self.me * SLOTS + 1 - slot]);
            stirred |= mine[slot].building;
            if own.face.building == NONE {
                continue;
            }
            let beside = &mine[1 - slot];
            let other = other.face.is_open().then(|| (self.me * SLOTS + 1 - slot, other.face.price()));
            let is_changed = is_new || mine[slot].building || beside.price;
            if is_changed || rivals.banded || beside.banded {
                self.banded.renew_slot(slot, other);
                stirred = true;
            }
            let exact = rivals.exact | mine[slot].exact | beside.exact;
            if is_changed || mine[slot].price || !exact.is_empty() {
                let boxes = (if is_changed { self.exact.all() } else { exact }, own.face.price());
                self.exact.renew_slot(&self.terms, (slot, at), boxes, other);
                stirred = true;
            }
            stirred |= mine[slot].banded | mine[slot].price;
        }
        if stirred {
            self.epoch += 1;
            self.now = self.weigh_now();
        }
        for slot in (0..SLOTS).filter(|&slot| mine[slot].any) {
            let face = &self.houses[self.me * SLOTS + slot].face;
            self.bands[slot] = RAISED.map(|rating| {
                let value = |rise: usize| face.ratings[rating].saturating_add(rise as u16);
                std::array::from_fn(|rise| rules.banded(rating, value(rise)) as u8)
            });
        }
    }

    fn change(&mut self, rules: &LaBistro, at: usize, house: &Restaurant, changes: &mut Changes) {
        let was = self.houses[at];
        if !house.stands() {
            self.houses[at] = House::VACANT;
            let exact = self.exact.all();
            *changes = Changes { any: true, building: true, price: true, banded: true, exact };
            return;
        }
        let face = Face::of(rules, house);
        let mut boxes = Boxes::NONE;
        let House { mut standing, mut signature, .. } = was;
        if was.face.building != face.building {
            standing = rules.standing(house);
            signature = Signature::new(&standing, face.cuisine);
            self.banded.place(at, &standing);
            changes.building = true;
            boxes = self.exact.all();
        } else {
            for (rating, &value) in face.ratings.iter().enumerate() {
                if was.face.ratings[rating] != value {
                    let banded = rules.banded(rating, value);
                    standing.0[EXACT + rating] = LaBistro::exact(rating, value);
                    standing.0[BANDED + rating] = banded;
                    signature = signature.with_number(rating, banded);
                    boxes |= self.exact.readers(rating);
                }
            }
            if was.face.cuisine != face.cuisine {
                standing.cook(was.face.cuisine, face.cuisine);
                signature = signature.with_cuisine(face.cuisine);
                boxes |= self.exact.readers(RATINGS);
            }
            debug_assert_eq!((standing, signature), {
                let standing = rules.standing(house);
                (standing, Signature::new(&standing, face.cuisine))
            });
            self.banded.change(at, was.signature, signature);
        }
        self.houses[at] = House { face, standing, signature };
        self.exact.change(at, boxes, &standing);
        if was.face.is_open() != face.is_open() {
            changes.banded = true;
            boxes = self.exact.all();
        }
        changes.any = true;
        changes.banded |= was.signature != signature;
        changes.price |= was.face.price() != face.price();
        changes.exact |= boxes;
    }

    /// Returns a counter that grows whenever an input of the incomes changes.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    pub fn fans(&self, cuisine: u8) -> f64 {
        self.fans[usize::from(cuisine)]
    }

    pub fn now(&self) -> Prospect {
        self.now
    }

    fn weigh_now(&self) -> Prospect {
        let open = (0..SLOTS).find(|slot| self.houses[self.me * SLOTS + slot].face.is_open());
        open.map_or(Prospect::default(), |slot| {
            let house = &self.houses[self.me * SLOTS + slot];
            self.weigh(slot, &Change::none(house), house.face.price())
        })
    }

    /// Returns the prospect with one own restaurant changed; its building stays.
    pub fn with(&self, rules: &LaBistro, slot: usize, face: &Face) -> Prospect {
        self.priced(rules, slot, &mut self.alter(rules, slot, face), face.price())
    }

    /// Returns the change of an own restaurant to `face`, in all but its price.
    pub fn alter(&self, rules: &LaBistro, slot: usize, face: &Face) -> Change {
        let house = &self.houses[self.me * SLOTS + slot];
        let mut change = Change::none(house);
        for rating in (0..RATINGS).filter(|&rating| rating != PRICE) {
            if face.ratings[rating] != house.face.ratings[rating] {
                self.turn(rules, slot, &mut change, rating, face.ratings[rating]);
            }
        }
        if face.cuisine != house.face.cuisine {
            change.cuisine = face.cuisine;
            change.signature = change.signature.with_cuisine(face.cuisine);
            change.standing.cook(house.face.cuisine, face.cuisine);
            change.boxes |= self.exact.steps(slot).stirred_by_cuisine();
        }
        change
    }

    /// Returns the prospect with one own restaurant changed, at a price; 0 means no price.
    pub fn priced(&self, rules: &LaBistro, slot: usize, change: &mut Change, price: u8) -> Prospect {
        let house = &self.houses[self.me * SLOTS + slot];
        if price == 0 || change.cuisine == NONE {
            return if house.face.is_open() { self.prospect_if_closed(slot) } else { self.now };
        }
        let is_changed = change.signature.with_number(PRICE, 0) != house.signature.with_number(PRICE, 0);
        if price == house.face.price() && !is_changed && change.boxes.is_empty() {
            return self.now;
        }
        let boxes = change.boxes;
        self.turn(rules, slot, change, PRICE, price.into());
        let prospect = self.weigh(slot, change, price);
        // Boxes that this price affects do not carry over to the next price.
        change.boxes = boxes;
        prospect
    }

    /// Returns the prospect with better ratings of an own restaurant, or `None` if no box changes.
    #[inline]
    pub fn raised(&self, rules: &LaBistro, slot: usize, gain: &Gain) -> Option<Prospect> {
        let house = &self.houses[self.me * SLOTS + slot];
        if gain.ratings == [0; 4] || !house.face.is_open() {
            return None;
        }
        let mut change = Change::none(house);
        if gain.ratings.iter().all(|points| (0..RUNGS as i32).contains(points)) {
            // Small rises are looked up, all ratings alike, without unpredictable branches.
            let rises = gain.ratings.map(|points| points as usize % RUNGS);
            for (at, rise) in rises.into_iter().enumerate() {
                let band = self.bands[slot][at][rise].into();
                change.signature = change.signature.with_number(RAISED[at], band);
                change.boxes |= self.exact.steps(slot).raised(at, rise);
            }
            if change.signature == house.signature && change.boxes.is_empty() {
                return None;
            }
            for (at, rise) in rises.into_iter().enumerate() {
                let number = &mut change.standing.0[EXACT + RAISED[at]];
                *number = number.saturating_add(rise as u16);
            }
        } else {
            for (points, rating) in gain.ratings.into_iter().zip(RAISED) {
                let value = (i32::from(house.face.ratings[rating]) + points).clamp(0, u16::MAX.into());
                self.turn(rules, slot, &mut change, rating, value as u16);
            }
        }
        self.changed(slot, house, &change)
    }

    /// Returns the prospect with other ads of an own restaurant, or `None` if no box changes.
    pub fn advertised(&self, rules: &LaBistro, slot: usize, ads: u16) -> Option<Prospect> {
        let house = &self.houses[self.me * SLOTS + slot];
        if !house.face.is_open() {
            return None;
        }
        let mut change = Change::none(house);
        self.turn(rules, slot, &mut change, Criterion::Ads as usize, ads);
        self.changed(slot, house, &change)
    }

    #[inline]
    fn changed(&self, slot: usize, house: &House, change: &Change) -> Option<Prospect> {
        let turns = change.signature != house.signature || !change.boxes.is_empty();
        turns.then(|| self.weigh(slot, change, house.face.price()))
    }

    #[inline]
    fn turn(&self, rules: &LaBistro, slot: usize, change: &mut Change, rating: usize, value: u16) {
        change.signature = change.signature.with_number(rating, rules.banded(rating, value));
        let was = self.houses[self.me * SLOTS + slot].standing.0[EXACT + rating];
        let number = LaBistro::exact(rating, value);
        change.boxes |= self.exact.steps(slot).stirred(rating, was, number);
        change.standing.0[EXACT + rating] = number;
    }

    /// Evaluates one own restaurant after a change, at a price.
    fn weigh(&self, slot: usize, change: &Change, price: u8) -> Prospect {
        let (hits, terms) = (self.hits, &self.terms);
        let at = self.me * SLOTS + slot;
        let own = self.houses[at].signature;
        let banded = self.banded.take(hits, terms, (slot, at), (own, change.signature), price);
        let exact = self.exact.take(terms, slot, (change.boxes, &change.standing), price);
        (banded + exact).prospect(slot)
    }

    fn prospect_if_closed(&self, slot: usize) -> Prospect {
        let (banded, exact) = (
            self.banded.take_if_closed(self.hits, &self.terms, slot),
            self.exact.take_if_closed(&self.terms, slot),
        );
        Sums { money: banded.0 + exact.0, dice: 0.0, other: banded.1 + exact.1 }.prospect(slot)
    }
}

fn fans(rules: &LaBistro, cuisine: usize) -> f64 {
    let squares = rules.chart.squares.iter().enumerate();
    let is_first = |numbers: &[u8]| usize::from(numbers[0]) == OF_CUISINE + cuisine;
    squares.filter(|(_, square)| is_first(&square.numbers)).map(|(at, _)| dice::hit_chance(at)).sum()
}

/// The ratings that employees and renovations raise, in their order.
const RAISED: [usize; 4] = [
    Criterion::Quality as usize,
    Criterion::Service as usize,
    Criterion::Ambiance as usize,
    Criterion::Novelty as usize,
];

#[derive(Clone, Copy)]
struct Changes {
    any: bool,
    building: bool,
    price: bool,
    /// Whether bands, the cuisine, or being open have changed.
    banded: bool,
    /// Affected purple boxes.
    exact: Boxes,
}

impl Changes {
    const NONE: Changes =
        Changes { any: false, building: false, price: false, banded: false, exact: Boxes::NONE };
}

const CHANCE: f64 = 1.0 / ROLLS as f64;

/// Sums over rolls: money, and dice of an own restaurant and of the seat's other one.
#[derive(Debug, Clone, Copy)]
struct Sums {
    money: f64,
    dice: f64,
    other: f64,
}

impl Sums {
    #[inline]
    fn prospect(self, slot: usize) -> Prospect {
        let (dice, other) = (self.dice * CHANCE, self.other * CHANCE);
        Prospect { income: self.money * CHANCE, dice: if slot == 0 { [dice, other] } else { [other, dice] } }
    }
}

impl Add for Sums {
    type Output = Sums;

    #[inline]
    fn add(self, more: Sums) -> Sums {
        let Sums { money, dice, other } = more;
        Sums { money: self.money + money, dice: self.dice + dice, other: self.other + other }
    }
}

impl Sub for Sums {
    type Output = Sums;

    #[inline]
    fn sub(self, less: Sums) -> Sums {
        let Sums { money, dice, other } = less;
        Sums { money: self.money - money, dice: self.dice - dice, other: self.other - other }
    }
}
