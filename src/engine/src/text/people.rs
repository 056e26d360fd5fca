//! Numbers formatted for people; tables hold the exact numbers.
//!
//! A value, its unit and its error are joined by non-breaking spaces.

/// The maximum number of decimals: more is noise to a reader.
const MOST_DECIMALS: usize = 4;

/// A number with fixed decimals, a true minus sign, and no negative zero.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|c| matches!(c, '0' | '.')) => digits.to_owned(),
        Some(digits) => format!("−{digits}"),
        None => text,
    }
}

/// A number with a plus sign if it is positive.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    if value > 0.0 { format!("+{text}") } else { text }
}

/// A whole number with commas between thousands.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A whole number and its noun: `1 game`, `2 games`.
pub fn counted(value: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(value), if value == 1 { one } else { many })
}

/// The number of changed values of a game: `1 value changed from the default`.
pub fn off_default(values: usize) -> String {
    format!("{} changed from the default", counted(values as u64, "value", "values"))
}

/// The fewest decimals, at least `least`, at which a half-width does not round to 0.
pub fn decimals(half_width: Option<f64>, least: usize) -> usize {
    let Some(half) = half_width.filter(|half| *half > 0.0) else { return least };
    (least..MOST_DECIMALS).find(|&places| half * 10f64.powi(places as i32) >= 0.5).unwrap_or(MOST_DECIMALS)
}

/// Whether an interval is so asymmetric around its value that a half-width misleads: its sides differ by more than a
/// tenth of its width.
pub fn is_lopsided(value: f64, low: f64, high: f64) -> bool {
    ((high - value) - (value - low)).abs() > 0.1 * (high - low)
}

/// A value and its error, to put a unit between them. The error is the half-width of the interval or, if that is
/// lopsided, both ends. Numbers have at least `least` decimals, in the form of [`fixed`] or [`signed`].
pub fn within(
    value: f64,
    ends: Option<(f64, f64)>,
    least: usize,
    form: fn(f64, usize) -> String,
) -> (String, String) {
    let half = ends.map(|(low, high)| (high - low) / 2.0);
    let places = decimals(half, least);
    let error = match (ends, half) {
        (Some((low, high)), _) if is_lopsided(value, low, high) => {
            format!("\u{a0}({}\u{a0}to\u{a0}{})", form(low, places), form(high, places))
        }
        (_, Some(half)) => format!("\u{a0}±\u{a0}{}", fixed(half, places)),
        (_, None) => String::new(),
    };
    (form(value, places), error)
}

/// A share in percent with its interval: `58.1 % ± 0.2`, `0.20 % (0.05 to 0.73)`.
pub fn percent_within(share: f64, ends: Option<(f64, f64)>) -> String {
    let ends = ends.map(|(low, high)| (low * 100.0, high * 100.0));
    let (value, error) = within(share * 100.0, ends, 1, fixed);
    format!("{value}\u{a0}%{error}")
}

/// A number with its interval; without one, with about four digits.
pub fn number_within(value: f64, ends: Option<(f64, f64)>) -> String {
    let Some(ends) = ends else { return short(value) };
    let (value, error) = within(value, Some(ends), 2, fixed);
    value + &error
}

/// A share in percent with the half-width of its interval: `58.1 % ± 0.2`.
pub fn percent(share: f64, half_width: Option<f64>) -> String {
    let half = half_width.map(|half| half * 100.0);
    let places = decimals(half, 1);
    match half {
        Some(half) => format!("{}\u{a0}%\u{a0}±\u{a0}{}", fixed(share * 100.0, places), fixed(half, places)),
        None => format!("{}\u{a0}%", fixed(share * 100.0, places)),
    }
}

/// A number with the half-width of its interval; without one, with about four digits.
pub fn number(value: f64, half_width: Option<f64>) -> String {
    match half_width {
        Some(half) => {
            let places = decimals(Some(half), 2);
            format!("{}\u{a0}±\u{a0}{}", fixed(value, places), fixed(half, places))
        }
        None => short(value),
    }
}

/// A number with about four significant digits and no trailing zeros.
pub fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let size = value.abs();
    if size < 5e-5 {
        return format!("{value:.1e}").replace('-', "−");
    }
    let magnitude = libm::floor(libm::log10(size)) as i32;
    let text = fixed(value, (3 - magnitude).clamp(0, 6) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Names in a sentence: `a`, `a and b`, `a, b and c`.
pub fn list(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_follow_the_error() {
        let percent = |share, half| percent(share, half).replace('\u{a0}', " ");
        let number = |value, half| number(value, half).replace('\u{a0}', " ");
        assert_eq!(percent(0.581, Some(0.002)), "58.1 % ± 0.2");
        assert_eq!(percent(0.58123, Some(0.0002)), "58.12 % ± 0.02");
        assert_eq!(percent(1.0, Some(0.0)), "100.0 % ± 0.0");
        assert_eq!(percent(0.5, None), "50.0 %");
        assert_eq!(number(-21.333, Some(0.0012)), "−21.333 ± 0.001");
        assert_eq!(number(21.333, Some(3.0)), "21.33 ± 3.00");
        // A share of a thousand million games.
        assert_eq!(percent(0.508_291_3, Some(3.1e-5)), "50.829 % ± 0.003");
    }

    #[test]
    fn lopsided_intervals_are_told_by_both_ends() {
        let percent = |share, ends| percent_within(share, Some(ends)).replace('\u{a0}', " ");
        assert_eq!(percent(0.0020, (0.0005, 0.0073)), "0.2 % (0.1 to 0.7)");
        assert_eq!(percent(0.581, (0.579, 0.583)), "58.1 % ± 0.2");
        assert_eq!(number_within(0.0, Some((0.0, 0.003))).replace('\u{a0}', " "), "0.000 (0.000 to 0.003)");
        assert_eq!(number_within(12.5, None), "12.5");
        let points = within(-0.4, Some((-0.35, 6.45)), 1, signed);
        assert_eq!(points, ("−0.4".to_owned(), "\u{a0}(−0.3\u{a0}to\u{a0}+6.5)".to_owned()));
    }

    #[test]
    fn short_numbers_keep_four_digits() {
        for (value, text) in [
            (0.0, "0"),
            (12.0, "12"),
            (-0.5, "−0.5"),
            (1234.56, "1235"),
            (0.012346, "0.01235"),
            (1e-7, "1.0e−7"),
        ] {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn nothing_is_negative_zero() {
        assert_eq!(fixed(-0.001, 1), "0.0");
        assert_eq!(signed(0.25, 1), "+0.2");
    }

    #[test]
    fn counts_are_set_in_threes() {
        assert_eq!(count(999), "999");
        assert_eq!(count(1_000_000), "1,000,000");
        assert_eq!(count(1_000_000_000_000), "1,000,000,000,000");
        assert_eq!(counted(1, "game", "games"), "1 game");
    }

    #[test]
    fn names_make_a_sentence() {
        let names: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!([list(&names[..1]), list(&names[..2]), list(&names)], ["a", "a and b", "a, b and c"]);
    }
}
