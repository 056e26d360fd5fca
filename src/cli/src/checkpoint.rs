//! A search that is under way, kept beside the file it will write.

use std::{
    fs, io,
    marker::PhantomData,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{failure::Failure, kept::bytes_of, strategies};

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

/// The file that a search goes on from; `S` is where it stands.
pub struct Checkpoint<S> {
    file: SearchFile,
    /// What it is called in messages.
    what: &'static str,
    digest: String,
    stands: PhantomData<S>,
}

#[derive(Serialize, Deserialize)]
struct Stored<S> {
    /// Of all that the search is a function of.
    inputs: String,
    standing: S,
}

impl<S: Serialize + DeserializeOwned + Clone> Checkpoint<S> {
    /// The checkpoint of a search, called so, with these inputs that will write the strategy at `path`.
    pub fn beside(path: &Path, what: &'static str, digest: String) -> Result<Checkpoint<S>, Failure> {
        let file = SearchFile::new(path.with_extension(format!("{what}.json")), None);
        file.make_folder()?;
        Ok(Checkpoint { file, what, digest, stands: PhantomData })
    }

    /// Where the search stands, if it was begun.
    pub fn standing(&self) -> Result<Option<S>, Failure> {
        let path = &self.file.path;
        let Some(bytes) = bytes_of(path)? else { return Ok(None) };
        let help = "remove it to begin anew, or choose another name with --out";
        let stored: Stored<S> = serde_json::from_slice(&bytes)
            .map_err(|error| Failure::failed(format!("{} is damaged: {error}", path.display()), help))?;
        if stored.inputs != self.digest {
            let path = path.display();
            return Err(Failure::misuse(format!("{path} is of a {} with other inputs", self.what), help));
        }
        Ok(Some(stored.standing))
    }

    /// Writes where the search stands, now and then or at once.
    pub fn keep(&mut self, standing: &S, at_once: bool) -> Result<(), Failure> {
        let stored = || Stored { inputs: self.digest.clone(), standing: standing.clone() };
        // Plain structs of numbers always become JSON.
        self.file.keep(|| serde_json::to_vec(&stored()).unwrap_or_default(), at_once)
    }

    /// Removes it: the search is through.
    pub fn remove(&self) {
        // What was never written need not be removed.
        let _ = self.file.remove();
    }
}
