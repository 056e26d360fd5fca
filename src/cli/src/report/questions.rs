//! The questions that are written down for a game, each answered in a line on a share of its games.

use std::path::{Path, PathBuf};

use super::{ReportArgs, parts::Place};
use crate::{
    effort::EffortArgs,
    experiment::{ExperimentArgs, file},
    failure::Failure,
    game_args::read_text,
    words,
};
use sim_lab::audit::Question;

/// A question takes one of so many of its file's games, where the standard run has [`STANDARD`] games.
const SHARE: u64 = 10;
const STANDARD: u64 = 20_000;
/// What a file that plays until it is precise counts as.
const UNTIL: u64 = 20_000;
/// Fewer games answer nothing.
const LEAST: u64 = 600;

/// The files of a game in the folder where the program was started.
fn files(game: &str) -> Vec<PathBuf> {
    let folder = Path::new("experiments").join(game);
    file::files(Path::new("experiments")).into_iter().filter(|path| path.starts_with(&folder)).collect()
}

/// A question that is written down.
pub struct Asked {
    path: PathBuf,
    text: String,
    experiment: file::Experiment,
}

/// The questions of a game.
///
/// # Errors
/// Where a file cannot be read: it is told before anything is played.
pub fn asked(game: &str) -> Result<Vec<Asked>, Failure> {
    let read = |path: PathBuf| {
        let text = read_text(&path)?;
        let experiment = file::read(&path.display().to_string(), &text)?;
        Ok(Asked { path, text, experiment })
    };
    files(game).into_iter().map(read).collect()
}

/// Every question with its answer; `place` keeps what was found.
pub fn answered(asked: Vec<Asked>, args: &ReportArgs, place: &Place<'_>) -> Result<Vec<Question>, Failure> {
    let mut answered = Vec::new();
    for Asked { path, text, experiment } in asked {
        let whole = match experiment.length {
            file::Length::Games(games) => games,
            file::Length::Until(_) => UNTIL,
        };
        let share = |games: u64| u128::from(games) * u128::from(args.n) / u128::from(STANDARD * SHARE);
        let games = u64::try_from(share(whole)).unwrap_or(u64::MAX).clamp(LEAST, whole.max(LEAST));
        let asked = [text, games.to_string()];
        let tables = place.part("question", &asked, || {
            let effort = EffortArgs::of(games, args.play.clone());
            Ok(ExperimentArgs::answer(&experiment, effort)?.into_iter().collect())
        })?;
        let Some((table, row)) = tables.first().and_then(|table| Some((table, table.rows.first()?))) else {
            continue;
        };
        answered.push(Question {
            title: experiment.title,
            question: experiment.question,
            answer: table.text(row, "text").to_owned(),
            games,
            whole,
            command: format!("sim run {}", words::paths(&[path])),
        });
    }
    Ok(answered)
}
