use plotters::style::RGBColor;

use super::{
    Look, Sketch,
    axis::{Scale, padded},
    canvas::{Anchor, Canvas, Lettering},
    theme::{self, Sheet, Weight},
};
use sim_engine::{Source, text::people};
use sim_lab::summary::{Counted, Event, UseRow};
use sim_stats::Interval;

const NAME: &str = "component-use-and-win-rate";
const TITLE: &str = "Component use and win rate";
const HEIGHT: f64 = 460.0;
const RADIUS: f64 = 5.0;
/// Most labels: past this the picture is text.
const LABELS: usize = 24;
/// The most that uses may differ, as a factor, on a straight axis.
const STRAIGHT: f64 = 30.0;
/// Past this many kinds the rest share the last colour.
const KINDS: usize = theme::SERIES.len();

struct Point {
    name: String,
    kind: usize,
    reconstructed: bool,
    uses: f64,
    /// In percentage points, like its interval.
    adjusted: f64,
    interval: Interval,
}

pub fn sketch<'a>(counted: &[Counted], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let mut kinds: Vec<String> = Vec::new();
    let points: Vec<Point> = counted.iter().filter_map(|one| point(one, &mut kinds)).collect();
    let values = points.iter().flat_map(|point| [point.interval.low, point.interval.high, point.adjusted]);
    let (low, high) = padded(values.chain([0.0]), 0.06, 1.0)?;
    let most = points.iter().map(|point| point.uses).reduce(f64::max)?;

    let mut canvas = Canvas::new(sheet);
    let subtitle = "Win rate of the seats that used a component minus that of the others at the same table, within the same strategy, seat and opponents. Whiskers are 95 % intervals; rare components are in the table only. A link is not yet a cause.";
    let top = canvas.heading(TITLE, subtitle);
    let top = legend(&mut canvas, top, &kinds, points.iter().any(|point| point.reconstructed)) + 38.0;
    let bottom = top + HEIGHT;
    let least = points.iter().map(|point| point.uses).filter(|&uses| uses > 0.0).fold(most, f64::min);
    let ends = (canvas.sheet.margin + 62.0, canvas.sheet.width - canvas.sheet.margin);
    // Where some are used many times as often as others, the others would stand in one heap.
    let across = match most > STRAIGHT * least {
        true => Scale::logarithmic(least / 1.2, most * 1.2, ends.0, ends.1),
        false => Scale::new(0.0, (most * 1.06).max(1e-3), ends.0, ends.1),
    };
    let up = Scale::new(low, high, bottom, top);
    axes(&mut canvas, across, up);
    for point in &points {
        let (x, ends) = (across.at(point.uses), point.interval);
        canvas.faint_line(&[(x, up.at(ends.low)), (x, up.at(ends.high))], 1.5, point.colour(), 0.6);
    }
    for point in &points {
        let (x, y) = (across.at(point.uses), up.at(point.adjusted));
        if point.reconstructed {
            canvas.ring(x, y, RADIUS, point.colour());
        } else {
            canvas.disc(x, y, RADIUS, point.colour());
        }
    }
    labels(&mut canvas, &points, across, up);
    canvas.caption(bottom + 52.0, caption);
    Some(Sketch { look: Look::Plain, name: NAME.to_owned(), title: TITLE, alt: alt(&points), canvas })
}

impl Point {
    fn colour(&self) -> RGBColor {
        theme::SERIES[self.kind.min(KINDS - 1)]
    }
}

fn point(counted: &Counted, kinds: &mut Vec<String>) -> Option<Point> {
    // What happens to players by itself shows who did well, and would hide what they choose.
    if !counted.is_chosen() {
        return None;
    }
    // Without an interval nobody knows where the point is, and one game can put it anywhere.
    let estimate = &counted.adjusted.as_ref()?.estimate;
    let (value, ends) = estimate.value.zip(estimate.interval)?;
    let used = counted.uses.iter().filter(|row| row.event == Event::Used);
    let used = used.filter_map(|UseRow { mean, .. }| Some((mean.n as f64, mean.value?)));
    let (games, uses) = used.fold((0.0, 0.0), |(games, uses), (n, mean)| (games + n, uses + n * mean));
    if games <= 0.0 {
        return None;
    }
    let component = &counted.component;
    let kind = kinds.iter().position(|known| *known == component.kind).unwrap_or_else(|| {
        kinds.push(component.kind.clone());
        kinds.len() - 1
    });
    Some(Point {
        name: component.name.clone(),
        kind,
        reconstructed: component.source == Source::Reconstructed,
        uses: uses / games,
        adjusted: value * 100.0,
        interval: Interval { low: ends.low * 100.0, high: ends.high * 100.0 },
    })
}

