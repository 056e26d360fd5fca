use std::collections::{BTreeMap, BTreeSet};

use sim_play::arm::NamedArm;
use sim_stats::Estimate;

use super::{
    CONFIRMED, Change, Effect, Proposal, SCREENED,
    goal::Goal,
    lever::Lever,
    model::{Base, FigureShift, MeasuredFigures, Model, Set, Side, by_loss},
    play::{Read, SearchTable, Table, TableResult},
    skill,
};
use crate::{
    Error, Lab, Parts, Work,
    health::Violation,
    not_played::NotPlayed,
    pairs::{is_found, set_q_values, sort_by_surety},
    player::is_shipped,
};

/// Sets of each size that the first round plays.
const TRIED: usize = 3;
/// Rounds of fitting to played games, and to games of trained players.
const FITTED: usize = 4;
const LEARNED: usize = 3;
/// Assumed rounds of playing the neighbors of the best sets, for the estimate of work.
const BESIDE: u64 = 2;
/// Deals of each round with trained players before the confirmation, as a multiple of the deals per arm.
const SETTLED: u64 = 2;

pub(super) struct Search<'a> {
    pub(super) tables: Vec<SearchTable<'a>>,
    pub(super) model: Model<'a>,
}

struct Candidate {
    set: Set,
    played: MeasuredFigures,
    loss: f64,
}

