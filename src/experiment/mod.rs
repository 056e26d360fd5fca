//! Many deals on all cores, in fixed blocks, folded in order.
//!
//! A block of deals gives the same tally whoever plays it and when. Tallies are whole numbers and
//! are added to a running prefix in the order of the deals, so the result depends on the seed and
//! the number of games alone, and an interrupted run equals a shorter one.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use rayon::prelude::*;

use crate::{
    play::{
        Row,
        episode::{Nobody, Player, Workbench},
        lineup::Schedule,
    },
    rules::{GameRecord, Luck, MAX_SEATS},
    strategy::{Scripted, Strategy},
    tally::{Frame, Tally},
};

/// Deals of a block: the unit of work, of folding and of merging.
pub const BLOCK: u64 = 1024;

/// Blocks that are under way at the same time, for each thread: enough to keep all threads busy
/// to the end of a wave, few enough that memory does not grow.
const WAVE: usize = 8;

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

/// Plays the deals of a plan.
///
/// `folded` sees the prefix after every wave. `rows` gets the games in order and stops the run by
/// giving `false`. The tally holds all deals before the stop, and nothing of a broken block.
pub fn run<G: Scripted>(
    plan: &Plan<'_, G>,
    progress: &Progress,
    mut folded: impl FnMut(&Tally),
    mut rows: Option<&mut RowSink<'_>>,
) -> Tally {
    let frame = Frame {
        players: plan.game.players(),
        contenders: plan.game.contenders(),
        strategies: plan.strategies.len(),
        components: plan.game.components().len(),
        measures: G::info().measures,
        ends: G::info().ends.len(),
    };
    let mut prefix = Tally::new(&frame);
    let blocks = plan.deals.div_ceil(BLOCK);
    let wave = (WAVE * rayon::current_num_threads()) as u64;
    let keeps_rows = rows.is_some();
    let mut first = 0;
    while first < blocks {
        let last = (first + wave).min(blocks);
        let finished: Vec<Option<(Tally, Vec<Row>)>> = (first..last)
            .into_par_iter()
            .map(|block| play_block(plan, &frame, block, progress, keeps_rows))
            .collect();
        for block in finished {
            let Some((tally, block_rows)) = block else { return prefix };
            if let Some(sink) = rows.as_mut()
                && !sink(&block_rows)
            {
                return prefix;
            }
            prefix.merge(&tally);
        }
        folded(&prefix);
        first = last;
    }
    prefix
}

/// Plays one block; `None` if the run was stopped before its end.
fn play_block<G: Scripted>(
    plan: &Plan<'_, G>,
    frame: &Frame,
    block: u64,
    progress: &Progress,
    keeps_rows: bool,
) -> Option<(Tally, Vec<Row>)> {
    let mut tally = Tally::new(frame);
    let mut rows = Vec::new();
    let mut bench = Workbench::new();
    let mut record = GameRecord::new(plan.game);
    // What the deal itself does is counted in each of its games.
    let mut opening = Vec::new();
    for deal in block * BLOCK..((block + 1) * BLOCK).min(plan.deals) {
        if progress.stop.load(Ordering::Relaxed) {
            return None;
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
    Some((tally, rows))
}
