use super::{Cell, Column, Table, Unit, estimate_cells, estimate_columns, pairs::TESTS};
use crate::price::{
    PriceRow, PriceVerdict, Prices, TOLERANCE,
    payments::{PART, Payment},
};
use sim_engine::text::people;

/// A row a component, and a row each price that was played of it.
pub fn tables(found: &Prices) -> Vec<Table> {
    let (mut prices, mut trials) = (head(), trials_head());
    for row in &found.rows {
        let PriceRow { component, price, fair, .. } = row;
        let name = || [&component.name, &component.kind, component.source.word()].map(Cell::text);
        let mut cells = name().to_vec();
        cells.extend([Cell::Int(price.value), Cell::number(row.used), Cell::number(row.contrast.value)]);
        cells.extend(Cell::ends(row.contrast.interval));
        cells.push(Cell::number(row.worth.difference.value));
        cells.extend(Cell::ends(row.worth.difference.interval));
        cells.extend(estimate_cells(&row.beyond));
        cells.extend([row.p_value, row.rate].map(Cell::number));
        cells.push(Cell::from(row.trials.len() as u64));
        cells.push(Cell::number(fair.price));
        cells.extend([fair.low, fair.high].map(|end| end.map_or(Cell::Missing, Cell::Int)));
        cells.push(Cell::text(row.verdict.word()));
        cells.push(match row.verdict {
            PriceVerdict::Undecided { more: Some(more) } => Cell::from(more),
            _ => Cell::Missing,
        });
        prices.rows.push(cells);
        for trial in &row.trials {
            let mut cells = name().to_vec();
            cells.push(Cell::Int(trial.price));
            cells.extend(estimate_cells(&trial.beyond));
            trials.rows.push(cells);
        }
    }
    vec![prices, trials, payments(&found.payments)]
}

fn payments(rows: &[Payment]) -> Table {
    let mut table = payments_head();
    for row in rows {
        let Payment { component, .. } = row;
        let mut cells = [&component.name, &component.kind, component.source.word()].map(Cell::text).to_vec();
        cells.push(Cell::text(row.unit));
        cells.extend([row.times.value, row.brings.value].map(Cell::number));
        cells.extend(estimate_cells(&row.each));
        cells.extend([row.middle, row.beyond.value].map(Cell::number));
        cells.extend(Cell::ends(row.beyond.interval));
        cells.extend([Cell::number(row.rate), Cell::text(row.verdict.word())]);
        table.rows.push(cells);
    }
    table
}

pub(super) fn payments_head() -> Table {
    let mut columns = NAMES.to_vec();
    columns.extend([
        Column::text("unit", "What it pays in."),
        Column::number("times", "How often it pays a seat in a game."),
        Column::number("brings", "What it brings a seat in a game.").of(Unit::ByRow),
    ]);
    columns.extend(estimate_columns(Column::number("each", "What it pays each time.").of(Unit::ByRow)));
    columns.extend([
        Column::number("middle", "What the middle of its kind pays each time.").of(Unit::ByRow),
        Column::number("beyond", "What it pays each time over that, less 1: 0.5 is half as much again.")
            .of(Unit::FractionDifference),
        Column::low("beyond_low"),
        Column::high("beyond_high"),
        Column::number("rate", "The smallest rate of false discoveries among all of its kind at which this one counts as found (Benjamini and Hochberg).").of(Unit::Chance),
        Column::text(
            "verdict",
            "Beside the middle of its kind, and no fault: pays more: each time more by over a tenth, with the whole interval; pays less: likewise; pays alike: the whole interval is within a tenth; undecided: not known yet.",
        ),
    ]);
    let about = format!(
        "What things pay that nobody buys, between players as they are. What is within {} of the middle of its kind pays alike; things of a kind may be meant to pay differently.",
        people::percent(PART, None)
    );
    Table::new("payments", "What things pay that nobody buys", &about, &columns)
}

pub(super) fn head() -> Table {
    let mut columns = NAMES.to_vec();
    columns.extend([
        Column::whole("price", "What it costs now."),
        Column::share("used", "Part of the seats that use it in a game, between players as they are."),
        Column::number(
            "contrast",
            "Win rate of its users less that of others at the same table, between players as they are: what goes with its use, and no cause.",
        )
        .of(Unit::ShareDifference),
        Column::low("contrast_low"),
        Column::high("contrast_high"),
        Column::number(
            "worth",
            "What one player loses who may never take it, among players who may: all learned on with the prices as they are.",
        )
        .of(Unit::ShareDifference),
        Column::low("worth_low"),
        Column::high("worth_high"),
    ]);
    columns.extend(estimate_columns(Column::number(
        "beyond",
        "Its worth less that of the middle of the others of its kind. The interval holds over deals and over learnings.",
    )
    .of(Unit::ShareDifference)));
    columns.extend(TESTS);
    columns.extend([
        Column::whole("prices", "Prices that were played, the one as it is among them."),
        Column::number("fair_price", "The price at which it would be worth as much as the middle of its kind, on a straight line between two that were played; empty where none has it beside it, or the price now is not known to be off."),
        Column::whole("fair_low", "The lower end of its interval, down to a whole price; empty where it may be lower than all that were played, or none was."),
        Column::whole("fair_high", "The upper end, up to a whole price; empty where it may be higher than all that were played, or none was."),
        Column::text(
            "verdict",
            "By the interval of `beyond`: overpriced: all of it is below the tolerance, and the row is found among all; underpriced: above it; not bought: below it, as hardly anybody buys it; fine: all of it is within the tolerance; undecided: anything else, or the price now may be the fair one.",
        ),
        Column::whole("more_games", "About how many more games of each would tell, where that is not known yet and learnings hardly differ."),
    ]);
    let about = format!(
        "At its fair price a component is worth as much as the middle of the others of its kind, whose prices stay as they are. All players learn on at every price that is played. Within {} points of the middle is the tolerance. Other prices are tried only of what is surely off: of all that is, or of the few that are furthest off.",
        people::short(TOLERANCE * 100.0)
    );
    Table::new("fair_prices", "What components should cost", &about, &columns)
}

pub(super) fn trials_head() -> Table {
    let mut columns = NAMES.to_vec();
    columns.push(Column::whole("price", "What it cost."));
    columns.extend(estimate_columns(Column::number(
        "beyond",
        "Its worth at that price less the worth of the middle of the others of its kind, whose prices stay as they are.",
    )
    .of(Unit::ShareDifference)));
    let about = "Every price that was played, with players who learned on at it.";
    Table::new("price_trials", "What components are worth at other prices", about, &columns)
}

const NAMES: [Column; 3] = [
    Column::text("component", "Short name of the component."),
    Column::text("kind", "What sort of thing it is."),
    Column::text("source", "Where its data comes from."),
];
