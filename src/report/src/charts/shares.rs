use super::{Look, ROOMY, Row, RowChart, Sheet, Sketch, padded, theme};
use sim_engine::text::people;
use sim_lab::{
    figure::{Owner, Unit},
    plans::{Bounds, PlanRow, Plans},
    summary::{RateRow, best_first},
};
use sim_stats::{Estimate, Interval};

/// The least span keeps noise from looking large.
const LEAST_SPAN: f64 = 0.02;

/// A result, with its wider simultaneous interval over all rows.
struct Share {
    label: String,
    estimate: Estimate,
    list: Option<Interval>,
}

/// Win rates of strategies, the best first.
pub fn by_strategy<'a>(rates: &[RateRow], sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let label = |owner: &Owner| owner.strategy().unwrap_or_default().to_owned();
    sketch(("win-rate-by-strategy", Unit::Share), &shares(best_first(rates), label), fair(rates), sheet)
}

/// Win rates of seats, in the starting order.
pub fn by_seat<'a>(rates: &[RateRow], sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let label = |owner: &Owner| owner.seat().map_or(String::new(), |seat| format!("Seat {}", seat.0 + 1));
    sketch(("win-rate-by-seat", Unit::Share), &shares(rates, label), fair(rates), sheet)
}

/// Results of plans in strong hands, the best first.
pub fn by_plan<'a>(found: &Plans, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let Bounds { unit, fair, .. } = found.bounds;
    let plan = |PlanRow { name, share, .. }: &'_ PlanRow| Share {
        label: name.clone(),
        estimate: *share,
        list: share.interval,
    };
    let plans: Vec<Share> = found.rows.iter().map(plan).collect();
    sketch(("plans", unit), &plans, Some(fair), sheet)
}

fn fair(rates: &[RateRow]) -> Option<f64> {
    rates.iter().find_map(|row| row.fair)
}

fn shares<'r>(rates: impl IntoIterator<Item = &'r RateRow>, label: impl Fn(&Owner) -> String) -> Vec<Share> {
    let share = |RateRow { owner, estimate, list, .. }: &RateRow| Share {
        label: label(owner),
        estimate: *estimate,
        list: *list,
    };
    rates.into_iter().map(share).collect()
}

fn sketch<'a>(
    (name, unit): (&'static str, Unit),
    shares: &[Share],
    fair: Option<f64>,
    sheet: &'a Sheet,
) -> Option<Sketch<'a>> {
    let rows: Vec<Row> = shares.iter().map(|share| row(share, fair, unit)).collect();
    let mut known = shares.iter().map(|share| share.estimate).filter(|one| one.value.is_some()).peekable();
    known.peek()?;
    let (low, high) = padded(rows.iter().flat_map(Row::values).chain(fair), 0.06, LEAST_SPAN)?;
    let missing = known.map(|one| one.note).find(|note| !note.is_empty());
    let is_share = unit.is_share();
    let told = |value| if is_share { people::percent(value, None) } else { people::number(value, None) };
    let chart = RowChart {
        name,
        is_won: is_share,
        note: missing.map_or(String::new(), |note| format!(" Where whiskers are missing: {note}.")),
        look: Look::of(rows.iter().any(|row| row.colour != theme::UNDECIDED)),
        layout: ROOMY,
        rows,
        range: if is_share { (low.max(0.0), high.min(1.0)) } else { (low, high) },
        factor: unit.factor(),
        ticks: 7,
        sign: if is_share { " %" } else { "" },
        reference: fair.map(|fair| (fair, format!("fair {}", told(fair)))),
        stops: Some(1.6),
        ..RowChart::default()
    };
    let mut sketch = chart.sketch(sheet);
    if let Some(fair) = fair {
        sketch.alt += &format!(" Fair{}: {}.", if is_share { " share" } else { "" }, told(fair));
    }
    Some(sketch)
}

/// Blue above the fair share, orange below, gray if the simultaneous interval contains it.
fn row(Share { label, estimate, list }: &Share, fair: Option<f64>, unit: Unit) -> Row {
    let ends = estimate.interval.map(|interval| (interval.low, interval.high));
    let told = |value| match unit {
        Unit::Share => people::percent_within(value, ends),
        _ => people::number_within(value, ends),
    };
    let words = estimate.value.map_or_else(|| "not observed".to_owned(), told);
    Row {
        name: label.clone(),
        alt: words.clone(),
        words,
        colour: match (list, fair) {
            (Some(interval), Some(fair)) if interval.low > fair => theme::ABOVE,
            (Some(interval), Some(fair)) if interval.high < fair => theme::BELOW,
            (_, Some(_)) => theme::UNDECIDED,
            (_, None) => theme::ABOVE,
        },
        line: Row::line(estimate.interval),
        dot: estimate.value,
        ring: None,
    }
}
