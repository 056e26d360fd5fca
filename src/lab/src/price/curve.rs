//! The price at which a component would be worth as much as the median of its kind: estimates it from the prices
//! tried so far, and chooses the next price to try.
//!
//! Worth falls as the price rises. Between two tried prices, worth and the ends of its interval are interpolated
//! linearly; beyond the outermost prices nothing is known.

use std::fmt;

use sim_engine::settings::Price;
use sim_stats::{Estimate, Interval};

/// Distance of the first trial from the current price, as a fraction of it.
const FIRST: f64 = 0.3;
/// The next trial aims at a worth this many half widths beyond the median, so that two trials enclose the fair price.
const BEYOND: f64 = 1.5;
/// Maximum distance of a trial from the current price, as a multiple of the previous trial's distance.
const FURTHEST: f64 = 3.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trial {
    pub price: i64,
    /// Worth at this price minus that of the median of the others of its kind: a difference in win rate, or in
    /// points.
    pub beyond: Estimate,
}

/// The price at which a component would be worth as much as the median of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FairPrice {
    /// None if no two tried prices enclose it.
    pub price: Option<f64>,
    /// Lower end of its interval, rounded down to a whole price; none if it may lie below the tried prices.
    pub low: Option<i64>,
    /// Upper end, rounded up to a whole price; none if it may lie above the tried prices.
    pub high: Option<i64>,
}

/// The price and the range of whole prices that it may be: `15 (13 to 17)`; empty if nothing is known.
impl fmt::Display for FairPrice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = match (self.low, self.high) {
            (Some(low), Some(high)) if low == high => String::new(),
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("{low} or more"),
            (None, Some(high)) => format!("{high} or less"),
            (None, None) => String::new(),
        };
        match self.price {
            Some(price) if range.is_empty() => write!(f, "{price:.0}"),
            Some(price) => write!(f, "{price:.0} ({range})"),
            None => f.write_str(&range),
        }
    }
}

impl Trial {
    /// Worth beyond the median, with its interval; none without an interval.
    fn value_and_interval(&self) -> Option<(f64, Interval)> {
        self.beyond.value.zip(self.beyond.interval)
    }

    /// The side of the median on which the whole interval lies: 1 above, -1 below, 0 if undecided.
    pub fn side(&self) -> i64 {
        match self.beyond.interval {
            Some(ends) if ends.low > 0.0 => 1,
            Some(ends) if ends.high < 0.0 => -1,
            _ => 0,
        }
    }
}

impl FairPrice {
    /// Whether its interval holds a price; false if neither end is known.
    pub fn holds(&self, price: i64) -> bool {
        let is_known = self.low.is_some() || self.high.is_some();
        is_known && self.low.is_none_or(|low| low <= price) && self.high.is_none_or(|high| price <= high)
    }
}

/// The fair price from trials in order of price.
pub fn fair(trials: &[Trial], of: &Price) -> FairPrice {
    let known: Option<Vec<(f64, f64, Interval)>> = trials
        .iter()
        .map(|trial| trial.value_and_interval().map(|(value, ends)| (trial.price as f64, value, ends)))
        .collect();
    let (Some(known), Some(lowest), Some(highest)) = (known, trials.first(), trials.last()) else {
        return FairPrice::default();
    };
    // Where a line that starts above the median crosses it.
    let meets = |at: fn(&(f64, f64, Interval)) -> f64| {
        let pairs = known.windows(2).filter(move |pair| at(&pair[0]) > 0.0 && at(&pair[1]) <= 0.0);
        pairs.map(move |pair| {
            let (above, below) = (at(&pair[0]), at(&pair[1]));
            pair[0].0 + (pair[1].0 - pair[0].0) * above / (above - below)
        })
    };
    let price = meets(|(_, value, _)| *value).next();
    let low = match (lowest.side(), highest.side()) {
        (_, 1) => Some(highest.price + 1).filter(|price| *price <= of.most),
        (1, _) => meets(|(.., ends)| ends.low).next().map(|price| price.floor() as i64),
        (-1, _) => None,
        // No lower price is allowed.
        _ => Some(lowest.price).filter(|price| *price <= of.least),
    };
    let high = match (lowest.side(), highest.side()) {
        (-1, _) => Some(lowest.price - 1).filter(|price| *price >= of.least),
        (_, -1) => meets(|(.., ends)| ends.high).next_back().map(|price| price.ceil() as i64),
        (_, 1) => None,
        _ => Some(highest.price).filter(|price| *price >= of.most),
    };
    FairPrice { price, low, high }
}

