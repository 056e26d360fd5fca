//! Who looks at a run while it is played: the progress bar, the files of rows, the checkpoints, the goal, and
//! a look at whether a signal has come.

use std::ops::ControlFlow;

use super::{episodes::Episodes, failure::Failure, kept::Checkpoints, signals::Signals, watcher::Watcher};
use sim_lab::experiment::{Precision, Sink, precision::interim_from};
use sim_play::{Details, Row, tally::Tally};

/// All who look at a run.
pub struct Audience<'a> {
    /// The first deal of the run.
    pub first: u64,
    pub watcher: &'a mut Watcher,
    pub rows: Option<&'a mut Episodes>,
    pub checkpoints: Option<Checkpoints>,
    /// What ends the run, and the deals of the next look at it.
    pub precision: Option<(Precision, u64)>,
    pub stop: &'a Signals,
    /// Why the run cannot go on.
    pub error: Option<Failure>,
}

impl Audience<'_> {
    fn take(&mut self, prefix: &Tally, rows: &[Row]) -> Result<(), Failure> {
        self.watcher.folded(prefix, self.precision.as_ref().map(|(precision, _)| precision));
        if let Some(writer) = &mut self.rows {
            writer.write(rows)?;
            writer.reach(self.first + prefix.deals)?;
        }
        self.checkpoints.as_mut().map_or(Ok(()), |checkpoints| checkpoints.folded(prefix))
    }
}

impl Audience<'_> {
    /// Whether this is an interim analysis, and the prefix is precise enough. Runs with a goal begin with deal 0.
    fn is_enough(&mut self, prefix: &Tally) -> bool {
        let Some((precision, interim)) = &mut self.precision else { return false };
        if prefix.deals < *interim {
            return false;
        }
        let is_interim = prefix.deals == *interim;
        *interim = interim_from(prefix.deals + 1);
        is_interim && precision.is_met(prefix)
    }
}

impl Sink for Audience<'_> {
    fn takes_rows(&self) -> bool {
        self.rows.as_ref().is_some_and(|rows| rows.takes().episodes)
    }

    fn takes_details(&self) -> bool {
        self.rows.as_ref().is_some_and(|rows| rows.takes().uses)
    }

    fn detailed(&mut self, details: &Details) {
        if let Some(Err(error)) = self.rows.as_mut().map(|rows| rows.write_details(details)) {
            self.error = Some(error);
        }
    }

    fn folded(&mut self, prefix: &Tally, rows: &[Row]) -> ControlFlow<()> {
        if let Err(error) = self.take(prefix, rows) {
            self.error = Some(error);
        }
        if self.error.is_some() {
            return ControlFlow::Break(());
        }
        let is_over = self.stop.status().is_some() || self.is_enough(prefix);
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Who looks at deals whose rows alone are wanted.
pub struct Replay<'a> {
    pub rows: &'a mut Episodes,
    /// The first deal that is played.
    pub first: u64,
    pub stop: &'a Signals,
    pub error: Option<Failure>,
}

impl Sink for Replay<'_> {
    fn takes_rows(&self) -> bool {
        self.rows.takes().episodes
    }

    fn takes_details(&self) -> bool {
        self.rows.takes().uses
    }

    fn detailed(&mut self, details: &Details) {
        if let Err(error) = self.rows.write_details(details) {
            self.error = Some(error);
        }
    }

    fn folded(&mut self, played: &Tally, rows: &[Row]) -> ControlFlow<()> {
        let written = self.rows.write(rows).and_then(|()| self.rows.reach(self.first + played.deals));
        if let Err(error) = written {
            self.error = Some(error);
        }
        let is_over = self.error.is_some() || self.stop.status().is_some();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
