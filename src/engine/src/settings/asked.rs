//! Records which settings the rules read, for the law that reports those they never read.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

use super::Settings;

/// Paths that were read: `hand_limit`, and `cards.cost` for a column. All clones share them. Any two are equal,
/// because reading does not change values.
#[derive(Debug, Clone, Default)]
pub(super) struct Asked(Option<Arc<Mutex<BTreeSet<String>>>>);

impl Asked {
    pub(super) fn note(&self, path: impl FnOnce() -> String) {
        if let Some(paths) = &self.0 {
            paths.lock().unwrap_or_else(PoisonError::into_inner).insert(path());
        }
    }
}

impl PartialEq for Asked {
    fn eq(&self, _: &Asked) -> bool {
        true
    }
}

impl Eq for Asked {}

impl Settings {
    /// From now on records the reads of these settings and of their later clones.
    #[doc(hidden)]
    pub fn watch(&mut self) {
        self.asked = Asked(Some(Arc::default()));
        for table in &mut self.tables {
            table.asked = self.asked.clone();
        }
    }

    /// Names of settings, and `TABLE.COLUMN`, that were read since [`Settings::watch`].
    #[doc(hidden)]
    pub fn paths_read(&self) -> BTreeSet<String> {
        let paths = self.asked.0.as_ref();
        paths.map(|paths| paths.lock().unwrap_or_else(PoisonError::into_inner).clone()).unwrap_or_default()
    }
}
