use super::{Cell, Column, Role, Table, Unit};
use crate::tournament::{Beside, Part, Spread, Standings};
use sim_engine::{
    Objective,
    analysis::{Heat, Square},
};

pub fn ratings(standings: &Standings) -> Table {
    let about = "Who meets whom at all tables that the strategies can fill, or at a sample of them. rating: Elo points of a seat whose chance to win is in proportion to its strength. played: part of a crowd that turns to what wins more than its fair share, while one in a hundred picks anything. nash: part of the equilibrium of two players, which nothing in the field beats; of several the most even one. Errors by resampling deals.";
    let title = "Ratings, and what people would end up playing";
    let mut columns = RATINGS.to_vec();
    if standings.objective == Objective::Points {
        columns.splice(1..1, SCORES.iter().copied());
    }
    let mut table = Table::new("tournament_ratings", title, about, &columns);
    let spread = |Spread { value, error }: Spread| [value, error].map(|number| Cell::number(Some(number)));
    let part = |part: Option<Part>| {
        let numbers = part.map(|Part { value, ends }| [value, ends.low, ends.high]);
        std::array::from_fn::<_, 3, _>(|at| Cell::number(numbers.map(|numbers| numbers[at])))
    };
    table.rows.extend(standings.ratings.iter().map(|rating| {
        let mut cells = vec![Cell::text(&standings.strategies[rating.strategy])];
        cells.extend(rating.score.into_iter().flat_map(spread));
        cells.extend(spread(rating.win_rate).into_iter().chain(spread(rating.elo)));
        cells.extend(part(Some(rating.played)).into_iter().chain(part(rating.nash)));
        cells
    }));
    table
}

pub fn pairs(standings: &Standings) -> Table {
    let (figure, about, unit) = match standings.objective {
        Objective::Wins => (
            Column::share("win_rate", "Its part of the wins of one seat of each."),
            "Part that one seat of the strategy has of the wins of one seat of each of both, at all tables where both sit; with two players its win rate against the other.",
            "part of the row",
        ),
        Objective::Points => (
            Column::number("points_ahead", "Its points of a game above the mean of one seat of each."),
            "By how many points of a game one seat of the strategy is above the mean of it and one seat of the other, at all tables where both sit; with two players whose points add up to 0, what it makes against the other.",
            "points of the row",
        ),
    };
    let mut columns = PAIRS.to_vec();
    columns.insert(2, figure);
    let mut table = Table::new("tournament_pairs", "Strategy beside strategy", about, &columns);
    let name = |at: usize| standings.strategies[at].as_str();
    let square =
        |pair: &Beside| Square::plain(name(pair.strategy), name(pair.beside), Some(pair.value.value));
    table.heat = Some(Heat {
        row: "strategy",
        column: "beside",
        unit,
        word: "",
        squares: standings.pairs.iter().map(square).collect(),
    });
    table.rows.extend(standings.pairs.iter().map(|pair| {
        let Spread { value, error } = pair.value;
        let names = [pair.strategy, pair.beside].map(|at| Cell::text(&standings.strategies[at]));
        let ends = Cell::ends(Some(match standings.objective {
            Objective::Wins => pair.value.share_interval(),
            Objective::Points => pair.value.interval(),
        }));
        let numbers = [value, error].map(|number| Cell::number(Some(number)));
        names.into_iter().chain(numbers).chain(ends).collect()
    }));
    table
}

/// Where points are played for.
const SCORES: &[Column] = &[
    Column::number("points", "Points of a game, per seat held."),
    Column::number("points_error", "Standard error of the points."),
];

const RATINGS: &[Column] = &[
    Column::text("strategy", "The strategy."),
    Column::share("win_rate", "Part of the wins, per seat held."),
    Column::number("win_rate_error", "Standard error of the win rate.").of(Unit::Fraction),
    Column::number("rating", "Elo points; their mean is 0."),
    Column::number("rating_error", "Standard error of the rating."),
    Column::number("played", "Part of the crowd that plays it in the end.").of(Unit::Fraction),
    Column::number(
        "played_low",
        "Lower end of the middle 95 % of resampled crowds, reaching to the part itself.",
    ),
    Column::number("played_high", "Upper end."),
    Column::number("nash", "Part of the Nash equilibrium; with two players only.").of(Unit::Fraction),
    Column::number(
        "nash_low",
        "Lower end of the middle 95 % of resampled equilibria, reaching to the part itself.",
    ),
    Column::number("nash_high", "Upper end."),
];

const PAIRS: &[Column] = &[
    Column::text("strategy", "The strategy."),
    Column::text("beside", "The other."),
    Column::number("standard_error", "Standard error, by resampling deals.").role(Role::Error),
    Column::low("low").role(Role::Low),
    Column::high("high").role(Role::High),
];
