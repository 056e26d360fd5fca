use std::path::PathBuf;

use clap::Args;

use super::{
    failure::Failure,
    findings::{FindingsArgs, named_or_usual},
    game_args::{SizeArgs, remark_on},
    number,
    output::{self, Format},
    program,
    search::INTERRUPTED,
    session::ThreadArgs,
};
use sim_engine::text::{list, people};
use sim_lab::{
    Error,
    command::Verb,
    league::{LeagueError, LeagueSpec, league},
    tables::league::tables,
    tournament::usual_field,
};
use sim_report::tell;
use sim_store::{FileStore, Findings, findings::ArmEntry, folder, league, strategies};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES, mut_arg("players", |arg| arg.help("Players at the table, two or more [default: the game's]")))]
pub struct LeagueArgs {
    #[command(flatten)]
    game: SizeArgs,
    /// Who is in the field at the start, by name or file [default: all that are shipped, but random]
    #[arg(long, value_name = "NAME,...")]
    strategies: Vec<String>,
    /// Games of each search for a best response, and of each tournament of the field
    #[arg(long, short = 'n', value_name = "GAMES", default_value = "200k", value_parser = number::games, allow_hyphen_values = true)]
    games: u64,
    /// A best response joins if it wins more than its fair share and this, 1% or 0.01
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = number::tolerance, allow_hyphen_values = true)]
    margin: f64,
    /// The most rounds; each brings one newcomer or is the last
    #[arg(long, value_name = "K", default_value = "10", value_parser = number::count, allow_negative_numbers = true)]
    rounds: u64,
    /// Scripts that a round begins searches from, those that do best against the mix first, until one gains
    #[arg(long, value_name = "N", default_value = "3", value_parser = number::count, allow_negative_numbers = true)]
    starts: u64,
    /// Move only the params that the scripts declare, and no other numbers of their formulas
    #[arg(long)]
    params_only: bool,
    /// Learn a best response to each strategy of the start too, from so many games: the one that wins most counts
    #[arg(long, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    learn: Option<u64>,
    /// Master seed: of deals, and of what is tried
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// What standard output gets: a summary for reading, the first table as CSV, or the manifest and all
    /// tables as JSON
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// The folder for the new scripts, the tables and a page, report.html
    /// [default: reports/GAME/leagues/, and a name of what was played]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the folder of another league or run
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "Examples:
  sim league --game delectable --games 20k --rounds 2
  sim league --game delectable --strategies raider,saboteur,prestige --games 1e6 --margin 2%
  sim league --game restaurant-row --players 4 --params-only --games 500k
  sim league --game delectable --strategies expert,raider --rounds 1 --learn 100k

A round plays a tournament of the field, finds what it would come to (a Nash equilibrium for two players, what \
a crowd ends up playing for more), and tunes a script against that mix. What wins more than its fair share and the \
margin on test deals, beyond error, joins. The league closes when nothing does. At the end, each strategy of the \
start meets the best response found to it alone: a strategy as it is, a tuned one, or with --learn a learned one. \
An interrupted league goes on when the same command is given again; with a larger --rounds it goes on after its \
last one.";

impl LeagueArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let spec = self.spec()?;
        remark_on(spec.rules.entry, &spec.field);
        let heading = spec.heading()?;
        let out = named_or_usual(self.out.as_ref(), league::usual_place(&spec, &heading))?;
        let reserve = |out: &PathBuf| folder::reserve(out, &heading.digest, self.force, program::this());
        let _hold = out.as_ref().map(reserve).transpose()?;
        let search = out.as_deref().map(league::search_file).transpose()?;
        let mut store = FileStore::of_search(program::this(), search);
        let league = &self.threads.ask(&mut store, |lab| {
            league(&spec, lab).map_err(|error| match error {
                Error::League(error @ LeagueError::Rounds { kept }) => {
                    let kept = people::counted(kept, "round", "rounds");
                    let place = out.clone().unwrap_or_default();
                    Failure::misuse(format!("{} holds {kept} of this league", place.display()), error.help())
                }
                error => error.into(),
            })
        })?;
        let Some(meeting) = &league.meeting else {
            return Err(Failure::Interrupted(INTERRUPTED.to_owned()));
        };
        let arm = ArmEntry { name: league.info.title.to_owned(), inputs: meeting.arm.inputs.clone() };
        let mut findings = Findings::of(Verb::League, heading, vec![arm]);
        findings.deals = meeting.deals;
        findings.files = league::files(&league.state);
        let args = FindingsArgs { format: self.format, out };
        let text = tell::league(league, meeting, output::style());
        args.report(&findings, &tables(league, meeting), &text)?;
        Ok(store.forget_search()?)
    }

    fn spec(&self) -> Result<LeagueSpec, Failure> {
        let (chosen, players) = self.game.resolve()?;
        let chosen = chosen.by_wins(Verb::League)?;
        let entry = chosen.entry;
        let named = list::split_all(&self.strategies);
        let names = if named.is_empty() { usual_field(entry) } else { named };
        let field = strategies::load_all(entry, &names)?;
        Ok(LeagueSpec {
            rules: chosen.spec,
            players,
            field,
            games: self.games,
            margin: self.margin,
            rounds: self.rounds,
            starts: self.starts,
            params_only: self.params_only,
            learned: self.learn.unwrap_or(0),
            seed: self.seed,
        })
    }
}
