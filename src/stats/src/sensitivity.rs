//! How much a figure hangs on each of many settings: screening by elementary effects (Morris, 1991), and
//! shares of its variance (Sobol; the estimators of Jansen, 1999, and Saltelli et al., 2010).
//!
//! Every value comes from games, and so with noise. What a square of noisy values adds to a share is not
//! taken away by more points: it is kept out by multiplying values from two halves of the deals, which
//! share no luck, in place of squaring one. On Ishigami's function with noise as large as its signal that
//! gives back the true shares, where squares are up to a third too large.

use super::estimate::Z;

/// What changing one setting alone did, at many points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Screened {
    /// Times that it was changed.
    pub n: u64,
    /// Mean effect: what it does on the whole.
    pub mean: f64,
    /// Mean of the size of effects, whichever way they go.
    pub size: f64,
    /// Spread of the effects less that of their noise: what hangs on the other settings. 0 where noise
    /// explains all of it.
    pub spread: f64,
    /// Root of the mean square of the effects less that of their errors: what the setting does at all.
    /// Below 0 where noise explains more than all of it.
    pub strength: f64,
}

/// Reads elementary effects, each with its standard error; none without any.
pub fn screened(effects: &[(f64, f64)]) -> Option<Screened> {
    if effects.is_empty() {
        return None;
    }
    let n = effects.len() as f64;
    let sum = |of: fn(&(f64, f64)) -> f64| effects.iter().map(of).sum::<f64>();
    let mean = sum(|effect| effect.0) / n;
    let noise = sum(|effect| effect.1 * effect.1) / n;
    let square = sum(|effect| effect.0 * effect.0) / n - noise;
    let variance = if effects.len() > 1 {
        effects.iter().map(|effect| (effect.0 - mean).powi(2)).sum::<f64>() / (n - 1.0) - noise
    } else {
        0.0
    };
    Some(Screened {
        n: effects.len() as u64,
        mean,
        size: sum(|effect| effect.0.abs()) / n,
        spread: variance.max(0.0).sqrt(),
        strength: square.abs().sqrt() * square.signum(),
    })
}

/// A value from either half of the deals.
pub type Halves = (f64, f64);

/// A base point of the design, and the values there: `a` and `b` at two points that share no coordinate,
/// `mixed[i]` at the first with coordinate `i` of the second.
#[derive(Debug, Clone, PartialEq)]
pub struct BasePoint {
    pub a: Halves,
    pub b: Halves,
    pub mixed: Vec<Halves>,
}

/// The share of the variance that goes with one setting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Indices {
    /// Its own: what fixing it would take away on average.
    pub first: f64,
    /// Its own and that of all interactions with others: what is left when all others are fixed.
    pub total: f64,
    /// Bootstrap standard errors of both.
    pub first_error: f64,
    pub total_error: f64,
}

/// One-sided 2.5 %.
const RARE: f64 = 0.025;
/// Samples of the bootstrap.
const SAMPLES: u64 = 400;

impl Indices {
    /// Ends of the 95 % interval of the own share, and of the total.
    pub fn intervals(&self) -> [(f64, f64); 2] {
        let ends = |share: f64, error: f64| (share - Z * error, share + Z * error);
        [ends(self.first, self.first_error), ends(self.total, self.total_error)]
    }
}

