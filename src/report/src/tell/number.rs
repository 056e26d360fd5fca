use sim_engine::text::people;
use sim_stats::Estimate;

/// A share in percent, with half the width of its interval; empty where there is none.
pub fn share(share: &Estimate) -> String {
    let Some(value) = share.value else { return String::new() };
    let half = share.half_width().map(|half| half * 100.0);
    let places = people::decimals(half, 1);
    let error = half.map_or(String::new(), |half| format!(" ± {}", people::fixed(half, places)));
    format!("{}{error}", people::fixed(value * 100.0, places))
}

/// A difference of shares in percentage points: see [`difference`].
pub fn points(estimate: &Estimate) -> String {
    difference(&estimate.scaled(100.0))
}

/// A difference with half the width of its interval, `+` above nothing; where there is none, why.
pub fn difference(estimate: &Estimate) -> String {
    let Some(value) = estimate.value else { return estimate.note.to_owned() };
    let places = people::decimals(estimate.half_width(), 1);
    let half =
        estimate.half_width().map_or(String::new(), |half| format!(" ± {}", people::fixed(half, places)));
    let sign = if value > 0.0 { "+" } else { "" };
    format!("{sign}{}{half}", people::fixed(value, places))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_stats::Interval;

    #[test]
    fn a_share_has_as_many_digits_as_its_error_lets_it() {
        let interval = Some(Interval { low: 0.25, high: 0.35 });
        let known = Estimate { value: Some(0.3), interval, ..Estimate::MISSING };
        assert_eq!(share(&known), "30.0 ± 5.0");
        assert_eq!(share(&Estimate { interval: None, ..known }), "30.0");
        assert_eq!(share(&Estimate::MISSING), "");
    }
}
