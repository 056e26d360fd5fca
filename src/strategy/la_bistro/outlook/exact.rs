//! Purple boxes, which compare values: only those are looked at where a change can matter.
//!
//! Boxes are counted along the purple ones here.

use super::take::{Hits, Take, Terms, squares};
use crate::rules::la_bistro::{
    HOUSES, LaBistro, SLOTS,
    chart::{BOXES, EXACT, LINES, NEARNESS, OF_CUISINE, RATINGS, Square},
    scoring::Standing,
};

/// Numbers that may change: the ratings, and after them the cuisine.
const CUISINE: usize = RATINGS;
const GROUPS: usize = RATINGS + 1;

const NEVER_RISES: (u128, u16) = (0, u16::MAX);
const NEVER_FALLS: (u128, u16) = (0, 0);

/// How a restaurant fares on a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Wins,
    Shares,
    Loses,
}

/// The best of some restaurants on each box, and how many share it.
struct Wall {
    best: [u64; BOXES],
    tied: [u8; BOXES],
}

/// All restaurants but one of mine, and how that one fares.
struct Slot {
    wall: Wall,
    /// Boxes on which my other restaurant is among the best.
    other: u128,
    other_price: u8,
    verdicts: [Verdict; BOXES],
    /// Boxes that can fall otherwise when a number rises, and the least that makes one do so.
    rises: [(u128, u16); GROUPS],
    /// Boxes that can fall otherwise when a number falls, and the most that makes one do so.
    falls: [(u128, u16); GROUPS],
    take: Take,
    /// Its price now, and the money it takes.
    price: u8,
    money: f64,
}

pub struct Exact {
    boxes: [u8; BOXES],
    count: usize,
    /// Boxes that compare a number, as bits.
    readers: [u128; GROUPS],
    /// Results of everybody who stands, open or not, box by box.
    keys: [[u64; HOUSES]; BOXES],
    rivals: Wall,
    slots: [Slot; SLOTS],
}

/// The group of a number; none of those that a restaurant keeps.
#[inline]
fn group(number: u8) -> Option<usize> {
    match usize::from(number) {
        rating if rating < EXACT + RATINGS => Some(rating - EXACT),
        cuisine if (OF_CUISINE..NEARNESS).contains(&cuisine) => Some(CUISINE),
        _ => None,
    }
}

impl Wall {
    const NOBODY: Wall = Wall { best: [0; BOXES], tied: [0; BOXES] };

    #[inline]
    fn verdict(&self, at: usize, key: u64) -> Verdict {
        if self.tied[at] == 0 || key > self.best[at] {
            Verdict::Wins
        } else if key == self.best[at] {
            Verdict::Shares
        } else {
            Verdict::Loses
        }
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
        let mut boxes = [0; BOXES];
        let mut readers = [0; GROUPS];
        let mut count = 0;
        for square in squares(rules.chart.purple) {
            boxes[count] = square as u8;
            for group in rules.chart.squares[square].numbers.into_iter().filter_map(group) {
                readers[group] |= 1 << count;
            }
            count += 1;
        }
        let slot = || Slot {
            wall: Wall::NOBODY,
            other: 0,
            other_price: 0,
            verdicts: [Verdict::Loses; BOXES],
            rises: [NEVER_RISES; GROUPS],
            falls: [NEVER_FALLS; GROUPS],
            take: Take::NOTHING,
            price: 0,
            money: 0.0,
        };
        Exact {
            boxes,
            count,
            readers,
            keys: [[0; HOUSES]; BOXES],
            rivals: Wall::NOBODY,
            slots: [slot(), slot()],
        }
    }

