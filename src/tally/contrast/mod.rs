//! Holders of a component against the others at the same table.
//!
//! For every game in which some seats used a component and some did not, the contrast is the mean
//! win of the holders less the mean win of the others, which is the mean of win differences over all
//! pairs of a holder and another. Strong strategies and good seats hold some components more often,
//! so the contrast is standardised: from each pair's difference is taken off the mean difference of
//! its two strategies, wherever they meet, and that of its two seats. So a component that is no more
//! than a mark of one strategy has no contrast, whoever that strategy meets. Marks of a strategy
//! in one seat alone may keep some. Every deal is played in every rotation of its table, so the two
//! mean differences do not count each other's share.
//!
//! That is linear, so it is enough to keep, beside the sum of the contrasts, how much weight each
//! pair of strategies and each seat had in them.
//!
//! The error comes from a jackknife over groups of deals (Wolter, Introduction to Variance
//! Estimation, 2007, chapter 4): deals fall in turn into 64 groups. The mean differences are taken
//! as known there.

use super::{Frame, WIN};
use crate::{
    rules::{BySeat, GameRecord, MAX_SEATS, Seat},
    stats::{
        Estimate, Interval,
        estimate::{MIN_DEALS, student, student_p_value},
    },
};

/// Groups of the jackknife.
const GROUPS: usize = 64;
/// A common multiple of all numbers of pairs of a holder and another, so that means stay whole.
const WEIGHT: i64 = 360;

/// Sums of one component over the deals of one group.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sums {
    /// Games with holders and others.
    games: u64,
    /// Sum of contrasts, in `WIN * WEIGHT` parts.
    contrast: i64,
    /// Weight of each pair of strategies and of each seat, in `WEIGHT` parts: [`Meetings`].
    weights: Vec<i64>,
}

/// What pairs of strategies and seats win, component or not.
///
/// Pairs of two strategies come first, in the order of [`pair`], then the seats.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Meetings {
    /// Win of the first less that of the second, or the win of the seat, in `WIN` parts.
    wins: Vec<i64>,
    /// Times that they met, or games.
    times: Vec<u64>,
}

/// Contrasts of all components.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contrasts {
    players: usize,
    /// Pairs of two strategies.
    pairs: usize,
    components: usize,
    meetings: Meetings,
    /// By group, then component.
    groups: Vec<Sums>,
    /// Deals with a contrast, by component.
    deals: Vec<u64>,
    /// Games in which every seat, or none, used the component.
    uniform: Vec<u64>,
    /// The deal under way, by component.
    current: Vec<Sums>,
}

/// A standardised contrast in win share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contrast {
    pub estimate: Estimate,
    /// The same before standardisation.
    pub raw: Option<f64>,
    pub p_value: Option<f64>,
    /// Games that say nothing about the component.
    pub uniform_games: u64,
}

impl Contrasts {
    pub fn new(frame: &Frame) -> Contrasts {
        let pairs = frame.strategies * frame.strategies.saturating_sub(1) / 2;
        let size = pairs + frame.players;
        let empty = Sums { games: 0, contrast: 0, weights: vec![0; size] };
        Contrasts {
            players: frame.players,
            pairs,
            components: frame.components,
            meetings: Meetings { wins: vec![0; size], times: vec![0; size] },
            groups: vec![empty.clone(); GROUPS * frame.components],
            deals: vec![0; frame.components],
            uniform: vec![0; frame.components],
            current: vec![empty; frame.components],
        }
    }

    /// Adds a game of the deal under way; `wins` are the parts of a win by seat.
    pub fn add(&mut self, record: &GameRecord, wins: &BySeat<i64>) {
        self.meet(record, wins);
        for component in 0..self.components {
            let mut holds = [false; MAX_SEATS];
            let mut holders = 0;
            for seat in Seat::all(self.players) {
                holds[seat.index()] = record.component_use(component, seat).used > 0;
                holders += usize::from(holds[seat.index()]);
            }
            if holders == 0 || holders == self.players {
                self.uniform[component] += 1;
                continue;
            }
            let sums = &mut self.current[component];
            sums.games += 1;
            let weight = WEIGHT / (holders * (self.players - holders)) as i64;
            for one in Seat::all(self.players).filter(|seat| holds[seat.index()]) {
                for other in Seat::all(self.players).filter(|seat| !holds[seat.index()]) {
                    sums.contrast += weight * (wins[one] - wins[other]);
                    sums.weights[self.pairs + one.index()] += weight;
                    sums.weights[self.pairs + other.index()] -= weight;
                    if let Some((pair, sign)) = pair(record.strategies[one], record.strategies[other]) {
                        sums.weights[pair] += sign * weight;
                    }
                }
            }
        }
    }

