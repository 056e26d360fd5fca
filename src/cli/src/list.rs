use clap::Args;

use super::{
    analyse::EXPLOITABILITY,
    failure::Failure,
    game_args,
    output::{self, Format},
};
use crate::program;
use sim_lab::tables::{self, Cell, Column, Table, schema};
use sim_play::entry::Entry;
use sim_script::{library::BASELINES, search};
use sim_store::{experiments, left_out, runs, strategies};

#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Examples:\n  sim list\n  sim list --game delectable\n  sim list --experiments --game delectable\n  sim list --runs\n  sim list --columns"
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
    /// List the tables that folders of results may have, and what their columns hold
    #[arg(long, conflicts_with_all = ["experiments", "runs"])]
    columns: bool,
    /// What to print. CSV holds the games, or the strategies of the one named
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const ABOUT: Column = Column::text("about", "what it is, in a line");

impl ListArgs {
    pub fn run(&self) -> Result<(), Failure> {
        if self.columns {
            return columns(self.game.as_deref(), self.format);
        }
        let is_listed = |game: &&str| self.game.as_deref().map_or(self.experiments, |named| named == *game);
        let listed =
            program::all().map(|entry| entry.info().name).filter(|game| !self.runs && is_listed(game));
        listed.flat_map(left_out).for_each(|why| output::remark(&format!("warning: {why}")));
        let tables = match &self.game {
            game if self.runs => {
                let game = game.as_deref().map(game_args::entry).transpose()?.map(|entry| entry.info().name);
                let (table, unread) = runs::listing(game);
                for (message, help) in unread.iter().map(|error| error.message_and_help()) {
                    output::remark(&format!("note: {message}: {help}"));
                }
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
                        "no files in {folder} here; `sim run --help` describes their format"
                    ));
                }
                vec![table]
            }
            None => vec![games()],
            Some(name) => {
                let entry = game_args::entry(name)?;
                vec![strategies_of(entry)?, presets(entry)?, analyses(entry)?]
            }
        };
        output::listing(self.format, &tables, || {
            let filled = tables.iter().filter(|table| !table.rows.is_empty());
            filled.map(output::rows).collect::<Vec<_>>().join("\n")
        })
    }
}

const COLUMNS: &str = "Every folder of results has its tables as CSV: UTF-8, one header row, commas, full stops in \
    numbers, and nothing where a value is not known. `columns.csv` in the folder describes their columns.\n\n\
    A share is between 0 and 1. `standard_error`, `low` and `high` are in the unit of the estimate before them. \
    `n` is the number of observations, `deals` the number of independent ones.\n";

/// Lists the columns of all tables, including those of only some games, or of one.
fn columns(game: Option<&str>, format: Format) -> Result<(), Failure> {
    let entries = match game {
        Some(game) => vec![game_args::entry(game)?],
        None => program::all().collect(),
    };
    let mut all = Vec::new();
    for entry in entries {
        let info = entry.info();
        all.extend(tables::every(info));
        for (name, _) in entry.analyses() {
            let game = entry.open(&entry.settings()?, info.default_players)?;
            let published = game.analyse(name, 1, 0).unwrap_or_default();
            all.extend(published.into_iter().map(Table::from));
        }
    }
    let all = schema::united(all);
    output::listing(format, &[schema::declared(&all)], || {
        let grid = |table: &Table| {
            let row = |column: &Column| {
                let unit = schema::unit(table, column);
                [column.name, column.sort.word(), unit, column.about].map(str::to_owned).to_vec()
            };
            let rows: Vec<Vec<String>> = table.columns.iter().map(row).collect();
            let grid = output::grid(&["column", "type", "unit", "meaning"], &rows, &[false; 4]);
            format!("\n{}.csv: {}\n\n{grid}", table.name, table.title)
        };
        format!("{COLUMNS}{}", all.iter().map(grid).collect::<String>())
    })
}

fn games() -> Table {
    let columns = [
        Column::text("game", "name on the command line"),
        Column::text("title", "name on the box"),
        Column::text("designers", "who made it"),
        Column::players("fewest to most"),
    ];
    let mut table = Table::new("games", "Games", "What can be played.", &columns);
    for info in program::all().map(|entry| entry.info()) {
        let (fewest, most) = info.players;
        let players = format!("{fewest}-{most}");
        table.rows.push([info.name, info.title, info.designers, &players].map(Cell::text).to_vec());
    }
    table
}

fn strategies_of(entry: &'static Entry) -> Result<Table, Failure> {
    let columns = [
        Column::text("strategy", "name on the command line"),
        Column::text("role", "archetype, baseline or own"),
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

fn presets(entry: &'static Entry) -> Result<Table, Failure> {
    let columns = [Column::text("preset", "name for --preset"), ABOUT];
    let mut table = Table::new("presets", "Presets", "Named variants.", &columns);
    for preset in entry.settings()?.presets() {
        table.rows.push([&preset.name, &preset.about].map(Cell::text).to_vec());
    }
    Ok(table)
}

fn analyses(entry: &'static Entry) -> Result<Table, Failure> {
    let columns = [Column::text("analysis", "name for `sim analyse`"), ABOUT];
    let mut table = Table::new("analyses", "Analyses", "Tables that need no play.", &columns);
    let game = entry.open(&entry.settings()?, entry.info().default_players)?;
    let exact = game.is_enumerable().then_some((EXPLOITABILITY, "How far can STRATEGY be beaten, exactly?"));
    for (name, about) in entry.analyses().into_iter().chain(exact) {
        table.rows.push([name, about].map(Cell::text).to_vec());
    }
    Ok(table)
}
