//! Boxes that compare bands: all of them at once.
//!
//! A line of such a box compares a number below 8, so a result fits into twelve bits and the
//! results of a restaurant on all boxes into a few vectors. Restaurants with the same bands take
//! the same: takes are kept until the restaurants around them change.

use std::cell::RefCell;

use super::{
    Signature,
    take::{Hits, Take, Terms, squares},
};
use crate::rules::la_bistro::{
    HOUSES, LaBistro, SLOTS,
    chart::{BANDED, BOXES, LANES, Lanes, OF_CUISINE, RATINGS},
    components::NONE,
    scoring::Standing,
};

/// Takes kept for each restaurant of mine.
const KEPT: usize = 16;

/// The best of some restaurants on each box, and how many share it.
struct Wall {
    /// Below every result where there is no restaurant.
    best: Lanes,
    tied: Lanes,
}

/// All restaurants but one of mine.
struct Slot {
    wall: Wall,
    /// Boxes on which my other restaurant is among the best.
    other: u128,
    other_price: u8,
    kept: RefCell<[Kept; KEPT]>,
}

/// What restaurants with a signature take, and the money for it at one price.
#[derive(Clone, Copy)]
struct Kept {
    signature: Signature,
    price: u8,
    money: f64,
    take: Take,
}

impl Kept {
    const NOTHING: Kept = Kept { signature: Signature::NONE, price: 0, money: 0.0, take: Take::NOTHING };
}

pub struct Banded {
    /// Results of everybody who stands, open or not.
    keys: [Lanes; HOUSES],
    rivals: Wall,
    slots: [Slot; SLOTS],
    boxes: u128,
    gold: u128,
}

impl Wall {
    const NOBODY: Wall = Wall { best: [-1; LANES], tied: [0; LANES] };

    fn raise(&mut self, keys: &Lanes) {
        for (best, &key) in self.best.iter_mut().zip(keys) {
            *best = (*best).max(key);
        }
    }

    fn count(&mut self, keys: &Lanes) {
        for ((tied, best), key) in self.tied.iter_mut().zip(&self.best).zip(keys) {
            *tied += i16::from(best == key);
        }
    }
}

/// Moves results by some of a number.
#[inline]
fn add(keys: &mut Lanes, weights: &Lanes, by: i16) {
    for (key, &weight) in keys.iter_mut().zip(weights) {
        *key += weight * by;
    }
}

/// One bit for each box from one byte, 0 or 1, for each.
#[inline]
fn pack(flags: &[u8; LANES]) -> u128 {
    let (bytes, _) = flags.as_chunks::<8>();
    bytes.iter().enumerate().fold(0, |mask, (at, &bytes)| {
        // The product gathers the low bits of the eight bytes in the highest byte.
        let bits = u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        mask | u128::from(bits) << (8 * at)
    })
}

impl Banded {
    pub fn new(rules: &LaBistro) -> Banded {
        let slot = || Slot {
            wall: Wall::NOBODY,
            other: 0,
            other_price: 0,
            kept: RefCell::new([Kept::NOTHING; KEPT]),
        };
        Banded {
            keys: [[0; LANES]; HOUSES],
            rivals: Wall::NOBODY,
            slots: [slot(), slot()],
            boxes: !rules.chart.purple & ((1 << BOXES) - 1),
            gold: rules.chart.gold,
        }
    }

    /// A restaurant has been opened, or another one stands in its place.
    pub fn place(&mut self, rules: &LaBistro, at: usize, standing: &Standing) {
        let keys = &mut self.keys[at];
        *keys = [0; LANES];
        for (number, &value) in standing.0.iter().enumerate().skip(BANDED) {
            if value > 0 {
                add(keys, &rules.chart.weights[number], value as i16);
            }
        }
    }

    /// A restaurant has other bands or another cuisine.
    pub fn change(&mut self, rules: &LaBistro, at: usize, was: Signature, is: Signature) {
        shift(rules, &mut self.keys[at], was, is);
    }

    /// The open restaurants of rivals have changed.
    pub fn renew_rivals(&mut self, open: &[usize]) {
        self.rivals = Wall::NOBODY;
        open.iter().for_each(|&at| self.rivals.raise(&self.keys[at]));
        open.iter().for_each(|&at| self.rivals.count(&self.keys[at]));
    }

    /// What one of my restaurants is up against has changed; `other` is my other one, if it is
    /// open, and its price.
    pub fn renew_slot(&mut self, slot: usize, other: Option<(usize, u8)>) {
        let Slot { wall, other: among, other_price, kept } = &mut self.slots[slot];
        kept.get_mut().iter_mut().for_each(|kept| kept.signature = Signature::NONE);
        (wall.best, wall.tied) = (self.rivals.best, self.rivals.tied);
        (*among, *other_price) = (0, 0);
        if let Some((at, price)) = other {
            let keys = &self.keys[at];
            wall.raise(keys);
            // Where the rivals' best has been passed, nobody of them shares.
            for ((tied, best), rivals) in wall.tied.iter_mut().zip(&wall.best).zip(&self.rivals.best) {
                *tied = if best == rivals { *tied } else { 0 };
            }
            wall.count(keys);
            let mut level = [0; LANES];
            for ((level, best), key) in level.iter_mut().zip(&wall.best).zip(keys) {
                *level = u8::from(best == key);
            }
            (*among, *other_price) = (pack(&level) & self.boxes, price);
        }
    }

