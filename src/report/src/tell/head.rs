//! Text above and below results: the question, the games played, and what was left out.

use sim_engine::text::people;
use sim_lab::{
    Extent,
    contrast::{CURRENT, PRINTED},
    not_played::{NotPlayed, WhyNot},
};

/// Most listed items of what was left out.
const LISTED: usize = 3;

pub enum Games {
    All(u64),
    OfEach(u64),
}

/// Two lines: the game and the question, and the number of games.
pub fn head(extent: &Extent, what: &str, games: &Games) -> String {
    let games = match *games {
        Games::All(games) => people::counted(games, "game", "games"),
        Games::OfEach(games) => people::counted(games, "game", "games") + " of each",
    };
    lines(extent, what, &format!("{games} on {}", people::counted(extent.deals, "deal", "deals")))
}

/// The two lines for arms, and an empty one; `each` says what the deals belong to.
pub fn extent(extent: &Extent, what: &str, each: &str) -> String {
    lines(extent, what, &format!("{} {each}", people::counted(extent.deals, "deal", "deals"))) + "\n"
}

fn lines(Extent { title, players, seed, .. }: &Extent, what: &str, played: &str) -> String {
    let players = people::counted(*players as u64, "player", "players");
    format!("{title}, {players}: {what}\n{played}, seed {seed}\n")
}

/// What a contrast measures: `hand_limit=5 compared with the printed rules`.
pub fn contrast(arm: &str, baseline: &str) -> String {
    let baseline = match baseline {
        PRINTED => "the printed rules",
        CURRENT => "the current rules",
        named => named,
    };
    format!("{arm} compared with {baseline}")
}

pub fn varied(paths: &[String], settings: usize) -> String {
    format!("{} at {}", people::list(paths), people::counted(settings as u64, "setting", "settings"))
}

pub fn not_played(list: &[NotPlayed]) -> String {
    let line = |NotPlayed { name, why }: &NotPlayed| match why {
        WhyNot::Excluded(_) => format!("{name} is {why}\n"),
        why => format!("{name} is left out: {why}\n"),
    };
    let mut text: String = list.iter().take(LISTED).map(line).collect();
    if list.len() > LISTED {
        text += &format!("and {} more are left out: see left_out\n", list.len() - LISTED);
    }
    text
}
