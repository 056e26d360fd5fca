//! `sim analyse`: what follows from a game's rules without playing it.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::{
    failure::Failure,
    folder::{self, Draft},
    game_args::{Chosen, GameArgs},
    number,
    output::{self, Format},
    pictures, sheets,
    signals::Signals,
    words,
};
use crate::program;
use sim_engine::text::{people, suggestion};
use sim_lab::{
    experiment::{self, Heading, Opened, Ruleset},
    tables::{Table, export},
};
use sim_play::entry::Entry;
use sim_report::charts;

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

/// What an analysis is a function of.
#[derive(Debug, Serialize)]
struct Inputs {
    analysis: &'static str,
    #[serde(flatten)]
    rules: Ruleset,
    seed: u64,
    samples: u64,
}

/// Enough to make every byte of the tables again.
#[derive(Debug, Serialize)]
struct Manifest {
    #[serde(flatten)]
    heading: Heading,
    #[serde(flatten)]
    inputs: Inputs,
}

impl AnalyseArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let info = chosen.entry.info();
        let players = chosen.players(self.players);
        let game = chosen.entry.open(&chosen.rules.settings, players)?;
        // A name is checked before the work, and so is the folder.
        let name = self.known_name(chosen.entry)?;
        let manifest = self.manifest(&chosen, name, players);
        if let Some(out) = &self.out {
            folder::check_target(out, &manifest.heading.digest, self.force)?;
        }
        let tables = self.work(game, name)?;
        let written = match &self.out {
            Some(out) => Some(write(out, &manifest, &tables)?),
            None => None,
        };
        let caution = experiment::reconstructed(&chosen.rules.settings, info.name);
        self.report(&manifest, tables, caution, written.as_deref())
    }

    /// The name asked for, if the game publishes it.
    fn known_name(&self, entry: &dyn Entry) -> Result<&'static str, Failure> {
        let game = entry.info().name;
        let known: Vec<&'static str> = entry.analyses().iter().map(|(name, _)| *name).collect();
        let wanted = self.name.as_deref().unwrap_or_default();
        if let Some(name) = known.iter().find(|name| **name == wanted) {
            return Ok(name);
        }
        let message = match &self.name {
            Some(name) => format!("no analysis `{name}` in {game}"),
            None => format!("no analysis of {game} is named"),
        };
        if known.is_empty() {
            let others = program::all().filter(|entry| !entry.analyses().is_empty());
            let others: Vec<String> = others.map(|entry| entry.info().name.to_owned()).collect();
            return Err(Failure::misuse(
                message,
                format!("it publishes none; games that do: {}", people::list(&others)),
            ));
        }
        Err(Failure::misuse(message, suggestion(wanted, known)))
    }

    fn manifest(&self, chosen: &Chosen, name: &'static str, players: usize) -> Manifest {
        let info = chosen.entry.info();
        let inputs = Inputs {
            analysis: name,
            rules: chosen.rules.ruleset(players, chosen.entry.fingerprint()),
            seed: self.seed,
            samples: self.n,
        };
        let command = words::analyse(name, info, &chosen.rules, players, self.n, self.seed);
        Manifest { heading: Heading::new(command, &inputs, info.title), inputs }
    }

    /// The tables; a signal ends the wait for them.
    fn work(&self, game: Box<dyn Opened>, name: &'static str) -> Result<Vec<Table>, Failure> {
        /// Between two looks whether somebody has asked for an end.
        const PAUSE: Duration = Duration::from_millis(50);
        let stop = Signals::listen();
        let (seed, samples) = (self.seed, self.n);
        let (done, result) = mpsc::channel();
        // Analyses know no way to stop; the thread ends with the program.
        let worker = thread::spawn(move || {
            // Nobody listens any more when the program is about to end.
            let _ = done.send(game.analyse(name, seed, samples).unwrap_or_default());
        });
        loop {
            match result.recv_timeout(PAUSE) {
                Ok(tables) => return Ok(tables.into_iter().map(Table::from).collect()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // It has panicked; the panic is passed on as it is.
                    let panic = worker.join().err().unwrap_or_else(|| Box::new("the analysis is lost"));
                    std::panic::resume_unwind(panic);
                }
            }
            if let Some(status) = stop.status() {
                output::remark("interrupted: an analysis comes whole or not at all, so nothing is written");
                return Err(Failure::Interrupted { status });
            }
        }
    }

    fn report(
        &self,
        manifest: &Manifest,
        tables: Vec<Table>,
        caution: Option<String>,
        folder: Option<&Path>,
    ) -> Result<(), Failure> {
        match self.format {
            Format::Json => {
                let all = json!({ "manifest": manifest, "tables": export::json(&tables) });
                output::print(&format!("{all:#}\n"))
            }
            Format::Csv => output::print(&output::first_csv(&tables)?),
            Format::Table => {
                let mut text = tables.iter().map(output::whole).collect::<Vec<_>>().join("\n");
                if let Some(sentence) = caution {
                    text += &format!("\n{sentence}\n");
                }
                if let Some(folder) = folder {
                    text += &format!("\nwritten to {}\n", folder.display());
                }
                output::print(&text)
            }
        }
    }
}

fn write(out: &Path, manifest: &Manifest, tables: &[Table]) -> Result<PathBuf, Failure> {
    let (parent, name) = folder::place(out)?;
    let mut draft = Draft::new(&parent)?;
    sheets::write(&mut draft, tables)?;
    // The line under every picture says when the rules are not the printed ones.
    let changed = pictures::changed(manifest.inputs.rules.changes.len());
    let caption = format!("{}.{changed} Made by: {}", manifest.heading.title, manifest.heading.command);
    let figures = charts::draw(&[charts::Data::Maps(tables)], &caption).map_err(pictures::no_charts)?;
    pictures::write_figures(&mut draft, &figures)?;
    let json = format!("{:#}\n", json!(manifest));
    draft.finish(name, &json, &manifest.heading.digest, folder::log(), |_| false)
}
