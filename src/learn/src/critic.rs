//! What a seat can expect to win, by what it sees: a linear fit over context features.
//!
//! Its only use is to take luck out of what a decision is credited with, so it need not be good. It is
//! fitted exactly to the games so far, of which earlier ones are forgotten.

use serde::{Deserialize, Serialize};

/// What is kept of earlier games when others come.
const MEMORY: f64 = 0.8;
/// Against features that say the same.
const RIDGE: f64 = 1e-3;
/// No feature counts as further from its mean, in spreads.
const MOST: f32 = 5.0;
/// The context feature that all others are crossed with: rounds left.
const CROSSED: usize = 1;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Critic {
    mean: Vec<f32>,
    sd: Vec<f32>,
    weights: Vec<f64>,
    /// Products of features, row by row up to the diagonal, and of features and outcomes.
    squares: Vec<f64>,
    products: Vec<f64>,
}

#[derive(Debug, Clone)]
pub struct Sums {
    squares: Vec<f64>,
    products: Vec<f64>,
    row: Vec<f64>,
}

impl Critic {
    pub fn is_like(&self, other: &Critic) -> bool {
        let lengths = |one: &Critic| {
            [one.mean.len(), one.sd.len(), one.weights.len(), one.squares.len(), one.products.len()]
        };
        lengths(self) == lengths(other)
    }

    /// A critic of these features, by their means and spreads; a spread of 0 is of a feature that says nothing.
    pub fn new(mean: Vec<f32>, sd: Vec<f32>) -> Critic {
        let size = 2 * mean.len() + 1;
        Critic {
            weights: vec![0.0; size],
            squares: vec![0.0; size * (size + 1) / 2],
            products: vec![0.0; size],
            mean,
            sd,
        }
    }

    fn size(&self) -> usize {
        self.weights.len()
    }

    pub fn features(&self) -> usize {
        self.mean.len()
    }

    /// The features of the fit: 1, the context, and the context by rounds left.
    fn spread(&self, context: &[f32], row: &mut Vec<f64>) {
        let place = |at: usize| match self.sd[at] {
            0.0 => 0.0,
            sd => f64::from(((context[at] - self.mean[at]) / sd).clamp(-MOST, MOST)),
        };
        row.clear();
        row.push(1.0);
        row.extend((0..self.mean.len()).map(place));
        let crossed = if self.mean.len() > CROSSED { row[1 + CROSSED] } else { 0.0 };
        for at in 0..self.mean.len() {
            row.push(row[1 + at] * crossed);
        }
    }

    pub fn value(&self, context: &[f32], row: &mut Vec<f64>) -> f64 {
        self.spread(context, row);
        row.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum()
    }

    pub fn sums(&self) -> Sums {
        Sums { squares: vec![0.0; self.squares.len()], products: vec![0.0; self.size()], row: Vec::new() }
    }

    pub fn note(&self, context: &[f32], outcome: f64, sums: &mut Sums) {
        let mut row = std::mem::take(&mut sums.row);
        self.spread(context, &mut row);
        let mut squares = sums.squares.iter_mut();
        for (at, &value) in row.iter().enumerate() {
            sums.products[at] += value * outcome;
            row[..=at].iter().zip(&mut squares).for_each(|(other, square)| *square += value * other);
        }
        sums.row = row;
    }

    /// Forgets a part of what it knew, takes in more, and fits again.
    pub fn fit<'s>(&mut self, more: impl Iterator<Item = &'s Sums>) {
        self.squares.iter_mut().chain(&mut self.products).for_each(|sum| *sum *= MEMORY);
        for sums in more {
            self.squares.iter_mut().zip(&sums.squares).for_each(|(sum, more)| *sum += more);
            self.products.iter_mut().zip(&sums.products).for_each(|(sum, more)| *sum += more);
        }
        self.solve();
    }

    /// Cholesky's decomposition of the squares, and both triangles solved.
    fn solve(&mut self) {
        let size = self.size();
        let at = |row: usize, column: usize| row * (row + 1) / 2 + column;
        let ridge = RIDGE * self.squares[0].max(1.0);
        let mut lower = self.squares.clone();
        for row in 0..size {
            for column in 0..=row {
                let done: f64 = (0..column).map(|k| lower[at(row, k)] * lower[at(column, k)]).sum();
                let left = lower[at(row, column)] - done;
                lower[at(row, column)] = if row == column {
                    (left + ridge).max(ridge / 2.0).sqrt()
                } else {
                    left / lower[at(column, column)]
                };
            }
        }
        let mut solved = self.products.clone();
        for row in 0..size {
            let done: f64 = (0..row).map(|k| lower[at(row, k)] * solved[k]).sum();
            solved[row] = (solved[row] - done) / lower[at(row, row)];
        }
        for row in (0..size).rev() {
            let done: f64 = (row + 1..size).map(|k| lower[at(k, row)] * solved[k]).sum();
            solved[row] = (solved[row] - done) / lower[at(row, row)];
        }
        self.weights = solved;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linear_is_found() {
        let mut critic = Critic::new(vec![1.0, 0.0, 3.0], vec![2.0, 1.0, 0.0]);
        let outcome =
            |context: &[f32]| 0.5 + f64::from(context[0]) - 2.0 * f64::from(context[0] * context[1]);
        let contexts: Vec<[f32; 3]> =
            (0..200).map(|at| [(at % 7) as f32 - 2.0, (at % 5) as f32 / 2.0 - 1.0, 3.0]).collect();
        let mut sums = critic.sums();
        contexts.iter().for_each(|context| critic.note(context, outcome(context), &mut sums));
        for _ in 0..20 {
            critic.fit(std::iter::once(&sums));
        }
        for context in &contexts {
            let value = critic.value(context, &mut Vec::new());
            assert!((value - outcome(context)).abs() < 0.05, "{context:?}: {value}");
        }
    }
}
