use super::{Anchor, Canvas, Lettering, Look, Scale, Sheet, Sketch, Weight, heading, padded, theme};
use minijinja::Value;
use sim_engine::text::people;
use sim_stats::{Estimate, Interval};

const HEIGHT: f64 = 420.0;
const SPACING: f64 = 19.0;
const NAMES: f64 = 200.0;
const RADIUS: f64 = 3.6;

pub struct Step {
    pub x: f64,
    pub y: f64,
    pub interval: Option<Interval>,
}

impl Step {
    pub fn new(x: f64, estimate: &Estimate) -> Option<Step> {
        Some(Step { x, y: estimate.value?, interval: estimate.interval })
    }
}

pub struct Line {
    pub name: String,
    pub steps: Vec<Step>,
}

/// One line per name, in order of first appearance.
pub fn gathered(steps: impl IntoIterator<Item = (String, Step)>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (name, step) in steps {
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.steps.push(step),
            None => lines.push(Line { name, steps: vec![step] }),
        }
    }
    lines
}

#[derive(Default)]
pub struct Plot<'t> {
    pub name: &'static str,
    /// Values for the templates of title and subtitle.
    pub values: &'t [(&'t str, Value)],
    pub across: &'t str,
    pub up: &'t str,
    pub is_share: bool,
    /// Start the axis at 0 if no value is negative.
    pub from_zero: bool,
    pub mark: Option<(f64, &'t str)>,
}

/// Draws lines if they have at least two distinct places.
pub fn sketch<'a>(lines: &[Line], plot: &Plot<'_>, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let steps = || lines.iter().flat_map(|line| &line.steps);
    let (first, last) = padded(steps().map(|step| step.x), 0.0, 0.0)?;
    if first >= last {
        return None;
    }
    let ends = |step: &Step| step.interval.into_iter().flat_map(|ends| [ends.low, ends.high]).chain([step.y]);
    let values = steps().flat_map(ends);
    let least = if plot.is_share { 0.02 } else { 1.0 };
    let (low, high) = padded(values.chain(plot.from_zero.then_some(0.0)), 0.05, least)?;
    let low = if plot.from_zero && steps().all(|step| step.y >= 0.0) { 0.0 } else { low };
    let (low, high) = if plot.is_share { (low.max(0.0), high.min(1.0)) } else { (low, high) };

    let mut canvas = Canvas::new(sheet);
    let (title, subtitle) = heading(plot.name, plot.values);
    let top = canvas.heading(&title, &subtitle) + 30.0;
    let height = HEIGHT.max(SPACING * lines.len() as f64);
    let room = sheet.room(NAMES);
    let names: Vec<String> =
        lines.iter().map(|line| sheet.fit(&line.name, theme::TEXT, Weight::Regular, room)).collect();
    let left = sheet.margin + 62.0 * sheet.scale().max(0.7);
    let right = canvas.right() - sheet.widest(&names, Weight::Regular) - 52.0;
    let across = Scale::new(first, last, left, right);
    let up = Scale::new(low, high, top + height, top);
    axes(&mut canvas, across, up, plot);
    for (at, line) in lines.iter().enumerate() {
        draw(&mut canvas, line, at, across, up);
    }
    self::ends(&mut canvas, lines, &names, across, up);
    Some(Sketch {
        name: plot.name.to_owned(),
        alt: format!("{title}; {}. {}.", plot.across, ends_told(lines, plot)),
        title,
        look: Look::Plain,
        canvas,
        bottom: top + height + 52.0,
    })
}

