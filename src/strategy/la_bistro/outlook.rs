//! Expected income of the next Payouts round, box by box.
//!
//! As long as no restaurant fills, every die goes to the best restaurant on its box whatever the
//! other dice do, so the expectation is a sum over the boxes of the exact chance of a hit times
//! what the box pays. Restaurants are kept as one number a box, renewed only on boxes that
//! compare a number that has changed.

use crate::rules::{
    Seat,
    la_bistro::{
        HOUSES, LaBistro, Observation, Restaurant, SLOTS, bits,
        chart::{BOXES, DICE, NUMBERS},
        dice,
        scoring::Standing,
    },
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
    chances: [f64; BOXES],
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

fn face(rules: &LaBistro, house: &Restaurant) -> Option<Face> {
    house.is_eligible().then(|| (house.building, house.cuisine, rules.ratings(house)))
}

impl Outlook {
    pub fn new() -> Outlook {
        Outlook {
            faces: [None; HOUSES],
            standings: [Standing::EMPTY; HOUSES],
            keys: [[0; BOXES]; HOUSES],
            best: [0; BOXES],
            tied: [0; BOXES],
            chances: std::array::from_fn(dice::hit_chance),
        }
    }

    /// Brings the numbers up to date.
    pub fn renew(&mut self, seen: Observation<'_>) {
        let (rules, table, me) = (seen.rules(), seen.table(), seen.seat());
        let mut stale = 0u128;
        for at in 0..rules.players_at_table() * SLOTS {
            let house = &table.restaurants[at / SLOTS][at % SLOTS];
            let now = face(rules, house);
            if self.faces[at] == now {
                continue;
            }
            let boxes = if now.is_none() {
                self.keys[at] = [0; BOXES];
                ALL
            } else {
                let standing = rules.standing(house);
                let was = self.faces[at].map(|_| self.standings[at]);
                let boxes = was.map_or(ALL, |was| changed(rules, &was, &standing));
                self.standings[at] = standing;
                for square in squares(boxes) {
                    self.keys[at][square] = standing.on(&rules.chart.squares[square]);
                }
                boxes
            };
            self.faces[at] = now;
            if at / SLOTS != me.index() {
                stale |= boxes;
            }
        }
        for square in squares(stale) {
            let (mut best, mut tied) = (0, 0);
            for at in (0..rules.players_at_table() * SLOTS).filter(|at| at / SLOTS != me.index()) {
                if self.faces[at].is_none() {
                    continue;
                }
                let key = self.keys[at][square];
                if tied == 0 || key > best {
                    (best, tied) = (key, 1);
                } else if key == best {
                    tied += 1;
                }
            }
            (self.best[square], self.tied[square]) = (best, tied);
        }
    }

    /// What my restaurants can expect as the table stands.
    pub fn now(&self, seen: Observation<'_>) -> Prospect {
        let mine = self.mine(seen);
        let mut prospect = Prospect::default();
        self.add(seen, ALL, &mine, 1.0, &mut prospect);
        prospect
    }

    /// What they could expect with one of them changed; `now` is what they can expect.
    pub fn with(&self, seen: Observation<'_>, now: &Prospect, candidate: &Candidate) -> Prospect {
        let before = self.mine(seen);
        let mut after = before;
        let slot = candidate.slot;
        let boxes = match before[slot] {
            _ if candidate.price == 0 && before[slot].is_none() => return *now,
            Some((_, price)) if candidate.price == price => {
                changed(seen.rules(), self.standing(seen.seat(), slot), &candidate.standing)
            }
            _ => ALL,
        };
        let mut keys = [0; BOXES];
        for square in squares(boxes) {
            keys[square] = candidate.standing.on(&seen.rules().chart.squares[square]);
        }
        let mut prospect = *now;
        self.add(seen, boxes, &before, -1.0, &mut prospect);
        after[slot] = (candidate.price != 0).then_some((&keys, candidate.price));
        self.add(seen, boxes, &after, 1.0, &mut prospect);
        prospect
    }

    /// The numbers of one of my restaurants, if it is open.
    pub fn standing(&self, seat: Seat, slot: usize) -> &Standing {
        &self.standings[seat.index() * SLOTS + slot]
    }

    fn mine(&self, seen: Observation<'_>) -> [Option<(&[u64; BOXES], u8)>; SLOTS] {
        let seat = seen.seat().index();
        std::array::from_fn(|slot| {
            let at = seat * SLOTS + slot;
            let price = seen.table().restaurants[seat][slot].price;
            self.faces[at].map(|_| (&self.keys[at], price))
        })
    }

    /// Adds the boxes' chance times what they pay to my restaurants.
    fn add(
        &self,
        seen: Observation<'_>,
        boxes: u128,
        mine: &[Option<(&[u64; BOXES], u8)>; SLOTS],
        sign: f64,
        prospect: &mut Prospect,
    ) {
        let rules = seen.rules();
        let increase = f64::from(seen.table().increase);
        let bonus = f64::from(rules.variant.gold_bonus);
        let shared = if rules.variant.split_increase { increase } else { 0.0 };
        for square in squares(boxes) {
            let keys = [0, 1].map(|slot: usize| mine[slot].map(|(keys, _)| keys[square]));
            let (mut best, mut tied) = (self.best[square], self.tied[square]);
            let mut winners = 0u8;
            for (slot, key) in keys.into_iter().enumerate() {
                let Some(key) = key else { continue };
                if tied == 0 || key > best {
                    (best, tied, winners) = (key, 1, 1 << slot);
                } else if key == best {
                    tied += 1;
                    winners |= 1 << slot;
                }
            }
            let chance = sign * self.chances[square];
            let is_gold = rules.chart.gold >> square & 1 == 1;
            for slot in bits(winners.into()) {
                let price = f64::from(mine[slot].map_or(0, |(_, price)| price));
                if tied == 1 {
                    let gold = if is_gold { bonus } else { 0.0 };
                    prospect.dice[slot] += chance;
                    prospect.income += chance * (price + increase + gold);
                } else {
                    let gold = if is_gold { f64::from(rules.variant.split_gold) } else { 0.0 };
                    let share = ((price + shared) / f64::from(tied)).ceil();
                    prospect.income += chance * (share + gold);
                }
            }
        }
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

fn squares(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            at
        })
    })
}

/// Dice that find a section out of `dice` expected ones, as if each of the fifteen came with the
/// same chance.
pub fn seated(dice: f64, capacity: f64) -> f64 {
    let n = DICE as f64;
    if dice <= 0.0 || capacity >= n {
        return dice.max(0.0);
    }
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
