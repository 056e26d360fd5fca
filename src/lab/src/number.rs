//! Counts as people type them: `1e6`, `1_000_000`, `250k`, `1.5M`.

use crate::Refusal;

const FORMS: &str = "write 1000000, 1e6, 1_000_000 or 250k";

pub fn count(text: &str) -> Result<u64, Refusal> {
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
    let suffix = &plain[digits.len()..];
    if let Some(thousands) = without_groups(digits) {
        return Err(ambiguous(&thousands, digits, (suffix, factor)));
    }
    let number = digits.parse::<f64>().ok().filter(|number| is_number && number.is_finite());
    let Some(number) = number.map(|number| number * factor) else {
        point_for_comma(text)?;
        return Err(Refusal::new("not a number", FORMS));
    };
    if number < 0.0 {
        return Err(Refusal::new("below 0", "give 0 or more"));
    }
    if number > 9e15 {
        return Err(Refusal::new(
            "out of reach",
            "beyond 9e15 only plain digits are read, up to 18446744073709551615",
        ));
    }
    if number.fract() != 0.0 {
        return Err(Refusal::new("not a whole number", FORMS));
    }
    Ok(number as u64)
}

/// All digits of a number that has them in groups of three, such as 1.000 or 1,000,000. In half of the world the same
/// mark separates decimals.
fn without_groups(digits: &str) -> Option<String> {
    let mark = digits.chars().find(|letter| matches!(letter, '.' | ','))?;
    let (first, rest) = digits.split_once(mark)?;
    let is_whole = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let is_first = (1..=3).contains(&first.len()) && is_whole(first) && !first.starts_with('0');
    let is_grouped = is_first && rest.split(mark).all(|group| group.len() == 3 && is_whole(group));
    is_grouped.then(|| digits.replace(mark, ""))
}

fn ambiguous(thousands: &str, digits: &str, (suffix, factor): (&str, f64)) -> Refusal {
    match digits.replace(',', ".").parse::<f64>() {
        Ok(decimal) => {
            let is_whole = (decimal * factor).fract() == 0.0;
            let or = if is_whole { format!(" or {decimal}{suffix}") } else { String::new() };
            Refusal::new(
                format!("ambiguous: {thousands}{suffix} or {decimal}{suffix}"),
                format!("write {thousands}{suffix}{or}"),
            )
        }
        Err(_) => Refusal::new("only _ sets thousands apart", format!("write {thousands}{suffix}")),
    }
}

/// Refuses a comma between two digits: in a list it would separate two numbers.
pub fn point_for_comma(text: &str) -> Result<(), Refusal> {
    let text = text.trim();
    let is_decimal = |at: usize| {
        text[..at].ends_with(|c: char| c.is_ascii_digit())
            && text[at + 1..].starts_with(|c: char| c.is_ascii_digit())
    };
    let letters = text.char_indices();
    let with_points: String =
        letters.map(|(at, letter)| if letter == ',' && is_decimal(at) { '.' } else { letter }).collect();
    if with_points == text {
        return Ok(());
    }
    Err(Refusal::new("a decimal has a point, not a comma", format!("write {with_points}")))
}

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
            ("1.000e3", 1000),
            ("20.0", 20),
        ] {
            assert_eq!(count(text), Ok(number), "{text}");
        }
    }

    #[test]
    fn absurd_numbers_are_refused() {
        for text in ["", "ten", "-5", "1.5", "1e400", "nan", "inf", "0x10", "1e30", "k", "1e"] {
            assert!(count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn thousands_and_decimals_are_told_apart_by_who_wrote_them() {
        for (text, message, help) in [
            ("1.000", "ambiguous: 1000 or 1", "write 1000 or 1"),
            (" 1,000 ", "ambiguous: 1000 or 1", "write 1000 or 1"),
            ("10.000", "ambiguous: 10000 or 10", "write 10000 or 10"),
            ("1,500", "ambiguous: 1500 or 1.5", "write 1500"),
            ("1.500k", "ambiguous: 1500k or 1.5k", "write 1500k or 1.5k"),
            ("1.000.000", "only _ sets thousands apart", "write 1000000"),
            ("1,000,000", "only _ sets thousands apart", "write 1000000"),
            ("1,5M", "a decimal has a point, not a comma", "write 1.5M"),
            ("0.500", "not a whole number", FORMS),
        ] {
            let error = count(text).unwrap_err();
            assert_eq!((&*error.message, &*error.help), (message, help), "{text}");
        }
    }

    #[test]
    fn a_comma_between_digits_is_no_comma_of_a_list() {
        let read = |text: &str| point_for_comma(text).map_err(|error| error.help);
        assert_eq!(read("0,5%"), Err("write 0.5%".to_owned()));
        assert_eq!(read(" seat=0,5%,strategy=1% "), Err("write seat=0.5%,strategy=1%".to_owned()));
        for text in ["0.5%", "1%, strategy=2%", "seat=1,strategy=2", ",5", "5,", ""] {
            assert_eq!(read(text), Ok(()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,12}") {
            let _ = count(&text);
        }
    }
}
