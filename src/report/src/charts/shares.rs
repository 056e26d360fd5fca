use super::{
    Look, Sketch,
    axis::{Scale, padded},
    canvas::{Anchor, Canvas, Lettering},
    theme::{self, Sheet, Weight},
};
use sim_engine::text::people;
use sim_lab::{
    figure::{Owner, Unit},
    plans::{Bounds, PlanRow, Plans},
    summary::{RateRow, best_first},
};
use sim_stats::Interval;

const ROW: f64 = 32.0;
const LABELS: f64 = 260.0;
/// So that noise does not look like a gulf.
const LEAST_SPAN: f64 = 0.02;

struct Row {
    label: String,
    share: Option<f64>,
    interval: Option<Interval>,
    /// The wider one that holds together with those of the other rows.
    list: Option<Interval>,
    note: &'static str,
}

impl Row {
    /// Blue above the fair share, orange below, grey where the list's interval holds it.
    fn colour(&self, fair: Option<f64>) -> plotters::style::RGBColor {
        match (self.list, fair) {
            (Some(interval), Some(fair)) if interval.low > fair => theme::ABOVE,
            (Some(interval), Some(fair)) if interval.high < fair => theme::BELOW,
            (_, Some(_)) => theme::UNDECIDED,
            (_, None) => theme::ABOVE,
        }
    }

    fn words(&self, unit: Unit) -> String {
        let ends = self.interval.map(|interval| (interval.low, interval.high));
        let told = |value| match unit {
            Unit::Share => people::percent_within(value, ends),
            _ => people::number_within(value, ends),
        };
        self.share.map_or_else(|| "not observed".to_owned(), told)
    }
}

/// Win rates of strategies, the best first.
pub fn by_strategy<'a>(rates: &[RateRow], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let label = |owner: &Owner| owner.strategy().unwrap_or_default().to_owned();
    let words = Words::of_wins("win-rate-by-strategy", "Win rate by strategy");
    sketch(&words, rows(best_first(rates), label), fair(rates), caption, Canvas::new(sheet))
}

/// Win rates of plans in strong hands, the best first.
pub fn by_plan<'a>(found: &Plans, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let Bounds { unit, fair, .. } = found.bounds;
    let row = |row: &PlanRow| Row {
        label: row.name.clone(),
        share: row.share.value,
        interval: row.share.interval,
        list: row.share.interval,
        note: row.share.note,
    };
    let words = match unit {
        Unit::Share => Words::of_wins("plans", "Win rates of plans in strong hands"),
        unit => Words {
            unit,
            subtitle: "Points a game above the mean of all seats, with 95 % intervals. Blue: above; orange: below; grey: not clear.",
            ..Words::of_wins("plans", "Points of plans in strong hands")
        },
    };
    sketch(&words, found.rows.iter().map(row).collect(), Some(fair), caption, Canvas::new(sheet))
}

/// Win rates of seats, in the starting order.
pub fn by_seat<'a>(rates: &[RateRow], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let label = |owner: &Owner| owner.seat().map_or(String::new(), |seat| format!("Seat {}", seat.0 + 1));
    let words = Words::of_wins("win-rate-by-seat", "Win rate by seat");
    sketch(&words, rows(rates, label), fair(rates), caption, Canvas::new(sheet))
}

fn fair(rates: &[RateRow]) -> Option<f64> {
    rates.iter().find_map(|row| row.fair)
}

fn rows<'r>(rates: impl IntoIterator<Item = &'r RateRow>, label: impl Fn(&Owner) -> String) -> Vec<Row> {
    let row = |RateRow { owner, estimate, list, .. }: &RateRow| Row {
        label: label(owner),
        share: estimate.value,
        interval: estimate.interval,
        list: *list,
        note: estimate.note,
    };
    rates.into_iter().map(row).collect()
}

struct Words {
    name: &'static str,
    title: &'static str,
    /// Where there is a fair value.
    subtitle: &'static str,
    unit: Unit,
}

impl Words {
    fn of_wins(name: &'static str, title: &'static str) -> Words {
        let subtitle = "Games won as a share of games played (ties are shared), with 95 % intervals. Blue: above the fair share; orange: below; grey: not clear.";
        Words { name, title, subtitle, unit: Unit::Share }
    }

    fn value(&self, value: f64) -> String {
        if self.unit.is_share() { people::percent(value, None) } else { people::number(value, None) }
    }
}

