//! Computes adjusted differences from their sums.

use super::{ADJUSTED, Adjustments, GAMES, GROUPS, STRATEGIES, WEIGHT};
use crate::tally::WIN;
use sim_stats::{
    Estimate, Interval,
    estimate::{MIN_DEALS, student, student_p_value},
    grouped::GroupedEstimate,
    paired::{PairedEstimate, jackknife, linear},
};

/// Below this share, holders and others hardly ever come to the same place: what remains is an accident or two.
const LEAST_COMPARABLE: f64 = 0.01;

/// An adjusted difference in win rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AdjustedEstimate {
    pub estimate: Estimate,
    /// The difference before adjustment.
    pub raw: Option<f64>,
    /// The share of the variance of use that lies within places: 1 if use is independent of strategy, seat and
    /// stratum, 0 if it follows from them.
    pub comparable: Option<f64>,
    pub p_value: Option<f64>,
    /// Games without information about the component, as all seats or none used it.
    pub uniform_games: u64,
}

/// An adjusted difference, and the influence of each group of deals; no influences without an error.
pub struct Linear {
    pub adjusted: AdjustedEstimate,
    pub influences: Vec<f64>,
}

impl Linear {
    /// The adjusted difference as a figure by groups of deals, if it has an error.
    pub fn grouped(&self) -> Option<GroupedEstimate> {
        let Estimate { degrees, .. } = self.adjusted.estimate;
        GroupedEstimate::by(&self.adjusted.estimate, self.influences.clone(), degrees + 1)
    }
}

/// Wins and expected wins, which the adjusted differences of all components share.
struct Wins {
    /// By group and place: the wins, and the games.
    wins: Vec<f64>,
    plays: Vec<f64>,
    /// Games by place.
    totals: Vec<f64>,
    /// Expected wins of a strategy relative to its stratum, by strategy and by place.
    by_strategy: Vec<f64>,
    by_place: Vec<f64>,
}

impl Adjustments {
    /// Estimates the adjusted difference of every component.
    pub fn estimates(&self) -> Vec<AdjustedEstimate> {
        self.linear().into_iter().map(|one| one.adjusted).collect()
    }

    /// Estimates the adjusted difference of every component, with the influences of groups of deals.
    pub fn linear(&self) -> Vec<Linear> {
        let wins = self.means();
        (0..self.components).map(|component| self.adjusted(component, &wins)).collect()
    }

    /// The adjusted differences of one arm less those of another that played the same deals, for pairs of components,
    /// one of each. A group of deals influences both, so the error is that of the difference when one group at a time
    /// is left out.
    pub fn differences(&self, other: &Adjustments, pairs: &[(usize, usize)]) -> Vec<PairedEstimate> {
        let wins = (self.means(), other.means());
        let pair = |&(mine, theirs): &(usize, usize)| {
            let (one, two) = (self.adjusted(mine, &wins.0), other.adjusted(theirs, &wins.1));
            let count = |is: &dyn Fn(usize) -> bool| (0..GROUPS).filter(|&group| is(group)).count() as u64;
            let filled = count(&|group| self.games(mine, group) + other.games(theirs, group) > 0);
            let differing = count(&|group| !self.is_same(mine, other, theirs, group));
            let sides = [&one, &two].map(|side| (&side.adjusted.estimate, &side.influences[..]));
            linear(sides, filled, differing)
        };
        pairs.iter().map(pair).collect()
    }

    /// Games of a group with both holders and others of a component.
    fn games(&self, component: usize, group: usize) -> i64 {
        self.sums.get((group * self.components + component) * (STRATEGIES + self.strategies) + GAMES)
    }

    /// Whether the sums of a group of deals are the same for a component in two arms.
    fn is_same(&self, mine: usize, other: &Adjustments, theirs: usize, group: usize) -> bool {
        let (one, two) = (self.of_group(mine, group), other.of_group(theirs, group));
        one.eq(two)
    }

