use clap::Args;

use super::{
    adapting::AdaptArgs,
    failure::Failure,
    findings::FindingsArgs,
    game_args::{Chosen, GameArgs, TableArgs, remark},
    number::{self, NumberError},
    output,
    session::PlayArgs,
};
use sim_engine::Objective;
use sim_lab::{
    Effort, Ended, Error,
    adapt::AdaptSpec,
    command::Verb,
    experiment,
    figure::Unit,
    tables::verdict::table,
    verdict::{Balance, Tolerance, VerdictSpec, verdict},
};
use sim_report::tell;
use sim_store::findings::{Told, Unfinished};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct VerdictArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Points of win rate that pass for balance: off the fair share, and for components off what those of
    /// their kind bring; one number for all, or one for each sort. Where points are played for, points off
    /// their mean [default: seat=3,strategy=5,component=10; none for points]
    #[arg(long, value_name = "POINTS", value_parser = Tolerance::of_any_size, allow_hyphen_values = true)]
    tolerance: Option<Tolerance>,
    /// The most games at each table; it ends earlier when all is decided
    #[arg(long, short, visible_alias = "budget", value_name = "GAMES", default_value = "200k", value_parser = number::games, allow_hyphen_values = true)]
    n: u64,
    #[command(flatten)]
    adapting: AdaptArgs,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

const EXAMPLES: &str = "Examples:
  sim verdict --game delectable --n 50k
  sim verdict --game delectable --players all --tolerance seat=2,strategy=5 --n 1e6
  sim verdict --game la-bistro --strategies chain,volume,default --format json
  sim verdict --game restauranteur --players 3 --adapt

Exit status: 0 if all is fine, 3 if something is surely too strong or too weak, 4 if nothing is but some is \
undecided, 1 and 2 for errors. All verdicts of a call are right in 95 % of calls, whenever it ends. \
What is played is kept: the same command with more games goes on.";

/// Exit statuses of an answer that is not all fine.
const OFF: u8 = 3;
const UNDECIDED: u8 = 4;

impl VerdictArgs {
    fn tolerance(&self, chosen: &Chosen) -> Result<Tolerance, Failure> {
        let unit = chosen.entry.info().points_unit;
        match (chosen.spec.objective(), self.tolerance) {
            (Objective::Wins, None) => Ok(Tolerance::USUAL),
            (Objective::Wins, Some(tolerance)) => {
                let points = 100.0 * tolerance.widest();
                let wrong = |error: NumberError| {
                    Failure::misuse(format!("--tolerance {points}: {error}"), error.help)
                };
                tolerance.check_shares().map(|()| tolerance).map_err(wrong)
            }
            (Objective::Points, Some(tolerance)) => Ok(tolerance),
            (Objective::Points, None) => Err(Failure::misuse(
                format!("how many {unit} pass for balance is not known"),
                "give --tolerance, as 0.1 or seat=0.1,strategy=0.2; or judge win rates with --objective wins",
            )),
        }
    }

    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        if self.table.strategies.len().max(self.table.lineup.len()) > 1 {
            return Err(Failure::misuse(
                "a verdict is on one field of players",
                "name all of them in one list, or call it once for each field",
            ));
        }
        let adapting = self.adapting.budget();
        let arms = match adapting {
            Some(_) => self.table.all_copies(&chosen)?,
            None => self.table.specs(&chosen)?,
        };
        let tolerance = self.tolerance(&chosen)?;
        let mut spec = VerdictSpec { arms, tolerance, games: self.n, adapting };
        if let Some(budget) = adapting {
            for arm in spec.arms.iter_mut().filter(|arm| arm.players > 1) {
                let seated = AdaptSpec::seat(arm.clone(), budget, Effort::Games(self.n));
                *arm = seated.map_err(sim_lab::Error::from)?.arm;
            }
        }
        let arms = spec.open()?;
        if arms.len() < spec.arms.len() {
            output::remark("alone at the table there is no fair share: that table is left out");
        }
        // The same strategies sit at tables of every size.
        spec.arms.first().into_iter().for_each(remark);
        let mut findings = self.findings.begin(Verb::Verdict, &arms, self.play.force)?;
        let judgement = &self.play.ask(|lab| verdict(&spec, lab))?;
        let is_stopped = judgement.ended == Ended::Stopped;
        if is_stopped && judgement.tables.is_empty() {
            return Err(Error::Stopped.into());
        }
        findings.deals = judgement.tables.iter().map(|table| table.deals).max().unwrap_or(0);
        findings.heading.command = spec.command(&arms)?.map_or(String::new(), |command| command.to_string());
        let caution = experiment::reconstructed(&chosen.rules.settings, chosen.entry.info().name);
        let text = tell::verdict(&spec, judgement, caution, self.findings.style());
        let tables = [table(Unit::of(chosen.spec.objective()), &judgement.tables)];
        if is_stopped {
            let unfinished = Unfinished { read: judgement.tables.len() as u64, of: judgement.planned as u64 };
            let (told, words) = (Told::plain(&tables, &text), unfinished.kept_words("tables"));
            return self.findings.report_unfinished(&mut findings, told, (unfinished, &words));
        }
        self.findings.report(&findings, &tables, &text)?;
        let is_any = |balance| judgement.count(balance) > 0;
        if is_any(Balance::TooStrong) || is_any(Balance::TooWeak) {
            return Err(Failure::Answered { status: OFF });
        }
        match is_any(Balance::Undecided) {
            true => Err(Failure::Answered { status: UNDECIDED }),
            false => Ok(()),
        }
    }
}
