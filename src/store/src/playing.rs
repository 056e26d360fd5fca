//! Plays one run: resumes from its folder, with its rows, until it has the requested number of deals or precision.

use std::{ops::ControlFlow, path::Path, time::Instant};

use crate::{
    Draft, Error, FileStore, FolderLock, folder,
    kept::{CheckpointStatus, RunPlace},
    rows::{Episodes, Rows},
};
use sim_lab::{
    Ended, Lab, Playing, Progress, Stop,
    experiment::{Arm, Sink},
};
use sim_play::{Details, Row, tally::Tally};

pub struct RunTools<'a> {
    pub threads: &'a rayon::ThreadPool,
    pub stop: &'a Stop,
    pub progress: &'a mut dyn Progress,
}

pub struct RunRequest<'a> {
    pub playing: Playing<'a>,
    pub place: &'a Path,
    pub purpose: Purpose,
    pub rows: Rows,
}

/// Why a run's folder is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To cache the answer: if it cannot be written, the run is played without it.
    Answer,
    /// The user named it.
    Named,
    /// To be joined with others: it holds exactly the requested deals.
    Part,
}

pub struct RunOutcome {
    /// All requested deals, including those of earlier calls.
    pub tally: Tally,
    /// Games of earlier calls.
    pub before: u64,
    pub seconds: f64,
    pub threads: usize,
    pub ended: Ended,
    /// Games of a longer run in the folder that a restarted and interrupted run did not reach: the folder stays.
    pub unreached: Option<u64>,
    /// Whether its folder cannot be written.
    pub is_unsaved: bool,
    /// End deal of the checkpoint found next to the folder.
    pub checkpoint: Option<u64>,
    /// The folder under construction; `None` if nothing was played or nothing is to be written.
    pub draft: Option<Draft>,
    pub(crate) rows: Option<Episodes>,
    /// Locks the folder until it is written.
    _hold: Option<FolderLock>,
}

impl RunOutcome {
    /// A run played elsewhere; `checkpoint` is the end deal of the one next to its folder.
    pub fn merged(tally: Tally, checkpoint: Option<u64>) -> RunOutcome {
        RunOutcome {
            before: tally.games,
            tally,
            seconds: 0.0,
            threads: 1,
            ended: Ended::Whole,
            unreached: None,
            is_unsaved: false,
            checkpoint,
            draft: None,
            rows: None,
            _hold: None,
        }
    }

    pub fn games(&self) -> u64 {
        self.tally.games - self.before
    }
}

