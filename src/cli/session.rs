//! What plays the arms of a call, for every verb: kept, carried on, with one progress bar, on all cores,
//! and with an ear for signals.

use std::{
    ops::{ControlFlow, Range},
    path::Path,
    time::{Duration, Instant},
};

use clap::Args;

use super::{
    episodes::{Episodes, Rows},
    failure::Failure,
    folder::{self, Draft},
    kept::{Checkpoints, Kept},
    number, run_folder,
    signals::Stop,
    watcher::Watcher,
};
use crate::{
    experiment::{Arm, Named, Precision, Sink, precision::look_from},
    play::{Details, Row},
    tally::Tally,
    text::people,
};

/// What took less time is played again rather than kept.
const WORTH: Duration = Duration::from_secs(2);

/// On how many threads.
#[derive(Debug, Clone, Args)]
pub struct ThreadArgs {
    /// Threads, 1 to 1,024; the results are the same for any number [default: all cores]
    #[arg(long, value_name = "N", value_parser = number::threads, allow_negative_numbers = true)]
    threads: Option<u64>,
}

impl ThreadArgs {
    pub fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        // None is as many as there are cores to rayon.
        let threads = self.threads.map_or(0, |threads| threads as usize);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|error| Failure::failed(format!("cannot start threads: {error}"), "lower --threads"))
    }
}

/// How arms are played and kept.
#[derive(Debug, Clone, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    threads: ThreadArgs,
    /// Play all games anew, even those that are kept: without it, the same command is answered at once,
    /// a longer run carries on, and one that was cut off goes on from its last checkpoint
    #[arg(long)]
    fresh: bool,
    /// Put what was played on disk every so many seconds, so that the same command goes on from there
    /// after a kill or a power cut
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = number::seconds, allow_negative_numbers = true)]
    checkpoint: Duration,
    /// Replace another run's folder
    #[arg(long)]
    force: bool,
}

impl PlayArgs {
    /// Whether another run's folder may be replaced.
    pub fn force(&self) -> bool {
        self.force
    }

    /// Begins to play so many arms with so many games in all.
    pub fn session(&self, arms: usize, games: u64) -> Result<Session, Failure> {
        Ok(Session {
            pool: self.threads.pool()?,
            args: self.clone(),
            stop: Stop::listen(),
            watcher: Watcher::start(arms, games),
        })
    }
}

/// Arms that are played one after another.
pub struct Session {
    pool: rayon::ThreadPool,
    args: PlayArgs,
    stop: Stop,
    watcher: Watcher,
}

/// An arm that is to be played.
pub struct Wanted<'a> {
    pub arm: &'a Arm,
    /// What the progress bar calls it where there are several.
    pub label: String,
    /// The folder that keeps it.
    pub place: &'a Path,
    pub deals: Range<u64>,
    /// How precise it has to be to end before its last deal.
    pub precision: Option<Precision>,
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
    /// The end of the checkpoint that lies beside the folder.
    pub checkpoint: Option<u64>,
    /// Where the folder is built; none where nothing was played, or nothing is to be written.
    pub draft: Option<Draft>,
}

impl Played {
    /// What was played elsewhere.
    pub fn merged(tally: Tally) -> Played {
        Played {
            before: tally.games,
            tally,
            seconds: 0.0,
            threads: 1,
            interrupted: None,
            longer: None,
            checkpoint: None,
            draft: None,
        }
    }

    /// Games played now.
    pub fn games(&self) -> u64 {
        self.tally.games - self.before
    }
}

