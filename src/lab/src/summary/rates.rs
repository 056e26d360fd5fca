use sim_engine::Seat;
use sim_play::{
    arm::Subject,
    tally::{Group, Tally, WIN},
};
use sim_stats::{
    Estimate, Interval, estimate::student_at, multiplicity::simultaneous_quantile, paired::PairedEstimate,
    ratio::share_interval,
};

use super::outcomes::{of_both, of_seats, of_strategies};
use crate::figure::{Owner, beyond_mean};

#[derive(Debug, Clone, PartialEq)]
pub struct RateRow {
    pub owner: Owner,
    /// From 0 to 1; players who tie for first place share the win evenly.
    pub estimate: Estimate,
    /// The result of each if all were equal; `None` if nobody has a fair share.
    pub fair: Option<f64>,
    /// Simultaneous interval: those of all rows of its list hold together in 95 % of runs (Bonferroni).
    pub list: Option<Interval>,
}

#[derive(Debug, Clone, Default)]
pub struct WinRates {
    /// All strategies together, in solo play against an automa.
    pub overall: Option<RateRow>,
    /// In the order of the pool.
    pub strategies: Vec<RateRow>,
    /// Empty in solo play.
    pub seats: Vec<RateRow>,
    /// Each strategy in each seat; empty in solo play.
    pub both: Vec<RateRow>,
}

pub fn win_rates(subject: &Subject<'_>, tally: &Tally) -> WinRates {
    let is_against_automa = subject.players == 1 && subject.automa.is_some();
    let all = is_against_automa.then_some((Group::Seat(Seat(0)), Owner::Games));
    let of = |groups: Vec<(Group, Owner)>| rates(subject, tally, groups);
    WinRates {
        overall: of(all.into_iter().collect()).pop(),
        strategies: of(of_strategies(subject)),
        seats: of(of_seats(subject)),
        both: of(of_both(subject)),
    }
}

fn rates(subject: &Subject<'_>, tally: &Tally, groups: Vec<(Group, Owner)>) -> Vec<RateRow> {
    let quantile = simultaneous_quantile(groups.len());
    let row = |(group, owner)| {
        let estimate = tally.share(tally.layout.wins(group), WIN as f64);
        let known = estimate.interval.map(|_| student_at(quantile, estimate.degrees));
        let list = known.and_then(|quantile| share_interval(&estimate, quantile));
        RateRow { owner, estimate, fair: subject.fair_share(), list }
    };
    groups.into_iter().map(row).collect()
}

/// Like [`win_rates`], for an objective in points. The fair value is the mean of all seats in the same games, and
/// intervals are those of the distance from it.
pub fn in_points(subject: &Subject<'_>, tally: &Tally) -> WinRates {
    let of = |groups: Vec<(Group, Owner)>| -> Vec<RateRow> {
        let quantile = simultaneous_quantile(groups.len());
        let row = |(group, owner)| {
            let PairedEstimate { one, other, difference, .. } = beyond_mean(subject, tally, group);
            let fair = other.unwrap_or(0.0);
            let list =
                difference.interval.zip(difference.standard_error).zip(one).map(|((_, error), value)| {
                    let half = student_at(quantile, difference.degrees) * error;
                    Interval { low: value - half, high: value + half }
                });
            let interval = difference.interval.map(|ends| ends.moved(fair));
            let estimate = Estimate { value: one, interval, ..difference };
            let fair = other.filter(|_| subject.fair_share().is_some());
            RateRow { owner, estimate, fair, list }
        };
        groups.into_iter().map(row).collect()
    };
    WinRates {
        overall: None,
        strategies: of(of_strategies(subject)),
        seats: of(of_seats(subject)),
        both: of(of_both(subject)),
    }
}

/// In descending order; rows without an estimate come last.
pub fn best_first(rows: &[RateRow]) -> Vec<&RateRow> {
    let mut rows: Vec<&RateRow> = rows.iter().collect();
    let value = |row: &RateRow| row.estimate.value.unwrap_or(f64::NEG_INFINITY);
    rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
    rows
}