impl FileStore {
    /// Plays the missing deals of a run, resuming from its folder or its checkpoint. Stores the deals now and then,
    /// and at the end. A stop request ends it after a block.
    ///
    /// If more deals are stored than requested, they are the answer: a tally is a sum, from which deals cannot be
    /// removed.
    ///
    /// Does not write the run's folder; its writer settles the checkpoint.
    pub fn play(&mut self, wanted: &RunRequest<'_>, bench: RunTools<'_>) -> Result<RunOutcome, Error> {
        let RunRequest { playing: Playing { named, deals, goal, worth }, place, purpose, rows } = wanted;
        let RunTools { threads, stop, progress } = bench;
        let (arm, force, fresh) = (&named.arm, self.force, self.fresh);
        let hold = folder::claim(place, &arm.inputs.digest(), force)?;
        let kept = CheckpointStatus::at(place, arm, deals.start, force, fresh)?;
        let is_exact = rows.any() || *purpose == Purpose::Part;
        let stands = kept.stands.filter(|_| !fresh);
        if let Some((_, games)) = stands.filter(|(end, _)| is_exact && *end > deals.end) {
            return Err(Error::Longer { place: place.to_path_buf(), games });
        }
        let ends = stands.map(|(end, _)| end).into_iter().chain(kept.checkpoint).filter(|_| !is_exact);
        let end = ends.filter(|end| *end >= deals.end).min().unwrap_or(deals.end);
        let deals = &(deals.start..end);
        let playing = &Playing { named, deals: deals.clone(), goal: *goal, worth: *worth };
        let has_checkpoint = kept.checkpoint.is_some();
        let first = deals.start;
        self.run = Some(RunPlace { place: place.to_path_buf(), first, has_checkpoint, aside: None });
        let start = Lab { threads, stop, progress: &mut *progress, store: self }.start(playing)?;
        let (next, end) = (start.left.start, start.left.end);
        let is_last = goal.is_none() || start.is_precise;
        let known = (deals.start..if is_last { end } else { next }, is_last);
        let mut rows = rows.any().then(|| Episodes::open(place, arm, *rows, known, fresh)).transpose()?;
        let is_standing = stands.is_some_and(|(end, _)| end == next);
        let has_rows = rows.as_ref().is_none_or(|rows| rows.next() >= end);
        // An unwritable folder is detected before the first game.
        let begins = !(next == end && is_standing && has_rows);
        let (draft, unsaved) = match begins.then(|| Draft::new(place, self.program)).transpose() {
            Err(error) if *purpose == Purpose::Answer && rows.is_none() => (None, Some(error)),
            draft => (draft?, None),
        };
        let is_unsaved = unsaved.is_some();
        self.unkept = self.unkept.take().or(unsaved);
        if let Some(run) = &mut self.run {
            run.aside = draft.as_ref().map(|draft| draft.aside().join("checkpoint"));
        }
        if let Some((rows, draft)) = rows.as_mut().zip(draft.as_ref()) {
            rows.grow_in(draft)?;
            threads.install(|| replay(arm, rows, next, stop))?;
        }
        let mut sink = RowSink { rows: rows.as_mut().filter(|_| begins), first, stop, error: None };
        let started = Instant::now();
        let played =
            Lab { threads, stop, progress: &mut *progress, store: self }.go_on(playing, start, &mut sink);
        let seconds = started.elapsed().as_secs_f64();
        self.run = None;
        sink.error.map_or(Ok(()), Err)?;
        let sim_lab::RunTally { tally, before, ended } = played?;
        if let Some(rows) = rows.as_mut().filter(|_| begins) {
            rows.close(deals.start + tally.deals)?;
        }
        // A restarted run that is interrupted does not replace a longer one.
        let unreached = kept.stands.map(|(_, games)| games);
        let unreached = unreached.filter(|games| ended == Ended::Stopped && *games > tally.games);
        Ok(RunOutcome {
            tally,
            before,
            seconds,
            threads: threads.current_num_threads(),
            ended,
            unreached,
            is_unsaved,
            checkpoint: kept.checkpoint,
            draft,
            rows,
            _hold: hold,
        })
    }
}

/// Writes the rows of deals before `next` that were played without rows, or whose file was incomplete when the run
/// was interrupted.
fn replay(arm: &Arm, rows: &mut Episodes, next: u64, stop: &Stop) -> Result<(), Error> {
    let first = rows.next();
    if first >= next {
        return Ok(());
    }
    let mut sink = RowSink { rows: Some(rows), first, stop, error: None };
    let played = arm.play(first..next, arm.empty(), &mut sink);
    sink.error.map_or(Ok(()), Err)?;
    if first + played.deals == next { Ok(()) } else { Err(Error::RowsInterrupted) }
}

struct RowSink<'a> {
    rows: Option<&'a mut Episodes>,
    first: u64,
    stop: &'a Stop,
    error: Option<Error>,
}

impl RowSink<'_> {
    fn takes(&self) -> Rows {
        self.rows.as_ref().map_or(Rows::default(), |rows| rows.takes())
    }
}

impl Sink for RowSink<'_> {
    fn takes_rows(&self) -> bool {
        self.takes().episodes
    }

    fn takes_details(&self) -> bool {
        self.takes().uses
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn detailed(&mut self, details: &Details) {
        if let Some(Err(error)) = self.rows.as_mut().map(|rows| rows.write_details(details)) {
            self.error = Some(error);
        }
    }

    fn folded(&mut self, played: &Tally, list: &[Row]) -> ControlFlow<()> {
        let reached = self.first + played.deals;
        let written = self.rows.as_mut().map(|rows| rows.write(list).and_then(|()| rows.reach(reached)));
        if let Some(Err(error)) = written {
            self.error = Some(error);
        }
        if self.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
