//! Expected income of vacant buildings.
//!
//! A new restaurant has no staff, no ads and no Fame. Its take depends on its building, on a freely chosen
//! menu, and on the restaurants that stand. Those without a price will have one when diners come, so they are
//! assumed to have the median legal one.

use std::{cell::Cell, cmp::Ordering};

use super::{
    CHANCE,
    boxes::Boxes,
    house::Face,
    seats::Seats,
    take::{Hits, Terms},
};
use crate::rules::{
    HOUSES, LaBistro, Public, Restaurant,
    chart::{BANDED, BOXES, CUISINES, EXACT, NUMBERS, OF_CUISINE, PRICE},
    components::{MAX_KINDS, NONE},
    scoring::Standing,
};
use sim_engine::bits;

/// Best results of all standing restaurants on each box, and the incomes that follow, cached until one of them
/// changes.
pub struct Sites {
    faces: [Face; HOUSES],
    incomes: [Cell<Option<f64>>; MAX_KINDS],
    best: [u64; BOXES],
    tied: [u8; BOXES],
    is_settled: bool,
    terms: Terms,
    gold: Boxes,
    /// Boxes that compare the price, and boxes that compare each cuisine.
    of_price: Boxes,
    of_cuisine: [Boxes; CUISINES],
}

#[derive(Clone, Copy)]
struct Fare {
    wins: Boxes,
    ties: Boxes,
}

/// A restaurant's take, counted in rolls: unshared dice, and the money for all dice.
#[derive(Clone, Copy)]
struct Sum {
    dice: f64,
    money: f64,
}

impl Sites {
    pub fn new(rules: &LaBistro) -> Sites {
        let mut of_number = [Boxes::NONE; NUMBERS];
        for (at, square) in rules.chart.squares.iter().enumerate() {
            square.numbers.iter().for_each(|&number| of_number[usize::from(number)].insert(at));
        }
        Sites {
            faces: [Face::VACANT; HOUSES],
            incomes: [const { Cell::new(None) }; MAX_KINDS],
            best: [0; BOXES],
            tied: [0; BOXES],
            is_settled: false,
            terms: Terms::new(rules, 0),
            gold: Boxes::new(rules.chart.gold),
            of_price: of_number[EXACT + PRICE] | of_number[BANDED + PRICE],
            of_cuisine: std::array::from_fn(|cuisine| of_number[OF_CUISINE + cuisine]),
        }
    }

    pub fn renew(&mut self, rules: &LaBistro, table: &Public) {
        let all = || table.restaurants[..rules.players].iter().flatten();
        let is_same = all().zip(&self.faces).all(|(house, face)| face.is_of(rules, house));
        if is_same && self.terms.is_for(table.increase.into()) {
            return;
        }
        for (house, face) in all().zip(&mut self.faces) {
            *face = if house.stands() { Face::of(rules, house) } else { Face::VACANT };
        }
        self.incomes.iter_mut().for_each(|income| *income.get_mut() = None);
        self.terms = Terms::new(rules, table.increase.into());
        (self.tied, self.is_settled) = ([0; BOXES], false);
        for house in all().filter(|house| house.stands()) {
            let price = match house.price {
                0 => middle(rules.supplies.prices(house.building, house.cuisine)),
                price => price,
            };
            self.join(rules, &rules.standing(&Restaurant { price, ..*house }));
        }
    }

    fn join(&mut self, rules: &LaBistro, standing: &Standing) {
        for (at, square) in rules.chart.squares.iter().enumerate() {
            let key = standing.on(&square.numbers);
            if self.tied[at] == 0 || key > self.best[at] {
                (self.best[at], self.tied[at]) = (key, 1);
            } else {
                self.tied[at] += u8::from(key == self.best[at]);
            }
        }
        self.is_settled = true;
    }

    /// Returns the expected income of the next Payouts round in a building with the menu that earns most; dice
    /// beyond its sections are turned away.
    pub fn income(&self, rules: &LaBistro, building: u8) -> f64 {
        let kept = &self.incomes[usize::from(building)];
        kept.get().unwrap_or_else(|| {
            let income = self.best_income(rules, building);
            kept.set(Some(income));
            income
        })
    }

