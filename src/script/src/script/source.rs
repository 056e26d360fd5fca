//! Places in a script's file, and the strings that hold formulas there.

use std::ops::Range;

use crate::formula::error::FormulaError;
use sim_engine::text::FileError;

/// A script's file, for turning byte offsets into lines and columns.
#[derive(Debug, Clone, Copy)]
pub struct Source<'t> {
    pub path: &'t str,
    pub text: &'t str,
}

impl Source<'_> {
    /// An error at a byte offset of the file.
    pub fn error(&self, at: usize, message: impl Into<String>, help: impl Into<String>) -> FileError {
        FileError::at(self.path, self.text, at, message, help)
    }

    /// An error of a formula, at its place in the file.
    pub fn formula_error(&self, quoted: &QuotedString, error: FormulaError) -> FileError {
        self.error(quoted.place(error.offset), error.message, error.help)
    }

    /// The lines that hold these bytes, line ends included.
    pub fn lines_of(&self, bytes: Range<usize>) -> Range<usize> {
        let start = self.text[..bytes.start].rfind('\n').map_or(0, |newline| newline + 1);
        let end =
            self.text[bytes.end..].find('\n').map_or(self.text.len(), |newline| bytes.end + newline + 1);
        start..end
    }

    /// End of the header line `[...]` of the table whose name is at `at`. None if the table has no header line
    /// below which a line could be inserted.
    pub fn head_end(&self, at: usize) -> Option<usize> {
        let lines = self.lines_of(at..at);
        let line = self.text[lines.clone()].trim_end_matches(['\r', '\n']);
        line.trim_start().starts_with('[').then_some(lines.start + line.len())
    }
}

/// The value of a TOML string, and its place in the file.
#[derive(Debug, Clone)]
pub struct QuotedString {
    pub value: String,
    /// Offset of its first quote.
    start: usize,
    /// Offset of the value itself, if it is verbatim in the file. An escape or a line continuation rules this
    /// out.
    verbatim: Option<usize>,
}

impl QuotedString {
    /// The string of this value, whose span in the file includes the quotes.
    pub fn new(source: &Source<'_>, span: Range<usize>, value: &str) -> Self {
        let raw = source.text.get(span.clone()).unwrap_or("");
        let verbatim = ["\"\"\"", "'''", "\"", "'"].into_iter().find_map(|quote| {
            let inner = raw.strip_prefix(quote)?.strip_suffix(quote)?;
            // A newline right after the opening quotes is not part of a multi-line string.
            let trimmed = match quote.len() {
                3 => inner.strip_prefix("\r\n").or_else(|| inner.strip_prefix('\n')).unwrap_or(inner),
                _ => inner,
            };
            let skipped = quote.len() + inner.len() - trimmed.len();
            (trimmed == value).then_some(span.start + skipped)
        });
        Self { value: value.to_owned(), start: span.start, verbatim }
    }

    /// The offset in the file of a byte of the value, if the value is verbatim there.
    pub fn verbatim_place(&self, offset: usize) -> Option<usize> {
        self.verbatim.map(|start| start + offset)
    }

    /// The span of the value in the file, if it is verbatim there.
    pub fn verbatim_span(&self) -> Option<Range<usize>> {
        self.verbatim.map(|start| start..start + self.value.len())
    }

    /// The offset in the file of a byte of the value, or else of the opening quote.
    pub fn place(&self, offset: usize) -> usize {
        self.verbatim.map_or(self.start, |start| start + offset)
    }
}
