//! How well the players of a run play, as far as that was measured: a finding is worth what its players are worth.

use sim_play::{
    Entry,
    arm::{Inputs, StrategyEntry},
};
use sim_script::{BestResponse, Level};

use crate::{
    panel::Panel,
    summary::{RateRow, best_first},
};

#[derive(Debug, Clone, PartialEq)]
pub enum Strength {
    /// The largest gain that a response to the panel is known to make.
    Responded(BestResponse),
    /// The baseline that wins most in the place of one of them.
    Replaced(RateRow),
    Unknown,
}

impl Strength {
    /// Of players at this level, with the responses that come with the game and the `baselines` that were played in the
    /// run, if there are some.
    pub fn new(entry: Option<&Entry>, inputs: &Inputs, level: &Level, baselines: &[RateRow]) -> Strength {
        match level {
            Level::Archetypes => best_first(baselines)
                .first()
                .map_or(Strength::Unknown, |best| Strength::Replaced((*best).clone())),
            _ => entry
                .and_then(|entry| {
                    let known = responses(entry, inputs).into_iter();
                    known.max_by(|one, other| one.gain.total_cmp(&other.gain))
                })
                .map_or(Strength::Unknown, Strength::Responded),
        }
    }
}

/// The best responses that are known to the players of a run, if these are the game's panel by the usual rules: at this
/// table size or, where none is known there, at others.
pub fn responses(entry: &Entry, inputs: &Inputs) -> Vec<BestResponse> {
    let all = entry.panel().responses;
    if all.is_empty() || inputs.rules.players == 1 || !inputs.rules.changes.is_empty() {
        return Vec::new();
    }
    let Ok(Some(panel)) = Panel::shipped(entry) else { return Vec::new() };
    let members = panel.players.iter().map(|member| StrategyEntry::new(&member.strategy));
    if !members.eq(inputs.strategies.iter().cloned()) {
        return Vec::new();
    }
    let (here, elsewhere): (Vec<_>, Vec<_>) =
        all.iter().partition(|response| response.players == inputs.rules.players);
    if here.is_empty() { elsewhere } else { here }
}
