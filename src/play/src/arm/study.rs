//! Games in which a strategy learns: what its seats decided, and what they won.

use std::ops::Range;

use rayon::prelude::*;

use super::{Dealer, Stop, Stopped};
use crate::{Schedule, tally::wins};
use sim_engine::{BySeat, GameRecord, Objective, Seat};
use sim_script::{Notes, Scripted, Strategy, notes::Manner, plan::Aims};

/// Deals that one thread plays in one go.
const PIECE: u64 = 8;

/// Strategies around the tables of a schedule; every seat of the first of them learns.
pub struct Lesson<'a> {
    pub strategies: Vec<&'a Strategy>,
    pub schedule: &'a Schedule,
    pub manner: &'a Manner,
    pub deals: Range<u64>,
}

/// Some deals of a lesson.
pub struct Studied {
    pub notes: Notes,
    /// What each seat won in each game, in parts of a [win](crate::tally::WIN).
    pub wins: Vec<BySeat<i64>>,
    /// Points of each seat in each game.
    pub points: Vec<BySeat<i32>>,
    /// What each seat did of the plan of the strategy that learns, in each game; empty where it has none.
    pub plans: Vec<BySeat<f64>>,
}

/// The games of a lesson in the order of their deals, played on the threads of the current pool. How they
/// are cut into pieces hangs on the deals alone.
///
/// # Errors
/// When it was asked to stop before the last game ended.
pub(crate) fn study<G: Scripted>(
    (game, objective): (&G, Objective),
    lesson: &Lesson<'_>,
    seed: u64,
    stop: &Stop,
) -> Result<Vec<Studied>, Stopped> {
    let Range { start, end } = lesson.deals;
    let firsts: Vec<u64> = (start..end).step_by(PIECE as usize).collect();
    let plan = lesson
        .strategies
        .first()
        .and_then(|learner| learner.plan())
        .map(|plan| plan.among(game.components(), G::INFO.measures));
    let play = |dealer: &mut Dealer<'_, G>, first: &u64| {
        dealer.note(Notes::new(lesson.manner.clone()));
        let (mut won, mut points, mut plans) = (Vec::new(), Vec::new(), Vec::new());
        let strategy = |at| lesson.strategies[usize::from(at)];
        for deal in *first..(first + PIECE).min(end) {
            dealer.deal(deal, lesson.schedule, strategy, |_, record| {
                won.push(wins(&record.places, record.players));
                points.push(record.points);
                plans.extend(plan.iter().map(|plan| planned(plan, record)));
            })?;
        }
        let notes = dealer.take_notes().unwrap_or_else(|| Notes::new(Manner::Survey));
        Ok(Studied { notes, wins: won, points, plans })
    };
    firsts.par_iter().map_init(|| Dealer::new((game, objective), seed, stop), play).collect()
}

/// What each seat of a game did of a plan is worth.
fn planned(plan: &Aims, record: &GameRecord) -> BySeat<f64> {
    let mut worth = BySeat::default();
    Seat::all(record.players).for_each(|seat| worth[seat] = plan.worth(record, seat));
    worth
}
