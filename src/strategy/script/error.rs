//! What is wrong with a script, and where in its file.

/// An error at a place of a script's file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}:{column}: {message}\n  help: {help}")]
pub struct ScriptError {
    pub path: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// The way out.
    pub help: String,
}
