//! Policy improvement by rollouts: the logits of answers rise by what imagined games show them to be worth.
//!
//! Decisions of the policy are compared with alternatives in the same imagined worlds (Tesauro and Galperin 1996). What is
//! found is noisy, so that no answer is learned by itself: the weights are moved until logits rise in proportion to the
//! advantages, as far as features tell (least squares). A round of training is a small step of that sort, from decisions
//! of its own: all seats that learn have moved before the next. In proportion to the advantage is what mirror descent
//! makes of a policy, so that a small step makes no player that only beats the one before.

use rayon::prelude::*;

use crate::{
    adam::Adam,
    gradient::{DecisionView, Loss, PolicyGradient, Scratch, mean_gradient, regression_loss},
    trainer::TrainerState,
};
use sim_engine::{Luck, Purpose};
use sim_play::arm::RolloutBatch;
use sim_script::notes::DecisionPolicy;

/// How much a logit targets for an advantage of one standard deviation of games.
const LOGITS_PER_SD: f64 = 40.0;
/// Passes over the decisions at most, decisions of a step, and its length.
const EPOCHS: u32 = 40;
const MINIBATCH: usize = 64;
const LEARNING_RATE: f64 = 0.003;
/// One decision of so many is not learned from: passes end where it is no longer foretold better.
const HELD_OUT: usize = 5;
/// Passes without a gain there before they end.
const PATIENCE: u32 = 4;
/// Decisions whose gradients one thread adds up in one go.
const CHUNK: usize = 16;

const SHUFFLE: Purpose = Purpose::new("learn.improve");

/// A decision, where it stands, and what its answers are to gain.
struct Compared<'a> {
    view: DecisionView<'a>,
    point: usize,
    before: Vec<f64>,
    targets: Vec<f64>,
}

/// How a round of improvement went.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Improvement {
    pub decisions: usize,
    /// The share of the square of the advantages, noise and all, that is foretold at decisions that were not learned from.
    pub explained: f64,
    /// Of the choices before it, in nats, on average.
    pub entropy: f64,
}

/// Moves the weights of a state by what some decisions show; the state has played and logged nothing by that.
pub fn improve(state: &mut TrainerState, batches: &[RolloutBatch], seed: u64) -> Improvement {
    let policies = state.weights();
    let all = compared(&policies, batches);
    let (held_out, learned): (Vec<usize>, Vec<usize>) =
        (0..all.len()).partition(|at| at.is_multiple_of(HELD_OUT));
    let miss = |policies: &[DecisionPolicy]| -> f64 {
        let of = |&at: &usize| loss(&all[at], policies, None, &mut Scratch::default());
        let losses: Vec<f64> = held_out.par_iter().map(of).collect();
        losses.iter().sum()
    };
    let begun = miss(&policies);
    let mut adam = Adam::new(state.flat().len());
    let rates = vec![1.0; state.flat().len()];
    let (mut best, mut least, mut since) = (state.flat().to_vec(), begun, 0);
    let mut order = learned;
    for epoch in 0..EPOCHS {
        Luck::new(seed, state.batches).stream(SHUFFLE, epoch.into()).shuffle(&mut order);
        for minibatch in order.chunks(MINIBATCH) {
            let policies = state.weights();
            let add = |&at: &usize, gradients: &mut [PolicyGradient], scratch: &mut Scratch| {
                loss(&all[at], &policies, Some(gradients), scratch);
                Loss::default()
            };
            let (gradient, _) = mean_gradient(minibatch, CHUNK, &policies, add);
            adam.step(state.flat_mut(), &gradient, (LEARNING_RATE, &rates));
        }
        let missed = miss(&state.weights());
        since += 1;
        if missed < least {
            (least, since) = (missed, 0);
            best.copy_from_slice(state.flat());
        }
        if since == PATIENCE {
            break;
        }
    }
    state.flat_mut().copy_from_slice(&best);
    Improvement {
        decisions: all.len(),
        explained: if begun > 0.0 { 1.0 - least / begun } else { 0.0 },
        entropy: all.iter().map(|one| entropy(&one.before)).sum::<f64>() / all.len().max(1) as f64,
    }
}

fn entropy(logits: &[f64]) -> f64 {
    let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = logits.iter().map(|logit| libm::exp(logit - top)).sum();
    logits.iter().map(|logit| libm::exp(logit - top) / total * (libm::log(total) - (logit - top))).sum()
}

fn compared<'a>(policies: &[DecisionPolicy], batches: &'a [RolloutBatch]) -> Vec<Compared<'a>> {
    let squares: f64 = batches.iter().map(|batch| batch.squares).sum();
    let games: u64 = batches.iter().map(|batch| batch.imagined).sum();
    let sd = (squares / games.max(1) as f64).sqrt();
    let per_unit = if sd > 0.0 { LOGITS_PER_SD / sd } else { 0.0 };
    let of_batch = |batch: &'a RolloutBatch| {
        let of = move |at: usize| {
            let noted = &batch.notes.decisions[at];
            let point = usize::from(noted.point);
            let first = noted.first_plan;
            let advantages = &batch.advantages[first..first + usize::from(noted.plans)];
            Compared {
                view: DecisionView::of(&batch.notes, at, policies[point].width()),
                point,
                before: batch.notes.logits(at),
                targets: advantages.iter().map(|&advantage| per_unit * f64::from(advantage)).collect(),
            }
        };
        (0..batch.notes.decisions.len()).map(of)
    };
    batches.iter().flat_map(of_batch).collect()
}

fn loss(
    Compared { view, point, before, targets }: &Compared<'_>,
    policies: &[DecisionPolicy],
    gradients: Option<&mut [PolicyGradient]>,
    scratch: &mut Scratch,
) -> f64 {
    let gradient = gradients.map(|all| &mut all[*point]);
    regression_loss(view, &policies[*point], (before, targets), gradient, scratch)
}
