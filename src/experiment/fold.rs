//! Blocks handed out in order, and folded in order as they come.

use std::{
    collections::BTreeMap,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use super::RowSink;
use crate::{play::Row, tally::Tally};

/// Blocks, for each thread, that may be handed out and not folded yet: enough that nobody waits for
/// a neighbour, few enough that memory does not grow while one block takes long.
const AHEAD: u64 = 3;

/// The games of a block.
pub struct Block {
    pub tally: Tally,
    pub rows: Vec<Row>,
    /// Whether all its deals were played.
    pub is_whole: bool,
}

/// A running prefix of blocks that several threads add to.
pub struct Fold<'f> {
    blocks: u64,
    window: u64,
    state: Mutex<State<'f>>,
    /// Tells those who wait that the prefix has grown, or will not.
    moved: Condvar,
}

struct State<'f> {
    prefix: Tally,
    /// Blocks in the prefix.
    folded: u64,
    /// Blocks handed out.
    handed: u64,
    /// Finished blocks after one that is not.
    early: BTreeMap<u64, Block>,
    /// No further block is handed out.
    is_closed: bool,
    /// The prefix is final: what comes after it is dropped.
    is_broken: bool,
    watch: &'f mut (dyn FnMut(&Tally) + Send),
    rows: Option<&'f mut RowSink<'f>>,
}

impl<'f> Fold<'f> {
    pub fn new<'r: 'f>(
        empty: Tally,
        blocks: u64,
        watch: &'f mut (dyn FnMut(&Tally) + Send),
        rows: Option<&'f mut RowSink<'r>>,
    ) -> Fold<'f> {
        let rows = rows.map(|rows| -> &'f mut RowSink<'f> { rows });
        let state = State {
            prefix: empty,
            folded: 0,
            handed: 0,
            early: BTreeMap::new(),
            is_closed: false,
            is_broken: false,
            watch,
            rows,
        };
        let window = AHEAD * rayon::current_num_threads() as u64;
        Fold { blocks, window, state: Mutex::new(state), moved: Condvar::new() }
    }

    /// A thread that will take blocks.
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
}

/// One thread's place at the fold.
pub struct Worker<'w, 'f>(&'w Fold<'f>);

impl Worker<'_, '_> {
    /// The next block to play; waits while too many are under way. `None` when there is no more.
    pub fn next(&self) -> Option<u64> {
        let Worker(fold) = self;
        let has_room = |state: &State<'_>| state.handed < state.folded + fold.window;
        let waits = |state: &mut State<'_>| !state.is_closed && !has_room(state);
        let state = fold.moved.wait_while(fold.lock(), waits);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.is_closed || state.handed == fold.blocks {
            return None;
        }
        state.handed += 1;
        Some(state.handed - 1)
    }

    /// Takes a block, and folds all that are in turn.
    pub fn finish(&self, number: u64, block: Block) {
        let mut state = self.0.lock();
        // Of a run that is stopped, nothing is begun any more.
        state.is_closed |= !block.is_whole;
        state.early.insert(number, block);
        state.fold();
        self.0.moved.notify_all();
    }
}

/// Nobody waits for a worker that has gone, be it by a panic.
impl Drop for Worker<'_, '_> {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.moved.notify_all();
    }
}

impl State<'_> {
    fn fold(&mut self) {
        while !self.is_broken
            && let Some(block) = self.early.remove(&self.folded)
        {
            let goes_on = self.rows.as_mut().is_none_or(|rows| rows(&block.rows));
            if goes_on {
                self.prefix.merge(&block.tally);
                self.folded += 1;
                (self.watch)(&self.prefix);
            }
            self.is_broken = !goes_on || !block.is_whole;
        }
        self.is_closed |= self.is_broken;
    }
}
