//! The progress bar: games per second, time left, and the widest interval so far.

use std::{
    fmt,
    io::{self, IsTerminal},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::{
    experiment::Progress,
    rules::Seat,
    tally::{Group, Tally, WIN},
    text::people,
};

/// A progress bar where standard error is a terminal, and nothing elsewhere.
pub struct Watcher {
    pub progress: Arc<Progress>,
    bar: Option<(ProgressBar, std::thread::JoinHandle<()>, Arc<AtomicBool>)>,
}

impl Watcher {
    pub fn start(games: u64, stop: &Arc<AtomicBool>) -> Watcher {
        let progress = Arc::new(Progress { stop: Arc::clone(stop), ..Progress::default() });
        if !io::stderr().is_terminal() {
            return Watcher { progress, bar: None };
        }
        let bar = ProgressBar::new(games);
        let style = "{bar:30} {human_pos}/{human_len} games  {rate}  {eta} left  {msg}";
        let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A bar that cannot be written has nowhere to say so.
            let _ = write!(out, "{}/s", people::count(state.per_sec() as u64));
        }));
        let done = Arc::new(AtomicBool::new(false));
        let ticker = {
            let (bar, done, progress) = (bar.clone(), Arc::clone(&done), Arc::clone(&progress));
            std::thread::spawn(move || {
                while !done.load(Ordering::Relaxed) {
                    bar.set_position(progress.games.load(Ordering::Relaxed));
                    std::thread::sleep(Duration::from_millis(100));
                }
            })
        };
        Watcher { progress, bar: Some((bar, ticker, done)) }
    }

    /// Shows the widest interval of the finished deals.
    pub fn folded(&mut self, tally: &Tally) {
        let Some((bar, ..)) = &self.bar else { return };
        let frame = tally.layout.frame();
        let strategies = (0..frame.strategies).map(Group::Strategy);
        let groups = strategies.chain(Seat::all(frame.players).map(Group::Seat));
        let widest = groups
            .filter_map(|group| tally.share(tally.layout.wins(group), WIN as f64).half_width())
            .fold(None, |widest: Option<f64>, half| Some(widest.map_or(half, |widest| widest.max(half))));
        if let Some(half) = widest {
            bar.set_message(format!("± {:.2} %", half * 100.0));
        }
    }

    pub fn finish(self) {
        if let Some((bar, ticker, done)) = self.bar {
            done.store(true, Ordering::Relaxed);
            // The ticker only sleeps and looks; it cannot have panicked.
            let _ = ticker.join();
            bar.finish_and_clear();
        }
    }
}
