use super::{Colour, Look, MOST, Row, RowChart, Sheet, Sketch, padded, theme};
use sim_engine::text::people;
use sim_lab::price::{
    PriceRow, PriceVerdict, Prices,
    payments::{PART, Payment, PaymentVerdict},
};

pub fn prices<'a>(found: &Prices, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let shown = &found.rows[..found.rows.len().min(MOST)];
    let all = |row: &PriceRow| {
        let whole = [Some(row.price.value), row.fair.low, row.fair.high].into_iter().flatten();
        let trials = row.trials.iter().map(|trial| trial.price);
        whole.chain(trials).map(|price| price as f64).collect::<Vec<f64>>()
    };
    let (low, high) = padded(shown.iter().flat_map(all), 0.06, 4.0)?;
    let chart = RowChart {
        name: "fair-prices",
        look: Look::of(shown.iter().any(|row| row.verdict.is_off())),
        rows: shown.iter().map(price).collect(),
        range: (low.max(0.0), high),
        stops: Some(2.0),
        ..RowChart::default()
    };
    Some(chart.sketch(sheet))
}

fn price(PriceRow { component, price, fair, verdict, .. }: &PriceRow) -> Row {
    let words = verdict.word().to_owned();
    let told = fair.price.map_or(String::new(), |price| format!(", fair {}", people::fixed(price, 0)));
    // With both ends unknown there is no line: it would claim that any price may be fair.
    let is_sought = verdict.is_off() && (fair.low.is_some() || fair.high.is_some());
    Row {
        name: component.name.clone(),
        alt: format!("{} now{told}, {words}", price.value),
        words,
        colour: colour(*verdict),
        line: is_sought.then(|| [fair.low, fair.high].map(|end| end.map(|end| end as f64))),
        dot: fair.price.filter(|_| is_sought),
        ring: Some(price.value as f64),
    }
}

pub fn colour(verdict: PriceVerdict) -> Colour {
    match verdict {
        PriceVerdict::Overpriced => theme::BELOW,
        PriceVerdict::Underpriced => theme::ABOVE,
        PriceVerdict::Fine | PriceVerdict::Unbought | PriceVerdict::Undecided { .. } => theme::UNDECIDED,
    }
}

/// One row per component: those farthest from the median of their kind.
pub fn payments<'a>(found: &Prices, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let mut rows: Vec<Row> = found.payments.iter().filter_map(payment).collect();
    rows.first()?;
    // The sort is stable: equals stay in the order of the table.
    let distance = |row: &Row| row.dot.map_or(0.0, f64::abs);
    rows.sort_by(|one, other| distance(other).total_cmp(&distance(one)));
    rows.truncate(MOST);
    let range = padded(rows.iter().flat_map(Row::values).chain([0.0]), 0.06, 4.0)?;
    let chart = RowChart {
        name: "payments",
        rows,
        range,
        form: people::signed,
        band: Some([-PART, PART].map(|end| (end * 100.0).clamp(range.0, range.1))),
        ..RowChart::default()
    };
    Some(chart.sketch(sheet))
}

fn payment(payment: &Payment) -> Option<Row> {
    let (value, verdict) = (payment.beyond.value? * 100.0, payment.verdict.word());
    Some(Row {
        name: payment.component.name.clone(),
        words: verdict.to_owned(),
        alt: format!("{} %, {verdict}", people::signed(value, 0)),
        colour: match payment.verdict {
            PaymentVerdict::Much => theme::ABOVE,
            PaymentVerdict::Little => theme::BELOW,
            PaymentVerdict::Alike | PaymentVerdict::Undecided => theme::UNDECIDED,
        },
        line: Row::line(payment.beyond.interval.map(|ends| ends.scaled(100.0))),
        dot: Some(value),
        ring: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{payment, price_row, prices};
    use sim_lab::price::curve::FairPrice;

    #[test]
    fn what_is_off_has_a_line_to_its_fair_price_and_what_is_fine_has_none() {
        let fair = FairPrice { price: Some(15.0), low: Some(13), high: None };
        let oven = PriceRow { fair, ..price_row("oven", PriceVerdict::Underpriced) };
        let rows = vec![oven, price_row("sink", PriceVerdict::Fine)];
        let found = prices(rows, Vec::new());
        let sheet = Sheet::new(theme::WIDE).unwrap();
        let sketch = super::prices(&found, &sheet).unwrap();
        let svg = sketch.canvas.svg("prices", &sketch.alt).unwrap();
        let blue = "#0072B2".to_owned();
        // The line, one cap at its closed end, the dot and the ring.
        assert_eq!(svg.matches(&blue).count(), 4, "{svg}");
        assert!(
            sketch.alt.contains("oven: 10 now, fair 15, underpriced. sink: 10 now, ok."),
            "{}",
            sketch.alt
        );
        let unknown = PriceRow { fair: FairPrice::default(), ..price_row("oven", PriceVerdict::Underpriced) };
        let found = prices(vec![unknown], Vec::new());
        let ring = super::prices(&found, &sheet).unwrap().canvas.svg("prices", "").unwrap();
        assert_eq!(ring.matches(&blue).count(), 1, "{ring}");
        assert!(super::prices(&Prices { rows: Vec::new(), ..found.clone() }, &sheet).is_none());
    }

    #[test]
    fn the_furthest_from_the_middle_come_first() {
        let rows = vec![
            payment("plain", 8.16, PaymentVerdict::Alike),
            payment("poor", 4.8, PaymentVerdict::Little),
            payment("gold", 15.2, PaymentVerdict::Much),
        ];
        let mut found = prices(Vec::new(), rows);
        let sheet = Sheet::new(theme::WIDE).unwrap();
        let drawn = super::payments(&found, &sheet).unwrap();
        let wanted = "gold: +90 %, pays more. poor: −40 %, pays less. plain: +2 %, pays alike.";
        assert!(drawn.alt.ends_with(wanted), "{}", drawn.alt);
        found.payments.clear();
        assert!(super::payments(&found, &sheet).is_none());
    }
}
