//! Mean points after each round, a line a strategy.

use super::{
    Sketch,
    axis::{Scale, padded},
    canvas::{Anchor, Canvas, Lettering},
    theme::{self, Fonts, MARGIN, Weight},
};
use crate::{stats::Interval, tables::Table, text::people};

const NAME: &str = "points-by-round";
const TITLE: &str = "Points by round";
const HEIGHT: f64 = 420.0;
/// Distance of the names at the lines' ends.
const SPACING: f64 = 19.0;
const NAMES: f64 = 200.0;
const RADIUS: f64 = 3.6;

struct Step {
    round: f64,
    points: f64,
    interval: Option<Interval>,
}

struct Line {
    name: String,
    steps: Vec<Step>,
}

pub fn sketch<'a>(table: &Table, caption: &str, fonts: &'a Fonts) -> Option<Sketch<'a>> {
    let lines = lines(table);
    let steps = || lines.iter().flat_map(|line| &line.steps);
    let (first, last) = padded(steps().map(|step| step.round), 0.0, 0.0)?;
    if first >= last {
        return None;
    }
    let values = steps().flat_map(|step| {
        step.interval.into_iter().flat_map(|ends| [ends.low, ends.high]).chain([step.points])
    });
    let (low, high) = padded(values.chain([0.0]), 0.05, 1.0)?;
    // Points that never fall below zero start at it.
    let low = if steps().all(|step| step.points >= 0.0) { 0.0 } else { low };

    let mut canvas = Canvas::new(fonts);
    let subtitle =
        "Mean points of a seat after each round; whiskers are 95 % intervals, often smaller than the marks.";
    let top = canvas.heading(TITLE, subtitle) + 30.0;
    let height = HEIGHT.max(SPACING * lines.len() as f64);
    let names: Vec<String> =
        lines.iter().map(|line| canvas.fonts.fit(&line.name, theme::TEXT, Weight::Regular, NAMES)).collect();
    let widest =
        names.iter().map(|name| canvas.fonts.width(name, theme::TEXT, Weight::Regular)).fold(0.0, f64::max);
    let across = Scale::new(first, last, MARGIN + 62.0, theme::WIDTH - MARGIN - widest - 52.0);
    let up = Scale::new(low, high, top + height, top);
    axes(&mut canvas, across, up, last);
    for (at, line) in lines.iter().enumerate() {
        draw(&mut canvas, line, at, across, up);
    }
    ends(&mut canvas, &lines, &names, across, up);
    canvas.caption(top + height + 52.0, caption);
    Some(Sketch { name: NAME.to_owned(), title: TITLE, alt: alt(&lines), canvas })
}

fn lines(table: &Table) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for row in &table.rows {
        let Some((round, points)) = table.number(row, "round").zip(table.number(row, "mean_points")) else {
            continue;
        };
        let interval =
            table.number(row, "low").zip(table.number(row, "high")).map(|(low, high)| Interval { low, high });
        let name = table.text(row, "strategy");
        let step = Step { round, points, interval };
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.steps.push(step),
            None => lines.push(Line { name: name.to_owned(), steps: vec![step] }),
        }
    }
    lines
}

fn axes(canvas: &mut Canvas<'_>, across: Scale, up: Scale, last: f64) {
    let small = Lettering::new(theme::SMALL, theme::MUTED, Anchor::End);
    let (left, right) = (across.at(across.low), across.at(across.high));
    let bottom = up.at(up.low);
    let (ticks, decimals) = up.ticks(7);
    for tick in ticks {
        let y = up.at(tick);
        canvas.line(&[(left, y), (right, y)], 1.0, theme::GRID);
        canvas.text(left - 14.0, y, people::fixed(tick, decimals), small);
    }
    canvas.line(&[(left, bottom), (right, bottom)], 1.0, theme::AXIS);
    if up.low < 0.0 {
        canvas.line(&[(left, up.at(0.0)), (right, up.at(0.0))], 1.5, theme::INK);
    }
    // Rounds are whole; so are the steps between ticks.
    let step = ((last - across.low) / 15.0).ceil().max(1.0);
    let mut round = across.low;
    while round <= last {
        let middle = Lettering { anchor: Anchor::Middle, ..small };
        canvas.text(across.at(round), bottom + 15.0, people::fixed(round, 0), middle);
        round += step;
    }
    let ink = Lettering::new(theme::SMALL, theme::INK, Anchor::End);
    canvas.text(right, bottom + 36.0, "after round →", ink);
    canvas.text(MARGIN, up.at(up.high) - 14.0, "↑ mean points", Lettering { anchor: Anchor::Start, ..ink });
}