/// The most informative price to try next, given trials in order of price. None if nothing is left to try, or if the
/// component is not significantly mispriced at its current price.
pub fn next(trials: &[Trial], of: &Price) -> Option<i64> {
    let now = trials.iter().find(|trial| trial.price == of.value)?;
    let (value, _) = now.value_and_interval()?;
    let side = now.side();
    let far = match side {
        1 => trials.last()?,
        -1 => trials.first()?,
        _ => return None,
    };
    let wanted = if far.price == now.price {
        now.price + side * ((now.price as f64 * FIRST).round() as i64).max(1)
    } else if far.side() == -side {
        // Two trials enclose the fair price: the whole price nearest to where the line crosses the median.
        fair(trials, of).price?.round() as i64
    } else {
        let (there, ends) = far.value_and_interval()?;
        let distance = (far.price - now.price).abs() as f64;
        // Change in worth per unit of price, away from the current price.
        let slope = (value - there) * side as f64 / distance;
        let aim = value.abs() + BEYOND * (ends.high - ends.low) / 2.0;
        let furthest = FURTHEST * distance;
        let steps = if slope > 0.0 { (aim / slope).min(furthest) } else { furthest };
        now.price + side * (steps.round() as i64).max(distance as i64 + 1)
    };
    let wanted = wanted.clamp(of.least, of.most);
    trials.iter().all(|trial| trial.price != wanted).then_some(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::{Luck, Purpose};
    use sim_stats::estimate::Z;

    fn price(value: i64) -> Price {
        Price { path: "cards.x.cost".to_owned(), value, least: 0, most: 60 }
    }

    fn trial(price: i64, value: f64, half: f64) -> Trial {
        let interval = Some(Interval { low: value - half, high: value + half });
        Trial { price, beyond: Estimate { value: Some(value), interval, ..Estimate::MISSING } }
    }

    #[test]
    fn a_fair_price_lies_where_the_line_meets_the_middle() {
        // At 10 it is worth 4 points more than the median, at 20 it is worth 4 less, each ± 2 points.
        let found = fair(&[trial(10, 0.04, 0.02), trial(20, -0.04, 0.02)], &price(10));
        assert_eq!(found, FairPrice { price: Some(15.0), low: Some(12), high: Some(18) });
        // The error is smaller than a step.
        let found = fair(&[trial(10, 0.04, 0.0001), trial(13, -0.05, 0.0001)], &price(10));
        assert_eq!((found.low, found.high), (Some(11), Some(12)));
    }

    #[test]
    fn beyond_what_was_tried_an_interval_is_open() {
        let found = fair(&[trial(10, 0.04, 0.02), trial(20, 0.01, 0.02)], &price(10));
        assert_eq!((found.price, found.low, found.high), (None, Some(16), None));
        let found = fair(&[trial(10, 0.08, 0.02), trial(20, 0.05, 0.02)], &price(10));
        assert_eq!((found.price, found.low, found.high), (None, Some(21), None));
        let found = fair(&[trial(0, -0.01, 0.03), trial(9, -0.05, 0.02)], &price(9));
        assert_eq!(
            (found.price, found.low, found.high),
            (None, Some(0), Some(4)),
            "nothing costs less than 0"
        );
        let found = fair(&[trial(4, -0.06, 0.02), trial(9, -0.09, 0.02)], &price(9));
        assert_eq!((found.price, found.low, found.high), (None, None, Some(3)));
        let found = fair(&[trial(0, -0.06, 0.02), trial(9, -0.09, 0.02)], &price(9));
        assert_eq!(found, FairPrice::default(), "even for nothing it is worth less");
    }

    #[test]
    fn the_next_price_is_on_the_side_of_the_fair_one() {
        let at = |trials: &[Trial], value| next(trials, &price(value));
        assert_eq!(at(&[trial(10, 0.05, 0.02)], 10), Some(13));
        assert_eq!(at(&[trial(10, -0.05, 0.02)], 10), Some(7));
        assert_eq!(at(&[trial(1, 0.05, 0.02)], 1), Some(2));
        assert_eq!(at(&[trial(10, 0.01, 0.02)], 10), None, "it is not known to be off");
        // The worth falls from 5 points by 1 per step of 3: the median is 15 away, and a bit more surely beyond it.
        let two = [trial(10, 0.05, 0.01), trial(13, 0.04, 0.01)];
        assert_eq!(at(&two, 10), Some(19), "no further than three times as far");
        let three = [two[0], two[1], trial(19, 0.02, 0.012)];
        assert_eq!(at(&three, 10), Some(30), "3 points in 9 are 6.8 in 20.4");
        // Between two trials, one surely above the median and one surely below.
        assert_eq!(at(&[trial(10, 0.05, 0.01), trial(20, -0.05, 0.01)], 10), Some(15));
        assert_eq!(at(&[trial(10, 0.05, 0.01), trial(11, -0.05, 0.01)], 10), None, "nothing is left to try");
        // If the worth does not fall, the search goes further.
        assert_eq!(at(&[trial(10, 0.05, 0.01), trial(13, 0.06, 0.01)], 10), Some(19));
        assert_eq!(at(&[trial(58, 0.05, 0.01), trial(60, 0.05, 0.01)], 58), None, "nothing costs more");
    }

    /// Searches prices whose worth falls along a curve. Each trial has an error of its own.
    #[test]
    fn intervals_hold_the_price_at_which_the_truth_meets_the_middle() {
        let (mut held, mut sought, mut closed) = (0, 0, 0);
        for round in 0..2_000_u64 {
            let mut luck = Luck::new(5, round).stream(Purpose::new("test.curve"), 0);
            // Twelve uniform draws add up to a nearly normal variable.
            let mut normal = || (0..12).map(|_| luck.below(10_000) as f64 / 10_000.0).sum::<f64>() - 6.0;
            let (truth, error) = (18.3, 0.008);
            let worth = |price: i64| 0.1 * (libm::exp(-(price as f64 - truth) / 15.0) - 1.0);
            let mut look = |price: i64| trial(price, worth(price) + error * normal(), Z * error);
            let of = price(if round % 2 == 0 { 10 } else { 30 });
            let mut trials = vec![look(of.value)];
            for _ in 0..crate::price::TRIALS {
                let Some(next) = next(&trials, &of) else { break };
                trials.push(look(next));
                trials.sort_by_key(|trial| trial.price);
            }
            if trials.len() == 1 {
                continue;
            }
            let found = fair(&trials, &of);
            sought += 1;
            let is_held = found.low.is_none_or(|low| low as f64 <= truth)
                && found.high.is_none_or(|high| high as f64 >= truth);
            held += u32::from(is_held);
            closed += u32::from(found.low.is_some() && found.high.is_some());
        }
        assert!(sought > 1_900 && closed > sought * 9 / 10, "{sought} sought, {closed} closed");
        assert!(held * 100 >= sought * 95, "{held} of {sought}");
    }
}
