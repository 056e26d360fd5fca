//! The take of a restaurant, and its payment.
//!
//! Probabilities are counted in rolls of all dice, out of 6^15. Their sums are integers below 2^53, so they are
//! exact in any order, and equal takes compare equal.

use std::sync::LazyLock;

use super::boxes::Boxes;
use crate::rules::{
    HOUSES, LaBistro,
    analyses::dice,
    chart::{BOXES, FACES, ROWS},
    components::MAX_PRICE,
};

/// Number of rolls that hit each box, and each subset of a row.
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

    /// Returns the total number of hits on a set of boxes, summed over its boxes.
    #[inline]
    pub fn of(&self, boxes: Boxes) -> f64 {
        // A word holds ten rows of six columns.
        const WORD: usize = 10;
        let [low, high] = boxes.0;
        let words = [low, high << 4 | low >> 60];
        let row = |(at, row): (usize, &[f64; 1 << FACES])| {
            row[(words[at / WORD] >> (at % WORD * FACES)) as usize % (1 << FACES)]
        };
        self.rows.iter().enumerate().map(row).sum()
    }

    /// Same as [`Hits::of`], but faster for few boxes.
    #[inline]
    pub fn of_few(&self, boxes: Boxes) -> f64 {
        boxes.iter().map(|square| self.boxes[square]).sum()
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    increase: i32,
    bonus: f64,
    pub split_gold: f64,
    /// Money for one sharer of a die, by price and number of sharers, without the bonus of a gold box.
    parts: [[f64; HOUSES + 1]; MAX_PRICE as usize + 1],
}

impl Terms {
    pub fn new(rules: &LaBistro, increase: i32) -> Terms {
        // The Price Increase that a shared die pays.
        let split_increase = if rules.variant.split_increase { increase } else { 0 };
        let part = |price: usize, sharers: i32| (price as i32 + split_increase + sharers - 1) / sharers;
        let parts = |price| std::array::from_fn(|sharers| part(price, sharers.max(1) as i32).into());
        Terms {
            increase,
            bonus: f64::from(rules.variant.gold_bonus),
            split_gold: f64::from(rules.variant.split_gold),
            parts: std::array::from_fn(parts),
        }
    }

    #[inline]
    pub fn is_for(&self, increase: i32) -> bool {
        self.increase == increase
    }

    #[inline]
    pub fn worth(&self, price: u8) -> f64 {
        f64::from(i32::from(price) + self.increase)
    }

    #[inline]
    pub fn part(&self, price: u8, sharers: usize) -> f64 {
        self.parts[usize::from(price)][sharers]
    }

    /// Returns the money for unshared dice, of which `gold` are on gold boxes.
    #[inline]
    pub fn alone(&self, price: u8, dice: f64, gold: f64) -> f64 {
        dice * self.worth(price) + gold * self.bonus
    }
}

/// The take of an own restaurant from some boxes, and what they leave to the seat's other one.
#[derive(Debug, Clone, Copy)]
pub struct Take {
    /// Unshared dice, and those of them on gold boxes.
    pub dice: f64,
    pub gold: f64,
    /// Shared dice, by the number of sharers.
    shared: [f64; HOUSES + 1],
    /// Largest number of sharers so far.
    most: usize,
    /// Money that does not depend on its price: the other restaurant's, and for shares on gold boxes.
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
    use sim_engine::settings;

    #[test]
    fn a_set_of_boxes_is_hit_as_often_as_its_boxes() {
        let hits = Hits::table();
        for set in [0u128, 1, 1 << 89, 0b101 << 58, (1 << BOXES) - 1, 0x2AA_5555_0123_4567_89AB_CDEF] {
            let one_by_one: f64 = Boxes::new(set).iter().map(|square| hits.boxes[square]).sum();
            assert_eq!((hits.of(Boxes::new(set)), hits.of_few(Boxes::new(set))), (one_by_one, one_by_one));
        }
        // Fifteen dice lie on the chart.
        assert_eq!(hits.of(Boxes::first(BOXES)), 15.0 * dice::ROLLS as f64);
    }

    #[test]
    fn money_counts_the_price_where_it_is_paid() {
        let settings = settings::parse("data.toml", LaBistro::INFO.data_file).unwrap();
        let terms = Terms::new(&LaBistro::new(&settings, 4).unwrap(), 2);
        let mut take = Take { dice: 10.0, gold: 3.0, rest: 7.0, ..Take::NOTHING };
        take.share(3, 4.0);
        // 10 * (4 + 2) + 3 * 5 + 4 * ceil(4 / 3) + 7.
        assert_eq!(take.money(&terms, 4), 60.0 + 15.0 + 8.0 + 7.0);
    }
}
