//! Expected income of the next Payouts round, box by box.
//!
//! As long as no restaurant fills, every die goes to the best restaurant on its box whatever the
//! other dice do, so the expectation is a sum over the boxes of the exact chance of a hit times
//! what the box pays. What a seat knows is kept from decision to decision and renewed where a
//! restaurant has changed; a change is weighed on the boxes that it can turn.

mod banded;
mod exact;
mod seats;
mod take;

use crate::rules::la_bistro::{
    Gain, HOUSES, LaBistro, Observation, Restaurant, SLOTS,
    chart::{BANDED, Criterion, EXACT, OF_CUISINE, RATINGS},
    components::NONE,
    dice::ROLLS,
    scoring::{PRICE, Standing},
};
use banded::Banded;
use exact::Exact;
pub use seats::Seats;
use take::{Hits, Terms};

/// Everybody's results on every box, kept from decision to decision.
pub struct Outlook {
    houses: [House; HOUSES],
    terms: Terms,
    hits: &'static Hits,
    banded: Banded,
    exact: Exact,
    me: usize,
    now: Prospect,
}

/// Income and dice of the next Payouts round.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prospect {
    pub income: f64,
    /// Dice of the two restaurants.
    pub dice: [f64; SLOTS],
}

/// What a restaurant shows of itself; while it is the same, so are its results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    pub building: u8,
    pub cuisine: u8,
    pub ratings: [u16; RATINGS],
}

/// Bands and cuisine of a restaurant, two bits a band: restaurants of one building with the same
/// signature have the same results on all boxes but the purple ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Signature(u32);

/// A restaurant as the seat last saw it.
#[derive(Clone, Copy)]
struct House {
    face: Face,
    standing: Standing,
    signature: Signature,
}

impl House {
    const VACANT: House = House { face: Face::VACANT, standing: Standing::EMPTY, signature: Signature::NONE };
}

impl Face {
    const VACANT: Face = Face { building: NONE, cuisine: NONE, ratings: [0; RATINGS] };

    #[inline]
    pub fn of(rules: &LaBistro, house: &Restaurant) -> Face {
        Face { building: house.building, cuisine: house.cuisine, ratings: rules.ratings(house) }
    }

    #[inline]
    fn price(&self) -> u8 {
        self.ratings[PRICE] as u8
    }

    #[inline]
    fn is_open(&self) -> bool {
        self.building != NONE && self.cuisine != NONE && self.price() != 0
    }
}

impl Signature {
    const NONE: Signature = Signature(u32::MAX);
    const CUISINE: u32 = 2 * RATINGS as u32;

    fn new(standing: &Standing, cuisine: u8) -> Signature {
        let bands = &standing.0[BANDED..BANDED + RATINGS];
        let bits = bands.iter().rev().fold(0, |bits, &band| bits << 2 | u32::from(band));
        Signature(bits).with_cuisine(cuisine)
    }

    #[inline]
    fn number(self, rating: usize) -> u16 {
        (self.0 >> (2 * rating) & 3) as u16
    }

    #[inline]
    fn with_number(self, rating: usize, number: u16) -> Signature {
        Signature(self.0 & !(3 << (2 * rating)) | u32::from(number) << (2 * rating))
    }

    #[inline]
    fn cuisine(self) -> u8 {
        (self.0 >> Signature::CUISINE) as u8
    }

    #[inline]
    fn with_cuisine(self, cuisine: u8) -> Signature {
        Signature(self.0 & ((1 << Signature::CUISINE) - 1) | u32::from(cuisine) << Signature::CUISINE)
    }

