//! Per-seat cache between decisions: the census of the customer bag, and the expected arrivals.
//!
//! Caching more would not pay. In six of seven cases the street has changed since the seat's last decision,
//! which invalidates every estimate.

use std::cell::{Cell, OnceCell};

use super::{census::Census, demand::Coming};
use crate::rules::RestaurantRow;

/// Valid for all games under the same rules.
#[derive(Default)]
pub struct Cache {
    census: OnceCell<Census>,
    coming: Cell<Option<Coming>>,
}

impl Cache {
    pub fn census(&self, rules: &RestaurantRow) -> &Census {
        self.census.get_or_init(|| Census::new(rules))
    }

    pub fn coming(&self, census: &Census, customers: f64) -> Coming {
        let kept = self.coming.get().filter(|kept| kept.customers == customers);
        kept.unwrap_or_else(|| {
            let coming = Coming::new(census, customers);
            self.coming.set(Some(coming));
            coming
        })
    }
}
