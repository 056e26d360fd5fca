//! Policy improvement by rollouts: raises the logits of answers in proportion to their advantages.
//!
//! Decisions of the policy are compared with alternatives in the same imagined worlds (Tesauro and Galperin
//! 1996). The results are noisy, so no answer is learned by itself. Least squares moves the weights until logits
//! rise in proportion to the advantages, as far as features allow. A round of training is a small step of this
//! kind, from decisions of its own, in which all learning seats move before the next. Mirror descent also moves
//! in proportion to the advantage, so a small step makes no player that only beats the one before.

use rayon::prelude::*;

use crate::{
    adam::Adam,
    gradient::{DecisionView, Loss, PolicyGradient, Scratch, mean_gradient, regression_loss},
    trainer::TrainerState,
};
use sim_engine::{Luck, Purpose};
use sim_play::arm::RolloutBatch;
use sim_script::notes::DecisionPolicy;

/// Target rise of a logit for an advantage of one standard deviation of games.
const LOGITS_PER_SD: f64 = 40.0;
/// The most passes over the decisions, decisions per step, and step length.
const EPOCHS: u32 = 40;
const MINIBATCH: usize = 64;
const LEARNING_RATE: f64 = 0.003;
/// One in this many decisions is held out: passes end when it is no longer predicted better.
const HELD_OUT: usize = 5;
/// Passes without improvement on the held-out decisions before training ends.
const PATIENCE: u32 = 4;
/// Decisions whose gradients one thread adds up in one task.
const CHUNK: usize = 16;

const SHUFFLE: Purpose = Purpose::new("learn.improve");

/// A decision, its index in the vocabulary, its earlier logits, and their wanted rises.
struct Compared<'a> {
    view: DecisionView<'a>,
    point: usize,
    before: Vec<f64>,
    targets: Vec<f64>,
}

/// The result of a round of improvement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Improvement {
    pub decisions: usize,
    /// Share of the squared advantages, noise included, that is explained at held-out decisions.
    pub explained: f64,
    /// Mean entropy of the choices before the round, in nats.
    pub entropy: f64,
}

/// Moves the weights of a state by the compared decisions. Its counters and its log stay as they are.
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
