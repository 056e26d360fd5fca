use clap::Args;

use super::{
    adapting::trained_players,
    comparing::ComparingArgs,
    failure::Failure,
    findings::VerbOutput,
    game_args::{GameArgs, TableArgs},
    number,
};
use sim_lab::{
    adapt::Budget,
    command::Verb,
    plans::{GAMES, PlansSpec, REPEATS, planned},
    tables,
};
use sim_report::{charts::Data, tell};
use sim_store::strategies;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct PlansArgs {
    /// Strategies, by name or file, whose files have a plan [default: those that come with the game]
    #[arg(value_name = "STRATEGY")]
    plans: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Games of each training run
    #[arg(long, value_name = "GAMES", default_value = "10k", value_parser = number::games, allow_hyphen_values = true)]
    learn: u64,
    /// Training runs of each plan. Each has a seed of its own, and intervals cover all of them [default: 4]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    repeats: Option<u64>,
    #[command(flatten)]
    comparing: ComparingArgs,
}

const EXAMPLES: &str = "Examples:
  sim plans --game delectable
  sim plans raider saboteur --game delectable --players 4 --learn 20k
  sim plans --game restaurant-row --set renovations.patio-seating.price=10

A plan is a line of a strategy's file: items, and the share of a win that training rewards each with, \
plan = { thefts = 0.05 }. Strong players, or the one strategy that --strategies names, train for each plan and are then \
judged by wins alone.";

impl PlansArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let budget = Budget { games: self.learn, repeats: self.repeats.unwrap_or(REPEATS) };
        let refusal = ("players who learn do so with all plans side by side", "leave --shard out");
        let chosen = self.game.resolve()?;
        let table = trained_players(&self.table, &chosen, budget, &self.comparing, refusal)?;
        let plans = match &self.plans[..] {
            [] => planned(chosen.entry).map_err(Failure::from)?,
            names => strategies::load_all(chosen.entry, names)?,
        };
        let spec = PlansSpec { table, plans };
        let opened = spec.open()?;
        let findings = self.comparing.begin(Verb::Plans, opened.arms.all())?;
        let found = &self.comparing.effort.play.ask(|lab| spec.play(&opened, lab))?;
        let text = tell::plans(found, self.comparing.findings.style());
        let tables = tables::plans::tables(found);
        let shown = VerbOutput::new(found.setup.extent.deals, spec.command(found.setup.games)?, tables, text);
        let shown = VerbOutput { drawn: vec![Data::Plans(found)], ..shown };
        self.comparing.report(findings, &shown)
    }
}

const _: () = assert!(GAMES == 10_000 && REPEATS == 4, "the defaults of --learn and --repeats say so");
