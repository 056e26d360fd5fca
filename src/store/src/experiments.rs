//! Written questions: the files `experiments/GAME/*.toml`, and those shipped with the games.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Error, Program,
    files::{read_text, toml_files},
    strategies,
};
use sim_lab::{
    Refusal,
    ablate::is_match,
    catalogue::Catalogue,
    player::Player,
    question::{ChartKind, Question, QuestionSummary, Sources},
    tables::{Cell, Column, Table},
};
use sim_play::Entry;
use sim_report::charts;

const FOLDER: &str = "experiments";

/// Sorted paths of the experiments in the current directory, and of shipped ones under the paths that they would
/// have here.
pub fn paths(program: &Program) -> Vec<PathBuf> {
    let games = fs::read_dir(FOLDER).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = games.flat_map(|game| toml_files(&game.path())).collect();
    paths.extend(shipped(program).map(|(path, _)| path));
    paths.sort_unstable();
    paths.dedup();
    paths
}

pub fn paths_of(game: &str, program: &Program) -> Vec<PathBuf> {
    let folder = Path::new(FOLDER).join(game);
    paths(program).into_iter().filter(|path| path.starts_with(&folder)).collect()
}

/// Expands a path with `*`, for any text, to the experiments that match it, unless a file has this name. A shell
/// leaves such a pattern alone if no file matches, though shipped experiments may.
pub fn expand_pattern(path: &Path, program: &Program) -> Vec<PathBuf> {
    let pattern = path.display().to_string();
    let is_pattern = pattern.contains('*') && !path.exists();
    let fits = |one: &PathBuf| is_pattern && is_match(&pattern, &one.display().to_string());
    let found: Vec<PathBuf> = paths(program).into_iter().filter(fits).collect();
    if found.is_empty() { vec![path.to_owned()] } else { found }
}

/// The text of an experiment: its file or, without one, the shipped experiment.
pub fn text(path: &Path, program: &Program) -> Result<String, Error> {
    let shipped = shipped(program).find(|(shipped, _)| !path.exists() && shipped == path);
    shipped.map_or_else(|| read_text(path), |(_, text)| Ok(text.to_owned()))
}

fn shipped(program: &Program) -> impl Iterator<Item = (PathBuf, &'static str)> {
    program.games().0.iter().flat_map(|entry| {
        let folder = Path::new(FOLDER).join(entry.info().name);
        entry.experiments().iter().map(move |one| (folder.join(format!("{}.toml", one.name)), one.text))
    })
}

/// Parses a question; its paths are relative to the current directory.
pub fn read(origin: &str, text: &str, program: &Program) -> Result<Question, Error> {
    Ok(Question::read(origin, text, &Files(program)).map_err(sim_lab::Error::from)?)
}

pub fn listing(game: Option<&str>, program: &Program) -> Table {
    let columns = [
        Column::text("file", "what `sim run` takes"),
        Column::text("title", "what it is about"),
        Column::text("question", "what it asks"),
    ];
    let mut table = Table::new("experiments", "Experiments", "Questions that are written down.", &columns);
    for path in paths(program) {
        let origin = path.display().to_string();
        let listed = text(&path, program).ok().and_then(|text| QuestionSummary::read(&origin, &text).ok());
        // A malformed file is listed under the game of its folder.
        let folder =
            || path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        let QuestionSummary { game: of, title, question } = listed.unwrap_or_else(|| QuestionSummary {
            game: folder(),
            title: String::new(),
            question: format!("(not in order: sim check {origin})"),
        });
        if game.is_none_or(|game| game == of) {
            table.rows.push([&origin, &title, &question].map(Cell::text).to_vec());
        }
    }
    table
}

struct Files<'p>(&'p Program);

impl Sources for Files<'_> {
    fn games(&self) -> Catalogue {
        self.0.games()
    }

    fn player(&self, entry: &'static Entry, word: &str) -> Result<Player, Refusal> {
        Ok(strategies::load(entry, word)?)
    }

    fn data(&self, path: &str) -> Result<String, Refusal> {
        Ok(read_text(Path::new(path))?)
    }

    fn charts(&self, of: ChartKind) -> Vec<String> {
        let owned = |names: &[&str]| names.iter().copied().map(str::to_owned).collect();
        match of {
            ChartKind::Sweep => owned(&charts::OF_SWEEPS),
            ChartKind::Differences => owned(&charts::OF_DIFFERENCES),
            ChartKind::Run(info) => charts::of_runs(info),
        }
    }
}
