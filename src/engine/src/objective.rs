//! What a player plays for.

use serde::{Deserialize, Serialize};

crate::labels! {
    /// The number that a player makes as large as can be, and by which one way to play is better than another.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    pub enum Objective {
        /// The share of games won; first places share a win.
        // The digests of trainings know it by this name.
        #[default]
        #[serde(rename = "Share")]
        Wins = "wins",
        /// The mean of the points, as in poker: who wins most hands may lose chips.
        Points = "points",
    }
}

impl Objective {
    /// Whether it is the usual one, which files need not name.
    pub fn is_wins(&self) -> bool {
        *self == Objective::Wins
    }
}