    /// All sums of a group of deals: those of a component, and those of wins.
    fn of_group(&self, component: usize, group: usize) -> impl Iterator<Item = i64> + '_ {
        let (width, places) = (STRATEGIES + self.strategies, self.strata.places());
        let sums = (group * self.components + component) * width;
        let sums = (sums..sums + width).map(|at| self.sums.get(at));
        sums.chain((group * places..(group + 1) * places).map(|at| self.wins.get(at)))
    }

    fn means(&self) -> Wins {
        let places = self.strata.places();
        let wins: Vec<f64> = self.wins.iter().map(|wins| wins as f64).collect();
        let plays: Vec<f64> =
            (0..GROUPS * places).map(|at| self.plays.get(at / self.players) as f64).collect();
        let mut totals = vec![0.0; places];
        let mut sums = vec![0.0; places];
        for (at, (wins, plays)) in wins.iter().zip(&plays).enumerate() {
            totals[at % places] += plays;
            sums[at % places] += wins;
        }
        let by_strategy = self.strengths(&sums, &totals);
        let by_place = self.each_place().map(|(_, strategy)| by_strategy[strategy]).collect();
        Wins { wins, plays, totals, by_strategy, by_place }
    }

    /// Stratum and strategy of every place.
    fn each_place(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let of =
            |stratum| self.strata.places_of(stratum).map(move |(_, strategy, _)| (stratum, strategy.into()));
        (0..self.strata.count()).flat_map(of)
    }

    /// Wins of strategies relative to their stratum: least squares for a model that is additive in stratum and
    /// strategy, each fitted in turn to the residuals of the other. It need not converge, as any expectation will do.
    fn strengths(&self, wins: &[f64], games: &[f64]) -> Vec<f64> {
        const ROUNDS: usize = 40;
        let mut strata = vec![0.0; self.strata.count()];
        let mut strategies = vec![0.0; self.strategies];
        let fit = |of: &dyn Fn((usize, usize)) -> (usize, f64), values: &mut [f64]| {
            let mut sums = vec![(0.0, 0.0); values.len()];
            for ((wins, games), place) in wins.iter().zip(games).zip(self.each_place()) {
                let (at, other) = of(place);
                sums[at].0 += wins - games * other;
                sums[at].1 += games;
            }
            for (value, (sum, count)) in values.iter_mut().zip(sums) {
                *value = sum / f64::max(count, 1.0);
            }
        };
        for _ in 0..ROUNDS {
            fit(&|(stratum, strategy)| (stratum, strategies[strategy]), &mut strata);
            fit(&|(stratum, strategy)| (strategy, strata[stratum]), &mut strategies);
        }
        strategies
    }

    /// The share of the variance of a component's use that lies within places.
    fn within_places(&self, component: usize, games: &[f64]) -> f64 {
        let of = |used: f64, games: f64| if games > 0.0 { used * (1.0 - used / games) } else { 0.0 };
        let used = |place: usize| self.used.get(component * games.len() + place) as f64;
        let within: f64 = games.iter().enumerate().map(|(place, games)| of(used(place), *games)).sum();
        let all = of((0..games.len()).map(used).sum(), games.iter().sum());
        if all > 0.0 { within / all } else { 0.0 }
    }

    fn adjusted(&self, component: usize, wins: &Wins) -> Linear {
        let places = self.strata.places();
        let width = STRATEGIES + self.strategies;
        let sum = |group: usize, number: usize| {
            self.sums.get((group * self.components + component) * width + number) as f64
        };
        let games_of: Vec<f64> = (0..GROUPS).map(|group| sum(group, GAMES)).collect();
        let games: f64 = games_of.iter().sum();
        let mut adjusted = AdjustedEstimate {
            estimate: Estimate { n: games as u64, deals: self.deals[component], ..Estimate::MISSING },
            raw: None,
            comparable: None,
            p_value: None,
            uniform_games: self.uniform[component],
        };
        let without_error = |adjusted| Linear { adjusted, influences: Vec::new() };
        if games == 0.0 {
            adjusted.estimate.note = "in each game used by all or by none";
            return without_error(adjusted);
        }
        let weight = |place: usize| {
            let games = f64::max(wins.totals[place], 1.0);
            self.weights.get(component * places + place) as f64 / games
        };
        let weights: Vec<f64> = (0..places).map(weight).collect();
        let explained: f64 = weights
            .iter()
            .enumerate()
            .map(|(place, weight)| weight * self.shares.get(component * places + place) as f64)
            .sum();
        let left = 1.0 - explained / (WEIGHT * self.players as i64) as f64 / games;
        let parts = (WIN * WEIGHT) as f64;
        let raw: f64 = (0..GROUPS).map(|group| sum(group, ADJUSTED)).sum();
        adjusted.raw = Some(raw / parts / games);
        let comparable = self.within_places(component, &wins.totals);
        adjusted.comparable = Some(comparable);
        if comparable < LEAST_COMPARABLE || left < LEAST_COMPARABLE {
            adjusted.estimate.note = "use follows strategy, seat and company: nobody to compare with";
            return without_error(adjusted);
        }
        let influence = |group: usize| {
            let due: f64 = wins
                .by_strategy
                .iter()
                .enumerate()
                .map(|(strategy, win)| win * sum(group, STRATEGIES + strategy))
                .sum();
            let row = group * places;
            let meant: f64 = weights
                .iter()
                .enumerate()
                .map(|(place, weight)| {
                    let due = wins.plays[row + place] * wins.by_place[place];
                    weight * (wins.wins[row + place] - due)
                })
                .sum();
            (sum(group, ADJUSTED) - due - meant) / parts
        };
        let influences: Vec<f64> = (0..GROUPS).map(influence).collect();
        let value = influences.iter().sum::<f64>() / games;
        let known = Estimate { value: Some(value / left), note: "", ..adjusted.estimate };
        adjusted.estimate = known.clipped(Interval::SHARE_DIFFERENCE);
        let groups = games_of.iter().filter(|games| **games > 0.0).count() as u64;
        if self.deals[component] < MIN_DEALS || groups < MIN_DEALS {
            adjusted.estimate.note = "fewer than 30 deals";
            return without_error(adjusted);
        }
        let moved = influences.iter().zip(&games_of);
        let moved = moved.map(|(influence, of_group)| (influence - value * of_group) / games);
        let influences: Vec<f64> = moved.collect();
        let error = jackknife(&influences, groups);
        adjusted.estimate.standard_error = Some(error / left);
        let influences = influences.into_iter().map(|influence| influence / left).collect();
        if error <= 0.0 {
            adjusted.estimate.note = "no variance";
            return Linear { adjusted, influences };
        }
        let half = student(groups - 1) * error;
        let interval = Some(Interval { low: (value - half) / left, high: (value + half) / left });
        adjusted.estimate = Estimate { degrees: groups - 1, interval, ..adjusted.estimate };
        adjusted.estimate = adjusted.estimate.clipped(Interval::SHARE_DIFFERENCE);
        adjusted.p_value = student_p_value(value / error, groups - 1);
        Linear { adjusted, influences }
    }
}
