use super::{
    Look, Sketch,
    axis::padded,
    canvas::Canvas,
    rows::{MOST, Rows},
    theme::{self, Sheet},
};
use sim_engine::text::people;
use sim_lab::price::{
    Prices,
    payments::{PART, Payment, PaymentVerdict},
};

const TITLE: &str = "What components pay";
const SUBTITLE: &str = "How much more each pays than the median of its kind, each time, in percent, with 95 % intervals; in the band it pays alike. Blue: it pays more; orange: less; grey: alike, or not known. Different payouts may be intended. The furthest from the median come first.";

/// A row a component: those that are furthest from the middle of their kind.
pub fn sketch<'a>(found: &Prices, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let beyond = |row: &Payment| row.beyond.value.map(|value| value * 100.0);
    let mut rows: Vec<(&Payment, f64)> =
        found.payments.iter().filter_map(|row| Some((row, beyond(row)?))).collect();
    // The sort is stable: equals stay in the order of the table.
    rows.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
    rows.truncate(MOST);
    let ends = |row: &Payment| row.beyond.interval.map(|ends| [ends.low * 100.0, ends.high * 100.0]);
    let values = rows.iter().flat_map(|(row, value)| ends(row).into_iter().flatten().chain([*value]));
    let (low, high) = padded(values.chain([0.0]), 0.06, 4.0).filter(|_| !rows.is_empty())?;
    let mut canvas = Canvas::new(sheet);
    let names = rows.iter().map(|(row, _)| row.component.name.as_str()).collect();
    let words = rows.iter().map(|(row, _)| row.verdict.word().to_owned()).collect();
    let placed = Rows::new(&mut canvas, (TITLE, SUBTITLE), (names, words), (low, high));
    let scale = placed.scale;
    let band = [-PART, PART].map(|end| scale.at((end * 100.0).clamp(low, high)));
    canvas.area(band[0], placed.top, band[1], placed.bottom, theme::GRID);
    let (ticks, decimals) = scale.ticks(canvas.sheet.ticks(9));
    placed.axis(&mut canvas, ticks.into_iter().map(|tick| (tick, people::signed(tick, decimals))));
    let mut alt = format!("{TITLE}.");
    for (at, (row, value)) in rows.iter().enumerate() {
        let y = placed.label(&mut canvas, at);
        let colour = match row.verdict {
            PaymentVerdict::Much => theme::ABOVE,
            PaymentVerdict::Little => theme::BELOW,
            PaymentVerdict::Alike | PaymentVerdict::Undecided => theme::UNDECIDED,
        };
        if let Some([low, high]) = ends(row) {
            canvas.line(&[(scale.at(low), y), (scale.at(high), y)], 2.0, colour);
        }
        canvas.disc(scale.at(*value), y, 5.0, colour);
        placed.word(&mut canvas, at, y);
        alt.push_str(&format!(
            " {}: {} %, {}.",
            row.component.name,
            people::signed(*value, 0),
            row.verdict.word()
        ));
    }
    canvas.caption(placed.bottom + 26.0, caption);
    Some(Sketch { look: Look::Plain, name: "payments".to_owned(), title: TITLE, alt, canvas })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{payment, prices};

    #[test]
    fn the_furthest_from_the_middle_come_first() {
        let rows = vec![
            payment("plain", 8.16, PaymentVerdict::Alike),
            payment("poor", 4.8, PaymentVerdict::Little),
            payment("gold", 15.2, PaymentVerdict::Much),
        ];
        let mut found = prices(Vec::new(), rows);
        let sheet = Sheet::new(theme::WIDE).unwrap();
        let drawn = sketch(&found, "", &sheet).unwrap();
        let wanted = "gold: +90 %, pays more. poor: −40 %, pays less. plain: +2 %, pays alike.";
        assert!(drawn.alt.ends_with(wanted), "{}", drawn.alt);
        found.payments.clear();
        assert!(sketch(&found, "", &sheet).is_none());
    }
}
