use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{
    arena::{Arena, Phase, Sum},
    evolution::Evolution,
    plan::Plan,
    space::Space,
};
use crate::experiment::Score;
use sim_engine::Luck;
use sim_play::arm::Stopped;
use sim_script::{Strategy, script::Template};

/// Spread of the first trials around the start, as a fraction of each param's range.
const FIRST_STEP: f64 = 0.1;

/// The search gives up after this many generations without any difference.
const PATIENCE: u64 = 10;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TunerState {
    evolution: Evolution,
    pub generation: u64,
    rounds: u64,
    pub games: u64,
    /// Consecutive generations in which all trials played alike.
    alike: u64,
    /// The mean after half of the generations, and after three quarters.
    waypoints: Vec<Vec<f64>>,
    /// Sum of the means of the last third; `late_count` is their number.
    late: Vec<f64>,
    late_count: u64,
}

pub struct Task<'a> {
    pub arena: Arena<'a>,
    pub template: &'a Template,
    pub space: Space,
    pub plan: Plan,
}

impl TunerState {
    pub fn new(task: &Task<'_>) -> TunerState {
        let origin = task.space.origin();
        let late = vec![0.0; origin.len()];
        let evolution = Evolution::new(origin, FIRST_STEP);
        TunerState {
            evolution,
            generation: 0,
            rounds: 0,
            games: 0,
            alike: 0,
            waypoints: Vec::new(),
            late,
            late_count: 0,
        }
    }

    /// Whether the search is over: out of budget, or idle.
    pub fn is_over(&self, task: &Task<'_>) -> bool {
        self.generation == task.plan.generations || self.is_idle()
    }

    /// Whether trials have played alike for so long that the search has given up.
    pub fn is_idle(&self) -> bool {
        self.alike == PATIENCE
    }

    /// Plays the next generation and learns from it.
    ///
    /// # Errors
    /// If stopped. The state is then unchanged, and the generation is played again.
    pub fn step(&mut self, task: &Task<'_>) -> Result<(), Stopped> {
        let mut next = self.clone();
        next.advance(task)?;
        *self = next;
        Ok(())
    }

    fn advance(&mut self, task: &Task<'_>) -> Result<(), Stopped> {
        let Task { arena, space, plan, .. } = task;
        let draws = self.evolution.draws(arena.seed, self.generation, plan.population);
        let luck = Luck::new(arena.seed, self.generation);
        let trials = draws.iter().enumerate().map(|(at, draw)| {
            let values = space.values(&self.evolution.point(draw), Some((&luck, at as u64)));
            (at, task.strategy(&values))
        });
        let trials: Vec<(usize, Option<Strategy>)> = trials.collect();
        let race = self.race(task, &trials)?;
        let ranked: Vec<&[f64]> = race.order.iter().map(|&at| draws[at].as_slice()).collect();
        if race.is_alike {
            self.alike += 1;
            self.evolution.widen();
        } else {
            self.alike = 0;
            self.evolution.learn(&ranked, plan.population);
        }
        self.generation += 1;
        let quarters = |generation| 4 * generation / plan.generations;
        let now = quarters(self.generation);
        if now > quarters(self.generation - 1) && (now == 2 || now == 3) {
            self.waypoints.push(self.evolution.mean.clone());
        }
        if 3 * self.generation > 2 * plan.generations {
            self.late.iter_mut().zip(&self.evolution.mean).for_each(|(sum, mean)| *sum += mean);
            self.late_count += 1;
        }
        Ok(())
    }

    /// Candidate values of all params: the average of the late means, which is the least noisy, then the last mean
    /// and earlier ones.
    pub fn results(&self, task: &Task<'_>) -> Vec<Vec<f64>> {
        let late = self.late_count.max(1) as f64;
        let average: Vec<f64> = self.late.iter().map(|sum| sum / late).collect();
        let average = Some(average).filter(|_| self.late_count > 0);
        let means = average.iter().chain([&self.evolution.mean]).chain(self.waypoints.iter().rev());
        let mut results: Vec<Vec<f64>> = Vec::new();
        for values in means.map(|mean| task.space.values(mean, None)) {
            let plays = task.strategy(&values).is_some();
            if plays && values != task.space.start && !results.contains(&values) {
                results.push(values);
            }
        }
        results
    }

