//! A search that is under way, kept beside the file it will write.

use std::{
    fs, io,
    path::PathBuf,
    time::{Duration, Instant},
};

use super::{failure::Failure, strategies};

/// Between two writings.
const PAUSE: Duration = Duration::from_secs(5);

/// A file that says where a search stands.
pub struct SearchFile {
    path: PathBuf,
    /// Where it lies when the search is through.
    finished: Option<PathBuf>,
    /// When it was written last in this call.
    written: Instant,
}

impl SearchFile {
    pub fn new(path: PathBuf, finished: Option<PathBuf>) -> SearchFile {
        SearchFile { path, finished, written: Instant::now() }
    }

    /// Where it may lie: what is under way goes before what is finished.
    pub fn paths(&self) -> impl Iterator<Item = PathBuf> {
        [&self.path].into_iter().chain(&self.finished).cloned()
    }

    pub fn make_folder(&self) -> Result<(), Failure> {
        strategies::make_folder(&self.path)
    }

    /// Writes what it is to hold, now and then or at once.
    pub fn keep(&mut self, bytes: impl FnOnce() -> Vec<u8>, at_once: bool) -> Result<(), Failure> {
        if !at_once && self.written.elapsed() < PAUSE {
            return Ok(());
        }
        self.written = Instant::now();
        // Whole or not at all, whenever the program ends.
        let partial = self.path.with_extension("partial");
        let written = fs::write(&partial, bytes()).and_then(|()| fs::rename(&partial, &self.path));
        written.map_err(|error| Failure::at_path("write", &self.path, &error))
    }

    /// Removes it: the search is through.
    pub fn remove(&self) -> Result<(), Failure> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::at_path("remove", &self.path, &error))
            }
            _ => Ok(()),
        }
    }
}
