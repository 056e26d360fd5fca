use super::{
    Anchor, Area, Canvas, Lettering, Look, Scale, Sheet, Sketch, Weight, heading, heat::distinct, padded,
    prices::colour, theme,
};
use crate::tell::number::least;
use sim_engine::text::people;
use sim_lab::price::{PriceRow, Prices};

/// Height of a kind's panel, and of the space above and below it.
const PANEL: f64 = 210.0;
const HEAD: f64 = 26.0;
const FOOT: f64 = 40.0;
/// Distance between components at one price, and between a dot and its name.
const STEP: f64 = 11.0;
const GAP: f64 = 9.0;
const RADIUS: f64 = 5.0;

pub fn sketch<'a>(found: &Prices, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let of_kind = |kind| found.rows.iter().filter(|row| row.component.kind == kind).collect();
    let kinds = distinct(found.rows.iter().map(|row| row.component.kind.as_str())).into_iter();
    let mut kinds: Vec<(&str, Vec<&PriceRow>)> = kinds.map(|kind| (kind, of_kind(kind))).collect();
    kinds.retain(|(_, rows)| rows.iter().any(|row| row.price.value != rows[0].price.value));
    // From left to right; equals stay in the order of the table.
    kinds.iter_mut().for_each(|(_, rows)| rows.sort_by_key(|row| row.price.value));
    let shown = || kinds.iter().flat_map(|(_, rows)| rows);
    let factor = found.setup.unit.factor();
    let ends = shown().flat_map(|row| {
        let worth = &row.worth.difference;
        let ends = worth.interval.map(|ends| [ends.low, ends.high]);
        worth.value.into_iter().chain(ends.into_iter().flatten()).map(|value| value * factor)
    });
    // The least span keeps noise from looking large.
    let (low, high) = padded(ends.chain([0.0]), 0.06, found.tolerance * factor)?;
    if kinds.is_empty() {
        return None;
    }
    let mut canvas = Canvas::new(sheet);
    let unit = found.setup.unit;
    let values = [("is_won", unit.is_share().into()), ("unit", unit.name().into())];
    let (title, subtitle) = heading("price-and-worth", &values);
    let mut top = canvas.heading(&title, &subtitle);
    let mut alt = format!("{title}.");
    for (kind, rows) in &kinds {
        panel(&mut canvas, (kind, rows), top, (low, high), factor);
        top += HEAD + PANEL + FOOT;
        for row in rows {
            let worth = row.worth.difference.value;
            let worth =
                worth.map_or("not known".to_owned(), |value| people::fixed(value * factor, least(unit)));
            alt.push_str(&format!(" {}: costs {}, worth {worth}.", row.component.name, row.price.value));
        }
    }
    let look = Look::of(shown().any(|row| row.verdict.is_off()));
    Some(Sketch { name: "price-and-worth".to_owned(), title, alt, look, canvas, bottom: top - 8.0 })
}

/// `rows` are sorted by price, from left to right.
fn panel(
    canvas: &mut Canvas<'_>,
    (kind, rows): (&str, &[&PriceRow]),
    top: f64,
    (low, high): (f64, f64),
    factor: f64,
) {
    let small = Lettering::new(theme::SMALL, theme::MUTED, Anchor::End);
    let (left, right) = (canvas.sheet.margin + 44.0, canvas.right() - 12.0);
    let (floor, ceiling) = (top + HEAD + PANEL, top + HEAD);
    let prices = rows.iter().map(|row| row.price.value as f64);
    let Some((least, most)) = padded(prices, 0.06, 2.0) else { return };
    // Leave room for the names of the most expensive components.
    let across = Scale::new(least, most + 0.14 * (most - least), left, right);
    let up = Scale::new(low, high, floor, ceiling);
    let title = Lettering::new(theme::TEXT, theme::INK, Anchor::Start).bold();
    canvas.text(canvas.sheet.margin, top + HEAD / 2.0 - 2.0, kind, title);
    let (ticks, decimals) = up.ticks(5);
    for tick in ticks {
        let colour = if tick == 0.0 { theme::AXIS } else { theme::GRID };
        canvas.line(&[(left, up.at(tick)), (right, up.at(tick))], 1.0, colour);
        canvas.text(left - 10.0, up.at(tick), people::fixed(tick, decimals), small);
    }
    // Prices are whole numbers.
    let whole = across.ticks(canvas.sheet.ticks(8)).0.into_iter().filter(|tick| tick.fract().abs() < 1e-9);
    let ticks: Vec<(f64, String)> = whole.map(|tick| (tick, people::fixed(tick, 0))).collect();
    canvas.grid_across(across, ticks, (ceiling, floor));
    let mut dots: Vec<(f64, f64, &PriceRow)> = Vec::new();
    for alike in rows.chunk_by(|one, other| one.price.value == other.price.value) {
        let middle = (alike.len() - 1) as f64 / 2.0;
        for (at, row) in alike.iter().enumerate() {
            let Some(worth) = row.worth.difference.value else { continue };
            let x = across.at(row.price.value as f64) + STEP * (at as f64 - middle);
            dots.push((x, up.at(worth * factor), row));
            if let Some(ends) = row.worth.difference.interval {
                let ends = [ends.low, ends.high].map(|end| (x, up.at(end * factor)));
                canvas.faint_line(&ends, 1.5, colour(row.verdict), 0.5);
            }
        }
    }
    let mut taken: Vec<Area> = dots.iter().map(|(x, y, _)| Area::around(*x, *y, RADIUS)).collect();
    for (x, y, row) in &dots {
        canvas.disc(*x, *y, RADIUS, colour(row.verdict));
    }
    // Mispriced components get their names first; names without room are only in the table.
    dots.sort_by_key(|(.., row)| !row.verdict.is_off());
    let paper = Area { left, top: ceiling, right, bottom: floor };
    for (x, y, row) in dots {
        name(canvas, &row.component.name, (x, y), &paper, &mut taken);
    }
}

