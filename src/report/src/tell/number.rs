use sim_engine::text::people;
use sim_lab::figure::Unit;
use sim_stats::{Estimate, Interval};

/// A share in percent with its interval; empty where there is none.
pub fn share(share: &Estimate) -> String {
    number(&share.scaled(100.0), 1)
}

/// A number with its interval, with so many decimals or more; empty where there is none.
pub fn number(estimate: &Estimate, least: usize) -> String {
    told(estimate, least, people::fixed).unwrap_or_default()
}

/// A difference of shares in percentage points: see [`difference`].
pub fn points(estimate: &Estimate) -> String {
    difference(&estimate.scaled(100.0))
}

/// A difference in the objective: in percentage points of win rate, or in points of the game to a hundredth.
pub fn gain(estimate: &Estimate, unit: Unit) -> String {
    match unit {
        Unit::Share => points(estimate),
        _ => told(estimate, 2, people::signed).unwrap_or_else(|| estimate.note.to_owned()),
    }
}

/// A difference with its interval, `+` above nothing; where there is none, why.
pub fn difference(estimate: &Estimate) -> String {
    told(estimate, 1, people::signed).unwrap_or_else(|| estimate.note.to_owned())
}

/// Both ends of a difference.
pub fn range(ends: Interval, places: usize) -> String {
    format!("{} to {}", people::signed(ends.low, places), people::signed(ends.high, places))
}

/// With half the width of its interval or, where that is lopsided, both ends.
fn told(estimate: &Estimate, least: usize, form: fn(f64, usize) -> String) -> Option<String> {
    let ends = estimate.interval.map(|ends| (ends.low, ends.high));
    let (value, error) = people::within(estimate.value?, ends, least, form);
    Some((value + &error).replace('\u{a0}', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_as_many_digits_as_its_error_lets_it() {
        let interval = Some(Interval { low: 0.25, high: 0.35 });
        let known = Estimate { value: Some(0.3), interval, ..Estimate::MISSING };
        assert_eq!(share(&known), "30.0 ± 5.0");
        assert_eq!(share(&Estimate { interval: None, ..known }), "30.0");
        assert_eq!(share(&Estimate::MISSING), "");
    }

    #[test]
    fn a_lopsided_interval_has_both_ends() {
        let known = |value, low, high| {
            let interval = Some(Interval { low, high });
            Estimate { value: Some(value), interval, ..Estimate::MISSING }
        };
        // 58 of 60, and Wilson's interval.
        assert_eq!(share(&known(0.967, 0.881, 0.991)), "96.7 (88.1 to 99.1)");
        assert_eq!(points(&known(0.02, 0.019, 0.06)), "+2.0 (+1.9 to +6.0)");
        assert_eq!(number(&known(585.0, 348.0, 818.0), 0), "585 ± 235");
    }
}
