//! How much of each arm is played.

use crate::experiment::Precision;

/// The most that is played where only a goal ends it.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// How much of each arm is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effort {
    /// At least so many games, in whole deals.
    Games(u64),
    /// Until every difference is so precise, and at most so many games.
    Until { goal: Precision, most: u64 },
}

/// How work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    Whole,
    /// Somebody asked for it to stop; what was played is kept.
    Stopped,
}
