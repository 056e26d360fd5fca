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
}

/// The name that stands in front of the number of iterations.
pub const NAME: &str = "search";

/// What `sim list` says of it.
pub const ABOUT: &str =
    "Plays N imagined games before each answer, by `default`; `search:N:STRATEGY` by another.";

/// The strategy by which games are imagined where none is named.
pub const DEFAULT: &str = "default";

impl Search {
    /// A search that plays so many imagined games for a decision, in which all seats play by `base`.
    /// None if `base` is a search itself, whose games would imagine games in turn.
    pub fn new(iterations: NonZeroU32, base: Strategy) -> Option<Search> {
        if base.search().is_some() {
            return None;
        }
        let by = if base.name() == DEFAULT { String::new() } else { format!(":{}", base.name()) };
        Some(Search {
            name: format!("{NAME}:{iterations}{by}"),
            about: format!("Plays {iterations} imagined games before each answer, by `{}`.", base.name()),
            iterations,
            base,
        })
    }

    /// `search:200`, or `search:200:raider` where it does not imagine by `default`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the base of a search with this name.
    pub fn base_name(name: &str) -> &str {
        name.splitn(3, ':').nth(2).unwrap_or(DEFAULT)
    }

    pub fn about(&self) -> &str {
        &self.about
    }

    /// Imagined games for a decision.
    pub fn iterations(&self) -> u32 {
        self.iterations.get()
    }

    /// The strategy by which all seats play the imagined games.
    pub fn base(&self) -> &Strategy {
        &self.base
    }
}

impl From<Search> for Strategy {
    fn from(search: Search) -> Strategy {
        Strategy::Search(Box::new(search))
    }
}
