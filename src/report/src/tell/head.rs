//! What stands above results: the game, what was asked, and how much was played.

use sim_engine::{Info, text::people};

/// How much was played.
pub struct Played {
    pub games: u64,
    pub deals: u64,
    pub seed: u64,
    /// Whether every one of what is compared played as much.
    pub is_each: bool,
}

/// Two lines: the game and what was asked of it, and how much was played.
pub fn head(info: &Info, players: usize, what: &str, played: &Played) -> String {
    let Played { games, deals, seed, is_each } = *played;
    format!(
        "{}, {}: {what}\n{}{} on {}, seed {seed}\n",
        info.title,
        people::counted(players as u64, "player", "players"),
        people::counted(games, "game", "games"),
        if is_each { " of each" } else { "" },
        people::counted(deals, "deal", "deals"),
    )
}
