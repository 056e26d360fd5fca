use super::{Cell, Column, Role, Table, Unit, estimate_cells, estimate_columns};
use crate::{
    figure::Owner,
    summary::{PlaceRow, PointsRow, RateRow, Summary},
};
use sim_engine::Objective;

const STRATEGY: Column = Column::text("strategy", "Name of the strategy.");
const SEAT: Column = Column::whole("seat", "Place in the starting order, from 1.");
const WIN_RATE: Column = Column::share(
    "win_rate",
    "Games won, as a share of games played; players who tie for first place share the win evenly.",
);
const FAIR: Column =
    Column::share("fair_share", "What each would win if all were equal: one over the number of players.");
const LIST_LOW: Column = Column::number(
    "list_low",
    "Lower end of a wider interval: those of all rows hold at once in 95 % of runs (Bonferroni).",
)
.role(Role::OfList);
const LIST_HIGH: Column = Column::number("list_high", "Its upper end.").role(Role::OfList);
const MEAN_POINTS: Column = Column::number("mean_points", "Mean final points.").of(Unit::Points);
const PLACE: Column = Column::whole("place", "Place from 1; players who tie share the better place.");
const SHARE: Column = Column::share("share", "Share of the seat-games.");

pub fn tables(summary: &Summary) -> Vec<Table> {
    let Summary { rates, points, places, .. } = summary;
    let mut tables = Vec::new();
    let all = |rows| {
        let who = Column::text("strategies", "Who is counted.");
        let title = "Win rate of all strategies together";
        win_rate(summary, ("win_rate_overall", title), &[who], rows)
    };
    tables.extend(rates.overall.as_ref().map(|row| all(std::slice::from_ref(row))));
    tables.push(by_strategy(summary));
    if summary.players > 1 {
        tables.extend([by_seat(summary), by_both(summary)]);
    }
    let mean =
        |name, title, keys: &[Column], rows: &[PointsRow]| mean_points(summary, (name, title), keys, rows);
    let table = mean("points_by_strategy", "Points by strategy", &[STRATEGY], &points.strategies);
    tables.push(Table { is_ranked: true, ..table });
    if summary.players > 1 {
        let title = "Points by strategy and seat";
        tables.push(mean("points_by_seat", "Points by seat", &[SEAT], &points.seats));
        tables.push(mean("points_by_strategy_and_seat", title, &[STRATEGY, SEAT], &points.both));
    }
    if summary.objective == Objective::Points {
        tables.sort_by_key(|table| !table.name.starts_with("points_"));
    }
    tables.push(shares("places_by_strategy", "Places by strategy", STRATEGY, &places.strategies));
    if summary.players > 1 {
        tables.push(shares("places_by_seat", "Places by seat", SEAT, &places.seats));
    }
    tables
}

fn by_strategy(summary: &Summary) -> Table {
    let names = ("win_rate_by_strategy", "Win rate by strategy");
    let table = win_rate(summary, names, &[STRATEGY], &summary.rates.strategies);
    Table { is_ranked: true, ..table }
}

fn by_seat(summary: &Summary) -> Table {
    win_rate(summary, ("win_rate_by_seat", "Win rate by seat"), &[SEAT], &summary.rates.seats)
}

fn by_both(summary: &Summary) -> Table {
    let names = ("win_rate_by_strategy_and_seat", "Win rate by strategy and seat");
    win_rate(summary, names, &[STRATEGY, SEAT], &summary.rates.both)
}

fn keys(owner: &Owner) -> Vec<Cell> {
    match owner {
        Owner::Games => vec![Cell::text("all together")],
        owner => Cell::owner(owner).into_iter().filter(|cell| *cell != Cell::Missing).collect(),
    }
}

fn win_rate(
    summary: &Summary,
    (name, title): (&'static str, &'static str),
    keys: &[Column],
    rows: &[RateRow],
) -> Table {
    let columns: Vec<Column> =
        keys.iter().copied().chain(estimate_columns(WIN_RATE)).chain([FAIR, LIST_LOW, LIST_HIGH]).collect();
    let mut about = WIN_RATE.about.to_owned();
    if let Some(automa) = summary.automa {
        about += &format!(" A game in which {automa} comes first is won by nobody else.");
    }
    let mut table = Table::new(name, title, about, &columns);
    table.rows.extend(rows.iter().map(|RateRow { owner, estimate, fair, list }| {
        let mut cells = self::keys(owner);
        cells.extend(estimate_cells(estimate));
        cells.push(Cell::number(*fair));
        cells.extend(Cell::ends(*list));
        cells
    }));
    table
}

fn mean_points(
    summary: &Summary,
    (name, title): (&'static str, &'static str),
    keys: &[Column],
    rows: &[PointsRow],
) -> Table {
    let columns: Vec<Column> = keys.iter().copied().chain(estimate_columns(MEAN_POINTS)).collect();
    let about = format!("Mean of the final {}.", summary.info.points_unit);
    let mut table = Table::new(name, title, about, &columns);
    table.rows.extend(rows.iter().map(|PointsRow { owner, mean }| {
        self::keys(owner).into_iter().chain(estimate_cells(mean)).collect()
    }));
    table
}

fn shares(name: &'static str, title: &'static str, key: Column, rows: &[PlaceRow]) -> Table {
    let columns: Vec<Column> = [key, PLACE].into_iter().chain(estimate_columns(SHARE)).collect();
    let mut table = Table::new(name, title, PLACE.about, &columns);
    table.rows.extend(rows.iter().map(|PlaceRow { owner, place, share }| {
        let place = [Cell::Int(*place as i64)];
        keys(owner).into_iter().chain(place).chain(estimate_cells(share)).collect()
    }));
    table
}
