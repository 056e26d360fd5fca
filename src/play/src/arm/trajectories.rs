//! Games that a strategy trains on: the decisions of its seats, and their results.

use std::ops::Range;

use rayon::prelude::*;

use super::{Dealer, Stop, Stopped};
use crate::{Schedule, tally::wins};
use sim_engine::{BySeat, GameRecord, Objective};
use sim_script::{Notes, Scripted, Strategy, notes::BehaviorPolicy, plan::Aims};

/// Deals of a batch, the unit of work.
const PIECE: u64 = 8;

/// Strategies around the tables of a schedule. Every seat of the first one yields a trajectory.
pub struct SamplingJob<'a> {
    pub strategies: Vec<&'a Strategy>,
    pub schedule: &'a Schedule,
    pub policy: &'a BehaviorPolicy,
    pub deals: Range<u64>,
}

/// The decisions and results of a few deals.
pub struct TrajectoryBatch {
    pub notes: Notes,
    /// Wins of each seat in each game, in parts of a [win](crate::tally::WIN).
    pub wins: Vec<BySeat<i64>>,
    /// Points of each seat in each game.
    pub points: Vec<BySeat<i32>>,
    /// What each seat achieved of the learner's plan in each game, in wins or points; empty without a plan.
    pub plans: Vec<BySeat<f64>>,
}

/// Plays the games of a job on the threads of the current pool. Batches are in the order of the deals; which deals
/// form a batch depends on the deals alone.
///
/// # Errors
/// When stopped before the last game ended.
pub(crate) fn sample_trajectories<G: Scripted>(
    (game, objective): (&G, Objective),
    job: &SamplingJob<'_>,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<TrajectoryBatch>, Stopped> {
    let Range { start, end } = job.deals;
    let firsts: Vec<u64> = (start..end).step_by(PIECE as usize).collect();
    let plan = job
        .strategies
        .first()
        .and_then(|learner| learner.plan())
        .map(|plan| plan.resolve(game.components(), game.info().measures));
    let play = |dealer: &mut Dealer<'_, G>, first: &u64| {
        dealer.note(Notes::new(job.policy.clone()));
        let (mut won, mut points, mut plans) = (Vec::new(), Vec::new(), Vec::new());
        let strategy = |at| job.strategies[usize::from(at)];
        for deal in *first..(first + PIECE).min(end) {
            dealer.deal(deal, job.schedule, strategy, |_, record| {
                won.push(wins(&record.places, record.players));
                points.push(record.points);
                plans.extend(plan.iter().map(|plan| planned(plan, record)));
            })?;
        }
        let notes = dealer.take_notes().unwrap_or_else(|| Notes::new(BehaviorPolicy::Survey));
        Ok(TrajectoryBatch { notes, wins: won, points, plans })
    };
    firsts.par_iter().map_init(|| Dealer::new((game, objective), seed, stop), play).collect()
}

/// The worth of what each seat of a game achieved of a plan.
fn planned(plan: &Aims, record: &GameRecord) -> BySeat<f64> {
    BySeat::from_fn(record.players, |seat| plan.worth(record, seat))
}
