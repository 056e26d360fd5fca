//! Everything that determines a run, except the number of games.

use serde::{Deserialize, Serialize};

use sim_engine::{Objective, luck::hash_name, settings::Change};
use sim_script::{Search, Strategy};

/// The rules, and the code that plays by them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Ruleset {
    pub game: String,
    pub players: usize,
    #[serde(default, skip_serializing_if = "Objective::is_wins")]
    pub objective: Objective,
    /// Named variants, each applied after those before.
    pub presets: Vec<String>,
    /// Text of the data file applied after the presets, if there is one.
    pub data: Option<String>,
    /// Changes made after that, as `path=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Every value that these move off its default.
    pub changes: Vec<Change>,
    /// Fingerprint of the code that plays and counts the game.
    #[serde(default)]
    pub code: String,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct StrategyEntry {
    /// The name in the tables: that of the file, with the params that were set.
    pub name: String,
    pub about: String,
    pub params: Vec<(String, f64)>,
    /// Decisions that the file leaves to the game's default.
    pub from_default: Vec<String>,
    /// `None` for a strategy without a file.
    pub text: Option<String>,
    /// Rollouts per decision of a search. `params`, `from_default` and `text` are then those of its base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<u32>,
    /// Strategies that a search assumes its rivals to play; empty if it assumes its base.
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

    /// Whether the game's default script makes any of its decisions, or of its assumed rivals'.
    pub fn leans_on_default(&self) -> bool {
        !self.from_default.is_empty() || self.rivals.iter().any(StrategyEntry::leans_on_default)
    }
}

/// Everything that determines a run, except the number of games: runs with the same inputs are parts of one long run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Inputs {
    #[serde(flatten)]
    pub rules: Ruleset,
    pub seed: u64,
    /// The strategy in each seat of a single fixed table. If `None`, the strategies are a pool that shares the seats
    /// in turn.
    pub lineup: Option<Vec<String>>,
    /// The strategy that sits at every table, if there is one. It comes first, and the others are its field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrant: Option<String>,
    pub strategies: Vec<StrategyEntry>,
    /// Text of the game's default script, if it makes any decision of these strategies.
    pub default_script: Option<String>,
}

/// A hash of a value as sixteen hexadecimal digits.
pub fn digest(value: &impl Serialize) -> String {
    // Plain structs with text keys always serialize to JSON.
    let text = serde_json::to_string(value).unwrap_or_default();
    format!("{:016x}", hash_name(&text))
}

impl Inputs {
    /// The digest that names a stored run.
    pub fn digest(&self) -> String {
        digest(self)
    }
}
