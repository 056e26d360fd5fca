//! Progress on standard error: on a terminal, a bar over all games with the time left, and elsewhere a line per
//! minute.

use std::{
    io::{self, IsTerminal},
    sync::Once,
    time::{Duration, Instant},
};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::{ledger::Ledger, output};
use sim_engine::text::{people, visible};
use sim_lab::{
    Event, Progress, Stage,
    experiment::{Precision, precision::FurthestFigure},
    tables, train,
};
use sim_play::tally::Tally;
use sim_report::tell;

/// Time between two updates of the bar.
const PAUSE: Duration = Duration::from_millis(100);
/// Steps of the bar.
const STEPS: u64 = 1_000;
/// Time between two lines without a bar, and before the first.
const LINES: Duration = Duration::from_secs(60);
const FIRST: Duration = Duration::from_secs(10);

pub struct Watcher {
    ledger: Ledger,
    /// Set from the first plan on, if standard error is a terminal.
    bar: Option<ProgressBar>,
    last: Instant,
    shown: Instant,
    lines: u32,
    /// Number of arms in the plan; `arm` is the current one, from 1.
    arms: usize,
    arm: usize,
    label: String,
    most: u64,
}

impl Watcher {
    /// Shows nothing yet: the bar appears with the first plan.
    pub fn idle() -> Watcher {
        let now = Instant::now();
        Watcher {
            ledger: Ledger::default(),
            bar: None,
            last: now,
            shown: now,
            lines: 0,
            arms: 0,
            arm: 0,
            label: String::new(),
            most: 0,
        }
    }

    fn plan(&mut self, arms: usize) {
        (self.arms, self.arm) = (arms, 0);
        if self.bar.is_none() && io::stderr().is_terminal() {
            let bar = ProgressBar::new(STEPS);
            let style = ProgressStyle::with_template("{bar:12} {percent:>3} %  {wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(PAUSE);
            self.bar = Some(bar);
        }
    }

    fn begin(&mut self, label: &str, (before, seen): (u64, u64), games: u64) {
        self.arm += 1;
        self.label = visible::in_a_line(label).into_owned();
        self.most = games;
        self.ledger.begin((before, seen), games);
        self.show(true, String::new);
    }

    /// Shows the widest interval of the finished deals; with a goal, compares it with that.
    fn grown(&mut self, tally: &Tally, goal: Option<&Precision>) {
        self.ledger.grow(tally.games);
        if !self.is_due() {
            return;
        }
        let furthest = goal.and_then(|goal| goal.furthest(tally));
        if let Some(furthest) = furthest {
            let games = (tally.games as f64 * furthest.factor()) as u64;
            self.ledger.expect(games.clamp(tally.games, self.most));
        }
        let percent = |half: f64| {
            let half = half * 100.0;
            format!("± {} %", people::fixed(half, people::decimals(Some(half), 2)))
        };
        self.show(false, || match furthest {
            Some(FurthestFigure { half_width, goal }) => {
                format!("{} of {}", percent(half_width), percent(goal))
            }
            None => tables::widest_half_width(tally).map_or(String::new(), percent),
        });
    }

    fn is_due(&self) -> bool {
        let pause = match (&self.bar, self.lines) {
            (Some(_), _) => PAUSE,
            (None, 0) => FIRST,
            (None, _) => LINES,
        };
        self.shown.elapsed() >= pause
    }

    /// Shows the overall progress and `words`, at once or if an update is due.
    fn show(&mut self, at_once: bool, words: impl FnOnce() -> String) {
        let left = self.ledger.time_left();
        let about = if self.ledger.has_more_stages() { "up to" } else { "about" };
        let (done, all) = self.ledger.games();
        if let Some(bar) = self.bar.as_ref().filter(|_| at_once || self.is_due()) {
            let which = if self.arms < 2 {
                String::new()
            } else {
                format!("{} of {}: {}", self.arm, self.arms, self.label)
            };
            let speed = self
                .ledger
                .speed()
                .map_or(String::new(), |speed| format!("{}/s", people::count(speed as u64)));
            let left = left.map_or(String::new(), |left| format!("{about} {} left", HumanDuration(left)));
            let games = format!("{} of {} games", people::count(done), people::count(all));
            // The end of an overlong line is cut off, so the least important comes last.
            let parts = [left, games, which, words(), speed];
            let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
            bar.set_position((self.ledger.part() * STEPS as f64) as u64);
            bar.set_message(visible::in_a_line(&parts.join("  ")).into_owned());
            self.shown = Instant::now();
        } else if self.bar.is_none() && self.is_due() {
            self.shown = Instant::now();
            // A call of less than a minute needs no line.
            let Some(left) = left.filter(|left| self.lines > 0 || *left >= LINES) else { return };
            self.lines += 1;
            output::remark(&format!(
                "{} % of {}, {about} {} left",
                people::fixed((self.ledger.part() * 100.0).floor(), 0),
                people::counted(all, "game", "games"),
                HumanDuration(left)
            ));
        }
    }

    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Progress for Watcher {
    fn on_event(&mut self, event: Event<'_>) {
        let now = Instant::now();
        self.ledger.spend(now - self.last);
        self.last = now;
        match event {
            Event::Unkept { why } => {
                static TOLD: Once = Once::new();
                let remark = format!(
                    "note: what is played is not kept for another call: {why}; start in a folder that you may write to"
                );
                TOLD.call_once(|| self.aside(|| output::remark(&remark)));
            }
            Event::Work(work) => self.ledger.expect_work(work),
            Event::Plan { arms, games } => {
                self.ledger.plan(games);
                self.plan(arms);
            }
            Event::LookAhead { games } => {
                self.ledger.plan_look_ahead(games);
                self.plan(1);
            }
            Event::Train { before, games } => {
                self.ledger.plan_training(before, games);
                self.plan(1);
            }
            Event::Begin { label, before, seen, games } => self.begin(label, (before, seen), games),
            Event::Grown { tally, goal } => self.grown(tally, goal),
            Event::Duel { games, difference, unit, evidence } => {
                self.ledger.grow(games);
                self.show(false, || tell::standing(difference, unit, evidence));
            }
            Event::Sampled { players, all } => {
                let remark = format!(
                    "the tournament with {} plays a sample: all tables in all orders of seating take --n {all} or more",
                    people::counted(players as u64, "player", "players")
                );
                self.aside(|| output::remark(&remark));
            }
            Event::Step { games } => {
                self.ledger.grow(games);
                self.show(false, String::new);
            }
            Event::Searched { games, stage } => {
                self.ledger.grow(games);
                self.show(false, || words(stage));
            }
            Event::End { games } => self.ledger.end(games),
        }
    }
}

fn words(stage: Stage) -> String {
    match stage {
        Stage::Generation { number, all } => format!("generation {number} of {all}"),
        Stage::Learning { number, all, objective, won, entropy } => {
            let mut parts = Vec::new();
            parts.extend((all > 1).then(|| format!("{} of {all}", number + 1)));
            parts.extend(won.map(|won| train::wins(objective, won)));
            parts.push(format!("entropy {}", people::fixed(entropy, 2)));
            parts.join("  ")
        }
        Stage::Adapting { arms, repeats } => {
            let trainings = people::counted(arms as u64 * repeats, "training", "trainings");
            format!("{trainings} in {}", people::counted(arms as u64, "arm", "arms"))
        }
        Stage::Confirming => "confirming".to_owned(),
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
