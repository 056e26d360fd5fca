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
    spec.number("value", |row| row.tried.value).about("What was tried.");
    spec.text("figure", |row| &row.figure).about("What is wanted.");
    spec.interval(["level", "low", "high"], |row| row.seen).about("The figure there.");
    spec.number("target", |row| match row.goal {
        Goal::Level(level) => Some(level.value),
        Goal::Range(_) => None,
    })
    .about("What it should be, where one value is wanted.");
    spec.number("least", |row| row.ends()[0])
        .about("The least that it should be, where a range is wanted that has a lower end.");
    spec.number("most", |row| row.ends()[1])
        .about("The most that it should be, where a range is wanted that has an upper end.");
    spec.text("verdict", |row| row.goal.verdict(row.tried)).about("Of one value that is wanted, not ruled out: the interval holds it; ruled out: it does not. Of a range, met: all figures of the value surely lie in it; missed: one surely lies outside. undecided: too few games. excluded: it is no answer, whatever its figures.");
    spec.words("excluded", |row| row.tried.violation.as_ref().map(ToString::to_string).unwrap_or_default())
        .about("How the games of this value are surely degenerate compared with those of the current rules; empty where they are not.");
    spec
}
