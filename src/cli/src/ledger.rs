//! Progress of a call, over all games that it plays and over its training games, which take longer. Stored games of
//! earlier calls take no time and do not count.

use std::time::Duration;

use sim_lab::Work;

/// Assumed duration of a training game and of a look-ahead game, relative to a plain one, until both are measured.
pub const TRAINED: f64 = 4.0;
pub const LOOK_AHEAD: f64 = 2_000.0;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Played,
    Trained,
    LookAhead,
}

use Kind::{LookAhead, Played, Trained};

impl Kind {
    const ALL: [Kind; 3] = [Played, Trained, LookAhead];

    fn weight(self) -> f64 {
        match self {
            Played => 1.0,
            Trained => TRAINED,
            LookAhead => LOOK_AHEAD,
        }
    }
}

/// The current stage: what a verb plays or trains at a time.
#[derive(Debug, Default)]
struct Stage {
    kind: Kind,
    planned: u64,
    /// Games of finished arms; `reached` counts those of the current one.
    through: u64,
    reached: u64,
    /// Expected games of the current arm; `before` counts those stored by earlier calls.
    expected: u64,
    before: u64,
}

impl Stage {
    fn done(&self) -> u64 {
        self.through + self.reached
    }
}

/// Games of a kind in finished stages and in those to come, and the measured speed.
#[derive(Debug, Default)]
struct Account {
    done: u64,
    to_come: u64,
    timed: u64,
    seconds: f64,
}

#[derive(Debug, Default)]
pub struct Ledger {
    stage: Stage,
    accounts: [Account; Kind::ALL.len()],
}

impl Ledger {
    /// Sets the work to come after the current stage.
    pub fn expect_work(&mut self, work: Work) {
        self.accounts[Played as usize].to_come = work.played;
        self.accounts[Trained as usize].to_come = work.trained;
        self.accounts[LookAhead as usize].to_come = work.look_ahead;
    }

    /// Begins a stage with this number of games.
    pub fn plan(&mut self, games: u64) {
        self.enter(Played, games);
    }

    /// Begins a training stage of `games` games in all, `before` of which were played earlier.
    pub fn plan_training(&mut self, before: u64, games: u64) {
        self.enter(Trained, games);
        self.begin((before, 0), games);
    }

    pub fn plan_look_ahead(&mut self, games: u64) {
        self.enter(LookAhead, games);
    }

    fn enter(&mut self, kind: Kind, games: u64) {
        self.accounts[self.stage.kind as usize].done += self.stage.done();
        self.stage = Stage { kind, planned: games, ..Stage::default() };
        let to_come = &mut self.accounts[kind as usize].to_come;
        *to_come = to_come.saturating_sub(games);
    }

    /// Begins an arm, `before` games of which are stored. They leave the plan, except those `seen` in this call,
    /// which it omits already.
    pub fn begin(&mut self, (before, seen): (u64, u64), games: u64) {
        let stage = &mut self.stage;
        stage.planned = stage.planned.saturating_sub(before.saturating_sub(seen));
        (stage.before, stage.expected, stage.reached) = (before, games.saturating_sub(before), 0);
    }

    /// Sets the total number of games that the arm is expected to have.
    pub fn expect(&mut self, games: u64) {
        let stage = &mut self.stage;
        let expected = games.saturating_sub(stage.before);
        stage.planned = (stage.planned + expected).saturating_sub(stage.expected);
        stage.expected = expected;
    }

    /// Records the total number of games that the arm or the training has reached.
    pub fn grow(&mut self, games: u64) {
        let reached = games.saturating_sub(self.stage.before);
        let more = reached.saturating_sub(self.stage.reached);
        self.accounts[self.stage.kind as usize].timed += more;
        self.stage.reached = self.stage.reached.max(reached);
    }

    pub fn end(&mut self, games: u64) {
        self.expect(games);
        self.grow(games);
        self.stage.through += std::mem::take(&mut self.stage.reached);
        (self.stage.expected, self.stage.before) = (0, 0);
    }

    /// Adds elapsed time.
    pub fn spend(&mut self, time: Duration) {
        self.accounts[self.stage.kind as usize].seconds += time.as_secs_f64();
    }

    /// Games done, and the total of those done and to come.
    pub fn games(&self) -> (u64, u64) {
        let done: u64 = Kind::ALL.into_iter().map(|kind| self.done_of(kind)).sum();
        let left: u64 = Kind::ALL.into_iter().map(|kind| self.left_of(kind)).sum();
        (done, done + left)
    }

    fn done_of(&self, kind: Kind) -> u64 {
        let of_stage = if self.stage.kind == kind { self.stage.done() } else { 0 };
        of_stage + self.accounts[kind as usize].done
    }

    fn left_of(&self, kind: Kind) -> u64 {
        let of_stage =
            if self.stage.kind == kind { self.stage.planned.saturating_sub(self.stage.done()) } else { 0 };
        of_stage + self.accounts[kind as usize].to_come
    }

    /// Whether stages are to come; the time left is then an upper bound.
    pub fn has_more_stages(&self) -> bool {
        self.accounts.iter().any(|account| account.to_come > 0)
    }

