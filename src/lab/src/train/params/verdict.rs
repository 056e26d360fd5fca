use std::ops::Range;

use super::{
    arena::{Arena, Objective, Phase, Sum, ratio, total},
    search::Task,
};
use crate::{Error, experiment::Score};
use sim_play::{
    arm::{by_group, share_of},
    tally::GROUPS,
};
use sim_script::Strategy;
use sim_stats::{
    Estimate,
    paired::{GroupSum, PairedEstimate, difference},
};

/// Rounds between two checks for a stop request.
const STRIDE: u64 = 64;

/// If more params than this changed, they are reset by formula, not one by one.
const MOST_SINGLE: usize = 8;

/// Receives the number of games played; its error ends the evaluation.
pub type Watch<'w> = &'w mut dyn FnMut(u64) -> Result<(), Error>;

#[derive(Debug, Clone)]
pub struct Verdict {
    pub values: Vec<f64>,
    pub gain: Gain,
    /// By kind of table.
    pub boards: Vec<TuningContrast>,
    /// Against held-out opponents, if there are any.
    pub held_out: Option<PairedEstimate>,
    pub credits: Vec<Credit>,
}

#[derive(Debug, Clone)]
pub struct Gain {
    pub winner: f64,
    pub start: f64,
    /// The winner minus the start. For the worst case: the winner's least table minus the table that was the start's
    /// worst when results were chosen, which is a lower bound of the gain.
    pub paired: PairedEstimate,
}

#[derive(Debug, Clone)]
pub struct TuningContrast {
    pub label: String,
    pub winner: Estimate,
    pub start: Estimate,
    /// The winner minus the start, on the same deals.
    pub paired: PairedEstimate,
}

/// The contribution of some params: the winner minus the winner with these reset to the start, averaged over all
/// tables.
#[derive(Debug, Clone)]
pub struct Credit {
    /// The param, or the formula that contains the params.
    pub name: String,
    pub params: Vec<usize>,
    pub paired: PairedEstimate,
}

impl Verdict {
    /// Whether the winner replaces the start: it is significantly better, and not significantly worse against
    /// held-out opponents.
    pub fn is_accepted(&self) -> bool {
        let low = self.gain.paired.difference.interval.map(|interval| interval.low);
        let held_out = self.held_out.and_then(|paired| paired.difference.interval);
        low.is_some_and(|low| low > 0.0) && held_out.is_none_or(|interval| interval.high >= 0.0)
    }
}

/// Scores of some strategies, by strategy, kind of table and round.
fn played(
    arena: &Arena<'_>,
    strategies: &[&Strategy],
    phase: Phase,
    rounds: Range<u64>,
    watch: Watch<'_>,
) -> Result<Vec<Vec<Vec<Score>>>, Error> {
    let mut all: Vec<Vec<Vec<Score>>> =
        strategies.iter().map(|_| vec![Vec::new(); arena.boards.len()]).collect();
    let mut first = rounds.start;
    while first < rounds.end {
        let part = first..rounds.end.min(first + STRIDE);
        for (all, new) in all.iter_mut().zip(arena.play(strategies, phase, &part)?) {
            all.iter_mut().zip(new).for_each(|(all, new)| all.extend(new));
        }
        first = part.end;
        watch(arena.games_of(phase, &part) * strategies.len() as u64)?;
    }
    Ok(all)
}

