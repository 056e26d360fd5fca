use super::{
    Look, Sketch,
    axis::{Scale, padded},
    canvas::Canvas,
    rows::{MOST, Rows},
    theme::{self, Sheet},
};
use plotters::style::RGBColor;
use sim_engine::text::people;
use sim_lab::price::{PriceRow, PriceVerdict, Prices};

const TITLE: &str = "What components cost, and what they should cost";
const SUBTITLE: &str = "Ring: the price now. Dot with line: the fair price with its 95 % interval in whole prices, where one was found; an end without a stop is unknown. Orange: too dear; blue: too cheap; grey: ok, not bought, or not known.";

pub fn sketch<'a>(found: &Prices, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let rows: Vec<&PriceRow> = found.rows.iter().take(MOST).collect();
    let of_row = |row: &&PriceRow| {
        let whole = [Some(row.price.value), row.fair.low, row.fair.high].into_iter().flatten();
        let trials = row.trials.iter().map(|trial| trial.price);
        whole.chain(trials).map(|price| price as f64).collect::<Vec<f64>>()
    };
    let (low, high) = padded(rows.iter().flat_map(of_row), 0.06, 4.0)?;
    let low = low.max(0.0);
    let mut canvas = Canvas::new(sheet);
    let names = rows.iter().map(|row| row.component.name.as_str()).collect();
    let words = rows.iter().map(|row| row.verdict.word().to_owned()).collect();
    let placed = Rows::new(&mut canvas, (TITLE, SUBTITLE), (names, words), (low, high));
    let scale = placed.scale;
    let (ticks, decimals) = scale.ticks(canvas.sheet.ticks(9));
    placed.axis(&mut canvas, ticks.into_iter().map(|tick| (tick, people::fixed(tick, decimals))));
    for (at, row) in rows.iter().enumerate() {
        let y = placed.label(&mut canvas, at);
        mark(&mut canvas, row, (scale, y), colour(row.verdict));
        placed.word(&mut canvas, at, y);
    }
    canvas.caption(placed.bottom + 26.0, caption);
    let mut alt = format!("{TITLE}.");
    for row in &rows {
        let fair =
            row.fair.price.map_or(String::new(), |price| format!(", fair {}", people::fixed(price, 0)));
        alt.push_str(&format!(
            " {}: {} now{fair}, {}.",
            row.component.name,
            row.price.value,
            row.verdict.word()
        ));
    }
    let look = Look::of(rows.iter().any(|row| row.verdict.is_off()));
    Some(Sketch { look, name: "fair-prices".to_owned(), title: TITLE, alt, canvas })
}

pub fn colour(verdict: PriceVerdict) -> RGBColor {
    match verdict {
        PriceVerdict::Overpriced => theme::BELOW,
        PriceVerdict::Underpriced => theme::ABOVE,
        PriceVerdict::Fine | PriceVerdict::Unbought | PriceVerdict::Undecided { .. } => theme::UNDECIDED,
    }
}

/// The price now, and the fair one with its ends: a closed end has a stop, an open one runs to the edge. Where neither end
/// is known there is no line, as it would say that any price may be fair.
fn mark(canvas: &mut Canvas<'_>, row: &PriceRow, (scale, y): (Scale, f64), colour: RGBColor) {
    let is_known = row.fair.low.is_some() || row.fair.high.is_some();
    if row.verdict.is_off() && is_known {
        let ends = [(row.fair.low, scale.low), (row.fair.high, scale.high)];
        let at = ends.map(|(end, edge)| scale.at(end.map_or(edge, |end| end as f64)));
        canvas.line(&[(at[0], y), (at[1], y)], 2.0, colour);
        for ((end, _), x) in ends.iter().zip(at) {
            if end.is_some() {
                canvas.line(&[(x, y - 5.0), (x, y + 5.0)], 2.0, colour);
            }
        }
        if let Some(price) = row.fair.price {
            canvas.disc(scale.at(price), y, 5.0, colour);
        }
    }
    canvas.ring(scale.at(row.price.value as f64), y, 5.0, colour);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{price_row, prices};
    use sim_lab::price::curve::Fair;

    #[test]
    fn what_is_off_has_a_line_to_its_fair_price_and_what_is_fine_has_none() {
        let fair = Fair { price: Some(15.0), low: Some(13), high: None };
        let oven = PriceRow { fair, ..price_row("oven", PriceVerdict::Underpriced) };
        let rows = vec![oven, price_row("sink", PriceVerdict::Fine)];
        let found = prices(rows, Vec::new());
        let sheet = Sheet::new(theme::WIDE).unwrap();
        let sketch = sketch(&found, "", &sheet).unwrap();
        let svg = sketch.canvas.svg("prices", &sketch.alt).unwrap().to_lowercase();
        let blue = format!("#{:02x}{:02x}{:02x}", theme::ABOVE.0, theme::ABOVE.1, theme::ABOVE.2);
        // The line, one stop at its closed end, the dot and the ring.
        assert_eq!(svg.matches(&blue).count(), 4, "{svg}");
        assert!(
            sketch.alt.contains("oven: 10 now, fair 15, underpriced. sink: 10 now, ok."),
            "{}",
            sketch.alt
        );
        let unknown = PriceRow { fair: Fair::default(), ..price_row("oven", PriceVerdict::Underpriced) };
        let found = prices(vec![unknown], Vec::new());
        let ring =
            super::sketch(&found, "", &sheet).unwrap().canvas.svg("prices", "").unwrap().to_lowercase();
        assert_eq!(ring.matches(&blue).count(), 1, "{ring}");
        assert!(super::sketch(&Prices { rows: Vec::new(), ..found.clone() }, "", &sheet).is_none());
    }
}
