//! The content of an answer as typed figures; report pages put them into words.

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
    /// Seats significantly beyond the tolerance (`off`) and seats on which panel members disagree significantly
    /// (`disputed`), the largest first; undecided seats (`open`); if no seat is off, the one furthest from its fair
    /// share.
    Seats {
        sizes: Vec<usize>,
        off: Vec<SeatAt>,
        disputed: Vec<SeatDispute>,
        open: Vec<SeatAt>,
        furthest: Option<SeatAt>,
        tolerance: f64,
    },
    /// How many plans are viable.
    Plans(PlansStatement),
    /// Players followed fewer than two plans in training, so the plans cannot be compared. `runs` is empty if the
    /// game has no plans yet.
    PlansUntested { players: usize, runs: Vec<PlanRuns> },
    /// What components should cost.
    Prices(PricesStatement),
    /// Pacing problems (`off`), worst first; whether too few deals were played to know; pacing at each table with
    /// rivals.
    Course { players: usize, off: Vec<GameFinding>, is_open: bool, tables: Vec<CourseAt> },
    /// The distance from the lowest level of players to the highest whose distance is known.
    Skill {
        players: usize,
        lowest: String,
        highest: String,
        length: Estimate,
        /// Share of the objective's variance among strong players that the choice of a strategy explains.
        strategies: Option<Estimate>,
    },
    /// What to change first.
    Change(ChangeStatement),
    /// What is assumed, and what is undecided.
    Unknown(UnknownStatement),
    /// An interrupted audit did not reach this topic.
    NotPlayed(Topic),
}

#[derive(Debug, Clone, PartialEq)]
pub struct ChangeStatement {
    /// Changes at each table that make its seats fair.
    pub seats: Vec<SeatProposal>,
    /// Numbers of players at which a seat is off and no change was tried.
    pub untried: Vec<usize>,
    /// Prices to change, the furthest from fair first.
    pub prices: Vec<PriceAt>,
    /// Number of players at which prices were measured; `None` if none were.
    pub priced: Option<usize>,
    /// Why there is no change if all three lists are empty.
    pub no_change: NoChange,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PlansStatement {
    pub players: usize,
    /// Number of plans.
    pub of: usize,
    /// Number of plans that are significantly viable.
    pub living: usize,
    /// Plans that are significantly not viable, with their results, the weakest first.
    pub dead: Vec<(String, f64)>,
    pub strongest: (String, f64),
    pub weakest: (String, f64),
    /// Result of a plan that is as strong as the others.
    pub fair: f64,
    /// Result below which a plan is not viable.
    pub dead_below: f64,
    /// Plans that are not viable at other numbers of players.
    pub elsewhere: Vec<(usize, Vec<String>)>,
    /// Further results, if players trained for the plans.
    pub hands: Option<TrainedPlanSummary>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PricesStatement {
    pub players: usize,
    /// Number of measured prices.
    pub looked: usize,
    /// Significantly mispriced components: those with a known fair price first, then by distance from fair.
    pub off: Vec<PriceAt>,
    /// Components that hardly anybody buys.
    pub unbought: Vec<String>,
    /// Number of undecided prices.
    pub open: usize,
    /// Components that pay far more or less than the median of their kind.
    pub paying: Vec<PaymentAt>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct UnknownStatement {
    /// Number of assumed components, out of `of`.
    pub guessed: usize,
    pub of: usize,
    /// Number of alternatives to rulings, ties and data that were played.
    pub alternatives: usize,
    /// Alternatives that significantly move a seat, the largest effect first.
    pub moving: Vec<AlternativeEffect>,
    /// The alternative that moves an archetype furthest.
    pub plan: Option<AlternativeEffect>,
    /// For each sort, the numbers of undecided verdicts and of all verdicts, over all tables.
    pub open: Vec<(Sort, usize, usize)>,
}

/// Why an audit proposes no change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoChange {
    /// The audit was interrupted, so finding nothing means nothing.
    Stopped,
    /// Panel members disagree on a seat. Pacing may be off as well.
    Disputed { is_pacing_off: bool },
    /// Pacing is off, and the audit seeks no changes for that.
    Pacing,
    /// Seats, prices or pacing are undecided.
    Undecided,
    /// No problem was found.
    Fine,
}

/// A seat whose effect differs significantly between panel members.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatDispute {
    pub seat: SeatAt,
    /// Effect of the seat for each member, the largest first: its result there minus its result over all seats.
    pub members: Vec<(String, Estimate)>,
}

/// Pacing at a table. A game without rounds has neither `pace` nor `early`.
#[derive(Debug, Clone, PartialEq)]
pub struct CourseAt {
    pub players: usize,
    pub plies: Option<f64>,
    pub pace: Option<Pace>,
    /// Mean number of lead changes per game.
    pub changes: Option<Estimate>,
    /// Share of player pairs that finish in the order of the first round.
    pub early: Option<Estimate>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TrainedPlanSummary {
    /// Plans that significantly win far more than their share.
    pub ruling: Vec<String>,
    /// Plans whose trained players play like players without a plan.
    pub alike: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanRuns {
    pub plan: String,
    /// Number of training runs whose player followed the plan, out of `repeats`.
    pub followed: u64,
    pub repeats: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct SeatProposal {
    pub players: usize,
    /// Empty if no change improves the seats.
    pub changes: Vec<Change>,
    pub reached: GoalStatus,
    /// The seat furthest from its fair share, before and after the changes.
    pub off: [SeatOff; 2],
    /// Figures other than those of seats that the changes move significantly, with the difference. The clearest come
    /// first, detailed counts last.
    pub moved: Vec<(FigureOf, Option<f64>)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SeatOff {
    pub seat: u8,
    /// Its result minus the fair result.
    pub by: f64,
    pub ends: Option<Interval>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PriceAt {
    pub component: String,
    pub now: i64,
    pub is_over: bool,
    /// Its worth at the current price minus that of the median of the others of its kind, in units of the objective.
    pub beyond: f64,
    pub is_sought: bool,
    /// Its data is a reconstruction, not printed.
    pub is_assumed: bool,
    /// `None` if no fair price was found.
    pub fair: Option<f64>,
    pub ends: (Option<i64>, Option<i64>),
}

#[derive(Debug, Clone, PartialEq)]
pub struct PaymentAt {
    pub component: String,
    pub kind: String,
    /// Its payout relative to the median of the kind, minus 1.
    pub beyond: f64,
}
