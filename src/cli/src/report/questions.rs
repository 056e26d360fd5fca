//! The written questions of a game, each answered in a line on a fraction of its games.

use std::path::PathBuf;

use crate::{failure::Failure, game_args::remark, output, program, session::Session};
use sim_lab::{
    Effort, Error, Parts,
    audit::AuditSpec,
    command::{Command, Verb},
    experiment::Inputs,
    question::{Call, Question, ask},
    store::Item,
};
use sim_report::{page, tell};
use sim_store::{experiments, left_out};

/// A question gets 1/`SHARE` of its file's games if the audit plays [`STANDARD`] games at each table.
const SHARE: u64 = 10;
const STANDARD: u64 = 20_000;
/// The assumed games of a file that plays until it is precise.
const UNTIL: u64 = 20_000;
/// Fewer games are uninformative.
const LEAST: u64 = 600;

pub struct QuestionSource {
    path: PathBuf,
    text: String,
    question: Question,
}

pub fn read_sources(game: &str) -> Result<Vec<QuestionSource>, Failure> {
    let read = |path: PathBuf| {
        let (text, origin) = (experiments::text(&path, program::this())?, path.display().to_string());
        // A call of a verb has a page of its own, and may take long.
        if Call::read(&origin, &text)?.is_some() {
            return Ok(None);
        }
        let question = experiments::read(&origin, &text, program::this())?;
        Ok(Some(QuestionSource { path, text, question }))
    };
    left_out(game).iter().for_each(|why| output::remark(&format!("warning: {why}")));
    experiments::paths_of(game, program::this())
        .into_iter()
        .filter_map(|path| read(path).transpose())
        .collect()
}

impl QuestionSource {
    /// The games that the file requests, and those that an audit plays of it.
    fn games(&self, audit: &AuditSpec) -> (u64, u64) {
        let whole = match self.question.effort {
            Effort::Games(games) => games,
            Effort::Until { .. } => UNTIL,
        };
        let share = |games: u64| u128::from(games) * u128::from(audit.games) / u128::from(STANDARD * SHARE);
        let games = u64::try_from(share(whole)).unwrap_or(u64::MAX).clamp(LEAST, whole.max(LEAST));
        (whole, games)
    }
}

/// The work of all questions, in order.
pub fn work(asked: &[QuestionSource], audit: &AuditSpec) -> Parts {
    Parts::new(asked.iter().map(|one| one.question.work(Effort::Games(one.games(audit).1))))
}

/// Answers every question; each answer is stored as a part of an audit at the table of `inputs`.
pub fn answered(
    asked: Vec<QuestionSource>,
    audit: &AuditSpec,
    inputs: &Inputs,
    session: &mut Session,
) -> Result<Vec<page::QuestionAnswer>, Failure> {
    let mut answered = Vec::new();
    let mut parts = work(&asked, audit);
    for one in asked {
        let (whole, games) = one.games(audit);
        let QuestionSource { path, text, question } = one;
        let digest = audit.digest(inputs, "question", &[text, games.to_string()]);
        let item = Item::Part { inputs, name: "question", digest: &digest };
        let answer = parts.next(&mut session.lab(), |lab| {
            lab.part(item, |lab| {
                remark(&question.spec);
                let answered = ask(&question, Effort::Games(games), lab)?;
                Ok(tell::question::answer(&question, &answered.answer).sentence)
            })
        });
        let answer = match answer {
            // The questions answered so far are reported.
            Err(Error::Stopped) => break,
            answer => answer?,
        };
        answered.push(page::QuestionAnswer {
            question: question.question,
            answer,
            games,
            whole,
            command: Command::new(Verb::Run).names([path.display().to_string()]).to_string(),
        });
    }
    Ok(answered)
}
