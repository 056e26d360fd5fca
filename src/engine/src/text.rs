//! Places in text files and near misses of names: what every error message needs.

mod lasting;
pub mod list;
mod nearest;
pub mod people;
pub mod visible;

use std::fmt;

use serde::{Deserialize, Serialize};
use toml::{Spanned, de::DeTable};

pub use lasting::{Lasting, lasting};
pub use nearest::{nearest, suggestion};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileError {
    /// The file as the user knows it.
    pub origin: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    pub message: String,
    /// May be empty.
    pub help: String,
}

impl FileError {
    /// The complaint at a byte offset of the file's text.
    pub fn at(
        origin: &str,
        text: &str,
        offset: usize,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> FileError {
        let (line, column) = line_and_column(text, offset);
        FileError { origin: origin.to_owned(), line, column, message: message.into(), help: help.into() }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.origin, self.line, self.column, self.message)?;
        if !self.help.is_empty() {
            write!(f, "\n  help: {}", self.help)?;
        }
        Ok(())
    }
}

impl std::error::Error for FileError {}

/// Reads a TOML file, places and all.
///
/// # Errors
/// Where it stops being TOML; `help` is the way out.
pub fn read_toml<'t>(origin: &str, text: &'t str, help: &str) -> Result<DeTable<'t>, FileError> {
    DeTable::parse(text).map(Spanned::into_inner).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        FileError::at(origin, text, offset, format!("not valid TOML: {}", error.message()), help)
    })
}

/// Line and column, both from 1, of a byte offset; an offset past the end is the end.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before[start..].chars().count() + 1)
}

/// Letters of a slug.
const LONGEST: usize = 40;

/// A text as part of the name of a file: letters, digits and single hyphens, not too many.
pub fn slug(text: &str) -> String {
    let mut name = String::new();
    for letter in text.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }) {
        if name.len() < LONGEST && !(letter == '-' && (name.ends_with('-') || name.is_empty())) {
            name.push(letter);
        }
    }
    name.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        assert_eq!(line_and_column("a\nné x", "a\nné ".len()), (2, 4));
        assert_eq!(line_and_column("", 10), (1, 1));
    }
}
