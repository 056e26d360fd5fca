use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use crate::{Error, StagingFolder, files};

/// Least time between two writes.
const PAUSE: Duration = Duration::from_secs(5);

pub struct SearchFile {
    path: PathBuf,
    written: Instant,
}

impl SearchFile {
    pub fn new(path: PathBuf) -> SearchFile {
        SearchFile { path, written: Instant::now() }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Detects an unwritable folder before the search.
    pub(crate) fn make_folder(&self) -> Result<(), Error> {
        StagingFolder::for_file(&self.path).map(drop)
    }

    pub(crate) fn keep(&mut self, bytes: impl FnOnce() -> Vec<u8>, at_once: bool) -> Result<(), Error> {
        if !at_once && self.written.elapsed() < PAUSE {
            return Ok(());
        }
        self.written = Instant::now();
        files::replace_file(&self.path, &bytes())
    }

    pub(crate) fn remove(&self) -> Result<(), Error> {
        files::remove(&self.path)
    }
}
