//! Predicts the outcome of a seat from its context features by a linear fit.
//!
//! Its only use is to remove luck from the credit of decisions, so it need not be good. The fit to the games so
//! far is exact, with earlier games discounted.

use serde::{Deserialize, Serialize};

/// Weight of earlier games when new ones are added.
const MEMORY: f64 = 0.8;
/// Ridge penalty, against collinear features.
const RIDGE: f64 = 1e-3;
/// Standardized features are clamped to this distance from 0.
const MOST: f32 = 5.0;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Critic {
    mean: Vec<f32>,
    sd: Vec<f32>,
    /// The feature that all are multiplied by: how much of a game is left. Files of earlier versions do not name
    /// it; they used the second feature.
    #[serde(default = "second")]
    clock: Option<usize>,
    weights: Vec<f64>,
    /// Sums of the products of features, row by row up to the diagonal, and of features and outcomes.
    squares: Vec<f64>,
    products: Vec<f64>,
}

#[derive(Debug, Clone)]
pub struct Sums {
    squares: Vec<f64>,
    products: Vec<f64>,
    row: Vec<f64>,
}

fn second() -> Option<usize> {
    Some(1)
}

impl Critic {
    pub fn is_like(&self, other: &Critic) -> bool {
        let lengths = |one: &Critic| {
            [one.mean.len(), one.sd.len(), one.weights.len(), one.squares.len(), one.products.len()]
        };
        lengths(self) == lengths(other) && self.clock == other.clock
    }

    /// A critic of these features, with their means and standard deviations; 0 marks a feature that never
    /// differs. Without a clock it fits the features alone.
    pub fn new(mean: Vec<f32>, sd: Vec<f32>, clock: Option<usize>) -> Critic {
        let size = 1 + mean.len() * if clock.is_some() { 2 } else { 1 };
        Critic {
            clock,
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

    /// The distance of each feature above its mean, in standard deviations.
    pub fn places(&self, context: &[f32]) -> impl Iterator<Item = f64> {
        context.iter().zip(&self.mean).zip(&self.sd).map(|((value, mean), &sd)| match sd {
            0.0 => 0.0,
            sd => f64::from(((value - mean) / sd).clamp(-MOST, MOST)),
        })
    }

    /// The regressors: 1, the context, and the context times the clock.
    fn spread(&self, context: &[f32], row: &mut Vec<f64>) {
        row.clear();
        row.push(1.0);
        row.extend(self.places(context));
        if let Some(clock) = self.clock {
            let left = row[1 + clock];
            row.extend_from_within(1..);
            row[1 + self.mean.len()..].iter_mut().for_each(|value| *value *= left);
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

    /// Discounts the earlier games, adds more, and fits again.
    pub fn fit<'s>(&mut self, more: impl Iterator<Item = &'s Sums>) {
        self.squares.iter_mut().chain(&mut self.products).for_each(|sum| *sum *= MEMORY);
        for sums in more {
            self.squares.iter_mut().zip(&sums.squares).for_each(|(sum, more)| *sum += more);
            self.products.iter_mut().zip(&sums.products).for_each(|(sum, more)| *sum += more);
        }
        self.solve();
    }

    /// Solves the normal equations by Cholesky decomposition.
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
    fn what_is_linear_in_features_and_their_products_with_the_clock_is_found() {
        let outcome =
            |context: &[f32]| 0.5 + f64::from(context[0]) - 2.0 * f64::from(context[0] * context[1]);
        let contexts: Vec<[f32; 3]> =
            (0..200).map(|at| [(at % 7) as f32 - 2.0, (at % 5) as f32 / 2.0 - 1.0, 3.0]).collect();
        for clock in [0, 1] {
            let mut critic = Critic::new(vec![1.0, 0.0, 3.0], vec![2.0, 1.0, 0.0], Some(clock));
            let mut sums = critic.sums();
            contexts.iter().for_each(|context| critic.note(context, outcome(context), &mut sums));
            for _ in 0..20 {
                critic.fit(std::iter::once(&sums));
            }
            for context in &contexts {
                let value = critic.value(context, &mut Vec::new());
                assert!((value - outcome(context)).abs() < 0.05, "{clock}, {context:?}: {value}");
            }
        }
    }
}
