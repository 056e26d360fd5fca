//! All that a run is a function of, but the number of games.

use serde::{Deserialize, Serialize};

use sim_engine::{Objective, luck::hash_name, settings::Change};
use sim_script::{Search, Strategy};

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
}
