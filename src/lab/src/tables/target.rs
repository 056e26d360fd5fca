use super::{Table, TableSpec};
use crate::target::{Goal, TargetResult, TargetTrial};
use sim_stats::Estimate;

/// A figure of the goal at a tried value.
pub(super) struct Row<'a> {
    goal: &'a Goal,
    tried: &'a TargetTrial,
    figure: String,
    seen: Estimate,
}

impl Row<'_> {
    /// The ends of the target range.
    fn ends(&self) -> [Option<f64>; 2] {
        match self.goal {
            Goal::Level(_) => [None; 2],
            Goal::Range(goal) => [goal.range.low, goal.range.high],
        }
    }
}

/// All tried values; `answer` is the conclusion in a sentence.
pub fn table(found: &TargetResult, answer: &str) -> Table {
    let goal = &found.goal;
    let rows = found.tried.iter().flat_map(|tried| {
        let figures = goal.figures().iter().zip(&tried.seen);
        figures.map(move |(words, seen)| Row { goal, tried, figure: words.to_string(), seen: *seen })
    });
    spec(answer).table(rows)
}

pub(super) fn spec<'r>(answer: &str) -> TableSpec<Row<'r>> {
    let mut spec = TableSpec::<Row<'_>>::new("target", "The value that is sought").about(answer);
    spec.number("value", |row| row.tried.value).about("The tried value.");
    spec.text("figure", |row| &row.figure).about("The figure of the goal.");
    spec.interval(["level", "low", "high"], |row| row.seen)
        .about("The figure at this value; empty if never observed there.");
    spec.number("target", |row| match row.goal {
        Goal::Level(level) => Some(level.value),
        Goal::Range(_) => None,
    })
    .about("The target; empty for a range.");
    spec.number("least", |row| row.ends()[0]).about("Lower end of the target range; empty without one.");
    spec.number("most", |row| row.ends()[1]).about("Upper end of the target range; empty without one.");
    spec.text("verdict", |row| row.goal.verdict(row.tried)).about("For a single target, not ruled out: the interval contains it; ruled out: it does not. For a range, met: the intervals of all figures of the goal lie in it; missed: one is significantly outside, at 5 % over all figures. undecided: too few games. excluded: no answer, as its games are degenerate.");
    spec.words("excluded", |row| row.tried.violation.as_ref().map(ToString::to_string).unwrap_or_default())
        .about("How the games of this value are significantly degenerate compared with those of the current rules; empty if they are not.");
    spec
}
