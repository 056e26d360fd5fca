//! Errors in the values of a game.

use std::fmt;

/// An invalid value, with advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingError {
    /// What is wrong.
    pub message: String,
    /// The advice; may be empty.
    pub help: String,
    /// Paths of the values, rows or tables that cause the error, the likeliest first.
    pub paths: Vec<String>,
}

impl SettingError {
    /// An error without paths.
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> SettingError {
        SettingError { message: message.into(), help: help.into(), paths: Vec::new() }
    }

    /// Sets the paths that cause the error.
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
