//! The exact solver of a build: which counter, number card and cell, or which restaurant to move where.
//!
//! The worth of building type t with number card k on cell c is
//!
//! ```text
//! value(t) + site(t, c) - keep(k)
//! ```
//!
//! and the worth of moving a restaurant of t from c to d is `move(t) + site(t, d) - site(t, c)`. The caller
//! passes types one by one with the scores of their cells. A type has at most 64 cells, so the search tries
//! each. Ties are broken uniformly at random.

use crate::rules::{
    board::{CELLS, Cell, Cells, cells, lines_of},
    components::{Cuisine, NUMBERS},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    Stop,
    Build { cuisine: Cuisine, number: u8, cell: Cell },
    Move { from: Cell, to: Cell },
}

/// The number cards that can pay, and the cheapest for each cell.
pub struct Numbers {
    costs: [f64; CELLS],
    /// The card to give up for each cell, from 0.
    cheapest: [u8; CELLS],
}

impl Numbers {
    /// Builds the table from the worth of keeping each number card; ties go to the first.
    pub fn new(numbers: &[u8], keeps: &[f64]) -> Numbers {
        let mut fitting = Numbers { costs: [f64::INFINITY; CELLS], cheapest: [NUMBERS as u8; CELLS] };
        for (&number, &keep) in numbers.iter().zip(keeps) {
            // A score that is not a number arrives as negative infinity; such a card is never given up.
            let keep = if keep == f64::NEG_INFINITY { f64::MAX } else { keep };
            for cell in cells(lines_of(number)) {
                if keep < fitting.costs[cell.index()] {
                    (fitting.costs[cell.index()], fitting.cheapest[cell.index()]) = (keep, number);
                }
            }
        }
        fitting
    }

    /// Cost of paying for a cell; infinite if no card fits.
    pub fn cost(&self, cell: Cell) -> f64 {
        self.costs[cell.index()]
    }
}

pub struct Search<D> {
    pub plan: Plan,
    pub worth: f64,
    ties: usize,
    /// Draws an integer below its argument; called only for ties.
    draw: D,
}

impl<D: FnMut(usize) -> usize> Search<D> {
    /// Starts from the plan of doing nothing, worth 0.
    pub fn new(draw: D) -> Search<D> {
        Search { plan: Plan::Stop, worth: 0.0, ties: 1, draw }
    }

    pub fn forced(draw: D) -> Search<D> {
        Search { worth: f64::NEG_INFINITY, ties: 0, ..Search::new(draw) }
    }

    #[inline]
    fn consider(&mut self, worth: f64, plan: Plan) {
        // Infinite terms may cancel to NaN; such a plan is ignored.
        if worth < self.worth || worth.is_nan() {
            return;
        }
        if worth > self.worth {
            self.ties = 1;
        } else {
            self.ties += 1;
            if (self.draw)(self.ties) != 0 {
                return;
            }
        }
        (self.worth, self.plan) = (worth, plan);
    }

    pub fn build(
        &mut self,
        cuisine: Cuisine,
        value: f64,
        places: Cells,
        sites: &[f64; CELLS],
        numbers: &Numbers,
    ) {
        for cell in cells(places) {
            let cost = numbers.costs[cell.index()];
            if cost < f64::MAX {
                let worth = value + sites[cell.index()] - cost;
                let number = numbers.cheapest[cell.index()];
                self.consider(worth, Plan::Build { cuisine, number, cell });
            }
        }
    }

    pub fn shift(&mut self, value: f64, from: Cell, places: Cells, sites: &[f64; CELLS]) {
        for to in cells(places) {
            let worth = value + sites[to.index()] - sites[from.index()];
            self.consider(worth, Plan::Move { from, to });
        }
    }
}
