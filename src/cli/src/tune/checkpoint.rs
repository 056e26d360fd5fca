//! A search that is under way, kept beside the file it will write.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use super::super::{failure::Failure, strategies};
use sim_lab::tune::Standing;

/// Between two writings.
const PAUSE: Duration = Duration::from_secs(5);

/// The file that a search goes on from.
pub struct Checkpoint {
    path: PathBuf,
    digest: String,
    written: Instant,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    /// Of all that the search is a function of.
    inputs: String,
    standing: Standing,
}

impl Checkpoint {
    /// The checkpoint of a search with these inputs that will write the strategy at `path`.
    pub fn beside(path: &Path, digest: String) -> Result<Checkpoint, Failure> {
        strategies::make_folder(path)?;
        Ok(Checkpoint { path: path.with_extension("tuning.json"), digest, written: Instant::now() })
    }

    /// Where the search stands, if it was begun.
    pub fn standing(&self) -> Result<Option<Standing>, Failure> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::at_path("read", &self.path, &error)),
        };
        let help = "remove it to begin anew, or choose another name with --out";
        let stored: Stored = serde_json::from_str(&text)
            .map_err(|error| Failure::failed(format!("{} is damaged: {error}", self.path.display()), help))?;
        if stored.inputs != self.digest {
            let path = self.path.display();
            return Err(Failure::misuse(format!("{path} is of a tuning with other inputs"), help));
        }
        Ok(Some(stored.standing))
    }

    /// Writes where the search stands, now and then or at once.
    pub fn keep(&mut self, standing: &Standing, at_once: bool) -> Result<(), Failure> {
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
