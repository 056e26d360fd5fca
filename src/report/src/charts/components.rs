use super::{
    Anchor, Area, Canvas, Lettering, Look, Scale, Sheet, Sketch, Weight, heading, heat::distinct, padded,
    theme,
};
use sim_engine::{Source, text::people};
use sim_lab::summary::{ComponentSummary, Event, UseRow};
use sim_stats::Interval;

const NAME: &str = "component-use-and-win-rate";
const HEIGHT: f64 = 460.0;
const RADIUS: f64 = 5.0;
/// Most labels: more would turn the picture into text.
const LABELS: usize = 24;
/// Largest ratio of uses on a linear axis.
const STRAIGHT: f64 = 30.0;
/// Further kinds share the last color.
const KINDS: usize = theme::SERIES.len();

struct Point<'c> {
    name: &'c str,
    kind: &'c str,
    /// For components with reconstructed data.
    is_hollow: bool,
    uses: f64,
    /// In percentage points, like its interval.
    adjusted: f64,
    interval: Interval,
}

pub fn sketch<'a>(counted: &[ComponentSummary], sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let points: Vec<Point<'_>> = counted.iter().filter_map(point).collect();
    let kinds = distinct(points.iter().map(|point| point.kind));
    let colour = |point: &Point<'_>| {
        let kind = kinds.iter().position(|kind| *kind == point.kind).unwrap_or(KINDS);
        theme::SERIES[kind.min(KINDS - 1)]
    };
    let values = points.iter().flat_map(|point| [point.interval.low, point.interval.high, point.adjusted]);
    let (low, high) = padded(values.chain([0.0]), 0.06, 1.0)?;
    let most = points.iter().map(|point| point.uses).reduce(f64::max)?;

    let mut canvas = Canvas::new(sheet);
    let (title, subtitle) = heading(NAME, &[]);
    let top = canvas.heading(&title, &subtitle);
    let top = legend(&mut canvas, top, &kinds, points.iter().any(|point| point.is_hollow)) + 38.0;
    let bottom = top + HEIGHT;
    let least = points.iter().map(|point| point.uses).filter(|&uses| uses > 0.0).fold(most, f64::min);
    let ends = (canvas.sheet.margin + 62.0, canvas.right());
    // On a linear axis, rarely used components would pile up.
    let across = match most > STRAIGHT * least {
        true => Scale::logarithmic(least / 1.2, most * 1.2, ends.0, ends.1),
        false => Scale::new(0.0, (most * 1.06).max(1e-3), ends.0, ends.1),
    };
    let up = Scale::new(low, high, bottom, top);
    axes(&mut canvas, across, up);
    for point in &points {
        let (x, ends) = (across.at(point.uses), point.interval);
        canvas.faint_line(&[(x, up.at(ends.low)), (x, up.at(ends.high))], 1.5, colour(point), 0.6);
    }
    for point in &points {
        let (x, y) = (across.at(point.uses), up.at(point.adjusted));
        canvas.dot(x, y, RADIUS, colour(point), point.is_hollow);
    }
    labels(&mut canvas, &points, across, up);
    let (name, alt, look) = (NAME.to_owned(), alt(&title, &points), Look::Plain);
    Some(Sketch { name, title, alt, look, canvas, bottom: bottom + 52.0 })
}

fn point(counted: &ComponentSummary) -> Option<Point<'_>> {
    // A component that players do not choose shows who did well, and would hide the chosen ones.
    if !counted.is_chosen() {
        return None;
    }
    // Without an interval the value is mostly noise.
    let estimate = &counted.adjusted.as_ref()?.estimate;
    let (value, ends) = estimate.value.zip(estimate.interval)?;
    let used = counted.uses.iter().filter(|row| row.event == Event::Used);
    let used = used.filter_map(|UseRow { mean, .. }| Some((mean.n as f64, mean.value?)));
    let (games, uses) = used.fold((0.0, 0.0), |(games, uses), (n, mean)| (games + n, uses + n * mean));
    if games <= 0.0 {
        return None;
    }
    Some(Point {
        name: &counted.component.name,
        kind: &counted.component.kind,
        is_hollow: counted.component.source == Source::Reconstructed,
        uses: uses / games,
        adjusted: value * 100.0,
        interval: Interval { low: ends.low * 100.0, high: ends.high * 100.0 },
    })
}

