//! The progress bar: games per second, time left, and the widest interval so far.

use std::{
    fmt,
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::{tables, tally::Tally, text::people};

/// Between two looks at the interval.
const PAUSE: Duration = Duration::from_millis(100);

/// A progress bar where standard error is a terminal, and nothing elsewhere.
pub struct Watcher {
    bar: Option<ProgressBar>,
    looked: Instant,
}

impl Watcher {
    /// A bar of so many games, some of which were played before.
    pub fn start(games: u64, before: u64) -> Watcher {
        let looked = Instant::now();
        if !io::stderr().is_terminal() {
            return Watcher { bar: None, looked };
        }
        let bar = ProgressBar::new(games);
        let style = "{bar:30} {human_pos}/{human_len} games  {rate}  {eta} left  {msg}";
        let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A bar that cannot be written has nowhere to say so.
            let _ = write!(out, "{}/s", people::count(state.per_sec() as u64));
        }));
        bar.set_position(before);
        bar.reset_eta();
        bar.enable_steady_tick(PAUSE);
        Watcher { bar: Some(bar), looked }
    }

    /// Shows how far the run is, and the widest interval of the finished deals.
    pub fn folded(&mut self, tally: &Tally) {
        let Some(bar) = &self.bar else { return };
        bar.set_position(tally.games);
        if self.looked.elapsed() < PAUSE {
            return;
        }
        self.looked = Instant::now();
        if let Some(half) = tables::widest_half_width(tally) {
            bar.set_message(format!("± {:.2} %", half * 100.0));
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
