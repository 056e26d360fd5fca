use super::{Cell, Column, Table, Unit as In, estimate_cells, estimate_columns};
use crate::{
    figure::{Figure, Unit},
    summary::{EndRow, LeaderRow, LengthBin, LengthRow, RoundRow, ShapeRow, Summary},
};

const QUANTITY: Column = Column::name("quantity", "What is averaged.");
const UNIT: Column = Column::text("unit", "Its unit.");
const ROUND: Column = Column::whole("round", "Round after which the points are taken, from 1.");
const MEAN: Column = Column::number("mean", "Mean over games.").of(In::ByRow);

pub fn tables(summary: &Summary) -> Vec<Table> {
    vec![
        length(&summary.course.length),
        lengths(&summary.course.lengths),
        ends(&summary.course.ends),
        shape(summary),
        rounds(summary),
        leaders(summary),
    ]
}

fn length(rows: &[LengthRow]) -> Table {
    let columns: Vec<Column> = [QUANTITY, UNIT].into_iter().chain(estimate_columns(MEAN)).collect();
    let about = "A ply is one action. A decision is a choice between two or more actions; several actions that are chosen together count once.";
    let mut table = Table::new("length", "Length of a game", about, &columns);
    table.rows.extend(rows.iter().map(|LengthRow { figure, mean }| {
        let keys = [Cell::text(figure.word()), Cell::text(figure.word())];
        keys.into_iter().chain(estimate_cells(mean)).collect()
    }));
    table
}

fn lengths(rows: &[LengthBin]) -> Table {
    let columns = [
        Column::whole("plies_from", "Shortest length of the bin.").of(In::Plies),
        Column::whole("plies_to", "Longest length of the bin; empty for the last, which holds all above.")
            .of(In::Plies),
        Column::whole("games", "Games of this length.").of(In::Games),
        Column::share("share", "Share of all games."),
    ];
    let mut table = Table::new("length_histogram", "Lengths of games", "Games by number of plies.", &columns);
    table.rows.extend(rows.iter().map(|LengthBin { from, to, games, share }| {
        let to = to.map_or(Cell::Missing, Cell::Int);
        vec![Cell::Int(*from), to, Cell::from(*games), Cell::number(*share)]
    }));
    table
}

fn ends(rows: &[EndRow]) -> Table {
    let end = Column::text("ending", "Why the game ended; `truncated` if it was cut off at the ply limit.");
    let share = Column::share("share", "Share of games.");
    let columns: Vec<Column> = [end].into_iter().chain(estimate_columns(share)).collect();
    let about = "Truncated games were cut off because they took too long. They are ranked by the points they had, and counted everywhere.";
    let mut table = Table::new("ends", "How games end", about, &columns);
    let row = |EndRow { ending, share }: &EndRow| {
        [Cell::text(ending.word())].into_iter().chain(estimate_cells(share)).collect()
    };
    table.rows.extend(rows.iter().map(row));
    table
}

fn shape(summary: &Summary) -> Table {
    let columns: Vec<Column> = [QUANTITY, UNIT].into_iter().chain(estimate_columns(MEAN)).collect();
    let about = format!(
        "From the points after each {0}. Lead changes: how often the lead passes to another. Decided after: the round after which the winner leads for good. Comeback: how far behind the winner ever was. Margin: the first player's points minus the second's at the end. Early order: the share of pairs of players who end in the same order as after the first {0}; 50 % means that the first {0} says nothing.",
        summary.info.round_unit
    );
    let mut table = Table::new("shape", "The course of play", about, &columns);
    table.rows.extend(summary.course.shape.iter().map(|ShapeRow { shape, mean }| {
        let unit = match Figure::Shape(*shape).unit() {
            Unit::Share => "share",
            unit => unit.word(summary.info),
        };
        let keys = [Cell::text(shape.word()), Cell::text(unit)];
        keys.into_iter().chain(estimate_cells(mean)).collect()
    }));
    table
}

fn rounds(summary: &Summary) -> Table {
    let strategy = Column::text("strategy", "Name of the strategy.");
    let points = Column::number("mean_points", "Mean points after the round.").of(In::Points);
    let columns: Vec<Column> = [strategy, ROUND].into_iter().chain(estimate_columns(points)).collect();
    let about = format!("Points after each round{}.", a_round_is(summary));
    let mut table = Table::new("points_by_round", "Points by round", about, &columns);
    table.rows.extend(summary.course.rounds.iter().map(|RoundRow { strategy, round, points }| {
        let keys = [Cell::text(strategy), Cell::Int(*round as i64)];
        keys.into_iter().chain(estimate_cells(points)).collect()
    }));
    table
}

fn leaders(summary: &Summary) -> Table {
    let share = Column::number("leader_wins", "Share of games that whoever leads after the round wins.")
        .of(In::Fraction);
    let columns: Vec<Column> = [ROUND].into_iter().chain(estimate_columns(share)).collect();
    let about = format!(
        "Of the games that go on after a round, and have somebody who leads alone then{}.",
        a_round_is(summary)
    );
    let mut table = Table::new("leader_by_round", "Does the leader go on to win?", about, &columns);
    table.rows.extend(summary.course.leaders.iter().map(|LeaderRow { round, wins }| {
        [Cell::Int(*round as i64)].into_iter().chain(estimate_cells(wins)).collect()
    }));
    table
}

/// What a round is, where the game itself has no rounds.
fn a_round_is(summary: &Summary) -> String {
    match summary.info.round_unit {
        "round" => String::new(),
        unit => format!("; a round is one {unit}"),
    }
}
