//! How games run: length, ends, and the shape of play by rounds.

use super::{Cell, Column, Subject, Table, estimate_cells, estimate_columns};
use crate::figure::{Figure, Unit, of_shape};
use sim_engine::record::MAX_ROUNDS;
use sim_play::tally::{Shape, Tally, WIN};

const QUANTITY: Column = Column { name: "quantity", about: "What is averaged." };
const UNIT: Column = Column { name: "unit", about: "Its unit." };
const ROUND: Column = Column { name: "round", about: "Round after which the points are taken, from 1." };
const MEAN: Column = Column { name: "mean", about: "Mean over games." };

pub fn tables(subject: &Subject<'_>, tally: &Tally) -> Vec<Table> {
    vec![
        length(tally),
        lengths(tally),
        ends(subject, tally),
        shape(subject, tally),
        rounds(subject, tally),
        leaders(subject, tally),
    ]
}

fn length(tally: &Tally) -> Table {
    let columns: Vec<Column> = [QUANTITY, UNIT].into_iter().chain(estimate_columns(MEAN)).collect();
    let about = "A ply is one action. A decision is a choice between two or more actions; several actions that are chosen together count once.";
    let mut table = Table::new("length", "Length of a game", about, &columns);
    for (quantity, cell) in [("plies", tally.layout.plies()), ("decisions", tally.layout.decisions())] {
        let keys = [Cell::text(quantity), Cell::text(quantity)];
        table.rows.push(keys.into_iter().chain(estimate_cells(&tally.mean(cell))).collect());
    }
    table
}

fn lengths(tally: &Tally) -> Table {
    let columns = [
        Column { name: "plies_from", about: "Shortest length of the bin." },
        Column {
            name: "plies_to",
            about: "Longest length of the bin; empty for the last, which holds all above.",
        },
        Column { name: "games", about: "Games of this length." },
        Column { name: "share", about: "Share of all games." },
    ];
    let mut table = Table::new("length_histogram", "Lengths of games", "Games by number of plies.", &columns);
    let width = i64::from(sim_play::tally::LENGTH_WIDTH);
    let last_bin = tally.lengths.len() - 1;
    let occupied = |&(_, &games): &(usize, &u64)| games > 0;
    let first = tally.lengths.iter().enumerate().find(occupied).map_or(0, |(bin, _)| bin);
    let last = tally.lengths.iter().enumerate().rfind(occupied).map_or(0, |(bin, _)| bin);
    for bin in first..=last {
        let from = bin as i64 * width;
        let games = tally.lengths[bin];
        table.rows.push(vec![
            Cell::Int(from),
            if bin == last_bin { Cell::Missing } else { Cell::Int(from + width - 1) },
            Cell::from(games),
            Cell::number((tally.games > 0).then(|| games as f64 / tally.games as f64)),
        ]);
    }
    table
}

fn ends(subject: &Subject<'_>, tally: &Tally) -> Table {
    let end = Column {
        name: "ending",
        about: "Why the game ended; `truncated` if it was cut off at the ply limit.",
    };
    let share = Column { name: "share", about: "Share of games." };
    let columns: Vec<Column> = [end].into_iter().chain(estimate_columns(share)).collect();
    let about = "Truncated games were cut off because they took too long. They are ranked by the points they had, and counted everywhere.";
    let mut table = Table::new("ends", "How games end", about, &columns);
    for (at, end) in subject.info.ends.iter().enumerate() {
        let estimate = tally.share(tally.layout.end(at), 1.0);
        table.rows.push([Cell::text(*end)].into_iter().chain(estimate_cells(&estimate)).collect());
    }
    let truncated = tally.share(tally.layout.truncated(), 1.0);
    table.rows.push([Cell::text("truncated")].into_iter().chain(estimate_cells(&truncated)).collect());
    table
}

fn shape(subject: &Subject<'_>, tally: &Tally) -> Table {
    let columns: Vec<Column> = [QUANTITY, UNIT].into_iter().chain(estimate_columns(MEAN)).collect();
    let about = format!(
        "From the points after each {}. Lead changes: how often the lead passes to another. Decided after: the round after which the winner leads for good. Comeback: how far behind the winner ever was. Margin: the first player's points minus the second's at the end. Early order: the share of pairs of players who end in the same order as after the first round; 50 % means that the first round says nothing.",
        subject.info.round_unit
    );
    let mut table = Table::new("shape", "The course of play", about, &columns);
    for shape in Shape::ALL {
        let cell = tally.layout.shape(shape);
        // What no game of this sort can have is no row.
        if tally.games > 0 && tally.cells.get(cell).count() == 0 {
            continue;
        }
        let estimate = tally.mean(cell).scaled(of_shape(shape, subject.points_scale()));
        let unit = match Figure::Shape(shape).unit() {
            Unit::Share => "share",
            unit => unit.word(subject.info),
        };
        let keys = [Cell::text(shape.word()), Cell::text(unit)];
        table.rows.push(keys.into_iter().chain(estimate_cells(&estimate)).collect());
    }
    table
}

fn rounds(subject: &Subject<'_>, tally: &Tally) -> Table {
    let strategy = Column { name: "strategy", about: "Name of the strategy." };
    let points = Column { name: "mean_points", about: "Mean points after the round." };
    let columns: Vec<Column> = [strategy, ROUND].into_iter().chain(estimate_columns(points)).collect();
    let about = format!("Points after each round{}.", a_round_is(subject));
    let mut table = Table::new("points_by_round", "Points by round", about, &columns);
    for (at, name) in subject.plans().enumerate() {
        for round in 0..MAX_ROUNDS {
            let cell = tally.layout.round(at, round);
            if tally.cells.get(cell).count() > 0 {
                let keys = [Cell::text(name), Cell::Int(round as i64 + 1)];
                let estimate = tally.mean(cell).scaled(subject.points_scale());
                table.rows.push(keys.into_iter().chain(estimate_cells(&estimate)).collect());
            }
        }
    }
    table
}

fn leaders(subject: &Subject<'_>, tally: &Tally) -> Table {
    let share =
        Column { name: "leader_wins", about: "Share of games that whoever leads after the round wins." };
    let columns: Vec<Column> = [ROUND].into_iter().chain(estimate_columns(share)).collect();
    let about = format!(
        "Of the games that go on after a round, and have somebody who leads alone then{}.",
        a_round_is(subject)
    );
    let mut table = Table::new("leader_by_round", "Does the leader go on to win?", about, &columns);
    for round in 0..MAX_ROUNDS {
        let cell = tally.layout.leader(round);
        if tally.cells.get(cell).count() > 0 {
            let estimate = tally.share(cell, WIN as f64);
            let row = [Cell::Int(round as i64 + 1)].into_iter().chain(estimate_cells(&estimate));
            table.rows.push(row.collect());
        }
    }
    table
}

/// What a round is, where the game itself has no rounds.
fn a_round_is(subject: &Subject<'_>) -> String {
    match subject.info.round_unit {
        "round" => String::new(),
        unit => format!("; a round is one {unit}"),
    }
}
