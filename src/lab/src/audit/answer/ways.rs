//! Whether there are several ways to win, judged by trained plans or, without training, by the archetype scripts.

use sim_script::library::BASELINES;
use sim_stats::Interval;

use super::{Answer, AnswerVerdict, Mark, PlanRuns, PlansStatement, Statement, TrainedPlanSummary};
use crate::{
    adapt::{Budget, ContrastSetup},
    audit::{Audit, TableAudit},
    command::{Command, Verb},
    figure::Unit,
    plans::{Bounds, DOMINANT, PlanRow, PlanVerdict, Plans, VIABLE},
    verdict::{BalanceRow, Sort, Tolerance, VerdictSubject},
};

struct Archetype<'a> {
    name: &'a str,
    value: f64,
    bounds: Bounds,
    /// Interval of the result minus the fair result.
    ends: Option<Interval>,
}

impl Audit {
    pub(super) fn plans(&self) -> Option<Answer> {
        match &self.plans {
            Some(found) => Some(self.learned_plans(found).unwrap_or_else(|| self.untested_plans(found))),
            None if self.lacks_plans() => Some(self.without_plans()),
            None => self.scripts(),
        }
    }

    /// Whether the game has only baselines, which are no ways to win.
    fn lacks_plans(&self) -> bool {
        let all = self.usual().map_or(Vec::new(), Archetype::of_scripts);
        !all.is_empty() && all.iter().all(|one| BASELINES.contains(&one.name))
    }

    fn without_plans(&self) -> Answer {
        let players = self.usual().map_or(0, TableAudit::players);
        let statement = Statement::PlansUntested { players, runs: Vec::new() };
        let command = Some(self.command(Verb::Run, vec![players]));
        Answer { command, ..Answer::new(AnswerVerdict::Undecided, statement, self.unit()) }
    }

    fn learned_plans(&self, found: &Plans) -> Option<Answer> {
        let Plans { setup, rows, .. } = found;
        let all: Vec<Archetype<'_>> =
            rows.iter().map(|row| Archetype::of_plan(row, found.bounds)).collect::<Option<_>>()?;
        let are = |verdict| rows.iter().zip(&all).filter(move |(row, _)| row.verdict == verdict);
        let names = |verdict| are(verdict).map(|(row, _)| row.name.clone()).collect::<Vec<_>>();
        let dead: Vec<(String, f64)> =
            are(PlanVerdict::NotViable).rev().map(|(_, way)| way.name_and_value()).collect();
        let ruling = names(PlanVerdict::Dominant);
        let living = are(PlanVerdict::Viable).count() + ruling.len();
        let verdict = verdict((living, dead.len(), rows.len()), dead.is_empty() && ruling.is_empty());
        let hands = TrainedPlanSummary { ruling, alike: names(PlanVerdict::NotFollowed) };
        let tested = rows.iter().zip(all).filter(|(row, _)| row.verdict != PlanVerdict::NotFollowed);
        let all: Vec<Archetype<'_>> = tested.map(|(_, way)| way).collect();
        let plain = compared(setup.extent.players, &all)?;
        let statement = PlansStatement { of: rows.len(), living, dead, hands: Some(hands), ..plain };
        Some(answer(verdict, statement, &all, self.command_of_plans(setup)))
    }

    fn command_of_plans(&self, setup: &ContrastSetup) -> Command {
        let ContrastSetup { extent, games, budget: Budget { games: learned, repeats }, .. } = setup;
        let command = self.command(Verb::Plans, vec![extent.players]).games(*games);
        command.option("learn", learned).option("repeats", repeats)
    }

    fn untested_plans(&self, found: &Plans) -> Answer {
        let runs = found.rows.iter().map(|row| PlanRuns {
            plan: row.name.clone(),
            followed: row.followed,
            repeats: row.repeats,
        });
        let statement =
            Statement::PlansUntested { players: found.setup.extent.players, runs: runs.collect() };
        let command = Some(self.command_of_plans(&found.setup));
        Answer { command, ..Answer::new(AnswerVerdict::Undecided, statement, self.unit()) }
    }

    fn scripts(&self) -> Option<Answer> {
        let part = self.usual()?;
        let all = Archetype::of_scripts(part);
        let dead: Vec<(String, f64)> =
            all.iter().rev().filter(|one| one.is_dead()).map(Archetype::name_and_value).collect();
        let others = self.parts.iter().filter(|other| other.players() != part.players());
        let elsewhere: Vec<(usize, Vec<String>)> = others
            .map(|other| {
                let dead = Archetype::of_scripts(other).into_iter().rev().filter(Archetype::is_dead);
                (other.players(), dead.map(|one| one.name.to_owned()).collect::<Vec<_>>())
            })
            .filter(|(_, dead)| !dead.is_empty())
            .collect();
        let is_quiet = dead.is_empty() && elsewhere.is_empty() && !all.iter().any(Archetype::rules);
        let living = all.iter().filter(|one| one.lives()).count();
        let verdict = verdict((living, dead.len(), all.len()), is_quiet);
        let players = part.players();
        let command = Audit::of_beginners(self.command(Verb::Run, vec![players]).until_decided());
        let statement = PlansStatement { living, dead, elsewhere, ..compared(players, &all)? };
        Some(answer(verdict, statement, &all, command.games(part.games())))
    }
}

