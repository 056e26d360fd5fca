//! Counts as people type them: `1e6`, `1_000_000`, `250k`, `1.5M`.

const FORMS: &str = "write 1000000, 1e6, 1_000_000 or 250k";

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
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,12}") {
            let _ = count(&text);
        }
    }
}
