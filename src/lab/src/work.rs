//! The games that a job plays and trains, known before it starts, so that one progress bar covers all of it.
//!
//! Where results decide how much is played, it is an upper bound, which shrinks as they come in.

use std::{collections::VecDeque, iter::Sum, ops::Add};

use sim_play::arm::{Arms, NamedArm};

use crate::{Effort, Event, Lab, Progress};

/// Games to play, games to train in, and games of look-ahead players.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    pub played: u64,
    pub trained: u64,
    pub look_ahead: u64,
}

impl Work {
    pub const NONE: Work = Work { played: 0, trained: 0, look_ahead: 0 };

    pub fn played(games: u64) -> Work {
        Work { played: games, ..Work::NONE }
    }

    pub fn trained(games: u64) -> Work {
        Work { trained: games, ..Work::NONE }
    }

    pub fn look_ahead(games: u64) -> Work {
        Work { look_ahead: games, ..Work::NONE }
    }

    fn with(self, other: Work, of: impl Fn(u64, u64) -> u64) -> Work {
        Work {
            played: of(self.played, other.played),
            trained: of(self.trained, other.trained),
            look_ahead: of(self.look_ahead, other.look_ahead),
        }
    }

    #[must_use]
    pub fn less(self, other: Work) -> Work {
        self.with(other, u64::saturating_sub)
    }

    #[must_use]
    pub fn times(self, count: u64) -> Work {
        self.with(Work::NONE, |games, _| games.saturating_mul(count))
    }

    /// Games of all arms; [`Work::NONE`] if only results decide their number.
    pub fn of_arms(arms: &Arms, effort: Effort) -> Work {
        effort.deals(arms).map_or(Work::NONE, |deals| Work::of_deals(arms.all(), deals))
    }

    pub fn of_deals<'n>(arms: impl IntoIterator<Item = &'n NamedArm>, deals: u64) -> Work {
        arms.into_iter().map(|named| Work::played(named.arm.schedule.games_of(0..deals))).sum()
    }
}

impl Add for Work {
    type Output = Work;

    fn add(self, other: Work) -> Work {
        self.with(other, u64::saturating_add)
    }
}

impl Sum for Work {
    fn sum<I: Iterator<Item = Work>>(all: I) -> Work {
        all.fold(Work::NONE, Work::add)
    }
}

/// The remaining parts of a job, in order.
#[derive(Debug)]
pub struct Parts(VecDeque<Work>);

impl Parts {
    pub fn new(parts: impl IntoIterator<Item = Work>) -> Parts {
        Parts(parts.into_iter().collect())
    }

    pub fn work(&self) -> Work {
        self.0.iter().copied().sum()
    }

    /// Replaces the work of a remaining part; the next part has index 0.
    pub fn change(&mut self, at: usize, work: Work) {
        self.0.get_mut(at).into_iter().for_each(|part| *part = work);
    }

    /// Plays the next part; the parts after it are still to come.
    pub fn next<T>(&mut self, lab: &mut Lab<'_>, play: impl FnOnce(&mut Lab<'_>) -> T) -> T {
        let own = self.0.pop_front().unwrap_or_default();
        lab.before(self.work(), |lab| {
            lab.expect(own);
            play(lab)
        })
    }
}

impl Lab<'_> {
    /// Announces work that follows the work planned so far, and precedes the later work of an outer job.
    pub fn expect(&mut self, work: Work) {
        self.progress.on_event(Event::Work(work));
    }

    /// Plays a part of a job that `later` follows.
    pub fn before<T>(&mut self, later: Work, play: impl FnOnce(&mut Lab<'_>) -> T) -> T {
        let mut progress = Before { progress: &mut *self.progress, later };
        let Lab { threads, stop, .. } = *self;
        play(&mut Lab { threads, stop, progress: &mut progress, store: &mut *self.store })
    }
}

struct Before<'p> {
    progress: &'p mut dyn Progress,
    later: Work,
}

impl Progress for Before<'_> {
    fn on_event(&mut self, event: Event<'_>) {
        self.progress.on_event(match event {
            Event::Work(work) => Event::Work(work + self.later),
            event => event,
        });
    }
}
