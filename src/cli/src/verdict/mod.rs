//! `sim verdict`: fine, too strong or too weak, for every seat, strategy and component; played until that is
//! decided.

mod telling;

use clap::Args;

use super::{
    failure::Failure,
    findings::{ArmEntry, Findings, FindingsArgs},
    game_args::{GameArgs, Seated, TableArgs},
    number, output,
    session::PlayArgs,
    words,
};
use sim_engine::text::people;
use sim_lab::{
    command::Verb,
    experiment::{self, Named, Rules, precision::interim_from},
    tables::{
        Subject,
        verdict::{Docket, Tolerance, Verdicts, table},
    },
};
use sim_stats::anytime::Standing;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct VerdictArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Points of win rate that pass for balance: off the fair share, and for components off what those of
    /// their kind bring; one number for all, or one for each sort
    #[arg(long, value_name = "POINTS", default_value = "seat=3,strategy=5,component=10", value_parser = number::balance, allow_hyphen_values = true)]
    tolerance: Tolerance,
    /// The most games at each table; it ends earlier when all is decided
    #[arg(long, short, visible_alias = "budget", value_name = "GAMES", default_value = "200k", value_parser = number::games, allow_hyphen_values = true)]
    n: u64,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

const EXAMPLES: &str = "Examples:
  sim verdict --game delectable --n 50k
  sim verdict --game delectable --players all --tolerance seat=2,strategy=5 --n 1e6
  sim verdict --game la-bistro --strategies chain,volume,default --format json

Exit status: 0 if all is fine, 3 if something is surely too strong or too weak, 4 if nothing is but some is
undecided, 1 and 2 for errors. All verdicts of a call are right in 95 % of calls, whenever it ends.
What is played is kept: the same command with more games goes on.";

/// Exit statuses of an answer that is not all fine.
const OFF: u8 = 3;
const UNDECIDED: u8 = 4;

impl VerdictArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        if self.table.strategies.len().max(self.table.lineup.len()) > 1 {
            return Err(Failure::misuse(
                "a verdict is on one field of players",
                "name all of them in one list, or call it once for each field",
            ));
        }
        let is_lineup = !self.table.lineup.is_empty();
        let mut tables = self.table.resolve_all(&chosen)?;
        let is_judged = |seated: &Seated| seated.arm.subject().fair_share().is_some();
        if !tables.iter().any(is_judged) {
            return Err(Failure::misuse(
                "alone at the table nobody has a fair share to be held against",
                "give --players 2 or more; `sim run --players 1` tells who wins alone how often",
            ));
        }
        if !tables.iter().all(is_judged) {
            output::remark("alone at the table there is no fair share: that table is left out");
            tables.retain(is_judged);
        }
        let mut remarks: Vec<&String> = tables.iter().flat_map(|seated| &seated.remarks).collect();
        remarks.dedup();
        remarks.into_iter().for_each(|remark| output::remark(remark));
        let named = tables[0].named.clone();
        let arms: Vec<Named> = tables.into_iter().map(named_arm).collect();
        let mut findings =
            Findings::new("verdict", arms[0].arm.info, arms.iter().map(ArmEntry::from).collect());
        self.findings.check(&findings, self.play.force())?;
        let subjects: Vec<Subject<'_>> = arms.iter().map(|one| one.arm.subject()).collect();
        let dockets: Vec<Docket<'_>> =
            subjects.iter().map(|subject| Docket::new(subject, is_lineup)).collect();
        let comparisons = dockets.iter().map(Docket::comparisons).sum();
        let mut told = Vec::new();
        let mut interrupted = None;
        for (docket, named) in dockets.iter().zip(&arms) {
            let (verdicts, status) = self.judge(docket, named, comparisons)?;
            told.extend(verdicts);
            interrupted = status;
            if interrupted.is_some() {
                break;
            }
        }
        if told.is_empty() {
            return Err(Failure::Interrupted { status: interrupted.unwrap_or(130) });
        }
        let judged: Vec<(&Docket<'_>, &Verdicts)> = dockets.iter().zip(&told).collect();
        let rows = table(&judged);
        findings.deals = told.iter().map(Verdicts::deals).max().unwrap_or(0);
        findings.heading.command = self.command(&chosen.rules, &arms, &named);
        let caution = experiment::reconstructed(&chosen.rules.settings, chosen.entry.info().name);
        let text = telling::text(&arms[0].arm, &rows, &judged, self.tolerance, caution);
        self.findings.report(&findings, &[rows], &text)?;
        if let Some(status) = interrupted {
            output::remark("interrupted: what was played is kept, and the same command goes on from there");
            return Err(Failure::Interrupted { status });
        }
        let is_any = |standing| told.iter().any(|verdicts| verdicts.count(Some(standing)) > 0);
        match (is_any(Standing::Above) || is_any(Standing::Below), is_any(Standing::Open)) {
            (true, _) => Err(Failure::Answered { status: OFF }),
            (false, true) => Err(Failure::Answered { status: UNDECIDED }),
            (false, false) => Ok(()),
        }
    }

    /// Plays a table from one interim analysis to the next; what the last of them said, and the exit status if a signal ended it.
    fn judge(
        &self,
        docket: &Docket<'_>,
        named: &Named,
        comparisons: usize,
    ) -> Result<(Option<Verdicts>, Option<u8>), Failure> {
        let (most, _) = named.arm.schedule.deals_for(self.n);
        let mut deals = interim_from(0).min(most);
        let mut last: Option<Verdicts> = None;
        loop {
            let games = named.arm.schedule.games_of(0..deals);
            let played = self.play.session(1, games)?.arm(named, deals);
            let tally = match played {
                Err(Failure::Interrupted { status }) => return Ok((last, Some(status))),
                other => other?,
            };
            let verdicts = docket.judge(&tally, self.tolerance, comparisons);
            match verdicts.next_interim(most) {
                Some(next) => deals = next,
                None => return Ok((Some(verdicts), None)),
            }
            last = Some(verdicts);
        }
    }

    fn command(&self, rules: &Rules, arms: &[Named], named: &[String]) -> String {
        let run = words::run(&arms[0].arm, named, rules, self.n);
        let run = run.to(Verb::Verdict).at_sizes(words::sizes(arms));
        let Tolerance { seat, strategy, component } = self.tolerance;
        let [seat, strategy, component] = [seat, strategy, component].map(telling::points);
        let tolerance = if seat == strategy && strategy == component {
            seat
        } else {
            format!("seat={seat},strategy={strategy},component={component}")
        };
        format!("{run} --tolerance {tolerance}")
    }
}

fn named_arm(seated: Seated) -> Named {
    let players = seated.arm.inputs.rules.players as u64;
    let strategies = seated.named.join(",");
    Named {
        name: format!("{}, {strategies}", people::counted(players, "player", "players")),
        arm: seated.arm,
    }
}
