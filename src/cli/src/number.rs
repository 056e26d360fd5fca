//! Counts as people type them: `1e6`, `1_000_000`, `250k`, `1.5M`.

use std::time::Duration;

use sim_engine::text::people;
use sim_lab::{
    experiment::{Precision, Shard},
    tables::verdict::Tolerance,
};

/// The most games of one run: beyond it sums could leave their range.
pub const MAX_GAMES: u64 = 1_000_000_000_000;

/// The most games where a precision is asked for and no number.
pub use sim_lab::effort::MOST_GAMES;

/// The most threads of one run: far more than any machine has cores.
pub const MAX_THREADS: u64 = 1024;

/// How a large number is written.
const FORMS: &str = "write 1000000, 1e6, 1_000_000 or 250k";

/// What is wrong with a number, and the way out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NumberError {
    pub message: String,
    pub help: String,
}

impl NumberError {
    pub fn new(message: impl Into<String>, help: &str) -> NumberError {
        NumberError { message: message.into(), help: help.to_owned() }
    }
}

/// Reads a whole number of at least 0.
///
/// # Errors
/// What is wrong with the text.
pub fn count(text: &str) -> Result<u64, NumberError> {
    let plain = text.trim().replace('_', "");
    let (digits, factor) = match plain.char_indices().next_back() {
        Some((at, 'k' | 'K')) => (&plain[..at], 1e3),
        Some((at, 'm' | 'M')) => (&plain[..at], 1e6),
        Some((at, 'g' | 'G')) => (&plain[..at], 1e9),
        _ => (plain.as_str(), 1.0),
    };
    if factor == 1.0
        && let Ok(number) = digits.parse::<u64>()
    {
        return Ok(number);
    }
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
    let number = digits.parse::<f64>().ok().filter(|number| is_number && number.is_finite());
    let Some(number) = number.map(|number| number * factor) else {
        return Err(NumberError::new("not a number", FORMS));
    };
    if number < 0.0 {
        return Err(NumberError::new("below 0", "give 0 or more"));
    }
    if number > 9e15 {
        return Err(NumberError::new(
            "out of reach",
            "beyond 9e15 only plain digits are read, up to 18446744073709551615",
        ));
    }
    if number.fract() != 0.0 {
        return Err(NumberError::new("not a whole number", FORMS));
    }
    Ok(number as u64)
}

/// Reads a whole number from 1 to `most`.
fn up_to(most: u64, text: &str, help: &str) -> Result<u64, NumberError> {
    match count(text)? {
        number if (1..=most).contains(&number) => Ok(number),
        _ => Err(NumberError::new(format!("not from 1 to {}", people::count(most)), help)),
    }
}

/// A number of games: at least 1, at most a million million.
///
/// # Errors
/// What is wrong with the text.
pub fn games(text: &str) -> Result<u64, NumberError> {
    up_to(MAX_GAMES, text, "give one of these, as 1e6 or 250k")
}

/// A number of threads.
///
/// # Errors
/// What is wrong with the text.
pub fn threads(text: &str) -> Result<u64, NumberError> {
    up_to(MAX_THREADS, text, "leave --threads out to use all cores")
}

/// A time in seconds, which need not be whole.
///
/// # Errors
/// What is wrong with the text.
pub fn seconds(text: &str) -> Result<Duration, NumberError> {
    let help = "give 0 or more, as 30 or 0.5";
    let seconds: f64 = text.trim().parse().map_err(|_| NumberError::new("not a number", help))?;
    Duration::try_from_secs_f64(seconds).map_err(|_| NumberError::new("not a time in seconds", help))
}

/// A part of a run: `3/8`.
///
/// # Errors
/// What is wrong with the text.
pub fn shard(text: &str) -> Result<Shard, NumberError> {
    text.parse().map_err(|why| NumberError::new(why, "write 3/8 for the third of eight parts"))
}

/// How narrow intervals are to be: `0.2%`, or `seat=0.1%`, `strategy=0.5%` for one sort of figures.
///
/// # Errors
/// What is wrong with the text.
pub fn precision(text: &str) -> Result<Precision, NumberError> {
    let mut wanted = Precision { strategy: None, seat: None };
    for word in text.split(',') {
        let (figures, half) = word.split_once('=').map_or(("", word), |(name, half)| (name.trim(), half));
        let half = Some(half_width(half)?);
        match figures {
            "" => wanted = Precision { strategy: half, seat: half },
            "strategy" => wanted.strategy = half,
            "seat" => wanted.seat = half,
            _ => return Err(NumberError::new(format!("no figure `{figures}`"), PRECISIONS)),
        }
    }
    Ok(wanted)
}

/// A share: `0.5%`, or 0.005.
pub fn share(text: &str) -> Option<f64> {
    let text = text.trim();
    let (digits, scale) = text.strip_suffix('%').map_or((text, 1.0), |digits| (digits, 0.01));
    digits.trim().parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number * scale)
}

/// What passes for no change, as a share.
///
/// # Errors
/// What is wrong with the text.
pub fn tolerance(text: &str) -> Result<f64, NumberError> {
    let is_share = |share: &f64| (0.0..=1.0).contains(share);
    share(text).filter(is_share).ok_or_else(|| NumberError::new("not from 0 to 100 %", "write 1% or 0.01"))
}

