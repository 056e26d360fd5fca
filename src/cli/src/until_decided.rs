//! `sim run --until-decided`: options, output and exit status. [`sim_lab::verdict`] plays until each seat, strategy
//! and component is judged.

use super::{
    failure::Failure,
    findings::VerbOutput,
    game_args::{ResolvedGame, remark},
    output,
    run::RunArgs,
};
use sim_engine::Objective;
use sim_lab::{
    Effort, Ended, Error,
    adapt::AdaptSpec,
    command::Verb,
    experiment,
    figure::Unit,
    tables::verdict::tables,
    verdict::{Balance, Tolerance, VerdictSpec, verdict},
};
use sim_report::tell;
use sim_store::findings::Completion;

/// Exit statuses of an answer that is not all fine.
const OFF: u8 = 3;
const UNDECIDED: u8 = 4;

/// Default maximum of games at each table.
const MOST: u64 = 200_000;

fn tolerance(given: Option<Tolerance>, chosen: &ResolvedGame) -> Result<Tolerance, Failure> {
    match (chosen.spec.objective(), given) {
        (_, None) => Ok(Tolerance::USUAL),
        (Objective::Wins, Some(tolerance)) => {
            let typed = format!("--tolerance {}", 100.0 * tolerance.widest());
            Ok(tolerance.check_shares().map(|()| tolerance).map_err(|error| error.of(&typed))?)
        }
        (Objective::Points, Some(tolerance)) => Ok(tolerance),
    }
}

pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let chosen = args.game.resolve()?;
    let games = args.n.unwrap_or(MOST);
    if args.table.strategies.len().max(args.table.lineup.len()) > 1 {
        return Err(Failure::misuse(
            "a verdict is on one field of players",
            "name all of them in one list, or call it once for each field",
        ));
    }
    let adapting = args.adapting.budget();
    let arms = args.table.all_strong(&chosen)?;
    let tolerance = tolerance(args.tolerance, &chosen)?;
    let mut spec = VerdictSpec { arms, tolerance, games, adapting };
    if let Some(budget) = adapting {
        for arm in spec.arms.iter_mut().filter(|arm| arm.players > 1) {
            *arm = AdaptSpec::seat(arm.clone(), budget, Effort::Games(games))?.arm;
        }
    }
    let arms = spec.open()?;
    if arms.len() < spec.arms.len() {
        output::remark("alone at the table there is no fair share: that table is left out");
    }
    // Tables of different sizes share strategies.
    spec.arms.first().into_iter().for_each(remark);
    let printed = args.findings();
    let findings = printed.begin(Verb::Run, &arms, args.play.force)?;
    let judgement = &args.play.ask(|lab| verdict(&spec, lab))?;
    let is_stopped = judgement.ended == Ended::Stopped;
    if is_stopped && judgement.tables.is_empty() {
        return Err(Error::Stopped.into());
    }
    let deals = judgement.tables.iter().map(|table| table.deals).max().unwrap_or(0);
    let command = spec.command(&arms)?.map_or(String::new(), |command| command.to_string());
    let caution = experiment::reconstructed(&chosen.rules.settings, chosen.entry.info().name);
    let text = tell::verdict(&spec, judgement, caution, printed.style());
    let tables = tables(Unit::of(chosen.spec.objective()), &judgement.tables);
    let reached = Completion { read: judgement.tables.len() as u64, of: judgement.planned as u64 };
    let unfinished = is_stopped.then(|| (reached, reached.kept_words("tables")));
    printed.show(findings, &VerbOutput { unfinished, ..VerbOutput::new(deals, command, tables, text) })?;
    let is_any = |balance| judgement.count(balance) > 0;
    if is_any(Balance::TooStrong) || is_any(Balance::TooWeak) {
        return Err(Failure::Answered { status: OFF });
    }
    match is_any(Balance::Undecided) {
        true => Err(Failure::Answered { status: UNDECIDED }),
        false => Ok(()),
    }
}
