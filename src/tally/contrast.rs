//! Holders of a component against the others at the same table.
//!
//! For every game in which some seats used a component and some did not, the contrast is the mean
//! win of the holders less the mean win of the others. Strong strategies and good seats hold some
//! components more often, so the contrast is standardised: from each seat's win the mean win of
//! its strategy in its seat is taken off. That is linear, so it is enough to keep, beside the sum
//! of the contrasts, how much weight each (strategy, seat) had in them.
//!
//! The error comes from a jackknife over groups of deals (Wolter, Introduction to Variance
//! Estimation, 2007, chapter 4): deals fall in turn into 64 groups.

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
/// A common multiple of all numbers of holders, so that means stay whole.
const WEIGHT: i64 = 60;

/// Sums of one component over the deals of one group.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sums {
    /// Games with holders and others.
    games: u64,
    /// Sum of contrasts, in `WIN * WEIGHT` parts.
    contrast: i64,
    /// Weight of each (strategy, seat), in `WEIGHT` parts.
    weights: Vec<i64>,
}

/// Contrasts of all components.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contrasts {
    players: usize,
    components: usize,
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
        let empty = Sums { games: 0, contrast: 0, weights: vec![0; frame.strategies * frame.players] };
        Contrasts {
            players: frame.players,
            components: frame.components,
            groups: vec![empty.clone(); GROUPS * frame.components],
            deals: vec![0; frame.components],
            uniform: vec![0; frame.components],
            current: vec![empty; frame.components],
        }
    }

    pub fn add(&mut self, record: &GameRecord, wins: &BySeat<i64>) {
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
            for seat in Seat::all(self.players) {
                let weight = match holds[seat.index()] {
                    true => WEIGHT / holders as i64,
                    false => -WEIGHT / (self.players - holders) as i64,
                };
                sums.contrast += weight * wins[seat];
                sums.weights[usize::from(record.strategies[seat]) * self.players + seat.index()] += weight;
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

    /// The contrast of a component; `expected` is the win share of each strategy in each seat,
    /// `strategy * players + seat`, and is taken as known.
    pub fn contrast(&self, component: usize, expected: &[f64]) -> Contrast {
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
        let total = |sums: &Sums| {
            let due: f64 =
                sums.weights.iter().zip(expected).map(|(&weight, share)| weight as f64 * share).sum();
            sums.contrast as f64 / parts - due / WEIGHT as f64
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
