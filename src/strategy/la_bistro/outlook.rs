//! Expected income of the next Payouts round, box by box.
//!
//! As long as no restaurant fills, every die goes to the best restaurant on its box whatever the
//! other dice do, so the expectation is a sum over the boxes of the exact chance of a hit times
//! what the box pays. Restaurants are kept as one number a box, renewed only on boxes that
//! compare a number that has changed.

use std::sync::LazyLock;

use crate::rules::la_bistro::{
    HOUSES, LaBistro, Observation, Restaurant, SLOTS,
    chart::{BOXES, DICE, NUMBERS},
    dice,
    scoring::Standing,
};

/// Boxes as bits, all set.
const ALL: u128 = (1 << BOXES) - 1;

/// What a restaurant shows of itself; while it is the same, so are its numbers.
type Face = (u8, u8, [u16; 7]);

/// Everybody's results on every box, kept from decision to decision.
pub struct Outlook {
    faces: [Option<Face>; HOUSES],
    standings: [Standing; HOUSES],
    keys: [[u64; BOXES]; HOUSES],
    /// The best of the restaurants of rivals on each box, and how many share it.
    best: [u64; BOXES],
    tied: [u8; BOXES],
    /// What each of my restaurants is up against, the other one included.
    walls: [Wall; SLOTS],
    /// What each box pays me as the table stands.
    now: [Share; BOXES],
    /// The Price Increase these were worked out for; -1 before the first time.
    increase: i32,
    chances: [f64; BOXES],
    /// Expected gold bonus of each box.
    golds: [f64; BOXES],
}

/// All restaurants but one of mine, box by box.
struct Wall {
    best: [u64; BOXES],
    tied: [u8; BOXES],
    /// Price of my other restaurant where it is among the best; else 0.
    other: [u8; BOXES],
    /// What the box pays me if the one restaurant does not reach the best.
    below: [Share; BOXES],
    /// Boxes that the one restaurant shares as the table stands, as bits.
    shared: u128,
}

/// Income and dice that one box contributes, its chance included.
#[derive(Clone, Copy, Default)]
struct Share {
    income: f64,
    dice: [f64; SLOTS],
}

/// Income and dice of the next Payouts round.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prospect {
    pub income: f64,
    /// Dice of the two restaurants.
    pub dice: [f64; SLOTS],
}

/// One of my restaurants as it would be.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub slot: usize,
    pub standing: Standing,
    /// 0 while it is not open.
    pub price: u8,
}

/// One of my restaurants as it would be, weighed on every box.
pub struct Frame {
    standing: Standing,
    price: u8,
    shares: [Share; BOXES],
    /// Boxes that it would share, as bits.
    shared: u128,
    pub prospect: Prospect,
}

/// A restaurant that is weighed already: as it stands, or a frame.
struct Base<'a> {
    standing: &'a Standing,
    price: u8,
    shares: &'a [Share; BOXES],
    shared: u128,
    prospect: &'a Prospect,
}

fn face(rules: &LaBistro, house: &Restaurant) -> Option<Face> {
    house.is_eligible().then(|| (house.building, house.cuisine, rules.ratings(house)))
}

impl Outlook {
    pub fn new(rules: &LaBistro) -> Outlook {
        let bonus = f64::from(rules.variant.gold_bonus);
        let wall = || Wall {
            best: [0; BOXES],
            tied: [0; BOXES],
            other: [0; BOXES],
            below: [Share::default(); BOXES],
            shared: 0,
        };
        Outlook {
            faces: [None; HOUSES],
            standings: [Standing::EMPTY; HOUSES],
            keys: [[0; BOXES]; HOUSES],
            best: [0; BOXES],
            tied: [0; BOXES],
            walls: [wall(), wall()],
            now: [Share::default(); BOXES],
            increase: -1,
            chances: std::array::from_fn(dice::hit_chance),
            golds: std::array::from_fn(|square| match rules.chart.gold >> square & 1 {
                1 => dice::hit_chance(square) * bonus,
                _ => 0.0,
            }),
        }
    }

