use super::ComponentRow;
use crate::tables::{Cell, Column, Table, Unit};
use sim_stats::Estimate;

type Read = fn(&ComponentRow) -> Cell;

/// A row a component: what was measured, and the verdict with its reason.
pub fn table(rows: &[ComponentRow]) -> Table {
    let share = |name, about| Column::number(name, about).of(Unit::ShareDifference);
    let is_share = rows.first().is_none_or(|row| row.unit.is_share());
    let effect = |name, [of_wins, of_points]: [&'static str; 2]| match is_share {
        true => share(name, of_wins),
        false => Column::number(name, of_points).of(Unit::Points),
    };
    let columns: [(Column, Read); 20] = [
        (Column::text("component", "Short name of the component."), |row| Cell::text(&row.component.name)),
        (Column::text("kind", "What sort of thing it is."), |row| Cell::text(&row.component.kind)),
        (Column::text("source", "Where its data comes from."), |row| Cell::text(row.component.source.word())),
        (Column::share("used", "Share of the seats that use it in a game."), |row| Cell::number(row.used)),
        (
            share("association", "Win rate of its users less that of others in the same games: correlation."),
            |row| Cell::number(row.association.value),
        ),
        (Column::low("association_low"), |row| low(&row.association)),
        (Column::high("association_high"), |row| high(&row.association)),
        (
            effect(
                "removal",
                [
                    "Win rate of its users with it in the box less without it, on the same deals.",
                    "Points a game of its users with it in the box less without it, on the same deals.",
                ],
            ),
            |row| of(row.removal.map(|one| one.effect.difference), |one| Cell::number(one.value)),
        ),
        (Column::low("removal_low"), |row| of(row.removal.map(|one| one.effect.difference), low)),
        (Column::high("removal_high"), |row| of(row.removal.map(|one| one.effect.difference), high)),
        (
            effect(
                "loss",
                [
                    "Win rate of a trained player less that of one who is barred from it.",
                    "Points a game of a trained player less those of one who is barred from it.",
                ],
            ),
            |row| of(row.loss.map(|one| one.effect.difference), |one| Cell::number(one.value)),
        ),
        (Column::low("loss_low"), |row| of(row.loss.map(|one| one.effect.difference), low)),
        (Column::high("loss_high"), |row| of(row.loss.map(|one| one.effect.difference), high)),
        (Column::whole("price", "Its current price."), |row| {
            row.price.as_ref().map_or(Cell::Missing, |row| Cell::Int(row.price.value))
        }),
        (
            Column::number(
                "fair_price",
                "The price at which it would be worth as much as the median of its kind.",
            ),
            |row| Cell::number(row.price.as_ref().and_then(|row| row.fair.price)),
        ),
        (Column::whole("fair_low", "Lower end of its 95 % interval, down to a whole price."), |row| {
            row.price.as_ref().and_then(|row| row.fair.low).map_or(Cell::Missing, Cell::Int)
        }),
        (Column::whole("fair_high", "Upper end of its 95 % interval, up to a whole price."), |row| {
            row.price.as_ref().and_then(|row| row.fair.high).map_or(Cell::Missing, Cell::Int)
        }),
        (
            Column::text(
                "verdict",
                "By the column that decides: overpriced, underpriced: not worth its price, or worth more; too strong, too weak: its effect is over 2 points beyond that of the median of its kind, found at a false discovery rate of 5 %; check: a person has to judge; undecided: too little data; ok: within 2 points of the median.",
            ),
            |row| Cell::text(row.judgement.verdict.word()),
        ),
        (
            Column::text(
                "decided_by",
                "The measured column that is closest to a cause: price, payment, loss, removal, association.",
            ),
            |row| row.judgement.basis.map_or(Cell::Missing, |basis| Cell::text(basis.word())),
        ),
        (Column::text("reason", "Why, in a sentence or two."), |row| Cell::text(&row.judgement.reason)),
    ];
    let about = "Each component with the verdict of the column closest to a cause among those that were measured: price, then loss of a barred player, then removal from the box. Association alone is no cause and gives no verdict.";
    let heads: Vec<Column> = columns.iter().map(|(column, _)| *column).collect();
    let mut table = Table::new("component_verdicts", "Verdicts on components", about, &heads);
    table.rows.extend(rows.iter().map(|row| columns.iter().map(|(_, read)| read(row)).collect()));
    table
}

fn of(estimate: Option<Estimate>, read: fn(&Estimate) -> Cell) -> Cell {
    estimate.as_ref().map_or(Cell::Missing, read)
}

fn low(estimate: &Estimate) -> Cell {
    Cell::number(estimate.interval.map(|ends| ends.low))
}

fn high(estimate: &Estimate) -> Cell {
    Cell::number(estimate.interval.map(|ends| ends.high))
}
