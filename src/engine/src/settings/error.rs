//! What is wrong with the values of a game.

use std::fmt;

/// A value that does not fit, and the way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingError {
    /// What is wrong.
    pub message: String,
    /// The way out; may be empty.
    pub help: String,
    /// Paths of the values, rows or tables that make the contradiction, the likeliest first.
    pub paths: Vec<String>,
}

impl SettingError {
    /// What is wrong, and the way out.
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> SettingError {
        SettingError { message: message.into(), help: help.into(), paths: Vec::new() }
    }

    /// The same, made by one of these values.
    pub fn about<T: Into<String>>(self, paths: impl IntoIterator<Item = T>) -> SettingError {
        SettingError { paths: paths.into_iter().map(Into::into).collect(), ..self }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if !self.help.is_empty() {
            write!(f, "\n  help: {}", self.help)?;
        }
        Ok(())
    }
}

impl std::error::Error for SettingError {}
