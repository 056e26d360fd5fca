//! What is worked out once: who is in the customer bag, and how likely a lead makes the best.

use crate::rules::{
    RestaurantRow,
    words::{ATTRACTIONS, CRITERIA, Criterion, GUESTS, Guest, TYPES},
};

/// Leads of this size make a restaurant e times as likely to be the best, by criterion.
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
/// Forks that a trip still to come can change, as a share of the scale.
const TRIP: f64 = 0.8;
/// The most trips to come that are told apart.
pub const TRIPS: usize = 6;

#[derive(Debug, Clone)]
pub struct Census {
    pub of_type: [u8; GUESTS],
    /// What each type goes by first.
    pub wish: [Criterion; TYPES],
    pub bag: f64,
    /// How much likelier one more of a criterion makes a restaurant to be the best, by trips to come.
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

/// Customers of the types that an attraction may claim, by attraction.
pub fn courted(of_type: &[u8; GUESTS]) -> [u8; ATTRACTIONS] {
    let mut courted = [0; ATTRACTIONS];
    for guest in Guest::all() {
        for attraction in guest.attractions() {
            courted[attraction.index()] += of_type[guest.index()];
        }
    }
    courted
}

/// The one customer that an attraction claims, as a share of all that come of those it may claim;
/// each of them comes with the same chance.
pub fn first_share(among: u8, chance: f64) -> f64 {
    let nobody = (0..among).fold(1.0, |none, _| none * (1.0 - chance));
    if among == 0 { 0.0 } else { (1.0 - nobody) / (chance * f64::from(among)).max(1e-9) }
}
