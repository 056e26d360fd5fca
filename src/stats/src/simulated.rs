//! Helpers for tests of intervals over a few repeats or members.

use sim_engine::luck::Stream;
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

pub fn normal_law(mut stream: Stream) -> impl FnMut() -> f64 {
    move || {
        let radius = (-2.0 * libm::log(1.0 - stream.unit())).sqrt();
        radius * libm::cos(std::f64::consts::TAU * stream.unit())
    }
}

/// The probability that an interval around the mean of `count` normal values holds the truth. The mean has the
/// standard error `error`. The half-width depends on the variance found, as a multiple of the true one. Mean and
/// variance are independent, so this is an integral over the chi-square distribution of the variance.
pub fn coverage(count: usize, error: f64, half_width: impl Fn(f64) -> f64) -> f64 {
    let degrees = count as f64 - 1.0;
    let (law, normal) = (ChiSquared::new(degrees).unwrap(), Normal::standard());
    let steps = 1000;
    let coverage_at = |step: usize| {
        let chi = law.inverse_cdf((step as f64 + 0.5) / steps as f64) / degrees;
        2.0 * normal.cdf(half_width(chi) / error) - 1.0
    };
    (0..steps).map(coverage_at).sum::<f64>() / steps as f64
}