impl Session {
    /// Plays what is missing of an arm. What is kept of it, in its folder or as a checkpoint, is gone on
    /// from; what is played is put on disk now and then, and at the end. A signal ends it after a block.
    ///
    /// The arm's folder is left as it is: whoever builds it settles the checkpoint.
    pub fn play(&mut self, wanted: &Wanted<'_>) -> Result<Played, Failure> {
        let Wanted { arm, label, place, deals, precision, rows } = wanted;
        let PlayArgs { fresh, force, .. } = self.args;
        folder::check_target(place, &arm.inputs.digest(), force)?;
        let kept = Kept::at(place, arm, deals.start, force);
        let standing = kept.as_ref().ok().and_then(|kept| kept.standing.as_ref());
        let standing = standing.map(|stored| (stored.deals.end, stored.tally.games));
        let mut kept = if fresh { Kept::default() } else { kept? };
        // A shorter run is played for its answer, and leaves the longer one alone.
        let longer = standing.filter(|(end, _)| !fresh && *end > deals.end).map(|(_, games)| games);
        if let Some(longer) = longer.filter(|_| rows.any()) {
            return Err(shorter(place, longer));
        }
        let checkpoint = kept.checkpoint.as_ref().map(|stored| stored.deals.end);
        if rows.any() {
            kept = Kept::default();
        }
        let prefix = kept.prefix(deals.end).unwrap_or_else(|| arm.empty());
        let before = prefix.games;
        let next = deals.start + prefix.deals;
        let is_standing = standing.is_some_and(|(end, _)| end == next);
        // A run that stands is the answer if it is precise enough; one that was cut off goes on to a look.
        let is_look = is_standing || look_from(next) == next;
        let is_enough = precision.is_some_and(|precision| is_look && precision.is_met(&prefix));
        let end = if is_enough { next } else { deals.end };
        self.watcher.begin(label, before, before + arm.schedule.games_of(next..deals.end));
        // Whether the folder can be written shows before the first game.
        let begins = longer.is_none() && !(next == end && is_standing);
        let mut draft = if begins { Some(Draft::new(&folder::place(place)?.0)?) } else { None };
        let writers = draft.as_mut().filter(|_| rows.any());
        let rows = writers.map(|draft| Episodes::create(draft, arm, *rows)).transpose()?;
        let checkpoints = draft
            .as_ref()
            .map(|draft| Checkpoints::new(place, arm, draft, deals.start, checkpoint, self.args.checkpoint));
        let mut audience = Audience {
            watcher: &mut self.watcher,
            rows,
            checkpoints: checkpoints.transpose()?,
            precision: precision.map(|precision| (precision, look_from(next + 1))),
            stop: &self.stop,
            error: None,
        };
        let started = Instant::now();
        let tally = self.pool.install(|| arm.play(next..end, prefix, &mut audience));
        let seconds = started.elapsed().as_secs_f64();
        let Audience { rows, checkpoints, error, .. } = audience;
        self.watcher.end(tally.games);
        if let Some(error) = error {
            return Err(error);
        }
        if let Some(rows) = rows {
            rows.finish()?;
        }
        let mut checkpoint = checkpoint;
        if let Some(mut checkpoints) = checkpoints {
            checkpoints.end_of(&tally, WORTH)?;
            checkpoint = checkpoints.end();
        }
        let is_precise = precision.is_some_and(|precision| precision.is_met(&tally));
        let is_through = deals.start + tally.deals == end || is_precise;
        let interrupted = self.stop.status().filter(|_| !is_through);
        // A run that begins anew and is interrupted does not take the place of what it has not reached.
        let unreached = standing.map(|(_, games)| games).filter(|games| *games > tally.games);
        let longer = longer.or(unreached.filter(|_| interrupted.is_some()));
        let threads = self.pool.current_num_threads();
        Ok(Played { tally, before, seconds, threads, interrupted, longer, checkpoint, draft })
    }

    /// The first deals of an arm among others, kept where a run of it is kept.
    pub fn arm(&mut self, one: &Named, deals: u64) -> Result<Tally, Failure> {
        let place = run_folder::default_place(&one.arm, None);
        let label = one.name.clone();
        let rows = Rows::default();
        let wanted = Wanted { arm: &one.arm, label, place: &place, deals: 0..deals, precision: None, rows };
        let played = self.play(&wanted)?;
        played.interrupted.map_or(Ok(played.tally), |status| Err(Failure::Interrupted { status }))
    }

    /// Does something on the threads of the session.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Prints something without the progress bar in its way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.watcher.aside(print)
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

/// All who look at a run.
struct Audience<'a> {
    watcher: &'a mut Watcher,
    rows: Option<Episodes>,
    checkpoints: Option<Checkpoints>,
    /// What ends the run, and the deals of the next look at it.
    precision: Option<(Precision, u64)>,
    stop: &'a Stop,
    /// Why the run cannot go on.
    error: Option<Failure>,
}

impl Audience<'_> {
    fn take(&mut self, prefix: &Tally, rows: &[Row]) -> Result<(), Failure> {
        self.watcher.folded(prefix, self.precision.as_ref().map(|(precision, _)| precision));
        if let Some(writer) = &mut self.rows {
            writer.write(rows)?;
        }
        self.checkpoints.as_mut().map_or(Ok(()), |checkpoints| checkpoints.folded(prefix))
    }
}

impl Audience<'_> {
    /// Whether this is a look, and the prefix is precise enough. Runs with a goal begin with deal 0.
    fn is_enough(&mut self, prefix: &Tally) -> bool {
        let Some((precision, look)) = &mut self.precision else { return false };
        if prefix.deals < *look {
            return false;
        }
        let is_look = prefix.deals == *look;
        *look = look_from(prefix.deals + 1);
        is_look && precision.is_met(prefix)
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