    /// Brings the numbers up to date.
    pub fn renew(&mut self, seen: Observation<'_>) {
        let (rules, table, me) = (seen.rules(), seen.table(), seen.seat());
        let (mut stale, mut stale_rivals) = (0u128, 0u128);
        for at in 0..rules.players_at_table() * SLOTS {
            let house = &table.restaurants[at / SLOTS][at % SLOTS];
            let now = face(rules, house);
            if self.faces[at] == now {
                continue;
            }
            let mut boxes = ALL;
            if now.is_some() {
                let standing = rules.standing(house);
                if self.faces[at].is_some() {
                    boxes = changed(rules, &self.standings[at], &standing);
                }
                self.standings[at] = standing;
                for square in squares(boxes) {
                    self.keys[at][square] = standing.on(&rules.chart.squares[square]);
                }
            }
            self.faces[at] = now;
            if at / SLOTS != me.index() {
                stale_rivals |= boxes;
            } else {
                // A price of mine changes what every box pays.
                boxes = ALL;
            }
            stale |= boxes;
        }
        for square in squares(stale_rivals) {
            let rivals = (0..rules.players_at_table() * SLOTS).filter(|at| at / SLOTS != me.index());
            let (mut best, mut tied) = (0, 0);
            for at in rivals.filter(|&at| self.faces[at].is_some()) {
                join(&mut best, &mut tied, self.keys[at][square]);
            }
            (self.best[square], self.tied[square]) = (best, tied);
        }
        if i32::from(table.increase) != self.increase {
            self.increase = i32::from(table.increase);
            stale = ALL;
        }
        if stale == 0 {
            return;
        }
        let prices = [0, 1].map(|slot: usize| {
            let at = me.index() * SLOTS + slot;
            self.faces[at].map(|_| table.restaurants[me.index()][slot].price)
        });
        let keys = me.index() * SLOTS;
        for square in squares(stale) {
            for slot in 0..SLOTS {
                let (mut best, mut tied) = (self.best[square], self.tied[square]);
                let mut mine = 0;
                if let Some(price) = prices[1 - slot]
                    && join(&mut best, &mut tied, self.keys[keys + 1 - slot][square])
                {
                    mine = price;
                }
                let mut below = Share::default();
                if mine > 0 {
                    below = self.pay(rules, square, 1 - slot, (mine, 0), tied);
                }
                let is_shared = tied > 0 && prices[slot].is_some() && self.keys[keys + slot][square] == best;
                let wall = &mut self.walls[slot];
                wall.shared = wall.shared & !(1 << square) | u128::from(is_shared) << square;
                (wall.best[square], wall.tied[square]) = (best, tied);
                (wall.other[square], wall.below[square]) = (mine, below);
            }
            let first = prices[0].map(|price| (self.keys[keys][square], price));
            self.now[square] = self.share(rules, square, 0, first);
        }
    }

    /// What my restaurants can expect as the table stands.
    pub fn now(&self) -> Prospect {
        let mut prospect = Prospect::default();
        for share in &self.now {
            prospect.income += share.income;
            prospect.dice[0] += share.dice[0];
            prospect.dice[1] += share.dice[1];
        }
        prospect
    }

    /// What they could expect with one of them changed; `now` is what they can expect.
    pub fn with(&self, seen: Observation<'_>, now: &Prospect, candidate: &Candidate) -> Prospect {
        let (rules, slot) = (seen.rules(), candidate.slot);
        let at = seen.seat().index() * SLOTS + slot;
        match (self.faces[at].is_some(), candidate.price) {
            (false, 0) => *now,
            (true, 0) => self.sum(now, &self.now, ALL, |square| self.walls[slot].below[square]),
            (false, _) => self.frame(seen, candidate).prospect,
            (true, _) => {
                let base = Base {
                    standing: &self.standings[at],
                    price: seen.table().restaurants[seen.seat().index()][slot].price,
                    shares: &self.now,
                    shared: self.walls[slot].shared,
                    prospect: now,
                };
                self.shift(rules, &base, candidate)
            }
        }
    }

