//! An evolution strategy that adapts its search distribution.
//!
//! This is the matrix adaptation evolution strategy (Beyer and Sendhoff 2017, "Simplify your covariance
//! matrix adaptation evolution strategy", IEEE Transactions on Evolutionary Computation 21, 746-759): CMA-ES
//! without its covariance matrix, hence without eigenvalues. Points are drawn around a mean; the mean moves to
//! the better half of them, weighted by rank. Only ranks count, so that a win rate needs no scale, and an
//! average over many good points is less misled by luck than the best of them.

use serde::{Deserialize, Serialize};

use sim_engine::{Luck, Purpose, luck::Stream};

const DRAW: Purpose = Purpose::new("tune.draw");

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evolution {
    pub mean: Vec<f64>,
    /// Step size: the spread of points around the mean along each axis.
    pub sigma: f64,
    /// Evolution path of the mean; a standard normal point if the mean does not drift.
    path: Vec<f64>,
    /// Row-major matrix that transforms standard normal draws to steps.
    matrix: Vec<f64>,
}

/// The weights and rates of the paper's table, which follow from the dimensions and the population.
struct Rates {
    weights: Vec<f64>,
    /// Effective number of parents: the number of equal weights with the same variance of the mean.
    mass: f64,
    path: f64,
    rank_one: f64,
    rank_mass: f64,
    damping: f64,
}

