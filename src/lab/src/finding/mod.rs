//! What stands out of a run, or of a game at all numbers of players: typed, before any of it is a sentence.
//!
//! A finding is made only where its rows bear it out. It says what stands out and of whom, how large that is with its
//! interval, how sure it is, what it would not survive, in which table it stands, and which command shows it. The
//! findings of a run are [`of_run`], those of a game [`Audit::findings`](crate::audit::Audit::findings).

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
    /// How far beyond what passes for balance, in units of that; 0 of a single run.
    pub severity: f64,
    pub what: FindingKind,
    pub surety: Certainty,
    pub scene: Option<Scene>,
    pub table: &'static str,
    /// The command that shows it; none where that is the command of the run itself.
    pub command: Option<Command>,
    pub but: Vec<Caveat>,
}

impl Finding {
    /// Where an audit tells it; of a run there is one list.
    pub fn chapter(&self) -> Chapter {
        match &self.what {
            FindingKind::Run(_) => Chapter::Game,
            FindingKind::Game(what) => what.chapter(),
        }
    }

    /// What is surely beyond balance comes first, then what is open, then what is fine; within these the furthest
    /// from its tolerance.
    pub fn order(&self, other: &Finding) -> Ordering {
        self.tone.cmp(&other.tone).then(other.severity.total_cmp(&self.severity))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// Surely beyond what passes for balance, or beyond chance.
    Off,
    /// Not known yet, or to beware of.
    Open,
    /// Surely within balance; of a run, nothing that is told apart.
    Fine,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// A whole interval lies beyond what is fine, or within it, at an error rate that it shares with all others.
    Decided,
    Undecided {
        /// About how many more games would decide it, or the first of several; none where that is not known.
        more: Option<u64>,
        is_of_several: bool,
    },
    /// Counted in these games.
    Seen,
}

/// A game to look at: one that a strategy or a seat wins or loses by most.
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
    /// Of shares, or of the points of the game.
    pub unit: Unit,
}

#[derive(Debug, Clone, PartialEq)]
pub enum FindingKind {
    Run(RunFinding),
    Game(GameFinding),
}

/// What a component brings those who use it, where the same deals were played without it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cause {
    /// What they win or make with it less the same without it.
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
    /// It is no longer clear with so many of the alternatives, whose names are those that are known.
    Undecided { with: Vec<String>, count: usize, of: usize },
    /// With this strategy in every seat, which plays better, this is the win rate, or how far it is ahead, and it reverses
    /// or is undecided.
    AmongStronger { strategy: String, win_rate: Estimate, unit: Unit, reverses: bool },
    /// A link that is not known to be a cause.
    NoCause(Cause),
    /// Its data is not printed.
    Reconstructed,
    /// Nobody aimed at it.
    NobodyAimed,
    /// The share is one of these strategies.
    OfThese,
    /// Strategies know the numbers as they are.
    NumbersAsTheyAre,
    /// Strategies know the rules as they are; so do all alternatives of the kind, which the command shows.
    RulesAsTheyAre(Kind, Command),
    /// Other scripts may beat it, and the command looks for one.
    ShippedAlone(Command),
    /// A script may play its plan badly, and the command looks for better numbers.
    PlayedBadly(Command),
    /// Another strategy may find a use.
    SoPlayed,
}