/// Judges the results of a search, if there are any. `held_out` has tables with opponents that the search never met.
pub fn judge(
    task: &Task<'_>,
    results: &[Vec<f64>],
    held_out: Option<&Arena<'_>>,
    watch: Watch<'_>,
) -> Result<Option<Verdict>, Error> {
    let Task { arena, space, plan, .. } = task;
    let Some(start) = task.strategy(&space.start) else { return Ok(None) };
    let made: Vec<Strategy> = results.iter().filter_map(|values| task.strategy(values)).collect();
    let mut everybody = vec![&start];
    everybody.extend(&made);
    let chosen = played(arena, &everybody, Phase::Choice, 0..plan.choice, watch)?;
    // Rejects strategies whose formulas fail to give a number more often than the start's.
    let broken = |scores: &[Vec<Score>]| scores.iter().flatten().map(|score| score.not_a_number).sum::<i64>();
    let usual = broken(&chosen[0]);
    let worth = |at: usize| arena.worth(&arena.sums(&chosen[at]));
    // On ties the earlier.
    let best = (1..chosen.len())
        .filter(|&at| broken(&chosen[at]) <= usual)
        .reduce(|best, at| if worth(at) > worth(best) { at } else { best });
    let Some(best) = best else { return Ok(None) };
    let values = &results[best - 1];
    let winner = everybody[best];

    let test = played(arena, &[winner, &start], Phase::Test, 0..plan.test, watch)?;
    let (mine, theirs) = (&test[0], &test[1]);
    let worst = least(&arena.sums(&chosen[0]));
    let gain = gain(arena, mine, theirs, worst);
    let boards = arena.boards.iter().enumerate().map(|(at, board)| TuningContrast {
        label: board.label.clone(),
        winner: estimate(arena, &mine[at]),
        start: estimate(arena, &theirs[at]),
        paired: difference(&grouped(arena, &mine[at]), &grouped(arena, &theirs[at]), plan.test),
    });
    let boards = boards.collect();
    let held_out = match held_out {
        None => None,
        Some(arena) => {
            let rounds = plan.held_out(arena.games_a_round());
            let played = played(arena, &[winner, &start], Phase::Test, 0..rounds, watch)?;
            Some(difference(&pooled(arena, &played[0]), &pooled(arena, &played[1]), rounds))
        }
    };
    let groups = groups(task, values);
    let rounds = plan.credit(groups.len());
    let mine: Vec<Vec<Score>> = mine.iter().map(|scores| scores[..rounds as usize].to_vec()).collect();
    let mine = pooled(arena, &mine);
    let mut credits = Vec::new();
    for (name, params) in groups {
        let mut back = values.clone();
        params.iter().for_each(|&at| back[at] = space.start[at]);
        // Resetting values may make a divisor 0; such a group gets no credit.
        let Some(without) = task.strategy(&back) else { continue };
        let played = played(arena, &[&without], Phase::Test, 0..rounds, watch)?;
        let paired = difference(&mine, &pooled(arena, &played[0]), rounds);
        credits.push(Credit { name, params, paired });
    }
    Ok(Some(Verdict { values: values.clone(), gain, boards, held_out, credits }))
}

/// The params that changed: one by one, or by formula if there are many.
fn groups(task: &Task<'_>, values: &[f64]) -> Vec<(String, Vec<usize>)> {
    let start = &task.space.start;
    let moved: Vec<usize> = task.space.chosen.iter().copied().filter(|&at| values[at] != start[at]).collect();
    let homes = task.template.homes();
    let params = task.template.params();
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for &at in &moved {
        let name = if moved.len() > MOST_SINGLE { &homes[at] } else { &params[at].name };
        match groups.iter_mut().find(|(known, _)| known == name) {
            Some((_, params)) => params.push(at),
            None => groups.push((name.clone(), vec![at])),
        }
    }
    groups
}

fn gain(arena: &Arena<'_>, mine: &[Vec<Score>], theirs: &[Vec<Score>], worst: usize) -> Gain {
    let rounds = theirs[0].len() as u64;
    let (winner, start) = (arena.sums(mine), arena.sums(theirs));
    if arena.objective == Objective::Share {
        let paired = difference(&pooled(arena, mine), &pooled(arena, theirs), rounds);
        let [winner, start] = [winner, start].map(|sums| ratio(total(sums.into_iter())));
        return Gain { winner, start, paired };
    }
    // The worst case of the start is at most its share at any one table. So the worst case improves if the winner
    // beats that share at each of its tables, each tested at 95 % (an intersection-union test: Berger 1982,
    // Technometrics 24, 295-300).
    let theirs = grouped(arena, &theirs[worst]);
    let each = mine.iter().map(|scores| difference(&grouped(arena, scores), &theirs, rounds));
    let low = |paired: &PairedEstimate| {
        let Estimate { value, interval, .. } = paired.difference;
        interval.map(|interval| interval.low).or(value).unwrap_or(f64::NEG_INFINITY)
    };
    let paired = each.reduce(|one, other| if low(&other) < low(&one) { other } else { one });
    let paired = paired.unwrap_or_else(|| difference(&theirs, &theirs, rounds));
    Gain { winner: ratio(winner[least(&winner)]), start: ratio(start[least(&start)]), paired }
}

fn least(sums: &[Sum]) -> usize {
    (0..sums.len())
        .reduce(|least, at| if ratio(sums[at]) < ratio(sums[least]) { at } else { least })
        .unwrap_or(0)
}

fn estimate(arena: &Arena<'_>, scores: &[Score]) -> Estimate {
    match arena.objective {
        Objective::Share => arena.game.utility().of_contest(scores),
        Objective::Worst => share_of(scores.iter().map(|score| arena.sum(score))),
    }
}

fn grouped(arena: &Arena<'_>, scores: &[Score]) -> Vec<GroupSum> {
    by_group(scores.iter().map(|score| arena.sum(score)))
}

fn pooled(arena: &Arena<'_>, scores: &[Vec<Score>]) -> Vec<GroupSum> {
    let all: Vec<Vec<GroupSum>> = scores.iter().map(|scores| grouped(arena, scores)).collect();
    (0..GROUPS).map(|at| total(all.iter().map(|groups| groups[at]))).collect()
}
