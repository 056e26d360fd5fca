//! Means of rare events, whose intervals are lopsided.

use super::estimate::{Interval, chi_square_quantile};

/// From this many deals with an event on, Student's interval holds too.
pub const MANY: u64 = 100;
/// With no event in n deals, at most this over n of all deals have one, at 95 % (the rule of three).
pub const NEVER: f64 = 2.995_732_273_553_991;

/// A 95 % interval for the mean of events that are counted, by its standard error.
pub fn interval(mean: f64, standard_error: f64) -> Option<Interval> {
    // The mean as if it were a count of events of equal weight.
    let weight = standard_error * standard_error / mean;
    let events = mean / weight;
    let end =
        |probability: f64, degrees: f64| chi_square_quantile(probability, degrees).map(|x| x / 2.0 * weight);
    Some(Interval { low: end(0.025, 2.0 * events)?, high: end(0.975, 2.0 * events + 2.0)? })
}
