//! How one run is played: gone on from what its folder keeps, with its rows, until it is as long or as precise as was
//! asked for.

use std::{ops::ControlFlow, path::Path, time::Instant};

use super::{
    episodes::{Episodes, Rows},
    failure::Failure,
    folder::{self, Draft},
    kept::{Kept, RunPlace},
    output,
    session::Session,
    signals::Signals,
};
use sim_engine::text::people;
use sim_lab::{
    Ended, Playing,
    baselines::baselines,
    experiment::{Arm, Sink},
    spec::ArmSpec,
};
use sim_play::{Details, Row, tally::Tally};
use sim_report::tell;

/// A run that is to be played.
pub struct Wanted<'a> {
    pub playing: Playing<'a>,
    /// The folder that keeps it.
    pub place: &'a Path,
    /// Which rows are written to the draft.
    pub rows: Rows,
}

/// What was played.
pub struct Played {
    /// All deals wanted, those that were played before among them.
    pub tally: Tally,
    /// Games that were played before.
    pub before: u64,
    pub seconds: f64,
    pub threads: usize,
    /// The exit status, if a signal ended the run before its last deal.
    pub interrupted: Option<u8>,
    /// Games of a longer run that the folder keeps, which is then left alone.
    pub longer: Option<u64>,
    /// The end of the checkpoint that lay beside the folder.
    pub checkpoint: Option<u64>,
    /// Where the folder is built; none where nothing was played, or nothing is to be written.
    pub draft: Option<Draft>,
    /// The rows that were written.
    pub rows: Option<Episodes>,
}

impl Played {
    /// What was played elsewhere; `checkpoint` is the end of the one beside its folder.
    pub fn merged(tally: Tally, checkpoint: Option<u64>) -> Played {
        Played {
            before: tally.games,
            tally,
            seconds: 0.0,
            threads: 1,
            interrupted: None,
            longer: None,
            checkpoint,
            draft: None,
            rows: None,
        }
    }

    /// Games played now.
    pub fn games(&self) -> u64 {
        self.tally.games - self.before
    }
}

impl Session {
    /// Plays what is missing of a run. What is kept of it, in its folder or as a checkpoint, is gone on from; what is
    /// played is put on disk now and then, and at the end. A signal ends it after a block.
    ///
    /// The run's folder is left as it is: whoever builds it settles the checkpoint.
    pub fn play(&mut self, wanted: &Wanted<'_>) -> Result<Played, Failure> {
        let Wanted { playing: Playing { named, deals, goal, .. }, place, rows } = wanted;
        let (arm, force, fresh) = (&named.arm, self.args.force(), self.args.fresh());
        folder::check_target(place, &arm.inputs.digest(), force)?;
        let kept = Kept::at(place, arm, deals.start, force, fresh)?;
        // A shorter run is played for its answer, and leaves the longer one alone.
        let longer = kept.stands.filter(|(end, _)| !fresh && *end > deals.end).map(|(_, games)| games);
        if let Some(longer) = longer.filter(|_| rows.any()) {
            return Err(shorter(place, longer));
        }
        let has_checkpoint = kept.checkpoint.is_some();
        let first = deals.start;
        self.store.run = Some(RunPlace { place: place.to_path_buf(), first, has_checkpoint });
        let start = self.lab().start(&wanted.playing)?;
        let (next, end) = (start.left.start, start.left.end);
        let is_last = goal.is_none() || start.is_precise;
        let known = (deals.start..if is_last { end } else { next }, is_last);
        let mut rows = rows.any().then(|| Episodes::open(place, arm, *rows, known, fresh)).transpose()?;
        let is_standing = !fresh && kept.stands.is_some_and(|(end, _)| end == next);
        let has_rows = rows.as_ref().is_none_or(|rows| rows.next() >= end);
        // Whether the folder can be written shows before the first game.
        let begins = longer.is_none() && !(next == end && is_standing && has_rows);
        let draft = if begins { Some(Draft::new(&folder::place(place)?.0)?) } else { None };
        if let Some((rows, draft)) = rows.as_mut().zip(draft.as_ref()) {
            rows.grow_in(draft)?;
            self.replay(arm, rows, next)?;
        }
        let mut sink = RowSink {
            rows: rows.as_mut().filter(|_| begins),
            first: deals.start,
            stop: self.signals().clone(),
            error: None,
        };
        let started = Instant::now();
        let played = self.lab().go_on(&wanted.playing, start, &mut sink);
        let seconds = started.elapsed().as_secs_f64();
        self.store.run = None;
        sink.error.map_or(Ok(()), Err)?;
        let sim_lab::Played { tally, before, ended } = played?;
        if let Some(rows) = rows.as_mut().filter(|_| begins) {
            rows.close(deals.start + tally.deals)?;
        }
        let interrupted = (ended == Ended::Stopped).then(|| self.stopped());
        // A run that begins anew and is interrupted does not take the place of what it has not reached.
        let unreached = kept.stands.map(|(_, games)| games);
        let unreached = unreached.filter(|games| interrupted.is_some() && *games > tally.games);
        Ok(Played {
            tally,
            before,
            seconds,
            threads: self.threads(),
            interrupted,
            longer: longer.or(unreached),
            checkpoint: kept.checkpoint,
            draft,
            rows,
        })
    }

    /// Writes the rows of deals before `next` that were played and have none: those of a file that was
    /// growing when the run was cut off, or of a run that was played without.
    fn replay(&self, arm: &Arm, rows: &mut Episodes, next: u64) -> Result<(), Failure> {
        let first = rows.next();
        if first >= next {
            return Ok(());
        }
        let mut sink = RowSink { rows: Some(rows), first, stop: self.signals().clone(), error: None };
        let played = self.install(|| arm.play(first..next, arm.empty(), &mut sink));
        sink.error.map_or(Ok(()), Err)?;
        if first + played.deals == next {
            return Ok(());
        }
        output::remark("interrupted while rows were written; the same command goes on with them");
        Err(Failure::Interrupted { status: self.stopped() })
    }
}

impl Session {
    /// How the baselines do in the place of an archetype, told below a run of so many games.
    pub fn baselines(&mut self, spec: &ArmSpec, games: u64) -> Result<String, Failure> {
        let found = baselines(spec, games, &mut self.lab())?;
        match found.ended {
            Ended::Whole => Ok(tell::baselines(&found, output::style())),
            Ended::Stopped => Err(Failure::Interrupted { status: self.stopped() }),
        }
    }
}

/// Rows have no place beside a longer run.
fn shorter(place: &Path, longer: u64) -> Failure {
    let longer = people::count(longer);
    Failure::misuse(
        format!("{} holds {longer} games of this run, more than are asked for", place.display()),
        "choose another folder with --out, or play it anew with --fresh",
    )
}

/// Writes the rows of what is played.
struct RowSink<'a> {
    rows: Option<&'a mut Episodes>,
    /// The first deal that is played.
    first: u64,
    stop: Signals,
    /// Why they cannot be written.
    error: Option<Failure>,
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
        let is_over = self.error.is_some() || self.stop.status().is_some();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
