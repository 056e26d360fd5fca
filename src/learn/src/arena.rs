//! Paired comparisons of strategies, in the same seats on the same held-out deals.

use std::ops::Range;

use sim_play::{
    Schedule, Utility,
    arm::{Contest, OpenGame, Score, Stop, Stopped, by_group},
};
use sim_script::Strategy;
use sim_stats::{
    Estimate,
    estimate::{Z, student_of_few},
    paired::{self, PairedEstimate, WeightedPair},
};

/// Deals of runs and of tunings have smaller numbers.
const FIRST_DEAL: u64 = 1 << 45;
const PHASE: u64 = 1 << 42;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Survey,
    Learning,
    Choice,
    Test,
    /// To measure what each feature changes.
    Trial,
    /// To measure the loss from pruning.
    Rest,
    /// To select the interactions that get weights.
    Screening,
}

pub fn deals(phase: Phase, part: Range<u64>) -> Range<u64> {
    let first = FIRST_DEAL + phase as u64 * PHASE;
    first + part.start..first + part.end
}

#[derive(Clone, Copy)]
pub struct Table<'a> {
    pub game: &'a dyn OpenGame,
    pub players: usize,
}

#[derive(Clone, Copy)]
pub struct Arena<'a> {
    pub tables: &'a [Table<'a>],
    pub utility: Utility,
    pub seed: u64,
    pub stop: &'a Stop,
}

#[derive(Debug, Clone, Default)]
pub struct ContestScores(Vec<Vec<Score>>);

impl Arena<'_> {
    /// Plays deals in which each strategy sits once among rivals, about `games` games over all tables. Tables
    /// with too many line-ups are left out.
    ///
    /// # Errors
    /// When a stop was requested.
    pub fn play(
        &self,
        strategies: &[&Strategy],
        rivals: &[&Strategy],
        phase: Phase,
        (first, games): (u64, u64),
    ) -> Result<Vec<ContestScores>, Stopped> {
        let mut all = vec![ContestScores::default(); strategies.len()];
        for Table { game, players } in self.tables {
            let Some(schedule) = Schedule::against(rivals.len(), *players) else { continue };
            let count = schedule.deals_for(games.div_ceil(self.tables.len() as u64)).0;
            let contest = |strategy| Contest {
                strategies: std::iter::once(strategy).chain(rivals.iter().copied()).collect(),
                schedule: &schedule,
                deals: deals(phase, first..first + count),
            };
            let contests: Vec<Contest<'_>> = strategies.iter().map(|&strategy| contest(strategy)).collect();
            let scored = game.contests(&contests, self.seed, self.stop)?;
            all.iter_mut().zip(scored).for_each(|(played, scores)| played.0.push(scores));
        }
        Ok(all)
    }

    pub fn estimates(&self, played: &ContestScores) -> Vec<Estimate> {
        played.0.iter().map(|scores| self.utility.of_contest(scores)).collect()
    }

    /// The mean over tables.
    pub fn worth(&self, played: &ContestScores) -> Option<f64> {
        let values: Option<Vec<f64>> = self.estimates(played).iter().map(|estimate| estimate.value).collect();
        values.filter(|values| !values.is_empty()).map(|all| all.iter().sum::<f64>() / all.len() as f64)
    }

    pub fn difference(
        &self,
        one: &ContestScores,
        other: &ContestScores,
        tables: Range<usize>,
    ) -> PairedEstimate {
        let grouped = |scores: &Vec<Score>| by_group(scores.iter().map(|score| self.utility.ratio(score)));
        let groups =
            |played: &ContestScores| -> Vec<_> { played.0[tables.clone()].iter().map(grouped).collect() };
        let (ones, others) = (groups(one), groups(other));
        let weight = 1.0 / ones.len().max(1) as f64;
        let parts = ones.iter().zip(&others).map(|(one, other)| WeightedPair { weight, one, other });
        let parts: Vec<WeightedPair<'_>> = parts.collect();
        let deals = one.0[tables].iter().map(Vec::len).max().unwrap_or(0);
        paired::weighted(&parts, deals as u64)
    }
}