fn sketch<'a>(
    words: &Words,
    rows: Vec<Row>,
    fair: Option<f64>,
    caption: &str,
    mut canvas: Canvas<'a>,
) -> Option<Sketch<'a>> {
    let seen = rows.iter().flat_map(|row| {
        row.share.into_iter().chain(row.interval.into_iter().flat_map(|ends| [ends.low, ends.high]))
    });
    rows.iter().find(|row| row.share.is_some())?;
    let (low, high) = padded(seen.chain(fair), 0.06, LEAST_SPAN)?;
    let (low, high) = if words.unit.is_share() { (low.max(0.0), high.min(1.0)) } else { (low, high) };

    let values: Vec<String> = rows.iter().map(|row| row.words(words.unit)).collect();
    let width = |text: &str, weight| canvas.sheet.width(text, theme::TEXT, weight);
    let labels: Vec<String> = rows
        .iter()
        .map(|row| canvas.sheet.fit(&row.label, theme::TEXT, Weight::Regular, canvas.sheet.room(LABELS)))
        .collect();
    let left = canvas.sheet.margin
        + labels.iter().map(|label| width(label, Weight::Regular)).fold(0.0, f64::max)
        + 18.0;
    let right = canvas.sheet.width
        - canvas.sheet.margin
        - values.iter().map(|text| width(text, Weight::Bold)).fold(0.0, f64::max)
        - 22.0;

    let scale = Scale::new(low, high, left, right);
    let bottom = plot(&mut canvas, (&rows, &labels, &values), scale, fair, words);
    canvas.caption(bottom, caption);
    let mut alt = format!("{}.", words.title);
    for (row, value) in rows.iter().zip(&values) {
        alt.push_str(&format!(" {}: {value}.", row.label));
    }
    if let Some(fair) = fair {
        let noun = if words.unit.is_share() { "Fair share" } else { "Fair" };
        alt.push_str(&format!(" {noun}: {}.", words.value(fair)));
    }
    let look = Look::of(rows.iter().any(|row| row.colour(fair) != theme::UNDECIDED));
    Some(Sketch { look, name: words.name.to_owned(), title: words.title, alt, canvas })
}

/// Draws heading, axis and rows; gives the y below them.
fn plot(
    canvas: &mut Canvas<'_>,
    (rows, labels, values): (&[Row], &[String], &[String]),
    scale: Scale,
    fair: Option<f64>,
    words: &Words,
) -> f64 {
    let (left, right) = (scale.at(scale.low), scale.at(scale.high));
    let label = Lettering::new(theme::TEXT, theme::INK, Anchor::End);
    let small = Lettering::new(theme::SMALL, theme::MUTED, Anchor::Middle);

    let mut subtitle = match fair {
        Some(_) => words.subtitle,
        None => "Games won over games played, with 95 % intervals.",
    }
    .to_owned();
    let mut notes: Vec<&str> = rows.iter().filter(|row| row.share.is_some()).map(|row| row.note).collect();
    notes.retain(|note| !note.is_empty());
    notes.dedup();
    if let Some(note) = notes.first() {
        subtitle.push_str(&format!(" Where whiskers are missing: {note}."));
    }
    let top = canvas.heading(words.title, &subtitle) + if fair.is_some() { 22.0 } else { 4.0 };
    let bottom = top + ROW * rows.len() as f64 + 6.0;

    // Ticks of shares are found in percent, where they are round.
    let (factor, sign) = (words.unit.factor(), if words.unit.is_share() { " %" } else { "" });
    let (ticks, decimals) =
        Scale::new(scale.low * factor, scale.high * factor, 0.0, 1.0).ticks(canvas.sheet.ticks(7));
    for tick in ticks {
        let x = scale.at(tick / factor);
        canvas.line(&[(x, top), (x, bottom)], 1.0, theme::GRID);
        canvas.text(x, bottom + 15.0, format!("{}{sign}", people::fixed(tick, decimals)), small);
    }
    canvas.line(&[(left, bottom), (right, bottom)], 1.0, theme::AXIS);
    if let Some(fair) = fair {
        let x = scale.at(fair);
        canvas.dashes((x, top - 6.0), (x, bottom), 1.5, theme::INK);
        let text = format!("fair {}", words.value(fair));
        let half = canvas.sheet.width(&text, theme::SMALL, Weight::Regular) / 2.0;
        let ink = Lettering { colour: theme::INK, ..small };
        canvas.text(x.clamp(left + half, right - half.min(right - left)), top - 15.0, text, ink);
    }
    for (at, (row, value)) in rows.iter().zip(values).enumerate() {
        let y = top + ROW * (at as f64 + 0.5) + 3.0;
        canvas.text(left - 14.0, y, labels[at].clone(), label);
        let colour = row.colour(fair);
        if let Some(ends) = row.interval {
            whisker(canvas, scale.at(ends.low), scale.at(ends.high), y, colour);
        }
        if let Some(share) = row.share {
            canvas.disc(scale.at(share), y, 5.5, colour);
        }
        let ink = if row.share.is_some() { theme::INK } else { theme::MUTED };
        canvas.text(
            canvas.sheet.width - canvas.sheet.margin,
            y,
            value,
            Lettering { colour: ink, ..label }.bold(),
        );
    }
    bottom + 26.0
}

fn whisker(canvas: &mut Canvas<'_>, low: f64, high: f64, y: f64, colour: plotters::style::RGBColor) {
    canvas.line(&[(low, y), (high, y)], 2.0, colour);
    for end in [low, high] {
        canvas.line(&[(end, y - 5.0), (end, y + 5.0)], 1.6, colour);
    }
}
