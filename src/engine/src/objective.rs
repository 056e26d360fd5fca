//! The objective of a player.

use serde::{Deserialize, Serialize};

crate::labels! {
    /// The quantity that a player maximizes and by which strategies are compared.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    pub enum Objective {
        /// The share of games won; tied winners share a win.
        // Digests of training runs contain this name.
        #[default]
        #[serde(rename = "Share")]
        Wins = "wins",
        /// The mean points, as in poker: the player who wins most hands may lose chips.
        Points = "points",
    }
}

impl Objective {
    /// Whether it is the default, which files need not name.
    pub fn is_wins(&self) -> bool {
        *self == Objective::Wins
    }
}
