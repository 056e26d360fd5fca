//! Command lines that make the same numbers again: canonical, so that the same inputs have the same.

use std::path::PathBuf;

use sim_engine::Info;
use sim_lab::experiment::{Arm, Named, Rules};

/// The command of a run of so many games; `named` are the strategies as the command line names them.
pub fn run(arm: &Arm, named: &[String], rules: &Rules, games: u64) -> String {
    let inputs = &arm.inputs;
    let named = quoted(&named.join(","));
    let mut words = vec![
        "sim".to_owned(),
        "run".to_owned(),
        format!("--game {}", inputs.rules.game),
        format!("--players {}", inputs.rules.players),
        if inputs.lineup.is_some() { format!("--lineup {named}") } else { format!("--strategies {named}") },
    ];
    words.extend(rules_words(rules));
    words.push(format!("--n {games}"));
    words.push(format!("--seed {}", inputs.seed));
    words.join(" ")
}

/// The command that tells one game of the run that another command makes.
pub fn replay(run: &str, deal: u64, rotation: u8) -> String {
    let mut words: Vec<&str> = run.split(' ').collect();
    if let Some(at) = words.iter().position(|word| *word == "--n") {
        words.drain(at..(at + 2).min(words.len()));
    }
    let words = words.join(" ").replacen("sim run", "sim replay", 1);
    format!("{words} --deal {deal} --rotation {rotation}")
}

/// Paths as words.
pub fn paths(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| quoted(&path.display().to_string())).collect::<Vec<_>>().join(" ")
}

/// The same with another verb in the place of `run`.
pub fn verb(verb: &str, run: &str) -> String {
    run.replacen("sim run", &format!("sim {verb}"), 1)
}

/// The same at the tables of all arms, the first of which it names.
pub fn at_sizes(command: &str, arms: &[Named]) -> String {
    let sizes: Vec<String> = arms.iter().map(|one| one.arm.inputs.rules.players.to_string()).collect();
    let first = sizes.first().map_or("", String::as_str);
    command.replacen(&format!("--players {first}"), &format!("--players {}", sizes.join(",")), 1)
}

/// The command of a comparison of so many games of each.
pub fn compare(names: (&str, &str), field: &[String], arm: &Arm, rules: &Rules, games: u64) -> String {
    let inputs = &arm.inputs;
    let mut words = vec![
        format!("sim compare {} {} --game {}", quoted(names.0), quoted(names.1), inputs.rules.game),
        format!("--players {}", inputs.rules.players),
    ];
    if !field.is_empty() {
        words.push(format!("--field {}", quoted(&field.join(","))));
    }
    words.extend(rules_words(rules));
    words.push(format!("--n {games} --seed {}", inputs.seed));
    words.join(" ")
}

/// The command of a tournament of so many games.
pub fn tournament(named: &[String], arm: &Arm, rules: &Rules, games: u64) -> String {
    let inputs = &arm.inputs;
    let mut words = vec![
        format!("sim tournament --game {} --players {}", inputs.rules.game, inputs.rules.players),
        format!("--strategies {}", quoted(&named.join(","))),
    ];
    words.extend(rules_words(rules));
    words.push(format!("--n {games} --seed {}", inputs.seed));
    words.join(" ")
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

/// A word as a POSIX shell reads it back.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,=:+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_is_of_the_same_table() {
        let run = "sim run --game g --players 2 --strategies a,b --set 'x y=1' --n 400 --seed 3";
        let words =
            "sim replay --game g --players 2 --strategies a,b --set 'x y=1' --seed 3 --deal 7 --rotation 1";
        assert_eq!(replay(run, 7, 1), words);
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        for (word, shown) in [
            ("cards.S5.cost=19", "cards.S5.cost=19"),
            ("A/x.toml,random", "A/x.toml,random"),
            ("my plans/x.toml", "'my plans/x.toml'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), shown);
        }
    }
}
