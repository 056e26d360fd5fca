//! The state of a training run, and its next step: play a batch of games, learn from it, drop it.
//!
//! Batches are cut into pieces, and decisions into chunks, at fixed places. They are added up in order, so every
//! weight has the same bits for any number of threads.

use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    adam::Adam,
    critic::{Critic, Sums},
    gradient::{DecisionView, Loss, PolicyGradient, Scratch, mean_gradient, ppo_loss},
    method::{self, Method, outcome},
    prune::Pruning,
};
use sim_engine::{Luck, MAX_SEATS, Purpose, Seat};
use sim_play::{
    Utility,
    arm::{Stopped, TrajectoryBatch},
};
use sim_script::{
    network::{Network, NetworkShape},
    notes::{BehaviorPolicy, DecisionPolicy, NotedGame},
};

/// Decisions whose gradients one thread adds up in one task.
const CHUNK: usize = 256;
/// Pieces of a batch that are credited in one task.
const PIECES: usize = 8;
/// Relative step length of network weights: long steps turn these random weights against each other.
const NETWORK_STEP: f64 = 0.3;

const SHUFFLE: Purpose = Purpose::new("learn.shuffle");

pub trait Sampler: Sync {
    /// Plays some deals. The pieces depend on the deals alone, and are in their order.
    ///
    /// # Errors
    /// When a stop was requested.
    fn play(&self, policy: &BehaviorPolicy, deals: Range<u64>) -> Result<Vec<TrajectoryBatch>, Stopped>;

    fn players(&self) -> usize;

