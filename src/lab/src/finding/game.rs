use sim_engine::Seat;
use sim_stats::Interval;

use super::{At, Cause};
use crate::{
    figure::Owner,
    robust::Kind,
    summary::Ending,
    verdict::{Judged, Sort},
};

/// What stands out of a game. Shares, and what is fine of them, are from 0 to 1; `sizes` are the numbers of players
/// at which it is so, and an [`At`] beside them is where it is so most.
#[derive(Debug, Clone, PartialEq)]
pub enum OfGame {
    /// A seat or a strategy wins too often or too seldom, or makes too many points or too few.
    WinsOff {
        whose: Judged,
        sizes: Vec<usize>,
        /// Its result less the fair one.
        off: At,
        /// The win rate, or the points of a game.
        result: f64,
        fair: f64,
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
        off: At,
        tolerance: f64,
        cause: Option<Cause>,
    },
    /// What is not decided yet, the furthest off first.
    VerdictsOpen { sort: Sort, open: Vec<JudgedAt>, off: At, tolerance: f64 },
    /// All of a sort are within what passes for balance.
    VerdictsFine { sort: Sort, sizes: Vec<usize>, furthest: Judged, off: At, tolerance: f64 },
    /// Most of a crowd plays one strategy in the end.
    TakenOver { strategy: String, sizes: Vec<usize>, played: At, most: f64 },
    /// No strategy takes over; `strategy` is played most.
    OpenField { strategy: String, sizes: Vec<usize>, played: At, most: f64 },
    /// Strategies that less than a part of a crowd plays at every number of players.
    Unplayed { strategies: Vec<String>, least: f64 },
    /// The first round, in the game's own unit, settles the order: so many pairs end in it, and so many if it said nothing.
    Settled { sizes: Vec<usize>, unit: &'static str, pairs: At, nothing: f64, most: f64 },
    /// The lead seldom changes: so often a game.
    Still { sizes: Vec<usize>, changes: At, least: f64 },
    /// Games go on for `rest` rounds after the round `after`, whose leader wins so often.
    Over { sizes: Vec<usize>, unit: &'static str, wins: At, after: usize, rest: usize, most: usize },
    /// Games do not end by themselves.
    Endless { sizes: Vec<usize>, games: At },
    /// An ending that hardly comes about.
    RareEnding { ending: Ending, sizes: Vec<usize>, games: At, least: f64 },
    /// How often a single seat wins, and what is a contest.
    Alone { contest: Contest, won: At, fine: Interval },
    /// The share of the variance of the objective, which is that of the unit, that strategies explain among beginners.
    Skill { is_even: bool, sizes: Vec<usize>, share: At },
    /// A step in a number moves a win rate; `others` are the numbers that do so too.
    Number { moved: AlternativeEffect, others: Vec<String> },
    /// A ruling or a reconstruction moves a win rate.
    Ruling { kind: Kind, sizes: Vec<usize>, moved: AlternativeEffect },
    /// Components that nobody used, of so many in the box.
    Unused { components: Vec<String>, sizes: Vec<usize>, of: usize, games: u64, most: f64 },
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

impl OfGame {
    pub fn chapter(&self) -> Chapter {
        match self {
            OfGame::WinsOff { whose: Judged::Seat(_), .. }
            | OfGame::SeatsOff { .. }
            | OfGame::VerdictsFine { sort: Sort::Seat, .. }
            | OfGame::Settled { .. }
            | OfGame::Still { .. }
            | OfGame::Over { .. }
            | OfGame::Endless { .. }
            | OfGame::RareEnding { .. }
            | OfGame::Number { .. }
            | OfGame::Unused { .. } => Chapter::Game,
            OfGame::Ruling { .. } => Chapter::Rulings,
            OfGame::WinsOff { .. }
            | OfGame::Alone { .. }
            | OfGame::UsersOff { .. }
            | OfGame::VerdictsFine { .. }
            | OfGame::TakenOver { .. }
            | OfGame::OpenField { .. }
            | OfGame::Unplayed { .. }
            | OfGame::Skill { .. } => Chapter::Beginners,
            OfGame::VerdictsOpen { .. } => Chapter::Open,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct JudgedAt {
    pub of: Judged,
    pub players: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub struct SeatAt {
    pub seat: Seat,
    /// Its result less the fair one, and where.
    pub off: At,
    /// The win rate, or the points of a game.
    pub result: f64,
    pub fair: f64,
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
    pub by: At,
    pub tolerance: f64,
}
