//! The strategy `search:N`: before each answer it plays N imagined games (rollouts) to their ends.
//!
//! This module has its definition; `sim_play` plays it.

use std::num::NonZeroU32;

use super::Strategy;

/// A player that needs the rules alone, and a strategy for its imagined games.
#[derive(Debug, Clone)]
pub struct Search {
    name: String,
    about: String,
    iterations: NonZeroU32,
    base: Strategy,
    rivals: Vec<Strategy>,
}

/// The first field of the name, before the number of iterations.
pub const NAME: &str = "search";

/// The description in `sim list`.
pub const ABOUT: &str = "Plays N imagined games before each answer, by `default`; `search:N:STRATEGY` by another, and `search:N:STRATEGY@RIVALS` against others.";

/// The separator before the assumed rivals, and the separator between them.
pub const AT: char = '@';
pub const AND: char = '+';

/// The default strategy for imagined games.
pub const DEFAULT: &str = "default";

impl Search {
    /// A search that plays `iterations` imagined games per decision, with `base` in all seats. If there are
    /// `rivals`, each other seat plays one of them, drawn anew for each imagined world. None if one of the
    /// strategies is itself a search, because its games would imagine games in turn.
    pub fn new(iterations: NonZeroU32, base: Strategy, rivals: Vec<Strategy>) -> Option<Search> {
        if base.search().is_some() || rivals.iter().any(|rival| rival.search().is_some()) {
            return None;
        }
        let joined = |and: &str| rivals.iter().map(Strategy::name).collect::<Vec<_>>().join(and);
        let is_plain = base.name() == DEFAULT && rivals.is_empty();
        let mut name = format!("{NAME}:{iterations}");
        let mut about = format!("Plays {iterations} imagined games before each answer, by `{}`", base.name());
        if !is_plain {
            name += &format!(":{}", base.name());
        }
        if !rivals.is_empty() {
            name += &format!("{AT}{}", joined(&AND.to_string()));
            about += &format!(" against `{}`", joined("`, `"));
        }
        Some(Search { name, about: about + ".", iterations, base, rivals })
    }

    /// `search:200`; `search:200:raider` if its base is not `default`; `search:200:raider@expert` if it assumes
    /// rivals.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Splits the name of a search into the names of its base and of its assumed rivals.
    pub fn names_in(name: &str) -> (&str, Vec<&str>) {
        let by = name.splitn(3, ':').nth(2).unwrap_or(DEFAULT);
        match by.rsplit_once(AT) {
            Some((base, rivals)) => (base, rivals.split(AND).collect()),
            None => (by, Vec::new()),
        }
    }

    pub fn about(&self) -> &str {
        &self.about
    }

    /// Imagined games for a decision.
    pub fn iterations(&self) -> u32 {
        self.iterations.get()
    }

    /// The strategy of the imagined games, in all seats unless there are [rivals](Search::rivals).
    pub fn base(&self) -> &Strategy {
        &self.base
    }

    /// The strategies that it assumes for its rivals; empty if they play by its base.
    pub fn rivals(&self) -> &[Strategy] {
        &self.rivals
    }
}

impl From<Search> for Strategy {
    fn from(search: Search) -> Strategy {
        Strategy::Search(Box::new(search))
    }
}
