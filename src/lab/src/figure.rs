use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};
use sim_engine::{
    Info, Objective, Seat,
    text::{Lasting, lasting, people},
};
use sim_play::{
    arm::Subject,
    tally::{Group, Layout, SHARE, Shape, Tally, UseKind, WIN},
};
use sim_stats::{
    Estimate, Interval,
    paired::{self, GroupSum, PairedEstimate},
};

use crate::question::{Measurement, Pairing, Reader, TallyFigure};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Figure {
    /// Wins per play; a shared win counts as a fraction.
    WinRate,
    /// Points at the end, in the units of the game.
    Points,
    /// Share of plays that end in this place, from 1.
    Place(usize),
    /// Actions per game.
    Plies,
    /// Choices per game between two or more actions.
    Decisions,
    /// Share of games that were cut off at the ply limit.
    Truncated,
    Shape(Shape),
    /// A measure of the game, at a row and a column where it has them.
    Measure {
        #[serde(deserialize_with = "lasting")]
        name: Lasting,
        #[serde(deserialize_with = "lasting")]
        unit: Lasting,
        /// Label of the row; empty without rows.
        row: String,
        column: String,
    },
    Use(UseKind),
    /// Win rate of the users of a component minus that of others in the same games.
    AdjustedDifference,
    /// Mean place, 1 is best; compares two strategies.
    MeanPlace,
    /// Probability of doing better on the same deal; compares two strategies.
    Superiority,
    /// Elo points; compares two strategies.
    Elo,
}

impl Figure {
    /// The figure of the objective.
    pub fn of(objective: Objective) -> Figure {
        match objective {
            Objective::Wins => Figure::WinRate,
            Objective::Points => Figure::Points,
        }
    }

    pub fn word(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Figure::WinRate => "win_rate",
            Figure::Points => "points",
            Figure::Place(place) => return Cow::Owned(format!("place_{place}")),
            Figure::Plies => "plies",
            Figure::Decisions => "decisions",
            Figure::Truncated => "truncated",
            Figure::Shape(shape) => shape.word(),
            Figure::Measure { name, row, column, .. } => {
                let labels = [name, row.as_str(), column].into_iter().filter(|label| !label.is_empty());
                return Cow::Owned(labels.collect::<Vec<_>>().join(": "));
            }
            Figure::Use(kind) => kind.word(),
            Figure::AdjustedDifference => "adjusted_difference",
            Figure::MeanPlace => "place",
            Figure::Superiority => "superiority",
            Figure::Elo => "elo",
        })
    }

    pub fn unit(&self) -> Unit {
        match self {
            Figure::WinRate
            | Figure::Place(_)
            | Figure::Truncated
            | Figure::Shape(Shape::EarlyOrder)
            | Figure::AdjustedDifference
            | Figure::Superiority => Unit::Share,
            Figure::Points | Figure::Shape(Shape::Comeback | Shape::Margin) => Unit::Points,
            Figure::Plies => Unit::Counted("plies"),
            Figure::Decisions => Unit::Counted("decisions"),
            Figure::Shape(Shape::LeadChanges) => Unit::Counted("changes"),
            Figure::Shape(Shape::DecidedAfter) => Unit::Counted("rounds"),
            Figure::Measure { unit, .. } => Unit::Counted(unit),
            Figure::Use(_) => Unit::Counted("times"),
            Figure::MeanPlace => Unit::Counted(""),
            Figure::Elo => Unit::Counted("Elo points"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A fraction: 1 is the whole. Displayed in percent, and differences in percentage points.
    Share,
    Points,
    /// A number of these; an empty word for a figure without a unit name.
    Counted(&'static str),
}

impl Unit {
    /// Unit of the objective.
    pub fn of(objective: Objective) -> Unit {
        match objective {
            Objective::Wins => Unit::Share,
            Objective::Points => Unit::Points,
        }
    }

    /// For points, the game's own word; for wins, shares.
    pub fn of_objective(objective: Objective, info: &Info) -> Unit {
        match objective {
            Objective::Wins => Unit::Share,
            Objective::Points => Unit::Counted(info.points_unit),
        }
    }

    pub fn is_share(self) -> bool {
        self == Unit::Share
    }

    /// Limits a difference to the possible range.
    pub fn clipped(self, paired: PairedEstimate) -> PairedEstimate {
        if self.is_share() { paired.clipped(Interval::SHARE_DIFFERENCE) } else { paired }
    }

    /// Unit of differences: percentage points, points, or the game's own word.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Share | Unit::Points => "points",
            Unit::Counted(word) => word,
        }
    }

    /// A difference without its sign: `2.5 points`, or `0.25 chips`.
    pub fn size(self, by: f64) -> String {
        let places = if self.is_share() { 1 } else { 2 };
        format!("{} {}", people::fixed(by.abs() * self.factor(), places), self.name())
    }

    /// A threshold for such differences: `2 points`, or `0.06 chips`.
    pub fn within(self, threshold: f64) -> String {
        format!("{} {}", people::short(threshold * self.factor()), self.name())
    }

    /// Factor from a value to its displayed number.
    pub fn factor(self) -> f64 {
        if self.is_share() { 100.0 } else { 1.0 }
    }

    /// The game's own word; empty for shares.
    pub fn word(self, info: &Info) -> &'static str {
        match self {
            Unit::Share => "",
            Unit::Points => info.points_unit,
            Unit::Counted(word) => word,
        }
    }
}