    /// A restaurant weighed on every box, as the base for others that differ from it in little.
    pub fn frame(&self, seen: Observation<'_>, candidate: &Candidate) -> Frame {
        let (rules, slot) = (seen.rules(), candidate.slot);
        let wall = &self.walls[slot];
        let mut frame = Frame {
            standing: candidate.standing,
            price: candidate.price,
            shares: [Share::default(); BOXES],
            shared: 0,
            prospect: Prospect::default(),
        };
        for (square, share) in frame.shares.iter_mut().enumerate() {
            let key = candidate.standing.on(&rules.chart.squares[square]);
            *share = self.share(rules, square, slot, Some((key, candidate.price)));
            let is_shared = wall.tied[square] > 0 && key == wall.best[square];
            frame.shared |= u128::from(is_shared) << square;
            frame.prospect.income += share.income;
            frame.prospect.dice[0] += share.dice[0];
            frame.prospect.dice[1] += share.dice[1];
        }
        frame
    }

    /// What they could expect with the restaurant of a frame changed further.
    pub fn beside(&self, seen: Observation<'_>, frame: &Frame, candidate: &Candidate) -> Prospect {
        let base = Base {
            standing: &frame.standing,
            price: frame.price,
            shares: &frame.shares,
            shared: frame.shared,
            prospect: &frame.prospect,
        };
        self.shift(seen.rules(), &base, candidate)
    }

    /// An open restaurant next to one that is weighed already: only boxes that compare what
    /// differs are weighed anew; the others fall as before and pay the new price.
    fn shift(&self, rules: &LaBistro, base: &Base<'_>, candidate: &Candidate) -> Prospect {
        let slot = candidate.slot;
        let wall = &self.walls[slot];
        let boxes = changed(rules, base.standing, &candidate.standing);
        let worth = f64::from(i32::from(candidate.price) + self.increase);
        let mut prospect = self.sum(base.prospect, base.shares, boxes, |square| {
            let key = candidate.standing.on(&rules.chart.squares[square]);
            if key > wall.best[square] || wall.tied[square] == 0 {
                let income = self.chances[square] * worth + self.golds[square];
                let mut dice = [0.0; SLOTS];
                dice[slot] = self.chances[square];
                Share { income, dice }
            } else if key == wall.best[square] {
                self.share(rules, square, slot, Some((key, candidate.price)))
            } else {
                wall.below[square]
            }
        });
        if candidate.price != base.price {
            let mut kept = base.prospect.dice[slot];
            for square in squares(boxes) {
                kept -= base.shares[square].dice[slot];
            }
            prospect.income += kept * (f64::from(candidate.price) - f64::from(base.price));
            for square in squares(base.shared & !boxes) {
                let house = Some((wall.best[square], candidate.price));
                let share = self.share(rules, square, slot, house);
                prospect.income += share.income - base.shares[square].income;
            }
        }
        prospect
    }

    /// A prospect with some boxes paying otherwise.
    #[inline]
    fn sum(
        &self,
        base: &Prospect,
        shares: &[Share; BOXES],
        boxes: u128,
        pays: impl Fn(usize) -> Share,
    ) -> Prospect {
        let mut prospect = *base;
        for square in squares(boxes) {
            let (share, was) = (pays(square), &shares[square]);
            prospect.income += share.income - was.income;
            prospect.dice[0] += share.dice[0] - was.dice[0];
            prospect.dice[1] += share.dice[1] - was.dice[1];
        }
        prospect
    }

