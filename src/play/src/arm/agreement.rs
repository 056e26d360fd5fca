//! How differently strategies act: all of them answer the decisions of games among them.

use std::ops::Range;

use rayon::prelude::*;

use super::{Stop, Stopped, dealer::seated};
use crate::{
    Schedule,
    episode::{Episode, FreshDecisions, Workbench},
};
use sim_engine::{GameRecord, Luck, Objective, Purpose, Seat, Stream};
use sim_script::{Ask, Scripted, Strategy};

const AGREEMENT: Purpose = Purpose::new("play.agreement");

/// Decisions of one deal, and how many of them strategies answer differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealAgreement {
    /// Decisions with a choice; the steps of a chain count as one.
    pub decisions: i64,
    /// For each pair of strategies: the first with each after it, then the second, and so on.
    pub differing: Vec<i64>,
}

/// Plays the tables of some deals. All strategies answer every decision with the same luck, so that strategies that
/// draw their answers with equal probabilities agree.
///
/// # Errors
/// When stopped before the last game ended.
pub(crate) fn agreement<G: Scripted>(
    (game, objective): (&G, Objective),
    (strategies, schedule, seed): (&[&Strategy], &Schedule, u64),
    deals: Range<u64>,
    stop: &Stop,
) -> Result<Vec<DealAgreement>, Stopped> {
    let worker = || {
        let bench = || Workbench::playing_for(game, objective, stop.clone());
        let answers = vec![Vec::new(); strategies.len()];
        AgreementWorker {
            game,
            strategies,
            playing: bench(),
            asking: bench(),
            record: game.record(),
            answers,
        }
    };
    let play = |worker: &mut AgreementWorker<'_, G>, deal: u64| {
        let found = worker.deal(schedule, Luck::new(seed, deal), deal);
        stop.check().map(|()| found)
    };
    deals.into_par_iter().map_init(worker, play).collect()
}

struct AgreementWorker<'a, G: Scripted> {
    game: &'a G,
    strategies: &'a [&'a Strategy],
    playing: Workbench<G>,
    asking: Workbench<G>,
    record: GameRecord,
    answers: Vec<Vec<G::Action>>,
}

impl<G: Scripted> AgreementWorker<'_, G> {
    fn deal(&mut self, schedule: &Schedule, luck: Luck, deal: u64) -> DealAgreement {
        let AgreementWorker { game, strategies, playing, asking, record, answers } = self;
        let pairs = strategies.len() * strategies.len().saturating_sub(1) / 2;
        let mut found = DealAgreement { decisions: 0, differing: vec![0; pairs] };
        let dealt = game.deal(&luck, &mut |_| {});
        let mut legal = Vec::new();
        for (rotation, table) in schedule.tables(deal).enumerate() {
            let seats = seated(table, |at| strategies[usize::from(at)]);
            record.clear();
            record.strategies = table;
            let mut draws: Stream = luck.stream(AGREEMENT, rotation as u64);
            let each = |state: &G::State, seat: Seat, decision: G::Decision| {
                legal.clear();
                let offer = game.legal(state, &mut legal);
                let luck = Luck::new(draws.next_u64(), 0).choice(seat.0, 0, 0);
                let ask = Ask::new(*game, state, (seat, decision), (offer, &legal), luck);
                for (strategy, actions) in strategies.iter().zip(answers.iter_mut()) {
                    asking.answer(strategy, (&ask, state), actions);
                }
                found.decisions += 1;
                let mut pairs = found.differing.iter_mut();
                for (at, one) in answers.iter().enumerate() {
                    for (other, count) in answers[at + 1..].iter().zip(&mut pairs) {
                        *count += i64::from(one != other);
                    }
                }
            };
            let episode = Episode { game: *game, seats: &seats[..schedule.players()] };
            episode.play(&dealt, &luck, playing, record, &mut FreshDecisions::new(*game, each));
        }
        found
    }
}
