//! Retraining options of verbs that compare arms: players adapt to the rules of each arm.

use clap::Args;

use super::{
    comparing::ComparingArgs,
    effort::N,
    failure::Failure,
    findings::VerbOutput,
    game_args::{GameArgs, ResolvedGame, TableArgs, remark},
    number,
};
use sim_lab::{
    adapt::{AdaptSpec, AdaptedFigure, Budget, GAMES, REPEATS},
    command::{Command, Verb},
    experiment::Arms,
    pairs::FigureRow,
    spec::ArmSpec,
    tables,
};
use sim_report::{
    charts::{Data, Differences},
    tell,
};

/// Whether and how players adapt to each arm.
#[derive(Debug, Clone, Args)]
pub struct AdaptArgs {
    /// Also retrain the players under each variant, for this number of games. They retrain under the current rules too, and all
    /// are measured again. The members of the panel share the games, or copies of the one strategy that is named train [default: 30k]
    #[arg(
        long,
        value_name = "GAMES",
        num_args = 0..=1,
        default_missing_value = "30k",
        value_parser = number::games,
        allow_negative_numbers = true
    )]
    adapt: Option<u64>,
    /// Training runs of each arm with --adapt. Each has a seed of its own, and intervals cover all of them [default: 3]
    #[arg(long, value_name = "N", requires = "adapt", value_parser = number::count, allow_negative_numbers = true)]
    repeats: Option<u64>,
}

impl AdaptArgs {
    pub fn is_asked(&self) -> bool {
        self.adapt.is_some()
    }

    /// The budget for retraining, if requested.
    pub fn budget(&self) -> Option<Budget> {
        self.adapt.map(|games| Budget { games, repeats: self.repeats.unwrap_or(REPEATS) })
    }

    /// The single requested table, and how its players adapt, if requested.
    pub fn seat(
        &self,
        table: &TableArgs,
        game: &GameArgs,
        comparing: &ComparingArgs,
    ) -> Result<(ArmSpec, Option<AdaptSpec>), Failure> {
        let spec = if self.is_asked() { self.spec(table, &game.resolve()?, comparing)? } else { None };
        let arm = match &spec {
            Some(spec) => spec.arm.clone(),
            None => table.seat(game)?,
        };
        Ok((arm, spec))
    }

    pub fn spec(
        &self,
        table: &TableArgs,
        chosen: &ResolvedGame,
        comparing: &ComparingArgs,
    ) -> Result<Option<AdaptSpec>, Failure> {
        let Some(budget) = self.budget() else { return Ok(None) };
        let refusal =
            ("players who adapt learn in all arms side by side", "leave --shard out, or leave --adapt out");
        trained_players(table, chosen, budget, comparing, refusal).map(Some)
    }
}

/// A table of strong players, and their further training; a request for a share of the arms fails with `refusal`
/// and `way_out`.
pub fn trained_players(
    table: &TableArgs,
    chosen: &ResolvedGame,
    budget: Budget,
    comparing: &ComparingArgs,
    (refusal, way_out): (&str, &str),
) -> Result<AdaptSpec, Failure> {
    if comparing.effort.is_share() {
        return Err(Failure::misuse(refusal, way_out));
    }
    learners(table, chosen, budget, comparing)
}

pub fn learners(
    table: &TableArgs,
    chosen: &ResolvedGame,
    budget: Budget,
    comparing: &ComparingArgs,
) -> Result<AdaptSpec, Failure> {
    let arm = table.strong(chosen)?;
    remark(&arm);
    Ok(AdaptSpec::seat(arm, budget, comparing.effort.effort(N))?)
}

/// Plays arms at once and after adaptation, and shows their differences; `command` builds the command for a number
/// of games.
pub fn show(
    comparing: &ComparingArgs,
    verb: Verb,
    spec: &AdaptSpec,
    arms: &Arms,
    command: impl FnOnce(&ArmSpec, u64) -> Result<Command, Failure>,
) -> Result<(), Failure> {
    let findings = comparing.begin(verb, arms.all())?;
    let found = &comparing.effort.play.ask(|lab| spec.play(arms, lab))?;
    let is_one = found.arms.len() == 1;
    let named = |name: &str, when: &str| if is_one { when.to_owned() } else { format!("{name}, {when}") };
    let rows = found.arms.iter().flat_map(|arm| {
        let rows = |of: fn(&AdaptedFigure) -> &FigureRow| -> Vec<FigureRow> {
            arm.figures.iter().map(|row| of(row).clone()).collect()
        };
        [
            (named(&arm.name, "at once"), rows(|row| &row.at_once)),
            (named(&arm.name, "after adaptation"), rows(|row| &row.after)),
        ]
    });
    let rows: Vec<(String, Vec<FigureRow>)> = rows.collect();
    let drawn: Vec<Differences<'_>> = rows.iter().map(|(name, rows)| Differences { name, rows }).collect();
    let command = spec.budget.on(command(&spec.arm, found.setup.games)?);
    let text = tell::adapt(found, comparing.findings.style());
    let shown = VerbOutput::new(found.setup.extent.deals, command, tables::adapt::tables(found), text);
    let shown = VerbOutput { drawn: vec![Data::Differences(&drawn)], ..shown };
    comparing.report(findings, &shown)
}

const _: () = assert!(GAMES == 30_000, "the help and the value that is taken without a number say so");
