//! The menu: an exact solver combines one cuisine and one price from the worth of single restaurants.

use std::fmt;

use super::{features::Me, outlook::Face, vocabulary::Dish};
use crate::rules::{
    Action, Restaurant, SLOTS,
    chart::CUISINES,
    components::{Level, MAX_PRICE, NONE},
    variant::StalePrice,
};
use sim_engine::bits;
use sim_script::{formula::Columns, notes::Plan, spec::flag};

/// Maximum number of plates: both restaurants with every cuisine and every price or none.
const ROOM: usize = SLOTS * CUISINES * (MAX_PRICE as usize + 1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plate {
    pub slot: u8,
    pub cuisine: u8,
    pub price: u8,
    pub is_new_cuisine: bool,
    /// Whether a price is set, and not merely kept or lost.
    pub sets_price: bool,
}

impl fmt::Display for Plate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plate { slot, cuisine, price, .. } = self;
        write!(f, "restaurant {} cuisine {} price {price}", slot + 1, i16::from(*cuisine as i8) + 1)
    }
}

/// Everything that the two steps of a menu can make of single restaurants.
pub struct Plates {
    list: [Plate; ROOM],
    len: usize,
}

impl Plates {
    /// `price_only`: the cuisine has been settled already.
    pub fn new(me: &Me<'_>, price_only: bool) -> Plates {
        let blank = Plate { slot: 0, cuisine: NONE, price: 0, is_new_cuisine: false, sets_price: false };
        let mut plates = Plates { list: [blank; ROOM], len: 0 };
        for (slot, house) in me.table.houses(me.seat) {
            let slot = slot as u8;
            plates.cuisine(me, house, Plate { slot, cuisine: house.cuisine, ..blank });
            if price_only {
                continue;
            }
            for cuisine in bits(me.rules.open_cuisines(house)) {
                let plate = Plate { slot, cuisine: cuisine as u8, is_new_cuisine: true, ..blank };
                plates.cuisine(me, house, plate);
            }
        }
        plates
    }

    /// Adds a cuisine with the current price, and with every other one.
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
        let prices = supplies.prices(house.building, plate.cuisine) & !(1 << kept);
        for price in bits(prices) {
            self.push(Plate { price: price as u8, sets_price: true, ..plate });
        }
    }

    fn push(&mut self, plate: Plate) {
        self.list[self.len] = plate;
        self.len += 1;
    }

    pub fn retain(&mut self, passes: impl Fn(&Plate) -> bool) {
        let mut kept = 0;
        for at in 0..self.len {
            if passes(&self.list[at]) {
                self.list[kept] = self.list[at];
                kept += 1;
            }
        }
        self.len = kept;
    }

    pub fn list(&self) -> &[Plate] {
        &self.list[..self.len]
    }
}

/// A pair of steps: indexes of the plates that give the cuisine and the price, and the gain over changing
/// nothing.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Choice {
    pub cuisine: Option<usize>,
    pub price: Option<usize>,
    pub worth: f64,
}

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
    // Changes of one restaurant alone, and the best single step of each kind for each restaurant.
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

/// Returns all results of the two steps: each choice, with the plan of all restaurants' plates after it.
pub fn all(plates: &[Plate]) -> impl Iterator<Item = (Choice, Plan)> + '_ {
    let is_kept = |slot: usize, plate: &Plate| {
        usize::from(plate.slot) == slot && !plate.is_new_cuisine && !plate.sets_price
    };
    let kept: [Option<usize>; SLOTS] =
        std::array::from_fn(|slot| plates.iter().position(|plate| is_kept(slot, plate)));
    // Plates and the rows of a plan are grouped by restaurant.
    let plan = move |changed: &[usize]| {
        let mut rows = kept;
        changed.iter().for_each(|&at| rows[usize::from(plates[at].slot)] = Some(at));
        let (mut list, mut count) = ([0; SLOTS], 0);
        for row in rows.into_iter().flatten() {
            list[count] = row;
            count += 1;
        }
        Plan::of(&list[..count])
    };
    let priced = || plates.iter().enumerate().filter(|(_, plate)| !plate.is_new_cuisine && plate.sets_price);
    let changes = plates.iter().enumerate().filter(|(_, plate)| plate.is_new_cuisine || plate.sets_price);
    let changed = changes.flat_map(move |(at, plate)| {
        let (cuisine, price) = (plate.is_new_cuisine.then_some(at), plate.sets_price.then_some(at));
        // The price may be the other restaurant's.
        let others = priced().filter(move |(_, other)| price.is_none() && other.slot != plate.slot);
        let both = others
            .map(move |(other, _)| (Choice { cuisine, price: Some(other), worth: 0.0 }, plan(&[at, other])));
        std::iter::once((Choice { cuisine, price, worth: 0.0 }, plan(&[at]))).chain(both)
    });
    std::iter::once((Choice::default(), plan(&[]))).chain(changed)
}

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

