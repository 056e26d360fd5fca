//! What a run was: everything that its tables are a function of.

use serde::Serialize;

use super::game_args::{Rules, Seating};
use crate::{
    rules::{luck::hash_name, params::Change},
    strategy::Strategy,
    tables::SCHEMA,
    tally::Tally,
    text::people,
};

/// Enough to make every byte of a run's tables again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Manifest {
    pub schema: u32,
    pub version: &'static str,
    pub command: String,
    /// Digest of all that was known before the first game: the same run has the same.
    pub inputs: String,
    pub game: &'static str,
    pub title: &'static str,
    pub players: usize,
    /// The opponent that holds no seat, if one plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub automa: Option<&'static str>,
    pub seed: u64,
    /// Games played: whole deals, each in all its distinct rotations.
    pub games: u64,
    pub deals: u64,
    pub decisions: u64,
    pub plies: u64,
    pub truncated: u64,
    /// Formula results that were not a number and counted as lowest.
    pub not_a_number: u64,
    pub presets: Vec<String>,
    pub changes: Vec<Change>,
    pub provenance: Vec<Provenance>,
    pub lineup: Option<Vec<String>>,
    pub strategies: Vec<StrategyEntry>,
    /// Text of the game's default script, if it decides anything for one of the strategies.
    pub default_script: Option<&'static str>,
    /// Text of the file laid over the game's data, if there was one.
    pub data: Option<String>,
}

/// Rows of a component table from one source, or parameters outside of tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Provenance {
    pub table: Option<String>,
    pub source: &'static str,
    pub rows: usize,
}

/// A strategy of the run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StrategyEntry {
    pub name: String,
    pub about: String,
    pub params: Vec<(String, f64)>,
    /// Decisions that the file leaves to the game's default.
    pub from_default: Vec<String>,
    pub text: Option<String>,
}

fn provenance(rules: &Rules) -> Vec<Provenance> {
    let params = rules.params.provenance_of_params().into_iter();
    let params = params.map(|(source, rows)| Provenance { table: None, source: source.word(), rows });
    let tables = rules.params.provenance().into_iter();
    let tables =
        tables.map(|(table, source, rows)| Provenance { table: Some(table), source: source.word(), rows });
    params.chain(tables).collect()
}

impl StrategyEntry {
    pub fn new(strategy: &Strategy) -> StrategyEntry {
        StrategyEntry {
            name: strategy.name().to_owned(),
            about: strategy.about().to_owned(),
            params: strategy.params().iter().map(|param| (param.name.clone(), param.value)).collect(),
            from_default: strategy.from_default(),
            text: strategy.text().map(str::to_owned),
        }
    }
}

impl Manifest {
    /// The manifest of a run of `games` games before it is played.
    pub fn plan(rules: &Rules, seating: &Seating, seed: u64, games: u64) -> Manifest {
        let info = rules.entry.info();
        let strategies: Vec<StrategyEntry> = seating.strategies.iter().map(StrategyEntry::new).collect();
        let leans = strategies.iter().any(|strategy| !strategy.from_default.is_empty());
        let default = rules.entry.shipped().first().filter(|_| leans);
        let mut plan = Manifest {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            command: command(rules, seating, seed, games),
            inputs: String::new(),
            game: info.name,
            title: info.title,
            players: seating.players,
            automa: seating.game.automa(),
            seed,
            games,
            deals: 0,
            decisions: 0,
            plies: 0,
            truncated: 0,
            not_a_number: 0,
            presets: rules.presets.clone(),
            changes: rules.params.changes(),
            provenance: provenance(rules),
            lineup: seating.is_lineup.then(|| seating.named.clone()),
            strategies,
            default_script: default.map(|shipped| shipped.text),
            data: rules.data.as_ref().map(|(_, text)| text.clone()),
        };
        plan.inputs = plan.digest();
        plan
    }

    /// The manifest of a finished run, or of the finished part of one.
    pub fn new(rules: &Rules, seating: &Seating, seed: u64, tally: &Tally) -> Manifest {
        Manifest {
            deals: tally.deals,
            decisions: tally.decisions,
            plies: tally.plies,
            truncated: tally.cells.get(tally.layout.truncated()).total().unsigned_abs(),
            not_a_number: tally.nans,
            ..Manifest::plan(rules, seating, seed, tally.games)
        }
    }

    /// Who sits at the table: `4 players`.
    pub fn table(&self) -> String {
        let players = people::counted(self.players as u64, "player", "players");
        self.automa.map_or(players.clone(), |automa| format!("{players} against {automa}"))
    }

    /// How much was played: `400 games of 200 deals, seed 1`.
    pub fn extent(&self) -> String {
        let games = people::counted(self.games, "game", "games");
        let deals = people::counted(self.deals, "deal", "deals");
        format!("{games} of {deals}, seed {}", self.seed)
    }

    /// What the game's default decides for whom, a sentence for each set of decisions.
    pub fn left_to_default(&self) -> Vec<String> {
        let mut groups: Vec<(&[String], Vec<String>)> = Vec::new();
        for strategy in self.strategies.iter().filter(|strategy| !strategy.from_default.is_empty()) {
            match groups.iter_mut().find(|(decisions, _)| *decisions == strategy.from_default) {
                Some((_, names)) => names.push(strategy.name.clone()),
                None => groups.push((&strategy.from_default, vec![strategy.name.clone()])),
            }
        }
        let sentence = |(decisions, names): (&[String], Vec<String>)| {
            format!("The game's default decides {} for {}.", people::list(decisions), people::list(&names))
        };
        groups.into_iter().map(sentence).collect()
    }

    /// The manifest as a file.
    pub fn json(&self) -> String {
        // Plain structs with text keys always become JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Sixteen hexadecimal digits that differ when anything in the manifest does.
    pub fn digest(&self) -> String {
        digest(&self.json())
    }
}

/// Sixteen hexadecimal digits that differ when the text does.
pub fn digest(text: &str) -> String {
    format!("{:016x}", hash_name(text))
}

/// The command that makes the run again: canonical, so that the same run has the same manifest.
fn command(rules: &Rules, seating: &Seating, seed: u64, games: u64) -> String {
    let named = quoted(&seating.named.join(","));
    let mut words = vec![
        "sim".to_owned(),
        "run".to_owned(),
        format!("--game {}", rules.entry.info().name),
        format!("--players {}", seating.players),
        if seating.is_lineup { format!("--lineup {named}") } else { format!("--strategies {named}") },
    ];
    words.extend(rules_words(rules));
    words.push(format!("--n {games}"));
    words.push(format!("--seed {seed}"));
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
fn quoted(word: &str) -> String {
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
