//! How far a call is: of all games that are to be played in it, and of those that players train in, which take longer.
//! What was kept of earlier calls takes no time and does not count.

use std::time::Duration;

use sim_lab::Work;

/// How much longer a game takes in which players train, until both were measured.
pub const TRAINED: f64 = 4.0;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Played,
    Trained,
}

use Kind::{Played, Trained};

/// The stage under way: what a verb plays or trains at a time.
#[derive(Debug, Default)]
struct Stage {
    kind: Kind,
    planned: u64,
    /// Of arms that are through, and of the one that is played.
    through: u64,
    reached: u64,
    /// Games of the arm that is played: expected now, and kept of earlier calls.
    expected: u64,
    before: u64,
}

impl Stage {
    fn done(&self) -> u64 {
        self.through + self.reached
    }
}

/// Games of a kind in stages that are through and in those to come, and the speed.
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
    /// Whether the stage is taken off what is to come.
    is_begun: bool,
    accounts: [Account; 2],
}

impl Ledger {
    /// So much is to come from now on, as far as is known.
    pub fn expect_work(&mut self, work: Work) {
        self.close();
        self.accounts[Played as usize].to_come = work.played;
        self.accounts[Trained as usize].to_come = work.trained;
    }

    /// A stage of so many games begins.
    pub fn plan(&mut self, games: u64) {
        self.close();
        self.stage = Stage { planned: games, ..Stage::default() };
    }

    fn close(&mut self) {
        self.accounts[self.stage.kind as usize].done += self.stage.done();
        self.stage = Stage::default();
        self.is_begun = false;
    }

    fn enter(&mut self, kind: Kind) {
        self.stage.kind = kind;
        if !std::mem::replace(&mut self.is_begun, true) {
            let to_come = &mut self.accounts[kind as usize].to_come;
            *to_come = to_come.saturating_sub(self.stage.planned);
        }
    }

    /// An arm begins, of which some games were played before.
    pub fn begin(&mut self, before: u64, games: u64) {
        self.enter(Played);
        let stage = &mut self.stage;
        stage.planned = stage.planned.saturating_sub(before);
        (stage.before, stage.expected, stage.reached) = (before, games.saturating_sub(before), 0);
    }

    /// The arm is expected to end after so many games in all.
    pub fn expect(&mut self, games: u64) {
        let stage = &mut self.stage;
        let expected = games.saturating_sub(stage.before);
        stage.planned = (stage.planned + expected).saturating_sub(stage.expected);
        stage.expected = expected;
    }

    /// The arm has come to so many games in all.
    pub fn grow(&mut self, games: u64) {
        let reached = games.saturating_sub(self.stage.before);
        self.reach(Played, reached);
    }

    /// Players have trained in so many games of the stage.
    pub fn train(&mut self, games: u64) {
        self.reach(Trained, games);
    }

    fn reach(&mut self, kind: Kind, reached: u64) {
        self.enter(kind);
        let more = reached.saturating_sub(self.stage.reached);
        self.accounts[kind as usize].timed += more;
        self.stage.reached = self.stage.reached.max(reached);
    }

    pub fn end(&mut self, games: u64) {
        self.expect(games);
        self.grow(games);
        self.stage.through += std::mem::take(&mut self.stage.reached);
        (self.stage.expected, self.stage.before) = (0, 0);
    }

    /// So much time went by.
    pub fn spend(&mut self, time: Duration) {
        self.accounts[self.stage.kind as usize].seconds += time.as_secs_f64();
    }

    /// Games that are done and those of all, done and to come.
    pub fn games(&self) -> (u64, u64) {
        let done: u64 = [Played, Trained].into_iter().map(|kind| self.done_of(kind)).sum();
        let left: u64 = [Played, Trained].into_iter().map(|kind| self.left_of(kind)).sum();
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

    /// Seconds for a game; none of a kind before any was measured.
    fn seconds(&self, kind: Kind) -> Option<f64> {
        let account = &self.accounts[kind as usize];
        (account.timed > 0).then(|| account.seconds / account.timed as f64)
    }

    /// The part that is done, from 0 to 1: of games, those that train weigh as much more as they take longer.
    pub fn part(&self) -> f64 {
        let weight = match (self.seconds(Played), self.seconds(Trained)) {
            (Some(played), Some(trained)) if played > 0.0 => (trained / played).max(f64::MIN_POSITIVE),
            _ => TRAINED,
        };
        let done = self.done_of(Played) as f64 + self.done_of(Trained) as f64 * weight;
        let all = done + self.left_of(Played) as f64 + self.left_of(Trained) as f64 * weight;
        if all > 0.0 { done / all } else { 0.0 }
    }

    /// Games per second of the stage's kind.
    pub fn speed(&self) -> Option<f64> {
        self.seconds(self.stage.kind).filter(|seconds| *seconds > 0.0).map(|seconds| 1.0 / seconds)
    }

    /// The time that all of it still takes, as far as speeds were measured.
    pub fn left(&self) -> Option<Duration> {
        let (played, trained) = (self.seconds(Played), self.seconds(Trained));
        let played = played.or(trained.map(|seconds| seconds / TRAINED))?;
        let trained = trained.unwrap_or(played * TRAINED);
        let seconds = self.left_of(Played) as f64 * played + self.left_of(Trained) as f64 * trained;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn stages_add_up_to_the_whole_and_never_beyond_it() {
        let mut ledger = Ledger::default();
        ledger.expect_work(Work { played: 1_000, trained: 500 });
        assert_eq!((ledger.games(), ledger.part()), ((0, 1_500), 0.0));
        ledger.plan(400);
        ledger.begin(0, 400);
        ledger.spend(SECOND);
        ledger.grow(100);
        assert_eq!(ledger.games(), (100, 1_500));
        // 900 games at 100 a second, and 500 of trainings that take four times as long.
        assert_eq!(ledger.left(), Some(Duration::from_secs(9 + 20)));
        ledger.end(400);
        ledger.plan(500);
        ledger.train(250);
        ledger.spend(5 * SECOND);
        assert_eq!(ledger.games(), (650, 1_500));
        ledger.train(500);
        // A stage that nobody expected makes the whole larger.
        ledger.plan(700);
        ledger.begin(0, 700);
        ledger.grow(700);
        ledger.end(700);
        assert_eq!(ledger.games(), (1_600, 1_600));
        assert!((ledger.part() - 1.0).abs() < 1e-12 && ledger.left() == Some(Duration::ZERO));
    }

    #[test]
    fn what_is_kept_counts_for_nothing() {
        let mut ledger = Ledger::default();
        ledger.plan(100_000);
        // More are kept than were asked for.
        ledger.begin(166_656, 166_656);
        ledger.end(166_656);
        assert_eq!((ledger.games(), ledger.left()), ((0, 0), None));
        ledger.plan(1_000);
        ledger.begin(600, 1_000);
        ledger.spend(SECOND);
        ledger.grow(800);
        assert_eq!((ledger.games(), ledger.speed()), ((200, 400), Some(200.0)));
    }

    #[test]
    fn an_arm_that_ends_early_makes_the_whole_smaller() {
        let mut ledger = Ledger::default();
        ledger.plan(2_000);
        ledger.begin(0, 1_000);
        ledger.grow(100);
        ledger.expect(300);
        assert_eq!(ledger.games(), (100, 1_300));
        ledger.end(250);
        ledger.begin(0, 1_000);
        assert_eq!(ledger.games(), (250, 1_250));
    }
}
