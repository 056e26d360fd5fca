use super::{Cell, Column, Table, Unit, estimate_cells, estimate_columns};
use crate::summary::{ScoreRow, Summary};

const STRATEGY: Column = Column::text("strategy", "Name of the strategy.");
const FROM: Column =
    Column::number("points_from", "Least points of the bin; empty for the first, which holds all below.")
        .of(Unit::Points);
const TO: Column =
    Column::number("points_to", "Most points of the bin; empty for the last, which holds all above.")
        .of(Unit::Points);
const SHARE: Column =
    Column::share("share", "Share of the strategy's seat-games that end with these points.");

/// The same bins for every strategy: from the first to the last that anybody ended in.
pub fn distribution(summary: &Summary) -> Table {
    let columns: Vec<Column> = [STRATEGY, FROM, TO].into_iter().chain(estimate_columns(SHARE)).collect();
    let about = format!("How often games end with how many {}.", summary.info.points_unit);
    let mut table = Table::new("score_distribution", "Distribution of points by strategy", about, &columns);
    table.rows.extend(summary.scores.iter().map(|ScoreRow { strategy, from, to, share }| {
        let keys = [Cell::text(strategy), Cell::number(*from), Cell::number(*to)];
        keys.into_iter().chain(estimate_cells(share)).collect()
    }));
    table
}