/// The indices of every setting, and the variance of the figure over the design, the noise taken off;
/// none where that is not surely above 0, so that nothing but noise may have been seen. Errors are those of a bootstrap over
/// base points; `draw` gives a random number below its argument.
pub fn indices(points: &[BasePoint], mut draw: impl FnMut(usize) -> usize) -> Option<(f64, Vec<Indices>)> {
    let all: Vec<usize> = (0..points.len()).collect();
    let (variance, values) = estimate(points, &all)?;
    let mut sums = vec![[0.0; 4]; values.len()];
    let (mut samples, mut empty) = (0.0, 0.0);
    let mut drawn = vec![0; points.len()];
    for _ in 0..SAMPLES {
        drawn.iter_mut().for_each(|at| *at = draw(points.len()));
        let Some((_, values)) = estimate(points, &drawn) else {
            empty += 1.0;
            continue;
        };
        samples += 1.0;
        for (sum, (first, total)) in sums.iter_mut().zip(values) {
            sum[0] += first;
            sum[1] += first * first;
            sum[2] += total;
            sum[3] += total * total;
        }
    }
    let error = |sum: f64, squares: f64| ((squares - sum * sum / samples) / (samples - 1.0)).max(0.0).sqrt();
    let list = values.into_iter().zip(sums).map(|((first, total), sum)| Indices {
        first,
        total,
        first_error: error(sum[0], sum[1]),
        total_error: error(sum[2], sum[3]),
    });
    // Where samples without any variance are not rare, there may be none.
    Some((variance, list.collect())).filter(|_| samples > 1.0 && empty <= RARE * samples)
}

