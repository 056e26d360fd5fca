//! How well the players of a run play, as far as that was measured: a finding is worth what its players are worth.

use sim_play::{
    Entry,
    arm::{Inputs, StrategyEntry},
};
use sim_script::{BestResponse, Level};

use crate::{
    panel::{Member, read},
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
    let members = read(entry, "panel.toml", entry.panel().text).unwrap_or_default();
    let is_member = |(one, member): (&StrategyEntry, &Member)| {
        let file = entry.files().find(|file| file.name == member.strategy.get_ref());
        file.is_some_and(|file| file.name == one.name && one.text.as_deref() == Some(file.text))
            && one.search.is_none()
    };
    if members.len() != inputs.strategies.len() || !inputs.strategies.iter().zip(&members).all(is_member) {
        return Vec::new();
    }
    let (here, elsewhere): (Vec<_>, Vec<_>) =
        all.iter().partition(|response| response.players == inputs.rules.players);
    if here.is_empty() { elsewhere } else { here }
}
