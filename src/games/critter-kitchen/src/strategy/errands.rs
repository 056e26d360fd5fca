//! Exact assignment solver for plans: each chef goes to a different place, with the highest sum of values.

use crate::rules::{cards::PLACES, variant::CHEFS};

/// Lower bound of values, whose negative is the upper bound.
const LOWEST: f64 = -1e15;

#[derive(Debug, Clone)]
pub struct Errands {
    pub values: [[f64; PLACES]; CHEFS],
    pub chefs: usize,
    pub places: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    pub places: [u8; CHEFS],
    pub worth: f64,
}

impl Errands {
    pub fn new(chefs: usize, places: usize) -> Errands {
        Errands { values: [[0.0; PLACES]; CHEFS], chefs, places }
    }

    /// Returns the plan of highest worth; ties go to the first in the order of places.
    pub fn solve(&mut self) -> Plan {
        // Upper bounds on what the chefs from each one on add, as if places were not exclusive.
        let mut bounds = [0.0; CHEFS + 1];
        for chef in (0..self.chefs).rev() {
            let row = &mut self.values[chef][..self.places];
            for value in row.iter_mut() {
                *value = value.clamp(LOWEST, -LOWEST);
            }
            bounds[chef] = bounds[chef + 1] + row.iter().copied().fold(LOWEST, f64::max);
        }
        // The greedy plan prunes worse ones from the start; the margin is wider than rounding errors.
        let known = self.greedy();
        let mut search = Search {
            errands: &*self,
            bounds,
            places: [0; CHEFS],
            best: Plan { places: [0; CHEFS], worth: known - 1e-9 * (1.0 + known.abs()) },
        };
        // Nonexistent places count as taken.
        search.send(0, u16::MAX << self.places, 0.0);
        search.best
    }

    /// Returns the worth of the greedy plan: each chef in turn goes to the free place of highest value.
    fn greedy(&self) -> f64 {
        let (mut taken, mut worth) = (0u16, 0.0);
        for row in &self.values[..self.chefs] {
            let mut best = (0, f64::NEG_INFINITY);
            for (place, &value) in row[..self.places].iter().enumerate() {
                if taken >> place & 1 == 0 && value > best.1 {
                    best = (place, value);
                }
            }
            taken |= 1 << best.0;
            worth += best.1;
        }
        worth
    }
}

struct Search<'a> {
    errands: &'a Errands,
    bounds: [f64; CHEFS + 1],
    places: [u8; CHEFS],
    best: Plan,
}

impl Search<'_> {
    fn send(&mut self, chef: usize, taken: u16, worth: f64) {
        let errands = self.errands;
        let free = |place: usize| taken >> place & 1 == 0;
        if chef + 1 == errands.chefs {
            // Evaluates all places without branches, because the best one is unpredictable.
            let row = &errands.values[chef];
            let sums: [f64; PLACES] =
                std::array::from_fn(|place| if free(place) { worth + row[place] } else { f64::NEG_INFINITY });
            let most = sums.iter().fold(f64::NEG_INFINITY, |most, &sum| if sum > most { sum } else { most });
            if most > self.best.worth {
                self.places[chef] = sums.iter().position(|&sum| sum == most).unwrap_or(0) as u8;
                self.best = Plan { places: self.places, worth: most };
            }
            return;
        }
        for (place, value) in errands.values[chef][..errands.places].iter().enumerate() {
            let worth = worth + value;
            if free(place) && worth + self.bounds[chef + 1] > self.best.worth {
                self.places[chef] = place as u8;
                self.send(chef + 1, taken | 1 << place, worth);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn brute_force(errands: &Errands) -> f64 {
        let mut best = f64::NEG_INFINITY;
        let count = errands.places.pow(errands.chefs as u32);
        for code in 0..count {
            let place = |chef: usize| code / errands.places.pow(chef as u32) % errands.places;
            let is_plan = (0..errands.chefs).all(|chef| (0..chef).all(|other| place(other) != place(chef)));
            if is_plan {
                best = best.max((0..errands.chefs).map(|chef| errands.values[chef][place(chef)]).sum());
            }
        }
        best
    }

    proptest! {
        #[test]
        fn no_plan_is_better(
            values in prop::array::uniform4(prop::array::uniform8(-5.0..20.0f64)),
            chefs in 3..=CHEFS,
            places in 5..=PLACES,
        ) {
            let mut errands = Errands { values, chefs, places };
            let expected = brute_force(&errands);
            let plan = errands.solve();
            prop_assert!((plan.worth - expected).abs() < 1e-9, "{plan:?} but {expected}");
            let sent = &plan.places[..chefs];
            prop_assert!((0..chefs).all(|chef| !sent[..chef].contains(&sent[chef])));
        }
    }

    #[test]
    fn values_without_a_number_still_give_a_plan() {
        let mut errands = Errands::new(3, 5);
        errands.values = [[f64::NEG_INFINITY; PLACES]; CHEFS];
        let plan = errands.solve();
        assert_eq!(plan.places[..3], [0, 1, 2]);
    }
}
