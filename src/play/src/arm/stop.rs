//! A request to end work.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::Sink;
use crate::{Row, tally::Tally};

/// A request to end work, which is never taken back. Everyone who may make it holds a clone. Every loop over games
/// checks it after each game, and a search between its rollouts; games in progress are abandoned.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

/// Why work has no result: a [`Stop`] asked it to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

impl Stop {
    pub fn new() -> Stop {
        Stop::default()
    }

    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Fails after a request.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_asked() { Err(Stopped) } else { Ok(()) }
    }

    /// The flag of the request, for a signal handler.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// A sink that only ends the run.
impl Sink for Stop {
    fn stop(&self) -> Stop {
        self.clone()
    }

    fn folded(&mut self, _: &Tally, _: &[Row]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
