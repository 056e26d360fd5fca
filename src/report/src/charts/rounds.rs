use super::{
    Sketch,
    lines::{self, Line, Plot, Step},
    theme::Sheet,
};
use sim_lab::summary::{LeaderRow, RoundRow};
use sim_stats::Estimate;

/// Rounds that fewer games come to, of those that come to the first, are left out: there the mean jumps with the few.
const LEAST: f64 = 0.01;

fn is_met(estimate: &Estimate, most: u64) -> bool {
    estimate.n as f64 >= LEAST * most as f64
}

pub fn points<'a>(rows: &[RoundRow], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let mut lines: Vec<Line> = Vec::new();
    let most = rows.iter().map(|row| row.points.n).max().unwrap_or(0);
    for RoundRow { strategy, round, points } in rows.iter().filter(|row| is_met(&row.points, most)) {
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

pub fn leaders<'a>(rows: &[LeaderRow], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let most = rows.iter().map(|row| row.wins.n).max().unwrap_or(0);
    let rows = rows.iter().filter(|row| is_met(&row.wins, most));
    let steps = rows.filter_map(|LeaderRow { round, wins }| step(*round, wins));
    // After a round in which hardly anybody leads alone, little is known.
    let steps = steps.filter(|step| step.interval.is_some()).collect();
    let plot = Plot {
        name: "leader-by-round",
        title: "Does the leader go on to win?",
        subtitle: "Share of games won by the sole leader after the round, of those that go on; whiskers are 95 % intervals. Low: an open race. Near 100 %: it is over.",
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
