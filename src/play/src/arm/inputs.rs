//! All that a run is a function of, but the number of games.

use serde::{Deserialize, Serialize};

use sim_engine::{Objective, luck::hash_name, settings::Change};
use sim_script::{BestResponse, Search, Shipped, Strategy};

/// By which rules, and by which code.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Ruleset {
    pub game: String,
    pub players: usize,
    #[serde(default, skip_serializing_if = "Objective::is_wins")]
    pub objective: Objective,
    /// Named variants, each laid over those before.
    pub presets: Vec<String>,
    /// Text of the file laid over the presets, if there was one.
    pub data: Option<String>,
    /// What was changed after that, `path=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Every value that all this puts off its default.
    pub changes: Vec<Change>,
    /// Fingerprint of the code that plays and counts the game.
    #[serde(default)]
    pub code: String,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct StrategyEntry {
    /// The name in the tables: of the file, and of the params that were set.
    pub name: String,
    pub about: String,
    pub params: Vec<(String, f64)>,
    /// Decisions that the file leaves to the game's default.
    pub from_default: Vec<String>,
    /// `None` for a strategy that has no file.
    pub text: Option<String>,
    /// Of a search: imagined games for a decision. The rest is of the strategy that plays them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<u32>,
    /// Of a search: those it takes its rivals for, where that is not the strategy that plays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rivals: Vec<StrategyEntry>,
}

impl StrategyEntry {
    pub fn new(strategy: &Strategy) -> StrategyEntry {
        StrategyEntry {
            name: strategy.name().to_owned(),
            about: strategy.about().to_owned(),
            params: strategy.params().iter().map(|param| (param.name.clone(), param.value)).collect(),
            from_default: strategy.from_default(),
            text: strategy.text().map(str::to_owned),
            search: strategy.search().map(Search::iterations),
            rivals: strategy
                .search()
                .map_or(&[][..], Search::rivals)
                .iter()
                .map(StrategyEntry::new)
                .collect(),
        }
    }

    /// Whether the game's default script decides anything for it.
    pub fn leans_on_default(&self) -> bool {
        !self.from_default.is_empty() || self.rivals.iter().any(StrategyEntry::leans_on_default)
    }
}

/// What a run is a function of, but the number of games: runs of the same inputs are parts of one
/// long run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Inputs {
    #[serde(flatten)]
    pub rules: Ruleset,
    pub seed: u64,
    /// The strategy in each seat where one table was asked for; without it the strategies are a pool
    /// that shares the seats in turn.
    pub lineup: Option<Vec<String>>,
    /// The strategy that sits at every table, if there is one; it comes first, and the others are its
    /// field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrant: Option<String>,
    pub strategies: Vec<StrategyEntry>,
    /// Text of the game's default script, if it decides anything for one of the strategies.
    pub default_script: Option<String>,
}

/// Sixteen hexadecimal digits that differ when the value does.
pub fn digest(value: &impl Serialize) -> String {
    // Plain structs with text keys always become JSON.
    let text = serde_json::to_string(value).unwrap_or_default();
    format!("{:016x}", hash_name(&text))
}

impl Inputs {
    /// The digest that names a stored run.
    pub fn digest(&self) -> String {
        digest(self)
    }

    /// The strategy in every seat, where that is one of `shipped` as it is, by the usual rules, and what was found to
    /// beat its copies: with so many players or, where nobody asked that, with others.
    pub fn best_responses<'s>(&self, shipped: &'s [Shipped]) -> Option<(&'s str, Vec<BestResponse>)> {
        let [one] = &self.strategies[..] else { return None };
        if self.rules.players == 1 || !self.rules.changes.is_empty() || one.search.is_some() {
            return None;
        }
        let is_it = |file: &&Shipped| file.name == one.name && one.text.as_deref() == Some(file.text);
        let file = shipped.iter().find(is_it)?;
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            file.responses.iter().partition(|response| response.players == self.rules.players);
        Some((file.name, if here.is_empty() { elsewhere } else { here }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_script::ResponseMethod;

    const fn response(players: usize) -> BestResponse {
        BestResponse { players, method: ResponseMethod::Learned, games: 1, gain: 0.1, interval: None }
    }

    const SHIPPED: [Shipped; 2] = [
        Shipped { name: "default", text: "d", responses: &[] },
        Shipped { name: "champion", text: "c", responses: &[response(2), response(4)] },
    ];

    /// For how many players responses are known of these copies.
    fn known(name: &str, text: &str, players: usize) -> Option<Vec<usize>> {
        let entry = StrategyEntry { name: name.into(), text: Some(text.into()), ..StrategyEntry::default() };
        let rules = Ruleset { players, ..Ruleset::default() };
        let inputs = Inputs { rules, strategies: vec![entry], ..Inputs::default() };
        inputs.best_responses(&SHIPPED).map(|(_, found)| found.iter().map(|one| one.players).collect())
    }

    #[test]
    fn responses_are_known_of_shipped_files_alone() {
        assert_eq!(known("champion", "c", 4), Some(vec![4]));
        assert_eq!(known("champion", "c", 3), Some(vec![2, 4]), "nobody asked with three");
        assert_eq!(known("champion", "my own", 4), None);
        assert_eq!(known("champion", "c", 1), None);
        assert_eq!(known("default", "d", 4), Some(Vec::new()));
    }

    #[test]
    fn responses_are_not_known_of_other_rules_mixed_tables_and_searches() {
        let champion =
            StrategyEntry { name: "champion".into(), text: Some("c".into()), ..StrategyEntry::default() };
        let rules = Ruleset { players: 4, ..Ruleset::default() };
        let usual = Inputs { rules, strategies: vec![champion.clone()], ..Inputs::default() };
        assert!(usual.best_responses(&SHIPPED).is_some());
        let mut changed = usual.clone();
        changed.rules.changes.push(Change { path: "cash".into(), value: "1".into(), default: "2".into() });
        assert!(changed.best_responses(&SHIPPED).is_none());
        let mut mixed = usual.clone();
        mixed.strategies.push(StrategyEntry::default());
        assert!(mixed.best_responses(&SHIPPED).is_none());
        let mut search = usual;
        search.strategies[0].search = Some(50);
        assert!(search.best_responses(&SHIPPED).is_none());
    }
}