    fn utility(&self) -> Utility;
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrainerState {
    /// For each decision the number of linear weights, 0 if it is not trained; and its network.
    widths: Vec<usize>,
    networks: Vec<Option<NetworkShape>>,
    /// Of all decisions, one after the other: linear weights, then those of the network.
    weights: Vec<f64>,
    magnet: Vec<f64>,
    adam: Adam,
    critic: Critic,
    /// Sum of the weights over the last third, and the number of summands.
    late: Vec<f64>,
    late_count: u64,
    /// The weights that pruning holds at 0, and the unpruned state, which trains on.
    left_out: Option<PrunedState>,
    pub deals: u64,
    pub games: u64,
    pub batches: u64,
    pub log: Vec<LogEntry>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct PrunedState {
    pruning: Pruning,
    gone: Vec<bool>,
    /// Its games are those since the pruning.
    whole: Box<TrainerState>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LogEntry {
    pub games: u64,
    pub players: usize,
    /// Mean wins or points of the learning seats per game.
    pub won: f64,
    /// Mean worth of what they did for their plan; none without a plan.
    pub plan: Option<f64>,
    /// Mean entropy of their choices, in nats.
    pub entropy: f64,
    pub divergence: f64,
    /// The result in one seat among copies of the base, if it was evaluated.
    pub among_bases: Option<f64>,
}

/// A decision: the indices of its piece, and of the decision in it.
type DecisionRef = (u32, u32);

struct Credits {
    advantages: Vec<Vec<f64>>,
    sums: Sums,
}

impl TrainerState {
    pub fn new(policies: &[DecisionPolicy], critic: Critic) -> TrainerState {
        let network =
            |policy: &DecisionPolicy| policy.network.as_ref().map(|network| network.shape().clone());
        let flat: Vec<f64> = policies.iter().flat_map(DecisionPolicy::weights).collect();
        TrainerState {
            widths: policies.iter().map(|policy| policy.linear.len()).collect(),
            networks: policies.iter().map(network).collect(),
            magnet: flat.clone(),
            adam: Adam::new(flat.len()),
            late: vec![0.0; flat.len()],
            weights: flat,
            critic,
            late_count: 0,
            left_out: None,
            deals: 0,
            games: 0,
            batches: 0,
            log: Vec::new(),
        }
    }

    /// Whether it has as many numbers of each kind as another state; only then can one resume from the other.
    pub(crate) fn is_like(&self, other: &TrainerState) -> bool {
        let lengths = |one: &TrainerState| [one.weights.len(), one.magnet.len(), one.late.len()];
        let beside = self
            .left_out
            .as_ref()
            .is_none_or(|left| left.gone.len() == self.weights.len() && left.whole.is_like(other));
        self.widths == other.widths
            && self.networks == other.networks
            && lengths(self) == lengths(other)
            && self.adam.is_like(&other.adam)
            && self.critic.is_like(&other.critic)
            && beside
    }

    /// The number of linear weights of each decision, and its network.
    fn sizes(&self) -> impl Iterator<Item = (usize, Option<&NetworkShape>)> {
        self.widths.iter().copied().zip(self.networks.iter().map(Option::as_ref))
    }

    fn by_decision(&self, flat: &[f64]) -> Vec<DecisionPolicy> {
        let mut rest = flat;
        let mut take = |count: usize| {
            let (own, others) = rest.split_at(count);
            rest = others;
            own
        };
        let mut policy = |(width, shape): (usize, Option<&NetworkShape>)| DecisionPolicy {
            linear: take(width).to_vec(),
            network: shape.map(|shape| {
                Network::new(shape.clone(), take(shape.weights()).iter().map(|&weight| weight as f32))
            }),
        };
        self.sizes().map(&mut policy).collect()
    }

    /// All weights, one after the other.
    pub(crate) fn flat(&self) -> &[f64] {
        &self.weights
    }

    pub(crate) fn flat_mut(&mut self) -> &mut [f64] {
        &mut self.weights
    }

    pub fn weights(&self) -> Vec<DecisionPolicy> {
        self.by_decision(&self.weights)
    }

    /// The mean of the weights over the last third of the training, if it was reached.
    pub fn late_mean(&self) -> Option<Vec<DecisionPolicy>> {
        let count = self.late_count as f64;
        let mean: Vec<f64> = self.late.iter().map(|sum| sum / count).collect();
        (self.late_count > 0).then(|| self.by_decision(&mean))
    }

    /// The relative step length of each weight.
    fn rates(&self) -> Vec<f64> {
        let of = |(width, shape): (usize, Option<&NetworkShape>)| {
            let linear = std::iter::repeat_n(1.0, width);
            linear.chain(std::iter::repeat_n(NETWORK_STEP, shape.map_or(0, NetworkShape::weights)))
        };
        self.sizes().flat_map(of).collect()
    }

    /// Holds some weights of some decisions at 0 from now on. The unpruned state trains on beside it.
    pub fn leave_out<'t>(&mut self, gone: impl Iterator<Item = (usize, &'t [usize])>, pruning: Pruning) {
        let mut flags = vec![false; self.weights.len()];
        let sizes: Vec<usize> =
            self.sizes().map(|(width, shape)| width + shape.map_or(0, NetworkShape::weights)).collect();
        for (decision, terms) in gone {
            let first: usize = sizes[..decision].iter().sum();
            terms.iter().for_each(|term| flags[first + term] = true);
        }
        let whole = Box::new(TrainerState { games: 0, log: Vec::new(), ..self.clone() });
        self.left_out = Some(PrunedState { pruning, gone: flags, whole });
        self.forget_gone();
        self.magnet.clone_from(&self.weights);
    }

    pub fn pruned(&self) -> Option<(&Pruning, &TrainerState)> {
        self.left_out.as_ref().map(|left| (&left.pruning, &*left.whole))
    }

    /// All games played, those of the unpruned state included.
    pub fn played(&self) -> u64 {
        self.games + self.left_out.as_ref().map_or(0, |left| left.whole.games)
    }

    fn forget_gone(&mut self) {
        let gone = self.left_out.iter().flat_map(|left| &left.gone);
        self.weights.iter_mut().zip(gone).filter(|(_, gone)| **gone).for_each(|(weight, _)| *weight = 0.0);
    }

    /// Plays some deals from `first` on and learns from them; `done` is the share of the budget that is spent.
    ///
    /// # Errors
    /// When a stop was requested: then the state is half-way and useless.
    pub fn step(
        &mut self,
        sampler: &dyn Sampler,
        method: &Method,
        first: u64,
        deals: u64,
        (seed, done): (u64, f64),
    ) -> Result<(), Stopped> {
        if let Some(PrunedState { whole, .. }) = &mut self.left_out {
            whole.step(sampler, method, first, deals, (seed, done))?;
        }
        let policy = BehaviorPolicy::Weights(self.weights().into());
        let from = first + self.deals;
        let pieces = sampler.play(&policy, from..from + deals)?;
        let gae_lambda = method.gae_lambda_at(done);
        let mut advantages = self.credit_all(&pieces, sampler, gae_lambda);
        normalize(&mut advantages);
        let loss = self.learn(&pieces, &advantages, method, (seed, done));
        self.deals += deals;
        self.batches += 1;
        self.games += pieces.iter().map(|piece| piece.wins.len() as u64).sum::<u64>();
        if self.batches.is_multiple_of(method.magnet_batches) {
            self.magnet.clone_from(&self.weights);
        }
        if 3.0 * done > 2.0 {
            self.late.iter_mut().zip(&self.weights).for_each(|(sum, weight)| *sum += weight);
            self.late_count += 1;
        }
        self.log.push(LogEntry {
            games: self.games,
            players: sampler.players(),
            won: won(&pieces, sampler.utility()),
            plan: planned(&pieces),
            entropy: loss.entropy,
            divergence: loss.divergence,
            among_bases: None,
        });
        Ok(())
    }

    /// The advantages of all decisions by the critic before these games, from which it learns afterwards.
    pub(crate) fn credit_all(
        &mut self,
        pieces: &[TrajectoryBatch],
        sampler: &dyn Sampler,
        gae_lambda: f64,
    ) -> Vec<Vec<f64>> {
        let credited: Vec<Credits> =
            pieces.par_chunks(PIECES).map(|pieces| self.credit(pieces, sampler, gae_lambda)).collect();
        self.critic.fit(credited.iter().map(|part| &part.sums));
        credited.into_iter().flat_map(|part| part.advantages).collect()
    }

    pub(crate) fn critic(&self) -> &Critic {
        &self.critic
    }

    fn credit(&self, pieces: &[TrajectoryBatch], sampler: &dyn Sampler, gae_lambda: f64) -> Credits {
        let mut sums = self.critic.sums();
        let mut row = Vec::new();
        let features = self.critic.features();
        let mut credit = |piece: &TrajectoryBatch| {
            let notes = &piece.notes;
            let mut advantages = vec![0.0; notes.decisions.len()];
            let ends = notes.games.iter().skip(1).map(|game| game.first).chain([notes.decisions.len()]);
            for (number, (game, end)) in notes.games.iter().zip(ends).enumerate() {
                for seat in seats(game) {
                    let outcome = outcome(sampler.utility(), piece, number, seat, sampler.players());
                    // Backwards from the last decision: the value of the next one is then known.
                    let (mut next, mut credit) = (outcome, 0.0);
                    for at in (game.first..end).rev().filter(|&at| notes.decisions[at].seat == seat) {
                        let context = &notes.context[at * features..(at + 1) * features];
                        let value = self.critic.value(context, &mut row);
                        credit = next - value + gae_lambda * credit;
                        advantages[at] = credit;
                        next = value;
                        self.critic.note(context, outcome, &mut sums);
                    }
                }
            }
            advantages
        };
        let advantages = pieces.iter().map(&mut credit).collect();
        Credits { advantages, sums }
    }

    /// Runs some passes over all decisions; returns the mean losses of the last pass.
    fn learn(
        &mut self,
        pieces: &[TrajectoryBatch],
        advantages: &[Vec<f64>],
        method: &Method,
        (seed, done): (u64, f64),
    ) -> Loss {
        let is_learned = |piece: &TrajectoryBatch, at: usize| {
            let noted = &piece.notes.decisions[at];
            noted.plans > 1 && self.widths[usize::from(noted.point)] > 0
        };
        let mut order: Vec<DecisionRef> = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            let learned = (0..piece.notes.decisions.len()).filter(|&decision| is_learned(piece, decision));
            order.extend(learned.map(|decision| (at as u32, decision as u32)));
        }
        let loss_weights = method.loss_weights(done);
        let learning_rate = method.learning_rate * (1.0 - done).max(0.0);
        let rates = self.rates();
        let magnets = (loss_weights.magnet > 0.0).then(|| self.by_decision(&self.magnet));
        let mut all = Loss::default();
        for epoch in 0..method.epochs {
            let luck = Luck::new(seed, self.batches);
            luck.stream(SHUFFLE, epoch.into()).shuffle(&mut order);
            all = Loss::default();
            for minibatch in order.chunks(method.minibatch) {
                let policies = self.weights();
                let add =
                    |&(piece, at): &DecisionRef, gradients: &mut [PolicyGradient], scratch: &mut Scratch| {
                        let (piece, at) = (piece as usize, at as usize);
                        let notes = &pieces[piece].notes;
                        let point = usize::from(notes.decisions[at].point);
                        let policy = &policies[point];
                        let view = DecisionView::of(notes, at, policy.width());
                        let magnet = magnets.as_ref().map(|magnets| &magnets[point]);
                        let (advantage, gradient) = (advantages[piece][at], &mut gradients[point]);
                        ppo_loss(&view, (policy, magnet), advantage, loss_weights, gradient, scratch)
                    };
                let (gradient, losses) = mean_gradient(minibatch, CHUNK, &policies, add);
                for loss in losses {
                    all.entropy += loss.entropy;
                    all.divergence += loss.divergence;
                }
                self.adam.step(&mut self.weights, &gradient, (learning_rate, &rates));
                self.forget_gone();
            }
        }
        let count = order.len().max(1) as f64;
        Loss { entropy: all.entropy / count, divergence: all.divergence / count, ..all }
    }
}

