//! How well the players of a run play, as far as that was measured: a finding is worth what its players are worth.

use sim_play::arm::{Inputs, StrategyEntry};
use sim_script::{BestResponse, Level, Shipped};

use crate::summary::{RateRow, best_first};

#[derive(Debug, Clone, PartialEq)]
pub enum Strength {
    /// The largest gain that a response to copies of this strategy, one of the players, is known to make.
    Responded {
        strategy: String,
        response: BestResponse,
    },
    /// The baseline that wins most in the place of one of them.
    Replaced(RateRow),
    Unknown,
}

impl Strength {
    /// Of players at this level, with the responses that come with the game and the `baselines` that were played in the
    /// run, if there are some.
    pub fn new(inputs: &Inputs, level: &Level, shipped: &[Shipped], baselines: &[RateRow]) -> Strength {
        match level {
            Level::Archetypes => best_first(baselines)
                .first()
                .map_or(Strength::Unknown, |best| Strength::Replaced((*best).clone())),
            Level::Panel | Level::Champions | Level::Experts | Level::Copies(_) => inputs
                .strategies
                .iter()
                .find_map(|strategy| responded(inputs, strategy, shipped))
                .unwrap_or(Strength::Unknown),
            Level::OwnPanel(_) | Level::Mixed => Strength::Unknown,
        }
    }
}

fn responded(inputs: &Inputs, strategy: &StrategyEntry, shipped: &[Shipped]) -> Option<Strength> {
    let copies =
        Inputs { rules: inputs.rules.clone(), strategies: vec![strategy.clone()], ..Inputs::default() };
    let (name, responses) = copies.best_responses(shipped)?;
    let largest = responses.into_iter().max_by(|one, other| one.gain.total_cmp(&other.gain))?;
    Some(Strength::Responded { strategy: name.to_owned(), response: largest })
}
