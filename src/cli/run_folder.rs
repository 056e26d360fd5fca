//! What a run leaves behind: tables, charts, the page, and what they were made from.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::{
    failure::Failure,
    folder::{self, Draft},
    output, pictures,
    play::Episodes,
};
use crate::{
    experiment::{Arm, Manifest},
    tables::Table,
};

/// The rows of a run, which stay until its inputs change.
const EPISODES: &str = "episodes.parquet";

/// The place of a run's folder.
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
    pub fn finish(self, manifest: &Manifest, tables: &[Table], seconds: f64) -> Result<PathBuf, Failure> {
        let RunFolder { target, mut draft } = self;
        for table in tables {
            draft.write(&format!("{}.csv", table.name), output::csv(table)?.as_bytes())?;
        }
        pictures::write(&mut draft, manifest, tables)?;
        let mut log = folder::log();
        log.insert("threads".to_owned(), json!(rayon::current_num_threads()));
        log.insert("seconds".to_owned(), json!(seconds));
        log.insert("games_per_second".to_owned(), json!(manifest.games as f64 / seconds));
        draft.finish(target, &manifest.json(), &manifest.digest, log, |file| file == EPISODES)
    }
}
