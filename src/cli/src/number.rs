use std::time::Duration;

use sim_engine::text::people;
use sim_lab::experiment::{Precision, Shard};

pub use sim_lab::effort::{MAX_GAMES, MOST_GAMES};

pub use sim_lab::{
    Refusal,
    experiment::precision::share,
    number::{count, point_for_comma},
};

/// Most threads of a run: far more than any machine has cores.
pub const MAX_THREADS: u64 = 1024;

fn up_to(most: u64, text: &str, help: &str) -> Result<u64, Refusal> {
    // Negative numbers are refused for the same reason as 0.
    let is_below = text.trim().strip_prefix('-').is_some_and(|size| count(size).is_ok());
    match if is_below { 0 } else { count(text)? } {
        number if (1..=most).contains(&number) => Ok(number),
        _ => Err(Refusal::new(format!("not from 1 to {}", people::count(most)), help)),
    }
}

/// A number of games: at least 1, at most 10^12.
pub fn games(text: &str) -> Result<u64, Refusal> {
    up_to(MAX_GAMES, text, "give one of these, as 1e6 or 250k")
}

pub fn threads(text: &str) -> Result<u64, Refusal> {
    up_to(MAX_THREADS, text, "leave --threads out to use all cores")
}

/// A time in seconds, not necessarily whole.
pub fn seconds(text: &str) -> Result<Duration, Refusal> {
    let help = "give 0 or more, as 30 or 0.5";
    Duration::try_from_secs_f64(real(text, help)?).map_err(|_| Refusal::new("not a time in seconds", help))
}

/// A time in minutes above 0, not necessarily whole.
pub fn minutes(text: &str) -> Result<Duration, Refusal> {
    let help = "give minutes above 0, as 20 or 0.5";
    let time = Duration::try_from_secs_f64(real(text, help)? * 60.0).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| Refusal::new("not a time in minutes", help))
}

pub fn step(text: &str) -> Result<f64, Refusal> {
    within(
        text,
        |step| step > 0.0 && step <= 1.0,
        "not above 0 and at most 1",
        "give a small part of 1, as 0.01",
    )
}

pub fn pull(text: &str) -> Result<f64, Refusal> {
    within(text, |pull| (0.0..=10.0).contains(&pull), "not from 0 to 10", "give a small number, as 0.05")
}

fn within(text: &str, is_in: fn(f64) -> bool, why: &str, help: &str) -> Result<f64, Refusal> {
    let value = real(text, help)?;
    if is_in(value) { Ok(value) } else { Err(Refusal::new(why, help)) }
}

fn real(text: &str, help: &str) -> Result<f64, Refusal> {
    point_for_comma(text)?;
    text.trim().parse().map_err(|_| Refusal::new("not a number", help))
}

/// A part of a run: `3/8`.
pub fn shard(text: &str) -> Result<Shard, Refusal> {
    text.parse().map_err(|why| Refusal::new(why, "write 3/8 for the third of eight parts"))
}

/// Requested half width of intervals: `0.2%`, or `seat=0.1%`, `strategy=0.5%` for one sort of figures.
pub fn precision(text: &str) -> Result<Precision, Refusal> {
    text.parse()
}

pub fn precision_of_any_size(text: &str) -> Result<Precision, Refusal> {
    Precision::of_any_size(text)
}

/// The largest difference that counts as no change, as a share; 100 % would accept every change.
pub fn tolerance(text: &str) -> Result<f64, Refusal> {
    match share(text)? {
        share if (0.0..1.0).contains(&share) => Ok(share),
        _ => Err(Refusal::new("not at least 0 % and below 100 %", "write 1% or 0.01")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_pulls_have_bounds() {
        assert_eq!((step("0.01"), step("1"), pull("0"), pull("10")), (Ok(0.01), Ok(1.0), Ok(0.0), Ok(10.0)));
        let wrong = ["0", "-0.1", "1.5", "nan", "inf", "x", ""].map(step);
        assert!(wrong.iter().all(Result::is_err), "{wrong:?}");
        let wrong = ["-0.1", "11", "nan", "inf", "x", ""].map(pull);
        assert!(wrong.iter().all(Result::is_err), "{wrong:?}");
    }

    #[test]
    fn games_and_threads_have_bounds() {
        assert!(games("0").is_err() && games("1e13").is_err() && games("1e12").is_ok());
        assert!(threads("0").is_err() && threads("1025").is_err() && threads("1_024").is_ok());
        // 0 is refused as well, so the help must not offer it.
        for text in ["-5", "-1e6", "0"] {
            let error = games(text).unwrap_err();
            assert_eq!(error.message, "not from 1 to 1,000,000,000,000", "{text}");
            assert!(!error.help.contains("0 or more"), "{text}: {}", error.help);
        }
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
    fn a_bare_number_is_a_share_and_a_percentage_says_so() {
        for (text, number) in [("0.5%", 0.005), ("0.5", 0.5), (" 1 % ", 0.01), ("-2%", -0.02), ("0", 0.0)] {
            assert_eq!(share(text), Ok(number), "{text}");
        }
        for text in ["", "%", "1%%", "nan", "inf%", "1 percent"] {
            assert!(share(text).is_err(), "{text}");
        }
        assert_eq!((tolerance("0.5%"), tolerance("0.5"), tolerance("0")), (Ok(0.005), Ok(0.5), Ok(0.0)));
        let wrong = ["1", "2", "-1%", "100%", "nan%"].map(tolerance);
        assert!(wrong.iter().all(Result::is_err), "{wrong:?}");
    }

    #[test]
    fn a_decimal_comma_is_told_by_its_name() {
        let real = |read: fn(&str) -> Result<f64, Refusal>| read("0,5").map(drop);
        let time = |read: fn(&str) -> Result<Duration, Refusal>| read("0,5").map(drop);
        for read in [real(step), real(pull), real(tolerance), time(seconds), time(minutes)] {
            assert_eq!(read.unwrap_err().help, "write 0.5");
        }
        let error = precision("0,5%").unwrap_err();
        assert_eq!((&*error.message, &*error.help), ("a decimal has a point, not a comma", "write 0.5%"));
        assert_eq!(precision("1%,strategy=0,5%").unwrap_err().help, "write 1%,strategy=0.5%");
        assert_eq!(games("1.000").unwrap_err().help, "write 1000 or 1");
    }
}
