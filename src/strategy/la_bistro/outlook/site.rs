//! What a vacant building would earn.
//!
//! A new restaurant has no staff, no ads and no Fame. What it takes hangs on its building, on a menu of
//! one's own choice, and on the restaurants that stand. Those without a menu will have one when diners
//! come: they are taken to have a middle price and no cuisine.

use super::{
    boxes::Boxes,
    seats::Seats,
    take::{Hits, Terms},
};
use crate::rules::{
    bits,
    la_bistro::{
        LaBistro, Public, Restaurant,
        analyses::dice::ROLLS,
        chart::{BOXES, CUISINES, OF_CUISINE},
        components::NONE,
        scoring::Standing,
    },
};

/// The best of all restaurants that stand, box by box.
pub struct Sites {
    best: [u64; BOXES],
    tied: [u8; BOXES],
    terms: Terms,
    /// Boxes that compare each cuisine.
    of_cuisine: [Boxes; CUISINES],
}

/// What a restaurant takes: dice that it has alone, and the money for all.
#[derive(Clone, Copy, Default)]
struct Sum {
    dice: f64,
    money: f64,
}

impl Sites {
    /// The board as it stands.
    pub fn new(rules: &LaBistro, table: &Public) -> Sites {
        let terms = Terms::new(rules, table.increase.into());
        let of_cuisine = [Boxes::NONE; CUISINES];
        let mut sites = Sites { best: [0; BOXES], tied: [0; BOXES], terms, of_cuisine };
        for (at, square) in rules.chart.squares.iter().enumerate() {
            for cuisine in square.numbers.iter().filter_map(|&line| usize::from(line).checked_sub(OF_CUISINE))
            {
                if let Some(boxes) = sites.of_cuisine.get_mut(cuisine) {
                    boxes.insert(at);
                }
            }
        }
        let all = table.restaurants[..rules.players_at_table()].iter().flatten();
        for house in all.filter(|house| house.stands()) {
            let price = match house.price {
                0 => middle(rules.supplies.prices(house.building, house.cuisine)),
                price => price,
            };
            sites.join(rules, &rules.standing(&Restaurant { price, ..*house }));
        }
        sites
    }

    /// Adds a restaurant.
    fn join(&mut self, rules: &LaBistro, standing: &Standing) {
        for (at, square) in rules.chart.squares.iter().enumerate() {
            let key = standing.on(&square.numbers);
            if self.tied[at] == 0 || key > self.best[at] {
                (self.best[at], self.tied[at]) = (key, 1);
            } else {
                self.tied[at] += u8::from(key == self.best[at]);
            }
        }
    }

    /// Expected income of the next Payouts round in a building with the menu that earns most, dice beyond
    /// its sections turned away.
    pub fn income(&self, rules: &LaBistro, building: u8) -> f64 {
        let mut house = Restaurant { building, ..Restaurant::VACANT };
        house.add_up(rules);
        let mut most: f64 = 0.0;
        for price in bits(rules.supplies.prices(building, NONE).into()) {
            house.price = price as u8;
            let plain = rules.standing(&house);
            let everywhere = self.take(rules, &plain, Boxes::first(BOXES), house.price);
            for (cuisine, &boxes) in (0..).zip(&self.of_cuisine) {
                if !rules.supplies.is_price_legal(building, cuisine, house.price) {
                    continue;
                }
                // A cuisine matters only on the boxes that compare it.
                let mut cooked = plain;
                cooked.cook(NONE, cuisine);
                let [without, with] =
                    [&plain, &cooked].map(|standing| self.take(rules, standing, boxes, house.price));
                let dice = everywhere.dice - without.dice + with.dice;
                let money = everywhere.money - without.money + with.money;
                let turned_away = dice - Seats::table().seated(dice, house.capacity);
                most = most.max(money - turned_away * self.terms.worth(house.price));
            }
        }
        most
    }

    /// What a restaurant takes on some boxes.
    fn take(&self, rules: &LaBistro, standing: &Standing, boxes: Boxes, price: u8) -> Sum {
        let mut sum = Sum::default();
        for at in boxes.iter() {
            let key = standing.on(&rules.chart.squares[at].numbers);
            let chance = Hits::table().boxes[at] / ROLLS as f64;
            let gold = if rules.chart.gold >> at & 1 == 1 { chance } else { 0.0 };
            if self.tied[at] == 0 || key > self.best[at] {
                sum.dice += chance;
                sum.money += self.terms.alone(price, chance, gold);
            } else if key == self.best[at] {
                let sharers = usize::from(self.tied[at]) + 1;
                sum.money += chance * self.terms.part(price, sharers) + gold * self.terms.split_gold;
            }
        }
        sum
    }
}

/// The middle of some prices, given as bits; of two the lower one.
fn middle(prices: u16) -> u8 {
    let before = prices.count_ones().saturating_sub(1) / 2;
    bits(prices.into()).nth(before as usize).unwrap_or(0) as u8
}