    /// What a restaurant of mine takes with a signature: money at a price, and dice of it and of
    /// the other one.
    #[inline]
    pub fn take(
        &self,
        rules: &LaBistro,
        hits: &Hits,
        terms: &Terms,
        (slot, at): (usize, usize),
        (own, wanted): (Signature, Signature),
        price: u8,
    ) -> (f64, f64, f64) {
        let mut kept = self.slots[slot].kept.borrow_mut();
        let kept = &mut kept[wanted.hash() % KEPT];
        if kept.signature != wanted {
            kept.signature = wanted;
            kept.price = 0;
            self.weigh(rules, hits, terms, (slot, at), (own, wanted), &mut kept.take);
        }
        if kept.price != price {
            (kept.price, kept.money) = (price, kept.take.money(terms, price));
        }
        (kept.money, kept.take.dice, kept.take.other)
    }

    fn weigh(
        &self,
        rules: &LaBistro,
        hits: &Hits,
        terms: &Terms,
        (slot, at): (usize, usize),
        (own, wanted): (Signature, Signature),
        take: &mut Take,
    ) {
        let Slot { wall, other, other_price, .. } = &self.slots[slot];
        let mut keys = self.keys[at];
        shift(rules, &mut keys, own, wanted);
        let (mut above, mut level) = ([0u8; LANES], [0u8; LANES]);
        for square in 0..LANES {
            above[square] = u8::from(keys[square] > wall.best[square]);
            level[square] = u8::from(keys[square] == wall.best[square]);
        }
        let (wins, ties) = (pack(&above) & self.boxes, pack(&level) & self.boxes);
        *take = Take::NOTHING;
        (take.dice, take.gold) = (hits.of(wins), self.dice(hits, wins & self.gold));
        for square in squares(ties) {
            let sharers = wall.tied[square] as usize + 1;
            take.share(sharers, hits.boxes[square]);
            if other >> square & 1 == 1 {
                take.rest += self.part(hits, terms, square, (*other_price, sharers));
            }
        }
        take.rest += terms.split_gold * self.dice(hits, ties & self.gold);
        let (money, dice) = self.left(hits, terms, slot, !(wins | ties));
        take.rest += money;
        take.other = dice;
    }

    /// What my other restaurant takes while the one is closed: money and dice.
    pub fn without(&self, hits: &Hits, terms: &Terms, slot: usize) -> (f64, f64) {
        self.left(hits, terms, slot, self.boxes)
    }

    /// What boxes that one of my restaurants does not reach leave to the other one: money and dice.
    fn left(&self, hits: &Hits, terms: &Terms, slot: usize, boxes: u128) -> (f64, f64) {
        let Slot { wall, other, other_price, .. } = &self.slots[slot];
        if other & boxes == 0 {
            return (0.0, 0.0);
        }
        let (mut alone, mut money) = (0u128, 0.0);
        for square in squares(other & boxes) {
            match wall.tied[square] as usize {
                1 => alone |= 1 << square,
                sharers => money += self.part(hits, terms, square, (*other_price, sharers)),
            }
        }
        let dice = hits.of(alone);
        (money + terms.alone(*other_price, dice, self.dice(hits, alone & self.gold)), dice)
    }

    /// Money for one of the sharers of a box.
    fn part(&self, hits: &Hits, terms: &Terms, square: usize, (price, sharers): (u8, usize)) -> f64 {
        let gold = if self.gold >> square & 1 == 1 { terms.split_gold } else { 0.0 };
        hits.boxes[square] * (terms.part(price, sharers) + gold)
    }

    /// Rolls that hit a few boxes.
    fn dice(&self, hits: &Hits, boxes: u128) -> f64 {
        squares(boxes).map(|square| hits.boxes[square]).sum()
    }
}

/// Moves results from one signature to another.
#[inline]
fn shift(rules: &LaBistro, keys: &mut Lanes, was: Signature, is: Signature) {
    if was == is {
        return;
    }
    for rating in 0..RATINGS {
        let by = is.number(rating) - was.number(rating);
        if by != 0 {
            add(keys, &rules.chart.weights[BANDED + rating], by);
        }
    }
    for (cuisine, by) in [(was.cuisine(), -1), (is.cuisine(), 1)] {
        if was.cuisine() != is.cuisine() && cuisine != NONE {
            add(keys, &rules.chart.weights[OF_CUISINE + usize::from(cuisine)], by);
        }
    }
}