/// Standardizes advantages, so that step lengths do not depend on the stakes.
fn normalize(advantages: &mut [Vec<f64>]) {
    let count = advantages.iter().map(Vec::len).sum::<usize>().max(1) as f64;
    let mean = advantages.iter().flatten().sum::<f64>() / count;
    let square = advantages.iter().flatten().map(|one| (one - mean) * (one - mean)).sum::<f64>() / count;
    let sd = square.sqrt().max(1e-9);
    advantages.iter_mut().flatten().for_each(|one| *one = (*one - mean) / sd);
}

fn seats(game: &NotedGame) -> impl Iterator<Item = Seat> + use<> {
    let learning = game.seats;
    Seat::all(MAX_SEATS).filter(move |seat| learning >> seat.0 & 1 == 1)
}

pub(crate) fn won(pieces: &[TrajectoryBatch], utility: Utility) -> f64 {
    mean_of_seats(pieces, |piece, game, seat| method::won(utility, piece, game, seat)).unwrap_or(0.0)
}

/// The mean worth of what learning seats did for their plan; none without a plan.
fn planned(pieces: &[TrajectoryBatch]) -> Option<f64> {
    let has_plan = pieces.iter().any(|piece| !piece.plans.is_empty());
    if has_plan { mean_of_seats(pieces, |piece, game, seat| piece.plans[game][seat]) } else { None }
}

/// The mean over games and their learning seats; none if there are none.
fn mean_of_seats(
    pieces: &[TrajectoryBatch],
    value: impl Fn(&TrajectoryBatch, usize, Seat) -> f64,
) -> Option<f64> {
    let (mut total, mut count) = (0.0, 0.0);
    for piece in pieces {
        for (number, game) in piece.notes.games.iter().enumerate() {
            for seat in seats(game) {
                total += value(piece, number, seat);
                count += 1.0;
            }
        }
    }
    (count > 0.0).then(|| total / count)
}
