use sim_engine::text::people;
use sim_lab::price::{
    PriceRow, PriceVerdict, Prices, TOLERANCE,
    payments::{PART, Payment, PaymentVerdict},
};

use super::{
    grid::{Style, grid, more},
    head::{Played, head},
    not_played::not_played,
    number::{number, points},
};

const ROWS: usize = 30;
const TOLD: usize = 8;

pub fn price(found: &Prices, style: Style) -> String {
    let Prices { info, extent, start, games, rows, .. } = found;
    let what = "what components should cost";
    let played = Played { games: *games, deals: extent.deals, seed: extent.seed, is_each: true };
    let mut text = head(info, extent.players, what, &played);
    if !rows.is_empty() {
        text += &prices(found, style);
    }
    text += &payments(&found.payments, start, !rows.is_empty(), style);
    text + &not_played(&found.not_played)
}

fn prices(found: &Prices, style: Style) -> String {
    let Prices { start, learned, repeats, rows, .. } = found;
    let tried = match (1..*repeats).contains(&found.tried) {
        true => {
            format!(" Prices that are tried have {}.", people::counted(found.tried, "learning", "learnings"))
        }
        false => String::new(),
    };
    let mut text = String::new();
    text += &format!(
        "All are copies of {start} who learned on at every price that was played: {} of {}.{tried}\n\n",
        people::counted(*repeats, "learning", "learnings"),
        people::counted(*learned, "game", "games"),
    );
    if found.most > found.games {
        text += &format!(
            "What is not decided was played up to {}; intervals hold for all looks together.\n\n",
            people::counted(found.most, "game", "games")
        );
    }
    text += &grid_of(rows, style);
    text += &more(rows.len(), ROWS, "", style);
    text += &format!(
        "\nused: part of the seats that use it in a game. worth: how much less often one player wins who may never take it, in percentage points. beyond: that less the worth of the middle of the others of its kind; a price is fine where the whole interval is within {}, and off where it is all beyond. fair price: where both would be worth as much.\n\n",
        people::short(TOLERANCE * 100.0)
    );
    let off = rows.iter().filter(|row| row.verdict.is_off());
    text += &off.clone().take(TOLD).map(sentence).collect::<String>();
    text += &more(off.clone().count(), TOLD, "", style);
    if off.count() == 0 {
        text += "No price is known to be off.\n";
    }
    let open: Vec<&PriceRow> =
        rows.iter().filter(|row| matches!(row.verdict, PriceVerdict::Undecided { .. })).collect();
    if !open.is_empty() {
        text += &format!(
            "Of {} of {} it is not known yet: more games of these with --most, or more learnings with --repeats.\n",
            open.len(),
            rows.len()
        );
    }
    text
}

fn payments(rows: &[Payment], start: &str, is_second: bool, style: Style) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = if is_second { "\n".to_owned() } else { String::new() };
    text += &format!("What things pay that nobody buys, where all are copies of {start}:\n\n");
    let header = ["component", "kind", "times", "brings", "pays each", "middle", "beside it %", "verdict"];
    let short = |value: Option<f64>| value.map_or(String::new(), people::short);
    let cells = |row: &Payment| {
        let beside = row.beyond.value.map_or(String::new(), |_| points(&row.beyond));
        let each = row.each.value.map_or(String::new(), |_| format!("{} {}", number(&row.each, 1), row.unit));
        vec![
            row.component.name.clone(),
            row.component.kind.clone(),
            short(row.times.value),
            short(row.brings.value),
            each,
            short(row.middle),
            beside,
            row.verdict.word().to_owned(),
        ]
    };
    let shown: Vec<Vec<String>> = rows.iter().take(ROWS).map(cells).collect();
    text += &grid(&header, &shown, &[false, false, true, true, true, true, true, false], style);
    text += &more(rows.len(), ROWS, "", style);
    let count = |verdict: PaymentVerdict| rows.iter().filter(|row| row.verdict == verdict).count();
    text + &format!(
        "\ntimes: how often it pays a seat in a game. brings: what that comes to. beside it: what it pays each time over the middle of its kind, in percent; within {} it pays alike.\n\nOf {}, {} pay more, {} less, {} alike, {} undecided. Things of a kind may be meant to pay differently.\n",
        people::percent(PART, None),
        rows.len(),
        count(PaymentVerdict::Much),
        count(PaymentVerdict::Little),
        count(PaymentVerdict::Alike),
        count(PaymentVerdict::Undecided),
    )
}

fn grid_of(rows: &[PriceRow], style: Style) -> String {
    let header = ["component", "kind", "price", "used %", "worth", "beyond", "fair price", "verdict"];
    let right = [false, false, true, true, true, true, true, false];
    let cells = |row: &PriceRow| {
        vec![
            row.component.name.clone(),
            row.component.kind.clone(),
            row.price.value.to_string(),
            row.used.map_or(String::new(), |used| people::fixed(used * 100.0, 0)),
            points(&row.worth.difference),
            points(&row.beyond),
            fair(row),
            verdict(row),
        ]
    };
    let rows: Vec<Vec<String>> = rows.iter().take(ROWS).map(cells).collect();
    grid(&header, &rows, &right, style)
}

