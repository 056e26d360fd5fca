//! Recorded decisions of learning seats, written by the evaluator during games and read by the trainer.

use std::sync::Arc;

use crate::{
    formula::{MAX_CANDIDATES, compile::Scale},
    network::{Lanes, Network},
};
use sim_engine::Seat;

/// The most candidates of a plan.
pub const PLAN: usize = 4;

/// A whole answer, as the candidates that it combines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Plan {
    rows: [u8; PLAN],
    count: u8,
}

impl Plan {
    pub fn single(row: usize) -> Plan {
        Plan::of(&[row])
    }

    /// An answer of several candidates, at most [`PLAN`].
    pub fn of(rows: &[usize]) -> Plan {
        debug_assert!(rows.len() <= PLAN && rows.iter().all(|&row| row < MAX_CANDIDATES));
        let mut plan = Plan { count: rows.len() as u8, ..Plan::default() };
        for (slot, &row) in plan.rows.iter_mut().zip(rows) {
            *slot = row as u8;
        }
        plan
    }

    /// An answer of the candidates whose bits are set, at most [`PLAN`].
    pub fn of_bits(bits: u32) -> Plan {
        let mut plan = Plan::default();
        for row in sim_engine::bits(bits).take(PLAN) {
            plan.rows[usize::from(plan.count)] = row as u8;
            plan.count += 1;
        }
        plan
    }

    #[inline]
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows[..usize::from(self.count)].iter().map(|&row| usize::from(row))
    }
}

/// How learning seats decide while trajectories are sampled.
#[derive(Debug, Clone, PartialEq)]
pub enum BehaviorPolicy {
    /// By their script without its learned sections. Features are recorded unscaled.
    Survey,
    /// By these weights in place of the script's, one policy for each decision.
    Weights(Arc<[DecisionPolicy]>),
}

impl BehaviorPolicy {
    /// Whether a decision has weights.
    pub fn learns(&self, point: usize) -> bool {
        matches!(self, BehaviorPolicy::Weights(all) if !all[point].linear.is_empty())
    }
}

/// The weights of one decision; empty if nothing is learned there.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DecisionPolicy {
    /// The weight of the score over the script's temperature, then those of the terms.
    pub linear: Vec<f64>,
    pub network: Option<Network>,
}

impl From<Vec<f64>> for DecisionPolicy {
    fn from(linear: Vec<f64>) -> DecisionPolicy {
        DecisionPolicy { linear, network: None }
    }
}

impl DecisionPolicy {
    /// All weights: the linear ones, then those of the network.
    pub fn weights(&self) -> impl Iterator<Item = f64> + '_ {
        let network = self.network.iter().flat_map(|network| network.weights().map(f64::from));
        self.linear.iter().copied().chain(network)
    }

    /// Number of recorded values per candidate: its score, its terms, and the inputs of the network.
    pub fn width(&self) -> usize {
        self.linear.len() + self.network.as_ref().map_or(0, |network| network.shape().own)
    }

    /// The policy with all logits multiplied by `by`. An empty policy stays empty.
    #[must_use]
    pub fn scaled(&self, by: f64) -> DecisionPolicy {
        DecisionPolicy {
            linear: self.linear.iter().map(|weight| weight * by).collect(),
            network: self.network.as_ref().map(|network| network.scaled(by as f32)),
        }
    }

    /// The logits of candidates from their recorded values; `context` gives a context feature by index. `base`
    /// and `units` receive the sums of the network's units: the share of all candidates, and the sums of each.
    pub fn logits(
        &self,
        values: &[f32],
        context: impl Fn(usize) -> f64,
        (base, units): (&mut Vec<Lanes>, &mut Vec<Lanes>),
        out: &mut Vec<f64>,
    ) {
        let (width, linear) = (self.width(), &self.linear[..]);
        out.clear();
        // Each step of a sum waits for the one before, so four sums run side by side.
        const LANES: usize = 4;
        let mut together = values.chunks_exact(LANES * width);
        for candidates in &mut together {
            let all: [&[f32]; LANES] = std::array::from_fn(|at| &candidates[at * width..(at + 1) * width]);
            let mut sums = [0.0; LANES];
            for (at, &weight) in linear.iter().enumerate() {
                for (sum, values) in sums.iter_mut().zip(all) {
                    *sum += f64::from(values[at]) * weight;
                }
            }
            out.extend(sums);
        }
        let sum = |values: &[f32]| -> f64 {
            values.iter().zip(linear).map(|(&value, &weight)| f64::from(value) * weight).sum()
        };
        out.extend(together.remainder().chunks_exact(width).map(sum));
        let Some(network) = &self.network else { return };
        network.begin(context, base);
        let blocks = base.len();
        units.clear();
        units.resize(out.len() * blocks, Lanes::ZERO);
        let rows = values.chunks_exact(width).zip(units.chunks_exact_mut(blocks));
        for ((values, sums), logit) in rows.zip(out) {
            network.sums(base, &values[linear.len()..], sums);
            *logit += network.output(sums);
        }
    }
}

