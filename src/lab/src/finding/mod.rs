//! Findings about a run, or about a game at all numbers of players, as typed values before any wording.
//!
//! A finding is made only if its rows support it. It states its subject, its size with an interval, its certainty,
//! its caveats, its table and the command that shows it. [`of_run`] returns the findings of a run, and
//! [`Audit::findings`](crate::audit::Audit::findings) those of a game.

mod game;
mod run;

pub use game::{AlternativeEffect, Chapter, Contest, GameFinding, SeatAt, SubjectAtTable};
pub use run::{Association, Associations, Course, RunFinding, Seats, Strategies, of_run};

use std::cmp::Ordering;

use sim_stats::{Estimate, Interval};

use crate::{
    ablate::Treatment,
    command::Command,
    figure::{Owner, Unit},
    robust::{Kind, RestsOn},
};

#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    pub tone: Tone,
    /// Deviation beyond the tolerance, in units of the tolerance; 0 for a single run.
    pub severity: f64,
    pub what: FindingKind,
    pub surety: Certainty,
    pub scene: Option<Scene>,
    pub table: &'static str,
    /// The command that shows it; `None` if that is the command of the run itself.
    pub command: Option<Command>,
    pub but: Vec<Caveat>,
}

impl Finding {
    /// The chapter of the audit that shows it; findings of a run make a single list.
    pub fn chapter(&self) -> Chapter {
        match &self.what {
            FindingKind::Run(_) => Chapter::Game,
            FindingKind::Game(what) => what.chapter(),
        }
    }

    /// Significant problems come first, then undecided findings, then fine ones, each by descending severity.
    pub fn order(&self, other: &Finding) -> Ordering {
        self.tone.cmp(&other.tone).then(other.severity.total_cmp(&self.severity))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// Significantly beyond the tolerance, or beyond chance.
    Off,
    /// Undecided, or a caution.
    Open,
    /// Significantly within tolerance; in a run, no significant difference.
    Fine,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// A whole interval lies beyond the fine range or within it, at an error rate shared by all findings.
    Decided,
    Undecided {
        /// Approximate number of further games that would decide it, or the first of several; `None` if unknown.
        more: Option<u64>,
        is_of_several: bool,
    },
    /// Counted in these games.
    Seen,
}

/// An example game: one that a strategy or a seat wins or loses by the largest margin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    pub players: usize,
    pub whose: Owner,
    pub is_won: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TableValue {
    pub players: usize,
    pub value: f64,
    pub interval: Option<Interval>,
    pub unit: Unit,
}

#[derive(Debug, Clone, PartialEq)]
pub enum FindingKind {
    Run(RunFinding),
    Game(GameFinding),
}

/// Effect of a component on its users, compared with the same deals without it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cause {
    /// Their result with it minus their result without it.
    pub by: f64,
    pub interval: Option<Interval>,
    pub unit: Unit,
    pub is_found: bool,
    pub way: Treatment,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Caveat {
    /// These alternatives reverse it.
    Reverses { with: Vec<String>, rests_on: RestsOn },
    /// Undecided under `count` of the alternatives; `with` holds the known names.
    Undecided { with: Vec<String>, count: usize, of: usize },
    /// With this stronger strategy in every seat, the win rate or lead is `win_rate`, and the finding reverses or is
    /// undecided.
    AmongStronger { strategy: String, win_rate: Estimate, unit: Unit, reverses: bool },
    /// An association that is not known to be causal.
    NoCause(Cause),
    /// The data is reconstructed, not printed.
    Reconstructed,
    /// No strategy aimed at it.
    NobodyAimed,
    /// The share holds among these strategies.
    OfThese,
    /// Strategies are tuned to the current numbers.
    NumbersAsTheyAre,
    /// Strategies are tuned to the current rules; so are all alternatives of the kind, which the command plays.
    RulesAsTheyAre(Kind, Command),
    /// Other scripts may beat it; the command searches for one.
    ShippedAlone(Command),
    /// A script may play its plan badly; the command searches for better numbers.
    PlayedBadly(Command),
    /// Another strategy may find a use for it.
    SoPlayed,
}
