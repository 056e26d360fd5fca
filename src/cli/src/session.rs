//! What plays the arms of a call, for every verb: kept, carried on, with one progress bar, on all cores,
//! and ended when a signal comes.

use std::time::Duration;

use clap::Args;

use super::{failure::Failure, kept::FileStore, number, output, signals::Signals, watcher::Watcher};
use sim_lab::{Event, Lab, Progress, store::Store};

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

    /// Begins to play so many arms with so many games in all.
    pub fn session(&self, arms: usize, games: u64) -> Result<Session, Failure> {
        let mut session = self.idle()?;
        session.bench.watcher.see(Event::Plan { arms, games });
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
    pub args: PlayArgs,
    pub store: FileStore,
}

impl Session {
    /// The laboratory that plays and keeps.
    pub fn lab(&mut self) -> Lab<'_> {
        self.bench.lab(&mut self.store)
    }

    /// The exit status of work that was stopped.
    pub fn stopped(&self) -> u8 {
        self.bench.signals.of_stopped()
    }

    /// The end of a call that has nothing to tell of what it played.
    pub fn interrupted(&self) -> Failure {
        interrupted(self.stopped())
    }

    /// The signals that came.
    pub fn signals(&self) -> &Signals {
        &self.bench.signals
    }

    /// How many threads play.
    pub fn threads(&self) -> usize {
        self.bench.pool.current_num_threads()
    }

    /// Does something on these threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.bench.pool.install(work)
    }

    /// Prints something without the progress bar in its way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bench.watcher.aside(print)
    }
}

/// Says of an interrupted call that nothing of it is lost.
pub fn interrupted(status: u8) -> Failure {
    output::remark("interrupted: what was played is kept, and the same command goes on from there");
    Failure::Interrupted { status }
}
