//! Computed once: the contents of the customer bag, and how a lead changes the odds of being the best.

use crate::rules::{
    RestaurantRow,
    words::{ATTRACTIONS, CRITERIA, Criterion, GUESTS, Guest, TYPES},
};

/// Lead, by criterion, that multiplies a restaurant's odds of being the best by e.
const SCALE: [f64; CRITERIA] = [
    2.0, // price
    1.5, // food
    0.8, // meat
    0.8, // seafood
    0.8, // vegetable
    2.0, // service
    0.8, // ambiance
    1.0, // popularity
    0.5, // rating
];
/// How much each trip still to come widens the food scales, as a fraction.
const TRIP: f64 = 0.8;
/// Trips to come are capped at this number.
pub const TRIPS: usize = 6;

#[derive(Debug, Clone)]
pub struct Census {
    pub of_type: [u8; GUESTS],
    /// First preference of each type.
    pub wish: [Criterion; TYPES],
    pub bag: f64,
    /// Odds ratio of being the best per unit of a criterion, by trips to come.
    pub odds: [[f64; CRITERIA]; TRIPS + 1],
}

impl Census {
    pub fn new(rules: &RestaurantRow) -> Census {
        let customers = &rules.supplies.customers;
        let mut census = Census {
            of_type: [0; GUESTS],
            wish: [Criterion::Price; TYPES],
            bag: customers.len() as f64,
            odds: odds(),
        };
        for customer in customers {
            let at = customer.guest.index();
            census.of_type[at] += 1;
            if customer.guest != Guest::Shill {
                census.wish[at % TYPES] = customer.criteria[0];
            }
        }
        census
    }
}

fn odds() -> [[f64; CRITERIA]; TRIPS + 1] {
    let is_food = Criterion::Food.index()..=Criterion::Vegetable.index();
    std::array::from_fn(|trips| {
        std::array::from_fn(|criterion| {
            let wider = if is_food.contains(&criterion) { 1.0 + TRIP * trips as f64 } else { 1.0 };
            libm::exp(1.0 / (SCALE[criterion] * wider))
        })
    })
}

/// Number of customers that each attraction may claim.
pub fn courted(of_type: &[u8; GUESTS]) -> [u8; ATTRACTIONS] {
    let mut courted = [0; ATTRACTIONS];
    for guest in Guest::all() {
        for attraction in guest.attractions() {
            courted[attraction.index()] += of_type[guest.index()];
        }
    }
    courted
}

/// Expected share of an attraction's eligible arrivals that it claims: the chance of at least one arrival over the
/// mean number of arrivals. Each of the `among` eligible customers arrives with probability `chance`.
pub fn first_share(among: u8, chance: f64) -> f64 {
    let nobody = (0..among).fold(1.0, |none, _| none * (1.0 - chance));
    if among == 0 { 0.0 } else { (1.0 - nobody) / (chance * f64::from(among)).max(1e-9) }
}
