//! Blocks handed out in order, and folded in order as they come.

use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{Sink, Stop};
use crate::{Details, Row, tally::Tally};

/// Blocks, for each thread, that may be handed out and not folded yet: enough that nobody waits for
/// a neighbour, few enough that memory does not grow while one block takes long.
const AHEAD: u64 = 3;

pub struct Block {
    pub tally: Tally,
    pub rows: Vec<Row>,
    pub details: Details,
}

/// A growing prefix of blocks that several threads add to.
pub struct Fold<'f> {
    /// The number after the last block.
    end: u64,
    window: u64,
    /// The sink sees the prefix after blocks whose number is a multiple of this, counted from 1, and after the last.
    seen: u64,
    state: Mutex<State<'f>>,
    /// Tells those who wait that the prefix has grown, or will not.
    moved: Condvar,
    stop: Stop,
    /// The prefix is final: what is still being played is of no use.
    is_over: AtomicBool,
}

struct State<'f> {
    prefix: Tally,
    /// The next block to fold.
    folded: u64,
    /// The next block to hand out.
    handed: u64,
    /// Finished blocks after one that is not.
    early: BTreeMap<u64, Block>,
    /// Tallies of folded blocks, to be used again.
    spare: Vec<Tally>,
    sink: &'f mut dyn Sink,
}

impl<'f> Fold<'f> {
    pub fn new(prefix: Tally, blocks: Range<u64>, seen: u64, sink: &'f mut dyn Sink) -> Fold<'f> {
        let stop = sink.stop();
        let state = State {
            prefix,
            folded: blocks.start,
            handed: blocks.start,
            early: BTreeMap::new(),
            spare: Vec::new(),
            sink,
        };
        Fold {
            end: blocks.end,
            window: AHEAD * rayon::current_num_threads() as u64,
            seen,
            state: Mutex::new(state),
            moved: Condvar::new(),
            stop,
            is_over: AtomicBool::new(false),
        }
    }

    pub fn worker(&self) -> Worker<'_, 'f> {
        Worker(self)
    }

    pub fn into_prefix(self) -> Tally {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).prefix
    }

    /// A worker that panics takes the whole run with it, so what it left behind is never read.
    fn lock(&self) -> MutexGuard<'_, State<'f>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn close(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

pub struct Worker<'w, 'f>(&'w Fold<'f>);

impl Worker<'_, '_> {
    /// The next block to play; waits while too many are under way. `None` when there is no more.
    pub fn next(&self) -> Option<u64> {
        let Worker(fold) = self;
        let waits = |state: &mut State<'_>| !fold.is_over() && state.handed >= state.folded + fold.window;
        let state = fold.moved.wait_while(fold.lock(), waits);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if fold.is_over() || state.handed == fold.end {
            return None;
        }
        state.handed += 1;
        Some(state.handed - 1)
    }

    /// Whether the run has ended, so that the block at hand need not be finished.
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    pub fn stop(&self) -> &Stop {
        &self.0.stop
    }

    /// Ends the run with the blocks that are folded.
    pub fn end(&self) {
        // Under the lock, so that nobody checks before and waits after.
        let _state = self.0.lock();
        self.0.close();
    }

    /// The tally of a block that is folded, with its games still in it.
    pub fn spare(&self) -> Option<Tally> {
        self.0.lock().spare.pop()
    }

    /// Takes a block, and folds all that are in turn.
    pub fn finish(&self, number: u64, block: Block) {
        let Worker(fold) = self;
        let mut state = fold.lock();
        state.early.insert(number, block);
        while !fold.is_over()
            && let Some(block) = state.next_in_turn()
        {
            state.prefix.merge(&block.tally);
            let State { prefix, folded, sink, .. } = &mut *state;
            let is_seen = folded.is_multiple_of(fold.seen) || *folded == fold.end;
            if is_seen {
                sink.detailed(&block.details);
                if sink.folded(prefix, &block.rows).is_break() || fold.stop.is_asked() {
                    fold.close();
                }
            }
            state.spare.push(block.tally);
        }
        fold.moved.notify_all();
    }
}

/// Nobody waits for a worker that has gone. One that finds no further block goes while others still
/// play; one that panics ends the run.
impl Drop for Worker<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.end();
        }
        self.0.moved.notify_all();
    }
}

impl State<'_> {
    fn next_in_turn(&mut self) -> Option<Block> {
        let block = self.early.remove(&self.folded)?;
        self.folded += 1;
        Some(block)
    }
}
