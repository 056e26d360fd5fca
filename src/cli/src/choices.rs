use clap::Args;

use super::{
    failure::Failure,
    findings::OnceArgs,
    game_args::{GameArgs, TableArgs, remark},
    number,
};
use sim_lab::{
    choices::{ChoicesSpec, GAMES, choices},
    command::Verb,
    experiment::Named,
    player::Player,
    tables,
};
use sim_report::tell;
use sim_store::strategies;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct ChoicesArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Games, each a deal of its own
    #[arg(long, short, value_name = "GAMES", default_value = "2k", value_parser = number::games, allow_hyphen_values = true)]
    n: u64,
    /// Whom it parts from in the games that are told [default: expert, where the game has one]
    #[arg(long, value_name = "STRATEGY")]
    beside: Option<String>,
    #[command(flatten)]
    once: OnceArgs,
}

const EXAMPLES: &str = "Examples:
  sim choices --game la-bistro
  sim choices --game delectable --players 3 --n 500
  sim choices --game critter-kitchen --strategies champion --beside default

Copies of the champion decide, or of the one strategy that is named with --strategies. A decision that stays open \
among good players is one in which it pays not to be foreseen.";

/// Whom a champion grew from.
const USUAL: &str = "expert";

impl ChoicesArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let arm = self.table.copies(&chosen)?;
        remark(&arm);
        let beside = match &self.beside {
            Some(name) => Some(strategies::load(chosen.entry, name)?),
            None => Player::shipped(chosen.entry, USUAL)?,
        };
        let spec = ChoicesSpec::seat(arm, self.n, beside).map_err(sim_lab::Error::from)?;
        let named = Named { name: "choices".to_owned(), arm: spec.arm.open()? };
        let mut findings = self.once.begin(Verb::Choices, [&named])?;
        let found = &self.once.ask(|lab| choices(&spec, lab))?;
        findings.deals = found.extent.deals;
        findings.heading.command = spec.command()?.to_string();
        let text = tell::choices(found, self.once.findings.style());
        self.once.findings.report(&findings, &tables::choices::tables(found), &text)
    }
}

const _: () = assert!(GAMES == 2_000, "the default of -n says so");
