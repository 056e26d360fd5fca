//! A hidden layer of a decision, which adds a nonlinear part to its logits.
//!
//! A unit is a weighted sum of inputs, cut off below 0 (a rectified linear unit). The logit of a candidate gains
//! the weighted sum of the units. Inputs are standardized like terms. Context inputs are the same for all
//! candidates of a decision and are added up once.
//!
//! All sums use 32-bit floats in eight lanes, in a fixed order and without fused operations. So every machine
//! computes the same bits.

use serde::{Deserialize, Serialize};
use wide::f32x8;

use crate::formula::compile::Scale;

pub type Lanes = f32x8;
/// Units computed at a time.
pub const LANES: usize = 8;
/// The most units of a layer, a multiple of [`LANES`].
pub const MAX_UNITS: usize = 64;

/// The inputs of a layer, and its number of units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NetworkShape {
    /// Number of inputs that differ between candidates.
    pub own: usize,
    /// Context features that are inputs, by index.
    pub context: Vec<(usize, Scale)>,
    /// 8 to [`MAX_UNITS`], a multiple of [`LANES`].
    pub units: usize,
}

/// A layer with its weights. Each row has one weight per unit: the biases, the inputs of the candidate, the
/// inputs of the context, and the outputs.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    shape: NetworkShape,
    /// Row by row, [`NetworkShape::blocks`] blocks each.
    rows: Vec<Lanes>,
}

impl NetworkShape {
    /// Whether a layer can have this number of units.
    pub fn fits(units: usize) -> bool {
        units > 0 && units <= MAX_UNITS && units.is_multiple_of(LANES)
    }

    pub fn blocks(&self) -> usize {
        self.units / LANES
    }

    pub fn inputs(&self) -> usize {
        self.own + self.context.len()
    }

    /// The number of weights, biases and outputs included.
    pub fn weights(&self) -> usize {
        (self.inputs() + 2) * self.units
    }

    /// A gradient of the weights, all 0.
    pub fn zeros(&self) -> Vec<Lanes> {
        vec![Lanes::ZERO; self.weights() / LANES]
    }
}

impl Network {
    /// Takes weights in the order of [`Network`], row by row; missing ones are 0.
    pub fn new(shape: NetworkShape, weights: impl IntoIterator<Item = f32>) -> Network {
        let mut weights = weights.into_iter();
        let block = |_| Lanes::new(std::array::from_fn(|_| weights.next().unwrap_or(0.0)));
        let rows = (0..shape.weights() / LANES).map(block).collect();
        Network { shape, rows }
    }

    pub fn shape(&self) -> &NetworkShape {
        &self.shape
    }

    /// All weights, in the order of [`Network::new`].
    pub fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        self.rows.iter().flat_map(|block| block.to_array())
    }

    /// The weights of one row, by unit: the bias, the inputs, then the outputs.
    pub fn row(&self, at: usize) -> impl Iterator<Item = f32> + '_ {
        self.blocks_of(at).iter().flat_map(|block| block.to_array())
    }

    #[inline(always)]
    fn blocks_of(&self, row: usize) -> &[Lanes] {
        let blocks = self.shape.blocks();
        &self.rows[row * blocks..(row + 1) * blocks]
    }

    fn outputs(&self) -> &[Lanes] {
        self.blocks_of(1 + self.shape.inputs())
    }

    /// The network with its output weights multiplied by `by`.
    #[must_use]
    pub fn scaled(&self, by: f32) -> Network {
        let mut scaled = self.clone();
        let first = scaled.rows.len() - self.shape.blocks();
        scaled.rows[first..].iter_mut().for_each(|block| *block *= Lanes::splat(by));
        scaled
    }

    /// Fills `base` with the shared sums: biases and context inputs. `value` gives a context feature by index.
    #[inline]
    pub fn begin(&self, value: impl Fn(usize) -> f64, base: &mut Vec<Lanes>) {
        base.clear();
        base.extend_from_slice(self.blocks_of(0));
        for (at, (feature, scale)) in self.shape.context.iter().enumerate() {
            self.add(1 + self.shape.own + at, placed(value(*feature), *scale), base);
        }
    }

    /// Adds an input of the candidate to the sums of its units.
    #[inline(always)]
    pub fn add_input(&self, input: usize, value: f32, sums: &mut [Lanes]) {
        self.add(1 + input, value, sums);
    }

    #[inline(always)]
    fn add(&self, row: usize, value: f32, sums: &mut [Lanes]) {
        let value = Lanes::splat(value);
        sums.iter_mut().zip(self.blocks_of(row)).for_each(|(sum, weights)| *sum += value * *weights);
    }

    /// The contribution of the units to the logit.
    #[inline(always)]
    pub fn output(&self, sums: &[Lanes]) -> f64 {
        let mut total = Lanes::ZERO;
        for (sum, weights) in sums.iter().zip(self.outputs()) {
            total += sum.fast_max(Lanes::ZERO) * *weights;
        }
        let [a, b, c, d, e, f, g, h] = total.to_array();
        f64::from((a + e) + (b + f) + ((c + g) + (d + h)))
    }

    /// Computes the sums of a candidate's units from the shared sums and its inputs.
    #[inline]
    pub fn sums(&self, base: &[Lanes], inputs: &[f32], sums: &mut [Lanes]) {
        sums.copy_from_slice(base);
        inputs.iter().enumerate().for_each(|(at, &value)| self.add_input(at, value, sums));
    }

    /// A candidate's output, and its loss with one input at its mean (occlusion), by input in row order.
    pub fn occlusions(&self, inputs: &[f32], context: impl Fn(usize) -> f64) -> (f64, Vec<f64>) {
        let context = self.shape.context.iter().map(|(feature, scale)| placed(context(*feature), *scale));
        let values: Vec<f32> = inputs.iter().copied().chain(context).collect();
        let mut sums = self.blocks_of(0).to_vec();
        // The same order as in play: the context first.
        let order = (self.shape.own..values.len()).chain(0..self.shape.own);
        order.for_each(|at| self.add(1 + at, values[at], &mut sums));
        let whole = self.output(&sums);
        let mut without = sums.clone();
        let mut lost = |(at, value): (usize, &f32)| {
            without.copy_from_slice(&sums);
            self.add(1 + at, -value, &mut without);
            whole - self.output(&without)
        };
        (whole, values.iter().enumerate().map(&mut lost).collect())
    }

    /// Adds `by` times the gradient of a candidate's output to `gradient`. `shared` collects the gradient of the
    /// biases and of the context for all candidates.
    #[inline]
    pub fn backward(
        &self,
        (sums, inputs): (&[Lanes], &[f32]),
        by: f32,
        gradient: &mut [Lanes],
        shared: &mut [Lanes],
    ) {
        let blocks = self.shape.blocks();
        let last = gradient.len() - blocks;
        let by = Lanes::splat(by);
        for (block, (&sum, &weights)) in sums.iter().zip(self.outputs()).enumerate() {
            gradient[last + block] += sum.fast_max(Lanes::ZERO) * by;
            let moved = sum.simd_gt(Lanes::ZERO).bitselect(weights * by, Lanes::ZERO);
            shared[block] += moved;
            for (at, &value) in inputs.iter().enumerate() {
                gradient[(1 + at) * blocks + block] += Lanes::splat(value) * moved;
            }
        }
    }

    /// Adds the gradient that `shared` collected over a decision to the biases and the context weights.
    pub fn backward_shared(&self, value: impl Fn(usize) -> f64, shared: &[Lanes], gradient: &mut [Lanes]) {
        let blocks = self.shape.blocks();
        for (block, &moved) in shared.iter().enumerate() {
            gradient[block] += moved;
            for (at, (feature, scale)) in self.shape.context.iter().enumerate() {
                let value = Lanes::splat(placed(value(*feature), *scale));
                gradient[(1 + self.shape.own + at) * blocks + block] += value * moved;
            }
        }
    }
}

