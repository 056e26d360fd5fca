use super::{MOST, Row, RowChart, Sheet, Sketch, padded, theme};
use sim_engine::text::people;
use sim_lab::balance::{
    BalanceResult,
    goal::{Goal, GoalStatus},
};
use sim_stats::Estimate;

pub fn sketch<'a>(found: &BalanceResult, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    for (at, goal) in found.goals.iter().enumerate() {
        for (figure, words) in goal.figures.iter().enumerate() {
            for (number, proposal) in found.proposals.iter().enumerate() {
                let name = words.to_string().replace(" win rate", "");
                let name = format!("{name}, proposal {number}");
                rows.extend(row(goal, &proposal.seen[at][figure], name));
            }
        }
    }
    rows.truncate(MOST);
    let chart = RowChart {
        name: "proposals",
        range: padded(rows.iter().flat_map(Row::values).chain([-1.0, 1.0]), 0.06, 3.0)?,
        rows,
        band: Some([-1.0, 1.0]),
        ..RowChart::default()
    };
    Some(chart.sketch(sheet))
}

/// Position of a figure in units of its range's width; `None` if it was never observed.
fn row(goal: &Goal, seen: &Estimate, name: String) -> Option<Row> {
    let scale = goal.scale();
    let place = |value: f64| match (goal.range.low, goal.range.high) {
        (Some(low), Some(high)) => (value - (low + high) / 2.0) / scale,
        // One-sided ranges end at 1 or −1.
        (Some(low), None) => (value - low) / scale - 1.0,
        (None, Some(high)) => (value - high) / scale + 1.0,
        (None, None) => value / scale,
    };
    // Judges this figure alone: others of the same goal may miss it.
    let (words, colour) = match goal.status(std::slice::from_ref(seen)) {
        GoalStatus::Met => ("inside", theme::ABOVE),
        GoalStatus::Missed => ("outside", theme::BELOW),
        GoalStatus::Open => ("not known", theme::UNDECIDED),
    };
    let value = place(seen.value?);
    Some(Row {
        name,
        words: words.to_owned(),
        alt: format!("{} of its range, {words}", people::fixed(value, 2)),
        colour,
        line: seen.interval.map(|ends| [place(ends.low), place(ends.high)].map(Some)),
        dot: Some(value),
        ring: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{balanced, estimate};
    use sim_lab::balance::goal::Range;

    #[test]
    fn figures_lie_in_their_range_or_beside_it() {
        let goal = |low, high| Goal { range: Range { low, high }, ..balanced(&[]).goals.remove(0) };
        let place = |goal: &Goal, value: f64| {
            row(goal, &estimate(Some(value), None), String::new()).and_then(|row| row.dot)
        };
        let both = goal(Some(60.0), Some(80.0));
        assert_eq!([60.0, 70.0, 80.0, 90.0].map(|value| place(&both, value).unwrap()), [-1.0, 0.0, 1.0, 2.0]);
        let most = goal(None, Some(50.0));
        assert_eq!([50.0, 55.0].map(|value| place(&most, value).unwrap()), [1.0, 2.0]);
        let least = goal(Some(50.0), None);
        assert_eq!([50.0, 45.0].map(|value| place(&least, value).unwrap()), [-1.0, -2.0]);
        assert!(row(&both, &Estimate::MISSING, String::new()).is_none());
    }

    #[test]
    fn every_figure_of_every_proposal_has_a_row() {
        let sheet = Sheet::new(theme::WIDE).unwrap();
        let found = balanced(&[(90.0, GoalStatus::Missed), (70.0, GoalStatus::Met)]);
        let sketch = sketch(&found, &sheet).unwrap();
        let wanted =
            "plies, proposal 0: 2.00 of its range, outside. plies, proposal 1: 0.00 of its range, inside.";
        assert!(sketch.alt.contains(wanted), "{}", sketch.alt);
        let svg = sketch.canvas.svg("proposals", &sketch.alt).unwrap();
        // The colors of figures outside and inside their ranges.
        for colour in ["#D55E00", "#0072B2"] {
            assert!(svg.matches(colour).count() >= 2, "{colour}: a line and a dot");
        }
        assert!(super::sketch(&balanced(&[]), &sheet).is_some(), "the range is drawn by itself");
    }
}
