use serde::{Deserialize, Serialize};
use sim_engine::text::{Lasting, lasting};
use sim_play::arm::{Arm, Arms};

use crate::{Error, experiment::Precision};

/// The most games of one run: beyond it sums could overflow.
pub const MAX_GAMES: u64 = 1_000_000_000_000;

/// The most games if a precision is requested without a number.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// Rounds a rough number of games up to this many significant digits.
pub(crate) fn round_up(games: u64, digits: u32) -> u64 {
    let unit = 10_u64.pow((games.max(1).ilog10() + 1).saturating_sub(digits));
    games.div_ceil(unit) * unit
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effort {
    /// At least this many games, in whole deals.
    Games(u64),
    /// Until every difference is this precise, but at most this many games.
    Until { goal: Precision, most: u64 },
}

impl Effort {
    /// Deals per arm; none if only results decide their number.
    pub(crate) fn deals(self, arms: &Arms) -> Option<u64> {
        match self {
            Effort::Games(games) => Some(arms.deals_for(games)),
            Effort::Until { .. } => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    Whole,
    /// Stopped on request; finished games are kept.
    Stopped,
}

impl Ended {
    /// Classifies the result of some work.
    ///
    /// # Errors
    /// All errors except [`Error::Stopped`].
    pub fn of(result: Result<(), Error>) -> Result<Ended, Error> {
        match result {
            Err(Error::Stopped) => Ok(Ended::Stopped),
            result => result.map(|()| Ended::Whole),
        }
    }

    pub fn whole(self) -> Result<(), Error> {
        if self == Ended::Whole { Ok(()) } else { Err(Error::Stopped) }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    #[serde(deserialize_with = "lasting")]
    pub title: Lasting,
    pub players: usize,
    /// Deals per arm.
    pub deals: u64,
    pub seed: u64,
}

impl Extent {
    pub fn of(arm: &Arm, deals: u64) -> Extent {
        let players = arm.inputs.rules.players;
        Extent { title: arm.info.title, players, deals, seed: arm.inputs.seed }
    }
}
