use super::{Table, TableSpec, Unit};
use crate::summary::{ScoreRow, Summary};
use sim_engine::Info;

/// The same bins for every strategy: from the first to the last that anybody ended in.
pub fn distribution(summary: &Summary) -> Table {
    spec(summary.info).table(&summary.scores)
}

pub fn spec(info: &Info) -> TableSpec<ScoreRow> {
    let about = format!("How often games end with how many {}.", info.points_unit);
    let mut spec =
        TableSpec::<ScoreRow>::new("score_distribution", "Distribution of points by strategy").about(about);
    spec.text("strategy", |row| &row.strategy).about("Name of the strategy.");
    spec.number("points_from", |row| row.from)
        .of(Unit::Points, "Least points of the bin; empty for the first, which holds all below.");
    spec.number("points_to", |row| row.to)
        .of(Unit::Points, "Most points of the bin; empty for the last, which holds all above.");
    spec.estimate("share", |row| row.share)
        .of(Unit::Share, "Share of the strategy's seat-games that end with these points.");
    spec
}
