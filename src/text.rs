//! Places in text files and near misses of names: what every error message needs.

use std::fmt;

/// A complaint about a place in a file, and the way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError {
    /// The file as the user knows it.
    pub origin: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    pub message: String,
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

/// The known name closest to what was typed, if it is close enough to be a slip.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let budget = (typed.chars().count() / 3).clamp(1, 4);
    known
        .into_iter()
        .map(|name| (edit_distance(typed, name), name))
        .filter(|&(distance, _)| distance <= budget)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// "did you mean `x`?", or the names there are.
pub fn suggest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    /// More names than this fill the screen instead of helping.
    const SHOWN: usize = 12;
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(typed, known.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None if known.is_empty() => "there are none".to_owned(),
        None if known.len() <= SHOWN => format!("known: {}", known.join(", ")),
        None => format!("known: {}, and {} more", known[..SHOWN].join(", "), known.len() - SHOWN),
    }
}

/// Edits that turn one name into the other: insert, delete, replace, swap neighbours
/// (optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_nonsense_finds_none() {
        let known = ["delectable", "critter-kitchen", "la-bistro"];
        assert_eq!(nearest("delectible", known), Some("delectable"));
        assert_eq!(nearest("criter-kitchen", known), Some("critter-kitchen"));
        assert_eq!(nearest("chess", known), None);
        assert_eq!(suggest("chess", known), "known: delectable, critter-kitchen, la-bistro");
    }

    #[test]
    fn columns_count_characters_not_bytes() {
        assert_eq!(line_and_column("a\nné x", "a\nné ".len()), (2, 4));
        assert_eq!(line_and_column("", 10), (1, 1));
    }

    #[test]
    fn swapped_neighbours_are_one_edit() {
        assert_eq!(edit_distance("chfes", "chefs"), 1);
        assert_eq!(edit_distance("", "abc"), 3);
    }
}
