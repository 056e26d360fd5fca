//! Contests: one strategy against others over some deals, with nothing counted but wins.
//!
//! A run counts all that tables say. Whoever weighs many strategies against each other needs who won,
//! and pays for the games alone: many short contests are played at once, on all cores.

use std::ops::Range;

use rayon::prelude::*;

use super::{Dealer, Stop, Stopped};
use crate::{
    Schedule,
    tally::{GROUPS, WIN, group, wins},
};
use sim_engine::{GameRecord, Objective, Seat};
use sim_script::{Scripted, Strategy};
use sim_stats::{Estimate, RatioSums, paired::GroupSum};

/// Deals that one thread plays in one go: few, because contests are short.
const PIECE: u64 = 8;

/// Strategies around the tables of a schedule; the first of them is the one that is asked about.
#[derive(Clone)]
pub struct Contest<'a> {
    pub strategies: Vec<&'a Strategy>,
    pub schedule: &'a Schedule,
    pub deals: Range<u64>,
}

/// What a deal came to for the first strategy and for those in the other seats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    pub games: i64,
    /// Seats that the strategy held, over all games, and what it won there in parts of a
    /// [win](crate::tally::WIN).
    pub seats: i64,
    pub wins: i64,
    pub points: i64,
    /// Seats, wins and points of the other seats.
    pub rival_seats: i64,
    pub rival_wins: i64,
    pub rival_points: i64,
    /// Formula results that were not a number, of all seats.
    pub not_a_number: i64,
}

impl Score {
    /// What the strategy won of the seats that it held, as numerator and denominator.
    pub fn won(&self) -> (i64, i64) {
        (self.wins, self.seats * WIN)
    }

    fn add(&mut self, record: &GameRecord) {
        let won = wins(&record.places, record.players);
        self.games += 1;
        self.not_a_number += record.not_a_number.iter().map(|(.., times)| i64::from(*times)).sum::<i64>();
        for seat in Seat::all(record.players) {
            if record.strategies[seat] == 0 {
                self.seats += 1;
                self.wins += won[seat];
                self.points += i64::from(record.points[seat]);
            } else {
                self.rival_seats += 1;
                self.rival_wins += won[seat];
                self.rival_points += i64::from(record.points[seat]);
            }
        }
    }
}

/// Numerators and denominators of deals, from the first on, as sums by group.
pub fn by_group(sums: impl IntoIterator<Item = (i64, i64)>) -> Vec<GroupSum> {
    let mut groups = vec![(0, 0); GROUPS];
    for (deal, (y, x)) in sums.into_iter().enumerate() {
        let at = &mut groups[group(deal as u64)];
        *at = (at.0 + y, at.1 + x);
    }
    groups
}

/// The ratio of the sums of deals, without those that have no denominator.
pub fn share_of(sums: impl IntoIterator<Item = (i64, i64)>) -> Estimate {
    all_of(sums).share(1.0, &[])
}

/// The same ratio as a mean of points.
pub fn mean_of(sums: impl IntoIterator<Item = (i64, i64)>) -> Estimate {
    all_of(sums).mean(&[])
}

fn all_of(sums: impl IntoIterator<Item = (i64, i64)>) -> RatioSums {
    let mut all = RatioSums::default();
    for (y, x) in sums.into_iter().filter(|(_, x)| *x > 0) {
        all.add(y, x);
    }
    all
}

/// What each deal of each contest came to, in their order, played on the threads of the current pool.
///
/// # Errors
/// When it was asked to stop before the last game ended.
pub(crate) fn contests<G: Scripted>(
    game: (&G, Objective),
    contests: &[Contest<'_>],
    seed: u64,
    stop: &Stop,
) -> Result<Vec<Vec<Score>>, Stopped> {
    let pieces: Vec<(usize, Range<u64>)> = contests
        .iter()
        .enumerate()
        .flat_map(|(at, contest)| {
            let Range { start, end } = contest.deals;
            (start..end).step_by(PIECE as usize).map(move |first| (at, first..(first + PIECE).min(end)))
        })
        .collect();
    let play =
        |dealer: &mut Dealer<'_, G>, (at, deals): &(usize, Range<u64>)| -> Result<Vec<Score>, Stopped> {
            let Contest { strategies, schedule, .. } = &contests[*at];
            let strategy = |at| strategies[usize::from(at)];
            let score = |deal| {
                let mut score = Score::default();
                dealer.deal(deal, schedule, strategy, |_, record| score.add(record))?;
                Ok(score)
            };
            deals.clone().map(score).collect()
        };
    let scored: Result<Vec<Vec<Score>>, Stopped> =
        pieces.par_iter().map_init(|| Dealer::new(game, seed, stop), play).collect();
    let mut all: Vec<Vec<Score>> = contests.iter().map(|_| Vec::new()).collect();
    for ((at, _), scores) in pieces.iter().zip(scored?) {
        all[*at].extend(scores);
    }
    Ok(all)
}
