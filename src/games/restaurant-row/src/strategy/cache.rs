//! What a seat keeps between its decisions: who is in the bag, and who comes of them.
//!
//! More would not pay: from one decision of a seat to its next the street has changed six times in
//! seven, and with it everything that is expected of it.

use std::cell::{Cell, OnceCell};

use super::{census::Census, demand::Coming};
use crate::rules::RestaurantRow;

/// What is kept under the same rules, whatever the game.
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
