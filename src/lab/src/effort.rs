use serde::{Deserialize, Serialize};
use sim_engine::text::{Lasting, lasting};
use sim_play::arm::{Arm, Arms};

use crate::{Error, experiment::Precision};

/// The most games of one run: beyond it sums could leave their range.
pub const MAX_GAMES: u64 = 1_000_000_000_000;

/// The most games where a precision is asked for and no number.
pub const MOST_GAMES: u64 = 1_000_000_000;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effort {
    /// At least so many games, in whole deals.
    Games(u64),
    /// Until every difference is so precise, and at most so many games.
    Until { goal: Precision, most: u64 },
}

impl Effort {
    /// Deals of each arm; none where only results decide how many that are.
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
    /// Somebody asked for it to stop; what was played is kept.
    Stopped,
}

impl Ended {
    /// How work with this result ended.
    ///
    /// # Errors
    /// Those other than [`Error::Stopped`].
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
    /// Deals of each arm.
    pub deals: u64,
    pub seed: u64,
}

impl Extent {
    pub fn of(arm: &Arm, deals: u64) -> Extent {
        let players = arm.inputs.rules.players;
        Extent { title: arm.info.title, players, deals, seed: arm.inputs.seed }
    }
}