    /// A number below 16 that neighbouring signatures rarely share.
    #[inline]
    fn hash(self) -> usize {
        (self.0.wrapping_mul(0x9E37_79B1) >> 28) as usize
    }
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
        }
    }

    /// Brings the numbers up to date.
    pub fn renew(&mut self, seen: Observation<'_>) {
        let (rules, table) = (seen.rules(), seen.table());
        self.me = seen.seat().index();
        let mut rivals = Changes::default();
        let mut mine = [Changes::default(); SLOTS];
        for at in 0..rules.players_at_table() * SLOTS {
            let house = &table.restaurants[at / SLOTS][at % SLOTS];
            let face = if house.stands() { Face::of(rules, house) } else { Face::VACANT };
            if self.houses[at].face != face {
                let changes = if at / SLOTS == self.me { &mut mine[at % SLOTS] } else { &mut rivals };
                self.change(rules, at, house, face, changes);
            }
        }
        let terms = Terms::new(rules, i32::from(table.increase));
        let is_new = terms != self.terms;
        self.terms = terms;
        if rivals.banded || rivals.exact != 0 {
            let mut list = [0; HOUSES];
            let mut count = 0;
            for at in 0..rules.players_at_table() * SLOTS {
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
            if is_changed || mine[slot].price || exact != 0 {
                let own = (&own.standing, own.face.price());
                self.exact.renew_slot(rules, self.hits, &self.terms, (slot, at), own, other);
                stirred = true;
            }
            stirred |= mine[slot].banded | mine[slot].price;
        }
        if stirred {
            self.now = self.weigh_now(rules);
        }
    }

    /// Takes note of a restaurant that has changed.
    fn change(&mut self, rules: &LaBistro, at: usize, house: &Restaurant, face: Face, changes: &mut Changes) {
        let was = self.houses[at];
        if !house.stands() {
            self.houses[at] = House::VACANT;
            *changes = Changes { building: true, price: true, banded: true, exact: self.exact.all() };
            return;
        }
        let standing = rules.standing(house);
        let signature = Signature::new(&standing, face.cuisine);
        self.houses[at] = House { face, standing, signature };
        let mut boxes = 0;
        if was.face.building != face.building {
            self.banded.place(rules, at, &standing);
            changes.building = true;
            boxes = self.exact.all();
        } else {
            self.banded.change(rules, at, was.signature, signature);
            for rating in 0..RATINGS {
                if was.face.ratings[rating] != face.ratings[rating] {
                    boxes |= self.exact.readers(rating);
                }
            }
            if was.face.cuisine != face.cuisine {
                boxes |= self.exact.readers(RATINGS);
            }
        }
        self.exact.change(rules, at, boxes, &standing);
        if was.face.is_open() != face.is_open() {
            changes.banded = true;
            boxes = self.exact.all();
        }
        changes.banded |= was.signature != signature;
        changes.price |= was.face.price() != face.price();
        changes.exact |= boxes;
    }

    /// What my restaurants can expect as the table stands.
    pub fn now(&self) -> Prospect {
        self.now
    }

    fn weigh_now(&self, rules: &LaBistro) -> Prospect {
        let open = (0..SLOTS).find(|slot| self.houses[self.me * SLOTS + slot].face.is_open());
        open.map_or(Prospect::default(), |slot| {
            let house = &self.houses[self.me * SLOTS + slot];
            self.weigh(rules, slot, &Change::none(house), house.face.price())
        })
    }

    /// What they could expect with one of them changed; its building stays.
    pub fn with(&self, rules: &LaBistro, slot: usize, face: &Face) -> Prospect {
        let house = &self.houses[self.me * SLOTS + slot];
        if *face == house.face {
            return self.now;
        }
        if !face.is_open() {
            return if house.face.is_open() { self.without(slot) } else { self.now };
        }
        let mut change = Change::none(house);
        for rating in 0..RATINGS {
            let value = face.ratings[rating];
            if value != house.face.ratings[rating] {
                self.turn(rules, slot, &mut change, rating, value);
            }
        }
        if face.cuisine != house.face.cuisine {
            change.signature = change.signature.with_cuisine(face.cuisine);
            for (cuisine, number) in [(house.face.cuisine, 0), (face.cuisine, 1)] {
                if cuisine != NONE {
                    change.standing.0[OF_CUISINE + usize::from(cuisine)] = number;
                }
            }
            change.boxes |= self.exact.stirred_by_cuisine(slot);
        }
        self.weigh(rules, slot, &change, face.price())
    }

    /// What they could expect with better ratings of one of them; nothing if all boxes fall as they
    /// do now.
    #[inline]
    pub fn raised(&self, rules: &LaBistro, slot: usize, gain: &Gain) -> Option<Prospect> {
        let house = &self.houses[self.me * SLOTS + slot];
        if gain.ratings == [0; 4] || !house.face.is_open() {
            return None;
        }
        let mut change = Change::none(house);
        for (points, rating) in gain.ratings.into_iter().zip(RAISED) {
            if points != 0 {
                let value = (i32::from(house.face.ratings[rating]) + points).clamp(0, u16::MAX.into());
                self.turn(rules, slot, &mut change, rating, value as u16);
            }
        }
        self.changed(rules, slot, house, &change)
    }

    /// What they could expect with other ads of one of them, likewise.
    pub fn advertised(&self, rules: &LaBistro, slot: usize, ads: u16) -> Option<Prospect> {
        let house = &self.houses[self.me * SLOTS + slot];
        if !house.face.is_open() {
            return None;
        }
        let mut change = Change::none(house);
        self.turn(rules, slot, &mut change, Criterion::Ads as usize, ads);
        self.changed(rules, slot, house, &change)
    }

    #[inline]
    fn changed(&self, rules: &LaBistro, slot: usize, house: &House, change: &Change) -> Option<Prospect> {
        let turns = change.signature != house.signature || change.boxes != 0;
        turns.then(|| self.weigh(rules, slot, change, house.face.price()))
    }

    /// Gives a rating another value.
    #[inline]
    fn turn(&self, rules: &LaBistro, slot: usize, change: &mut Change, rating: usize, value: u16) {
        change.signature = change.signature.with_number(rating, rules.banded(rating, value));
        let was = &mut change.standing.0[EXACT + rating];
        let number = LaBistro::exact(rating, value);
        change.boxes |= self.exact.stirred(slot, rating, *was, number);
        *was = number;
    }

    /// Weighs one of my restaurants with other numbers, which matter on some purple boxes.
    fn weigh(&self, rules: &LaBistro, slot: usize, change: &Change, price: u8) -> Prospect {
        let (hits, terms) = (self.hits, &self.terms);
        let at = self.me * SLOTS + slot;
        let own = self.houses[at].signature;
        let banded = self.banded.take(rules, hits, terms, (slot, at), (own, change.signature), price);
        let exact = self.exact.take(rules, hits, terms, slot, (change.boxes, &change.standing), price);
        prospect(slot, (banded.0 + exact.0, banded.1 + exact.1, banded.2 + exact.2))
    }

    /// What I could expect with one of my restaurants closed.
    fn without(&self, slot: usize) -> Prospect {
        let (banded, exact) = (
            self.banded.without(self.hits, &self.terms, slot),
            self.exact.without(self.hits, &self.terms, slot),
        );
        prospect(slot, (banded.0 + exact.0, 0.0, banded.1 + exact.1))
    }
}