impl<'a> Search<'a> {
    pub(super) fn goals(&self) -> impl Iterator<Item = &'a Goal> {
        let tables: Vec<&'a Table> = self.tables.iter().map(|seated| seated.table).collect();
        tables.into_iter().flat_map(|table| &table.goals)
    }

    /// Approximate work of screening, fitting, training and confirmation. The number of fits depends on results.
    pub(super) fn parts(&self, around: &[Vec<usize>], most: usize) -> Parts {
        let (steps, most) = (steps(around).len() as u64, most as u64);
        let mut parts = [Work::NONE; 4];
        for seated in &self.tables {
            let Ok(first) = seated.open(&Set::new()) else { continue };
            let of = |deals: u64| Work::of_deals([&first], deals);
            let training = seated.table.budget.map_or(Work::NONE, |budget| budget.training(1));
            let times = if seated.table.budget.is_some() { LEARNED } else { 1 } as u64;
            let fitted = 1 + TRIED as u64 * most + (FITTED as u64 - 1) * 2 * most;
            let beside = BESIDE * most * (most + 1);
            let sets = most + 1;
            let among = Work::played(SETTLED * seated.deals * first.arm.frame.players as u64);
            let own = [
                of(seated.deals) + of(seated.deals.div_ceil(SCREENED)).times(steps + 1),
                of(seated.deals).times(fitted + beside),
                (training + of(SETTLED * seated.deals)).times(times * sets),
                (training + of(CONFIRMED * seated.deals) + among).times(sets),
            ];
            parts.iter_mut().zip(own).for_each(|(part, own)| *part = *part + own);
        }
        Parts::new(parts)
    }

    pub(super) fn screen(&mut self, around: &[Vec<usize>], lab: &mut Lab<'_>) -> Result<Vec<Effect>, Error> {
        let steps = steps(around);
        let sets: Vec<Set> = steps.iter().map(|step| vec![*step]).collect();
        let base = self.at_once(&[Set::new()], lab)?;
        let mut moved: Vec<Read<FigureShift>> = vec![(Vec::new(), None); sets.len()];
        for seated in &self.tables {
            let deals = seated.deals.div_ceil(SCREENED);
            moved.iter_mut().zip(seated.moved(&sets, deals, lab)?).for_each(|(all, own)| add(all, own));
        }
        let figures: Vec<(usize, usize)> = (0..)
            .zip(self.goals())
            .flat_map(|(goal, one)| (0..one.figures.len()).map(move |figure| (goal, figure)))
            .collect();
        let mut effects = Vec::new();
        let mut sides: Vec<[Side; 2]> = vec![<[Side; 2]>::default(); around.len()];
        for (&(lever, place), (own, violation)) in steps.iter().zip(moved) {
            if let Some(violation) = violation {
                self.model.exclude(vec![(lever, place)], violation);
            }
            let Lever { path, values, now, .. } = &self.model.levers[lever];
            let (from, to) = (values[*now], values[place]);
            for (figure, FigureShift { by, error }) in figures.iter().zip(&own) {
                let (path, figure, moved, error) = (path.clone(), *figure, *by, *error);
                effects.push(Effect { path, from, to, figure, moved, error });
            }
            let by = (to - from) as f64;
            sides[lever][usize::from(by > 0.0)].push((by.abs(), own));
        }
        for side in sides.iter_mut().flatten() {
            side.sort_by(|one, other| one.0.total_cmp(&other.0));
        }
        self.model.moved = sides;
        let base = base.into_iter().flat_map(|(played, _)| played);
        self.model.base = base.map(|(value, _)| value).collect();
        Ok(effects)
    }

    /// Plays the most promising sets and refits the model to them, then plays neighbors of the best. Returns the best
    /// set of every size, from no change on.
    pub(super) fn fit(&mut self, most: usize, lab: &mut Lab<'_>) -> Result<Vec<Set>, Error> {
        let mut best: BTreeMap<usize, Candidate> = BTreeMap::new();
        let mut known = BTreeSet::new();
        for time in 0..FITTED {
            let mut wanted = if time == 0 { vec![Set::new()] } else { self.fitted(&best) };
            for sets in self.model.sets(most) {
                let count = if time == 0 { TRIED } else { 1 };
                wanted.extend(sets.into_iter().filter(|set| self.is_candidate(set)).take(count));
            }
            if !self.try_new(wanted, &mut known, &mut best, lab)? {
                break;
            }
        }
        // Interpolation between two played values may miss a better one between them. Ends when the best sets have no
        // new neighbors.
        while self.try_new(self.neighbors_of_best(&best), &mut known, &mut best, lab)? {}
        Ok(best.into_values().map(|tried| tried.set).collect())
    }

    /// Plays the sets that were not tried before; returns false if there are none.
    fn try_new(
        &mut self,
        mut wanted: Vec<Set>,
        known: &mut BTreeSet<Set>,
        best: &mut BTreeMap<usize, Candidate>,
        lab: &mut Lab<'_>,
    ) -> Result<bool, Error> {
        wanted.retain(|set| known.insert(set.clone()));
        if wanted.is_empty() {
            return Ok(false);
        }
        let played = self.at_once(&wanted, lab)?;
        for (set, (played, violation)) in wanted.into_iter().zip(played) {
            self.model.learn(&set, &played);
            match violation {
                Some(violation) => self.model.exclude(set, violation),
                None => self.weigh(set, played, best),
            }
        }
        Ok(true)
    }

    /// Neighbors of the best sets.
    fn neighbors_of_best(&self, best: &BTreeMap<usize, Candidate>) -> Vec<Set> {
        let sets = best.values().flat_map(|tried| self.model.neighbors(&tried.set));
        sets.filter(|set| self.is_candidate(set)).collect()
    }

    /// Trains players under the best set of every size and refits its values to the mean of all their results, which
    /// averages out noise. Drops sets that come no nearer to the goals than one with fewer changes.
    pub(super) fn learn(&mut self, best: Vec<Set>, lab: &mut Lab<'_>) -> Result<Vec<Set>, Error> {
        let mut wanted = best.clone();
        let mut known = BTreeSet::new();
        // For each initial set, the bases from all results for the same numbers.
        let mut bases: Vec<Vec<Base>> = vec![Vec::new(); best.len()];
        // Without further training the games would be the same again.
        let times = if self.tables.iter().any(|one| one.table.budget.is_some()) { LEARNED } else { 1 };
        let mut current: Vec<TableResult> = Vec::new();
        for _ in 0..times {
            wanted.retain(|set| known.insert(set.clone()));
            if wanted.is_empty() {
                break;
            }
            let settled = self.settled(&wanted, 0, lab)?;
            for (set, tables) in wanted.iter().zip(settled) {
                let figures = tables.iter().flat_map(|one| one.seen.iter().flatten());
                let base = self.model.base_for(set, &figures.map(known_of).collect());
                let own = best.iter().zip(&mut bases).filter(|(first, _)| has_same_numbers(first, set));
                own.for_each(|(_, own)| own.push(base.clone()));
                // The current game is played first.
                if set.is_empty() {
                    current = tables;
                } else if let Some(violation) = violation(&tables, &current) {
                    self.model.exclude(set.clone(), violation);
                }
            }
            let anew = best.iter().zip(&bases).map(|(set, own)| self.model.refit(set, &mean(own)));
            wanted = anew.filter(|set| self.is_candidate(set)).collect();
        }
        let mut least = f64::INFINITY;
        let mut nearer = Vec::new();
        for (first, own) in best.iter().zip(&bases) {
            let base = mean(own);
            let set = Some(self.model.refit(first, &base)).filter(|set| self.is_candidate(set));
            let set = set.unwrap_or_else(|| first.clone());
            if self.model.is_excluded(&set) {
                continue;
            }
            let loss = self.model.loss(&set, &base);
            if loss < least {
                least = loss;
                nearer.push(set);
            }
        }
        Ok(nearer)
    }

    fn weigh(&self, set: Set, played: MeasuredFigures, best: &mut BTreeMap<usize, Candidate>) {
        let loss = self.model.loss_of(&set, &played);
        let is_better = best
            .get(&set.len())
            .is_none_or(|known| by_loss(&(set.clone(), loss), &(known.set.clone(), known.loss)).is_lt());
        if is_better {
            best.insert(set.len(), Candidate { set, played, loss });
        }
    }

    fn fitted(&self, best: &BTreeMap<usize, Candidate>) -> Vec<Set> {
        let changed = best.values().filter(|tried| !tried.set.is_empty());
        let anew = changed
            .map(|Candidate { set, played, .. }| self.model.refit(set, &self.model.base_for(set, played)));
        anew.filter(|set| self.is_candidate(set)).collect()
    }

    /// Confirms the remaining sets on new deals and with new training runs.
    pub(super) fn confirm(&mut self, sets: &[Set], lab: &mut Lab<'_>) -> Result<Vec<Proposal>, Error> {
        let settled = self.settled(sets, 1, lab)?;
        let skill = self.skill(&settled, lab)?;
        let start = self.tables.first().and_then(|seated| seated.table.arm.field.players().first());
        let start = start.map_or(String::new(), |player| player.named.clone());
        let goals: Vec<&Goal> = self.goals().collect();
        let mut proposals = Vec::new();
        for (at, (set, tables)) in sets.iter().zip(&settled).enumerate() {
            if let Some(violation) = settled.first().and_then(|current| violation(tables, current)) {
                self.model.exclude(set.clone(), violation);
                continue;
            }
            let change = |&(lever, place): &(usize, usize)| {
                let Lever { path, values, now, source, about, .. } = &self.model.levers[lever];
                let (path, about) = (path.clone(), about.clone());
                let (from, to) = (values[*now], values[place]);
                Change { path, from, to, source: *source, about }
            };
            let seen: Vec<Vec<Estimate>> = tables.iter().flat_map(|one| one.seen.clone()).collect();
            let reached = goals.iter().zip(&seen).map(|(goal, seen)| goal.status(seen)).collect();
            let beside = settled.first().and_then(|first| first.first()).zip(tables.first());
            let mut moved = match beside {
                Some((first, own)) if !set.is_empty() => own.contrast_with(first)?,
                _ => Vec::new(),
            };
            if let (false, Some(first), Some(own)) = (set.is_empty(), skill.first(), skill.get(at)) {
                moved.push(skill::row(&start, own, first));
                set_q_values(&mut moved);
            }
            moved.retain(|row| is_found(row.q_value));
            sort_by_surety(&mut moved);
            proposals.push(Proposal { changes: set.iter().map(change).collect(), seen, reached, moved });
        }
        Ok(proposals)
    }

    /// What one trained player wins among beginners under each set; empty without training, or if the game has no
    /// beginner.
    fn skill(
        &self,
        settled: &[Vec<TableResult>],
        lab: &mut Lab<'_>,
    ) -> Result<Vec<skill::PlayerScores>, Error> {
        let Some(seated) = self.tables.first() else { return Ok(Vec::new()) };
        let entry = seated.table.arm.rules.entry;
        let Some(budget) = seated.table.budget else { return Ok(Vec::new()) };
        let is_there = is_shipped(entry, skill::BEGINNER);
        let Some(beginner) = is_there.then(|| entry.shipped_strategy(skill::BEGINNER)).transpose()?.flatten()
        else {
            return Ok(Vec::new());
        };
        let start = SETTLED * seated.deals;
        let among = skill::BeginnerField {
            beginner: &beginner,
            budget,
            deals: start..start + SETTLED * seated.deals,
        };
        let tables: Vec<Vec<&NamedArm>> =
            settled.iter().filter_map(|tables| Some(tables.first()?.arms().collect())).collect();
        among.play(&tables, lab)
    }

    /// Whether a set yields a playable game that is not known to be degenerate.
    fn is_candidate(&self, set: &Set) -> bool {
        !self.model.is_excluded(set) && self.tables.iter().all(|seated| seated.open(set).is_ok())
    }

    /// The excluded sets, the latest first; the earliest are single steps of a number.
    pub(super) fn excluded(&self) -> Vec<NotPlayed> {
        let change = |&(lever, place): &(usize, usize)| self.model.levers[lever].so_far(place);
        let one = |(set, violation): &(Set, Violation)| {
            NotPlayed::excluded(set.iter().map(change).collect::<Vec<_>>().join(" with "), violation)
        };
        self.model.excluded.iter().rev().map(one).collect()
    }

    fn at_once(
        &self,
        sets: &[Set],
        lab: &mut Lab<'_>,
    ) -> Result<Vec<(MeasuredFigures, Option<Violation>)>, Error> {
        let mut all = vec![(MeasuredFigures::new(), None); sets.len()];
        for seated in &self.tables {
            let own = seated.at_once(sets, lab)?.into_iter();
            let own = own.map(|(seen, violation)| (seen.iter().map(known_of).collect(), violation));
            all.iter_mut().zip(own).for_each(|(all, own)| add(all, own));
        }
        Ok(all)
    }

    /// Plays the sets after further training; results by set and table. Time 0 uses the first deals, time 1 those
    /// after them.
    fn settled(&self, sets: &[Set], time: u64, lab: &mut Lab<'_>) -> Result<Vec<Vec<TableResult>>, Error> {
        let mut all: Vec<Vec<TableResult>> = sets.iter().map(|_| Vec::new()).collect();
        for seated in &self.tables {
            let deals = seated.deals;
            let seen = SETTLED * deals;
            let part = if time == 0 { 0..seen } else { seen..seen + CONFIRMED * deals };
            let seeds = time * seated.table.budget.map_or(0, |budget| budget.repeats);
            let own = seated.settled(sets, part, seeds, lab)?;
            all.iter_mut().zip(own).for_each(|(all, own)| all.push(own));
        }
        Ok(all)
    }
}