/// Bounds of a script; for points, the win-rate bounds scaled by the tolerance, a threshold on the same scale.
fn bounds(row: &BalanceRow, part: &TableAudit) -> Option<Bounds> {
    let wins = Bounds::of_wins(part.players());
    if part.unit().is_share() {
        return row.fair.map(|_| wins);
    }
    let beyond = |bound: f64| (bound - wins.fair) * row.tolerance / Tolerance::USUAL.strategy;
    Some(Bounds {
        unit: part.unit(),
        fair: 0.0,
        viable: beyond(wins.viable),
        dominant: beyond(wins.dominant),
    })
}

/// Judges by the numbers of viable plans, of non-viable ones and of all; `is_quiet` means that none stands out.
fn verdict((living, dead, of): (usize, usize, usize), is_quiet: bool) -> AnswerVerdict {
    match (living, is_quiet) {
        (0 | 1, _) if living + dead == of => AnswerVerdict::Problem,
        (_, false) => AnswerVerdict::Check,
        (2.., true) => AnswerVerdict::Fine,
        _ => AnswerVerdict::Undecided,
    }
}

/// The strongest and the weakest of `all`, which is in descending order; `None` for fewer than two.
fn compared(players: usize, all: &[Archetype<'_>]) -> Option<PlansStatement> {
    let [strongest, .., weakest] = all else { return None };
    Some(PlansStatement {
        players,
        of: all.len(),
        living: 0,
        dead: Vec::new(),
        strongest: strongest.name_and_value(),
        weakest: weakest.name_and_value(),
        fair: strongest.bounds.fair,
        dead_below: strongest.bounds.viable,
        elsewhere: Vec::new(),
        hands: None,
    })
}

/// `all` holds what [`compared`] accepted: at least two.
fn answer(
    verdict: AnswerVerdict,
    statement: PlansStatement,
    all: &[Archetype<'_>],
    command: Command,
) -> Answer {
    let Bounds { unit, fair, viable, dominant } = all[0].bounds;
    let mark = |one: &Archetype<'_>| {
        let (label, value) = one.name_and_value();
        Mark { label, value: value - fair, interval: one.ends }
    };
    let fine = match unit {
        Unit::Share => Interval { low: (VIABLE - 1.0) * fair, high: (DOMINANT - 1.0) * fair },
        _ => Interval { low: viable - fair, high: dominant - fair },
    };
    let (marks, fine, command) = (all.iter().map(mark).collect(), Some(fine), Some(command));
    Answer { marks, fine, command, ..Answer::new(verdict, Statement::Plans(statement), unit) }
}

impl<'a> Archetype<'a> {
    /// A plan played by trained players; `None` if its result is unknown.
    fn of_plan(row: &'a PlanRow, bounds: Bounds) -> Option<Archetype<'a>> {
        let ends = row.share.interval.map(|ends| ends.moved(-bounds.fair));
        Some(Archetype { name: &row.name, value: row.share.value?, bounds, ends })
    }

    /// The scripts of a table, the strongest first.
    fn of_scripts(part: &'a TableAudit) -> Vec<Archetype<'a>> {
        let rows = part.judged(Sort::Strategy).into_iter().flat_map(|table| &table.rows);
        let way = |row: &'a BalanceRow| match &row.of {
            VerdictSubject::Strategy(name) => {
                let bounds = bounds(row, part)?;
                let value = if part.unit().is_share() { row.estimate.value? } else { row.difference()? };
                Some(Archetype { name, value, bounds, ends: row.ends })
            }
            _ => None,
        };
        let mut all: Vec<Archetype<'a>> = rows.filter_map(way).collect();
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all
    }

    fn is_dead(&self) -> bool {
        self.ends.is_some_and(|ends| ends.high + self.bounds.fair < self.bounds.viable)
    }

    fn lives(&self) -> bool {
        self.ends.is_some_and(|ends| ends.low + self.bounds.fair > self.bounds.viable)
    }

    fn rules(&self) -> bool {
        self.ends.is_some_and(|ends| ends.low + self.bounds.fair > self.bounds.dominant)
    }

    fn name_and_value(&self) -> (String, f64) {
        (self.name.to_owned(), self.value)
    }
}
