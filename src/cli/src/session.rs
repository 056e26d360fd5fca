//! What plays the arms of a call, for every verb: kept, carried on, with one progress bar, on all cores,
//! and ended when a signal comes.

use std::{
    ops::Range,
    path::Path,
    time::{Duration, Instant},
};

use clap::Args;

use super::{
    audience::{Audience, Replay},
    episodes::{Episodes, Rows},
    failure::Failure,
    folder::{self, Draft},
    kept::{Checkpoints, FileStore, Kept},
    number, output,
    signals::Signals,
    watcher::Watcher,
};
use sim_engine::text::people;
use sim_lab::{
    Lab,
    experiment::{Arm, Named, Precision, precision::interim_from},
    store::{Store, Worth},
};
use sim_play::tally::Tally;

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

    /// What a laboratory plays with.
    pub fn bench(&self) -> Result<Bench, Failure> {
        Ok(Bench { pool: self.pool()?, signals: Signals::listen(), watcher: Watcher::idle() })
    }
}

/// The threads asked for, the signals that came, and a progress bar.
pub struct Bench {
    pool: rayon::ThreadPool,
    pub signals: Signals,
    watcher: Watcher,
}

impl Bench {
    /// A laboratory that keeps what it plays in a store.
    pub fn lab<'a>(&'a mut self, store: &'a mut dyn Store) -> Lab<'a> {
        Lab { threads: &self.pool, stop: self.signals.stop(), progress: &mut self.watcher, store }
    }
}

/// How arms are played and kept.
#[derive(Debug, Clone, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    threads: ThreadArgs,
    /// Play all games again. Without it, games that were played before count: the same command is answered
    /// at once, a longer one plays only the rest, and one that was interrupted goes on from its last
    /// checkpoint
    #[arg(long)]
    fresh: bool,
    /// Save what was played every so many seconds: after a crash or a power cut the same command goes on
    /// from there
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = number::seconds, allow_negative_numbers = true)]
    checkpoint: Duration,
    /// Replace the folder of another run
    #[arg(long)]
    force: bool,
}

impl PlayArgs {
    /// Whether another run's folder may be replaced.
    pub fn force(&self) -> bool {
        self.force
    }

    /// Whether what is kept is passed over.
    pub fn fresh(&self) -> bool {
        self.fresh
    }

    /// On how many threads.
    pub fn threads(&self) -> ThreadArgs {
        self.threads.clone()
    }

    /// The threads asked for.
    pub fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        self.threads.pool()
    }

    /// Begins to play so many arms with so many games in all.
    pub fn session(&self, arms: usize, games: u64) -> Result<Session, Failure> {
        let mut session = self.idle()?;
        session.bench.watcher = Watcher::start(arms, games);
        Ok(session)
    }

    /// A session that knows of nothing to play yet.
    pub fn idle(&self) -> Result<Session, Failure> {
        let store = FileStore::new(self.fresh, self.force, self.checkpoint);
        Ok(Session { bench: self.threads.bench()?, args: self.clone(), store })
    }
}

/// Arms that are played one after another.
pub struct Session {
    bench: Bench,
    args: PlayArgs,
    store: FileStore,
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

/// What is to be done for an arm.
struct Plan {
    /// What was played before.
    prefix: Tally,
    /// The deals that are played now: the first, and the one after the last.
    next: u64,
    end: u64,
    /// Games that the folder keeps.
    stands: Option<u64>,
    /// The end of the checkpoint beside it.
    checkpoint: Option<u64>,
    /// Games of a longer run in the folder.
    longer: Option<u64>,
    /// Rows that are wanted, and which of them are there.
    rows: Option<Episodes>,
    /// Whether the folder is to be built.
    begins: bool,
}

impl Session {
    /// Plays what is missing of an arm. What is kept of it, in its folder or as a checkpoint, is gone on
    /// from; what is played is put on disk now and then, and at the end. A signal ends it after a block.
    ///
    /// The arm's folder is left as it is: whoever builds it settles the checkpoint.
    pub fn play(&mut self, wanted: &Wanted<'_>) -> Result<Played, Failure> {
        let Wanted { arm, label, place, deals, precision, .. } = wanted;
        let Plan { prefix, next, end, stands, mut checkpoint, longer, mut rows, begins } =
            self.plan(wanted)?;
        let before = prefix.games;
        self.bench.watcher.begin(label, before, before + arm.schedule.games_of(next..deals.end));
        // Whether the folder can be written shows before the first game.
        let draft = if begins { Some(Draft::new(&folder::place(place)?.0)?) } else { None };
        if let Some((rows, draft)) = rows.as_mut().zip(draft.as_ref()) {
            rows.grow_in(draft)?;
            self.replay(arm, rows, next)?;
        }
        let pause = self.args.checkpoint;
        let keep = |draft| Checkpoints::new(place, arm, draft, deals.start, checkpoint, pause);
        let mut audience = Audience {
            first: deals.start,
            watcher: &mut self.bench.watcher,
            rows: rows.as_mut().filter(|_| begins),
            checkpoints: draft.as_ref().map(keep).transpose()?,
            precision: precision.map(|precision| (precision, interim_from(next + 1))),
            stop: &self.bench.signals,
            error: None,
        };
        let started = Instant::now();
        let tally = self.bench.pool.install(|| arm.play(next..end, prefix, &mut audience));
        let seconds = started.elapsed().as_secs_f64();
        let Audience { checkpoints, error, .. } = audience;
        self.bench.watcher.end(tally.games);
        if let Some(error) = error {
            return Err(error);
        }
        if let Some(rows) = rows.as_mut().filter(|_| begins) {
            rows.close(deals.start + tally.deals)?;
        }
        if let Some(mut checkpoints) = checkpoints {
            checkpoints.end_of(&tally)?;
            checkpoint = checkpoints.end();
        }
        let is_precise = precision.is_some_and(|precision| precision.is_met(&tally));
        let is_through = deals.start + tally.deals == end || is_precise;
        let interrupted = self.bench.signals.status().filter(|_| !is_through);
        // A run that begins anew and is interrupted does not take the place of what it has not reached.
        let unreached = stands.filter(|games| interrupted.is_some() && *games > tally.games);
        let longer = longer.or(unreached);
        let threads = self.bench.pool.current_num_threads();
        Ok(Played { tally, before, seconds, threads, interrupted, longer, checkpoint, draft, rows })
    }