    /// What a box pays me with one of my restaurants as given: its result there and its price.
    #[inline]
    fn share(&self, rules: &LaBistro, square: usize, slot: usize, house: Option<(u64, u8)>) -> Share {
        let wall = &self.walls[slot];
        match house {
            Some((key, price)) if wall.tied[square] == 0 || key > wall.best[square] => {
                self.pay(rules, square, slot, (price, 0), 1)
            }
            Some((key, price)) if key == wall.best[square] => {
                self.pay(rules, square, slot, (price, wall.other[square]), wall.tied[square] + 1)
            }
            _ => wall.below[square],
        }
    }

    /// What a box pays to a restaurant of mine at a price, and to the other one where it shares,
    /// among so many sharers.
    #[inline]
    fn pay(&self, rules: &LaBistro, square: usize, slot: usize, prices: (u8, u8), sharers: u8) -> Share {
        let chance = self.chances[square];
        let mut share = Share::default();
        if sharers == 1 {
            share.income = chance * f64::from(i32::from(prices.0) + self.increase) + self.golds[square];
            share.dice[slot] = chance;
            return share;
        }
        let is_gold = rules.chart.gold >> square & 1 == 1;
        let sharers = i32::from(sharers);
        let gold = if is_gold { rules.variant.split_gold } else { 0 };
        let increase = if rules.variant.split_increase { self.increase } else { 0 };
        let part = |price: u8| match price {
            0 => 0,
            price => (i32::from(price) + increase + sharers - 1) / sharers + gold,
        };
        share.income = chance * f64::from(part(prices.0) + part(prices.1));
        share
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

/// Boxes that compare a number in which two restaurants differ.
fn changed(rules: &LaBistro, was: &Standing, is: &Standing) -> u128 {
    let mut boxes = 0;
    for number in 0..NUMBERS {
        if was.0[number] != is.0[number] {
            boxes |= rules.chart.readers[number];
        }
    }
    boxes
}

/// The boxes of a mask, ascending.
#[inline]
fn squares(mask: u128) -> impl Iterator<Item = usize> {
    let word = |mut mask: u64, first: usize| {
        std::iter::from_fn(move || {
            let at = mask.trailing_zeros() as usize;
            (mask != 0).then(|| {
                mask &= mask - 1;
                first + at
            })
        })
    };
    word(mask as u64, 0).chain(word((mask >> 64) as u64, 64))
}

/// Steps of a die in the table of [`seated`].
const STEPS: usize = 8;

static SEATED: LazyLock<Box<[[f64; DICE * STEPS + 2]; DICE]>> = LazyLock::new(|| {
    let row = |capacity: usize| {
        std::array::from_fn(|step| binomial((step as f64 / STEPS as f64).min(DICE as f64), capacity as f64))
    };
    Box::new(std::array::from_fn(row))
});

/// Dice that find a section out of `dice` expected ones, as if each of the fifteen came with the
/// same chance; straight between eighths of a die.
pub fn seated(dice: f64, capacity: u8) -> f64 {
    let Some(row) = SEATED.get(usize::from(capacity)) else { return dice.max(0.0) };
    let step = (dice * STEPS as f64).clamp(0.0, (DICE * STEPS) as f64);
    let at = step as usize;
    row[at] + (step - at as f64) * (row[at + 1] - row[at])
}

/// The expected lesser of a binomial number of fifteen dice and the sections.
fn binomial(dice: f64, capacity: f64) -> f64 {
    let n = DICE as f64;
    let chance = (dice / n).min(1.0);
    if chance >= 1.0 {
        return capacity;
    }
    // Binomial terms one after the other; what exceeds the sections is turned away.
    let ratio = chance / (1.0 - chance);
    let mut term = (0..DICE).fold(1.0, |power, _| power * (1.0 - chance));
    let mut sum = 0.0;
    let mut below = 0.0;
    for count in 0..=DICE {
        let k = count as f64;
        if k >= capacity {
            break;
        }
        sum += term * k;
        below += term;
        term *= ratio * (n - k) / (k + 1.0);
    }
    sum + (1.0 - below) * capacity
}
