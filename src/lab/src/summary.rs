mod components;
mod course;
mod measures;
mod outcomes;
mod profile;
mod rates;

use sim_engine::{Info, Objective};
use sim_play::{arm::Subject, tally::Tally};

use crate::figure::Unit;
pub(crate) use components::note;
pub use components::{AdjustedRow, ComponentSummary, Components, Event, UseCountRow, UseRow};
pub use course::{Course, EndRow, Ending, LeaderRow, LengthBin, LengthRow, RoundRow, ShapeRow};
pub(crate) use measures::labels;
pub use measures::{BinRow, Board, BoardCell, MeasureRow, Measures, per};
pub use outcomes::{PlaceRow, Places, Points, PointsRow, ScoreRow, points};
pub(crate) use profile::MOST as HABITS;
pub use profile::{Habit, HabitRow, MatchupRow, StrategyProfile};
pub use rates::{RateRow, WinRates, best_first, win_rates};

#[derive(Debug, Clone)]
pub struct Summary {
    pub info: &'static Info,
    pub objective: Objective,
    pub players: usize,
    pub automa: Option<&'static str>,
    pub games: u64,
    pub deals: u64,
    pub rates: WinRates,
    /// Like `rates`, in points; `None` unless these are the objective.
    pub scored: Option<WinRates>,
    pub points: Points,
    pub places: Places,
    /// Distribution of final points: the same bins for every strategy, from the first to the last occupied one.
    pub scores: Vec<ScoreRow>,
    /// How strategies differ; `None` if there is only one.
    pub apart: Option<StrategyProfile>,
    pub course: Course,
    pub components: Components,
    pub measures: Measures,
}

impl Summary {
    /// Results in the unit of the objective, with that unit.
    pub fn results(&self) -> (&WinRates, Unit) {
        let points = self.scored.as_ref();
        points.map_or((&self.rates, Unit::Share), |points| (points, Unit::Counted(self.info.points_unit)))
    }

    pub fn new(subject: &Subject<'_>, tally: &Tally) -> Summary {
        Summary {
            info: subject.info,
            objective: subject.objective,
            players: subject.players,
            automa: subject.automa,
            games: tally.games,
            deals: tally.deals,
            rates: win_rates(subject, tally),
            scored: (!subject.objective.is_wins()).then(|| rates::in_points(subject, tally)),
            points: points(subject, tally),
            places: outcomes::places(subject, tally),
            scores: outcomes::scores(subject, tally),
            apart: profile::apart(subject, tally),
            course: course::course(subject, tally),
            components: components::components(subject, tally),
            measures: measures::measures(subject, tally),
        }
    }
}
