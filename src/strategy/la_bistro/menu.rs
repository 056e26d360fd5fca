//! The menu: one cuisine and one price, joined by an exact solver from the worth of single
//! restaurants.

use super::{features::Me, vocabulary::Dish};
use crate::strategy::spec::flag;
use crate::{
    rules::la_bistro::{
        Action, Restaurant, SLOTS, bits,
        chart::CUISINES,
        components::{Level, MAX_PRICE, NONE},
        variant::StalePrice,
    },
    strategy::formula::Columns,
};

/// Room for both restaurants with every cuisine and every price, none included.
const ROOM: usize = SLOTS * CUISINES * (MAX_PRICE as usize + 1);

/// A restaurant as a change of menu would leave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plate {
    pub slot: u8,
    pub cuisine: u8,
    pub price: u8,
    /// Differs from the cuisine now.
    pub is_new_cuisine: bool,
    /// A price is set, and not merely kept or lost.
    pub sets_price: bool,
}

/// All that the two steps of a menu can make of single restaurants.
pub struct Plates {
    list: [Plate; ROOM],
    len: usize,
}

impl Plates {
    /// `price_only` when the cuisine has been settled already.
    pub fn new(me: &Me<'_>, price_only: bool) -> Plates {
        let blank = Plate { slot: 0, cuisine: NONE, price: 0, is_new_cuisine: false, sets_price: false };
        let mut plates = Plates { list: [blank; ROOM], len: 0 };
        for (slot, house) in me.table.houses(me.seat) {
            let slot = slot as u8;
            plates.cuisine(me, house, Plate { slot, cuisine: house.cuisine, ..blank });
            if price_only {
                continue;
            }
            for cuisine in bits(me.rules.open_cuisines(house).into()) {
                let plate = Plate { slot, cuisine: cuisine as u8, is_new_cuisine: true, ..blank };
                plates.cuisine(me, house, plate);
            }
        }
        plates
    }

    /// A cuisine with the price as it stands, and with every other one.
    fn cuisine(&mut self, me: &Me<'_>, house: &Restaurant, plate: Plate) {
        let supplies = &me.rules.supplies;
        let is_stale =
            house.price != 0 && !supplies.is_price_legal(house.building, plate.cuisine, house.price);
        if !is_stale {
            self.push(Plate { price: house.price, ..plate });
        } else if me.rules.variant.stale_price == StalePrice::Drop {
            self.push(Plate { price: 0, ..plate });
        }
        let kept = if is_stale { 0 } else { house.price };
        for price in (1..=MAX_PRICE).filter(|&price| price != kept) {
            if supplies.is_price_legal(house.building, plate.cuisine, price) {
                self.push(Plate { price, sets_price: true, ..plate });
            }
        }
    }

    fn push(&mut self, plate: Plate) {
        self.list[self.len] = plate;
        self.len += 1;
    }

    pub fn list(&self) -> &[Plate] {
        &self.list[..self.len]
    }
}

/// The pair of steps with the highest sum of values over all restaurants: indexes of the plates
/// that give the cuisine and the price, and what it gains over leaving everything.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Choice {
    pub cuisine: Option<usize>,
    pub price: Option<usize>,
    pub worth: f64,
}

/// Solves the menu exactly.
pub fn solve(plates: &[Plate], values: &[f64]) -> Choice {
    let mut keep = [0.0; SLOTS];
    for (plate, &value) in plates.iter().zip(values) {
        if !plate.is_new_cuisine && !plate.sets_price {
            keep[usize::from(plate.slot)] = value.max(f64::MIN);
        }
    }
    let gain = |at: usize| values[at].max(f64::MIN) - keep[usize::from(plates[at].slot)];
    let mut best = Choice::default();
    let mut offer = |choice: Choice| {
        if choice.worth > best.worth {
            best = choice;
        }
    };
    // One restaurant alone, and the best that each can do with one step only.
    let mut cuisine_only: [Option<usize>; SLOTS] = [None; SLOTS];
    let mut price_only: [Option<usize>; SLOTS] = [None; SLOTS];
    for (at, plate) in plates.iter().enumerate() {
        offer(Choice {
            cuisine: plate.is_new_cuisine.then_some(at),
            price: plate.sets_price.then_some(at),
            worth: gain(at),
        });
        let single = match (plate.is_new_cuisine, plate.sets_price) {
            (true, false) => &mut cuisine_only[usize::from(plate.slot)],
            (false, true) => &mut price_only[usize::from(plate.slot)],
            _ => continue,
        };
        if single.is_none_or(|other| gain(at) > gain(other)) {
            *single = Some(at);
        }
    }
    for slot in 0..SLOTS {
        if let (Some(cuisine), Some(price)) = (cuisine_only[slot], price_only[1 - slot]) {
            offer(Choice { cuisine: Some(cuisine), price: Some(price), worth: gain(cuisine) + gain(price) });
        }
    }
    best
}

/// The micro-actions of a choice.
pub fn push_steps(plates: &[Plate], choice: &Choice, price_only: bool, answer: &mut Vec<Action>) {
    if !price_only {
        answer.push(choice.cuisine.map_or(Action::Pass, |at| Action::Cuisine {
            slot: plates[at].slot,
            cuisine: plates[at].cuisine,
        }));
    }
    answer.push(
        choice
            .price
            .map_or(Action::Pass, |at| Action::Price { slot: plates[at].slot, price: plates[at].price }),
    );
}