/// Appends the values of another table; the first violation counts.
fn add<T>((all, known): &mut Read<T>, (own, violation): Read<T>) {
    all.extend(own);
    *known = known.take().or(violation);
}

/// The first violation of some tables, compared with those of the current game.
fn violation(tables: &[TableResult], current: &[TableResult]) -> Option<Violation> {
    tables.iter().zip(current).find_map(|(own, current)| own.violation(current))
}

pub(super) fn steps(around: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let all = (0..).zip(around);
    all.flat_map(|(lever, own)| own.iter().map(move |place| (lever, *place))).collect()
}

fn has_same_numbers(one: &Set, other: &Set) -> bool {
    one.iter().map(|(lever, _)| lever).eq(other.iter().map(|(lever, _)| lever))
}

/// The mean of each figure; none if some base lacks it.
fn mean(bases: &[Base]) -> Base {
    let figures = bases.first().map_or(0, Vec::len);
    let of = |at: usize| {
        let all: Option<f64> = bases.iter().map(|base| base[at]).sum();
        all.map(|all| all / bases.len() as f64)
    };
    (0..figures).map(of).collect()
}

fn known_of(estimate: &Estimate) -> (Option<f64>, f64) {
    (estimate.value, estimate.standard_error.map_or(0.0, |error| error * error))
}
