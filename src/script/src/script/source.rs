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

    /// The lines that hold these bytes, line end and all.
    pub fn lines_of(&self, bytes: Range<usize>) -> Range<usize> {
        let start = self.text[..bytes.start].rfind('\n').map_or(0, |newline| newline + 1);
        let end =
            self.text[bytes.end..].find('\n').map_or(self.text.len(), |newline| bytes.end + newline + 1);
        start..end
    }

    /// Where the line of a table's head `[...]` ends that has the table's name at `at`; none where the table is
    /// written in another form, so that no line can be put below its head.
    pub fn head_end(&self, at: usize) -> Option<usize> {
        let lines = self.lines_of(at..at);
        let line = self.text[lines.clone()].trim_end_matches(['\r', '\n']);
        line.trim_start().starts_with('[').then_some(lines.start + line.len())
    }
}

/// The value of a TOML string, and where it stood.
#[derive(Debug, Clone)]
pub struct QuotedString {
    pub value: String,
    /// Where its first quote is.
    start: usize,
    /// Where the value itself starts, if it stands in the file as it is; an escape or a line
    /// continuation loses this.
    verbatim: Option<usize>,
}

impl QuotedString {
    /// The string with this value that takes up `span` of the file, quotes included.
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

    /// The place in the file of a byte of the value, if the value stands there as it is.
    pub fn verbatim_place(&self, offset: usize) -> Option<usize> {
        self.verbatim.map(|start| start + offset)
    }

    /// The bytes of the file that are the value, if it stands there as it is.
    pub fn verbatim_span(&self) -> Option<Range<usize>> {
        self.verbatim.map(|start| start..start + self.value.len())
    }

    /// The place in the file of a byte of the value; the opening quote if that is not known.
    pub fn place(&self, offset: usize) -> usize {
        self.verbatim.map_or(self.start, |start| start + offset)
    }
}
