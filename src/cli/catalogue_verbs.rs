//! `sim list`, `rules`, `features` and `params`: what the catalogue holds.

use clap::Args;
use serde_json::json;

use super::{
    failure::Failure,
    game_args::{self, GameArgs},
    output, strategies,
};
use crate::{
    catalogue::GAMES,
    strategy::{library::BASELINES, spec::Feature},
};

#[derive(Debug, Clone, Args)]
pub struct GameName {
    /// The game: see `sim list`
    #[arg(long, value_name = "GAME")]
    pub game: String,
}

#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  sim list\n  sim list --game delectable")]
pub struct ListArgs {
    /// List the strategies of this game, your own in strategies/GAME/ too, presets and analyses
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

impl ListArgs {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.game {
            None => list_games(),
            Some(name) => list_game(name),
        }
    }
}

fn list_games() -> Result<(), Failure> {
    let rows: Vec<Vec<String>> = GAMES
        .iter()
        .map(|entry| {
            let info = entry.info();
            let (fewest, most) = info.players;
            vec![
                info.name.to_owned(),
                info.title.to_owned(),
                info.designers.to_owned(),
                format!("{fewest}-{most}"),
            ]
        })
        .collect();
    output::print(&output::grid(&["game", "title", "designers", "players"], &rows, &[false; 4]))
}

fn list_game(name: &str) -> Result<(), Failure> {
    let entry = game_args::entry(name)?;
    let mut rows = Vec::new();
    let own = strategies::own(entry);
    let shipped = entry.shipped().iter().map(|shipped| shipped.name).chain(["random"]);
    for name in shipped.filter(|name| !own.iter().any(|own| own == name)) {
        let about =
            entry.shipped_strategy(name)?.map_or_else(String::new, |strategy| strategy.about().to_owned());
        let role = if BASELINES.contains(&name) { "yardstick" } else { "archetype" };
        rows.push(vec![name.to_owned(), role.to_owned(), about]);
    }
    for name in own {
        let role = if strategies::is_shipped(entry, &name) { "own, before the shipped one" } else { "own" };
        let about = match strategies::load(entry, &name) {
            Ok(one) => one.strategy.about().to_owned(),
            Err(_) => {
                format!("(not in order: sim check {})", strategies::local_path(entry, &name).display())
            }
        };
        rows.push(vec![name, role.to_owned(), about]);
    }
    let mut text = output::grid(&["strategy", "role", "about"], &rows, &[false; 3]);
    let params = entry.params()?;
    let presets: Vec<Vec<String>> =
        params.presets().iter().map(|preset| vec![preset.name.clone(), preset.about.clone()]).collect();
    if !presets.is_empty() {
        text.push('\n');
        text += &output::grid(&["preset", "about"], &presets, &[false; 2]);
    }
    let analyses: Vec<Vec<String>> =
        entry.analyses().iter().map(|&(name, about)| vec![name.to_owned(), about.to_owned()]).collect();
    if !analyses.is_empty() {
        text.push('\n');
        text += &output::grid(&["analysis", "about"], &analyses, &[false; 2]);
    }
    output::print(&text)
}

/// Prints the rules page.
pub fn rules(args: &GameName) -> Result<(), Failure> {
    output::print(game_args::entry(&args.game)?.rules_page())
}

/// Prints every decision with its slots and features.
pub fn features(args: &GameName) -> Result<(), Failure> {
    let vocabulary = game_args::entry(&args.game)?.vocabulary();
    let mut text = String::from("In every formula:\n");
    text += &feature_grid(vocabulary.context);
    for point in vocabulary.points {
        text += &format!("\non.{} ({}): {}\n", point.name, point.shape.word(), point.about);
        let is_mixed = point.flags().next().is_some();
        for (at, slot) in point.slots.iter().enumerate() {
            let names: Vec<&str> = point.parts[point.parts_of(at)].iter().map(|part| part.name).collect();
            let parts = names.join(" or ");
            text += &format!("  {} of each {}: {}\n", slot.name, parts, slot.about);
        }
        if is_mixed {
            text += "  What one sort of candidate does not have is 0 for it.\n";
        }
        for part in point.parts {
            text += &format!("  for each {}: {}", part.name, part.about);
            if is_mixed {
                text += &format!(" {} is 1 for it, and 0 for the others.", part.flag());
            }
            text.push('\n');
            if !part.features.is_empty() {
                text += &feature_grid(part.features);
            }
        }
    }
    text += "\n";
    text += TEMPERATURE;
    text += "\n";
    output::print(&text)
}

/// What a decision answered by a list of scores takes beside its formula.
pub const TEMPERATURE: &str = "A decision by a list also takes `temperature = T`: at 0, the value if none is given, the highest score is chosen; above 0 a candidate is drawn with chance in proportion to exp(score / T).";

fn feature_grid(features: &[Feature]) -> String {
    let rows: Vec<Vec<String>> = features
        .iter()
        .map(|feature| {
            let (low, high) = feature.range;
            vec![
                format!("  {}", feature.name),
                feature.unit.to_owned(),
                format!("{low} to {high}").replace("inf", "∞"),
                feature.about.to_owned(),
            ]
        })
        .collect();
    output::grid(&["  feature", "unit", "range", "about"], &rows, &[false; 4])
}

#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Examples:\n  sim params --game delectable\n  sim params --game delectable --preset 2020-06-late --changed"
)]
pub struct ParamsArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Only values off their default
    #[arg(long)]
    changed: bool,
    /// Print the game's data file as it comes with the program: a pattern for --data
    #[arg(long)]
    file: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl ParamsArgs {
    /// Prints the data file, comments and all; it knows no changes.
    fn print_file(&self) -> Result<(), Failure> {
        let GameArgs { game, preset, set, data } = &self.game;
        let others = [
            ("--preset", !preset.is_empty()),
            ("--set", !set.is_empty()),
            ("--data", data.is_some()),
            ("--changed", self.changed),
            ("--json", self.json),
        ];
        if let Some((option, _)) = others.iter().find(|(_, is_given)| *is_given) {
            return Err(Failure::misuse(
                format!("--file prints the data file as it is, and {option} has no part in it"),
                "leave one of them out; a run takes --data, --preset and --set together",
            ));
        }
        output::print(game_args::entry(game)?.data_file())
    }

    pub fn run(&self) -> Result<(), Failure> {
        if self.file {
            return self.print_file();
        }
        let rules = self.game.resolve()?;
        let entries = rules.params.entries();
        let entries: Vec<_> =
            entries.into_iter().filter(|entry| !self.changed || entry.value != entry.default).collect();
        if self.json {
            let all: Vec<_> = entries
                .iter()
                .map(|entry| {
                    json!({
                        "path": entry.path, "value": entry.value, "default": entry.default,
                        "allowed": entry.domain, "rule": entry.rule, "source": entry.source.word(),
                        "about": entry.about,
                    })
                })
                .collect();
            return output::print(&format!("{:#}\n", json!(all)));
        }
        let rows: Vec<Vec<String>> = entries
            .into_iter()
            .map(|entry| {
                vec![
                    entry.path,
                    entry.value,
                    entry.domain,
                    entry.rule,
                    entry.source.word().to_owned(),
                    entry.about,
                ]
            })
            .collect();
        output::print(&output::grid(
            &["path", "value", "allowed", "rule", "source", "about"],
            &rows,
            &[false; 6],
        ))
    }
}
