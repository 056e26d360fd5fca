//! A search that is under way, kept beside the file it will write.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use crate::{Error, files};

/// Between two writings.
const PAUSE: Duration = Duration::from_secs(5);

pub struct SearchFile {
    path: PathBuf,
    /// Where it lies when the search is through.
    finished: Option<PathBuf>,
    /// When it was written last in this call.
    written: Instant,
}

impl SearchFile {
    /// The file at `path`; what was finished under the same name lies at `finished`.
    pub fn new(path: PathBuf, finished: Option<PathBuf>) -> SearchFile {
        SearchFile { path, finished, written: Instant::now() }
    }

    /// Where it may lie: what is under way goes before what is finished.
    pub(crate) fn paths(&self) -> impl Iterator<Item = PathBuf> {
        [&self.path].into_iter().chain(&self.finished).cloned()
    }

    pub(crate) fn make_folder(&self) -> Result<(), Error> {
        files::make_parent(&self.path)
    }

    /// Writes what it is to hold, now and then or at once.
    pub(crate) fn keep(&mut self, bytes: impl FnOnce() -> Vec<u8>, at_once: bool) -> Result<(), Error> {
        if !at_once && self.written.elapsed() < PAUSE {
            return Ok(());
        }
        self.written = Instant::now();
        files::put(&self.path, &bytes())
    }

    pub(crate) fn remove(&self) -> Result<(), Error> {
        files::remove(&self.path)
    }
}
