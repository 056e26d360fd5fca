use sim_engine::Seat;
use sim_stats::Interval;

use super::{Cause, TableValue};
use crate::{
    figure::Owner,
    robust::Kind,
    summary::Ending,
    verdict::{Sort, VerdictSubject},
};

/// A finding about a game. Shares and their fine ranges are from 0 to 1. `sizes` are the numbers of players at which
/// it holds; a [`TableValue`] is the most extreme of these.
#[derive(Debug, Clone, PartialEq)]
pub enum GameFinding {
    /// A seat or a strategy wins too often or too rarely, or makes too many points or too few.
    WinsOff {
        whose: VerdictSubject,
        sizes: Vec<usize>,
        /// Its result minus the fair result.
        off: TableValue,
        tolerance: f64,
    },
    /// Several seats are off, at one or several numbers of players: turn order is one issue. The seat furthest beyond
    /// its tolerance comes first.
    SeatsOff { sizes: Vec<usize>, seats: Vec<SeatAt>, tolerance: f64 },
    /// Users of a component win too often or too rarely.
    UsersOff {
        component: String,
        sizes: Vec<usize>,
        /// Win rate of its users minus that of users of others of its kind.
        off: TableValue,
        tolerance: f64,
        cause: Option<Cause>,
    },
    /// Undecided verdicts, the furthest off first.
    VerdictsOpen { sort: Sort, open: Vec<SubjectAtTable>, off: TableValue, tolerance: f64 },
    /// All of a sort are within their tolerance.
    VerdictsFine { sort: Sort, sizes: Vec<usize>, off: TableValue, tolerance: f64 },
    /// Most of the population ends up playing one strategy.
    TakenOver { strategy: String, sizes: Vec<usize>, played: TableValue, most: f64 },
    /// No strategy takes over; `strategy` is played most.
    OpenField { strategy: String, sizes: Vec<usize>, played: TableValue, most: f64 },
    /// Strategies that less than the share `least` of the population plays, at every number of players.
    /// `has_trained`: baselines, which may be trained, are in that population too.
    Unplayed { strategies: Vec<String>, has_trained: bool, least: f64 },
    /// The first round, called `unit`, settles the order: the share `pairs` of all pairs finishes in it.
    Settled { sizes: Vec<usize>, unit: &'static str, pairs: TableValue, most: f64 },
    /// The lead rarely changes: `changes` times per game.
    Still { sizes: Vec<usize>, changes: TableValue, least: f64 },
    /// Games go on for `rest` rounds after round `after`, whose leader wins the share `wins` of games.
    Over { sizes: Vec<usize>, wins: TableValue, after: usize, rest: usize, most: usize },
    /// Some games do not end by themselves.
    Endless { sizes: Vec<usize>, games: TableValue },
    /// An ending that hardly occurs.
    RareEnding { ending: Ending, sizes: Vec<usize>, games: TableValue, least: f64 },
    /// The win rate of a solo player, and the range that counts as a contest.
    Alone { contest: Contest, won: TableValue, fine: Interval },
    /// Share of the objective's variance that strategies explain among beginners; its unit is that of the objective.
    Skill { is_even: bool, sizes: Vec<usize>, share: TableValue },
    /// A step in a number moves a win rate; `others` are further such numbers.
    Number { moved: AlternativeEffect, others: Vec<String> },
    /// A ruling or a reconstruction moves a win rate.
    Ruling { kind: Kind, moved: AlternativeEffect },
    /// Components that nobody used, out of `of` in the box.
    Unused { components: Vec<String>, sizes: Vec<usize>, of: usize, most: f64 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chapter {
    /// The game among strong players.
    Game,
    /// Effects of rulings and of reconstructed data.
    Rulings,
    /// The game among scripts of one plan each, which stand for beginners.
    Beginners,
    Open,
}

impl Chapter {
    /// In order of presentation.
    pub const ALL: [Chapter; 4] = [Chapter::Game, Chapter::Rulings, Chapter::Beginners, Chapter::Open];
}

impl GameFinding {
    pub fn chapter(&self) -> Chapter {
        match self {
            GameFinding::WinsOff { whose: VerdictSubject::Seat(_), .. }
            | GameFinding::SeatsOff { .. }
            | GameFinding::VerdictsFine { sort: Sort::Seat, .. }
            | GameFinding::Settled { .. }
            | GameFinding::Still { .. }
            | GameFinding::Over { .. }
            | GameFinding::Endless { .. }
            | GameFinding::RareEnding { .. }
            | GameFinding::Number { .. }
            | GameFinding::Unused { .. } => Chapter::Game,
            GameFinding::Ruling { .. } => Chapter::Rulings,
            GameFinding::WinsOff { .. }
            | GameFinding::Alone { .. }
            | GameFinding::UsersOff { .. }
            | GameFinding::VerdictsFine { .. }
            | GameFinding::TakenOver { .. }
            | GameFinding::OpenField { .. }
            | GameFinding::Unplayed { .. }
            | GameFinding::Skill { .. } => Chapter::Beginners,
            GameFinding::VerdictsOpen { .. } => Chapter::Open,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct SubjectAtTable {
    pub of: VerdictSubject,
    pub players: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub struct SeatAt {
    pub seat: Seat,
    /// Its result minus the fair result, at its table.
    pub off: TableValue,
    /// Win rate, or points per game.
    pub result: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contest {
    Even,
    HardlyLost,
    HardlyWon,
}

#[derive(Debug, Clone, PartialEq)]
pub struct AlternativeEffect {
    pub name: String,
    /// One sentence about the setting; empty without a description.
    pub about: String,
    pub whose: Owner,
    pub standard: Option<f64>,
    pub changed: Option<f64>,
    /// `changed` minus `standard`.
    pub by: TableValue,
    pub tolerance: f64,
}
