//! What stands after each round: mean points, a line a strategy, and whether the leader goes on to win.

use super::{
    Sketch,
    lines::{self, Line, Plot, Step},
    theme::Sheet,
};
use sim_lab::summary::{LeaderRow, RoundRow};
use sim_stats::Estimate;

pub fn points<'a>(rows: &[RoundRow], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let mut lines: Vec<Line> = Vec::new();
    for RoundRow { strategy, round, points } in rows {
        let Some(step) = step(*round, points) else { continue };
        match lines.iter_mut().find(|line| line.name == *strategy) {
            Some(line) => line.steps.push(step),
            None => lines.push(Line { name: strategy.clone(), steps: vec![step] }),
        }
    }
    let plot = Plot {
        name: "points-by-round",
        title: "Points by round",
        subtitle: "Mean points of a seat after each round; whiskers are 95 % intervals, often smaller than the marks.",
        caption,
        across: "after round",
        up: "mean points",
        is_share: false,
        from_zero: true,
        mark: None,
    };
    lines::sketch(&lines, &plot, sheet)
}

/// One line: how often whoever leads after a round wins.
pub fn leaders<'a>(rows: &[LeaderRow], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let steps = rows.iter().filter_map(|LeaderRow { round, wins }| step(*round, wins));
    // After a round in which hardly anybody leads alone, little is known.
    let steps = steps.filter(|step| step.interval.is_some()).collect();
    let plot = Plot {
        name: "leader-by-round",
        title: "Does the leader go on to win?",
        subtitle: "Share of games won by whoever leads alone after the round, of those that go on; whiskers are 95 % intervals. Low: an open race. Near 100 %: it is over.",
        caption,
        across: "after round",
        up: "games that the leader wins",
        is_share: true,
        from_zero: true,
        mark: None,
    };
    lines::sketch(&[Line { name: "leader".to_owned(), steps }], &plot, sheet)
}

fn step(round: usize, estimate: &Estimate) -> Option<Step> {
    Some(Step { x: round as f64, y: estimate.value?, interval: estimate.interval })
}