    /// Races the trials in heats: the better half plays on after each, so that the worse cost least. Trials without a
    /// valid script, such as one that divides by 0, come last.
    fn race(&mut self, task: &Task<'_>, trials: &[(usize, Option<Strategy>)]) -> Result<Race, Stopped> {
        let Task { arena, plan, .. } = task;
        let rounds = plan.rounds(self.generation);
        let mut racers: Vec<Racer<'_>> =
            trials.iter().filter_map(|(at, strategy)| Some(Racer::new(*at, strategy.as_ref()?))).collect();
        let mut order: Vec<usize> =
            trials.iter().filter(|(_, strategy)| strategy.is_none()).map(|(at, _)| *at).collect();
        let mut is_alike = true;
        for (heat, left) in
            [(rounds, plan.population), (rounds, plan.population / 2), (2 * rounds, plan.population / 4)]
        {
            // The worse drop out, the worst of all first.
            while racers.len() > left.max(1) {
                order.extend(racers.pop().map(|racer| racer.at));
            }
            let part = self.rounds..self.rounds + heat;
            self.rounds = part.end;
            is_alike &= self.heat(arena, &mut racers, &part)?;
        }
        order.extend(racers.iter().rev().map(|racer| racer.at));
        order.reverse();
        Ok(Race { order, is_alike })
    }

    /// Plays some rounds and sorts the best first; returns whether all racers played alike.
    fn heat(
        &mut self,
        arena: &Arena<'_>,
        racers: &mut [Racer<'_>],
        rounds: &Range<u64>,
    ) -> Result<bool, Stopped> {
        let strategies: Vec<&Strategy> = racers.iter().map(|racer| racer.strategy).collect();
        let played = arena.play(&strategies, Phase::Search, rounds)?;
        self.games += arena.games_of(Phase::Search, rounds) * racers.len() as u64;
        let is_alike = played.windows(2).all(|pair| pair[0] == pair[1]);
        for (racer, scores) in racers.iter_mut().zip(&played) {
            racer.add(arena, scores);
        }
        // The sort is stable: the earlier trial comes first among equals.
        racers.sort_by(|one, other| {
            one.is_broken.cmp(&other.is_broken).then(other.worth.total_cmp(&one.worth))
        });
        Ok(is_alike)
    }
}

/// The result of a generation: indices of its trials, the best first.
struct Race {
    order: Vec<usize>,
    is_alike: bool,
}

struct Racer<'a> {
    at: usize,
    strategy: &'a Strategy,
    sums: Vec<Sum>,
    worth: f64,
    /// Some formula at its tables evaluated to no number.
    is_broken: bool,
}

impl<'a> Racer<'a> {
    fn new(at: usize, strategy: &'a Strategy) -> Racer<'a> {
        Racer { at, strategy, sums: Vec::new(), worth: 0.0, is_broken: false }
    }

    fn add(&mut self, arena: &Arena<'_>, scores: &[Vec<Score>]) {
        self.sums.resize(arena.boards.len(), (0, 0));
        for (sum, (y, x)) in self.sums.iter_mut().zip(arena.sums(scores)) {
            *sum = (sum.0 + y, sum.1 + x);
        }
        self.worth = arena.worth(&self.sums);
        self.is_broken |= scores.iter().flatten().any(|score| score.not_a_number > 0);
    }
}

impl Task<'_> {
    pub fn strategy(&self, values: &[f64]) -> Option<Strategy> {
        self.template.script(values).ok().map(|script| Strategy::Script(Box::new(script)))
    }
}
