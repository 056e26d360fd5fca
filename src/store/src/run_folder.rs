//! The output of a run: tables, charts, the page, their inputs, and the tally, which answers the same run again or
//! continues it.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use serde_json::json;

use crate::{
    Draft, Error, Program, files, folder,
    kept::{self, TALLY},
    pictures,
    playing::RunOutcome,
    rows::is_rows,
    table_files,
};
use sim_engine::text::slug;
use sim_lab::{
    experiment::{Inputs, Manifest, NamedArm, Shard},
    run::RunSpec,
    summary::Summary,
    tables::Table,
};
use sim_play::tally::TallyRecord;

/// The default folder of an arm, named for its content: for example `reports/GAME/runs/4p-hand-limit-6-0123`, or
/// `reports/GAME/shards/4p-0123-3of8` for a part.
pub fn default_place(inputs: &Inputs, shard: Option<Shard>) -> PathBuf {
    let digest = inputs.digest();
    let in_full = format!("{}-{}", readable(inputs), &digest[..8]);
    match shard {
        None => {
            let short = place_of_runs(inputs).join(format!("{}-{}", readable(inputs), &digest[..4]));
            // Four digits collide for one pair in 65,536 of runs with one name. Some pair does collide among
            // hundreds of such arms, as training creates them.
            if is_of_another(&short, &digest) { place_of_runs(inputs).join(in_full) } else { short }
        }
        Some(Shard { number, of }) => {
            reports(inputs).join("shards").join(format!("{in_full}-{number}of{of}"))
        }
    }
}

/// Whether a folder or its checkpoint has other inputs. Those of a damaged one are unknown; writing there reports
/// the damage.
fn is_of_another(place: &Path, digest: &str) -> bool {
    let stands = folder::inputs_at(place).ok().flatten();
    let beside = kept::checkpoint(place).ok().and_then(|path| files::first_bytes(&path, HEAD));
    let begun = beside.as_deref().and_then(TallyRecord::digest_of);
    stands.as_deref().into_iter().chain(begun).any(|inputs| inputs != digest)
}

/// A tally states its digest within this many bytes.
const HEAD: u64 = 256;

pub struct PlannedRun {
    pub spec: RunSpec,
    pub named: NamedArm,
}

/// The folder of each run: its default, `root` for a single run, or one folder for each run inside `root`.
pub fn places(
    runs: &[PlannedRun],
    root: Option<PathBuf>,
    shard: Option<Shard>,
) -> Result<Vec<PathBuf>, Error> {
    let default = |run: &PlannedRun| default_place(&run.named.arm.inputs, shard);
    let Some(root) = root else { return Ok(runs.iter().map(default).collect()) };
    if runs.len() == 1 {
        return Ok(vec![root]);
    }
    folder::place(&root)?;
    if root.join(folder::MANIFEST).exists() {
        return Err(Error::OneRun(root));
    }
    let presets = |run: &PlannedRun| run.spec.arm.rules.presets.join("+");
    let names = |run: &PlannedRun| run.spec.arm.field.named().join(",");
    let is_apart =
        |one: &dyn Fn(&PlannedRun) -> String| runs.iter().map(one).collect::<BTreeSet<String>>().len() > 1;
    let part = |run: &PlannedRun| {
        let mut parts = vec![format!("{}p", run.spec.arm.players)];
        if is_apart(&presets) {
            let presets = Some(presets(run)).filter(|presets| !presets.is_empty());
            parts.push(presets.unwrap_or("default".to_owned()));
        }
        if is_apart(&names) {
            parts.push(slug(&run.spec.arm.field.named().join("-")));
        }
        root.join(parts.join("-"))
    };
    let places: Vec<PathBuf> = runs.iter().map(part).collect();
    if places.iter().collect::<BTreeSet<_>>().len() < places.len() {
        // Long lists of strategies may share a beginning.
        let own = |(at, place): (usize, &PathBuf)| place.with_added_extension((at + 1).to_string());
        return Ok(places.iter().enumerate().map(own).collect());
    }
    Ok(places)
}

