//! `sim list`: what the catalogue holds, and of one game its strategies, presets and analyses.

use clap::Args;

use super::{
    failure::Failure,
    game_args,
    output::{self, Format},
};
use crate::program;
use sim_lab::tables::{Cell, Column, Table};
use sim_play::entry::Entry;
use sim_script::{library::BASELINES, search};
use sim_store::{experiments, runs, strategies};

#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Examples:\n  sim list\n  sim list --game delectable\n  sim list --experiments --game delectable\n  sim list --runs"
)]
pub struct ListArgs {
    /// List the strategies of this game (your own in strategies/GAME/ too), its presets and its analyses
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// List the questions in experiments/GAME/ that `sim run FILE` answers
    #[arg(long)]
    experiments: bool,
    /// List the runs that are kept in reports/, and what each was
    #[arg(long, conflicts_with = "experiments")]
    runs: bool,
    /// All as text or JSON; as CSV the games, or the strategies of the one named
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const ABOUT: Column = Column { name: "about", about: "what it is, in a line" };

impl ListArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let tables = match &self.game {
            game if self.runs => {
                let game = game.as_deref().map(game_args::entry).transpose()?.map(|entry| entry.info().name);
                let table = runs::listing(game);
                if table.rows.is_empty() {
                    let game = game.or(program::all().next().map(|entry| entry.info().name));
                    output::remark(&format!(
                        "no runs in reports/ here; `sim --game {}` makes one",
                        game.unwrap_or("GAME")
                    ));
                }
                vec![table]
            }
            _ if self.experiments => {
                let game = self.game.as_deref().map(game_args::entry).transpose()?;
                let name = game.map(|entry| entry.info().name);
                let table = experiments::listing(name, program::this());
                if table.rows.is_empty() {
                    let folder = name.map_or("a game's folder of experiments/".to_owned(), |name| {
                        format!("experiments/{name}/")
                    });
                    output::remark(&format!(
                        "no files in {folder} here: those of the project lie in its sources; `sim experiment --help` tells how to write one"
                    ));
                }
                vec![table]
            }
            None => vec![games()],
            Some(name) => {
                let entry = game_args::entry(name)?;
                vec![strategies_of(entry)?, presets(entry)?, analyses(entry)]
            }
        };
        output::listing(self.format, &tables, || {
            let filled = tables.iter().filter(|table| !table.rows.is_empty());
            filled.map(output::rows).collect::<Vec<_>>().join("\n")
        })
    }
}

fn games() -> Table {
    let columns = [
        Column { name: "game", about: "name on the command line" },
        Column { name: "title", about: "name on the box" },
        Column { name: "designers", about: "who made it" },
        Column { name: "players", about: "fewest to most" },
    ];
    let mut table = Table::new("games", "Games", "What can be played.", &columns);
    for info in program::all().map(|entry| entry.info()) {
        let (fewest, most) = info.players;
        let players = format!("{fewest}-{most}");
        table.rows.push([info.name, info.title, info.designers, &players].map(Cell::text).to_vec());
    }
    table
}

fn strategies_of(entry: &'static dyn Entry) -> Result<Table, Failure> {
    let columns = [
        Column { name: "strategy", about: "name on the command line" },
        Column { name: "role", about: "archetype, baseline or own" },
        ABOUT,
    ];
    let mut table = Table::new("strategies", "Strategies", "Those of the program and your own.", &columns);
    let own = strategies::own(entry);
    let shipped = entry.shipped().iter().map(|shipped| shipped.name).chain(["random"]);
    for name in shipped.filter(|name| !own.iter().any(|own| own == name)) {
        let strategy = entry.shipped_strategy(name)?;
        let about = strategy.map_or_else(String::new, |strategy| strategy.about().to_owned());
        let role = if BASELINES.contains(&name) { "baseline" } else { "archetype" };
        table.rows.push([name, role, &about].map(Cell::text).to_vec());
    }
    table.rows.push([&format!("{}:N", search::NAME), "baseline", search::ABOUT].map(Cell::text).to_vec());
    for name in own {
        let role = if strategies::is_shipped(entry, &name) { "own, before the shipped one" } else { "own" };
        let about = match strategies::load(entry, &name) {
            Ok(one) => one.strategy.about().to_owned(),
            Err(_) => {
                format!("(not in order: sim check {})", strategies::local_path(entry, &name).display())
            }
        };
        table.rows.push([&name, role, &about].map(Cell::text).to_vec());
    }
    Ok(table)
}

fn presets(entry: &'static dyn Entry) -> Result<Table, Failure> {
    let columns = [Column { name: "preset", about: "name for --preset" }, ABOUT];
    let mut table = Table::new("presets", "Presets", "Named variants.", &columns);
    for preset in entry.settings()?.presets() {
        table.rows.push([&preset.name, &preset.about].map(Cell::text).to_vec());
    }
    Ok(table)
}

fn analyses(entry: &'static dyn Entry) -> Table {
    let columns = [Column { name: "analysis", about: "name for `sim analyse`" }, ABOUT];
    let mut table = Table::new("analyses", "Analyses", "Tables that need no play.", &columns);
    for (name, about) in entry.analyses() {
        table.rows.push([name, about].map(Cell::text).to_vec());
    }
    table
}
