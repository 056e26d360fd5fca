//! Command lines that make the same numbers again: canonical, so that the same inputs have the same.

use std::path::PathBuf;

use sim_engine::Info;
pub use sim_lab::command::quoted;
use sim_lab::{
    command::{Command, Verb, Word},
    experiment::{Arm, Named, Rules},
};

/// The command of a run of so many games; `named` are the strategies as the command line names them.
pub fn run(arm: &Arm, named: &[String], rules: &Rules, games: u64) -> Command {
    let inputs = &arm.inputs;
    let named = named.to_vec();
    let field = if inputs.lineup.is_some() { Word::Lineup(named) } else { Word::Strategies(named) };
    of(Command::new(Verb::Run), arm, Some(field), rules, games)
}

/// Paths as words.
pub fn paths(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| quoted(&path.display().to_string())).collect::<Vec<_>>().join(" ")
}

/// The sizes of the tables of all arms.
pub fn sizes(arms: &[Named]) -> Vec<usize> {
    arms.iter().map(|one| one.arm.inputs.rules.players).collect()
}

/// The command of a tournament of so many games.
pub fn tournament(named: &[String], arm: &Arm, rules: &Rules, games: u64) -> Command {
    of(Command::new(Verb::Tournament), arm, Some(Word::Strategies(named.to_vec())), rules, games)
}

/// The table of an arm with so many games, in words.
fn of(command: Command, arm: &Arm, field: Option<Word>, rules: &Rules, games: u64) -> Command {
    let inputs = &arm.inputs;
    let command =
        command.with(Word::Game(inputs.rules.game.clone())).with(Word::Players(vec![inputs.rules.players]));
    let command = field.into_iter().fold(command, Command::with);
    command.by(rules).with(Word::Games(games)).with(Word::Seed(inputs.seed))
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