    #[inline]
    fn square<'a>(&self, rules: &'a LaBistro, at: usize) -> &'a Square {
        &rules.chart.squares[usize::from(self.boxes[at])]
    }

    /// All purple boxes.
    pub fn all(&self) -> u128 {
        (1 << self.count) - 1
    }

    /// Boxes that compare a rating, or after the ratings the cuisine.
    #[inline]
    pub fn readers(&self, group: usize) -> u128 {
        self.readers[group]
    }

    /// A restaurant has other numbers on some boxes.
    pub fn change(&mut self, rules: &LaBistro, at: usize, boxes: u128, standing: &Standing) {
        for purple in squares(boxes) {
            self.keys[purple][at] = standing.on(self.square(rules, purple));
        }
    }

    /// Open restaurants of rivals have changed on some boxes; gives those on which that matters.
    pub fn renew_rivals(&mut self, boxes: u128, open: &[usize]) -> u128 {
        let mut matters = 0;
        for purple in squares(boxes) {
            let (mut best, mut tied) = (0, 0);
            let keys = &self.keys[purple];
            for &at in open {
                join(&mut best, &mut tied, keys[at]);
            }
            let wall = &mut self.rivals;
            if (wall.best[purple], wall.tied[purple]) != (best, tied) {
                (wall.best[purple], wall.tied[purple]) = (best, tied);
                matters |= 1 << purple;
            }
        }
        matters
    }

    /// One of my restaurants, or what it is up against, has changed; `other` is my other one, if it
    /// is open, and its price.
    pub fn renew_slot(
        &mut self,
        rules: &LaBistro,
        hits: &Hits,
        terms: &Terms,
        (slot, at): (usize, usize),
        (standing, price): (&Standing, u8),
        other: Option<(usize, u8)>,
    ) {
        let (boxes, count) = (self.boxes, self.count);
        let mine = &mut self.slots[slot];
        (mine.other, mine.other_price) = (0, other.map_or(0, |(_, price)| price));
        (mine.rises, mine.falls) = ([NEVER_RISES; GROUPS], [NEVER_FALLS; GROUPS]);
        mine.take = Take::NOTHING;
        for (purple, &square) in boxes[..count].iter().enumerate() {
            let bit = 1 << purple;
            let (mut best, mut tied) = (self.rivals.best[purple], self.rivals.tied[purple]);
            if let Some((other, _)) = other
                && join(&mut best, &mut tied, self.keys[purple][other])
            {
                mine.other |= bit;
            }
            (mine.wall.best[purple], mine.wall.tied[purple]) = (best, tied);
            let square = usize::from(square);
            let verdict = mine.wall.verdict(purple, self.keys[purple][at]);
            match verdict {
                Verdict::Wins => mine.take.dice += hits.boxes[square],
                Verdict::Shares => mine.take.share(usize::from(tied) + 1, hits.boxes[square]),
                Verdict::Loses => {}
            }
            mine.verdicts[purple] = verdict;
            if verdict != Verdict::Wins && mine.other & bit != 0 {
                let (money, dice) = mine.leaves(terms, purple, verdict, hits.boxes[square]);
                mine.take.rest += money;
                mine.take.other += dice;
            }
            if tied == 0 {
                continue;
            }
            // A line matters while all lines before it tie.
            for (line, &number) in rules.chart.squares[square].numbers.iter().enumerate() {
                let own = standing.0[usize::from(number)];
                let against = (best >> (16 * (LINES - 1 - line))) as u16;
                if let Some(group) = group(number) {
                    if own <= against {
                        let (boxes, least) = &mut mine.rises[group];
                        *boxes |= bit;
                        *least = (*least).min(against.max(own.saturating_add(1)));
                    }
                    if own >= against {
                        let (boxes, most) = &mut mine.falls[group];
                        *boxes |= bit;
                        *most = (*most).max(against.min(own.saturating_sub(1)));
                    }
                }
                if own != against {
                    break;
                }
            }
        }
        (mine.price, mine.money) = (price, mine.take.money(terms, price));
    }

    /// Boxes that can fall otherwise when a number of one of my restaurants changes.
    #[inline]
    pub fn stirred(&self, slot: usize, group: usize, was: u16, is: u16) -> u128 {
        let mine = &self.slots[slot];
        if is > was {
            let (boxes, least) = mine.rises[group];
            if is >= least { boxes } else { 0 }
        } else if is < was {
            let (boxes, most) = mine.falls[group];
            if is <= most { boxes } else { 0 }
        } else {
            0
        }
    }

    /// Boxes that a change of cuisine can stir.
    #[inline]
    pub fn stirred_by_cuisine(&self, slot: usize) -> u128 {
        self.slots[slot].rises[CUISINE].0 | self.slots[slot].falls[CUISINE].0
    }

    /// What a restaurant of mine takes with other numbers on some boxes: money at a price, and dice
    /// of it and of the other one.
    #[inline]
    pub fn take(
        &self,
        rules: &LaBistro,
        hits: &Hits,
        terms: &Terms,
        slot: usize,
        (boxes, standing): (u128, &Standing),
        price: u8,
    ) -> (f64, f64, f64) {
        let mine = &self.slots[slot];
        let money = if price == mine.price { mine.money } else { mine.take.money(terms, price) };
        let mut sums = (money, mine.take.dice, mine.take.other);
        for purple in squares(boxes) {
            let was = mine.verdicts[purple];
            let is = mine.wall.verdict(purple, standing.on(self.square(rules, purple)));
            if is != was {
                let hits = hits.boxes[usize::from(self.boxes[purple])];
                let (before, after) =
                    (mine.pays(terms, purple, was, hits, price), mine.pays(terms, purple, is, hits, price));
                sums =
                    (sums.0 + after.0 - before.0, sums.1 + after.1 - before.1, sums.2 + after.2 - before.2);
            }
        }
        sums
    }

    /// What my other restaurant takes while the one is closed: money and dice.
    pub fn without(&self, hits: &Hits, terms: &Terms, slot: usize) -> (f64, f64) {
        let mine = &self.slots[slot];
        squares(mine.other).fold((0.0, 0.0), |sums, purple| {
            let hits = hits.boxes[usize::from(self.boxes[purple])];
            let (money, dice) = mine.leaves(terms, purple, Verdict::Loses, hits);
            (sums.0 + money, sums.1 + dice)
        })
    }
}

impl Slot {
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
    fn pays(&self, terms: &Terms, purple: usize, verdict: Verdict, hits: f64, price: u8) -> (f64, f64, f64) {
        let (mut money, mut dice, mut other) = (0.0, 0.0, 0.0);
        match verdict {
            Verdict::Wins => return (terms.alone(price, hits, 0.0), hits, 0.0),
            Verdict::Shares => {
                money = hits * terms.part(price, usize::from(self.wall.tied[purple]) + 1);
            }
            Verdict::Loses => {}
        }
        if self.other >> purple & 1 == 1 {
            let left = self.leaves(terms, purple, verdict, hits);
            money += left.0;
            (dice, other) = (0.0, left.1);
        }
        (money, dice, other)
    }
}
