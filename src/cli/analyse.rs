//! `sim analyse`: what follows from a game's rules without playing it.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::{
    failure::Failure,
    folder::{self, Draft},
    game_args::{GameArgs, Rules},
    manifest, number,
    output::{self, Format},
    pictures,
};
use crate::{
    catalogue::GAMES,
    charts,
    tables::{Exhibit, SCHEMA, Table, export},
    text::{people, suggestion},
};

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  sim analyse dice --game la-bistro --out reports/dice")]
pub struct AnalyseArgs {
    /// The analysis: see `sim list --game GAME`
    #[arg(value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    game: GameArgs,
    /// Players at the table [default: the game's]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    players: Option<u64>,
    /// Seed of what is simulated
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    /// Samples of what is simulated; 0 leaves the simulation out
    #[arg(long, short, value_name = "SAMPLES", default_value = "1e6", value_parser = number::count, allow_hyphen_values = true)]
    n: u64,
    /// What standard output gets: all tables for reading, the first as CSV, or the manifest and all
    /// as JSON
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Also write the tables and their pictures to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the folder of another analysis or run
    #[arg(long)]
    force: bool,
}

impl AnalyseArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let rules = self.game.resolve()?;
        let info = rules.entry.info();
        let players = self.players.map_or(info.default_players, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let game = rules.entry.open(&rules.params, players)?;
        // A name is checked before the work, and so is the folder.
        let name = self.known_name(&rules)?;
        let manifest = self.manifest(&rules, name, players);
        if let Some(out) = &self.out {
            folder::check_target(out, manifest["inputs"].as_str().unwrap_or_default(), self.force)?;
        }
        let exhibits = game.analyse(name, self.seed, self.n).unwrap_or_default();
        let written = match &self.out {
            Some(out) => Some(self.write(out, &rules, &manifest, &exhibits)?),
            None => None,
        };
        self.report(manifest, exhibits, written.as_deref())
    }

    /// The name asked for, if the game publishes it.
    fn known_name(&self, rules: &Rules) -> Result<&'static str, Failure> {
        let game = rules.entry.info().name;
        let known: Vec<&'static str> = rules.entry.analyses().iter().map(|(name, _)| *name).collect();
        let wanted = self.name.as_deref().unwrap_or_default();
        if let Some(name) = known.iter().find(|name| **name == wanted) {
            return Ok(name);
        }
        let message = match &self.name {
            Some(name) => format!("no analysis `{name}` in {game}"),
            None => format!("no analysis of {game} is named"),
        };
        if known.is_empty() {
            let others = GAMES.iter().filter(|entry| !entry.analyses().is_empty());
            let others: Vec<String> = others.map(|entry| entry.info().name.to_owned()).collect();
            return Err(Failure::misuse(
                message,
                format!("it publishes none; games that do: {}", people::list(&others)),
            ));
        }
        Err(Failure::misuse(message, suggestion(wanted, known)))
    }

    /// Everything that the tables are a function of.
    fn manifest(&self, rules: &Rules, name: &str, players: usize) -> Value {
        let info = rules.entry.info();
        let mut words =
            vec![format!("sim analyse {name} --game {}", info.name), format!("--players {players}")];
        words.extend(manifest::rules_words(rules));
        words.push(format!("--n {} --seed {}", self.n, self.seed));
        let mut manifest = json!({
            "schema": SCHEMA,
            "version": env!("CARGO_PKG_VERSION"),
            "command": words.join(" "),
            "analysis": name,
            "game": info.name,
            "title": info.title,
            "players": players,
            "seed": self.seed,
            "samples": self.n,
            "presets": rules.presets,
            "changes": rules.params.changes(),
            "data": rules.data.as_ref().map(|(_, text)| text),
        });
        manifest["inputs"] = manifest::digest(&manifest.to_string()).into();
        manifest
    }

    fn write(
        &self,
        out: &Path,
        rules: &Rules,
        manifest: &Value,
        exhibits: &[Exhibit],
    ) -> Result<PathBuf, Failure> {
        let (parent, name) = folder::place(out)?;
        let draft = Draft::new(&parent)?;
        draft.write("manifest.json", format!("{manifest:#}\n").as_bytes())?;
        for Exhibit { table, .. } in exhibits {
            draft.write(&format!("{}.csv", table.name), output::csv(table)?.as_bytes())?;
        }
        let figures = charts::exhibits(exhibits, &self.caption(rules, manifest)).map_err(|error| {
            Failure::failed(
                format!("cannot draw the charts: {error}"),
                "the tables are in order: leave --out out",
            )
        })?;
        for figure in &figures {
            draft.write(&format!("{}.svg", figure.name), figure.svg.as_bytes())?;
            draft.write(&format!("{}.png", figure.name), &figure.png)?;
        }
        draft.finish(name)
    }

    /// The line under every picture: it says when the rules are not the printed ones.
    fn caption(&self, rules: &Rules, manifest: &Value) -> String {
        let changed = pictures::changed(rules.params.changes().len());
        let text = |key: &str| manifest[key].as_str().unwrap_or_default();
        format!("{}.{changed} Made by: {}", text("title"), text("command"))
    }

    fn report(&self, manifest: Value, exhibits: Vec<Exhibit>, folder: Option<&Path>) -> Result<(), Failure> {
        let tables: Vec<Table> = exhibits.into_iter().map(|exhibit| exhibit.table).collect();
        match self.format {
            Format::Json => {
                let all = json!({ "manifest": manifest, "tables": export::json(&tables) });
                output::print(&format!("{all:#}\n"))
            }
            Format::Csv => output::print(&output::first_csv(&tables)?),
            Format::Table => {
                let mut text = tables.iter().map(output::whole).collect::<Vec<_>>().join("\n");
                if let Some(folder) = folder {
                    text += &format!("\nwritten to {}\n", folder.display());
                }
                output::print(&text)
            }
        }
    }
}
