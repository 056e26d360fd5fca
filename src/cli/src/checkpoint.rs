//! A search that is under way, kept beside the file it will write.

use std::{
    fs, io,
    marker::PhantomData,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{failure::Failure, strategies};

/// Between two writings.
const PAUSE: Duration = Duration::from_secs(5);

/// The file that a search goes on from; `S` is where it stands.
pub struct Checkpoint<S> {
    path: PathBuf,
    /// What it is called in messages.
    what: &'static str,
    digest: String,
    written: Instant,
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
        strategies::make_folder(path)?;
        let path = path.with_extension(format!("{what}.json"));
        Ok(Checkpoint { path, what, digest, written: Instant::now(), stands: PhantomData })
    }

    /// Where the search stands, if it was begun.
    pub fn standing(&self) -> Result<Option<S>, Failure> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::at_path("read", &self.path, &error)),
        };
        let help = "remove it to begin anew, or choose another name with --out";
        let stored: Stored<S> = serde_json::from_str(&text)
            .map_err(|error| Failure::failed(format!("{} is damaged: {error}", self.path.display()), help))?;
        if stored.inputs != self.digest {
            let path = self.path.display();
            return Err(Failure::misuse(format!("{path} is of a {} with other inputs", self.what), help));
        }
        Ok(Some(stored.standing))
    }

    /// Writes where the search stands, now and then or at once.
    pub fn keep(&mut self, standing: &S, at_once: bool) -> Result<(), Failure> {
        if !at_once && self.written.elapsed() < PAUSE {
            return Ok(());
        }
        self.written = Instant::now();
        let stored = Stored { inputs: self.digest.clone(), standing: standing.clone() };
        // Plain structs of numbers always become JSON.
        let text = serde_json::to_string(&stored).unwrap_or_default();
        // Whole or not at all, whenever the program ends.
        let partial = self.path.with_extension("partial");
        let written = fs::write(&partial, text).and_then(|()| fs::rename(&partial, &self.path));
        written.map_err(|error| Failure::at_path("write", &self.path, &error))
    }

    /// Removes it: the search is through.
    pub fn remove(&self) {
        // What was never written need not be removed.
        let _ = fs::remove_file(&self.path);
    }
}
