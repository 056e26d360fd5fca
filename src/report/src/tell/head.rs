use sim_engine::{Info, text::people};
use sim_lab::Extent;

pub struct Played {
    pub games: u64,
    pub deals: u64,
    pub seed: u64,
    pub is_each: bool,
}

/// Two lines: the game and what was asked of it, and how much was played.
pub fn head(info: &Info, players: usize, what: &str, played: &Played) -> String {
    let Played { games, deals, seed, is_each } = *played;
    let each = if is_each { " of each" } else { "" };
    let games = people::counted(games, "game", "games");
    let played = format!("{games}{each} on {}", people::counted(deals, "deal", "deals"));
    lines(info.title, players, what, &played, seed)
}

/// The same of arms, and a line that stays empty: `each` is what the deals are of.
pub fn extent(extent: &Extent, what: &str, each: &str) -> String {
    let Extent { title, players, deals, seed } = *extent;
    let played = format!("{} {each}", people::counted(deals, "deal", "deals"));
    lines(title, players, what, &played, seed) + "\n"
}

fn lines(title: &str, players: usize, what: &str, played: &str, seed: u64) -> String {
    let players = people::counted(players as u64, "player", "players");
    format!("{title}, {players}: {what}\n{played}, seed {seed}\n")
}

pub fn varied(paths: &[String], settings: usize) -> String {
    format!("{} at {}", people::list(paths), people::counted(settings as u64, "setting", "settings"))
}
