use std::{cell::OnceCell, ops::Range};

use sim_play::{
    arm::{Arms, NamedArm},
    tally::Tally,
};
use sim_stats::{Estimate, repeats::Repeats};

use super::{
    goal::Goal,
    lever::Lever,
    model::{FigureShift, Set},
};
use crate::{
    ArmTally, Effort, Error, Event, Lab,
    adapt::{AdaptSpec, Budget, read::over_repeats},
    contrast::CURRENT,
    health::{Health, Violation},
    pairs::{Contrast, FigureRow, between},
    question::{Measurement, Pairing},
    spec::ArmSpec,
    store::Worth,
};

#[derive(Clone)]
pub struct Table {
    pub arm: ArmSpec,
    pub goals: Vec<Goal>,
    pub budget: Option<Budget>,
}

pub struct SearchTable<'a> {
    pub table: &'a Table,
    pub levers: &'a [Lever],
    pub deals: u64,
}

/// Values read from the games of a set, and the violation if these are degenerate compared with the current game.
pub type Read<T> = (Vec<T>, Option<Violation>);

pub struct TableResult {
    /// By goal and figure.
    pub seen: Vec<Vec<Estimate>>,
    /// Repeat by repeat.
    played: Vec<(NamedArm, Tally)>,
}

impl SearchTable<'_> {
    pub fn open(&self, set: &Set) -> Result<NamedArm, Error> {
        let mut spec = self.table.arm.clone();
        let settings = set.iter().map(|&(lever, place)| self.levers[lever].setting(place));
        let settings: Vec<_> = settings.collect();
        let names: Vec<String> = settings.iter().map(ToString::to_string).collect();
        spec.rules.set.extend(settings);
        let name = if names.is_empty() { CURRENT.to_owned() } else { names.join(" ") };
        Ok(NamedArm { name, arm: spec.open()? })
    }

    /// The shifts of all figures under each set, compared with the baseline.
    pub fn moved(
        &self,
        sets: &[Set],
        deals: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<Read<FigureShift>>, Error> {
        self.compare(sets, deals, lab, |goal, at| {
            let (subject, of_first) = (at.named.arm.subject(), at.first);
            let now = goal.readings(&subject, at.tally);
            let then = goal.readings(&subject, of_first);
            let less = |(now, then): (&Measurement, &Measurement)| {
                let difference = now.less(then, Pairing::SameDeals).paired.difference;
                let by = difference.value.unwrap_or(0.0);
                // Too few deals differ for an error, so the shift may as well be 0.
                FigureShift { by, error: difference.standard_error.unwrap_or(by.abs()) }
            };
            now.iter().zip(&then).map(less).collect()
        })
    }

    pub fn at_once(&self, sets: &[Set], lab: &mut Lab<'_>) -> Result<Vec<Read<Estimate>>, Error> {
        self.compare(sets, self.deals, lab, |goal, at| {
            let read = goal.readings(&at.named.arm.subject(), at.tally);
            read.into_iter().map(|reading| reading.estimate).collect()
        })
    }

    pub fn arms(&self, sets: &[Set]) -> Result<Arms, Error> {
        let changed = sets.iter().filter(|set| !set.is_empty());
        let others: Vec<NamedArm> = changed.map(|set| self.open(set)).collect::<Result<_, _>>()?;
        Ok(Arms::new(self.open(&Set::new())?, others)?)
    }

    /// Reads the arm of each set against the baseline. No set may occur twice.
    fn compare<T>(
        &self,
        sets: &[Set],
        deals: u64,
        lab: &mut Lab<'_>,
        read: impl Fn(&Goal, &ArmTally<'_>) -> Vec<T>,
    ) -> Result<Vec<Read<T>>, Error> {
        let arms = self.arms(sets)?;
        let games = arms.first().arm.schedule.games_of(0..deals);
        let current = OnceCell::new();
        let compared = lab.compare_all(&arms, Effort::Games(games), |at| {
            let health = Health::new(&at.named.arm.subject(), at.tally);
            let violation = health.violation(current.get_or_init(|| health.clone()));
            Ok((self.table.goals.iter().flat_map(|goal| read(goal, at)).collect(), violation))
        })?;
        let mut others = compared.read.into_iter();
        let mut first = others.next();
        let of = |set: &Set| if set.is_empty() { first.take() } else { others.next() };
        Ok(sets.iter().filter_map(of).collect())
    }

    /// Plays each set on these deals after training players further under its rules, with seeds offset by `seeds`.
    /// Players of a table without a training budget stay as they are.
    pub fn settled(
        &self,
        sets: &[Set],
        deals: Range<u64>,
        seeds: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<TableResult>, Error> {
        let arms: Vec<NamedArm> = sets.iter().map(|set| self.open(set)).collect::<Result<_, _>>()?;
        let tables = self.tables(arms, seeds, lab)?;
        let repeats = tables.first().map_or(0, Vec::len) as u64;
        let budget = Budget { games: 0, repeats };
        let games = tables.iter().flatten().next().map_or(0, |one| one.arm.schedule.games_of(deals.clone()));
        lab.progress.on_event(Event::Plan {
            arms: tables.len() * repeats as usize,
            games: games * tables.len() as u64,
        });
        let told = Repeats::new(repeats as usize);
        let mut settled = Vec::new();
        for own in tables {
            let mut played = Vec::new();
            for (repeat, named) in (0..).zip(own) {
                let tally = lab.tally(&named, budget.part_of(deals.clone(), repeat), Worth::IfLong)?;
                played.push((named, tally));
            }
            settled.push(TableResult { seen: self.goal_estimates(&played, &told), played });
        }
        Ok(settled)
    }

    fn tables(
        &self,
        arms: Vec<NamedArm>,
        seeds: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<Vec<NamedArm>>, Error> {
        let Some(budget) = self.table.budget else {
            return Ok(arms.into_iter().map(|named| vec![named]).collect());
        };
        let mut arm = self.table.arm.clone();
        arm.seed = arm.seed.wrapping_add(seeds);
        let spec = AdaptSpec::seat(arm, budget, Effort::Games(0))?;
        spec.adapted(&arms.iter().collect::<Vec<_>>(), lab)
    }

    fn goal_estimates(&self, played: &[(NamedArm, Tally)], repeats: &Repeats) -> Vec<Vec<Estimate>> {
        let of = |goal: &Goal| {
            let each: Vec<Vec<Measurement>> =
                played.iter().map(|(named, tally)| goal.readings(&named.arm.subject(), tally)).collect();
            let figure = |at: usize| {
                let found: Vec<Estimate> = each.iter().map(|read| read[at].estimate).collect();
                repeats.mean(&found).0
            };
            (0..goal.figures.len()).map(figure).collect()
        };
        self.table.goals.iter().map(of).collect()
    }
}

impl TableResult {
    pub fn arms(&self) -> impl Iterator<Item = &NamedArm> {
        self.played.iter().map(|(named, _)| named)
    }

    /// How its games are degenerate compared with those of `current`, if they are.
    pub fn violation(&self, current: &TableResult) -> Option<Violation> {
        let health = |of: &TableResult| Health::over(of.played.iter().map(|(named, tally)| (named, tally)));
        health(self)?.violation(&health(current)?)
    }

    /// Contrasts with another result, on the same deals and with the same training seeds.
    pub fn contrast_with(&self, other: &TableResult) -> Result<Vec<FigureRow>, Error> {
        let pairs = self.played.iter().zip(&other.played);
        let rows = pairs.map(|((one, of_one), (other, of_other))| {
            between((&one.arm, of_one), (&other.arm, of_other), Contrast::new)
        });
        let rows: Vec<Contrast> = rows.collect::<Result<_, _>>()?;
        Ok(over_repeats(&rows, &Repeats::new(self.played.len())))
    }
}
