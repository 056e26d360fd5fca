//! Helpers for error messages: positions in text files, suggestions for unknown names, and texts for people.

mod lasting;
pub mod list;
mod meaning;
mod nearest;
mod pattern;
pub mod people;
pub mod visible;

use std::fmt;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

pub use lasting::{Lasting, lasting};
pub use meaning::suggestion_by_meaning;
pub use nearest::{nearest, suggestion};
pub use pattern::is_match;

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
    /// An error at a byte offset of the file's text.
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

/// Parses a TOML file and keeps the spans of its values.
///
/// # Errors
/// Text that is not valid TOML, with `help` as its help line; or a value with a control character, which would reach
/// pages and terminals.
pub fn read_toml<'t>(origin: &str, text: &'t str, help: &str) -> Result<DeTable<'t>, FileError> {
    let root = DeTable::parse(text).map(Spanned::into_inner).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        FileError::at(origin, text, offset, format!("not valid TOML: {}", error.message()), help)
    })?;
    each_value(&root, &mut |key, value| {
        let control = value.get_ref().as_str().and_then(visible::control_in_lines);
        control.map_or(Ok(()), |control| {
            let message = format!("`{key}` holds the control character {control}");
            Err(FileError::at(origin, text, value.span().start, message, "delete that character"))
        })
    })?;
    Ok(root)
}

/// Deserializes a TOML file that [`read_toml`] accepts.
///
/// # Errors
/// The first place that does not fit the type, with `help` as its help line.
pub fn deserialize_toml<T: DeserializeOwned>(origin: &str, text: &str, help: &str) -> Result<T, FileError> {
    toml::from_str(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        let message = error.message().lines().next().unwrap_or("not as it should be").to_owned();
        FileError::at(origin, text, offset, message, help)
    })
}

/// Visits every value of a TOML file in order, with its key; values in a list have the key of the list.
///
/// # Errors
/// The first error of `visit`.
pub fn each_value<'t, E>(
    table: &DeTable<'t>,
    visit: &mut impl FnMut(&str, &Spanned<DeValue<'t>>) -> Result<(), E>,
) -> Result<(), E> {
    table.iter().try_for_each(|(key, value)| each_within(key.get_ref(), value, visit))
}

fn each_within<'t, E>(
    key: &str,
    value: &Spanned<DeValue<'t>>,
    visit: &mut impl FnMut(&str, &Spanned<DeValue<'t>>) -> Result<(), E>,
) -> Result<(), E> {
    visit(key, value)?;
    match value.get_ref() {
        DeValue::Table(table) => each_value(table, visit),
        DeValue::Array(list) => list.iter().try_for_each(|one| each_within(key, one, visit)),
        _ => Ok(()),
    }
}

/// Line and column, both from 1, of a byte offset; an offset past the end counts as the end.
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

/// The maximum length of a slug, in characters.
const LONGEST: usize = 40;

/// A text as part of a file name: ASCII letters, digits and single hyphens, at most `LONGEST` characters.
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
    fn no_text_of_a_file_holds_a_control_character() {
        let read = |text: &str| read_toml("q.toml", text, "").map(drop).map_err(|error| error.to_string());
        for (text, told) in [
            ("name = \"a\\u001Bb\"", "q.toml:1:8: `name` holds the control character U+001B"),
            (
                "[[arms]]\nset = [\"a\",\n\"\u{202e}b\"]",
                "q.toml:3:1: `set` holds the control character U+202E",
            ),
            ("[a]\nb = { c = \"\u{9b}\" }", "q.toml:2:11: `c` holds the control character U+009B"),
        ] {
            assert_eq!(read(text), Err(format!("{told}\n  help: delete that character")));
        }
        assert_eq!(read("about = \"\"\"\r\none\ttwo\r\nä 漢 \u{200d}\"\"\""), Ok(()));
    }

    #[test]
    fn columns_count_characters_not_bytes() {
        assert_eq!(line_and_column("a\nné x", "a\nné ".len()), (2, 4));
        assert_eq!(line_and_column("", 10), (1, 1));
    }
}