/// The learner against its baseline, in the same seats on the same held-out deals.
#[derive(Debug, Clone)]
pub struct Test {
    pub tables: Vec<TableTest>,
    /// The mean over `tables`.
    pub field: PairedEstimate,
    /// Against held-out opponents, if there are any.
    pub strangers: Option<PairedEstimate>,
}

#[derive(Debug, Clone, Copy)]
pub struct TableTest {
    pub players: usize,
    pub won: Estimate,
    pub field: PairedEstimate,
}

impl Test {
    pub fn is_gain(&self) -> bool {
        self.field.difference.interval.is_some_and(|interval| interval.low > 0.0)
    }
}

/// Average over training runs with different seeds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunAverage {
    /// The mean gain, and half of its interval, which covers deals and training runs.
    pub mean: f64,
    pub half_width: f64,
}

/// The mean gain of several training runs, each on test deals of its own.
///
/// The observed gain of a run is its true gain plus the noise of its deals, so the spread between runs covers
/// both. With few runs this spread may be too small by chance, so the interval is never narrower than deals alone
/// make it.
pub fn average_runs(gains: &[Estimate]) -> Option<RunAverage> {
    let known: Option<Vec<(f64, f64)>> =
        gains.iter().map(|gain| gain.value.zip(gain.standard_error)).collect();
    let known = known.filter(|known| known.len() > 1)?;
    let count = known.len() as f64;
    let mean = known.iter().map(|(value, _)| value).sum::<f64>() / count;
    let shown = known.iter().map(|(value, _)| (value - mean) * (value - mean)).sum::<f64>() / (count - 1.0);
    let of_deals = known.iter().map(|(_, error)| error * error).sum::<f64>() / count;
    let quantile = student_of_few(known.len() as u64 - 1)?;
    let half_width = (quantile * (shown / count).sqrt()).max(Z * (of_deals / count).sqrt());
    Some(RunAverage { mean, half_width })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::{Luck, Purpose, Stream};

    fn normal(stream: &mut Stream) -> f64 {
        let (one, other) = (stream.unit().max(1e-300), stream.unit());
        (-2.0 * libm::log(one)).sqrt() * libm::cos(std::f64::consts::TAU * other)
    }

    /// Coverage of the interval over training runs whose true gains have the standard deviation `between`, with
    /// sampling errors of the standard deviation `error`.
    fn coverage(learnings: u64, between: f64, error: f64) -> f64 {
        let runs = 4000;
        let holds = |run: &u64| {
            let mut stream = Luck::new(3, *run).stream(Purpose::new("learn.coverage"), learnings);
            let gains = (0..learnings).map(|_| {
                let value = 0.2 + between * normal(&mut stream) + error * normal(&mut stream);
                Estimate { value: Some(value), standard_error: Some(error), ..Estimate::MISSING }
            });
            let spread = average_runs(&gains.collect::<Vec<_>>()).unwrap();
            (spread.mean - 0.2).abs() <= spread.half_width
        };
        (0..runs).filter(holds).count() as f64 / runs as f64
    }

    #[test]
    fn the_interval_of_several_learnings_holds_what_they_are_worth() {
        // The standard error of 95 % of 4,000 is 0.0034.
        for learnings in [2, 3, 5] {
            let nested = coverage(learnings, 0.01, 0.01);
            assert!((0.94..0.99).contains(&nested), "{learnings}: {nested}");
            let apart = coverage(learnings, 0.05, 0.005);
            assert!((0.94..0.965).contains(&apart), "{learnings}: {apart}");
            let alike = coverage(learnings, 0.0, 0.01);
            assert!(alike > 0.94, "{learnings}: {alike}");
        }
        assert!(average_runs(&[Estimate::MISSING; 2]).is_none());
    }
}
