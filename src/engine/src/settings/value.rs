//! Values and their domains.

use std::fmt;

use super::SettingError;
use crate::text::suggestion;

/// A value of a setting or of a table's cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// Yes or no.
    Flag(bool),
    /// A word from a list, or any text.
    Word(String),
}

/// A type in which the rules keep a value: an integer type that its domain fits into, a flag, or an enum of
/// [words](crate::settings::words).
pub trait FromValue {
    /// Converts a value that the domain in the data file has admitted.
    fn from_value(value: &Value) -> Self;
}

macro_rules! from_numbers {
    ($($number:ty),+) => {$(
        impl FromValue for $number {
            fn from_value(value: &Value) -> $number {
                match value {
                    Value::Int(number) => *number as $number,
                    _ => unreachable!("the domain admits whole numbers only"),
                }
            }
        }
    )+};
}
from_numbers!(u8, u16, u32, usize, i16, i32, i64);

impl FromValue for bool {
    fn from_value(value: &Value) -> bool {
        match value {
            Value::Flag(flag) => *flag,
            _ => unreachable!("the domain admits flags only"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(number) => write!(f, "{number}"),
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Word(word) => f.write_str(word),
        }
    }
}

/// The allowed values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Domain {
    /// Whole numbers, both ends included.
    Range(i64, i64),
    /// Yes or no.
    Flag,
    /// One of these words.
    Options(Vec<String>),
    /// Any text: names on cards.
    Text,
}

impl Domain {
    pub(super) fn read(&self, text: &str) -> Result<Value, SettingError> {
        match self {
            Domain::Range(..) => text
                .trim()
                .parse::<i64>()
                .map_err(|_| {
                    SettingError::new(format!("`{text}` is not a whole number"), format!("allowed: {self}"))
                })
                .and_then(|number| self.accept(Value::Int(number))),
            Domain::Flag => match text {
                "true" | "yes" => Ok(Value::Flag(true)),
                "false" | "no" => Ok(Value::Flag(false)),
                _ => Err(SettingError::new(
                    format!("`{text}` is neither true nor false"),
                    "write true or false",
                )),
            },
            Domain::Options(_) | Domain::Text => self.accept(Value::Word(text.to_owned())),
        }
    }

    /// All interpretations of a ruling, which is a flag or a word; none of a number or a text.
    pub fn readings(&self) -> Vec<String> {
        match self {
            Domain::Flag => vec!["true".to_owned(), "false".to_owned()],
            Domain::Options(words) => words.clone(),
            Domain::Range(..) | Domain::Text => Vec::new(),
        }
    }

    pub(super) fn accept(&self, value: Value) -> Result<Value, SettingError> {
        let fits = match (self, &value) {
            (Domain::Range(low, high), Value::Int(number)) => low <= number && number <= high,
            (Domain::Flag, Value::Flag(_)) | (Domain::Text, Value::Word(_)) => true,
            (Domain::Options(words), Value::Word(word)) => words.contains(word),
            _ => false,
        };
        if fits {
            return Ok(value);
        }
        let help = match (self, &value) {
            (Domain::Options(words), Value::Word(word)) => suggestion(word, words.iter().map(String::as_str)),
            _ => format!("allowed: {self}"),
        };
        Err(SettingError::new(format!("{value} is not allowed here"), help))
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Range(low, high) => write!(f, "{low} to {high}"),
            Domain::Flag => f.write_str("true or false"),
            Domain::Options(words) => f.write_str(&words.join(" | ")),
            Domain::Text => f.write_str("text"),
        }
    }
}
