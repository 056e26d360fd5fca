//! How final points spread, by strategy.

use super::{Cell, Column, Table, estimate_cells, estimate_columns};
use crate::summary::{ScoreRow, Summary};

const STRATEGY: Column = Column { name: "strategy", about: "Name of the strategy." };
const FROM: Column = Column {
    name: "points_from",
    about: "Least points of the bin; empty for the first, which holds all below.",
};
const TO: Column =
    Column { name: "points_to", about: "Most points of the bin; empty for the last, which holds all above." };
const SHARE: Column =
    Column { name: "share", about: "Share of the strategy's seat-games that end with these points." };

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
