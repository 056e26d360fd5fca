//! What a run leaves behind: tables, charts, the page, what they were made from, and the tally, from
//! which the same run is answered or carried on.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use serde_json::json;

use super::{
    failure::Failure,
    folder::{self, Draft},
    output, pictures,
    play::{Episodes, Played},
};
use crate::{
    experiment::{Arm, Manifest},
    tables::Table,
    tally::{Stored, Tally},
};

/// The rows of a run, which stay until its inputs change.
const EPISODES: &str = "episodes.parquet";

/// What the deals so far came to.
const TALLY: &str = "tally.bin";

/// A run's folder under construction.
pub struct RunFolder {
    target: PathBuf,
    draft: Draft,
}

impl RunFolder {
    /// Where an arm is kept if nothing else is said: `reports/GAME/runs/2p-0123abcd`.
    pub fn default_place(arm: &Arm) -> PathBuf {
        let own = format!("{}p-{}", arm.inputs.rules.players, &arm.inputs.digest()[..8]);
        Path::new("reports").join(&arm.inputs.rules.game).join("runs").join(own)
    }

    /// What a folder keeps of the arm's deals, from the first on.
    pub fn stored(target: &Path, arm: &Arm) -> Result<Option<Tally>, Failure> {
        let digest = arm.inputs.digest();
        if folder::inputs_at(target).as_deref() != Some(&digest) {
            return Ok(None);
        }
        let path = target.join(TALLY);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| Failure::at_path("read", &path, &error))?,
        };
        let unusable = |why: String| {
            Failure::failed(format!("{}: {why}", path.display()), "play all deals anew with --fresh")
        };
        let stored = Stored::from_bytes(&bytes, &arm.frame, &digest);
        let stored = stored.map_err(|error| unusable(error.to_string()))?;
        match stored.deals.start {
            0 => Ok(Some(stored.tally)),
            first => Err(unusable(format!("it begins with deal {first}, not with the first"))),
        }
    }

    /// Whether a folder has all that [`RunFolder::finish`] would write.
    pub fn is_whole(target: &Path, manifest: &Manifest) -> bool {
        folder::is_whole(target, &manifest.json())
    }

    /// Begins the folder; nothing is seen of it before it is finished.
    pub fn begin(target: &Path) -> Result<RunFolder, Failure> {
        let (parent, name) = folder::place(target)?;
        Ok(RunFolder { target: name.into(), draft: Draft::new(&parent)? })
    }

    /// The file of rows.
    pub fn episodes(&mut self, arm: &Arm) -> Result<Episodes, Failure> {
        Episodes::create(&self.draft.path(EPISODES), arm)
    }

    /// Writes everything and moves it to its place.
    pub fn finish(self, manifest: &Manifest, tables: &[Table], played: &Played) -> Result<PathBuf, Failure> {
        let RunFolder { target, mut draft } = self;
        let tally = played.tally.clone();
        let stored = Stored { digest: manifest.digest.clone(), deals: 0..tally.deals, tally };
        draft.write(TALLY, &stored.to_bytes())?;
        for table in tables {
            draft.write(&format!("{}.csv", table.name), output::csv(table)?.as_bytes())?;
        }
        pictures::write(&mut draft, manifest, tables)?;
        let mut log = folder::log();
        log.insert("games".to_owned(), json!(played.games()));
        log.insert("threads".to_owned(), json!(rayon::current_num_threads()));
        log.insert("seconds".to_owned(), json!(played.seconds));
        log.insert("games_per_second".to_owned(), json!(played.games() as f64 / played.seconds));
        draft.finish(target, &manifest.json(), &manifest.digest, log, |file| file == EPISODES)
    }
}
