//! What plays an arm, for every verb: threads, a progress bar, rows, and an ear for signals.

use std::{
    fs::File,
    io::BufWriter,
    ops::{ControlFlow, Range},
    path::Path,
    time::Instant,
};

use clap::Args;

use super::{failure::Failure, number, signals::Stop, watcher::Watcher};
use crate::{
    experiment::{Arm, Sink},
    play::Row,
    tables::parquet::EpisodeWriter,
    tally::Tally,
};

/// On how many threads.
#[derive(Debug, Clone, Args)]
pub struct ThreadArgs {
    /// Threads, 1 to 1,024; the results are the same for any number [default: all cores]
    #[arg(long, value_name = "N", value_parser = number::threads, allow_negative_numbers = true)]
    pub threads: Option<u64>,
}

impl ThreadArgs {
    pub fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        // None is as many as there are cores to rayon.
        let threads = self.threads.map_or(0, |threads| threads as usize);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|error| Failure::failed(format!("cannot start threads: {error}"), "lower --threads"))
    }
}

/// What was played.
pub struct Played {
    /// All deals from the first on, those that were played before among them.
    pub tally: Tally,
    /// Games that were played before.
    pub before: u64,
    pub seconds: f64,
    /// The exit status, if a signal ended the run before its last deal.
    pub interrupted: Option<u8>,
}

impl Played {
    /// What is answered without playing.
    pub fn before(tally: Tally) -> Played {
        Played { before: tally.games, tally, seconds: 0.0, interrupted: None }
    }

    /// Games played now.
    pub fn games(&self) -> u64 {
        self.tally.games - self.before
    }
}

/// The file that takes a row a game.
pub struct Episodes(EpisodeWriter<BufWriter<File>>);

impl Episodes {
    pub fn create(path: &Path, arm: &Arm) -> Result<Episodes, Failure> {
        let file = File::create(path).map_err(|error| Failure::at_path("write", path, &error))?;
        let names = arm.strategies.iter().map(|strategy| strategy.name().to_owned()).collect();
        let info = arm.info;
        Ok(Episodes(EpisodeWriter::new(BufWriter::new(file), names, info.ends, info.points_scale)))
    }

    fn finish(self) -> Result<(), Failure> {
        self.0.finish().map_err(|error| no_rows(&error))
    }
}

fn no_rows(error: &impl std::fmt::Display) -> Failure {
    Failure::failed(
        format!("cannot write episodes.parquet: {error}"),
        "free some space, or leave --episodes out",
    )
}

/// Plays deals after a prefix, and writes their rows if somebody wants them. A signal ends the run at
/// the end of a block.
pub fn play(
    arm: &Arm,
    deals: Range<u64>,
    prefix: Tally,
    episodes: Option<Episodes>,
    stop: &Stop,
) -> Result<Played, Failure> {
    let started = Instant::now();
    let before = prefix.games;
    let games = before + arm.schedule.games_of(deals.clone());
    let watcher = Watcher::start(games, before);
    let mut audience = Audience { watcher, episodes, stop, error: None };
    let end = deals.end;
    let tally = arm.play(deals, prefix, &mut audience);
    let Audience { episodes, error, .. } = audience;
    if let Some(error) = error {
        return Err(error);
    }
    if let Some(episodes) = episodes {
        episodes.finish()?;
    }
    let interrupted = stop.status().filter(|_| tally.deals < end);
    Ok(Played { tally, before, seconds: started.elapsed().as_secs_f64(), interrupted })
}

/// All who look at a run.
struct Audience<'a> {
    watcher: Watcher,
    episodes: Option<Episodes>,
    stop: &'a Stop,
    /// Why rows could not be written.
    error: Option<Failure>,
}

impl Sink for Audience<'_> {
    fn takes_rows(&self) -> bool {
        self.episodes.is_some()
    }

    fn folded(&mut self, prefix: &Tally, rows: &[Row]) -> ControlFlow<()> {
        self.watcher.folded(prefix);
        if let Some(Episodes(writer)) = &mut self.episodes
            && let Err(error) = writer.write(rows)
        {
            self.error = Some(no_rows(&error));
            return ControlFlow::Break(());
        }
        if self.stop.status().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
