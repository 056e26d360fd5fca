use clap::Args;

use super::{
    failure::Failure,
    findings::OnceArgs,
    game_args::{SizeArgs, remark_on},
    number, output,
};
use sim_engine::text::list;
use sim_lab::{
    command::Verb,
    tables,
    tournament::{TournamentSpec, tournament, usual_field},
};
use sim_report::tell;
use sim_store::{
    findings::{Told, Unfinished},
    strategies,
};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES, mut_arg("players", |arg| arg.help("Players at the table, two or more [default: the game's]")))]
pub struct TournamentArgs {
    #[command(flatten)]
    game: SizeArgs,
    /// Who takes part, by name or file [default: all that are shipped, but random]
    #[arg(long, value_name = "NAME,...")]
    strategies: Vec<String>,
    /// Games, rounded up to whole deals
    #[arg(long, short, value_name = "GAMES", default_value = "100k", value_parser = number::games, allow_hyphen_values = true)]
    n: u64,
    /// Seed: the same seed gives the same deals
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    once: OnceArgs,
}

const EXAMPLES: &str = "Examples:
  sim tournament --game delectable --n 20k
  sim tournament --game la-bistro --players 3 --strategies default,chain,volume --n 1e5

With two players these are all pairs. With more, all tables that the strategies can fill, several of a kind \
among them; where they are more than the games get to, or more than 4,000, a sample drawn by the seed, with \
all tables of two strategies in it.";

impl TournamentArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let spec = self.spec()?;
        let named = spec.open()?;
        let mut findings = self.once.begin(Verb::Tournament, [&named])?;
        let tournament = &self.once.ask(|lab| tournament(&spec, lab))?;
        let played = &tournament.played;
        let Some(standings) = &tournament.standings else {
            let remark = "interrupted before every table was played; nothing is written";
            return Err(Failure::Interrupted(remark.to_owned()));
        };
        findings.deals = played.deals;
        findings.heading.command = spec.command(played.games)?.to_string();
        let text = tell::tournament(&spec, tournament, standings, output::style());
        let tables = [tables::tournament::ratings(standings), tables::tournament::pairs(standings)];
        if played.deals == tournament.planned {
            return self.once.findings.report(&findings, &tables, &text);
        }
        let unfinished = Unfinished { read: played.deals, of: tournament.planned };
        let (told, words) = (Told::plain(&tables, &text), unfinished.words("deals"));
        self.once.findings.report_unfinished(&mut findings, told, (unfinished, &words))
    }

    fn spec(&self) -> Result<TournamentSpec, Failure> {
        let (chosen, players) = self.game.resolve()?;
        let entry = chosen.entry;
        let named = list::split_all(&self.strategies);
        let names = if named.is_empty() { usual_field(entry) } else { named };
        let field = strategies::load_all(entry, &names)?;
        remark_on(entry, &field);
        Ok(TournamentSpec { rules: chosen.spec, players, field, games: self.n, seed: self.seed })
    }
}