/// Owner of a figure. The order is strategies, seats, strategies in seats, games.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Owner {
    /// A strategy, by its name; `one - other` when two with different names are compared.
    Strategy(String),
    Seat(Seat),
    StrategyInSeat(String, Seat),
    /// No owner: a figure of the games.
    Games,
}

impl Owner {
    pub fn strategy(&self) -> Option<&str> {
        match self {
            Owner::Strategy(name) | Owner::StrategyInSeat(name, _) => Some(name),
            Owner::Seat(_) | Owner::Games => None,
        }
    }

    pub fn seat(&self) -> Option<Seat> {
        match self {
            Owner::Seat(seat) | Owner::StrategyInSeat(_, seat) => Some(*seat),
            Owner::Strategy(_) | Owner::Games => None,
        }
    }
}

/// The strategy, `seat 1`, or `raider in seat 1`; empty for games.
impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Owner::Strategy(name) => f.write_str(name),
            Owner::Seat(seat) => write!(f, "seat {}", seat.0 + 1),
            Owner::StrategyInSeat(name, seat) => write!(f, "{name} in seat {}", seat.0 + 1),
            Owner::Games => Ok(()),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigureOf {
    pub figure: Figure,
    pub owner: Owner,
}

/// As people write it: `seat 1 win rate`.
impl fmt::Display for FigureOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figure = self.figure.word().replace('_', " ");
        match self.owner {
            Owner::Games => f.write_str(&figure),
            _ => write!(f, "{} {figure}", self.owner),
        }
    }
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Direction {
        /// Its interval lies above the number.
        Above = "above",
        /// Its interval lies below the number.
        Below = "below",
        /// The interval contains the number, or there is none.
        Open = "undecided",
    }
}

impl Direction {
    pub fn compare(interval: Option<Interval>, number: f64) -> Direction {
        match interval {
            Some(ends) if ends.low > number => Direction::Above,
            Some(ends) if ends.high < number => Direction::Below,
            _ => Direction::Open,
        }
    }
}

/// A headline figure: the sums of a cell of the tally, times `factor`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Headline {
    pub figure: Figure,
    pub cell: usize,
    pub factor: f64,
}

/// Points of a strategy or a seat minus the mean of all seats in the same games; for a strategy in all seats, exactly
/// 0.
pub(crate) fn beyond_mean(subject: &Subject<'_>, tally: &Tally, group: Group) -> PairedEstimate {
    let groups = |group| tally.headline.groups(&tally.layout, tally.layout.points(group));
    let seats: Vec<Vec<GroupSum>> =
        Seat::all(subject.players).map(|seat| groups(Group::Seat(seat))).collect();
    let sum = |at: usize| seats.iter().fold((0, 0), |sum, seat| (sum.0 + seat[at].0, sum.1 + seat[at].1));
    let own = groups(group);
    let all: Vec<GroupSum> = (0..own.len()).map(sum).collect();
    let paired = paired::difference(&own, &all, tally.deals).scaled(subject.points_scale());
    if paired.differing > 0 {
        return paired;
    }
    let level = Estimate { standard_error: Some(0.0), ..paired.difference };
    PairedEstimate { difference: level, ..paired }
}