/// Writes a name next to its dot, preferably on the right.
fn name(canvas: &mut Canvas<'_>, name: &str, (x, y): (f64, f64), paper: &Area, taken: &mut Vec<Area>) {
    let width = canvas.sheet.width(name, theme::SMALL, Weight::Regular) * 1.05;
    let half = theme::SMALL * 0.55;
    let places = [
        (x + GAP, y, Anchor::Start),
        (x - GAP, y, Anchor::End),
        (x, y - GAP - half, Anchor::Middle),
        (x, y + GAP + half, Anchor::Middle),
        (x + GAP, y - GAP, Anchor::Start),
        (x + GAP, y + GAP, Anchor::Start),
        (x - GAP, y - GAP, Anchor::End),
        (x - GAP, y + GAP, Anchor::End),
    ];
    let free = places.into_iter().find_map(|(x, y, anchor)| {
        let left = x - anchor.before(width);
        let own = Area { left, top: y - half, right: left + width, bottom: y + half };
        own.is_free(paper, taken).then_some((x, y, anchor, own))
    });
    if let Some((x, y, anchor, own)) = free {
        taken.push(own);
        canvas.text(x, y, name, Lettering::new(theme::SMALL, theme::INK, anchor));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{estimate, price_row, prices};
    use sim_lab::price::PriceVerdict;

    fn rows(costs: &[(&str, i64)]) -> Vec<PriceRow> {
        let of = |(name, cost): &(&str, i64)| {
            let mut row = price_row(name, PriceVerdict::Fine);
            row.price.value = *cost;
            row.worth.difference = estimate(Some(0.04), Some(0.01));
            row
        };
        costs.iter().map(of).collect()
    }

    #[test]
    fn components_of_several_prices_are_named_where_they_stand() {
        let found = prices(rows(&[("sink", 20), ("oven", 10), ("lamp", 10)]), Vec::new());
        let sheet = Sheet::new(theme::WIDE).unwrap();
        let sketch = sketch(&found, &sheet).unwrap();
        let alt = "oven: costs 10, worth 4.0. lamp: costs 10, worth 4.0. sink: costs 20, worth 4.0.";
        assert!(sketch.alt.ends_with(alt), "{}", sketch.alt);
        let svg = sketch.canvas.svg("worth", "").unwrap();
        let discs = svg.matches("<circle").count();
        // Two components of one price are drawn next to each other, each with its name.
        assert_eq!((discs, svg.contains("#6E7882")), (3, true));
        for name in ["oven", "lamp", "sink"] {
            assert_eq!(svg.matches(&format!("\n{name}\n")).count(), 1, "{name}\n{svg}");
        }
    }

    #[test]
    fn a_kind_of_one_price_has_no_picture() {
        let sheet = Sheet::new(theme::WIDE).unwrap();
        let of = |costs: &[(&str, i64)]| {
            let found = prices(rows(costs), Vec::new());
            super::sketch(&found, &sheet).is_none()
        };
        assert!(of(&[("sink", 10), ("oven", 10)]) && of(&[]));
    }
}
