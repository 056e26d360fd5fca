//! The strategy `search:N`: before it answers, it plays N imagined games to their ends.
//!
//! What it is stands here; how it plays, in `sim_play`, which knows how games are played.

use std::num::NonZeroU32;

use super::Strategy;

/// A player by the rules alone, but for the strategy that plays its imagined games.
#[derive(Debug, Clone)]
pub struct Search {
    name: String,
    about: String,
    iterations: NonZeroU32,
    base: Strategy,
    rivals: Vec<Strategy>,
}

/// The name that stands in front of the number of iterations.
pub const NAME: &str = "search";

/// What `sim list` says of it.
pub const ABOUT: &str = "Plays N imagined games before each answer, by `default`; `search:N:STRATEGY` by another, and `search:N:STRATEGY@RIVALS` against others.";

/// What stands before the strategies that a search takes its rivals for, and between them.
pub const AT: char = '@';
pub const AND: char = '+';

/// The strategy by which games are imagined where none is named.
pub const DEFAULT: &str = "default";

impl Search {
    /// A search that plays so many imagined games for a decision, in which all seats play by `base`; where
    /// `rivals` are named, the others play by one of them each, drawn anew for each imagined world.
    /// None if one of them is a search itself, whose games would imagine games in turn.
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

    /// `search:200`; `search:200:raider` where it does not imagine by `default`; `search:200:raider@expert` where
    /// it takes its rivals for somebody else.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names in that of a search: of its base, and of those it takes its rivals for.
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

    /// The strategy by which it plays the imagined games, and all seats unless it has [rivals](Search::rivals).
    pub fn base(&self) -> &Strategy {
        &self.base
    }

    /// The strategies that it takes its rivals for; none where that is its base.
    pub fn rivals(&self) -> &[Strategy] {
        &self.rivals
    }
}

impl From<Search> for Strategy {
    fn from(search: Search) -> Strategy {
        Strategy::Search(Box::new(search))
    }
}