/// A recorded decision. [`Notes::values`] has for each candidate its score over the temperature, its terms, and
/// the inputs of its network.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DecisionNote {
    /// Index of the decision in the vocabulary.
    pub point: u8,
    pub seat: Seat,
    /// Number of candidates, and the start of their values.
    pub candidates: u16,
    pub values: usize,
    /// Number of whole answers, their start in [`Notes::plans`], and the index of the chosen one.
    pub plans: u16,
    pub first_plan: usize,
    pub chosen: u16,
    /// The log-probability of the chosen answer.
    pub log_chance: f64,
}

/// The recorded decisions of some games.
#[derive(Debug, Clone)]
pub struct Notes {
    pub policy: BehaviorPolicy,
    /// Mask of the learning seats of the current game.
    seats: u32,
    /// In the order in which they were taken.
    pub decisions: Vec<DecisionNote>,
    pub values: Vec<f32>,
    pub plans: Vec<Plan>,
    /// All context features of each decision.
    pub context: Vec<f32>,
    pub games: Vec<NotedGame>,
    /// Index of the answer to force at the next decision.
    forced: Option<usize>,
}

/// A game in which seats learn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotedGame {
    /// Number of decisions recorded before this game.
    pub first: usize,
    /// Mask of the learning seats.
    pub seats: u32,
}

impl Notes {
    pub fn new(policy: BehaviorPolicy) -> Notes {
        Notes {
            policy,
            seats: 0,
            decisions: Vec::new(),
            values: Vec::new(),
            plans: Vec::new(),
            context: Vec::new(),
            games: Vec::new(),
            forced: None,
        }
    }

    /// Drops all decisions after the first `count`.
    pub fn truncate(&mut self, count: usize) {
        let Some(&DecisionNote { values, first_plan, .. }) = self.decisions.get(count) else { return };
        let features = self.context.len() / self.decisions.len();
        self.values.truncate(values);
        self.plans.truncate(first_plan);
        self.context.truncate(count * features);
        self.decisions.truncate(count);
    }

    /// Forces the answer of the next decision, by its index among the plans; without one, luck draws.
    pub fn force(&mut self, answer: Option<usize>) {
        self.forced = answer;
    }

    pub(crate) fn take_forced(&mut self) -> Option<usize> {
        self.forced.take()
    }

    /// The recorded values of a decision's candidates, `width` each.
    pub fn values_of(&self, noted: &DecisionNote, width: usize) -> &[f32] {
        &self.values[noted.values..noted.values + usize::from(noted.candidates) * width]
    }

    pub fn plans_of(&self, noted: &DecisionNote) -> &[Plan] {
        &self.plans[noted.first_plan..noted.first_plan + usize::from(noted.plans)]
    }

    /// The context features of the decision at an index.
    pub fn context_of(&self, at: usize) -> &[f32] {
        let features = self.context.len() / self.decisions.len();
        &self.context[at * features..(at + 1) * features]
    }

    /// The logits of the whole answers of a recorded decision under the policy; all 0 without weights.
    pub fn logits(&self, at: usize) -> Vec<f64> {
        let noted = &self.decisions[at];
        let plans = self.plans_of(noted);
        let policy = self.weights(noted.point.into()).filter(|policy| !policy.linear.is_empty());
        let Some(policy) = policy else { return vec![0.0; plans.len()] };
        let context = self.context_of(at);
        let mut rows = Vec::new();
        let room = (&mut Vec::new(), &mut Vec::new());
        policy.logits(self.values_of(noted, policy.width()), |at| context[at].into(), room, &mut rows);
        plans.iter().map(|plan| plan.rows().map(|row| rows[row]).sum()).collect()
    }

    /// Begins another game, in which these seats learn.
    pub fn begin(&mut self, seats: impl Iterator<Item = Seat>) {
        self.seats = seats.fold(0, |seats, seat| seats | 1 << seat.0);
        self.games.push(NotedGame { first: self.decisions.len(), seats: self.seats });
    }

    #[inline]
    pub fn learns(&self, seat: Seat) -> bool {
        self.seats >> seat.0 & 1 == 1
    }

    /// The value of a term for the learner: standardized, but not in a survey.
    pub(crate) fn placed(&self, value: f64, scale: Scale) -> f32 {
        match self.policy {
            BehaviorPolicy::Survey => value as f32,
            BehaviorPolicy::Weights(_) => scale.place(value) as f32,
        }
    }

    /// The weights of a decision; none in a survey.
    pub(crate) fn weights(&self, point: usize) -> Option<&DecisionPolicy> {
        match &self.policy {
            BehaviorPolicy::Survey => None,
            BehaviorPolicy::Weights(weights) => Some(&weights[point]),
        }
    }
}