/// One entry a kind, in as many lines as it takes; gives the y below.
fn legend(canvas: &mut Canvas<'_>, top: f64, kinds: &[String], some_reconstructed: bool) -> f64 {
    let lettering = Lettering::new(theme::SMALL, theme::INK, Anchor::Start);
    let mut entries: Vec<(String, RGBColor, bool)> = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        if at + 1 == KINDS && kinds.len() > KINDS {
            entries.push(("others".to_owned(), theme::SERIES[KINDS - 1], true));
            break;
        }
        entries.push((kind.clone(), theme::SERIES[at], true));
    }
    if some_reconstructed {
        entries.push(("hollow: reconstructed data".to_owned(), theme::INK, false));
    }
    let (mut x, mut y) = (canvas.sheet.margin + RADIUS, top + 12.0);
    for (text, colour, full) in entries {
        let wide = canvas.sheet.width(&text, theme::SMALL, Weight::Regular) + 2.0 * RADIUS + 28.0;
        if x + wide > canvas.sheet.width - canvas.sheet.margin && x > canvas.sheet.margin + RADIUS {
            (x, y) = (canvas.sheet.margin + RADIUS, y + 22.0);
        }
        if full {
            canvas.disc(x, y, RADIUS, colour);
        } else {
            canvas.ring(x, y, RADIUS, colour);
        }
        canvas.text(x + RADIUS + 7.0, y, text, lettering);
        x += wide;
    }
    y + 12.0
}