/// Standardizes an input; NaN counts as the mean.
#[inline(always)]
pub fn placed(value: f64, scale: Scale) -> f32 {
    if value.is_nan() { 0.0 } else { scale.place(value) as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape() -> NetworkShape {
        NetworkShape { own: 2, context: vec![(1, Scale { mean: 1.0, sd: 2.0 })], units: 8 }
    }

    fn output(network: &Network, inputs: [f32; 2], context: &[f64]) -> f64 {
        let mut base = Vec::new();
        network.begin(|at| context[at], &mut base);
        let mut sums = base.clone();
        network.sums(&base, &inputs, &mut sums);
        network.output(&sums)
    }

    #[test]
    fn units_are_sums_cut_off_below_0() {
        // Unit 0: 0.5 + 1 x - 2 y + 3 c; unit 1: -1 + x. All other units have weights of 0.
        let rows = [[0.5, -1.0], [1.0, 1.0], [-2.0, 0.0], [3.0, 0.0], [2.0, 10.0]];
        let weights = rows.iter().flat_map(|row| (0..8).map(move |at| row.get(at).copied().unwrap_or(0.0)));
        let network = Network::new(shape(), weights);
        // The context is 3, one standard deviation above its mean: 0.5 + 1.5 - 1 + 3 = 4, and 0.5.
        assert_eq!(output(&network, [1.5, 0.5], &[9.0, 3.0]), 2.0 * 4.0 + 10.0 * 0.5);
        // Both units are below 0.
        assert_eq!(output(&network, [-4.0, 0.0], &[9.0, 1.0]), 0.0);
        // NaN counts as the mean.
        assert_eq!(output(&network, [0.0, 0.0], &[9.0, f64::NAN]), 1.0);
        assert_eq!(output(&network.scaled(2.0), [1.5, 0.5], &[9.0, 3.0]), 26.0);
        // With the context at its mean, unit 0 is 1 and unit 1 is unchanged.
        let (whole, lost) = network.occlusions(&[1.5, 0.5], |at| [9.0, 3.0][at]);
        assert_eq!((whole, lost[2]), (13.0, 6.0));
        assert_eq!(network.row(4).take(2).collect::<Vec<_>>(), [2.0, 10.0]);
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let weight = |at: usize| ((at * 37 % 23) as f32 - 11.0) / 16.0;
        let weights: Vec<f32> = (0..shape().weights()).map(weight).collect();
        let (inputs, context) = ([0.75, -1.25], [0.0, 2.5]);
        let network = Network::new(shape(), weights.iter().copied());
        let mut base = Vec::new();
        network.begin(|at| context[at], &mut base);
        let (mut sums, mut gradient, mut shared) = (base.clone(), shape().zeros(), base.clone());
        shared.fill(Lanes::ZERO);
        network.sums(&base, &inputs, &mut sums);
        network.backward((&sums, &inputs), 1.5, &mut gradient, &mut shared);
        network.backward_shared(|at| context[at], &shared, &mut gradient);
        let found = Network { shape: shape(), rows: gradient };
        for (at, found) in found.weights().enumerate() {
            let moved = |by: f32| {
                let moved = weights.iter().enumerate();
                let moved = moved.map(|(place, &weight)| if place == at { weight + by } else { weight });
                output(&Network::new(shape(), moved), inputs, &context)
            };
            let step = 1.0 / 256.0;
            let expected = 1.5 * (moved(step) - moved(-step)) / f64::from(2.0 * step);
            assert!((f64::from(found) - expected).abs() < 1e-3, "{at}: {found} {expected}");
        }
    }
}
