use sim_engine::Seat;
use sim_stats::Interval;

use super::{Cause, TableValue};
use crate::{
    figure::Owner,
    robust::Kind,
    summary::Ending,
    verdict::{Sort, VerdictSubject},
};

/// What stands out of a game. Shares, and what is fine of them, are from 0 to 1; `sizes` are the numbers of players
/// at which it is so, and a [`TableValue`] beside them is where it is so most.
#[derive(Debug, Clone, PartialEq)]
pub enum GameFinding {
    /// A seat or a strategy wins too often or too seldom, or makes too many points or too few.
    WinsOff {
        whose: VerdictSubject,
        sizes: Vec<usize>,
        /// Its result less the fair one.
        off: TableValue,
        tolerance: f64,
    },
    /// Several seats win too often or too seldom, at one number of players or at several: turn order is one issue. The
    /// seat that is furthest beyond what is fine comes first.
    SeatsOff { sizes: Vec<usize>, seats: Vec<SeatAt>, tolerance: f64 },
    /// Users of a component win too often or too seldom.
    UsersOff {
        component: String,
        sizes: Vec<usize>,
        /// Their win rate less that of users of others of its kind.
        off: TableValue,
        tolerance: f64,
        cause: Option<Cause>,
    },
    /// What is not decided yet, the furthest off first.
    VerdictsOpen { sort: Sort, open: Vec<SubjectAtTable>, off: TableValue, tolerance: f64 },
    /// All of a sort are within what passes for balance.
    VerdictsFine { sort: Sort, sizes: Vec<usize>, off: TableValue, tolerance: f64 },
    /// Most of a crowd plays one strategy in the end.
    TakenOver { strategy: String, sizes: Vec<usize>, played: TableValue, most: f64 },
    /// No strategy takes over; `strategy` is played most.
    OpenField { strategy: String, sizes: Vec<usize>, played: TableValue, most: f64 },
    /// Strategies that less than a part of a crowd plays at every number of players.
    Unplayed { strategies: Vec<String>, least: f64 },
    /// The first round, in the game's own unit, settles the order: so many pairs end in it.
    Settled { sizes: Vec<usize>, unit: &'static str, pairs: TableValue, most: f64 },
    /// The lead seldom changes: so often a game.
    Still { sizes: Vec<usize>, changes: TableValue, least: f64 },
    /// Games go on for `rest` rounds after the round `after`, whose leader wins so often.
    Over { sizes: Vec<usize>, wins: TableValue, after: usize, rest: usize, most: usize },
    /// Games do not end by themselves.
    Endless { sizes: Vec<usize>, games: TableValue },
    /// An ending that hardly comes about.
    RareEnding { ending: Ending, sizes: Vec<usize>, games: TableValue, least: f64 },
    /// How often a single seat wins, and what is a contest.
    Alone { contest: Contest, won: TableValue, fine: Interval },
    /// The share of the variance of the objective, which is that of the unit, that strategies explain among beginners.
    Skill { is_even: bool, sizes: Vec<usize>, share: TableValue },
    /// A step in a number moves a win rate; `others` are the numbers that do so too.
    Number { moved: AlternativeEffect, others: Vec<String> },
    /// A ruling or a reconstruction moves a win rate.
    Ruling { kind: Kind, moved: AlternativeEffect },
    /// Components that nobody used, of so many in the box.
    Unused { components: Vec<String>, sizes: Vec<usize>, of: usize, most: f64 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chapter {
    /// What the game is like where nobody plays badly.
    Game,
    /// What a ruling or reconstructed data does to it.
    Rulings,
    /// What holds between scripts that play a plan each, as people who are new to the game do.
    Beginners,
    Open,
}

impl Chapter {
    /// In the order in which they are told.
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
    /// Its result less the fair one, and where.
    pub off: TableValue,
    /// The win rate, or the points of a game.
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
    /// What that is about, in a sentence; empty where nothing is said of it.
    pub about: String,
    pub whose: Owner,
    pub standard: Option<f64>,
    pub changed: Option<f64>,
    /// The latter less the former.
    pub by: TableValue,
    pub tolerance: f64,
}
