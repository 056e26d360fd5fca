//! Purple boxes, which compare exact values: only boxes that a change can affect are evaluated.
//!
//! In this module, boxes are indexed among the purple ones.

use super::{
    Sums,
    boxes::Boxes,
    steps::{GROUPS, Steps, group},
    take::{Hits, Take, Terms},
};
use crate::rules::{
    HOUSES, LaBistro, SLOTS,
    chart::{BOXES, LINES},
    scoring::Standing,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Loses,
    Shares,
    Wins,
}

/// Unshared dice for each die on a box, by verdict.
const ALONE: [f64; 3] = [0.0, 0.0, 1.0];

/// Best result of some restaurants on each box, and the number that share it.
struct Wall {
    best: [u64; BOXES],
    tied: [u8; BOXES],
}

/// The competitors of one own restaurant, and its results against them.
struct Slot {
    wall: Wall,
    other: Boxes,
    other_price: u8,
    verdicts: [Verdict; BOXES],
    steps: Steps,
    take: Take,
    /// Its current price, and its money at that price.
    price: u8,
    money: f64,
}

pub struct Exact {
    /// Numbers that the lines of each box compare, and rolls that hit it.
    numbers: [[u8; LINES]; BOXES],
    hits: [f64; BOXES],
    count: usize,
    /// Boxes that compare each group of numbers.
    readers: [Boxes; GROUPS],
    keys: [[u64; HOUSES]; BOXES],
    rivals: Wall,
    slots: [Slot; SLOTS],
}

impl Wall {
    const NOBODY: Wall = Wall { best: [0; BOXES], tied: [0; BOXES] };

    #[inline]
    fn verdict(&self, at: usize, key: u64) -> Verdict {
        let wins = (self.tied[at] == 0) | (key > self.best[at]);
        let reaches = wins | (key == self.best[at]);
        [Verdict::Loses, Verdict::Shares, Verdict::Wins][usize::from(wins) + usize::from(reaches)]
    }
}

/// Adds a result to the best and its number of sharers; returns whether it is among the best.
#[inline]
fn join(best: &mut u64, tied: &mut u8, key: u64) -> bool {
    if *tied == 0 || key > *best {
        (*best, *tied) = (key, 1);
        true
    } else {
        *tied += u8::from(key == *best);
        key == *best
    }
}

impl Exact {
    pub fn new(rules: &LaBistro) -> Exact {
        let (mut numbers, mut hits) = ([[0; LINES]; BOXES], [0.0; BOXES]);
        let mut readers = [Boxes::NONE; GROUPS];
        let mut count = 0;
        for square in Boxes::new(rules.chart.purple).iter() {
            numbers[count] = rules.chart.squares[square].numbers;
            hits[count] = Hits::table().boxes[square];
            for group in rules.chart.squares[square].numbers.into_iter().filter_map(group) {
                readers[group].insert(count);
            }
            count += 1;
        }
        let slot = || Slot {
            wall: Wall::NOBODY,
            other: Boxes::NONE,
            other_price: 0,
            verdicts: [Verdict::Loses; BOXES],
            steps: Steps::NONE,
            take: Take::NOTHING,
            price: 0,
            money: 0.0,
        };
        Exact {
            numbers,
            hits,
            count,
            readers,
            keys: [[0; HOUSES]; BOXES],
            rivals: Wall::NOBODY,
            slots: [slot(), slot()],
        }
    }

    pub fn all(&self) -> Boxes {
        Boxes::first(self.count)
    }

    /// Returns the boxes that compare a group: a rating, or the cuisine after the ratings.
    #[inline]
    pub fn readers(&self, group: usize) -> Boxes {
        self.readers[group]
    }

    pub fn change(&mut self, at: usize, boxes: Boxes, standing: &Standing) {
        for purple in boxes.iter() {
            self.keys[purple][at] = standing.on(&self.numbers[purple]);
        }
    }

    /// Updates the rivals' best after a change on some boxes; returns the boxes on which the best changed.
    pub fn renew_rivals(&mut self, boxes: Boxes, open: &[usize]) -> Boxes {
        let mut matters = Boxes::NONE;
        for purple in boxes.iter() {
            let keys = &self.keys[purple];
            let best = open.iter().fold(0, |best, &at| keys[at].max(best));
            let tied = open.iter().fold(0, |tied, &at| tied + u8::from(keys[at] == best));
            let wall = &mut self.rivals;
            if (wall.best[purple], wall.tied[purple]) != (best, tied) {
                (wall.best[purple], wall.tied[purple]) = (best, tied);
                matters.insert(purple);
            }
        }
        matters
    }

