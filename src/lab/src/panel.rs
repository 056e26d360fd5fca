//! The panel: the strong, distinct players among whom a game is measured.
//!
//! Copies of one strategy share its habits, and among copies the seat decides whatever a symmetric game leaves open.
//! A table therefore seats distinct members, and all such tables are played equally often. The members are a sample
//! of the ways to play well: equal shares make every estimate over tables a U-statistic, unbiased for players drawn
//! at random, and [`over_members`](sim_stats::members::over_members) gives its error.

use serde::Deserialize;
use sim_engine::text::{FileError, deserialize_toml, read_toml, suggestion};
use sim_play::Entry;
use toml::Spanned;

use crate::{
    Error, Refusal,
    player::{Player, distinct},
};

/// Name of the shipped panel in commands and files.
pub const PANEL: &str = "panel";
/// Name of the shipped archetypes in commands.
pub const BEGINNERS: &str = "beginners";
/// Minimum number of members: fewer do not show what members have in common.
pub const FEWEST: usize = 3;
const MOST: usize = 32;
const FORMAT: i64 = 1;
const HELP: &str = "a panel has format, game and a [[member]] for each strategy, with strategy and about";

#[derive(Debug, Clone)]
pub struct Panel {
    /// Distinct, at least [`FEWEST`]. Training starts from the first.
    pub players: Vec<Player>,
    /// Description of each player, in the same order.
    pub abouts: Vec<String>,
    /// Name in commands: [`PANEL`], a file, or a list of its members.
    pub named: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// A name, or a path relative to the file.
    pub strategy: Spanned<String>,
    /// How it was made, and what sets it apart.
    pub about: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PanelFile {
    format: Spanned<i64>,
    game: Spanned<String>,
    #[serde(default)]
    member: Vec<Member>,
}

/// Reads the members that a panel's file lists.
///
/// # Errors
/// The first invalid place; the panel of another game.
pub fn read(entry: &Entry, origin: &str, text: &str) -> Result<Vec<Member>, FileError> {
    read_toml(origin, text, HELP)?;
    let PanelFile { format, game, member } = deserialize_toml(origin, text, HELP)?;
    let wrong = |at: usize, message: String, help: &str| Err(FileError::at(origin, text, at, message, help));
    if *format.get_ref() != FORMAT {
        let message = format!("format {} is not known", format.get_ref());
        return wrong(format.span().start, message, "write format = 1");
    }
    let own = entry.info().name;
    if game.get_ref() != own {
        let message = format!("this panel plays {}, not {own}", game.get_ref());
        return wrong(game.span().start, message, &format!("write game = \"{own}\", or name another file"));
    }
    for (at, one) in member.iter().enumerate() {
        let name = one.strategy.get_ref();
        if member[..at].iter().any(|other| other.strategy.get_ref() == name) {
            let message = format!("`{name}` is listed twice");
            return wrong(one.strategy.span().start, message, "list each member once");
        }
    }
    if !(FEWEST..=MOST).contains(&member.len()) {
        let message = format!("{} members make no panel", member.len());
        return wrong(game.span().start, message, &format!("list {FEWEST} to {MOST} strategies"));
    }
    Ok(member)
}

impl Panel {
    /// # Errors
    /// Fewer than [`FEWEST`] players; the same player twice.
    pub fn new(named: String, players: Vec<Player>, abouts: Vec<String>) -> Result<Panel, Error> {
        distinct(&players, "the panel", "name each member once")?;
        if players.len() < FEWEST {
            let help = format!("name {FEWEST} strategies or more; --strategies takes fewer");
            return Err(Refusal::new(format!("{} members make no panel", players.len()), help).into());
        }
        Ok(Panel { players, abouts, named })
    }

    /// A panel of strategies without a panel file.
    pub fn of(named: String, players: Vec<Player>) -> Result<Panel, Error> {
        let abouts = players.iter().map(|player| player.strategy.about().to_owned()).collect();
        Panel::new(named, players, abouts)
    }

    /// The panel that comes with a game; `None` if the game has no strong players.
    pub fn shipped(entry: &Entry) -> Result<Option<Panel>, Error> {
        let text = entry.panel().text;
        if text.is_empty() {
            return Ok(None);
        }
        let (mut players, mut abouts) = (Vec::new(), Vec::new());
        for member in read(entry, "panel.toml", text)? {
            abouts.push(member.about.clone());
            let name = member.strategy.get_ref();
            let player = Player::shipped(entry, name)?;
            players.push(player.ok_or_else(|| {
                let known = entry.files().map(|one| one.name);
                FileError::at(
                    "panel.toml",
                    text,
                    member.strategy.span().start,
                    format!("no strategy `{name}`"),
                    suggestion(name, known),
                )
            })?);
        }
        Panel::new(PANEL.to_owned(), players, abouts).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "format = 1\ngame = \"delectable\"\n";

    fn wrong(text: &str) -> String {
        let error = read(&sim_delectable::ENTRY, "p.toml", text).unwrap_err();
        format!("{}:{} {}", error.line, error.column, error.message)
    }

    fn member(name: &str) -> String {
        format!("[[member]]\nstrategy = \"{name}\"\nabout = \"a\"\n")
    }

    #[test]
    fn a_panel_lists_distinct_strategies_of_its_game() {
        let three = HEAD.to_owned() + &member("expert") + &member("raider") + &member("a/b.toml");
        let names: Vec<String> = read(&sim_delectable::ENTRY, "p.toml", &three)
            .unwrap()
            .into_iter()
            .map(|one| one.strategy.into_inner())
            .collect();
        assert_eq!(names, ["expert", "raider", "a/b.toml"]);
        let twice = HEAD.to_owned() + &member("expert") + &member("expert") + &member("raider");
        assert_eq!(wrong(&twice), "7:12 `expert` is listed twice");
        assert_eq!(wrong(&(HEAD.to_owned() + &member("expert"))), "2:8 1 members make no panel");
        assert_eq!(wrong("format = 2\ngame = \"delectable\""), "1:10 format 2 is not known");
        assert_eq!(
            wrong("format = 1\ngame = \"la-bistro\""),
            "2:8 this panel plays la-bistro, not delectable"
        );
        assert!(wrong(&(HEAD.to_owned() + "weights = 3")).starts_with("3:1 unknown field"));
    }

    #[test]
    fn every_shipped_panel_has_members_with_a_file_each() {
        for entry in sim_games::GAMES {
            let panel = Panel::shipped(entry).unwrap().unwrap();
            assert!((5..=8).contains(&panel.players.len()), "{}", entry.info().name);
            // Other strategies in the folder of the panel are training opponents of its members.
            for shipped in entry.panel().members {
                let trained_against = |player: &Player| {
                    let head = player.strategy.text().unwrap_or_default().lines().nth(1).unwrap_or_default();
                    head.contains(shipped.name)
                };
                assert!(
                    panel.players.iter().any(|player| player.base == shipped.name || trained_against(player)),
                    "{}: {} is no member, and no member met it",
                    entry.info().name,
                    shipped.name
                );
            }
        }
    }
}
