//! Arms: the inputs of runs, played over any range of deals on all cores and folded in order.
//!
//! Deals are played in blocks of a constant size. A block's tally does not depend on the thread or the time of play.
//! Tallies are whole numbers, added to a growing prefix in the order of the deals. The result therefore depends on
//! the inputs and the deals alone: not on the number of threads, nor on whether the deals were played in one go.
//!
//! Every comparison consists of [`Arms`] that play the same deals; the first is the baseline. [`duel()`] plays two
//! arms side by side where the outcome of each deal is needed.

mod agreement;
#[allow(clippy::module_inception)]
mod arm;
mod arms;
mod contest;
mod dealer;
mod divergence;
mod duel;
mod fold;
mod inputs;
mod rollouts;
mod scene;
mod shard;
mod stop;
mod subject;
#[cfg(test)]
mod tests;
mod trajectories;
mod twice;

use std::{
    ops::{ControlFlow, Range},
    sync::Arc,
};

use sim_engine::Objective;
use sim_script::{Scripted, Strategy};

use crate::{
    Details, Row,
    lineup::Schedule,
    tally::{Frame, LineupStrata, Tally},
};
pub use agreement::DealAgreement;
pub(crate) use agreement::agreement;
pub use arm::{Arm, ArmError, OpenGame, Rules, Seats};
pub use arms::{Arms, NamedArm};
pub(crate) use contest::contests;
pub use contest::{Contest, Score, by_group, mean_of, share_of};
use dealer::Dealer;
pub use divergence::{DivergedGame, most_diverged};
pub use duel::{INTERIM, duel, unplayed};
use fold::{Block, Fold, Worker};
pub use inputs::{Inputs, Ruleset, StrategyEntry, digest};
pub(crate) use rollouts::rollouts;
pub use rollouts::{RolloutBatch, RolloutJob};
pub use scene::{Whose, clearest};
pub use shard::Shard;
pub use stop::{Stop, Stopped};
pub use subject::Subject;
pub(crate) use trajectories::sample_trajectories;
pub use trajectories::{SamplingJob, TrajectoryBatch};
pub use twice::PairedOutcome;
pub(crate) use twice::twice;

/// Deals of a block, the unit of work and of folding: few enough that short runs keep all threads busy and that a run
/// stops soon, enough that the cost of an empty tally is negligible.
pub const BLOCK: u64 = 256;

/// Deals of a block if the sink takes details, which are large for long games: every block in progress buffers its
/// own.
const DETAILED_BLOCK: u64 = BLOCK / 8;

/// A run of fewer deals plays its blocks in pieces, because one or two blocks would leave threads idle. A sink that
/// takes only the tally still sees it after whole blocks.
const SHORT: u64 = 16 * BLOCK;
const PIECES: u64 = 8;

/// Deals of a block if a strategy searches: a game takes seconds, and the cost of a tally is negligible.
const SEARCHED_BLOCK: u64 = 1;

pub trait Sink: Send {
    /// Whether it takes each game as a row.
    fn takes_rows(&self) -> bool {
        false
    }

    /// Whether it takes data of variable length: uses of components, and measures.
    fn takes_details(&self) -> bool {
        false
    }

    /// A stop that ends the run at once and drops unfinished blocks.
    fn stop(&self) -> Stop {
        Stop::new()
    }

    /// Receives the details of the block that is folded next, if it takes details.
    fn detailed(&mut self, _: &Details) {}

    /// Called after a block has been added to the prefix; `rows` are its games if the sink takes rows. A break ends
    /// the run there. Blocks come in the order of their deals.
    fn folded(&mut self, prefix: &Tally, rows: &[Row]) -> ControlFlow<()>;
}

impl Sink for () {
    fn folded(&mut self, _: &Tally, _: &[Row]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

pub(crate) struct Play<'a, G: Scripted> {
    pub game: &'a G,
    pub objective: Objective,
    pub frame: &'a Frame,
    pub strategies: &'a [Strategy],
    pub schedule: &'a Schedule,
    pub seed: u64,
}

impl<G: Scripted> Play<'_, G> {
    /// Plays `deals` on the threads of the current pool and adds them to `prefix`, the tally of the deals before
    /// them. The sink sees the prefix after every block.
    pub fn run(&self, deals: Range<u64>, prefix: Tally, sink: &mut dyn Sink) -> Tally {
        let searches = self.strategies.iter().any(|strategy| strategy.search().is_some());
        let is_short = deals.end.saturating_sub(deals.start) < SHORT;
        let (size, pieces) = if searches {
            (SEARCHED_BLOCK, 1)
        } else if sink.takes_details() {
            (DETAILED_BLOCK, 1)
        } else if is_short && !sink.takes_rows() {
            (BLOCK, PIECES)
        } else {
            (BLOCK, 1)
        };
        self.run_in_blocks((size, pieces), deals, prefix, sink)
    }

    /// Plays in blocks of `size` deals, each split into `pieces`, which must divide `size`. More than one piece is
    /// only for sinks that take neither rows nor details.
    pub(crate) fn run_in_blocks(
        &self,
        (size, pieces): (u64, u64),
        deals: Range<u64>,
        prefix: Tally,
        sink: &mut dyn Sink,
    ) -> Tally {
        let size = size / pieces;
        // Blocks start at multiples of their size, even if the range does not.
        let blocks = if deals.is_empty() { 0..0 } else { deals.start / size..deals.end.div_ceil(size) };
        let takes = (sink.takes_rows(), sink.takes_details());
        let fold = Fold::new(prefix, blocks, pieces, sink);
        rayon::broadcast(|_| {
            let worker = fold.worker();
            while let Some(number) = worker.next() {
                let part = (number * size).max(deals.start)..((number + 1) * size).min(deals.end);
                match self.block(part, takes, &worker) {
                    Ok(block) => worker.finish(number, block),
                    Err(Stopped) => worker.end(),
                }
            }
        });
        fold.into_prefix()
    }

    /// Plays one block. Fails if the run ends before the block is complete.
    fn block(
        &self,
        deals: Range<u64>,
        takes: (bool, bool),
        worker: &Worker<'_, '_>,
    ) -> Result<Block, Stopped> {
        // A tally may be large, so each block in progress reuses the tally of an earlier one.
        let mut tally = worker.spare().unwrap_or_else(|| Tally::new(self.frame));
        tally.clear();
        let (takes_rows, takes_details) = takes;
        let mut rows = Vec::new();
        let mut details = Details::default();
        let mut dealer = Dealer::new((self.game, self.objective), self.seed, worker.stop());
        for deal in deals {
            if worker.is_over() {
                return Err(Stopped);
            }
            dealer.deal(
                deal,
                self.schedule,
                |at| &self.strategies[usize::from(at)],
                |rotation, record| {
                    tally.add(record);
                    if takes_rows {
                        rows.push(Row::new(deal, rotation, record));
                    }
                    if takes_details {
                        details.add(deal, rotation, record);
                    }
                },
            )?;
            tally.end_deal(deal);
        }
        Ok(Block { tally, rows, details })
    }
}

pub(crate) fn frame<G: Scripted>(game: &G, strategies: usize, schedule: &Schedule) -> Frame {
    Frame {
        players: game.players(),
        contenders: game.contenders(),
        strategies,
        components: game.components().len(),
        measures: game.info().measures,
        ends: game.info().ends.len(),
        points_bin: game.info().points_bin,
        strata: Arc::new(LineupStrata::new(schedule)),
    }
}
