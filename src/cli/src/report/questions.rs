//! The questions that are written down for a game, each answered in a line on a share of its games.

use std::path::{Path, PathBuf};

use super::{ReportArgs, parts::Place};
use crate::{
    effort::EffortArgs,
    experiment::{self, ExperimentArgs},
    failure::Failure,
    words,
};
use sim_lab::{Effort, audit, question::Question};

/// A question takes one of so many of its file's games, where the standard run has [`STANDARD`] games.
const SHARE: u64 = 10;
const STANDARD: u64 = 20_000;
/// What a file that plays until it is precise counts as.
const UNTIL: u64 = 20_000;
/// Fewer games answer nothing.
const LEAST: u64 = 600;

/// A question that is written down.
pub struct Asked {
    path: PathBuf,
    text: String,
    question: Question,
}

/// The questions of a game.
///
/// # Errors
/// Where a file cannot be read: it is told before anything is played.
pub fn asked(game: &str) -> Result<Vec<Asked>, Failure> {
    let read = |path: PathBuf| {
        let text = experiment::text(&path)?;
        let question = experiment::read(&path.display().to_string(), &text)?;
        Ok(Asked { path, text, question })
    };
    let folder = Path::new("experiments").join(game);
    experiment::paths().into_iter().filter(|path| path.starts_with(&folder)).map(read).collect()
}

/// Every question with its answer; `place` keeps what was found.
pub fn answered(
    asked: Vec<Asked>,
    args: &ReportArgs,
    place: &Place<'_>,
) -> Result<Vec<audit::Question>, Failure> {
    let mut answered = Vec::new();
    for Asked { path, text, question } in asked {
        let whole = match question.effort {
            Effort::Games(games) => games,
            Effort::Until { .. } => UNTIL,
        };
        let share = |games: u64| u128::from(games) * u128::from(args.n) / u128::from(STANDARD * SHARE);
        let games = u64::try_from(share(whole)).unwrap_or(u64::MAX).clamp(LEAST, whole.max(LEAST));
        let asked = [text, games.to_string()];
        let tables = place.part("question", &asked, || {
            let effort = EffortArgs::of(games, args.play.clone());
            Ok(ExperimentArgs::answer(&question, effort)?.into_iter().collect())
        })?;
        let Some((table, row)) = tables.first().and_then(|table| Some((table, table.rows.first()?))) else {
            continue;
        };
        answered.push(audit::Question {
            title: question.title,
            question: question.question,
            answer: table.text(row, "text").to_owned(),
            games,
            whole,
            command: format!("sim run {}", words::paths(&[path])),
        });
    }
    Ok(answered)
}