    /// What is to be done for an arm, by what is kept of it.
    fn plan(&self, wanted: &Wanted<'_>) -> Result<Plan, Failure> {
        let Wanted { arm, place, deals, precision, rows, .. } = wanted;
        let PlayArgs { fresh, force, .. } = self.args;
        folder::check_target(place, &arm.inputs.digest(), force)?;
        let kept = Kept::at(place, arm, deals.start, force, fresh)?;
        let stands = kept.stands;
        // A shorter run is played for its answer, and leaves the longer one alone.
        let longer = stands.filter(|(end, _)| !fresh && *end > deals.end).map(|(_, games)| games);
        if let Some(longer) = longer.filter(|_| rows.any()) {
            return Err(shorter(place, longer));
        }
        let checkpoint = kept.checkpoint_end();
        let prefix = kept.prefix(deals.end).unwrap_or_else(|| arm.empty());
        let next = deals.start + prefix.deals;
        let is_standing = !fresh && stands.is_some_and(|(end, _)| end == next);
        // A run that stands is the answer if it is precise enough; one that was cut off goes on to an interim analysis.
        let is_interim = is_standing || interim_from(next) == next;
        let is_enough = precision.is_some_and(|precision| is_interim && precision.is_met(&prefix));
        let end = if is_enough { next } else { deals.end };
        let is_last = precision.is_none() || is_enough;
        let known = (deals.start..if is_last { end } else { next }, is_last);
        let rows = rows.any().then(|| Episodes::open(place, arm, *rows, known, fresh)).transpose()?;
        let has_rows = rows.as_ref().is_none_or(|rows| rows.next() >= end);
        let begins = longer.is_none() && !(next == end && is_standing && has_rows);
        let stands = stands.map(|(_, games)| games);
        Ok(Plan { prefix, next, end, stands, checkpoint, longer, rows, begins })
    }

    /// Writes the rows of deals before `next` that were played and have none: those of a file that was
    /// growing when the run was cut off, or of a run that was played without.
    fn replay(&self, arm: &Arm, rows: &mut Episodes, next: u64) -> Result<(), Failure> {
        let first = rows.next();
        if first >= next {
            return Ok(());
        }
        let mut replay = Replay { rows, first, stop: &self.bench.signals, error: None };
        let played = self.bench.pool.install(|| arm.play(first..next, arm.empty(), &mut replay));
        if let Some(error) = replay.error {
            return Err(error);
        }
        match self.bench.signals.status().filter(|_| first + played.deals < next) {
            None => Ok(()),
            Some(status) => {
                output::remark("interrupted while rows were written; the same command goes on with them");
                Err(Failure::Interrupted { status })
            }
        }
    }

    /// The first deals of an arm among others, kept where a run of it is kept, if that is worth it.
    pub fn arm(&mut self, one: &Named, deals: u64) -> Result<Tally, Failure> {
        self.tally(one, deals, Worth::IfLong)
    }

    /// The same, kept however little time it took.
    pub fn keep(&mut self, one: &Named, deals: u64) -> Result<Tally, Failure> {
        self.tally(one, deals, Worth::Surely)
    }

    fn tally(&mut self, one: &Named, deals: u64, worth: Worth) -> Result<Tally, Failure> {
        let tally = self.lab().tally(one, deals, worth)?;
        tally.ok_or_else(|| Failure::Interrupted { status: self.stopped() })
    }

    /// The laboratory that plays and keeps.
    pub fn lab(&mut self) -> Lab<'_> {
        self.bench.lab(&mut self.store)
    }

    /// The exit status of work that was stopped.
    pub fn stopped(&self) -> u8 {
        self.bench.signals.of_stopped()
    }

    /// Prints something without the progress bar in its way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bench.watcher.aside(print)
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