/// The ratings that employees and renovations raise, in their order.
const RAISED: [usize; 4] = [
    Criterion::Quality as usize,
    Criterion::Service as usize,
    Criterion::Ambiance as usize,
    Criterion::Novelty as usize,
];

/// A restaurant as it would be, and the purple boxes on which that may matter, as bits.
struct Change {
    signature: Signature,
    standing: Standing,
    boxes: u128,
}

impl Change {
    #[inline]
    fn none(house: &House) -> Change {
        Change { signature: house.signature, standing: house.standing, boxes: 0 }
    }
}

/// What has changed on restaurants.
#[derive(Clone, Copy, Default)]
struct Changes {
    building: bool,
    price: bool,
    /// Bands, the cuisine, or whether it is open.
    banded: bool,
    /// Purple boxes, as bits.
    exact: u128,
}

/// Chance of a roll.
const CHANCE: f64 = 1.0 / ROLLS as f64;

/// Sums over rolls as what is expected of one: money, dice of a restaurant and of the other one.
#[inline]
fn prospect(slot: usize, (money, dice, other): (f64, f64, f64)) -> Prospect {
    let mut expected = [0.0; SLOTS];
    expected[slot] = dice * CHANCE;
    expected[1 - slot] = other * CHANCE;
    Prospect { income: money * CHANCE, dice: expected }
}