fn axes(canvas: &mut Canvas<'_>, across: Scale, up: Scale, plot: &Plot<'_>) {
    let small = Lettering::new(theme::SMALL, theme::MUTED, Anchor::End);
    let (left, right) = (across.at(across.low), across.at(across.high));
    let bottom = up.at(up.low);
    let scale = if plot.is_share { 100.0 } else { 1.0 };
    let (ticks, decimals) =
        Scale::new(up.low * scale, up.high * scale, 0.0, 1.0).ticks(canvas.sheet.ticks(7));
    for tick in ticks {
        let y = up.at(tick / scale);
        canvas.line(&[(left, y), (right, y)], 1.0, theme::GRID);
        let unit = if plot.is_share { " %" } else { "" };
        canvas.text(left - 14.0, y, format!("{}{unit}", people::fixed(tick, decimals)), small);
    }
    canvas.line(&[(left, bottom), (right, bottom)], 1.0, theme::AXIS);
    if up.low < 0.0 {
        canvas.line(&[(left, up.at(0.0)), (right, up.at(0.0))], 1.5, theme::INK);
    }
    let middle = small.at(Anchor::Middle);
    let length = across.high - across.low;
    let is_whole = across.low.fract() == 0.0 && across.high.fract() == 0.0;
    let (ticks, decimals) = if is_whole && (2.0..=100.0).contains(&length) {
        // With few integers, ticks are whole; with many, round ones read better.
        let step = (length / canvas.sheet.ticks(15) as f64).ceil().max(1.0);
        let count = (length / step) as usize;
        ((0..=count).map(|at| across.low + step * at as f64).collect(), 0)
    } else {
        across.ticks(canvas.sheet.ticks(10))
    };
    for tick in ticks {
        canvas.text(across.at(tick), bottom + 15.0, people::fixed(tick, decimals), middle);
    }
    let ink = Lettering::new(theme::SMALL, theme::INK, Anchor::End);
    canvas.text(right, bottom + 36.0, format!("{} →", plot.across), ink);
    let start = ink.at(Anchor::Start);
    canvas.text(canvas.sheet.margin, up.at(up.high) - 14.0, format!("↑ {}", plot.up), start);
    if let Some((place, word)) = plot.mark.filter(|mark| (across.low..=across.high).contains(&mark.0)) {
        let x = across.at(place);
        canvas.dashes((x, up.at(up.high)), (x, bottom), 1.5, theme::INK);
        // Keeps clear of the axis label.
        let half = canvas.sheet.width(word, theme::SMALL, Weight::Regular) / 2.0;
        let x = x.max(left + half + 80.0).min(right);
        canvas.text(x, up.at(up.high) - 14.0, word, ink.at(Anchor::Middle));
    }
}

fn draw(canvas: &mut Canvas<'_>, line: &Line, at: usize, across: Scale, up: Scale) {
    let colour = theme::series(at);
    let points: Vec<(f64, f64)> = line.steps.iter().map(|step| (across.at(step.x), up.at(step.y))).collect();
    canvas.line(&points, 2.0, colour);
    for (step, &(x, y)) in line.steps.iter().zip(&points) {
        if let Some(ends) = step.interval {
            canvas.line(&[(x, up.at(ends.low)), (x, up.at(ends.high))], 1.4, colour);
        }
        mark(canvas, x, y, at);
    }
}

/// Marks are hollow once all colors are used.
fn mark(canvas: &mut Canvas<'_>, x: f64, y: f64, at: usize) {
    let is_hollow = !(at / theme::SERIES.len()).is_multiple_of(2);
    let radius = if is_hollow { RADIUS + 0.6 } else { RADIUS };
    canvas.dot(x, y, radius, theme::series(at), is_hollow);
}

fn ends(canvas: &mut Canvas<'_>, lines: &[Line], names: &[String], across: Scale, up: Scale) {
    let ends: Vec<f64> =
        lines.iter().map(|line| line.steps.last().map_or(up.at(up.low), |step| up.at(step.y))).collect();
    let right = across.at(across.high);
    let lettering = Lettering::new(theme::TEXT, theme::INK, Anchor::Start);
    for (at, y) in spread(&ends, up.at(up.high), up.at(up.low)).into_iter().enumerate() {
        let start = lines[at].steps.last().map_or(right, |step| across.at(step.x));
        canvas.faint_line(&[(start + 5.0, ends[at]), (right + 30.0, y)], 1.0, theme::series(at), 0.7);
        mark(canvas, right + 35.0, y, at);
        canvas.text(right + 44.0, y, names[at].clone(), lettering);
    }
}

/// Heights at least [`SPACING`] apart, close to the wanted ones and in their order.
fn spread(wanted: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]).then(a.cmp(&b)));
    // Groups of touching names, each centered on the mean of its members' wanted heights.
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

/// The first and last values of each line, for screen readers.
fn ends_told(lines: &[Line], plot: &Plot<'_>) -> String {
    let value = |y: f64| if plot.is_share { people::percent(y, None) } else { people::short(y) };
    let ends = lines.iter().filter_map(|line| {
        let (first, last) = (line.steps.first()?, line.steps.last()?);
        let (from, to) = (people::short(first.x), people::short(last.x));
        Some(format!("{}: {} at {from}, {} at {to}", line.name, value(first.y), value(last.y)))
    });
    ends.collect::<Vec<_>>().join("; ")
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
