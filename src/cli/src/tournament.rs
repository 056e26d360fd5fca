//! `sim tournament`: everybody at every table.

use clap::Args;

use super::{
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs},
    game_args::{Chosen, GameArgs},
    number, output,
    session::ThreadArgs,
    strategies,
};
use sim_lab::{
    tables,
    tournament::{TournamentSpec, tournament, usual_field},
};
use sim_report::tell;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct TournamentArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Players at the table, two or more [default: the game's]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    players: Option<u64>,
    /// Who takes part, by name or file [default: all that are shipped, but random]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    strategies: Vec<String>,
    /// Games, rounded up to whole deals
    #[arg(long, short, value_name = "GAMES", default_value = "100k", value_parser = number::games, allow_hyphen_values = true)]
    n: u64,
    /// Seed: the same seed gives the same deals
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    findings: FindingsArgs,
    /// Replace the folder of another comparison or run
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "Examples:
  sim tournament --game delectable --n 20k
  sim tournament --game la-bistro --players 3 --strategies default,chain,volume --n 1e5

With two players these are all pairs. With more, all tables that the strategies can fill, several of a kind \
among them; where they are more than the games get to, or more than 4,000, a sample drawn by the seed, with \
all tables of two strategies in it.";

impl TournamentArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let spec = self.spec(&self.game.resolve()?)?;
        let named = spec.open()?;
        let mut findings = Findings::new("tournament", named.arm.info, vec![ArmEntry::from(&named)]);
        self.findings.check(&findings, self.force)?;
        let mut bench = self.threads.bench()?;
        let tournament = tournament(&spec, &mut bench.lab(&mut ()))?;
        let status = bench.signals.of_stopped();
        drop(bench);
        let played = &tournament.played;
        let Some(standings) = &tournament.standings else {
            let (deals, _) = named.arm.schedule.deals_for(self.n);
            output::remark(&format!("interrupted after {} of {deals} deals", played.deals));
            return Err(Failure::Interrupted { status });
        };
        findings.deals = played.deals;
        findings.heading.command = spec.command(played.games)?.to_string();
        let text = tell::tournament(&spec, &tournament, standings, output::style());
        let tables = [tables::tournament::ratings(standings), tables::tournament::pairs(standings)];
        self.findings.report(&findings, &tables, &text)
    }

    fn spec(&self, chosen: &Chosen) -> Result<TournamentSpec, Failure> {
        let (entry, players) = (chosen.entry, chosen.players(self.players));
        entry.open(&chosen.rules.settings, players)?;
        let names = if self.strategies.is_empty() { usual_field(entry) } else { self.strategies.clone() };
        let field = names.iter().map(|name| strategies::load(entry, name)).collect::<Result<Vec<_>, _>>()?;
        field
            .iter()
            .filter_map(|one| strategies::eclipse(entry, one))
            .for_each(|remark| output::remark(&remark));
        Ok(TournamentSpec { rules: chosen.spec.clone(), players, field, games: self.n, seed: self.seed })
    }
}
