//! Boxes that compare bands, evaluated all at once as bit sets.
//!
//! A line of such a box compares a number below 8, so a result has three bits for each line. The results of a
//! restaurant on all boxes are one set of boxes for each of these bits, so that a few operations compare two
//! restaurants everywhere. Restaurants with the same bands have the same take; takes are cached until the
//! restaurants around them change.

use std::cell::RefCell;

use super::{
    Signature, Sums,
    boxes::Boxes,
    take::{Hits, Take, Terms},
};
use crate::rules::{
    HOUSES, LaBistro, SLOTS,
    chart::{BANDED, BOXES, LINES, NUMBERS, OF_CUISINE},
    components::NONE,
    scoring::Standing,
};

const KEPT: usize = 16;
/// Bits of a number that a line compares.
const BITS: usize = 3;
/// Bits of the number of restaurants that share a box.
const COUNT: usize = 4;

const _: () = assert!(HOUSES < 1 << COUNT);

/// Results on all boxes: for each bit of each line, the highest first, the boxes in which it is set.
#[derive(Clone, Copy)]
struct Planes([Boxes; LINES * BITS]);

/// Best result of some restaurants on each box, and the bits of the number that share it.
#[derive(Clone, Copy)]
struct Wall {
    best: Planes,
    tied: [Boxes; COUNT],
    /// All boxes, or none while there is no restaurant.
    stands: Boxes,
}

struct Slot {
    wall: Wall,
    /// Boxes on which the seat's other restaurant is among the best.
    other: Boxes,
    other_price: u8,
    kept: RefCell<[Kept; KEPT]>,
}

/// Cached take of a signature, and its money at one price.
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
    /// Results of all restaurants that stand, open or not.
    results: [Planes; HOUSES],
    rivals: Wall,
    slots: [Slot; SLOTS],
    boxes: Boxes,
    gold: Boxes,
    lines: [[Boxes; LINES]; NUMBERS],
}

impl Planes {
    const NOTHING: Planes = Planes([Boxes::NONE; LINES * BITS]);

    /// Changes a number on all boxes that compare it; `flips` are the bits in which it differs.
    #[inline]
    fn flip(&mut self, lines: &[Boxes; LINES], flips: u16) {
        for bit in 0..BITS {
            if flips >> (BITS - 1 - bit) & 1 == 1 {
                for (line, boxes) in lines.iter().enumerate() {
                    self.0[line * BITS + bit] ^= *boxes;
                }
            }
        }
    }

    #[inline]
    fn compare(&self, other: &Planes) -> (Boxes, Boxes) {
        let (mut better, mut level) = (Boxes::NONE, Boxes::ALL);
        for (own, other) in self.0.iter().zip(&other.0) {
            let differs = level & (*own ^ *other);
            better |= differs & *own;
            level &= !differs;
        }
        (better, level)
    }
}

impl Wall {
    const NOBODY: Wall = Wall { best: Planes::NOTHING, tied: [Boxes::NONE; COUNT], stands: Boxes::NONE };

    /// Adds a restaurant; returns the boxes on which it is among the best.
    fn join(&mut self, results: &Planes) -> Boxes {
        let (better, level) = results.compare(&self.best);
        let (better, level) = (better | !self.stands, level & self.stands);
        for (best, own) in self.best.0.iter_mut().zip(&results.0) {
            *best ^= (*best ^ *own) & better;
        }
        // A tie has one more sharer; where the newcomer is better, it is alone.
        let mut carry = level;
        for (bit, tied) in self.tied.iter_mut().enumerate() {
            (*tied, carry) = (*tied ^ carry, *tied & carry);
            *tied = if bit == 0 { *tied | better } else { *tied & !better };
        }
        self.stands = Boxes::ALL;
        better | level
    }

    #[inline]
    fn shared_by(&self, count: usize) -> Boxes {
        let bit = |(bit, tied): (usize, &Boxes)| if count >> bit & 1 == 1 { *tied } else { !*tied };
        self.tied.iter().enumerate().map(bit).fold(Boxes::ALL, |boxes, bit| boxes & bit)
    }
}

impl Banded {
    pub fn new(rules: &LaBistro) -> Banded {
        let slot = || Slot {
            wall: Wall::NOBODY,
            other: Boxes::NONE,
            other_price: 0,
            kept: RefCell::new([Kept::NOTHING; KEPT]),
        };
        Banded {
            results: [Planes::NOTHING; HOUSES],
            rivals: Wall::NOBODY,
            slots: [slot(), slot()],
            boxes: !Boxes::new(rules.chart.purple) & Boxes::first(BOXES),
            gold: Boxes::new(rules.chart.gold),
            lines: rules.chart.lines.map(|lines| lines.map(Boxes::new)),
        }
    }

    pub fn place(&mut self, at: usize, standing: &Standing) {
        let results = &mut self.results[at];
        *results = Planes::NOTHING;
        for (lines, &number) in self.lines.iter().zip(&standing.0).skip(BANDED) {
            results.flip(lines, number);
        }
    }

    pub fn change(&mut self, at: usize, was: Signature, is: Signature) {
        shift(&self.lines, &mut self.results[at], was, is);
    }

    pub fn renew_rivals(&mut self, open: &[usize]) {
        self.rivals = Wall::NOBODY;
        for &at in open {
            self.rivals.join(&self.results[at]);
        }
    }

