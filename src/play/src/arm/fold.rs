//! Hands blocks out in order, and folds finished blocks in order.

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

/// Blocks per thread that may be handed out but not folded yet: enough that no thread waits for another, few enough
/// that memory stays bounded while one block takes long.
const AHEAD: u64 = 3;

pub struct Block {
    pub tally: Tally,
    pub rows: Vec<Row>,
    pub details: Details,
}

/// A growing prefix of blocks that several threads add to.
pub struct Fold<'f> {
    /// One more than the number of the last block.
    end: u64,
    window: u64,
    /// The sink sees the prefix after blocks whose number, counted from 1, is a multiple of this, and after the last.
    seen: u64,
    state: Mutex<State<'f>>,
    /// Wakes waiting workers when the prefix has grown, or is final.
    moved: Condvar,
    stop: Stop,
    /// Whether the prefix is final: blocks still in progress are dropped.
    is_over: AtomicBool,
}

struct State<'f> {
    prefix: Tally,
    /// The next block to fold.
    folded: u64,
    /// The next block to hand out.
    handed: u64,
    /// Finished blocks that wait for an earlier one.
    early: BTreeMap<u64, Block>,
    /// Tallies of folded blocks, for reuse.
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

    /// Ignores poison: a worker that panics ends the whole run, so nobody reads what it left behind.
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
    /// The next block to play; waits while too many are in progress. `None` if there are no more.
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

    /// Whether the run has ended, so that the current block need not be finished.
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    pub fn stop(&self) -> &Stop {
        &self.0.stop
    }

    /// Ends the run with the blocks folded so far.
    pub fn end(&self) {
        // Takes the lock, so that no worker checks the flag before this and waits after it.
        let _state = self.0.lock();
        self.0.close();
    }

    /// The tally of a folded block, with its games still in it.
    pub fn spare(&self) -> Option<Tally> {
        self.0.lock().spare.pop()
    }

    /// Takes a finished block, and folds every block whose turn has come.
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

/// Wakes waiting workers, because none may wait for one that has left. A worker without a further block leaves while
/// others still play; one that panics ends the run.
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