/// Features of the plates.
pub fn dishes(me: &Me<'_>, plates: &[Plate], wanted: u128, columns: &mut Columns) {
    use Dish as F;
    let weighs = (F::Gain.bit() | F::SeatedGain.bit() | F::Income.bit() | F::Ambiance.bit()) & wanted != 0;
    let others = |test: &dyn Fn(&Restaurant) -> bool, plate: &Plate| {
        let own = (me.seat.index(), usize::from(plate.slot));
        let tables = me.table.restaurants[..me.rules.players_at_table()].iter().enumerate();
        let all = tables.flat_map(|(seat, houses)| {
            houses.iter().enumerate().map(move |(slot, house)| ((seat, slot), house))
        });
        all.filter(|&(at, house)| at != own && house.is_eligible() && test(house)).count() as f64
    };
    // Plates of one cuisine stand together: conditions are looked at once for them.
    let mut after = Restaurant::VACANT;
    for (row, plate) in plates.iter().enumerate() {
        let slot = usize::from(plate.slot);
        let house = me.restaurant(slot);
        let mut put = |feature: F, value: f64| {
            if feature.is_in(wanted) {
                columns.set(feature as usize, row, value);
            }
        };
        let is_open = plate.cuisine != NONE && plate.price != 0;
        let level = (plate.price != 0).then(|| me.rules.supplies.level(plate.price));
        put(F::IsSecond, slot as f64);
        put(F::IsNewCuisine, flag(plate.is_new_cuisine));
        put(F::IsNewPrice, flag(plate.price != house.price));
        put(F::IsOpen, flag(is_open));
        put(F::Price, plate.price.into());
        put(F::IsCheap, flag(level == Some(Level::Cheap)));
        put(F::IsAffordable, flag(level == Some(Level::Affordable)));
        put(F::IsHigh, flag(level == Some(Level::High)));
        put(F::Capacity, house.capacity.into());
        if F::LevelRivals.is_in(wanted) {
            let same = |other: &Restaurant| Some(me.rules.supplies.level(other.price)) == level;
            put(F::LevelRivals, others(&same, plate));
        }
        if F::CuisineRivals.is_in(wanted) {
            put(F::CuisineRivals, others(&|other| other.cuisine == plate.cuisine, plate));
        }
        if F::Fans.is_in(wanted) {
            put(F::Fans, if plate.cuisine == NONE { 0.0 } else { fans(me, plate.cuisine) });
        }
        if weighs {
            if after.building != house.building || after.cuisine != plate.cuisine {
                after = *house;
                after.cuisine = plate.cuisine;
                if plate.is_new_cuisine {
                    after.add_up(me.rules);
                }
            }
            after.price = plate.price;
            put(F::Ambiance, after.ambiance.into());
            let prospect = me.with(slot, &after);
            put(F::Gain, prospect.income - me.now.income);
            // Rounding may leave a crumb below nothing.
            put(F::Income, prospect.income.max(0.0));
            if F::SeatedGain.is_in(wanted) {
                let changed = (slot, plate.price, after.capacity);
                put(F::SeatedGain, me.seated_income(&prospect, Some(changed)) - me.seated_now);
            }
        }
        if CUISINE_FLAGS & wanted != 0 {
            for cuisine in 0..CUISINES {
                let feature = F::American as usize + cuisine;
                columns.set(feature, row, flag(usize::from(plate.cuisine) == cuisine));
            }
        }
    }
}

/// The flags of the cuisines among the features.
const CUISINE_FLAGS: u128 = ((1 << CUISINES) - 1) << Dish::American as usize;

/// Expected dice on boxes whose first line is a cuisine.
fn fans(me: &Me<'_>, cuisine: u8) -> f64 {
    use crate::rules::la_bistro::{chart::OF_CUISINE, dice};
    let squares = me.rules.chart.squares.iter().enumerate();
    squares
        .filter(|(_, square)| usize::from(square.numbers[0]) == OF_CUISINE + usize::from(cuisine))
        .map(|(at, _)| dice::hit_chance(at))
        .sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Every pair of a cuisine step and a price step, each possibly left out.
    fn brute_force(plates: &[Plate], values: &[f64]) -> f64 {
        let kept: Vec<usize> =
            (0..plates.len()).filter(|&at| !plates[at].is_new_cuisine && !plates[at].sets_price).collect();
        let mut best = f64::NEG_INFINITY;
        // A result names one plate for every restaurant.
        let mut wholes: Vec<Vec<usize>> = vec![vec![]];
        for slot in 0..kept.len() {
            let here: Vec<usize> =
                (0..plates.len()).filter(|&at| usize::from(plates[at].slot) == slot).collect();
            wholes = wholes
                .iter()
                .flat_map(|whole| here.iter().map(move |&at| [whole.clone(), vec![at]].concat()))
                .collect();
        }
        for whole in wholes {
            let cuisines = whole.iter().filter(|&&at| plates[at].is_new_cuisine).count();
            let prices = whole.iter().filter(|&&at| plates[at].sets_price).count();
            if cuisines <= 1 && prices <= 1 {
                best = best.max(whole.iter().map(|&at| values[at]).sum());
            }
        }
        best - kept.iter().map(|&at| values[at]).sum::<f64>()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// No pair of steps is worth more than the solver's.
        #[test]
        fn the_menu_is_the_best_of_all(
            slots in 1u8..=2,
            values in prop::collection::vec(-20i32..20, 2 * 3 * 3),
        ) {
            let mut plates = Vec::new();
            for slot in 0..slots {
                for cuisine in 0..3u8 {
                    for price in 0..3u8 {
                        plates.push(Plate {
                            slot,
                            cuisine,
                            price,
                            is_new_cuisine: cuisine > 0,
                            sets_price: price > 0,
                        });
                    }
                }
            }
            let values: Vec<f64> = values[..plates.len()].iter().copied().map(f64::from).collect();
            let choice = solve(&plates, &values);
            prop_assert!((choice.worth - brute_force(&plates, &values)).abs() < 1e-9);
        }
    }
}