/// Variance, and own and total share of each setting, from the points of these numbers.
fn estimate(points: &[BasePoint], drawn: &[usize]) -> Option<(f64, Vec<(f64, f64)>)> {
    let n = drawn.len() as f64;
    let points = || drawn.iter().map(|&at| &points[at]);
    // The covariance of the halves over all points a and b: noise of one half knows nothing of the other.
    let sum = |of: fn(&BasePoint) -> f64| points().map(of).sum::<f64>();
    let means = (sum(|one| one.a.0 + one.b.0) / (2.0 * n), sum(|one| one.a.1 + one.b.1) / (2.0 * n));
    let covariance = points()
        .map(|one| (one.a.0 - means.0) * (one.a.1 - means.1) + (one.b.0 - means.0) * (one.b.1 - means.1))
        .sum::<f64>()
        / (2.0 * n - 1.0);
    if covariance.is_nan() || covariance <= 0.0 {
        return None;
    }
    let params = points().next()?.mixed.len();
    let shares = (0..params).map(|at| {
        // Each half of one side is multiplied with the other half of the other.
        let total: f64 = points().map(|one| (one.a.0 - one.mixed[at].0) * (one.a.1 - one.mixed[at].1)).sum();
        let first: f64 = points()
            .map(|one| {
                let (b, a, mixed) = (one.b, one.a, one.mixed[at]);
                (b.0 - means.0) * (mixed.1 - a.1) + (b.1 - means.1) * (mixed.0 - a.0)
            })
            .sum();
        (first / (2.0 * n) / covariance, total / (2.0 * n) / covariance)
    });
    Some((covariance, shares.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::luck::{Luck, Purpose, Stream};
    use std::f64::consts::PI;

    /// Ishigami and Homma's function with a = 7 and b = 0.1 on three angles.
    fn ishigami(x: &[f64]) -> f64 {
        x[0].sin() + 7.0 * x[1].sin().powi(2) + 0.1 * x[2].powi(4) * x[0].sin()
    }

    fn normal(stream: &mut Stream) -> f64 {
        (0..12).map(|_| stream.unit()).sum::<f64>() - 6.0
    }

    /// Base points of Ishigami's function, each value with noise of `noise` in either half.
    fn design(count: usize, noise: f64, seed: u64) -> Vec<BasePoint> {
        let mut stream = Luck::new(seed, 0).stream(Purpose::new("test.sensitivity"), 0);
        let mut points = Vec::new();
        for _ in 0..count {
            let mut angles = || -> Vec<f64> { (0..3).map(|_| (2.0 * stream.unit() - 1.0) * PI).collect() };
            let (a, b) = (angles(), angles());
            let mut value = |x: &[f64]| {
                let exact = ishigami(x);
                (exact + noise * normal(&mut stream), exact + noise * normal(&mut stream))
            };
            let mixed = (0..3).map(|at| {
                let mut x = a.clone();
                x[at] = b[at];
                x
            });
            let mixed: Vec<Vec<f64>> = mixed.collect();
            points.push(BasePoint {
                a: value(&a),
                b: value(&b),
                mixed: mixed.iter().map(|x| value(x)).collect(),
            });
        }
        points
    }

    #[test]
    fn shares_of_a_known_function_come_back_out_of_noise_as_large_as_its_signal() {
        // Published: first-order .314, .442, 0; total .558, .442, .244.
        let truth = [(0.3139, 0.5576), (0.4424, 0.4424), (0.0, 0.2437)];
        let spread = 3.72;
        let runs = 40;
        let mut sums = [[0.0_f64; 4]; 3];
        for seed in 0..runs {
            let mut stream = Luck::new(seed, 1).stream(Purpose::new("test.bootstrap"), 0);
            let (_, list) = indices(&design(1500, spread, seed), |n| stream.index(n)).unwrap();
            for (sum, one) in sums.iter_mut().zip(&list) {
                sum[0] += one.first;
                sum[1] += one.total;
                sum[2] += one.first_error.powi(2);
                sum[3] += one.total_error.powi(2);
            }
        }
        for (at, (sum, (first, total))) in sums.iter().zip(truth).enumerate() {
            let n = f64::from(runs as u32);
            let errors = [2, 3].map(|at: usize| (sum[at] / n / n).sqrt());
            // The mean of the runs is within three of its standard errors.
            assert!((sum[0] / n - first).abs() < 3.0 * errors[0], "own share of {at}: {}", sum[0] / n);
            assert!((sum[1] / n - total).abs() < 3.0 * errors[1], "total of {at}: {}", sum[1] / n);
        }
    }

    #[test]
    fn a_figure_that_never_moves_has_no_shares() {
        let flat = BasePoint { a: (1.0, 1.0), b: (1.0, 1.0), mixed: vec![(1.0, 1.0)] };
        assert_eq!(indices(&[flat.clone(), flat.clone()], |_| 0), None);
        assert_eq!(indices(&[], |_| 0), None);
        assert_eq!(indices(&[flat], |_| 0), None);
    }

    #[test]
    fn a_figure_that_is_nothing_but_noise_has_no_shares() {
        let mut found = 0;
        for seed in 0..200 {
            let mut stream = Luck::new(seed, 0).stream(Purpose::new("test.noise"), 0);
            let mut halves = || (normal(&mut stream), normal(&mut stream));
            let points: Vec<BasePoint> = (0..60)
                .map(|_| BasePoint { a: halves(), b: halves(), mixed: vec![halves(), halves()] })
                .collect();
            let mut stream = Luck::new(seed, 1).stream(Purpose::new("test.bootstrap"), 0);
            found += u32::from(indices(&points, |n| stream.index(n)).is_some());
        }
        // 2.5 % of 200 are 5, with a standard deviation of 2.2.
        assert!(found <= 12, "{found} of 200");
    }

    #[test]
    fn the_noise_of_an_inert_parameter_is_not_its_strength() {
        let mut stream = Luck::new(4, 0).stream(Purpose::new("test.screening"), 0);
        let effects: Vec<(f64, f64)> = (0..4000).map(|_| (normal(&mut stream), 1.0)).collect();
        let inert = screened(&effects).unwrap();
        // The mean size of a standard normal is .798; its square less its noise is nothing.
        assert!((inert.size - 0.798).abs() < 0.03, "{inert:?}");
        assert!(inert.strength.abs() < 0.3 && inert.spread < 0.3 && inert.mean.abs() < 0.05, "{inert:?}");
        // Effects of +2 and -2 in turn: no mean, a spread of 2.
        let turning: Vec<(f64, f64)> =
            (0..100).map(|at| (if at % 2 == 0 { 2.0 } else { -2.0 }, 0.0)).collect();
        let turning = screened(&turning).unwrap();
        assert_eq!((turning.mean, turning.size, turning.strength), (0.0, 2.0, 2.0));
        assert!((turning.spread - 2.0).abs() < 0.02);
        assert_eq!(screened(&[]), None);
        assert_eq!(screened(&[(1.0, 0.5)]).unwrap().spread, 0.0);
    }
}