impl Rates {
    fn new(dimensions: usize, population: usize) -> Rates {
        let n = dimensions as f64;
        let parents = population / 2;
        let half = (population as f64 + 1.0) / 2.0;
        let raw: Vec<f64> = (1..=parents).map(|rank| libm::log(half) - libm::log(rank as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mass = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let path = (mass + 2.0) / (n + mass + 5.0);
        let rank_one = 2.0 / ((n + 1.3) * (n + 1.3) + mass);
        let rank_mass = 2.0 * (mass + 1.0 / mass - 2.0) / ((n + 2.0) * (n + 2.0) + mass);
        let damping = 1.0 + path + 2.0 * (((mass - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0);
        Rates { weights, mass, path, rank_one, rank_mass: rank_mass.min(1.0 - rank_one), damping }
    }
}

/// Points per generation in this many dimensions (Hansen's default).
pub fn population(dimensions: usize) -> usize {
    4 + libm::floor(3.0 * libm::log(dimensions as f64)) as usize
}

impl Evolution {
    pub fn new(mean: Vec<f64>, sigma: f64) -> Evolution {
        let n = mean.len();
        let matrix = (0..n * n).map(|at| f64::from(u8::from(at / n == at % n))).collect();
        Evolution { mean, sigma, path: vec![0.0; n], matrix }
    }

    /// Standard normal draws for a population, from a random stream of their own.
    pub fn draws(&self, seed: u64, generation: u64, count: usize) -> Vec<Vec<f64>> {
        let luck = Luck::new(seed, generation);
        let draw = |at| {
            let mut stream = luck.stream(DRAW, at as u64);
            self.mean.iter().map(|_| normal(&mut stream)).collect()
        };
        (0..count).map(draw).collect()
    }

    pub fn point(&self, draw: &[f64]) -> Vec<f64> {
        let step = self.stretched(draw);
        self.mean.iter().zip(step).map(|(mean, step)| mean + self.sigma * step).collect()
    }

    /// Moves towards the better points of a generation. `ranked` holds their draws, the best first; `count` is the
    /// population size.
    pub fn learn(&mut self, ranked: &[&[f64]], count: usize) {
        let n = self.mean.len();
        let rates = Rates::new(n, count);
        let parents = || rates.weights.iter().zip(ranked);
        let mut centre = vec![0.0; n];
        for (weight, draw) in parents() {
            centre.iter_mut().zip(*draw).for_each(|(centre, value)| *centre += weight * value);
        }
        let step = self.stretched(&centre);
        for (mean, step) in self.mean.iter_mut().zip(step) {
            *mean += self.sigma * step;
        }
        let gain = (rates.mass * rates.path * (2.0 - rates.path)).sqrt();
        for (path, centre) in self.path.iter_mut().zip(&centre) {
            *path = (1.0 - rates.path) * *path + gain * centre;
        }
        // M <- M (I + c1/2 (s s' - I) + cw/2 (sum of w z z' - I)), row by row.
        let keep = 1.0 - (rates.rank_one + rates.rank_mass) / 2.0;
        let product = |row: &[f64], other: &[f64]| -> f64 { row.iter().zip(other).map(|(a, b)| a * b).sum() };
        for row in self.matrix.chunks_exact_mut(n) {
            let along = product(row, &self.path);
            let along_draws: Vec<f64> = parents().map(|(weight, draw)| weight * product(row, draw)).collect();
            for (at, cell) in row.iter_mut().enumerate() {
                let draws: f64 = along_draws.iter().zip(ranked).map(|(along, draw)| along * draw[at]).sum();
                *cell = keep * *cell
                    + rates.rank_one / 2.0 * along * self.path[at]
                    + rates.rank_mass / 2.0 * draws;
            }
        }
        let n = n as f64;
        let usual = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        let length = product(&self.path, &self.path).sqrt();
        let growth = rates.path / rates.damping * (length / usual - 1.0);
        // Steps longer than the ranges are wide find nothing new.
        self.sigma = (self.sigma * libm::exp(growth)).clamp(1e-6, 1.0);
    }

    /// Takes longer steps: if all points play alike, they lie too close.
    pub fn widen(&mut self) {
        self.sigma = (self.sigma * 1.5).min(0.5);
    }

    fn stretched(&self, draw: &[f64]) -> Vec<f64> {
        let rows = self.matrix.chunks_exact(self.mean.len());
        rows.map(|row| row.iter().zip(draw).map(|(a, b)| a * b).sum()).collect()
    }
}

/// A standard normal number (Box and Muller 1958).
fn normal(stream: &mut Stream) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - stream.unit())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * stream.unit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(draws: &[Vec<f64>], worth: impl Fn(&[f64]) -> f64) -> Vec<&[f64]> {
        let mut order: Vec<&[f64]> = draws.iter().map(Vec::as_slice).collect();
        order.sort_by(|one, other| worth(one).total_cmp(&worth(other)));
        order
    }

    fn minimised(n: usize, generations: u64, loss: impl Fn(&[f64]) -> f64) -> Evolution {
        let mut evolution = Evolution::new(vec![0.3; n], 0.1);
        let count = population(n);
        for generation in 0..generations {
            let draws = evolution.draws(7, generation, count);
            let order = ranked(&draws, |draw| loss(&evolution.point(draw)));
            evolution.learn(&order, count);
        }
        evolution
    }

    #[test]
    fn it_finds_the_bottom_of_a_bowl_and_of_a_long_valley() {
        let bowl = |point: &[f64]| point.iter().map(|x| (x - 0.7).powi(2)).sum();
        assert!(bowl(&minimised(10, 200, bowl).mean) < 1e-9);
        // A rotated ellipsoid whose axes differ a thousandfold: only a learned covariance matrix reaches its bottom.
        let valley = |point: &[f64]| -> f64 {
            let (sum, difference) = (point[0] + point[1] - 1.2, point[0] - point[1] - 0.1);
            1e6 * sum * sum + difference * difference
        };
        // The start is at 360,000.
        assert!(valley(&minimised(2, 200, valley).mean) < 1e-5);
    }

    #[test]
    fn a_bottom_beyond_a_wall_is_sought_at_the_wall() {
        let outside = |point: &[f64]| (point[0] - 2.0).powi(2) + (point[1] - 0.5).powi(2);
        // Reflects points beyond the wall, as a search does.
        let turned = |point: &[f64]| outside(&[1.0 - (point[0] - 1.0).abs(), point[1]]);
        let mean = minimised(2, 150, turned).mean;
        assert!(mean[0] > 0.9 && (mean[1] - 0.5).abs() < 1e-3, "{mean:?}");
    }

    #[test]
    fn draws_are_standard_normal_and_follow_from_seed_and_generation() {
        let evolution = Evolution::new(vec![0.5; 50], 0.1);
        let draws: Vec<f64> = evolution.draws(1, 2, 400).concat();
        let n = draws.len() as f64;
        let mean = draws.iter().sum::<f64>() / n;
        let variance = draws.iter().map(|x| x * x).sum::<f64>() / n;
        let beyond = draws.iter().filter(|x| x.abs() > 1.96).count() as f64 / n;
        // 20,000 draws: standard errors of .007, .01 and .0015.
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.04 && (beyond - 0.05).abs() < 0.006);
        assert_eq!(evolution.draws(1, 2, 3), evolution.draws(1, 2, 4)[..3]);
        assert_ne!(evolution.draws(1, 2, 1), evolution.draws(1, 3, 1));
    }
}
