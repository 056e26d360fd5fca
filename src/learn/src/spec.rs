//! What is trained: the base, the opponents, the tables and the budget.

use std::fmt;

use crate::{
    arena::Table,
    method::Method,
    terms::{Features, Terms},
};
use sim_engine::text::FileError;
use sim_play::{Entry, Schedule, Utility, arm::Stopped};
use sim_script::{Script, Strategy, learned::Section, script::Template};

pub struct Spec<'a> {
    pub entry: &'a Entry,
    /// The tables to train at; batches take turns.
    pub tables: &'a [Table<'a>],
    pub base: Base,
    /// The baseline of the test. It may differ from the base, which may be a part of the strategy to improve.
    pub standard: &'a Strategy,
    /// Opponents that do not learn; empty for self-play.
    pub field: &'a [Strategy],
    /// Held-out opponents for the test.
    pub strangers: &'a [Strategy],
    pub features: Features,
    /// Whether features that cost more than they gain are left out.
    pub is_pruned: bool,
    /// Units of a hidden layer for decisions that have none yet, a multiple of 8; none for terms alone.
    pub hidden: Option<usize>,
    pub method: Method,
    pub games: u64,
    /// Test games of each candidate. At 0 there are no evaluations during training either: see
    /// [`TrainingRun::settled`](crate::TrainingRun::settled).
    pub test_games: u64,
    pub seed: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    pub name: String,
    pub origin: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrainingError {
    /// No training is possible with this spec.
    Unfit {
        message: String,
        help: String,
    },
    Stopped,
}

impl TrainingError {
    pub fn help(&self) -> &str {
        match self {
            TrainingError::Unfit { help, .. } => help,
            TrainingError::Stopped => "",
        }
    }
}

impl fmt::Display for TrainingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainingError::Unfit { message, .. } => write!(f, "{message}"),
            TrainingError::Stopped => write!(f, "interrupted"),
        }
    }
}

impl std::error::Error for TrainingError {}

impl From<FileError> for TrainingError {
    fn from(error: FileError) -> TrainingError {
        let place = format!("{}:{}:{}", error.origin, error.line, error.column);
        TrainingError::Unfit { message: format!("{place}: {}", error.message), help: error.help }
    }
}

impl From<Stopped> for TrainingError {
    fn from(_: Stopped) -> TrainingError {
        TrainingError::Stopped
    }
}

impl Spec<'_> {
    /// All tables are of one game with the same objective.
    pub(crate) fn utility(&self) -> Utility {
        let declared = || Utility::new(self.entry.info(), self.entry.info().objective);
        self.tables.first().map_or_else(declared, |table| table.game.utility())
    }

    pub(crate) fn read(&self, text: &str) -> Result<Strategy, FileError> {
        self.entry.read_strategy(&self.base.name, &self.base.origin, text, &[])
    }

    pub(crate) fn schedule(&self, players: usize) -> Result<Schedule, TrainingError> {
        let schedule = if self.field.is_empty() {
            Schedule::fixed(&vec![0; players])
        } else {
            Schedule::against(self.field.len(), players)
        };
        schedule.ok_or_else(|| TrainingError::Unfit {
            message: format!("{} strategies make too many tables of {players}", self.field.len()),
            help: "name fewer strategies with --against".to_owned(),
        })
    }

    pub(crate) fn terms(&self, base: &Script, at: usize) -> Terms {
        self.features.terms(self.entry.vocabulary(), at, base, self.tables.len() > 1)
    }

    /// The base with these sections. It computes every context feature at the decisions that are trained.
    pub(crate) fn learner(
        &self,
        template: &Template,
        sections: &[Option<Section>],
    ) -> Result<Strategy, FileError> {
        let sections: Vec<Section> = sections.iter().flatten().cloned().collect();
        let mut learner = self.read(&template.with_sections(&sections))?;
        if let Strategy::Script(script) = &mut learner {
            let contexts = self.entry.vocabulary().context.len();
            script.read_also(u128::MAX >> (128 - contexts.clamp(1, 128)));
        }
        Ok(learner)
    }
}