/// Win rate of a strategy or a seat minus the fair share; for points, [`beyond_mean`].
pub(crate) fn beyond_fair(subject: &Subject<'_>, tally: &Tally, group: Group) -> Estimate {
    match subject.objective {
        Objective::Wins => {
            subject.utility().of_group(tally, group).moved(-subject.fair_share().unwrap_or(0.0))
        }
        Objective::Points => beyond_mean(subject, tally, group).difference,
    }
}

/// Headline figures of a strategy's or a seat's plays; `scale` is the factor of points.
pub(crate) fn of_group(layout: &Layout, scale: f64, group: Group) -> Vec<Headline> {
    let headline = |figure, cell, factor| Headline { figure, cell, factor };
    let mut list = vec![
        headline(Figure::WinRate, layout.wins(group), 1.0 / WIN as f64),
        headline(Figure::Points, layout.points(group), scale),
    ];
    let places = 1..=layout.frame().contenders;
    list.extend(places.map(|place| headline(Figure::Place(place), layout.place(group, place), 1.0)));
    list
}

pub(crate) fn of_games(layout: &Layout, scale: f64) -> Vec<Headline> {
    let headline = |figure, cell, factor| Headline { figure, cell, factor };
    let mut list = vec![
        headline(Figure::Plies, layout.plies(), 1.0),
        headline(Figure::Decisions, layout.decisions(), 1.0),
        headline(Figure::Truncated, layout.truncated(), 1.0),
    ];
    list.extend(
        Shape::ALL.map(|shape| headline(Figure::Shape(shape), layout.shape(shape), of_shape(shape, scale))),
    );
    list
}

pub(crate) fn of_shape(shape: Shape, scale: f64) -> f64 {
    match shape {
        Shape::LeadChanges | Shape::DecidedAfter => 1.0,
        Shape::Comeback | Shape::Margin => scale,
        Shape::EarlyOrder => 1.0 / SHARE as f64,
    }
}

#[derive(Debug, Clone)]
pub struct Level {
    pub of: FigureOf,
    pub measurement: Measurement,
}

/// Every headline figure of an arm. `names` are those of the strategies, which arms of a sweep share although their
/// params differ.
pub fn levels(subject: &Subject<'_>, names: &[String], tally: &Tally) -> Vec<Level> {
    let (layout, scale, reader) = (&tally.layout, subject.points_scale(), Reader::new(tally));
    let mut list = Vec::new();
    let mut add = |headlines: Vec<Headline>, owner: Owner| {
        list.extend(headlines.into_iter().map(|Headline { figure, cell, factor }| {
            let measurement = reader.read(&TallyFigure::of_cells(vec![cell], factor, figure.unit()));
            Level { of: FigureOf { figure, owner: owner.clone() }, measurement }
        }));
    };
    for (at, name) in names.iter().enumerate() {
        add(of_group(layout, scale, Group::Strategy(at)), Owner::Strategy(name.clone()));
    }
    if subject.players > 1 {
        Seat::all(subject.players)
            .for_each(|seat| add(of_group(layout, scale, Group::Seat(seat)), Owner::Seat(seat)));
    }
    add(of_games(layout, scale), Owner::Games);
    list
}

impl Level {
    pub fn estimate(&self) -> Estimate {
        self.measurement.estimate
    }

    /// This figure minus another of the same unit, or minus the same figure of another arm, over the same deals.
    pub fn less(&self, other: &Level) -> PairedEstimate {
        let less = self.measurement.less(&other.measurement, Pairing::SameDeals);
        self.of.figure.unit().clipped(less.paired)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_lies_above_below_or_around_a_number() {
        let of = |low, high| Direction::compare(Some(Interval { low, high }), 0.25);
        assert_eq!(
            [of(0.26, 0.3), of(0.2, 0.24), of(0.2, 0.3), Direction::compare(None, 0.0)],
            [Direction::Above, Direction::Below, Direction::Open, Direction::Open]
        );
    }
}
