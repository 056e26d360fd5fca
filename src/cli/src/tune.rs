//! `sim tune`: params with which a strategy wins more.

use clap::{Args, ValueEnum};

use super::{
    checkpoint::SearchFile,
    failure::Failure,
    game_args::{Chosen, GameArgs},
    kept::FileStore,
    number, output,
    output::Format,
    search::{Manifest, interrupted},
    session::ThreadArgs,
    strategies,
};
use sim_lab::{
    Ended,
    experiment::Heading,
    player::Player,
    tables::tuning::tables,
    tune::{Objective, TuneSpec, strangers, tune, usual_rivals},
};
use sim_report::tell;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct TuneArgs {
    /// The strategy whose params are tuned, by name or file
    #[arg(value_name = "STRATEGY")]
    strategy: String,
    #[command(flatten)]
    game: GameArgs,
    /// Players at the table [default: the game's]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    players: Option<u64>,
    /// Strategies that it plays against [default: the archetypes, and the strategy as it is]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    against: Vec<String>,
    /// Games to spend, those for choosing and confirming among them
    #[arg(long, short = 'n', value_name = "GAMES", default_value = "200k", value_parser = number::games, allow_hyphen_values = true)]
    games: u64,
    /// The params to tune, or `all`
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', default_value = "all")]
    params: Vec<String>,
    /// What is made as large as can be
    #[arg(long, value_enum, default_value_t = Wanted::Share)]
    objective: Wanted,
    /// Take so many strategies, drawn by the seed, out of those it plays against: the search never meets
    /// them, and what it finds must not be worse against them [default: 1 of 4 or more, else 0]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    holdout: Option<u64>,
    /// Name of the strategy that is written [default: STRATEGY-tuned]
    #[arg(long, value_name = "NEW")]
    out: Option<String>,
    /// Master seed: of deals, and of what is tried
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// What standard output gets: a summary for reading, the table of gains as CSV, or all tables as JSON
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const EXAMPLES: &str = "Examples:
  sim tune prestige --game delectable --games 100k
  sim new strategy open --game delectable --open && sim tune open --game delectable --games 1e6
  sim tune default --game restaurant-row --params vp --against diner,kingmaker --objective worst

Params move within their ranges, whole ones by whole steps. The new file says from what and how it was found. \
An interrupted tuning goes on when the same command is given again.";

/// The objective as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// The win rate, once at the table, against the field
    Share,
    /// The least over tables: with more and more copies of itself, down to one rival alone among copies
    Worst,
}

impl TuneArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let spec = self.spec(&self.game.resolve()?)?;
        let entry = spec.rules.entry;
        let players = spec.against.iter().chain(&spec.strangers).chain([&spec.start]);
        for remark in players.filter_map(|player| strategies::eclipse(entry, player)) {
            output::remark(&remark);
        }
        let path = strategies::new_path(entry, &spec.name)?;
        let mut bench = self.threads.bench()?;
        let mut store = FileStore::of_search(SearchFile::new(path.with_extension("tuning.json"), None));
        let tuning = tune(&spec, &mut bench.lab(&mut store))?;
        let status = bench.signals.of_stopped();
        drop(bench);
        if tuning.ended == Ended::Stopped {
            return Err(interrupted(status));
        }
        let mut text = tell::tune(&tuning, output::style());
        let written = tuning.file.as_ref().map(|_| path.display().to_string());
        if let Some(file) = &tuning.file {
            strategies::write_strategy(&path, file)?;
            text += &format!(
                "\nwritten to {}\nhold it against the start: sim compare {} {} --game {} --players {}\n",
                path.display(),
                tuning.name,
                tuning.from,
                tuning.info.name,
                tuning.players
            );
        }
        store.forget_search()?;
        let tables = tables(&tuning);
        let heading = Heading::new(tuning.command.to_string(), &(), tuning.info.title);
        let heading = Heading { digest: tuning.digest, ..heading };
        let manifest = Manifest { heading, verb: "tune", games: tuning.games, written };
        manifest.report(self.format, &text, &tables)
    }

    /// What was asked for.
    fn spec(&self, chosen: &Chosen) -> Result<TuneSpec, Failure> {
        let entry = chosen.entry;
        let players = chosen.players(self.players);
        // Rules that make no game are told before anything of those who play it.
        entry.open(&chosen.rules.settings, players)?;
        let load = |names: Vec<String>| -> Result<Vec<Player>, Failure> {
            names.iter().map(|name| strategies::load(entry, name)).collect()
        };
        let start = strategies::load(entry, &self.strategy)?;
        let against = match &self.against[..] {
            [] if players == 1 => Vec::new(),
            [] => load(usual_rivals(entry, &start))?,
            names => load(names.to_vec())?,
        };
        let unmet = match players {
            1 => Vec::new(),
            _ => load(strangers(entry, &start, &against, !self.against.is_empty()))?,
        };
        Ok(TuneSpec {
            rules: chosen.spec.clone(),
            players,
            name: self.out.clone().unwrap_or_else(|| format!("{}-tuned", start.base)),
            start,
            params: (self.params != ["all"]).then(|| self.params.clone()),
            objective: match self.objective {
                Wanted::Share => Objective::Share,
                Wanted::Worst => Objective::Worst,
            },
            against,
            held_out: self.holdout.map(|count| usize::try_from(count).unwrap_or(usize::MAX)),
            strangers: unmet,
            games: self.games,
            seed: self.seed,
        })
    }
}
