//! Purple boxes, which compare values: only those are looked at where a change can matter.
//!
//! Boxes are counted along the purple ones here.

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

/// Dice that a restaurant has alone of a die, by verdict.
const ALONE: [f64; 3] = [0.0, 0.0, 1.0];

/// The best of some restaurants on each box, and how many share it.
struct Wall {
    best: [u64; BOXES],
    tied: [u8; BOXES],
}

/// All restaurants but one of mine, and how that one fares.
struct Slot {
    wall: Wall,
    other: Boxes,
    other_price: u8,
    verdicts: [Verdict; BOXES],
    steps: Steps,
    take: Take,
    /// Its price now, and the money it takes.
    price: u8,
    money: f64,
}

pub struct Exact {
    /// The numbers that the lines of a box compare, and the rolls that hit it.
    numbers: [[u8; LINES]; BOXES],
    hits: [f64; BOXES],
    count: usize,
    /// Boxes that compare a number, as bits.
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

/// Adds a result to the best so far and those who share it; says whether it is among them.
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

    /// Boxes that compare a rating, or after the ratings the cuisine.
    #[inline]
    pub fn readers(&self, group: usize) -> Boxes {
        self.readers[group]
    }

    pub fn change(&mut self, at: usize, boxes: Boxes, standing: &Standing) {
        for purple in boxes.iter() {
            self.keys[purple][at] = standing.on(&self.numbers[purple]);
        }
    }

    /// Open restaurants of rivals have changed on some boxes; gives those on which that matters.
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

    /// One of my restaurants, or what it is up against, has changed on some boxes; `other` is my
    /// other one, if it is open. Where these are not all boxes, prices and terms are as before.
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

    /// What a restaurant of mine takes with other numbers on some boxes: money at a price, and dice
    /// of it and of the other one.
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
                // By verdict, so that none has to be guessed.
                let part = terms.part(price, usize::from(mine.wall.tied[purple]) + 1);
                let pays = [0.0, part, worth];
                sums.money += hits * (pays[is as usize] - pays[was as usize]);
                sums.dice += hits * (ALONE[is as usize] - ALONE[was as usize]);
            }
        }
        sums
    }

    /// What my other restaurant takes while the one is closed: money and dice.
    pub fn without(&self, terms: &Terms, slot: usize) -> (f64, f64) {
        let mine = &self.slots[slot];
        mine.other.iter().fold((0.0, 0.0), |sums, purple| {
            let (money, dice) = mine.leaves(terms, purple, Verdict::Loses, self.hits[purple]);
            (sums.0 + money, sums.1 + dice)
        })
    }
}

impl Slot {
    /// Adds what a box brings as it falls now; fewer than no hits take it out.
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

    /// Money and dice that a box brings to my other restaurant, which is among the best of the
    /// wall, when this one does not win it.
    fn leaves(&self, terms: &Terms, purple: usize, verdict: Verdict, hits: f64) -> (f64, f64) {
        let sharers = usize::from(self.wall.tied[purple]) + usize::from(verdict == Verdict::Shares);
        match sharers {
            1 => (terms.alone(self.other_price, hits, 0.0), hits),
            sharers => (hits * terms.part(self.other_price, sharers), 0.0),
        }
    }

    /// Money that a box brings, and dice of this restaurant and of the other one.
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
