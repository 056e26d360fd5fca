//! Parts of a run, each in its own folder until [`join`] merges them into the folder that one machine would have
//! written.

use std::{
    fmt, fs,
    ops::Range,
    path::{Path, PathBuf},
};

use crate::{
    Error, Program, folder,
    kept::{self, CheckpointStatus},
    playing::RunOutcome,
    run_folder,
};
use serde_json::Value;
use sim_lab::{
    experiment::{Arm, Inputs, Manifest},
    summary::Summary,
    tables::{self, Table},
};
use sim_play::tally::Tally;

/// A folder with some deals of a run, or all.
pub struct PartFolder {
    place: PathBuf,
    pub manifest: Manifest,
    deals: Range<u64>,
}

/// A run whose folder was written from stored tallies, without playing.
pub struct MergedRun {
    pub arm: Arm,
    pub tally: Tally,
    pub manifest: Manifest,
    pub tables: Vec<Table>,
    pub place: PathBuf,
}

/// Joins the parts in these folders, in any order, into the folder of the whole run at `out`; `force` replaces
/// another run there.
///
/// # Errors
/// Folders that are not parts of one run, parts that miss or repeat deals, a longer run of the same inputs at
/// `out`, or a part at `out`.
pub fn join(
    places: &[PathBuf],
    out: &Path,
    force: bool,
    program: &'static Program,
) -> Result<MergedRun, Error> {
    let target = fs::canonicalize(out).ok();
    let is_target = |place: &&PathBuf| target.is_some() && fs::canonicalize(place).ok() == target;
    if let Some(part) = places.iter().find(is_target) {
        return Err(Error::IntoPart(part.clone()));
    }
    let mut parts = places.iter().map(|place| PartFolder::read(place)).collect::<Result<Vec<_>, _>>()?;
    same_inputs(&parts)?;
    parts.sort_by_key(|part| (part.deals.start, part.deals.end));
    let Some(first) = parts.first() else { return Err(Error::Empty) };
    let arm = first.reopen(program)?;
    let _hold = folder::claim(out, &first.manifest.heading.digest, force)?;
    let command = covered(&parts)?;
    let kept = CheckpointStatus::at(out, &arm, 0, force, force)?;
    // Without `force`, a shorter run does not replace a longer one of the same inputs.
    let games: u64 = parts.iter().map(|part| part.manifest.games).sum();
    if let Some((_, standing)) = kept.stands.filter(|(_, standing)| *standing > games && !force) {
        return Err(Error::LongerThanParts { place: out.to_owned(), games: standing });
    }
    // Only one tally at a time is in memory.
    let mut tally = arm.empty();
    for part in &parts {
        tally.merge(&part.tally(&arm)?);
    }
    written(out, arm, RunOutcome::merged(tally, kept.checkpoint), command, program)
}

/// Rewrites the tables, the charts and the page of a run from its stored tally, to `out` or to the same folder.
///
/// # Errors
/// A folder without a run or with a part of one; another run at `out`, unless `force`.
pub fn rewrite(
    place: &Path,
    out: Option<&Path>,
    force: bool,
    program: &'static Program,
) -> Result<MergedRun, Error> {
    let part = PartFolder::read(place)?;
    if part.manifest.part.is_some() {
        return Err(Error::NoPage(place.to_owned()));
    }
    let arm = part.reopen(program)?;
    let target = out.unwrap_or(place);
    let _hold = folder::claim(target, &part.manifest.heading.digest, force)?;
    let tally = part.tally(&arm)?;
    // A checkpoint with more deals than the run stays.
    let beside = CheckpointStatus::at(target, &arm, 0, force, false)?.checkpoint;
    written(target, arm, RunOutcome::merged(tally, beside), part.manifest.heading.command, program)
}

fn written(
    target: &Path,
    arm: Arm,
    mut merged: RunOutcome,
    command: String,
    program: &'static Program,
) -> Result<MergedRun, Error> {
    let manifest = Manifest::new(&arm, command, &merged.tally);
    let summary = Summary::new(&arm.subject(), &merged.tally);
    let tables = tables::of_run(&summary);
    let place = run_folder::write(target, &mut merged, &manifest, Some(&summary), &tables, program)?;
    Ok(MergedRun { arm, tally: merged.tally, manifest, tables, place })
}

