use super::{Cell, Column, Role, Table, Unit};
use crate::tournament::{Beside, Part, Spread, Standings};
use sim_engine::analysis::{Heat, Square};

pub fn ratings(standings: &Standings) -> Table {
    let about = "Who meets whom at all tables that the strategies can fill, or at a sample of them. rating: Elo points of a seat whose chance to win is in proportion to its strength. played: part of a crowd that turns to what wins more than its fair share, while one in a hundred picks anything. nash: part of the equilibrium of two players, which nothing in the field beats; of several the most even one. Errors by resampling deals.";
    let title = "Ratings, and what people would end up playing";
    let mut table = Table::new("tournament_ratings", title, about, RATINGS);
    let spread = |Spread { value, error }: Spread| [value, error].map(|number| Cell::number(Some(number)));
    let part = |part: Option<Part>| {
        let numbers = part.map(|Part { value, ends }| [value, ends.low, ends.high]);
        std::array::from_fn::<_, 3, _>(|at| Cell::number(numbers.map(|numbers| numbers[at])))
    };
    table.rows.extend(standings.ratings.iter().map(|rating| {
        let mut cells = vec![Cell::text(&standings.strategies[rating.strategy])];
        cells.extend(spread(rating.win_rate).into_iter().chain(spread(rating.elo)));
        cells.extend(part(Some(rating.played)).into_iter().chain(part(rating.nash)));
        cells
    }));
    table
}

pub fn pairs(standings: &Standings) -> Table {
    let about = "Part that one seat of the strategy has of the wins of one seat of each of both, at all tables where both sit; with two players its win rate against the other.";
    let mut table = Table::new("tournament_pairs", "Strategy beside strategy", about, PAIRS);
    let name = |at: usize| standings.strategies[at].as_str();
    let square =
        |pair: &Beside| Square::plain(name(pair.strategy), name(pair.beside), Some(pair.win_rate.value));
    table.heat = Some(Heat {
        row: "strategy",
        column: "beside",
        unit: "part of the row",
        word: "",
        squares: standings.pairs.iter().map(square).collect(),
    });
    table.rows.extend(standings.pairs.iter().map(|pair| {
        let Spread { value, error } = pair.win_rate;
        let names = [pair.strategy, pair.beside].map(|at| Cell::text(&standings.strategies[at]));
        let ends = Cell::ends(Some(pair.win_rate.share_interval()));
        let numbers = [value, error].map(|number| Cell::number(Some(number)));
        names.into_iter().chain(numbers).chain(ends).collect()
    }));
    table
}

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
    Column::share("win_rate", "Its part of the wins of one seat of each."),
    Column::number("standard_error", "Standard error, by resampling deals.").role(Role::Error),
    Column::low("low").role(Role::Low),
    Column::high("high").role(Role::High),
];