pub fn dishes(me: &Me<'_>, plates: &[Plate], wanted: u128, columns: &mut Columns) {
    let weighs = INCOME & wanted != 0;
    let mut first = 0;
    // Plates of one cuisine are adjacent, so conditions are evaluated once for them.
    for plates in plates.chunk_by(|one, other| (one.slot, one.cuisine) == (other.slot, other.cuisine)) {
        let mut rows = Rows { me, wanted, columns: &mut *columns, first, plates };
        rows.house();
        rows.prices();
        rows.crowd();
        rows.cuisine(plates[0].cuisine);
        if weighs {
            rows.weigh(plates[0].slot.into());
        }
        first += plates.len();
    }
}

/// Features that require evaluating a plate's income.
const INCOME: u128 = Dish::Gain.bit() | Dish::SeatedGain.bit() | Dish::Income.bit() | Dish::Ambiance.bit();

struct Rows<'a, 'b> {
    me: &'a Me<'b>,
    wanted: u128,
    columns: &'a mut Columns,
    first: usize,
    plates: &'a [Plate],
}

impl Rows<'_, '_> {
    #[inline]
    fn fill_column(&mut self, feature: Dish, value: impl FnMut(&Plate) -> f64) {
        if feature.is_in(self.wanted) {
            self.columns.fill_from(feature as usize, self.first, self.plates.iter().map(value));
        }
    }

    fn house(&mut self) {
        let house = self.me.restaurant(self.plates[0].slot.into());
        self.fill_column(Dish::IsSecond, |plate| plate.slot.into());
        self.fill_column(Dish::Capacity, |_| house.capacity.into());
        self.fill_column(Dish::IsNewPrice, |plate| flag(plate.price != house.price));
    }

    fn prices(&mut self) {
        let supplies = &self.me.rules.supplies;
        let is_level = |plate: &Plate, level| flag(plate.price != 0 && supplies.level(plate.price) == level);
        self.fill_column(Dish::Price, |plate| plate.price.into());
        self.fill_column(Dish::IsOpen, |plate| flag(plate.cuisine != NONE && plate.price != 0));
        self.fill_column(Dish::IsCheap, |plate| is_level(plate, Level::Cheap));
        self.fill_column(Dish::IsAffordable, |plate| is_level(plate, Level::Affordable));
        self.fill_column(Dish::IsHigh, |plate| is_level(plate, Level::High));
    }

    fn crowd(&mut self) {
        if (Dish::LevelRivals.bit() | Dish::CuisineRivals.bit()) & self.wanted == 0 {
            return;
        }
        let (me, Plate { slot, cuisine, .. }) = (self.me, self.plates[0]);
        let supplies = &me.rules.supplies;
        let (mut of_level, mut of_cuisine) = ([0_u8; Level::COUNT], 0_u8);
        for (seat, houses) in me.table.restaurants[..me.rules.players].iter().enumerate() {
            for (at, other) in houses.iter().enumerate() {
                if (seat, at) != (me.seat.index(), slot.into()) && other.is_eligible() {
                    of_level[supplies.level(other.price) as usize] += 1;
                    of_cuisine += u8::from(other.cuisine == cuisine);
                }
            }
        }
        let alike = |price: u8| if price == 0 { 0 } else { of_level[supplies.level(price) as usize] };
        self.fill_column(Dish::LevelRivals, |plate| alike(plate.price).into());
        self.fill_column(Dish::CuisineRivals, |_| of_cuisine.into());
    }

    fn cuisine(&mut self, cuisine: u8) {
        let me = self.me;
        self.fill_column(Dish::IsNewCuisine, |plate| flag(plate.is_new_cuisine));
        let fans = if cuisine == NONE { 0.0 } else { me.outlook.fans(cuisine) };
        self.fill_column(Dish::Fans, |_| fans);
        for feature in Dish::read(CUISINE_FLAGS & self.wanted) {
            let is = feature as usize == Dish::American as usize + usize::from(cuisine);
            self.fill_column(feature, |_| flag(is));
        }
    }

    fn weigh(&mut self, slot: usize) {
        let (me, plate) = (self.me, self.plates[0]);
        let mut after = *me.restaurant(slot);
        if plate.is_new_cuisine {
            after.cuisine = plate.cuisine;
            after.add_up(me.rules);
        }
        self.fill_column(Dish::Ambiance, |_| after.ambiance.into());
        let mut change = me.outlook.alter(me.rules, slot, &Face::of(me.rules, &after));
        for (row, plate) in self.plates.iter().enumerate() {
            let prospect = me.outlook.priced(me.rules, slot, &mut change, plate.price);
            let mut put = |feature: Dish, value: f64| {
                if feature.is_in(self.wanted) {
                    self.columns.set(feature as usize, self.first + row, value);
                }
            };
            put(Dish::Gain, prospect.income - me.now.income);
            // Rounding may leave a tiny negative number.
            put(Dish::Income, prospect.income.max(0.0));
            let changed = (slot, plate.price, after.capacity);
            put(Dish::SeatedGain, me.seated_income(&prospect, Some(changed)) - me.seated_now);
        }
    }
}

const CUISINE_FLAGS: u128 = ((1 << CUISINES) - 1) << Dish::American as usize;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn brute_force(plates: &[Plate], values: &[f64]) -> f64 {
        let kept: Vec<usize> =
            (0..plates.len()).filter(|&at| !plates[at].is_new_cuisine && !plates[at].sets_price).collect();
        let mut best = f64::NEG_INFINITY;
        // A whole menu has one plate for every restaurant.
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
