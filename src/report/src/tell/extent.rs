//! The first lines of what is told.

use sim_engine::text::people;
use sim_lab::Extent;

/// What was played and for what: `each` is what the deals are of.
pub fn extent(extent: &Extent, what: &str, each: &str) -> String {
    let Extent { title, players, deals, seed } = *extent;
    format!(
        "{title}, {}: {what}\n{} {each}, seed {seed}\n\n",
        people::counted(players as u64, "player", "players"),
        people::counted(deals, "deal", "deals")
    )
}

/// What is varied, at so many settings.
pub fn varied(paths: &[String], settings: usize) -> String {
    format!("{} at {}", people::list(paths), people::counted(settings as u64, "setting", "settings"))
}