    /// Seconds per game of a kind; `None` before any was measured.
    fn seconds(&self, kind: Kind) -> Option<f64> {
        let account = &self.accounts[kind as usize];
        (account.timed > 0).then(|| account.seconds / account.timed as f64)
    }

    /// [`Ledger::seconds`], estimated from another kind if this one was not measured.
    fn seconds_about(&self, kind: Kind) -> Option<f64> {
        let other = |other: Kind| Some(self.seconds(other)? * kind.weight() / other.weight());
        self.seconds(kind).or_else(|| Kind::ALL.into_iter().find_map(other))
    }

    /// The fraction done, from 0 to 1, weighted by the duration of the games.
    pub fn part(&self) -> f64 {
        let weight = |kind: Kind| match self.seconds_about(kind) {
            Some(seconds) if seconds > 0.0 => seconds,
            _ => kind.weight(),
        };
        let weighted = |games: &dyn Fn(Kind) -> u64| -> f64 {
            Kind::ALL.into_iter().map(|kind| games(kind) as f64 * weight(kind)).sum()
        };
        let (done, left) = (weighted(&|kind| self.done_of(kind)), weighted(&|kind| self.left_of(kind)));
        if done > 0.0 { done / (done + left) } else { 0.0 }
    }

    /// Games per second of the stage's kind.
    pub fn speed(&self) -> Option<f64> {
        self.seconds(self.stage.kind).filter(|seconds| *seconds > 0.0).map(|seconds| 1.0 / seconds)
    }

    /// The time left, if any speed was measured.
    pub fn time_left(&self) -> Option<Duration> {
        let left =
            Kind::ALL.into_iter().map(|kind| Some(self.left_of(kind) as f64 * self.seconds_about(kind)?));
        Duration::try_from_secs_f64(left.sum::<Option<f64>>()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn stages_add_up_to_the_whole_and_never_beyond_it() {
        let mut ledger = Ledger::default();
        ledger.expect_work(Work { played: 1_000, trained: 500, look_ahead: 0 });
        assert_eq!((ledger.games(), ledger.part()), ((0, 1_500), 0.0));
        ledger.plan(400);
        ledger.begin((0, 0), 400);
        ledger.spend(SECOND);
        ledger.grow(100);
        assert_eq!(ledger.games(), (100, 1_500));
        // 900 games at 100 a second, and 500 training games that take four times as long.
        assert_eq!(ledger.time_left(), Some(Duration::from_secs(9 + 20)));
        ledger.end(400);
        ledger.plan_training(0, 500);
        ledger.grow(250);
        ledger.spend(5 * SECOND);
        assert_eq!(ledger.games(), (650, 1_500));
        ledger.grow(500);
        // An unexpected stage raises the total.
        ledger.plan(700);
        ledger.begin((0, 0), 700);
        ledger.grow(700);
        ledger.end(700);
        assert_eq!(ledger.games(), (1_600, 1_600));
        assert!((ledger.part() - 1.0).abs() < 1e-12 && ledger.time_left() == Some(Duration::ZERO));
    }

    #[test]
    fn what_is_kept_counts_for_nothing() {
        let mut ledger = Ledger::default();
        ledger.plan(100_000);
        // More games are stored than requested.
        ledger.begin((166_656, 0), 166_656);
        ledger.end(166_656);
        assert_eq!((ledger.games(), ledger.time_left()), ((0, 0), None));
        ledger.plan(1_000);
        ledger.begin((600, 0), 1_000);
        ledger.spend(SECOND);
        ledger.grow(800);
        assert_eq!((ledger.games(), ledger.speed()), ((200, 400), Some(200.0)));
    }

    #[test]
    fn trainings_that_are_kept_take_no_time() {
        let mut ledger = Ledger::default();
        ledger.expect_work(Work { played: 100, trained: 1_000, look_ahead: 0 });
        ledger.plan_training(600, 1_000);
        assert_eq!(ledger.games(), (0, 500));
        ledger.spend(SECOND);
        ledger.grow(800);
        assert_eq!((ledger.games(), ledger.speed()), ((200, 500), Some(200.0)));
        // A completely stored training adds no work.
        ledger.plan_training(1_000, 1_000);
        assert_eq!(ledger.games(), (200, 300));
    }

    #[test]
    fn analyses_of_the_same_games_count_once() {
        let mut ledger = Ledger::default();
        ledger.expect_work(Work::played(3_200));
        let mut before = 0;
        for games in [100, 200, 400] {
            ledger.plan(games - before);
            assert_eq!(ledger.games(), (before, 3_200));
            ledger.begin((before, before), games);
            ledger.grow(games);
            ledger.end(games);
            assert_eq!(ledger.games(), (games, 3_200));
            before = games;
        }
        ledger.expect_work(Work::NONE);
        assert_eq!((ledger.games(), ledger.part()), ((400, 400), 1.0));
    }

    #[test]
    fn an_arm_that_ends_early_makes_the_whole_smaller() {
        let mut ledger = Ledger::default();
        ledger.plan(2_000);
        ledger.begin((0, 0), 1_000);
        ledger.grow(100);
        ledger.expect(300);
        assert_eq!(ledger.games(), (100, 1_300));
        ledger.end(250);
        ledger.begin((0, 0), 1_000);
        assert_eq!(ledger.games(), (250, 1_250));
    }
}