    fn best_income(&self, rules: &LaBistro, building: u8) -> f64 {
        let mut house = Restaurant { building, ..Restaurant::VACANT };
        house.add_up(rules);
        let standing = rules.standing(&house);
        let prices = rules.supplies.prices(building, NONE);
        if prices == 0 {
            return 0.0;
        }
        // A lower price or a cuisine is never worse on a box. So every menu wins what the dearest one without a
        // cuisine wins, and loses what the cheapest one with its cuisine loses.
        let worst = self.fare(rules, &priced(rules, standing, prices.ilog2()), Boxes::first(BOXES));
        let cheapest = priced(rules, standing, prices.trailing_zeros());
        let open = |standing: &Standing, boxes: Boxes| {
            let fare = self.fare(rules, standing, boxes & !worst.wins);
            fare.wins | fare.ties
        };
        let by_price = open(&cheapest, self.of_price);
        let by_cuisine: [Boxes; CUISINES] =
            std::array::from_fn(|cuisine| open(&cooked(cheapest, cuisine as u8), self.of_cuisine[cuisine]));
        let mut most: f64 = 0.0;
        for price in bits(prices) {
            let plain = priced(rules, standing, price as u32);
            house.price = price as u8;
            let fare = worst.on(!by_price).or(self.fare(rules, &plain, by_price));
            let everywhere = self.sum(fare, Hits::of, house.price);
            for (cuisine, &boxes) in (0..).zip(&by_cuisine) {
                if !rules.supplies.is_price_legal(building, cuisine, house.price) {
                    continue;
                }
                let Sum { mut dice, mut money } = everywhere;
                if !boxes.is_empty() {
                    let without = self.sum(fare.on(boxes), Hits::of_few, house.price);
                    let with = self.fare(rules, &cooked(plain, cuisine), boxes);
                    let with = self.sum(with, Hits::of_few, house.price);
                    dice += with.dice - without.dice;
                    money += with.money - without.money;
                }
                let dice = dice * CHANCE;
                let turned_away = dice - Seats::table().seated(dice, house.capacity);
                most = most.max(money * CHANCE - turned_away * self.terms.worth(house.price));
            }
        }
        most
    }

    fn fare(&self, rules: &LaBistro, standing: &Standing, boxes: Boxes) -> Fare {
        if !self.is_settled {
            return Fare { wins: boxes, ties: Boxes::NONE };
        }
        let mut fare = Fare { wins: Boxes::NONE, ties: Boxes::NONE };
        for at in boxes.iter() {
            match standing.on(&rules.chart.squares[at].numbers).cmp(&self.best[at]) {
                Ordering::Greater => fare.wins.insert(at),
                Ordering::Equal => fare.ties.insert(at),
                Ordering::Less => {}
            }
        }
        fare
    }

    /// Returns the take of a fare; `hits` adds up boxes.
    fn sum(&self, fare: Fare, hits: impl Fn(&Hits, Boxes) -> f64, price: u8) -> Sum {
        let table = Hits::table();
        let dice = hits(table, fare.wins);
        let mut money = self.terms.alone(price, dice, table.of_few(fare.wins & self.gold));
        for at in fare.ties.iter() {
            let gold = if self.gold.has(at) { self.terms.split_gold } else { 0.0 };
            money += table.boxes[at] * (self.terms.part(price, usize::from(self.tied[at]) + 1) + gold);
        }
        Sum { dice, money }
    }
}

fn priced(rules: &LaBistro, mut standing: Standing, price: u32) -> Standing {
    standing.0[EXACT + PRICE] = LaBistro::exact(PRICE, price as u16);
    standing.0[BANDED + PRICE] = rules.banded(PRICE, price as u16);
    standing
}

fn cooked(mut standing: Standing, cuisine: u8) -> Standing {
    standing.cook(NONE, cuisine);
    standing
}

impl Fare {
    fn on(self, boxes: Boxes) -> Fare {
        Fare { wins: self.wins & boxes, ties: self.ties & boxes }
    }

    fn or(self, other: Fare) -> Fare {
        Fare { wins: self.wins | other.wins, ties: self.ties | other.ties }
    }
}

/// Returns the median of the prices in a mask, the lower one of two.
fn middle(prices: u16) -> u8 {
    let before = prices.count_ones().saturating_sub(1) / 2;
    bits(prices).nth(before as usize).unwrap_or(0) as u8
}