/// The fair price with the whole prices that may be it: `15 (13 to 17)`.
fn fair(row: &PriceRow) -> String {
    let price = row.fair.price.map(|price| people::fixed(price, 0));
    let range = match (row.fair.low, row.fair.high) {
        (Some(low), Some(high)) if low == high => String::new(),
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (Some(low), None) => format!("{low} or more"),
        (None, Some(high)) => format!("{high} or less"),
        (None, None) => String::new(),
    };
    match price {
        Some(price) if range.is_empty() => price,
        Some(price) => format!("{price} ({range})"),
        None => range,
    }
}

/// The verdict with its size: `underpriced by 3 to 7`.
fn verdict(row: &PriceRow) -> String {
    let word = row.verdict.word();
    if let PriceVerdict::Undecided { more: Some(more) } = row.verdict {
        return format!("{word} (about {} more games)", people::count(more.next_multiple_of(1_000)));
    }
    match row.off_by() {
        Some((Some(least), Some(most))) if least == most => format!("{word} by {least}"),
        Some((Some(least), Some(most))) => format!("{word} by {least} to {most}"),
        Some((Some(least), None)) => format!("{word} by {least} or more"),
        Some((None, Some(most))) => format!("{word} by {most} or less"),
        _ => word.to_owned(),
    }
}

fn sentence(row: &PriceRow) -> String {
    let name = &row.component.name;
    let by = row.beyond.value.map_or(String::new(), |value| people::fixed(value.abs() * 100.0, 1));
    let side = if row.verdict == PriceVerdict::Underpriced { "more" } else { "less" };
    let now = row.price.value;
    let fair = match (row.fair.price, fair(row)) {
        (_, told) if told.is_empty() => "no price makes up for that".to_owned(),
        (Some(_), told) => format!("at {told} it would be worth as much"),
        (None, told) => format!("its fair price is {told}"),
    };
    format!("{name} costs {now} and is worth {by} points {side} than the middle of its kind: {fair}.\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{estimate, payment, price_row};
    use sim_lab::price::curve::Fair;

    fn row(now: i64, verdict: PriceVerdict, fair: Fair) -> PriceRow {
        let mut row = PriceRow { fair, ..price_row("oven", verdict) };
        row.price.value = now;
        let sign = if verdict == PriceVerdict::Overpriced { -1.0 } else { 1.0 };
        row.beyond = estimate(Some(sign * 0.05), Some(0.012));
        row
    }

    #[test]
    fn a_price_that_is_off_is_told_with_the_one_that_would_be_fair() {
        let fair = |price, low, high| Fair { price, low, high };
        for (row, cell, told) in [
            (
                row(10, PriceVerdict::Underpriced, fair(Some(14.6), Some(13), Some(17))),
                "underpriced by 3 to 7",
                "oven costs 10 and is worth 5.0 points more than the middle of its kind: at 15 (13 to 17) it would be worth as much.\n",
            ),
            (
                row(10, PriceVerdict::Overpriced, fair(None, None, Some(4))),
                "overpriced by 6 or more",
                "oven costs 10 and is worth 5.0 points less than the middle of its kind: its fair price is 4 or less.\n",
            ),
            (
                row(10, PriceVerdict::Overpriced, fair(Some(8.0), Some(8), Some(8))),
                "overpriced by 2",
                "oven costs 10 and is worth 5.0 points less than the middle of its kind: at 8 it would be worth as much.\n",
            ),
            (
                row(30, PriceVerdict::Underpriced, Fair::default()),
                "underpriced",
                "oven costs 30 and is worth 5.0 points more than the middle of its kind: no price makes up for that.\n",
            ),
        ] {
            assert_eq!((verdict(&row).as_str(), sentence(&row).as_str()), (cell, told));
        }
        let open = row(10, PriceVerdict::Undecided { more: Some(1_200) }, Fair::default());
        assert_eq!(verdict(&open), "undecided (about 2,000 more games)");
    }

    #[test]
    fn what_pays_is_told_beside_the_middle_and_counted_by_verdict() {
        let rows =
            [payment("box-5", 14.0, PaymentVerdict::Much), payment("box-2", 8.0, PaymentVerdict::Alike)];
        let style = Style { is_terminal: false, has_tables: true };
        let text = payments(&rows, "champion", false, style);
        for part in [
            "box-5      box    0.25     3.5  14.0 ± 0.4 money       8  +75.0 ± 5.0  pays more",
            "Of 2, 1 pay more, 0 less, 1 alike, 0 undecided.",
            "in percent; within 10.0",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert_eq!(payments(&[], "champion", true, style), "");
    }
}
