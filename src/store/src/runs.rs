use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Error, Program,
    files::replace_file,
    folder::{MANIFEST, check_schema},
};
use sim_engine::text::people;
use sim_lab::{
    experiment::Manifest,
    tables::{Cell, Column, Table},
};
use sim_report::{page as report, page::Entry};

/// The default folder of all results.
const ROOT: &str = "reports";
pub const INDEX: &str = "index.html";
const SHOWN: usize = 3;
/// Deepest level of a run below [`ROOT`]: `delectable/runs/sizes/4p`.
const DEPTH: usize = 4;

pub struct Run {
    place: PathBuf,
    manifest: Manifest,
}

impl Run {
    pub fn new(place: PathBuf, manifest: Manifest) -> Run {
        Run { place, manifest }
    }

    fn rules(&self) -> String {
        let rules = &self.manifest.inputs.rules;
        let data = rules.data.as_ref().map(|_| "a data file".to_owned());
        let parts: Vec<String> =
            rules.presets.iter().cloned().chain(data).chain(rules.set.iter().cloned()).collect();
        if parts.is_empty() { "default".to_owned() } else { parts.join(", ") }
    }

    fn strategies(&self) -> String {
        let inputs = &self.manifest.inputs;
        let names = || inputs.strategies.iter().map(|strategy| strategy.name.clone()).collect();
        let names: Vec<String> = inputs.lineup.clone().unwrap_or_else(names);
        if names.len() <= SHOWN {
            names.join(", ")
        } else {
            format!("{} and {} more", names[..SHOWN].join(", "), names.len() - SHOWN)
        }
    }
}

/// The runs below a folder, sorted by path; errors of manifests that cannot be read go to `unread`.
fn below(folder: &Path, depth: usize, unread: &mut Vec<Error>) -> Vec<Run> {
    match manifest(folder) {
        Ok(Some(manifest)) => return vec![Run::new(folder.to_owned(), manifest)],
        Ok(None) => {}
        Err(error) => {
            unread.push(error);
            return Vec::new();
        }
    }
    if depth == 0 {
        return Vec::new();
    }
    let is_hidden =
        |path: &PathBuf| path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir() && !is_hidden(path)).collect();
    folders.sort();
    folders.iter().flat_map(|path| below(path, depth - 1, unread)).collect()
}

/// The manifest of a folder, if it is a whole run.
fn manifest(folder: &Path) -> Result<Option<Manifest>, Error> {
    let path = folder.join(MANIFEST);
    let text = fs::read_to_string(&path).unwrap_or_default();
    let Ok(value) = serde_json::from_str(&text) else { return Ok(None) };
    check_schema(&path, &value)?;
    let manifest: Option<Manifest> = serde_json::from_value(value).ok();
    Ok(manifest.filter(|manifest| manifest.games > 0 && manifest.part.is_none()))
}

/// The stored runs, and the errors of those that cannot be read.
pub fn listing(game: Option<&str>) -> (Table, Vec<Error>) {
    let columns = [
        Column::text("folder", "where it is kept"),
        Column::players("players at the table"),
        Column::whole("games", "games played"),
        Column::text("rules", "presets and changes"),
        Column::text("strategies", "who plays"),
        Column::whole("seed", "master seed"),
    ];
    let mut table = Table::new("runs", "Runs", "What was played and is kept.", &columns);
    let mut unread = Vec::new();
    let kept = below(Path::new(ROOT), DEPTH, &mut unread).into_iter();
    for run in kept.filter(|run| game.is_none_or(|game| run.manifest.inputs.rules.game == game)) {
        table.rows.push(vec![
            Cell::text(run.place.display().to_string()),
            Cell::from(run.manifest.inputs.rules.players as u64),
            Cell::from(run.manifest.games),
            Cell::text(run.rules()),
            Cell::text(run.strategies()),
            Cell::from(run.manifest.inputs.seed),
        ]);
    }
    (table, unread)
}

/// Rewrites the page of all runs below `reports`, if one of `places` is there.
pub fn index<'p>(mut places: impl Iterator<Item = &'p Path>, program: &Program) -> Result<(), Error> {
    let root = Path::new(ROOT);
    if places.any(|place| place.starts_with(root)) {
        overview(root, &below(root, DEPTH, &mut Vec::new()), None, program)
    } else {
        Ok(())
    }
}

pub fn overview(folder: &Path, runs: &[Run], table: Option<&Table>, program: &Program) -> Result<(), Error> {
    let entries: Vec<Entry> = runs
        .iter()
        .map(|run| {
            let place = run.place.strip_prefix(folder).unwrap_or(&run.place);
            Entry {
                name: place.display().to_string(),
                link: place.join("report.html").display().to_string(),
                game: run.manifest.heading.title.clone(),
                table: run.manifest.table(),
                games: people::count(run.manifest.games),
                rules: run.rules(),
                strategies: run.strategies(),
            }
        })
        .collect();
    let page = report::overview(&entries, table).html().map_err(Error::Index)?;
    // Another run may write it at the same time: each replaces it atomically.
    replace_file(&folder.join(INDEX), program.own(&page).as_bytes())
}
