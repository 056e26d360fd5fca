use super::{Table, TableSpec, Unit};
use crate::{
    figure::Owner,
    summary::{PlaceRow, PointsRow, RateRow, ScoreRow, Summary},
};
use sim_engine::{Info, Objective};

const WIN_RATE: &str =
    "Games won, as a share of games played; players who tie for first place share the win evenly.";
const PLACE: &str = "Place from 1; players who tie share the better place.";

/// The owners that rows distinguish.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Breakdown {
    All,
    Strategy,
    Seat,
    Both,
}

pub fn tables(summary: &Summary) -> Vec<Table> {
    let Summary { rates, points, places, info, .. } = summary;
    let rate = |by, rows: &[RateRow]| win_rate(by, summary.automa).table(rows);
    let mean = |by, rows: &[PointsRow]| mean_points(by, info).table(rows);
    let has_others = summary.players > 1;
    let mut tables = Vec::new();
    tables.extend(rates.overall.as_ref().map(|row| rate(Breakdown::All, std::slice::from_ref(row))));
    tables.push(rate(Breakdown::Strategy, &rates.strategies));
    if has_others {
        tables.extend([rate(Breakdown::Seat, &rates.seats), rate(Breakdown::Both, &rates.both)]);
    }
    tables.push(mean(Breakdown::Strategy, &points.strategies));
    if has_others {
        tables.extend([mean(Breakdown::Seat, &points.seats), mean(Breakdown::Both, &points.both)]);
    }
    if summary.objective == Objective::Points {
        tables.sort_by_key(|table| !table.name.starts_with("points_"));
    }
    tables.push(finishes(Breakdown::Strategy).table(&places.strategies));
    if has_others {
        tables.push(finishes(Breakdown::Seat).table(&places.seats));
    }
    tables.push(scores(info).table(&summary.scores));
    tables
}

pub fn heads(info: &Info) -> Vec<Table> {
    let mut heads: Vec<Table> = [Breakdown::All, Breakdown::Strategy, Breakdown::Seat, Breakdown::Both]
        .map(|by| win_rate(by, None).head())
        .into();
    heads.extend(
        [Breakdown::Strategy, Breakdown::Seat, Breakdown::Both].map(|by| mean_points(by, info).head()),
    );
    heads.extend([Breakdown::Strategy, Breakdown::Seat].map(|by| finishes(by).head()));
    heads.push(scores(info).head());
    heads
}

fn keys<R: 'static>(spec: &mut TableSpec<R>, by: Breakdown, owner: fn(&R) -> &Owner) {
    if by == Breakdown::All {
        spec.text("strategies", |_| "all together").about("Who is counted.");
    }
    if matches!(by, Breakdown::Strategy | Breakdown::Both) {
        spec.text("strategy", move |row| owner(row).strategy().unwrap_or_default())
            .about("Name of the strategy.");
    }
    if matches!(by, Breakdown::Seat | Breakdown::Both) {
        spec.seat(move |row| owner(row).seat()).about("Place in the starting order, from 1.");
    }
}

fn win_rate(by: Breakdown, automa: Option<&str>) -> TableSpec<RateRow> {
    let (name, title) = match by {
        Breakdown::All => ("win_rate_overall", "Win rate of all strategies together"),
        Breakdown::Strategy => ("win_rate_by_strategy", "Win rate by strategy"),
        Breakdown::Seat => ("win_rate_by_seat", "Win rate by seat"),
        Breakdown::Both => ("win_rate_by_strategy_and_seat", "Win rate by strategy and seat"),
    };
    let mut about = WIN_RATE.to_owned();
    if let Some(automa) = automa {
        about += &format!(
            " {automa} is the automa, the opponent that the rules play against a solo player; a game that it wins counts as a win for nobody."
        );
    }
    let mut spec = TableSpec::new(name, title).about(about);
    spec.is_ranked(by == Breakdown::Strategy);
    keys(&mut spec, by, |row: &RateRow| &row.owner);
    spec.estimate("win_rate", |row| row.estimate).of(Unit::Share, WIN_RATE);
    spec.share("fair_share", |row| row.fair)
        .about("What each would win if all were equal: one over the number of players; empty in solo play and against an automa.");
    let low = "Lower end of the simultaneous interval: those of all rows hold together in 95 % of runs (Bonferroni).";
    spec.list_ends(low, |row| row.list);
    spec
}

fn mean_points(by: Breakdown, info: &Info) -> TableSpec<PointsRow> {
    let (name, title) = match by {
        Breakdown::Seat => ("points_by_seat", "Points by seat"),
        Breakdown::Both => ("points_by_strategy_and_seat", "Points by strategy and seat"),
        Breakdown::Strategy | Breakdown::All => ("points_by_strategy", "Points by strategy"),
    };
    let mut spec = TableSpec::new(name, title).about(format!("Mean of the final {}.", info.points_unit));
    spec.is_ranked(by == Breakdown::Strategy);
    keys(&mut spec, by, |row: &PointsRow| &row.owner);
    spec.estimate("mean_points", |row| row.mean).of(Unit::Points, "Mean final points.");
    spec
}

fn finishes(by: Breakdown) -> TableSpec<PlaceRow> {
    let (name, title) = match by {
        Breakdown::Seat => ("places_by_seat", "Places by seat"),
        _ => ("places_by_strategy", "Places by strategy"),
    };
    let mut spec = TableSpec::new(name, title).about(PLACE);
    keys(&mut spec, by, |row: &PlaceRow| &row.owner);
    spec.whole("place", |row| row.place).about(PLACE);
    spec.estimate("share", |row| row.share)
        .of(Unit::Share, "Share of the strategy's or seat's games that end in this place.");
    spec
}

/// All strategies have the same bins: from the first to the last occupied one.
fn scores(info: &Info) -> TableSpec<ScoreRow> {
    let about = format!("Distribution of final {}, in bins.", info.points_unit);
    let mut spec =
        TableSpec::<ScoreRow>::new("score_distribution", "Distribution of points by strategy").about(about);
    spec.text("strategy", |row| &row.strategy).about("Name of the strategy.");
    spec.number("points_from", |row| row.from)
        .of(Unit::Points, "Lowest points of the bin; empty for an open lowest bin, which holds all below.");
    spec.number("points_to", |row| row.to)
        .of(Unit::Points, "Highest points of the bin; empty for an open highest bin, which holds all above.");
    spec.estimate("share", |row| row.share)
        .of(Unit::Share, "Share of the strategy's seat-games that end with these points.");
    spec
}
