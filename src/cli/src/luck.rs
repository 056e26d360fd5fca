//! `sim luck`: how much of winning goes with strategies, with seats, and with luck.

use clap::Args;

use super::{
    failure::Failure,
    findings::OnceArgs,
    game_args::{GameArgs, TableArgs, remark},
    number, output,
};
use sim_lab::{
    Ended,
    command::Verb,
    luck::{LuckSpec, luck},
    tables::luck::table,
};
use sim_report::tell;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct LuckArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Games at each number of players, two for each table of a deal, rounded up so that every line-up plays 60
    /// deals, or 90, 120 and so on [default: 60 deals of each]
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    n: Option<u64>,
    #[command(flatten)]
    once: OnceArgs,
}

const EXAMPLES: &str = "Examples:
  sim luck --game delectable
  sim luck --game delectable --players all --n 1e5
  sim luck --game restauranteur --strategies default,chain,hub-builder --players 3

Every deal is played twice: the same set-up, with later draws of their own.";

impl LuckArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        if self.table.strategies.len().max(self.table.lineup.len()) > 1 {
            return Err(Failure::misuse(
                "a budget is of one field of players",
                "name all of them in one list",
            ));
        }
        let tables = self.table.specs(&chosen)?;
        tables.first().into_iter().for_each(remark);
        let spec = LuckSpec { arms: tables, games: self.n };
        let arms = spec.open()?;
        let mut findings = self.once.begin(Verb::Luck, &arms)?;
        let asked = self.once.ask(|lab| luck(&spec, lab))?;
        let budgets = &asked.found;
        if budgets.ended == Ended::Stopped {
            let remark = "interrupted: a budget comes whole or not at all, so nothing is written";
            return Err(asked.stopped(remark));
        }
        findings.deals = budgets.tables.iter().map(|table| table.deals).max().unwrap_or(0);
        findings.heading.command = spec.command()?.map_or(String::new(), |command| command.to_string());
        let text = tell::luck(budgets, self.table.seed, output::style());
        self.once.findings.report(&findings, &[table(&budgets.tables)], &text)
    }
}