impl PartFolder {
    pub fn read(place: &Path) -> Result<PartFolder, Error> {
        let no_run = |why: String| Error::NoRun { place: place.to_owned(), why };
        let unread = |error: &dyn fmt::Display| no_run(format!("{}: {error}", folder::MANIFEST));
        let path = place.join(folder::MANIFEST);
        let text = fs::read_to_string(&path).map_err(|error| unread(&error))?;
        let value: Value = serde_json::from_str(&text).map_err(|error| unread(&error))?;
        folder::check_schema(&path, &value)?;
        if !value["verb"].is_null() || !value["analysis"].is_null() {
            return Err(no_run(format!(
                "it was written by {}",
                value["command"].as_str().unwrap_or_default()
            )));
        }
        let manifest: Manifest = serde_json::from_value(value).map_err(|error| unread(&error))?;
        let deals = manifest.range().ok_or_else(|| no_run("its deals are not one range".to_owned()))?;
        Ok(PartFolder { place: place.to_owned(), manifest, deals })
    }

    pub fn reopen(&self, program: &Program) -> Result<Arm, Error> {
        let reopened = program.games().reopen(&self.manifest.inputs);
        reopened.map_err(|error| Error::Reopened { place: self.place.clone(), error })
    }

    /// # Errors
    /// When the tally is missing, or its deals differ from the manifest's.
    pub fn tally(&self, arm: &Arm) -> Result<Tally, Error> {
        let broken = |why: String| Error::Part { path: self.place.join(kept::TALLY), why };
        let stored = kept::standing(&self.place, arm)?;
        let stored = stored.ok_or_else(|| broken("there is no such file".to_owned()))?;
        if stored.deals == self.deals {
            return Ok(stored.tally);
        }
        let Range { start, end } = stored.deals;
        Err(broken(format!("it is of deals {start} to {end}, and the manifest of others")))
    }

    fn name(&self) -> String {
        format!("{} (deals {} to {})", self.place.display(), self.deals.start, self.deals.end)
    }
}

/// Refuses parts of different runs, and states the difference.
fn same_inputs(parts: &[PartFolder]) -> Result<(), Error> {
    let Some(first) = parts.first() else { return Ok(()) };
    let foreign = |part: &&PartFolder| part.manifest.inputs != first.manifest.inputs;
    let Some(other) = parts.iter().find(foreign) else { return Ok(()) };
    let differs = difference(&first.manifest.inputs, &other.manifest.inputs);
    Err(Error::DifferentRuns { one: first.place.clone(), other: other.place.clone(), differs })
}

fn difference(one: &Inputs, other: &Inputs) -> String {
    let (a, b) = (&one.rules, &other.rules);
    let names = |inputs: &Inputs| {
        let names: Vec<&str> = inputs.strategies.iter().map(|strategy| strategy.name.as_str()).collect();
        names.join(",")
    };
    let pair =
        |what: &str, one: &dyn fmt::Display, other: &dyn fmt::Display| format!("{what} {one} and {other}");
    if a.game != b.game {
        pair("game", &a.game, &b.game)
    } else if a.code != b.code {
        "they were played by builds that play or count the game differently".to_owned()
    } else if a.players != b.players {
        pair("players", &a.players, &b.players)
    } else if one.seed != other.seed {
        pair("seed", &one.seed, &other.seed)
    } else if a != b {
        "other rules".to_owned()
    } else if names(one) != names(other) {
        pair("strategies", &names(one), &names(other))
    } else if one.lineup != other.lineup {
        "another lineup".to_owned()
    } else {
        "the text or the params of a strategy".to_owned()
    }
}

/// Refuses parts that miss or repeat deals, and returns the command of the whole run.
fn covered(parts: &[PartFolder]) -> Result<String, Error> {
    let missing = |deals: Range<u64>, at: String| Error::Missing { deals, at };
    let mut end = 0;
    let mut before: Option<&PartFolder> = None;
    for part in parts.iter().filter(|part| !part.deals.is_empty()) {
        let last = before.map_or("no part begins with the first".to_owned(), |before| {
            format!("nothing stands between {} and {}", before.name(), part.name())
        });
        if part.deals.start > end {
            return Err(missing(end..part.deals.start, last));
        }
        if let Some(before) = before.filter(|_| part.deals.start < end) {
            return Err(Error::Twice { one: before.name(), other: part.name() });
        }
        end = part.deals.end;
        before = Some(part);
    }
    let longest = parts.iter().map(|part| part.manifest.whole()).max_by_key(|(deals, _)| *deals);
    let (whole, command) = longest.unwrap_or((0, ""));
    match before {
        Some(last) if end < whole => Err(missing(end..whole, format!("nothing follows {}", last.name()))),
        None => Err(missing(0..whole, "the parts are empty".to_owned())),
        Some(_) => Ok(command.to_owned()),
    }
}
