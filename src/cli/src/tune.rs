use std::path::Path;

use clap::Args;

use super::{
    failure::Failure,
    game_args::{SizeArgs, goal_or_worst, remark_on},
    number, output,
    search::{Found, SearchArgs, Sought},
};
use sim_engine::text::list;
use sim_lab::{
    command::Verb,
    tables::{Table, tuning::tables},
    tune::{Objective, TuneSpec, Tuning, strangers, tune, usual_rivals},
};
use sim_report::tell;
use sim_store::strategies;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES, mut_arg("objective", |arg| arg.value_name("wins|points|worst").value_parser(goal_or_worst).help(OBJECTIVE)))]
pub struct TuneArgs {
    /// The strategy whose params are tuned, by name or file
    #[arg(value_name = "STRATEGY")]
    strategy: String,
    #[command(flatten)]
    game: SizeArgs,
    /// Strategies that it plays against [default: the archetypes, and the strategy as it is]
    #[arg(long, value_name = "NAME,...")]
    against: Vec<String>,
    /// Games to spend, those for choosing and confirming among them
    #[arg(long, short = 'n', value_name = "GAMES", default_value = "200k", value_parser = number::games, allow_hyphen_values = true)]
    games: u64,
    /// The params to tune, or `all`
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', default_value = "all")]
    params: Vec<String>,
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
    search: SearchArgs,
}

const OBJECTIVE: &str = "What is made as large as can be: `wins` or `points`, once at the table against the field, or \
`worst`, the least win rate over tables with more and more copies of itself, down to one rival alone among copies [default: \
as the game declares, `wins` for most]";

const EXAMPLES: &str = "Examples:
  sim tune prestige --game delectable --games 100k
  sim new strategy open --game delectable --open && sim tune open --game delectable --games 1e6
  sim tune default --game restaurant-row --params vp --against diner,kingmaker --objective worst

Params move within their ranges, whole ones by whole steps. The new file says from what and how it was found. \
An interrupted tuning goes on when the same command is given again.";

impl TuneArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let spec = self.spec()?;
        let entry = spec.rules.entry;
        remark_on(entry, spec.against.iter().chain(&spec.strangers).chain([&spec.start]));
        let path = strategies::new_path(entry, &spec.name)?;
        self.search.search(Verb::Tune, &path, "tuning.json", |lab| tune(&spec, lab))
    }

    fn spec(&self) -> Result<TuneSpec, Failure> {
        let (chosen, players) = self.game.resolve()?;
        let entry = chosen.entry;
        let load = |names: &[String]| strategies::load_all(entry, names);
        let start = strategies::load(entry, &self.strategy)?;
        let against = match &self.against[..] {
            [] if players == 1 => Vec::new(),
            [] => load(&usual_rivals(entry, &start))?,
            names => load(&list::split_all(names))?,
        };
        let unmet = match players {
            1 => Vec::new(),
            _ => load(&strangers(entry, &start, &against, !self.against.is_empty()))?,
        };
        Ok(TuneSpec {
            rules: chosen.spec,
            players,
            name: self.out.clone().unwrap_or_else(|| format!("{}-tuned", start.base)),
            start,
            params: (self.params != ["all"]).then(|| self.params.clone()),
            objective: if self.game.is_worst() { Objective::Worst } else { Objective::Share },
            against,
            held_out: self.holdout.map(|count| usize::try_from(count).unwrap_or(usize::MAX)),
            strangers: unmet,
            games: self.games,
            seed: self.seed,
        })
    }
}

impl Found for Tuning {
    fn sought(&self) -> Sought {
        Sought {
            ended: self.ended,
            file: self.file.clone(),
            info: self.info,
            command: self.command.clone(),
            digest: self.digest.clone(),
            games: self.games,
        }
    }

    fn told(&self) -> String {
        tell::tune(self, output::style())
    }

    fn tables(&self) -> Vec<Table> {
        tables(self)
    }

    fn beside(&self, _: &Path) -> Result<String, Failure> {
        let Tuning { name, from, info, players, .. } = self;
        Ok(format!(
            "hold it against the start: sim compare {name} {from} --game {} --players {players}\n",
            info.name
        ))
    }
}
