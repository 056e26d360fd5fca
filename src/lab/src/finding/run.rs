//! Findings about a single run. Those picked from a list rest on intervals that hold for the whole list at once.

use sim_engine::Component;
use sim_play::tally::Shape;
use sim_stats::Interval;

use super::{Certainty, Finding, FindingKind, Tone};
use crate::{
    figure::{Direction, Figure, Unit},
    summary::{AdjustedRow, ComponentSummary, Ending, Habit, HabitRow, RateRow, Summary, best_first},
};

#[derive(Debug, Clone, PartialEq)]
pub enum RunFinding {
    /// The win rate of a solo player, over all strategies.
    Won { automa: &'static str, share: RateRow },
    /// Who wins a run.
    Strategies { unit: Unit, standing: Strategies },
    /// Whether the seat decides who wins a run.
    Seats { unit: Unit, seats: Seats },
    /// How the strongest strategy differs from the others: the clearest row of each measure.
    Habits { strategy: String, rows: Vec<HabitRow> },
    /// Components whose use is associated with winning or losing.
    Associations(Associations),
    /// How long games are, and how close.
    Course(Course),
    /// Games of a run that were cut off at the ply limit.
    CutOff { games: u64, share: f64 },
}

/// Who wins a run, as far as known. Rows are in the order of their results.
#[derive(Debug, Clone, PartialEq)]
pub enum Strategies {
    /// Nobody has a fair share.
    Alone(Vec<RateRow>),
    /// A single strategy plays against itself.
    Single(RateRow),
    /// There are no intervals.
    Unknown(Vec<RateRow>),
    /// None differs significantly from the fair share.
    Level { first: RateRow, fair: f64 },
    /// Some do.
    Apart {
        fair: f64,
        above: Vec<RateRow>,
        below: Vec<RateRow>,
        /// Whether the first of `above` lies significantly above the second, at the level of the whole list.
        is_first_clear: bool,
        /// Whether the last of `below` lies significantly below all others.
        is_last_clear: bool,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub enum Seats {
    /// There are no intervals.
    Unknown(Vec<RateRow>),
    /// None differs significantly from the fair share; `within` is the largest half width.
    Level { fair: f64, within: f64 },
    /// Some do: the one to name first, and the others, the furthest from the fair share first.
    Apart { fair: f64, first: RateRow, others: Vec<RateRow>, seats: usize },
}

#[derive(Debug, Clone, PartialEq)]
pub struct Associations {
    /// Significant associations, the strongest first.
    pub found: Vec<Association>,
    pub compared: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Association {
    pub component: Component,
    pub price: Option<i64>,
    /// Win rate of its users minus that of others at the same table.
    pub difference: f64,
    /// Adjusted for the selection from all components.
    pub interval: Option<Interval>,
}

/// Length and closeness of games: means over all games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Course {
    pub decisions: f64,
    /// The winner's final lead over the second, in points of the game.
    pub margin: Option<f64>,
    pub unit: &'static str,
    pub lead_changes: Option<f64>,
}

/// The findings of a run, most important first.
pub fn of_run(run: &Summary) -> Vec<Finding> {
    let all = [won(run), strategies(run), cut_off(run), seats(run), links(run), course(run), habits(run)];
    all.into_iter().flatten().collect()
}

fn finding(tone: Tone, surety: Certainty, table: &'static str, what: RunFinding) -> Finding {
    let what = FindingKind::Run(what);
    Finding { tone, severity: 0.0, what, surety, scene: None, table, command: None, but: Vec::new() }
}

const UNDECIDED: Certainty = Certainty::Undecided { more: None, is_of_several: false };

fn won(run: &Summary) -> Option<Finding> {
    let (automa, share) = (run.automa?, run.rates.overall.clone()?);
    share.estimate.value?;
    Some(finding(Tone::Fine, Certainty::Seen, "win_rate_overall", RunFinding::Won { automa, share }))
}

/// Side of the fair share, at the level of the whole list; `None` if unknown.
fn side(row: &RateRow) -> Option<Direction> {
    Some(Direction::compare(Some(row.list?), row.fair?))
}

/// Whether `one` lies significantly above `other`, at the level of the whole list.
fn is_above(one: &RateRow, other: &RateRow) -> bool {
    one.list.zip(other.list).is_some_and(|(one, other)| one.low > other.high)
}

fn value(row: &RateRow) -> f64 {
    row.estimate.value.unwrap_or(0.0)
}

fn counted<'r>(rows: impl IntoIterator<Item = &'r RateRow>) -> Vec<RateRow> {
    rows.into_iter().filter(|row| row.estimate.value.is_some()).cloned().collect()
}

fn strategies(run: &Summary) -> Option<Finding> {
    let (results, unit) = run.results();
    let rows = counted(best_first(&results.strategies));
    let first = rows.first()?.clone();
    let (tone, surety, standing) = standing(rows, first);
    let what = RunFinding::Strategies { unit, standing };
    let table = if unit.is_share() { "win_rate_by_strategy" } else { "points_by_strategy" };
    Some(finding(tone, surety, table, what))
}

fn standing(rows: Vec<RateRow>, first: RateRow) -> (Tone, Certainty, Strategies) {
    let Some(fair) = first.fair else { return (Tone::Fine, Certainty::Seen, Strategies::Alone(rows)) };
    if rows.len() == 1 {
        return (Tone::Fine, Certainty::Seen, Strategies::Single(first));
    }
    if rows.iter().all(|row| side(row).is_none()) {
        return (Tone::Open, UNDECIDED, Strategies::Unknown(rows));
    }
    let on = |wanted: Direction| -> Vec<RateRow> {
        rows.iter().filter(|row| side(row) == Some(wanted)).cloned().collect()
    };
    let (above, below) = (on(Direction::Above), on(Direction::Below));
    if above.is_empty() && below.is_empty() {
        return (Tone::Fine, UNDECIDED, Strategies::Level { first, fair });
    }
    let is_first_clear = matches!(&above[..], [first, second, ..] if is_above(first, second));
    let is_last_clear = below
        .last()
        .is_some_and(|last| rows.iter().all(|row| row.owner == last.owner || is_above(row, last)));
    let apart = Strategies::Apart { fair, above, below, is_first_clear, is_last_clear };
    (Tone::Off, Certainty::Decided, apart)
}

fn seats(run: &Summary) -> Option<Finding> {
    if run.players < 2 {
        return None;
    }
    let (results, unit) = run.results();
    let rows = counted(&results.seats);
    let fair = rows.iter().find_map(|row| row.fair)?;
    let (tone, surety, seats) = if rows.iter().all(|row| side(row).is_none()) {
        (Tone::Open, UNDECIDED, Seats::Unknown(rows))
    } else {
        let is_told = |row: &&RateRow| matches!(side(row), Some(Direction::Above | Direction::Below));
        let mut told: Vec<&RateRow> = rows.iter().filter(is_told).collect();
        told.sort_by(|a, b| (value(b) - fair).abs().total_cmp(&(value(a) - fair).abs()));
        let above = told.iter().find(|row| side(row) == Some(Direction::Above));
        match above.or(told.first()) {
            None => {
                let halves = rows.iter().filter_map(|row| row.list).map(|ends| (ends.high - ends.low) / 2.0);
                (Tone::Fine, UNDECIDED, Seats::Level { fair, within: halves.fold(0.0, f64::max) })
            }
            Some(&first) => {
                let others = told.iter().filter(|row| row.owner != first.owner);
                let others = others.map(|row| (*row).clone()).collect();
                let apart = Seats::Apart { fair, first: first.clone(), others, seats: rows.len() };
                (Tone::Off, Certainty::Decided, apart)
            }
        }
    };
    let table = if unit.is_share() { "win_rate_by_seat" } else { "points_by_seat" };
    Some(finding(tone, surety, table, RunFinding::Seats { unit, seats }))
}

fn habits(run: &Summary) -> Option<Finding> {
    let best = *best_first(&run.results().0.strategies).first()?;
    let strategy = best.owner.strategy()?.to_owned();
    // One row per measure is enough: further rows mostly repeat it.
    let is_same = |one: &Habit, other: &Habit| match (one, other) {
        (Habit::Uses(_), Habit::Uses(_)) => true,
        (Habit::Measure { measure: one, .. }, Habit::Measure { measure: other, .. }) => {
            one.name == other.name
        }
        _ => false,
    };
    let mut rows: Vec<HabitRow> = Vec::new();
    for row in run.apart.iter().flat_map(|apart| &apart.habits).filter(|row| row.strategy == strategy) {
        if !rows.iter().any(|known| is_same(&known.habit, &row.habit)) {
            rows.push(row.clone());
        }
    }
    if rows.is_empty() {
        return None;
    }
    Some(finding(Tone::Fine, Certainty::Decided, "profile", RunFinding::Habits { strategy, rows }))
}

/// Associations of chosen components with winning. Outcomes are left out: they show who did well, not what to do.
fn links(run: &Summary) -> Option<Finding> {
    let all = &run.components.all;
    let rows: Vec<(&ComponentSummary, &AdjustedRow)> =
        all.iter().filter_map(|one| Some((one, one.adjusted.as_ref()?))).collect();
    let compared = rows.iter().filter(|(one, row)| one.is_chosen() && row.p_value.is_some()).count();
    if compared == 0 {
        return None;
    }
    let link = |(one, row): &(&ComponentSummary, &AdjustedRow)| Association {
        component: one.component.clone(),
        price: one.price,
        difference: row.estimate.value.unwrap_or(0.0),
        interval: row.list,
    };
    let mut found: Vec<Association> =
        rows.iter().filter(|(one, row)| one.is_chosen() && row.is_found()).map(link).collect();
    found.sort_by(|a, b| b.difference.abs().total_cmp(&a.difference.abs()));
    let (tone, surety) =
        if found.is_empty() { (Tone::Fine, UNDECIDED) } else { (Tone::Off, Certainty::Decided) };
    let links = Associations { found, compared };
    Some(finding(tone, surety, "component_adjusted_difference", RunFinding::Associations(links)))
}

fn course(run: &Summary) -> Option<Finding> {
    let decisions = run.course.length.iter().find(|row| row.figure == Figure::Decisions)?.mean.value?;
    let shape = |shape| run.course.shape.iter().find(|row| row.shape == shape)?.mean.value;
    let course = Course {
        decisions,
        margin: shape(Shape::Margin),
        unit: run.info.points_unit,
        lead_changes: shape(Shape::LeadChanges),
    };
    Some(finding(Tone::Fine, Certainty::Seen, "length", RunFinding::Course(course)))
}

fn cut_off(run: &Summary) -> Option<Finding> {
    let row = run.course.ends.iter().find(|row| row.ending == Ending::CutOff)?;
    let share = row.share.value.filter(|share| *share > 0.0)?;
    let games = (row.share.n as f64 * share).round() as u64;
    Some(finding(Tone::Open, Certainty::Seen, "ends", RunFinding::CutOff { games, share }))
}
