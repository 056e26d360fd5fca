//! What a run leaves behind: tables, charts, the page, what they were made from, and the tally, from
//! which the same run is answered or carried on.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::{
    episodes::is_rows,
    failure::Failure,
    folder::{self, Draft},
    kept::{self, TALLY},
    output, pictures,
    session::Played,
};
use crate::{
    experiment::{Arm, Manifest, Shard},
    tables::Table,
    tally::Stored,
};

/// Where an arm is kept if nothing else is said: `reports/GAME/runs/2p-0123abcd`, and a part of it in
/// `reports/GAME/shards/2p-0123abcd-3of8`.
pub fn default_place(arm: &Arm, shard: Option<Shard>) -> PathBuf {
    let own = format!("{}p-{}", arm.inputs.rules.players, &arm.inputs.digest()[..8]);
    match shard {
        None => place_of_runs(arm).join(own),
        Some(Shard { number, of }) => reports(arm).join("shards").join(format!("{own}-{number}of{of}")),
    }
}

/// Where the arms of a game are kept.
pub fn place_of_runs(arm: &Arm) -> PathBuf {
    reports(arm).join("runs")
}

fn reports(arm: &Arm) -> PathBuf {
    Path::new("reports").join(&arm.inputs.rules.game)
}

/// Whether a folder has all that [`write`] would write.
pub fn is_whole(target: &Path, manifest: &Manifest) -> bool {
    folder::is_whole(target, &manifest.json())
}

/// Writes everything and moves it to its place, which then keeps what the checkpoint kept. A part of a
/// run has a tally and no tables: what it says is said of all parts together.
pub fn write(
    target: &Path,
    played: &mut Played,
    manifest: &Manifest,
    tables: &[Table],
) -> Result<PathBuf, Failure> {
    let (parent, name) = folder::place(target)?;
    let mut draft = played.draft.take().map_or_else(|| Draft::new(&parent), Ok)?;
    let deals = manifest.range().unwrap_or(0..played.tally.deals);
    let end = deals.end;
    // Written at once, so that it takes no room while charts are drawn.
    let bytes =
        Stored { digest: manifest.heading.digest.clone(), deals, tally: played.tally.clone() }.to_bytes();
    draft.write(TALLY, &bytes)?;
    drop(bytes);
    for table in tables {
        draft.write(&format!("{}.csv", table.name), output::csv(table)?.as_bytes())?;
    }
    if let Some(rows) = &played.rows {
        rows.collect(&mut draft)?;
    }
    if manifest.part.is_none() {
        pictures::write(&mut draft, manifest, tables)?;
    }
    let mut log = folder::log();
    log.insert("games".to_owned(), json!(played.games()));
    log.insert("threads".to_owned(), json!(played.threads));
    log.insert("seconds".to_owned(), json!(played.seconds));
    log.insert("games_per_second".to_owned(), json!(played.games() as f64 / played.seconds));
    let keeps = |file: &str| played.rows.as_ref().map_or_else(|| is_rows(file), |rows| rows.keeps(file));
    let written = draft.finish(name, &manifest.json(), &manifest.heading.digest, log, keeps)?;
    settle(target, played, end)?;
    Ok(written)
}

/// Removes what lay beside a folder that has all deals before `end`.
pub fn settle(target: &Path, played: &Played, end: u64) -> Result<(), Failure> {
    kept::settle(target, played.checkpoint, end)?;
    played.rows.as_ref().map_or(Ok(()), |rows| rows.clear())
}

/// The table that stands for a run as CSV.
pub fn shares(tables: &[Table]) -> Option<&Table> {
    let named = |name: &str| tables.iter().find(|table| table.name == name);
    named("win_share_by_strategy_and_seat").or_else(|| named("win_share_by_strategy"))
}
