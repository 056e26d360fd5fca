//! What an answer states, in figures: whoever writes pages words it.

use sim_stats::{Estimate, Interval};

use super::Topic;
use crate::{
    audit::course::Pace,
    balance::{Change, goal::GoalStatus},
    figure::FigureOf,
    finding::{AlternativeEffect, GameFinding, SeatAt},
    verdict::Sort,
};

#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// The seats that are surely beyond the tolerance, the furthest first; those on which the members of the panel surely
    /// disagree, likewise; those that are not decided; and, where no seat is beyond it, the one that is furthest from its
    /// fair share.
    Seats {
        sizes: Vec<usize>,
        off: Vec<SeatAt>,
        disputed: Vec<SeatDispute>,
        open: Vec<SeatAt>,
        furthest: Option<SeatAt>,
        tolerance: f64,
    },
    /// How many ways to win are viable.
    Plans(PlansStatement),
    /// How training went where players followed fewer than two of the plans, so that these cannot be compared; no runs
    /// where the game has no plans yet.
    PlansUntested { players: usize, runs: Vec<PlanRuns> },
    /// What components should cost.
    Prices(PricesStatement),
    /// What is off of how games run, worst first; whether too few deals were played to know; and how games run at each table
    /// with rivals.
    Course { players: usize, off: Vec<GameFinding>, is_open: bool, tables: Vec<CourseAt> },
    /// How far it is from the lowest level of players to the highest whose distance is known.
    Skill { players: usize, lowest: String, highest: String, length: Estimate },
    /// What to change.
    Change(ChangeStatement),
    /// What is assumed, and what is undecided.
    Unknown(UnknownStatement),
    /// An interrupted audit did not come to it.
    NotPlayed(Topic),
}

#[derive(Debug, Clone, PartialEq)]
pub struct ChangeStatement {
    /// What to change at each table so that its seats are fine.
    pub seats: Vec<SeatProposal>,
    /// Numbers of players at which a seat is off and nothing was tried.
    pub untried: Vec<usize>,
    /// Prices to change, the furthest from fair first.
    pub prices: Vec<PriceAt>,
    /// At how many players prices were measured, if any were.
    pub priced: Option<usize>,
    /// What it means where all three lists are empty.
    pub no_change: NoChange,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PlansStatement {
    pub players: usize,
    /// How many plans there are.
    pub of: usize,
    /// How many are surely viable among each other.
    pub living: usize,
    /// Those that are surely not, with their results, the weakest first.
    pub dead: Vec<(String, f64)>,
    pub strongest: (String, f64),
    pub weakest: (String, f64),
    /// The result of one that is as good as the others.
    pub fair: f64,
    /// Below this a plan is not viable.
    pub dead_below: f64,
    /// Those that are not viable at other numbers of players.
    pub elsewhere: Vec<(usize, Vec<String>)>,
    /// What else is known where players trained for them.
    pub hands: Option<TrainedPlanSummary>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PricesStatement {
    pub players: usize,
    /// How many prices were measured.
    pub looked: usize,
    /// Surely overpriced or underpriced, the furthest from fair first.
    pub off: Vec<PriceAt>,
    /// What hardly anybody buys.
    pub unbought: Vec<String>,
    /// How many prices are undecided.
    pub open: usize,
    /// What pays far more or less than the median of its kind.
    pub paying: Vec<PaymentAt>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct UnknownStatement {
    /// Components that are assumed, of so many.
    pub guessed: usize,
    pub of: usize,
    /// How many alternatives to rulings, ties and data were played.
    pub alternatives: usize,
    /// Those that move a seat, the furthest first.
    pub moving: Vec<AlternativeEffect>,
    /// The one that moves an archetype furthest.
    pub plan: Option<AlternativeEffect>,
    /// Of each sort, how many verdicts are undecided, and how many there are, at all tables together.
    pub open: Vec<(Sort, usize, usize)>,
}

/// Why an audit proposes no change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoChange {
    /// Not all was played, so that nothing found means nothing.
    Stopped,
    /// Players disagree on seats; how games run may be off besides.
    Disputed { is_pacing_off: bool },
    /// How games run is off, for which no change is sought.
    Pacing,
    /// Seats, prices or how games run are not decided.
    Undecided,
    /// Nothing is off.
    Fine,
}

/// A seat that is worth more to some members of the panel than to others, for sure.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatDispute {
    pub seat: SeatAt,
    /// What it is worth to each member, most first: its results there less those in all seats.
    pub members: Vec<(String, Estimate)>,
}

/// How games run at a table. A game without rounds has no pace, and nothing is early in it.
#[derive(Debug, Clone, PartialEq)]
pub struct CourseAt {
    pub players: usize,
    pub plies: Option<f64>,
    pub pace: Option<Pace>,
    /// How often the lead passes to another.
    pub changes: Option<Estimate>,
    /// The share of pairs who end in the order of the first round.
    pub early: Option<Estimate>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TrainedPlanSummary {
    /// Those that win far more than their share, for sure.
    pub ruling: Vec<String>,
    /// Those whose players play like one without a plan.
    pub alike: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanRuns {
    pub plan: String,
    /// Training runs whose player followed it, of all.
    pub followed: u64,
    pub repeats: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct SeatProposal {
    pub players: usize,
    /// What is changed; nothing where no change was found that is better.
    pub changes: Vec<Change>,
    pub reached: GoalStatus,
    /// The seat that is furthest off its fair share, as the game is and then.
    pub off: [SeatOff; 2],
    /// The figures of others than seats that differ then, for sure, with the difference: those of the whole game first,
    /// the clearest first.
    pub moved: Vec<(FigureOf, Option<f64>)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SeatOff {
    pub seat: u8,
    /// Its result less the fair one.
    pub by: f64,
    pub ends: Option<Interval>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PriceAt {
    pub component: String,
    pub now: i64,
    pub is_over: bool,
    /// What it is worth at its price beyond the median of its kind: a difference of the objective.
    pub beyond: f64,
    pub is_sought: bool,
    /// What it should cost; none where no price was found.
    pub fair: Option<f64>,
    pub ends: (Option<i64>, Option<i64>),
}

#[derive(Debug, Clone, PartialEq)]
pub struct PaymentAt {
    pub component: String,
    pub kind: String,
    /// What it pays over the median of the kind, less 1.
    pub beyond: f64,
}