/// One entry per kind, in as many lines as necessary; returns the y below.
fn legend(canvas: &mut Canvas<'_>, top: f64, kinds: &[&str], some_hollow: bool) -> f64 {
    let lettering = Lettering::new(theme::SMALL, theme::INK, Anchor::Start);
    let own = kinds.iter().copied().take(if kinds.len() > KINDS { KINDS - 1 } else { KINDS });
    let others = (kinds.len() > KINDS).then_some("others");
    let full = own.chain(others).zip(theme::SERIES).map(|(kind, colour)| (kind, colour, false));
    let hollow = some_hollow.then_some(("hollow: reconstructed data", theme::INK, true));
    let (mut x, mut y) = (canvas.sheet.margin + RADIUS, top + 12.0);
    for (text, colour, is_hollow) in full.chain(hollow) {
        let wide = canvas.sheet.width(text, theme::SMALL, Weight::Regular) + 2.0 * RADIUS + 28.0;
        if x + wide > canvas.right() && x > canvas.sheet.margin + RADIUS {
            (x, y) = (canvas.sheet.margin + RADIUS, y + 22.0);
        }
        canvas.dot(x, y, RADIUS, colour, is_hollow);
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
        canvas.text(x, bottom + 14.0, people::fixed(tick, decimals), small.at(Anchor::Middle));
    }
    canvas.line(&[(left, bottom), (right, bottom)], 1.0, theme::AXIS);
    let zero = up.at(0.0);
    canvas.line(&[(left, zero), (right, zero)], 1.5, theme::INK);
    let title = Lettering::new(theme::SMALL, theme::INK, Anchor::End);
    let evenly = if across.is_logarithmic { ", log scale" } else { "" };
    canvas.text(right, bottom + 34.0, format!("mean uses per seat and game{evenly} →"), title);
    let up = "↑ users win more often, percentage points";
    canvas.text(canvas.sheet.margin, top - 18.0, up, title.at(Anchor::Start));
}

/// Names the points that stand out most, each where the name covers nothing and no other point is as near. Points
/// without such a place stay unnamed; the table names all.
fn labels(canvas: &mut Canvas<'_>, points: &[Point<'_>], across: Scale, up: Scale) {
    let paper = Area {
        left: across.at(across.low) + 2.0,
        right: canvas.sheet.width - 6.0,
        top: up.at(up.high),
        bottom: up.at(up.low),
    };
    let mut taken: Vec<Area> = Vec::new();
    for point in points {
        let (x, y) = (across.at(point.uses), up.at(point.adjusted));
        taken.push(Area::around(x, y, RADIUS + 1.0));
        let (top, bottom) = (up.at(point.interval.high), up.at(point.interval.low));
        taken.push(Area { left: x - 1.0, right: x + 1.0, top, bottom });
    }
    let mut order: Vec<&Point<'_>> = points.iter().collect();
    order.sort_by(|a, b| standing_out(b).total_cmp(&standing_out(a)).then(a.name.cmp(b.name)));
    let small = Lettering::new(theme::SMALL, theme::INK, Anchor::Start);
    let mut named = 0;
    for point in order {
        if named == LABELS {
            break;
        }
        let name = canvas.sheet.fit(point.name, theme::SMALL, Weight::Regular, 200.0);
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
                Area { left, right: left + wide, top: middle - high / 2.0, bottom: middle + high / 2.0 };
            let own = area.distance((x, y)) + 2.0;
            let is_plain = points.iter().all(|other| {
                let there = (across.at(other.uses), up.at(other.adjusted));
                there == (x, y) || area.distance(there) > own
            });
            (is_plain && area.is_free(&paper, &taken)).then_some((left, middle, area))
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

/// Sorts intervals without zero first, the farthest from zero in front.
fn standing_out(point: &Point<'_>) -> f64 {
    match point.interval {
        ends if ends.low > 0.0 => ends.low,
        ends if ends.high < 0.0 => -ends.high,
        _ => -1.0,
    }
}

fn alt(title: &str, points: &[Point<'_>]) -> String {
    let clear = |point: &&Point<'_>| point.interval.low > 0.0 || point.interval.high < 0.0;
    let mut order: Vec<&Point<'_>> = points.iter().filter(clear).collect();
    order.sort_by(|a, b| b.adjusted.total_cmp(&a.adjusted).then(a.name.cmp(b.name)));
    let words = |point: &&Point<'_>| format!("{} {} points", point.name, people::signed(point.adjusted, 1));
    let (all, clear) = (people::counted(points.len() as u64, "component", "components"), order.len());
    let mut alt = format!("{title} of {all}; {clear} with an interval that leaves out zero.");
    if let (Some(best), Some(worst)) = (order.first(), order.last()) {
        alt.push_str(&format!(" Highest: {}. Lowest: {}.", words(best), words(worst)));
    }
    alt
}
