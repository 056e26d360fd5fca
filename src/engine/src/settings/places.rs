//! Positions of values in the file that was laid over the game's own data.

use super::{SettingError, Settings};

/// Paths of values, rows and tables, each with its position: `chili.toml:4:1`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places(Vec<(String, String)>);

impl Places {
    pub(super) fn note(&mut self, path: String, place: String) {
        self.forget(&path);
        self.0.push((path, place));
    }

    /// Removes the position of a value that was set afterwards.
    pub(super) fn forget(&mut self, path: &str) {
        self.0.retain(|(known, _)| known != path);
    }

    /// The position of a path, of something in it, or else of the row or table that contains it.
    fn find(&self, path: &str) -> Option<&str> {
        let is_in = |part: &str, whole: &str| {
            part.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let parts =
            self.0.iter().filter(|(known, _)| is_in(known, path)).min_by_key(|(known, _)| known.len());
        let wholes =
            || self.0.iter().filter(|(known, _)| is_in(path, known)).max_by_key(|(known, _)| known.len());
        parts.or_else(wholes).map(|(_, place)| place.as_str())
    }
}

impl Settings {
    /// Puts the position in the user's file before the message of an error that the file has caused.
    pub fn locate(&self, error: SettingError) -> SettingError {
        let place = error.paths.iter().find_map(|path| self.places.find(path));
        match place {
            Some(place) => SettingError { message: format!("{place}: {}", error.message), ..error },
            None => error,
        }
    }
}
