//! Command lines that make the same numbers again: canonical, so that the same inputs have the same.

use std::path::PathBuf;

use sim_engine::Info;
pub use sim_lab::command::quoted;
use sim_lab::experiment::Rules;

/// Paths as words.
pub fn paths(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| quoted(&path.display().to_string())).collect::<Vec<_>>().join(" ")
}

/// The command of an analysis.
pub fn analyse(name: &str, info: &Info, rules: &Rules, players: usize, samples: u64, seed: u64) -> String {
    let mut words = vec![format!("sim analyse {name} --game {}", info.name), format!("--players {players}")];
    words.extend(rules_words(rules));
    words.push(format!("--n {samples} --seed {seed}"));
    words.join(" ")
}

/// The options that set these rules.
pub fn rules_words(rules: &Rules) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    words.extend(rules.presets.iter().map(|preset| format!("--preset {}", quoted(preset))));
    words.extend(rules.data.iter().map(|(path, _)| format!("--data {}", quoted(path))));
    words.extend(rules.set.iter().map(|change| format!("--set {}", quoted(change))));
    words
}