    /// Updates the competitors of an own restaurant. `other` is the seat's other restaurant and its price, if
    /// it is open.
    pub fn renew_slot(&mut self, slot: usize, other: Option<(usize, u8)>) {
        let Slot { wall, other: among, other_price, kept } = &mut self.slots[slot];
        kept.get_mut().iter_mut().for_each(|kept| kept.signature = Signature::NONE);
        *wall = self.rivals;
        (*among, *other_price) = (Boxes::NONE, 0);
        if let Some((at, price)) = other {
            (*among, *other_price) = (wall.join(&self.results[at]) & self.boxes, price);
        }
    }

    /// Returns the take of an own restaurant with the signature `wanted`: money at a price, and dice of it and
    /// of the other restaurant.
    #[inline]
    pub fn take(
        &self,
        hits: &Hits,
        terms: &Terms,
        (slot, at): (usize, usize),
        (own, wanted): (Signature, Signature),
        price: u8,
    ) -> Sums {
        let mut kept = self.slots[slot].kept.borrow_mut();
        let kept = &mut kept[wanted.hash() % KEPT];
        if kept.signature != wanted {
            kept.signature = wanted;
            kept.price = 0;
            let mut results = self.results[at];
            shift(&self.lines, &mut results, own, wanted);
            self.weigh(hits, terms, slot, &results, &mut kept.take);
        }
        if kept.price != price {
            (kept.price, kept.money) = (price, kept.take.money(terms, price));
        }
        Sums { money: kept.money, dice: kept.take.dice, other: kept.take.other }
    }

    /// Kept out of line, so that the cached path stays fast.
    #[inline(never)]
    fn weigh(&self, hits: &Hits, terms: &Terms, slot: usize, results: &Planes, take: &mut Take) {
        let Slot { wall, other, other_price, .. } = &self.slots[slot];
        let (better, level) = results.compare(&wall.best);
        let (wins, ties) = ((better | !wall.stands) & self.boxes, level & wall.stands & self.boxes);
        *take = Take::NOTHING;
        (take.dice, take.gold) = (hits.of(wins), hits.of_few(wins & self.gold));
        let mut left = ties;
        for others in 1..HOUSES {
            if left.is_empty() {
                break;
            }
            let boxes = left & wall.shared_by(others);
            if !boxes.is_empty() {
                left &= !boxes;
                take.share(others + 1, hits.of_few(boxes));
                let beside = hits.of_few(boxes & *other);
                take.rest += beside * terms.part(*other_price, others + 1);
            }
        }
        if terms.split_gold != 0.0 {
            let gold = ties & self.gold;
            take.rest += terms.split_gold * (hits.of_few(gold) + hits.of_few(gold & *other));
        }
        let (money, dice) = self.take_of_other(hits, terms, slot, !(wins | ties));
        take.rest += money;
        take.other = dice;
    }

    /// Returns money and dice of the other restaurant while this one is closed.
    pub fn take_if_closed(&self, hits: &Hits, terms: &Terms, slot: usize) -> (f64, f64) {
        self.take_of_other(hits, terms, slot, self.boxes)
    }

    /// Returns money and dice of the other restaurant from boxes on which this one is not among the best.
    fn take_of_other(&self, hits: &Hits, terms: &Terms, slot: usize, boxes: Boxes) -> (f64, f64) {
        let Slot { wall, other, other_price, .. } = &self.slots[slot];
        let mut left = *other & boxes;
        if left.is_empty() {
            return (0.0, 0.0);
        }
        let alone = left & wall.shared_by(1);
        left &= !alone;
        let dice = hits.of(alone);
        let mut money = terms.alone(*other_price, dice, hits.of_few(alone & self.gold));
        money += terms.split_gold * hits.of_few(left & self.gold);
        for sharers in 2..HOUSES {
            if left.is_empty() {
                break;
            }
            let boxes = left & wall.shared_by(sharers);
            left &= !boxes;
            money += hits.of_few(boxes) * terms.part(*other_price, sharers);
        }
        (money, dice)
    }
}

#[inline]
fn shift(lines: &[[Boxes; LINES]; NUMBERS], results: &mut Planes, was: Signature, is: Signature) {
    for (rating, bit) in was.flips(is) {
        for (line, boxes) in lines[BANDED + rating].iter().enumerate() {
            results.0[line * BITS + BITS - 1 - bit] ^= *boxes;
        }
    }
    if was.cuisine() != is.cuisine() {
        for cuisine in [was.cuisine(), is.cuisine()] {
            if cuisine != NONE {
                results.flip(&lines[OF_CUISINE + usize::from(cuisine)], 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds the results on the first boxes, each from three bits for each line.
    fn planes(results: &[u16]) -> Planes {
        let mut planes = Planes::NOTHING;
        for (square, result) in results.iter().enumerate() {
            for (bit, plane) in planes.0.iter_mut().enumerate() {
                if result >> (LINES * BITS - 1 - bit) & 1 == 1 {
                    plane.insert(square);
                }
            }
        }
        planes
    }

    #[test]
    fn a_wall_is_the_best_on_each_box_and_counts_who_shares_it() {
        let houses = [[0o1234, 0o7000, 0o0001, 0], [0o1234, 0o0777, 0o0002, 0], [0o1233, 0o7000, 0o0002, 0]];
        let mut wall = Wall::NOBODY;
        let among = houses.map(|results| wall.join(&planes(&results)).0[0] & 0b1111);
        assert_eq!(among, [0b1111, 0b1101, 0b1110]);
        assert_eq!([1, 2, 3].map(|count| wall.shared_by(count).0[0] & 0b1111), [0, 0b0111, 0b1000]);
        let (better, level) = planes(&[0o1235, 0o6777, 0o0002, 0]).compare(&wall.best);
        assert_eq!((better.0[0] & 0b1111, level.0[0] & 0b1111), (0b0001, 0b1100));
    }
}
