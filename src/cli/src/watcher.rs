//! The progress bar of a call: games per second, time left, and the widest interval so far. Arms that are
//! played one after another share it.

use std::{
    io::{self, IsTerminal},
    sync::Once,
    time::{Duration, Instant},
};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::output;
use sim_engine::text::{people, visible};
use sim_lab::{
    Event, Progress, Stage,
    experiment::{Precision, precision::Furthest},
    tables, train,
};
use sim_play::tally::Tally;
use sim_report::tell;

/// Between two looks at the interval.
const PAUSE: Duration = Duration::from_millis(100);

/// A progress bar where standard error is a terminal, and nothing elsewhere.
pub struct Watcher {
    bar: Option<ProgressBar>,
    looked: Instant,
    started: Instant,
    /// Arms of the call, and the number of the one that is played, from 1.
    arms: usize,
    arm: usize,
    label: String,
    /// Games of all arms, as far as is known now, and of those that are through.
    all: u64,
    through: u64,
    /// Games of the arm that is played: expected now, and played in another call.
    expected: u64,
    before: u64,
    most: u64,
    /// Games played in this call by the arms that are through.
    played: u64,
}

impl Watcher {
    /// Nothing yet: the bar comes with the first plan.
    pub fn idle() -> Watcher {
        Watcher::with(None, 0, 0)
    }

    pub fn start(arms: usize, games: u64) -> Watcher {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(games);
            let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} games  {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(PAUSE);
            bar
        });
        Watcher::with(bar, arms, games)
    }

    fn with(bar: Option<ProgressBar>, arms: usize, games: u64) -> Watcher {
        let now = Instant::now();
        Watcher {
            bar,
            looked: now,
            started: now,
            arms,
            arm: 0,
            label: String::new(),
            all: games,
            through: 0,
            expected: 0,
            before: 0,
            most: 0,
            played: 0,
        }
    }

    pub fn begin(&mut self, label: &str, before: u64, games: u64) {
        self.arm += 1;
        self.label = visible::in_a_line(label).into_owned();
        (self.before, self.expected, self.most) = (before, games, games);
        if let Some(bar) = &self.bar {
            bar.set_position(self.through + before);
            bar.set_message(self.which());
        }
    }

    /// Shows how far the arm is, and the widest interval of the finished deals; with a goal, how far it
    /// is from that.
    pub fn folded(&mut self, tally: &Tally, goal: Option<&Precision>) {
        if self.bar.is_none() || self.looked.elapsed() < PAUSE {
            return;
        }
        self.looked = Instant::now();
        let furthest = goal.and_then(|goal| goal.furthest(tally));
        if let Some(furthest) = furthest {
            self.expect(((tally.games as f64 * furthest.factor()) as u64).clamp(tally.games, self.most));
        }
        let Some(bar) = &self.bar else { return };
        let position = self.through + tally.games;
        bar.set_position(position);
        let played = self.played + tally.games - self.before;
        let rate = played as f64 / self.started.elapsed().as_secs_f64();
        let left = Duration::try_from_secs_f64(self.all.saturating_sub(position) as f64 / rate);
        let mut words = vec![format!("{}/s", people::count(rate as u64))];
        words.extend(left.ok().map(|left| format!("{} left", HumanDuration(left))));
        words.extend(Some(self.which()).filter(|which| !which.is_empty()));
        let percent = |half: f64| {
            let half = half * 100.0;
            format!("± {} %", people::fixed(half, people::decimals(Some(half), 2)))
        };
        words.extend(match furthest {
            Some(Furthest { half_width, goal }) => {
                Some(format!("{} of {}", percent(half_width), percent(goal)))
            }
            None => tables::widest_half_width(tally).map(percent),
        });
        bar.set_message(words.join("  "));
    }

    pub fn is_seen(&self) -> bool {
        self.bar.is_some()
    }

    /// Shows how far a call is whose arms are played side by side, and what is to be said of it.
    pub fn say(&self, games: u64, words: &str) {
        if let Some(bar) = &self.bar {
            bar.set_position(self.through + games);
            bar.set_message(visible::in_a_line(words).into_owned());
        }
    }

    pub fn end(&mut self, games: u64) {
        self.expect(games);
        self.through += games;
        self.played += games - self.before;
        if let Some(bar) = &self.bar {
            bar.set_position(self.through);
        }
    }

    fn expect(&mut self, games: u64) {
        self.all = (self.all + games).saturating_sub(self.expected);
        self.expected = games;
        if let Some(bar) = &self.bar {
            bar.set_length(self.all);
        }
    }

    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Which arm is played, where there are several: `2 of 4: 3 players`.
    fn which(&self) -> String {
        if self.arms < 2 { String::new() } else { format!("{} of {}: {}", self.arm, self.arms, self.label) }
    }
}

impl Progress for Watcher {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Unkept { why } => {
                static TOLD: Once = Once::new();
                let remark = format!(
                    "note: what is played is not kept for another call: {why}; start in a folder that you may write to"
                );
                TOLD.call_once(|| self.aside(|| output::remark(&remark)));
            }
            Event::Plan { arms, games } => *self = Watcher::start(arms, games),
            Event::Begin { label, before, games } => self.begin(label, before, games),
            Event::Grown { tally, goal } => self.folded(tally, goal),
            Event::Duel { games, difference, unit, evidence } => {
                self.say(games, &tell::standing(difference, unit, evidence));
            }
            Event::Sampled { players, all } => {
                let remark = format!(
                    "the tournament with {} plays a sample: all tables in all orders of seating take --n {all} or more",
                    people::counted(players as u64, "player", "players")
                );
                self.aside(|| output::remark(&remark));
            }
            Event::Step { games } => self.say(games, ""),
            Event::Searched { games, stage } => {
                if self.is_seen() {
                    self.say(games, &words(stage, self.started.elapsed()));
                }
            }
            Event::End { games } => self.end(games),
        }
    }
}

fn words(stage: Stage, elapsed: Duration) -> String {
    match stage {
        Stage::Generation { number, all } => format!("generation {number} of {all}"),
        Stage::Learning { number, all, done, objective, won, entropy } => {
            let mut parts = Vec::new();
            parts.extend((all > 1).then(|| format!("{} of {all}", number + 1)));
            parts.extend(won.map(|won| train::wins(objective, won)));
            parts.push(format!("entropy {}", people::fixed(entropy, 2)));
            parts.extend(left((number as f64 + done) / all as f64, elapsed));
            parts.join("  ")
        }
        Stage::Adapting { arms, repeats, done } => {
            let learnings = people::counted(arms as u64 * repeats, "learning", "learnings");
            let arms = people::counted(arms as u64, "arm", "arms");
            let words = format!("{learnings} in {arms}");
            std::iter::once(words).chain(left(done, elapsed)).collect::<Vec<_>>().join("  ")
        }
        Stage::Confirming => "confirming".to_owned(),
    }
}

/// The time left, where such a part was done in `elapsed`.
fn left(done: f64, elapsed: Duration) -> Option<String> {
    let left = Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - done) / done.max(1e-9)).ok()?;
    Some(format!("{} left", HumanDuration(left)))
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
