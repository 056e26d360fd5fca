//! Contests: one strategy against others over some deals, with only wins and points counted.
//!
//! A run counts everything that tables show. A comparison of many strategies needs only results, and so costs no more
//! than the games. Many short contests are played at once, on all cores.

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

/// Deals of a unit of work: few, because contests are short.
const PIECE: u64 = 8;

/// Strategies around the tables of a schedule; the contest measures the first of them.
#[derive(Clone)]
pub struct Contest<'a> {
    pub strategies: Vec<&'a Strategy>,
    pub schedule: &'a Schedule,
    pub deals: Range<u64>,
}

/// The result of a deal for the first strategy and for the other seats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    pub games: i64,
    /// Seats that the first strategy held, over all games, with its wins and points there; wins are in parts of a
    /// [win](crate::tally::WIN).
    pub seats: i64,
    pub wins: i64,
    pub points: i64,
    /// The same sums for the other seats.
    pub rival_seats: i64,
    pub rival_wins: i64,
    pub rival_points: i64,
    /// Formula results that were not a number, over all seats.
    pub not_a_number: i64,
}

impl Score {
    /// The win rate of the first strategy per seat that it held, as numerator and denominator.
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

/// Sums the numerators and denominators of deals by group. The first pair belongs to deal 0.
pub fn by_group(sums: impl IntoIterator<Item = (i64, i64)>) -> Vec<GroupSum> {
    let mut groups = vec![(0, 0); GROUPS];
    for (deal, (y, x)) in sums.into_iter().enumerate() {
        let at = &mut groups[group(deal as u64)];
        *at = (at.0 + y, at.1 + x);
    }
    groups
}

/// Estimates the ratio of the sums as a share. Deals without a denominator are left out.
pub fn share_of(sums: impl IntoIterator<Item = (i64, i64)>) -> Estimate {
    all_of(sums).share(1.0, &[])
}

/// Estimates the same ratio as a mean.
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

/// Plays contests on the threads of the current pool. Returns the score of each deal, contest by contest.
///
/// # Errors
/// When stopped before the last game ended.
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
