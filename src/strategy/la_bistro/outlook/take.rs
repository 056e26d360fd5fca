//! What a restaurant takes, and what that pays.
//!
//! Chances are counted in rolls of all dice, out of 6^15. Such sums are whole numbers below 2^53,
//! so they are exact in any order, and what earns the same counts the same.

use std::sync::LazyLock;

use crate::rules::la_bistro::{
    HOUSES, LaBistro,
    chart::{BOXES, FACES, ROWS},
    dice,
};

/// Rolls that hit boxes: each box, and each subset of a row.
pub struct Hits {
    pub boxes: [f64; BOXES],
    rows: [[f64; 1 << FACES]; ROWS],
}

static HITS: LazyLock<Hits> = LazyLock::new(|| {
    let boxes = dice::hits().map(|rolls| rolls as f64);
    let subset = |row: usize, subset: usize| {
        (0..FACES).filter(|column| subset >> column & 1 == 1).map(|column| boxes[row * FACES + column]).sum()
    };
    Hits { boxes, rows: std::array::from_fn(|row| std::array::from_fn(|mask| subset(row, mask))) }
});

impl Hits {
    pub fn table() -> &'static Hits {
        &HITS
    }

    /// Rolls that hit a box of a set, each as often as it hits one; boxes are bits.
    #[inline]
    pub fn of(&self, boxes: u128) -> f64 {
        // Ten rows of six columns to a word.
        const WORD: usize = 10;
        let words = [boxes as u64, (boxes >> (WORD * FACES)) as u64];
        let row = |(at, row): (usize, &[f64; 1 << FACES])| {
            row[(words[at / WORD] >> (at % WORD * FACES)) as usize % (1 << FACES)]
        };
        self.rows.iter().enumerate().map(row).sum()
    }

    /// The same, quicker for few boxes.
    #[inline]
    pub fn of_few(&self, boxes: u128) -> f64 {
        squares(boxes).map(|square| self.boxes[square]).sum()
    }
}

/// The boxes of a mask, ascending.
#[inline]
pub fn squares(mask: u128) -> impl Iterator<Item = usize> {
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

/// What a die pays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    pub increase: i32,
    /// The Price Increase that a shared die pays.
    split_increase: i32,
    bonus: f64,
    pub split_gold: f64,
}

impl Terms {
    pub fn new(rules: &LaBistro, increase: i32) -> Terms {
        Terms {
            increase,
            split_increase: if rules.variant.split_increase { increase } else { 0 },
            bonus: f64::from(rules.variant.gold_bonus),
            split_gold: f64::from(rules.variant.split_gold),
        }
    }

    /// Money for a die at a price.
    #[inline]
    pub fn worth(&self, price: u8) -> f64 {
        f64::from(i32::from(price) + self.increase)
    }

    /// Money for one of the sharers of a die, a gold box's bonus left aside.
    #[inline]
    pub fn part(&self, price: u8, sharers: usize) -> f64 {
        let sharers = sharers as i32;
        f64::from((i32::from(price) + self.split_increase + sharers - 1) / sharers)
    }

    /// Money for dice that a restaurant has alone, some of them on gold boxes.
    #[inline]
    pub fn alone(&self, price: u8, dice: f64, gold: f64) -> f64 {
        dice * self.worth(price) + gold * self.bonus
    }
}

/// What one of my restaurants takes from some boxes, and what they leave to my other one.
#[derive(Debug, Clone, Copy)]
pub struct Take {
    /// Dice it has alone, and those of them on gold boxes.
    pub dice: f64,
    pub gold: f64,
    /// Dice it shares, by the number of sharers.
    shared: [f64; HOUSES + 1],
    /// The greatest of these numbers.
    most: usize,
    /// Money whatever its price: of the other restaurant, and for shares on gold boxes.
    pub rest: f64,
    /// Dice of the other restaurant.
    pub other: f64,
}

impl Take {
    pub const NOTHING: Take =
        Take { dice: 0.0, gold: 0.0, shared: [0.0; HOUSES + 1], most: 0, rest: 0.0, other: 0.0 };

    #[inline]
    pub fn share(&mut self, sharers: usize, dice: f64) {
        self.shared[sharers] += dice;
        self.most = self.most.max(sharers);
    }

    /// Money for all of it at a price.
    #[inline]
    pub fn money(&self, terms: &Terms, price: u8) -> f64 {
        let mut money = terms.alone(price, self.dice, self.gold) + self.rest;
        for sharers in 2..=self.most {
            money += self.shared[sharers] * terms.part(price, sharers);
        }
        money
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_boxes_is_hit_as_often_as_its_boxes() {
        let hits = Hits::table();
        for set in [0, 1, 1 << 89, 0b101 << 58, (1 << BOXES) - 1, 0x2AA_5555_0123_4567_89AB_CDEF] {
            let one_by_one: f64 = squares(set).map(|square| hits.boxes[square]).sum();
            assert_eq!((hits.of(set), hits.of_few(set)), (one_by_one, one_by_one));
        }
        // Fifteen dice lie on the chart.
        assert_eq!(hits.of((1 << BOXES) - 1), 15.0 * dice::ROLLS as f64);
    }

    #[test]
    fn money_counts_the_price_where_it_is_paid() {
        let terms = Terms { increase: 2, split_increase: 0, bonus: 5.0, split_gold: 0.0 };
        let mut take = Take { dice: 10.0, gold: 3.0, rest: 7.0, ..Take::NOTHING };
        take.share(3, 4.0);
        // 10 * (4 + 2) + 3 * 5 + 4 * ceil(4 / 3) + 7.
        assert_eq!(take.money(&terms, 4), 60.0 + 15.0 + 8.0 + 7.0);
    }
}
