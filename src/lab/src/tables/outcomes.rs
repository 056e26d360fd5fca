//! Wins, points and places, by strategy, by seat, and by both.

use super::{Cell, Column, Subject, Table, estimate_cells, estimate_columns};
use crate::{
    figure::Owner,
    summary::{RateRow, win_rates},
};
use sim_engine::Seat;
use sim_play::tally::{Group, Tally};
use sim_stats::Estimate;

const STRATEGY: Column = Column { name: "strategy", about: "Name of the strategy." };
const SEAT: Column = Column { name: "seat", about: "Place in the starting order, from 1." };
const WIN_RATE: Column = Column {
    name: "win_rate",
    about: "Games won, as a share of games played; players who tie for first place share the win evenly.",
};
const FAIR: Column = Column {
    name: "fair_share",
    about: "What each would win if all were equal: one over the number of players.",
};
const LIST_LOW: Column = Column {
    name: "list_low",
    about: "Lower end of a wider interval: those of all rows hold at once in 95 % of runs (Bonferroni).",
};
const LIST_HIGH: Column = Column { name: "list_high", about: "Its upper end." };
const MEAN_POINTS: Column = Column { name: "mean_points", about: "Mean final points." };
const PLACE: Column =
    Column { name: "place", about: "Place from 1; players who tie share the better place." };
const SHARE: Column = Column { name: "share", about: "Share of the seat-games." };

/// A set of seat-games and the cells that name it in a row.
#[derive(Clone)]
struct Keyed {
    group: Group,
    keys: Vec<Cell>,
}

fn strategies(subject: &Subject<'_>) -> Vec<Keyed> {
    let keyed = |(at, name)| Keyed { group: Group::Strategy(at), keys: vec![Cell::text(name)] };
    subject.strategies.iter().enumerate().map(keyed).collect()
}

pub fn tables(subject: &Subject<'_>, tally: &Tally) -> Vec<Table> {
    let strategies = strategies(subject);
    let seats: Vec<Keyed> = Seat::all(subject.players)
        .map(|seat| Keyed { group: Group::Seat(seat), keys: vec![Cell::seat(Some(seat))] })
        .collect();
    let both: Vec<Keyed> = (0..subject.strategies.len())
        .flat_map(|at| Seat::all(subject.players).map(move |seat| (at, seat)))
        .map(|(at, seat)| Keyed {
            group: Group::StrategySeat(at, seat),
            keys: vec![Cell::text(&subject.strategies[at]), Cell::seat(Some(seat))],
        })
        .collect();
    let mut plans = strategies.clone();
    plans.extend(subject.automa.map(|name| Keyed { group: Group::Automa, keys: vec![Cell::text(name)] }));
    let rates = win_rates(subject, tally);
    let rate = |name, title, keys: &[Column], rows: &[RateRow]| win_rate(subject, (name, title), keys, rows);
    let both_title = "Win rate by strategy and seat";
    let mut tables = vec![
        rate("win_rate_by_strategy", "Win rate by strategy", &[STRATEGY], &rates.strategies),
        rate("win_rate_by_seat", "Win rate by seat", &[SEAT], &rates.seats),
        rate("win_rate_by_strategy_and_seat", both_title, &[STRATEGY, SEAT], &rates.both),
        points(subject, tally, "points_by_strategy", "Points by strategy", &[STRATEGY], &plans),
        points(subject, tally, "points_by_seat", "Points by seat", &[SEAT], &seats),
        points(
            subject,
            tally,
            "points_by_strategy_and_seat",
            "Points by strategy and seat",
            &[STRATEGY, SEAT],
            &both,
        ),
        places(tally, "places_by_strategy", "Places by strategy", STRATEGY, &strategies),
        places(tally, "places_by_seat", "Places by seat", SEAT, &seats),
    ];
    if let Some(all) = rates.overall {
        let who = Column { name: "strategies", about: "Who is counted." };
        tables.insert(0, rate("win_rate_overall", "Win rate of all strategies together", &[who], &[all]));
    }
    if subject.players == 1 {
        tables.retain(|table| table.column(SEAT.name).is_none());
    }
    tables
}

fn row(keys: &[Cell], estimate: &Estimate) -> Vec<Cell> {
    keys.iter().cloned().chain(estimate_cells(estimate)).collect()
}

fn win_rate(
    subject: &Subject<'_>,
    (name, title): (&'static str, &'static str),
    keys: &[Column],
    rows: &[RateRow],
) -> Table {
    let columns: Vec<Column> =
        keys.iter().copied().chain(estimate_columns(WIN_RATE)).chain([FAIR, LIST_LOW, LIST_HIGH]).collect();
    let mut about = WIN_RATE.about.to_owned();
    if let Some(automa) = subject.automa {
        about += &format!(" A game in which {automa} comes first is won by nobody else.");
    }
    let mut table = Table::new(name, title, about, &columns);
    table.rows.extend(rows.iter().map(|RateRow { owner, estimate, fair, list }| {
        let keys = match owner {
            Owner::Games => vec![Cell::text("all together")],
            owner => Cell::owner(owner).into_iter().filter(|cell| *cell != Cell::Missing).collect(),
        };
        let mut cells = row(&keys, estimate);
        cells.push(Cell::number(*fair));
        cells.extend(Cell::ends(*list));
        cells
    }));
    table
}

fn points(
    subject: &Subject<'_>,
    tally: &Tally,
    name: &'static str,
    title: &'static str,
    keys: &[Column],
    groups: &[Keyed],
) -> Table {
    let columns: Vec<Column> = keys.iter().copied().chain(estimate_columns(MEAN_POINTS)).collect();
    let about = format!("Mean of the final {}.", subject.info.points_unit);
    let mut table = Table::new(name, title, about, &columns);
    for keyed in groups {
        let estimate = tally.mean(tally.layout.points(keyed.group)).scaled(subject.points_scale());
        table.rows.push(row(&keyed.keys, &estimate));
    }
    table
}

fn places(tally: &Tally, name: &'static str, title: &'static str, key: Column, groups: &[Keyed]) -> Table {
    let columns: Vec<Column> = [key, PLACE].into_iter().chain(estimate_columns(SHARE)).collect();
    let mut table = Table::new(name, title, PLACE.about, &columns);
    for keyed in groups {
        for place in 1..=tally.layout.frame().contenders {
            let estimate = tally.share(tally.layout.place(keyed.group, place), 1.0);
            let mut keys = keyed.keys.clone();
            keys.push(Cell::Int(place as i64));
            table.rows.push(row(&keys, &estimate));
        }
    }
    table
}