/// What passes for balance, in points of win rate: `3`, or `seat=2,strategy=5` to set sorts apart.
///
/// # Errors
/// What is wrong with the text.
pub fn balance(text: &str) -> Result<Tolerance, NumberError> {
    let mut all = BALANCE;
    for word in text.split(',') {
        let (sort, points) = word.split_once('=').map_or(("", word), |(name, points)| (name.trim(), points));
        let points = points.trim();
        let points: Option<f64> = points.strip_suffix('%').unwrap_or(points).trim_end().parse().ok();
        let part = match points {
            Some(points) if points > 0.0 && points < 50.0 => points / 100.0,
            Some(_) => return Err(NumberError::new("not between 0 and 50 points", BALANCES)),
            None => return Err(NumberError::new("not a number", BALANCES)),
        };
        match sort {
            "" => all = Tolerance { seat: part, strategy: part, component: part },
            "seat" => all.seat = part,
            "strategy" => all.strategy = part,
            "component" => all.component = part,
            _ => return Err(NumberError::new(format!("no sort `{sort}`"), BALANCES)),
        }
    }
    Ok(all)
}

/// What passes for balance where nothing else is said. Nobody chooses a seat; a strategy is chosen, and rivals
/// adapt; an adjusted difference is a difference between users and others.
pub const BALANCE: Tolerance = Tolerance { seat: 0.03, strategy: 0.05, component: 0.1 };

/// How a tolerance for balance is written.
const BALANCES: &str = "write 3, or seat=2,strategy=5,component=4";

/// Half the width of an interval of a share.
fn half_width(text: &str) -> Result<f64, NumberError> {
    match share(text).ok_or_else(|| NumberError::new("not a number", PRECISIONS))? {
        half if half > 0.0 && half < 0.5 => Ok(half),
        _ => Err(NumberError::new("not between 0 % and 50 %", PRECISIONS)),
    }
}

/// How a precision is written.
const PRECISIONS: &str = "write 0.2%, seat=0.1% or strategy=0.5%,seat=0.1%";

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn people_write_numbers_in_many_ways() {
        for (text, number) in [
            ("1e6", 1_000_000),
            ("1_000_000", 1_000_000),
            ("250k", 250_000),
            ("1.5M", 1_500_000),
            ("2.5e3", 2500),
            ("18446744073709551615", u64::MAX),
            ("7", 7),
        ] {
            assert_eq!(count(text), Ok(number), "{text}");
        }
    }

    #[test]
    fn absurd_numbers_are_refused() {
        for text in ["", "ten", "-5", "1.5", "1e400", "nan", "inf", "0x10", "1e30", "k", "1e"] {
            assert!(count(text).is_err(), "{text}");
        }
        assert!(games("0").is_err() && games("1e13").is_err() && games("1e12").is_ok());
        assert!(threads("0").is_err() && threads("1025").is_err() && threads("1_024").is_ok());
    }

    #[test]
    fn seconds_may_be_parts_and_are_never_below_0() {
        assert_eq!(
            (seconds("30"), seconds("0.5")),
            (Ok(Duration::from_secs(30)), Ok(Duration::from_millis(500)))
        );
        for text in ["-1", "nan", "inf", "1e30", "", "soon"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_precision_is_one_for_all_figures_or_one_for_each_sort() {
        let read =
            |text| precision(text).map(|goal| (goal.strategy, goal.seat)).map_err(|error| error.message);
        assert_eq!(read("0.2%"), Ok((Some(0.002), Some(0.002))));
        assert_eq!(read("0.002"), Ok((Some(0.002), Some(0.002))));
        assert_eq!(read("seat=0.1%"), Ok((None, Some(0.001))));
        assert_eq!(read("1%, strategy = 0.5%"), Ok((Some(0.005), Some(0.01))));
        assert_eq!(read("place=1%"), Err("no figure `place`".to_owned()));
        for text in ["", "0", "50%", "-1%", "nan", "seat=", "seat"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_tolerance_is_in_points_for_all_or_for_each_sort() {
        let read = |text| balance(text).map(|all| [all.seat, all.strategy, all.component]);
        assert_eq!(read("4"), Ok([0.04; 3]));
        assert_eq!(read("4%"), Ok([0.04; 3]));
        assert_eq!(read("seat=2, component = 10"), Ok([0.02, 0.05, 0.1]));
        assert_eq!(read("1,component=2.5"), Ok([0.01, 0.01, 0.025]));
        for text in ["", "0", "50", "-1", "nan", "seat", "seat=", "card=3", "inf"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_bare_number_is_a_share_and_a_percentage_says_so() {
        for (text, number) in [("0.5%", 0.005), ("0.5", 0.5), (" 1 % ", 0.01), ("-2%", -0.02), ("0", 0.0)] {
            assert_eq!(share(text), Some(number), "{text}");
        }
        for text in ["", "%", "1%%", "nan", "inf%", "1 percent"] {
            assert_eq!(share(text), None, "{text}");
        }
        assert_eq!((tolerance("0.5%"), tolerance("0.5")), (Ok(0.005), Ok(0.5)));
        assert!(tolerance("2").is_err() && tolerance("-1%").is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,12}") {
            let _ = count(&text);
        }
    }
}
