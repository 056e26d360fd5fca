use super::{
    Cell, Column, Table, Unit, estimate_columns,
    pairs::{PAIR, VARIANCE_RATIO, paired_cells},
};
use crate::pairs::FigureRow;

pub fn comparison(rows: &[FigureRow]) -> Table {
    let mut columns = vec![
        Column::text(
            "figure",
            "What is compared. superiority: chance to do better on the same deal, half of it where both do as well; elo: points on the scale of chess, against the same opponents.",
        ),
        Column::whole("seat", "The seat, from 1, if the figure is one of a seat."),
    ];
    columns.extend(PAIR);
    columns.extend(estimate_columns(Column::number("difference", "The first minus the second.")));
    columns.extend([
        Column::number("p_value", "Two-sided p-value of no difference.").of(Unit::Chance),
        Column::whole("differing_deals", "Deals in which the two differ at all.").of(Unit::Deals),
        Column::number(
            "most_differing",
            "Where fewer than 30 deals differ: the largest share of all deals that may differ (95 %).",
        )
        .of(Unit::Fraction),
        VARIANCE_RATIO,
    ]);
    let about = "One strategy in the place of the other: same opponents, seats and deals. Each deal gives one difference, over all its rotations; the errors are those of the differences, stratified by company.";
    let mut table = Table::new("comparison", "Two strategies on the same deals", about, &columns);
    table.rows.extend(rows.iter().map(|FigureRow { of, paired, .. }| {
        let mut cells = vec![Cell::text(of.figure.word()), Cell::seat(of.owner.seat())];
        cells.extend(paired_cells(paired));
        cells.extend([
            Cell::number(paired.p_value),
            Cell::from(paired.differing),
            Cell::number(paired.most_differing),
            Cell::number(paired.variance_ratio),
        ]);
        cells
    }));
    table
}