fn draw(canvas: &mut Canvas<'_>, line: &Line, at: usize, across: Scale, up: Scale) {
    let colour = theme::series(at);
    let points: Vec<(f64, f64)> =
        line.steps.iter().map(|step| (across.at(step.round), up.at(step.points))).collect();
    canvas.line(&points, 2.0, colour);
    for (step, &(x, y)) in line.steps.iter().zip(&points) {
        if let Some(ends) = step.interval {
            canvas.line(&[(x, up.at(ends.low)), (x, up.at(ends.high))], 1.4, colour);
        }
        mark(canvas, x, y, at);
    }
}

/// When the colours have been used up, marks are hollow.
fn mark(canvas: &mut Canvas<'_>, x: f64, y: f64, at: usize) {
    if (at / theme::SERIES.len()).is_multiple_of(2) {
        canvas.disc(x, y, RADIUS, theme::series(at));
    } else {
        canvas.ring(x, y, RADIUS + 0.6, theme::series(at));
    }
}

/// Names at the ends of the lines, moved apart where they would cover each other.
fn ends(canvas: &mut Canvas<'_>, lines: &[Line], names: &[String], across: Scale, up: Scale) {
    let ends: Vec<f64> =
        lines.iter().map(|line| line.steps.last().map_or(up.at(up.low), |step| up.at(step.points))).collect();
    let right = across.at(across.high);
    let lettering = Lettering::new(theme::TEXT, theme::INK, Anchor::Start);
    for (at, y) in spread(&ends, up.at(up.high), up.at(up.low)).into_iter().enumerate() {
        let start = lines[at].steps.last().map_or(right, |step| across.at(step.round));
        canvas.faint_line(&[(start + 5.0, ends[at]), (right + 30.0, y)], 1.0, theme::series(at), 0.7);
        mark(canvas, right + 35.0, y, at);
        canvas.text(right + 44.0, y, names[at].clone(), lettering);
    }
}

/// Heights at least [`SPACING`] apart, as near the wanted ones as keeps their order.
fn spread(wanted: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]).then(a.cmp(&b)));
    // Groups of names that touch, each centred on the mean of what its members want.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for &at in &order {
        let mut group = (wanted[at], 1);
        while let Some(&(centre, size)) = groups.last() {
            let gap = SPACING * (size + group.1) as f64 / 2.0;
            if group.0 - centre >= gap {
                break;
            }
            groups.pop();
            let size_after = size + group.1;
            group = ((centre * size as f64 + group.0 * group.1 as f64) / size_after as f64, size_after);
            let half = SPACING * (size_after as f64 - 1.0) / 2.0;
            group.0 = group.0.min(bottom - half).max(top + half);
        }
        groups.push(group);
    }
    let mut heights = vec![0.0; wanted.len()];
    let mut order = order.into_iter();
    for (centre, size) in groups {
        for (step, at) in order.by_ref().take(size).enumerate() {
            heights[at] = centre + SPACING * (step as f64 - (size as f64 - 1.0) / 2.0);
        }
    }
    heights
}

fn alt(lines: &[Line]) -> String {
    let ends = lines.iter().filter_map(|line| {
        let step = line.steps.last()?;
        Some(format!("{}: {} after round {}", line.name, people::short(step.points), step.round))
    });
    format!("{TITLE}. {}.", ends.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_distance_and_order() {
        let heights = spread(&[10.0, 12.0, 300.0, 11.0], 0.0, 400.0);
        assert_eq!(heights[2], 300.0);
        let mut close = [heights[0], heights[3], heights[1]];
        assert!(close.is_sorted(), "{heights:?}");
        close.sort_by(f64::total_cmp);
        assert!(close.windows(2).all(|pair| (pair[1] - pair[0] - SPACING).abs() < 1e-9), "{heights:?}");
        assert!(heights.iter().all(|y| *y >= 0.0));
    }
}
