//! Many deals on all cores, in fixed blocks, folded in order.
//!
//! A block of deals gives the same tally whoever plays it and when. Tallies are whole numbers and
//! are added to a running prefix in the order of the deals, so the result depends on the seed and
//! the number of games alone, and an interrupted run equals a shorter one.

mod fold;
#[cfg(test)]
mod tests;

use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use crate::{
    play::{
        Row,
        episode::{Nobody, Player, Workbench},
        lineup::Schedule,
    },
    rules::{Luck, MAX_SEATS},
    strategy::{Scripted, Strategy},
    tally::{Companies, Frame, Tally},
};
use fold::{Block, Fold};

/// Deals of a block, the unit of work and of folding: few enough that a short run keeps all threads
/// busy, and enough that an empty tally costs nothing beside them.
fn block_deals(deals: u64) -> u64 {
    (deals / 128).clamp(64, 1024)
}

/// What a run plays.
pub struct Plan<'a, G: Scripted> {
    pub game: &'a G,
    pub strategies: &'a [Strategy],
    pub schedule: &'a Schedule,
    pub seed: u64,
    pub deals: u64,
}

/// How far a run is, for those who wait; reading it changes nothing.
#[derive(Debug, Default)]
pub struct Progress {
    /// Games finished, counted as they end.
    pub games: AtomicU64,
    /// Set from outside to stop the run after the finished prefix.
    pub stop: Arc<AtomicBool>,
}

/// Takes games in order; `false` stops the run.
pub type RowSink<'a> = dyn FnMut(&[Row]) -> bool + Send + 'a;

/// Plays the deals of a plan on the threads of the current pool.
///
/// `folded` sees the prefix after every block. `rows` gets the games in order and stops the run by
/// giving `false`. The tally holds all deals before the stop, and nothing of a broken deal.
pub fn run<G: Scripted>(
    plan: &Plan<'_, G>,
    progress: &Progress,
    folded: impl FnMut(&Tally) + Send,
    rows: Option<&mut RowSink<'_>>,
) -> Tally {
    run_in_blocks(block_deals(plan.deals), plan, progress, folded, rows)
}

fn run_in_blocks<G: Scripted>(
    size: u64,
    plan: &Plan<'_, G>,
    progress: &Progress,
    mut folded: impl FnMut(&Tally) + Send,
    rows: Option<&mut RowSink<'_>>,
) -> Tally {
    let frame = Frame {
        players: plan.game.players(),
        contenders: plan.game.contenders(),
        strategies: plan.strategies.len(),
        components: plan.game.components().len(),
        measures: G::info().measures,
        ends: G::info().ends.len(),
        companies: Arc::new(Companies::of(plan.schedule)),
    };
    let keeps_rows = rows.is_some();
    let fold = Fold::new(Tally::new(&frame), plan.deals.div_ceil(size), &mut folded, rows);
    rayon::broadcast(|_| {
        let worker = fold.worker();
        while let Some(number) = worker.next() {
            let deals = number * size..((number + 1) * size).min(plan.deals);
            worker.finish(number, play_block(plan, &frame, deals, progress, keeps_rows));
        }
    });
    fold.into_prefix()
}

/// Plays one block, or the part of it before the run was stopped.
fn play_block<G: Scripted>(
    plan: &Plan<'_, G>,
    frame: &Frame,
    deals: Range<u64>,
    progress: &Progress,
    keeps_rows: bool,
) -> Block {
    let mut tally = Tally::new(frame);
    let mut rows = Vec::new();
    let mut bench = Workbench::new();
    let mut record = plan.game.record();
    // What the deal itself does is counted in each of its games.
    let mut opening = Vec::new();
    for deal in deals {
        if progress.stop.load(Ordering::Relaxed) {
            return Block { tally, rows, is_whole: false };
        }
        let luck = Luck::new(plan.seed, deal);
        opening.clear();
        let dealt = plan.game.deal(&luck, &mut |event| opening.push(event));
        let mut games = 0;
        for (rotation, table) in plan.schedule.tables(deal).enumerate() {
            let mut seats = [&plan.strategies[0]; MAX_SEATS];
            for (seat, strategy) in seats.iter_mut().zip(table.0) {
                *seat = &plan.strategies[usize::from(strategy)];
            }
            record.clear();
            record.strategies = table;
            opening.iter().for_each(|event| plan.game.count(event, &mut record));
            let player = Player { game: plan.game, seats: &seats[..frame.players] };
            player.play(&dealt, &luck, &mut bench, &mut record, &mut Nobody);
            tally.add(&record);
            games += 1;
            if keeps_rows {
                rows.push(Row::new(deal, rotation, &record));
            }
        }
        tally.end_deal(deal);
        progress.games.fetch_add(games, Ordering::Relaxed);
    }
    Block { tally, rows, is_whole: true }
}