    /// Notes who met whom, and who won.
    fn meet(&mut self, record: &GameRecord, wins: &BySeat<i64>) {
        let Meetings { wins: sums, times } = &mut self.meetings;
        for one in Seat::all(self.players) {
            sums[self.pairs + one.index()] += wins[one];
            times[self.pairs + one.index()] += 1;
            for other in Seat::all(self.players).skip(one.index() + 1) {
                if let Some((pair, sign)) = pair(record.strategies[one], record.strategies[other]) {
                    sums[pair] += sign * (wins[one] - wins[other]);
                    times[pair] += 1;
                }
            }
        }
    }

    pub fn end_deal(&mut self, deal: u64) {
        let group = (deal % GROUPS as u64) as usize;
        for (component, sums) in self.current.iter_mut().enumerate() {
            if sums.games == 0 {
                continue;
            }
            self.deals[component] += 1;
            let target = &mut self.groups[group * self.components + component];
            target.games += std::mem::take(&mut sums.games);
            target.contrast += std::mem::take(&mut sums.contrast);
            for (mine, theirs) in target.weights.iter_mut().zip(&mut sums.weights) {
                *mine += std::mem::take(theirs);
            }
        }
    }

    pub fn merge(&mut self, other: &Contrasts) {
        for (mine, theirs) in self.meetings.wins.iter_mut().zip(&other.meetings.wins) {
            *mine += theirs;
        }
        for (mine, theirs) in self.meetings.times.iter_mut().zip(&other.meetings.times) {
            *mine += theirs;
        }
        for (mine, theirs) in self.groups.iter_mut().zip(&other.groups) {
            mine.games += theirs.games;
            mine.contrast += theirs.contrast;
            for (mine, theirs) in mine.weights.iter_mut().zip(&theirs.weights) {
                *mine += theirs;
            }
        }
        for (mine, theirs) in self.deals.iter_mut().zip(&other.deals) {
            *mine += theirs;
        }
        for (mine, theirs) in self.uniform.iter_mut().zip(&other.uniform) {
            *mine += theirs;
        }
    }

    /// The contrast of a component.
    pub fn contrast(&self, component: usize) -> Contrast {
        let uniform_games = self.uniform[component];
        let missing = |note| Contrast {
            estimate: Estimate { note, ..Estimate::MISSING },
            raw: None,
            p_value: None,
            uniform_games,
        };
        let groups: Vec<&Sums> = (0..GROUPS)
            .map(|group| &self.groups[group * self.components + component])
            .filter(|sums| sums.games > 0)
            .collect();
        let games: u64 = groups.iter().map(|sums| sums.games).sum();
        if games == 0 {
            return missing("held by all or none");
        }
        let parts = (WIN * WEIGHT) as f64;
        let Meetings { wins, times } = &self.meetings;
        let expected: Vec<f64> =
            wins.iter().zip(times).map(|(&wins, &times)| wins as f64 / times.max(1) as f64).collect();
        let total = |sums: &Sums| {
            let due: f64 =
                sums.weights.iter().zip(&expected).map(|(&weight, wins)| weight as f64 * wins).sum();
            (sums.contrast as f64 - due) / parts
        };
        let sum: f64 = groups.iter().map(|sums| total(sums)).sum();
        let raw = groups.iter().map(|sums| sums.contrast).sum::<i64>() as f64 / parts / games as f64;
        let value = sum / games as f64;
        let deals = self.deals[component];
        let mut estimate =
            Estimate { n: games, deals, value: Some(value), standard_error: None, interval: None, note: "" };
        if deals < MIN_DEALS || groups.len() < MIN_DEALS as usize {
            estimate.note = "fewer than 30 deals";
            return Contrast { estimate, raw: Some(raw), p_value: None, uniform_games };
        }
        // Delete one group at a time.
        let count = groups.len() as f64;
        let without: Vec<f64> =
            groups.iter().map(|sums| (sum - total(sums)) / (games - sums.games) as f64).collect();
        let mean = without.iter().sum::<f64>() / count;
        let variance = without.iter().map(|part| (part - mean).powi(2)).sum::<f64>() * (count - 1.0) / count;
        let error = variance.sqrt();
        estimate.standard_error = Some(error);
        if error <= 0.0 {
            estimate.note = "no variance";
            return Contrast { estimate, raw: Some(raw), p_value: None, uniform_games };
        }
        let degrees = groups.len() as u64 - 1;
        let half = student(degrees) * error;
        estimate.interval = Some(Interval { low: value - half, high: value + half });
        Contrast { estimate, raw: Some(raw), p_value: student_p_value(value / error, degrees), uniform_games }
    }
}

/// The place of a pair of two strategies, and whether the first of the pair is the first asked for
/// (1) or the second (-1).
fn pair(one: u8, other: u8) -> Option<(usize, i64)> {
    let (low, high) = (usize::from(one.min(other)), usize::from(one.max(other)));
    (low < high).then(|| (high * (high - 1) / 2 + low, if one < other { 1 } else { -1 }))
}

#[cfg(test)]
mod tests;
