//! The level of play behind a result.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Shipped, Strategy, library::BASELINES};

/// The level of play at a table: a finding is only as good as its players.
///
/// ```
/// use sim_script::{Level, Strategy};
///
/// assert_eq!(Level::of(&[], &[Strategy::Random]).to_string(), "copies of random");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The game's panel.
    Panel,
    /// A custom panel, by its name.
    OwnPanel(String),
    /// The game's archetypes, or some of them: one way to play each, with the mistakes of its author.
    Archetypes,
    /// The game's learned player in every seat.
    Champions,
    /// The game's strongest script in every seat.
    Experts,
    /// One strategy in every seat.
    Copies(String),
    /// Any other line-up.
    #[default]
    Mixed,
}

impl Level {
    /// The level of a table of these strategies, each listed once. `shipped` are the game's own files; a file
    /// that only shares the name of one does not count as shipped.
    pub fn of(shipped: &[Shipped], strategies: &[Strategy]) -> Level {
        Level::named(shipped, strategies.iter().map(|one| (one.name(), text_of(one))))
    }

    fn named<'s>(shipped: &[Shipped], strategies: impl Iterator<Item = (&'s str, &'s str)>) -> Level {
        let strategies: Vec<(&str, &str)> = strategies.collect();
        let is_shipped = |&(name, text): &(&str, &str)| {
            shipped.iter().any(|shipped| (shipped.name, shipped.text) == (name, text))
        };
        match &strategies[..] {
            [one] => match one.0 {
                "champion" if is_shipped(one) => Level::Champions,
                "expert" if is_shipped(one) => Level::Experts,
                name => Level::Copies(name.to_owned()),
            },
            [_, _, ..] => {
                let is_archetype = |one: &(&str, &str)| is_shipped(one) && !BASELINES.contains(&one.0);
                if strategies.iter().all(is_archetype) { Level::Archetypes } else { Level::Mixed }
            }
            [] => Level::Mixed,
        }
    }
}

/// The text of a strategy's file; empty for a search, which plays differently from its base.
fn text_of(strategy: &Strategy) -> &str {
    strategy.text().filter(|_| strategy.search().is_none()).unwrap_or_default()
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Panel => write!(f, "strong players"),
            Level::OwnPanel(name) => write!(f, "the panel {name}"),
            Level::Archetypes => write!(f, "beginners"),
            Level::Champions => write!(f, "copies of champion"),
            Level::Experts => write!(f, "copies of expert"),
            Level::Copies(name) => write!(f, "copies of {name}"),
            Level::Mixed => write!(f, "a mixed field"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_game_ships_is_a_champion_or_an_archetype() {
        let file = |name, text| Shipped { name, text };
        let shipped = [
            file("default", "d"),
            file("expert", "e"),
            file("champion", "c"),
            file("miser", "m"),
            file("chain", "k"),
        ];
        let level = |names: &[(&str, &str)]| Level::named(&shipped, names.iter().copied()).to_string();
        assert_eq!(level(&[("champion", "c")]), "copies of champion");
        assert_eq!(level(&[("expert", "e")]), "copies of expert");
        assert_eq!(level(&[("miser", "m")]), "copies of miser");
        assert_eq!(level(&[("champion", "my own")]), "copies of champion");
        assert_eq!(level(&[("miser", "m"), ("expert", "e")]), "a mixed field");
        assert_eq!(level(&[("miser", "m"), ("hub", "h")]), "a mixed field", "one of them is not shipped");
        assert_eq!(level(&[("miser", "m"), ("chain", "k")]), "beginners");
        assert_eq!(level(&[]), "a mixed field");
    }
}
