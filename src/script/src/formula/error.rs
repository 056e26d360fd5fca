//! What is wrong with a formula, and where in its text.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}\n  help: {help}")]
pub struct FormulaError {
    /// Byte offset into the formula's text; always at the start of a character or at the end.
    pub offset: usize,
    pub message: String,
    pub help: String,
}

impl FormulaError {
    pub fn new(offset: usize, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { offset, message: message.into(), help: help.into() }
    }
}
