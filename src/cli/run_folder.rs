//! What a run leaves behind: tables, charts, the page, what they were made from, and the tally, from
//! which the same run is answered or carried on.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::{
    episodes::EPISODES,
    failure::Failure,
    folder::{self, Draft},
    kept::{self, TALLY},
    output, pictures,
    session::Played,
};
use crate::{
    experiment::{Arm, Manifest},
    tables::Table,
    tally::Stored,
};

/// Where an arm is kept if nothing else is said: `reports/GAME/runs/2p-0123abcd`.
pub fn default_place(arm: &Arm) -> PathBuf {
    let own = format!("{}p-{}", arm.inputs.rules.players, &arm.inputs.digest()[..8]);
    Path::new("reports").join(&arm.inputs.rules.game).join("runs").join(own)
}

/// Whether a folder has all that [`write`] would write.
pub fn is_whole(target: &Path, manifest: &Manifest) -> bool {
    folder::is_whole(target, &manifest.json())
}

/// Writes everything and moves it to its place, which then keeps what the checkpoint kept.
pub fn write(
    target: &Path,
    played: &mut Played,
    manifest: &Manifest,
    tables: &[Table],
) -> Result<PathBuf, Failure> {
    let (parent, name) = folder::place(target)?;
    let mut draft = played.draft.take().map_or_else(|| Draft::new(&parent), Ok)?;
    let tally = played.tally.clone();
    let stored = Stored { digest: manifest.digest.clone(), deals: 0..tally.deals, tally };
    draft.write(TALLY, &stored.to_bytes())?;
    for table in tables {
        draft.write(&format!("{}.csv", table.name), output::csv(table)?.as_bytes())?;
    }
    pictures::write(&mut draft, manifest, tables)?;
    let mut log = folder::log();
    log.insert("games".to_owned(), json!(played.games()));
    log.insert("threads".to_owned(), json!(played.threads));
    log.insert("seconds".to_owned(), json!(played.seconds));
    log.insert("games_per_second".to_owned(), json!(played.games() as f64 / played.seconds));
    let written = draft.finish(name, &manifest.json(), &manifest.digest, log, |file| file == EPISODES)?;
    kept::settle(target, played.checkpoint, played.tally.deals)?;
    Ok(written)
}
