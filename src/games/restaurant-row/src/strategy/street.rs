//! Restaurants as customers see them, or will see them once the doors open.

use super::specials;
use crate::rules::{
    House, Observation, PLAYERS, RestaurantRow,
    words::{Attraction, CRITERIA, Criterion, KINDS, Kind},
};
use sim_engine::Seat;
use sim_script::evaluator::rivals;

#[derive(Debug, Clone, Copy)]
pub struct Face {
    /// Values by criterion; the price is negated.
    pub values: [i32; CRITERIA],
    /// Free seats; `room` counts those in the dining rooms.
    pub seats: f64,
    pub room: f64,
    /// Dollars from a customer whose type adds nothing to the price.
    pub pay: f64,
    /// Attractions whose condition holds, as bits.
    pub attractions: u8,
}

impl Face {
    pub const NOBODY: Face = Face { values: [0; CRITERIA], seats: 0.0, room: 0.0, pay: 0.0, attractions: 0 };

    pub fn new(rules: &RestaurantRow, house: &House, forks: [u8; KINDS], dishes: u32, die: u8) -> Face {
        let taken = house.guests_tonight();
        let mut face = Face {
            values: [0; CRITERIA],
            seats: f64::from(house.seats(rules).saturating_sub(taken)),
            room: f64::from(house.room(rules).saturating_sub(house.main + house.second)),
            pay: 0.0,
            attractions: 0,
        };
        for kind in Kind::all() {
            face.values[kind.criterion().index()] = forks[kind.index()].into();
        }
        face.values[Criterion::Food.index()] = forks.iter().map(|&forks| i32::from(forks)).sum();
        face.values[Criterion::Service.index()] = house.service.into();
        face.values[Criterion::Ambiance.index()] = house.ambiance.into();
        face.values[Criterion::Rating.index()] = house.stars.into();
        face.values[Criterion::Popularity.index()] = rules.popularity(house);
        face.charge(rules, house, die);
        if house.attractions != 0 {
            let is_met = |attraction: &Attraction| {
                house.attractions & attraction.bit() != 0 && face.meets(rules, house, *attraction, dishes)
            };
            face.attractions = Attraction::all().filter(is_met).fold(0, |mask, one| mask | one.bit());
        }
        face
    }

    #[inline]
    pub fn charge(&mut self, rules: &RestaurantRow, house: &House, die: u8) {
        let price = rules.price(die);
        self.values[Criterion::Price.index()] = -price;
        self.pay = f64::from(price + i32::from(house.earns));
    }

    #[inline]
    pub fn value(&self, criterion: Criterion) -> i32 {
        self.values[criterion.index()]
    }

    /// Whether the condition of an attraction holds (RR-116..123).
    fn meets(&self, rules: &RestaurantRow, house: &House, attraction: Attraction, dishes: u32) -> bool {
        let has = match attraction {
            Attraction::Local | Attraction::Scenester => return true,
            Attraction::Foodie => dishes as i32,
            Attraction::Executive => house.renovations.count_ones() as i32,
            Attraction::Tourist => house.stars.into(),
            Attraction::VegetableFoodie => self.value(Criterion::Vegetable),
            Attraction::MeatFoodie => self.value(Criterion::Meat),
            Attraction::SeafoodFoodie => self.value(Criterion::Seafood),
        };
        has >= i32::from(rules.supplies.need(house, attraction))
    }
}

/// The restaurants in play, mine first, then the rivals clockwise.
#[derive(Debug, Clone, Copy)]
pub struct Street {
    pub faces: [Face; PLAYERS],
    pub players: usize,
}

impl Street {
    /// The public street. Ingredients not displayed yet count with their best display. A price not shown yet
    /// is assumed to be `below` die faces under the highest.
    pub fn new(seen: Observation<'_>, below: u8) -> Street {
        let players = seen.rules.players;
        let mut faces = [Face::NOBODY; PLAYERS];
        let seats = std::iter::once(seen.seat).chain(rivals(players, seen.seat));
        for (face, seat) in faces.iter_mut().zip(seats) {
            let house = seen.table.house(seat);
            let dishes = (house.pantry | house.shown).count_ones();
            *face = Face::new(seen.rules, house, forks(seen.rules, house), dishes, die(seen, seat, below));
        }
        Street { faces, players }
    }
}

/// Forks by kind on display, or of the best display from the pantry.
pub fn forks(rules: &RestaurantRow, house: &House) -> [u8; KINDS] {
    if house.pantry == 0 { house.forks } else { specials::forks(rules, house, house.pantry) }
}

/// A seat's die if it is shown, otherwise `below` faces under its highest, at least 1.
pub fn die(seen: Observation<'_>, seat: Seat, below: u8) -> u8 {
    match seen.table.house(seat).die {
        0 => seen.rules.highest_die(seen.table, seat).saturating_sub(below).max(1),
        die => die,
    }
}
