//! Plays the arms of a call for every verb: stores and resumes them, shows one progress bar, uses all cores, and
//! stops at a signal.

use std::time::Duration;

use clap::Args;

use super::{failure::Failure, number, program, signals, watcher::Watcher};
use sim_lab::{Event, Lab, Progress, Stop, store::Store};
use sim_store::{
    FileStore,
    playing::{RunOutcome, RunRequest, RunTools},
};

/// On how many threads.
#[derive(Debug, Clone, Args)]
pub struct ThreadArgs {
    /// Threads, 1 to 1,024. The results are the same for any number [default: all cores]
    #[arg(long, value_name = "N", value_parser = number::threads, allow_negative_numbers = true)]
    threads: Option<u64>,
}

impl ThreadArgs {
    fn bench(&self) -> Result<Bench, Failure> {
        // To rayon, 0 means one thread per core.
        let threads = self.threads.map_or(0, |threads| threads as usize);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool
            .map_err(|error| Failure::failed(format!("cannot start threads: {error}"), "lower --threads"))?;
        Ok(Bench { pool, stop: signals::listen(), watcher: Watcher::idle() })
    }

    pub fn ask<T, E: Into<Failure>>(
        &self,
        store: &mut dyn Store,
        verb: impl FnOnce(&mut Lab<'_>) -> Result<T, E>,
    ) -> Result<T, Failure> {
        verb(&mut self.bench()?.lab(store)).map_err(Into::into)
    }
}

struct Bench {
    pool: rayon::ThreadPool,
    stop: Stop,
    watcher: Watcher,
}

impl Bench {
    fn lab<'a>(&'a mut self, store: &'a mut dyn Store) -> Lab<'a> {
        Lab { threads: &self.pool, stop: &self.stop, progress: &mut self.watcher, store }
    }
}

const CHECKPOINT: Duration = Duration::from_secs(30);

/// How arms are played and kept.
#[derive(Debug, Clone, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    threads: ThreadArgs,
    /// Play all games again. By default, games that were played before count: the same command is answered
    /// at once, a longer one plays only the rest, and an interrupted one continues from its last checkpoint
    #[arg(long)]
    fresh: bool,
    /// Seconds between checkpoints. After a crash or a power cut the same command continues from the last one
    /// [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = number::seconds, allow_negative_numbers = true)]
    checkpoint: Option<Duration>,
    /// Replace the folder of another run
    #[arg(long)]
    pub force: bool,
}

impl PlayArgs {
    fn store(&self) -> FileStore {
        FileStore::new(program::this(), self.fresh, self.force, self.checkpoint.unwrap_or(CHECKPOINT))
    }

    pub fn ask<T, E: Into<Failure>>(
        &self,
        verb: impl FnOnce(&mut Lab<'_>) -> Result<T, E>,
    ) -> Result<T, Failure> {
        self.threads.ask(&mut self.store(), verb)
    }

    /// The options about stored games, and whether they are given.
    pub fn keeping_options(&self) -> [(&'static str, bool); 2] {
        [("--fresh", self.fresh), ("--checkpoint", self.checkpoint.is_some())]
    }

    pub fn session(&self) -> Result<Session, Failure> {
        Ok(Session { bench: self.threads.bench()?, store: self.store() })
    }
}

pub struct Session {
    bench: Bench,
    store: FileStore,
}

impl Session {
    pub fn plan(&mut self, arms: usize, games: u64) {
        self.bench.watcher.on_event(Event::Plan { arms, games });
    }

    /// Whether a stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.bench.stop.check().is_err()
    }

    pub fn lab(&mut self) -> Lab<'_> {
        self.bench.lab(&mut self.store)
    }

    pub fn play(&mut self, wanted: &RunRequest<'_>) -> Result<RunOutcome, Failure> {
        let Bench { pool, stop, watcher } = &mut self.bench;
        Ok(self.store.play(wanted, RunTools { threads: pool, stop, progress: watcher })?)
    }

    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bench.watcher.aside(print)
    }
}
