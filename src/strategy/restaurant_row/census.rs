//! Who is in the customer bag, counted once.

use crate::rules::restaurant_row::{
    RestaurantRow,
    words::{Criterion, GUESTS, Guest, TYPES},
};

/// The customers of the bag by type.
#[derive(Debug, Clone)]
pub struct Census {
    pub of_type: [u8; GUESTS],
    /// What each type goes by first.
    pub wish: [Criterion; TYPES],
    pub bag: f64,
}

impl Census {
    pub fn new(rules: &RestaurantRow) -> Census {
        let customers = &rules.supplies.customers;
        let mut census =
            Census { of_type: [0; GUESTS], wish: [Criterion::Price; TYPES], bag: customers.len() as f64 };
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