    /// Updates an own restaurant after a change of it or its competitors on some boxes. `other` is the seat's
    /// other restaurant and its price, if it is open. Unless `boxes` is all boxes, that price and the terms
    /// must be unchanged.
    pub fn renew_slot(
        &mut self,
        terms: &Terms,
        (slot, at): (usize, usize),
        (boxes, price): (Boxes, u8),
        other: Option<(usize, u8)>,
    ) {
        let is_all = boxes == self.all();
        let mine = &mut self.slots[slot];
        if is_all {
            mine.take = Take::NOTHING;
            mine.other_price = other.map_or(0, |(_, price)| price);
        } else {
            boxes.iter().for_each(|purple| mine.book(terms, purple, -self.hits[purple]));
        }
        mine.other &= !boxes;
        for purple in boxes.iter() {
            let (mut best, mut tied) = (self.rivals.best[purple], self.rivals.tied[purple]);
            let keys = &self.keys[purple];
            if let Some((other, _)) = other
                && join(&mut best, &mut tied, keys[other])
            {
                mine.other.insert(purple);
            }
            (mine.wall.best[purple], mine.wall.tied[purple]) = (best, tied);
            mine.verdicts[purple] = mine.wall.verdict(purple, keys[at]);
            mine.book(terms, purple, self.hits[purple]);
        }
        (mine.price, mine.money) = (price, mine.take.money(terms, price));
        let Slot { wall, steps, .. } = mine;
        steps.renew((0..self.count).map(|purple| {
            let stands = wall.tied[purple] != 0;
            stands.then(|| (&self.numbers[purple], self.keys[purple][at], wall.best[purple]))
        }));
    }

    #[inline]
    pub fn steps(&self, slot: usize) -> &Steps {
        &self.slots[slot].steps
    }

    /// Returns the take of an own restaurant with other numbers on some boxes: money at a price, and dice of it
    /// and of the other restaurant.
    #[inline]
    pub fn take(&self, terms: &Terms, slot: usize, (boxes, standing): (Boxes, &Standing), price: u8) -> Sums {
        let mine = &self.slots[slot];
        let money = if price == mine.price { mine.money } else { mine.take.money(terms, price) };
        let mut sums = Sums { money, dice: mine.take.dice, other: mine.take.other };
        let worth = terms.worth(price);
        for purple in boxes.iter() {
            let was = mine.verdicts[purple];
            let is = mine.wall.verdict(purple, standing.on(&self.numbers[purple]));
            let hits = self.hits[purple];
            if mine.other.has(purple) {
                let pays = |verdict| mine.pays(terms, purple, verdict, hits, price);
                let before = pays(was);
                sums = sums + pays(is) - before;
            } else {
                // A table lookup by verdict avoids unpredictable branches.
                let part = terms.part(price, usize::from(mine.wall.tied[purple]) + 1);
                let pays = [0.0, part, worth];
                sums.money += hits * (pays[is as usize] - pays[was as usize]);
                sums.dice += hits * (ALONE[is as usize] - ALONE[was as usize]);
            }
        }
        sums
    }

    /// Returns money and dice of the other restaurant while this one is closed.
    pub fn take_if_closed(&self, terms: &Terms, slot: usize) -> (f64, f64) {
        let mine = &self.slots[slot];
        mine.other.iter().fold((0.0, 0.0), |sums, purple| {
            let (money, dice) = mine.leaves(terms, purple, Verdict::Loses, self.hits[purple]);
            (sums.0 + money, sums.1 + dice)
        })
    }
}

impl Slot {
    /// Adds a box's contribution under its current verdict; negative `hits` remove it.
    #[inline]
    fn book(&mut self, terms: &Terms, purple: usize, hits: f64) {
        let verdict = self.verdicts[purple];
        match verdict {
            Verdict::Wins => {
                self.take.dice += hits;
                return;
            }
            Verdict::Shares => self.take.share(usize::from(self.wall.tied[purple]) + 1, hits),
            Verdict::Loses => {}
        }
        if self.other.has(purple) {
            let (money, dice) = self.leaves(terms, purple, verdict, hits);
            self.take.rest += money;
            self.take.other += dice;
        }
    }

    /// Returns money and dice that a box brings to the other restaurant if this one does not win it. The other
    /// one must be among the best of the wall.
    fn leaves(&self, terms: &Terms, purple: usize, verdict: Verdict, hits: f64) -> (f64, f64) {
        let sharers = usize::from(self.wall.tied[purple]) + usize::from(verdict == Verdict::Shares);
        match sharers {
            1 => (terms.alone(self.other_price, hits, 0.0), hits),
            sharers => (hits * terms.part(self.other_price, sharers), 0.0),
        }
    }

    /// Returns the money of a box, and the dice of this restaurant and of the other one.
    #[inline]
    fn pays(&self, terms: &Terms, purple: usize, verdict: Verdict, hits: f64, price: u8) -> Sums {
        let mut sums = Sums { money: 0.0, dice: 0.0, other: 0.0 };
        match verdict {
            Verdict::Wins => return Sums { money: terms.alone(price, hits, 0.0), dice: hits, other: 0.0 },
            Verdict::Shares => {
                sums.money = hits * terms.part(price, usize::from(self.wall.tied[purple]) + 1);
            }
            Verdict::Loses => {}
        }
        if self.other.has(purple) {
            let (money, other) = self.leaves(terms, purple, verdict, hits);
            sums.money += money;
            sums.other = other;
        }
        sums
    }
}