/// A readable name: table size, presets and changes, and the strategies if they are few.
fn readable(inputs: &Inputs) -> String {
    let mut parts = inputs.rules.presets.clone();
    parts.extend(inputs.rules.data.as_ref().map(|_| "data".to_owned()));
    // `cards.S5.cost=19` becomes its last two words, `S5-cost=19`.
    let short = |change: &String| {
        change.rsplitn(3, '.').take(2).collect::<Vec<_>>().into_iter().rev().fold(
            String::new(),
            |all, word| if all.is_empty() { word.to_owned() } else { format!("{all}-{word}") },
        )
    };
    parts.extend(inputs.rules.set.iter().map(short));
    let few = inputs.lineup.clone().or_else(|| {
        let names = || inputs.strategies.iter().map(|strategy| strategy.name.clone()).collect();
        (inputs.strategies.len() <= 2).then(names)
    });
    parts.extend(few.into_iter().flatten());
    let players = format!("{}p", inputs.rules.players);
    if parts.is_empty() { players } else { format!("{players}-{}", slug(&parts.join("-"))) }
}

pub fn place_of_runs(inputs: &Inputs) -> PathBuf {
    reports(inputs).join("runs")
}

pub fn reports(inputs: &Inputs) -> PathBuf {
    Path::new("reports").join(&inputs.rules.game)
}

pub fn is_whole(target: &Path, manifest: &Manifest, program: &Program) -> bool {
    folder::is_whole(target, &manifest.json(), program)
}

/// Writes all files and moves the folder to its place, then removes the checkpoint that it replaces. A part of a
/// run has a tally, but no summary and no tables: only all parts together have results.
///
/// # Errors
/// When something cannot be written; `target` is then unchanged.
pub fn write(
    target: &Path,
    played: &mut RunOutcome,
    manifest: &Manifest,
    summary: Option<&Summary>,
    tables: &[Table],
    program: &'static Program,
) -> Result<PathBuf, Error> {
    let mut draft = played.draft.take().map_or_else(|| Draft::new(target, program), Ok)?;
    let deals = manifest.range().unwrap_or(0..played.tally.deals);
    let end = deals.end;
    // Written first, so that the bytes do not stay in memory while charts are drawn.
    let bytes = TallyRecord { digest: manifest.heading.digest.clone(), deals, tally: played.tally.clone() }
        .to_bytes();
    draft.write(TALLY, &bytes)?;
    drop(bytes);
    table_files::write(&mut draft, tables)?;
    if let Some(rows) = &played.rows {
        rows.collect(&mut draft)?;
    }
    if let Some(summary) = summary {
        pictures::write(&mut draft, manifest, summary, tables)?;
    }
    let mut log = folder::log();
    log.insert("games".to_owned(), json!(played.games()));
    log.insert("threads".to_owned(), json!(played.threads));
    log.insert("seconds".to_owned(), json!(played.seconds));
    log.insert("games_per_second".to_owned(), json!(played.games() as f64 / played.seconds));
    let keeps = |file: &str| played.rows.as_ref().map_or_else(|| is_rows(file), |rows| rows.keeps(file));
    let written = draft.finish_keeping(&manifest.json(), &manifest.heading.digest, log, keeps)?;
    settle(target, played, end)?;
    Ok(written)
}

/// Removes the companion files of a folder that has all deals before `end`.
pub fn settle(target: &Path, played: &RunOutcome, end: u64) -> Result<(), Error> {
    kept::settle(target, played.checkpoint, end)?;
    played.rows.as_ref().map_or(Ok(()), |rows| rows.clear())
}

pub fn shares(tables: &[Table]) -> Option<&Table> {
    let named = |name: &str| tables.iter().find(|table| table.name == name);
    named("win_rate_by_strategy_and_seat").or_else(|| named("win_rate_by_strategy"))
}