fn axes(canvas: &mut Canvas<'_>, across: Scale, up: Scale) {
    let small = Lettering::new(theme::SMALL, theme::MUTED, Anchor::End);
    let (left, right) = (across.at(across.low), across.at(across.high));
    let (bottom, top) = (up.at(up.low), up.at(up.high));
    let (ticks, decimals) = up.ticks(canvas.sheet.ticks(7));
    for tick in ticks {
        let y = up.at(tick);
        canvas.line(&[(left, y), (right, y)], 1.0, theme::GRID);
        canvas.text(left - 9.0, y, people::signed(tick, decimals), small);
    }
    for (tick, decimals) in across.labelled_ticks(canvas.sheet.ticks(8)) {
        let x = across.at(tick);
        canvas.line(&[(x, top), (x, bottom)], 1.0, theme::GRID);
        let middle = Lettering { anchor: Anchor::Middle, ..small };
        canvas.text(x, bottom + 14.0, people::fixed(tick, decimals), middle);
    }
    canvas.line(&[(left, bottom), (right, bottom)], 1.0, theme::AXIS);
    let zero = up.at(0.0);
    canvas.line(&[(left, zero), (right, zero)], 1.5, theme::INK);
    let title = Lettering::new(theme::SMALL, theme::INK, Anchor::End);
    let evenly = if across.is_logarithmic { ", log scale" } else { "" };
    canvas.text(right, bottom + 34.0, format!("mean uses per seat and game{evenly} →"), title);
    let start = Lettering { anchor: Anchor::Start, ..title };
    canvas.text(canvas.sheet.margin, top - 18.0, "↑ users win more often, percentage points", start);
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Boundary {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Boundary {
    fn meets(&self, other: &Boundary) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// 0 inside.
    fn distance(&self, (x, y): (f64, f64)) -> f64 {
        let across = (self.left - x).max(x - self.right).max(0.0);
        let up = (self.top - y).max(y - self.bottom).max(0.0);
        across.hypot(up)
    }

    fn within(&self, other: &Boundary) -> bool {
        self.left >= other.left
            && self.right <= other.right
            && self.top >= other.top
            && self.bottom <= other.bottom
    }
}

/// Names the points that stand out most, each where nothing is covered and no other point is as near;
/// those without such a place stay unnamed, as the table names them all.
fn labels(canvas: &mut Canvas<'_>, points: &[Point], across: Scale, up: Scale) {
    let paper = Boundary {
        left: across.at(across.low) + 2.0,
        right: canvas.sheet.width - 6.0,
        top: up.at(up.high),
        bottom: up.at(up.low),
    };
    let mut taken: Vec<Boundary> = Vec::new();
    for point in points {
        let (x, y) = (across.at(point.uses), up.at(point.adjusted));
        let edge = RADIUS + 1.0;
        taken.push(Boundary { left: x - edge, right: x + edge, top: y - edge, bottom: y + edge });
        let (top, bottom) = (up.at(point.interval.high), up.at(point.interval.low));
        taken.push(Boundary { left: x - 1.0, right: x + 1.0, top, bottom });
    }
    let mut order: Vec<&Point> = points.iter().collect();
    order.sort_by(|a, b| standing_out(b).total_cmp(&standing_out(a)).then(a.name.cmp(&b.name)));
    let small = Lettering::new(theme::SMALL, theme::INK, Anchor::Start);
    let mut named = 0;
    for point in order {
        if named == LABELS {
            break;
        }
        let name = canvas.sheet.fit(&point.name, theme::SMALL, Weight::Regular, 200.0);
        let (wide, high) = (canvas.sheet.width(&name, theme::SMALL, Weight::Regular), theme::SMALL * 1.15);
        let (x, y) = (across.at(point.uses), up.at(point.adjusted));
        let (beside, above) = (RADIUS + 4.0, RADIUS + high / 2.0 + 1.0);
        let places = [
            (x + beside, y),
            (x - beside - wide, y),
            (x + beside - 2.0, y - above),
            (x + beside - 2.0, y + above),
            (x - beside - wide + 2.0, y - above),
            (x - beside - wide + 2.0, y + above),
            (x - wide / 2.0, y - above - 4.0),
            (x - wide / 2.0, y + above + 4.0),
        ];
        let free = places.into_iter().find_map(|(left, middle)| {
            let area =
                Boundary { left, right: left + wide, top: middle - high / 2.0, bottom: middle + high / 2.0 };
            let own = area.distance((x, y)) + 2.0;
            let is_plain = points.iter().all(|other| {
                let there = (across.at(other.uses), up.at(other.adjusted));
                there == (x, y) || area.distance(there) > own
            });
            (is_plain && area.within(&paper) && !taken.iter().any(|other| other.meets(&area)))
                .then_some((left, middle, area))
        });
        if let Some((left, middle, area)) = free {
            // Grid and zero line end at the name.
            canvas.area(left - 1.0, area.top + 1.0, area.right + 1.0, area.bottom - 1.0, theme::PAPER);
            canvas.text(left, middle, name, small);
            taken.push(area);
            named += 1;
        }
    }
}

/// First those whose interval leaves out zero, farthest from it first; then the others.
fn standing_out(point: &Point) -> f64 {
    match point.interval {
        ends if ends.low > 0.0 => ends.low,
        ends if ends.high < 0.0 => -ends.high,
        _ => -1.0,
    }
}

fn alt(points: &[Point]) -> String {
    let clear = |point: &&Point| point.interval.low > 0.0 || point.interval.high < 0.0;
    let mut order: Vec<&Point> = points.iter().filter(clear).collect();
    order.sort_by(|a, b| b.adjusted.total_cmp(&a.adjusted).then(a.name.cmp(&b.name)));
    let words = |point: &&Point| format!("{} {} points", point.name, people::signed(point.adjusted, 1));
    let mut alt = format!(
        "{TITLE} of {}; {} with an interval that leaves out zero.",
        people::counted(points.len() as u64, "component", "components"),
        order.len()
    );
    if let (Some(best), Some(worst)) = (order.first(), order.last()) {
        alt.push_str(&format!(" Highest: {}. Lowest: {}.", words(best), words(worst)));
    }
    alt
}
