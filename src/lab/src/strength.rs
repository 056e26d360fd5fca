//! How well the players of a run play, as far as measured: a finding is only as good as its players.

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
    /// The largest known gain of a best response to the panel.
    Responded(BestResponse),
    /// The baseline that wins most when it replaces one of them.
    Replaced(RateRow),
    Unknown,
}

impl Strength {
    /// Strength of players at this level, by the shipped best responses and the `baselines` played in the run, if
    /// any.
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

/// Known best responses to the players of a run, if these are the game's panel and the rules are unchanged: at this
/// table size or, if none is known there, at others.
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
