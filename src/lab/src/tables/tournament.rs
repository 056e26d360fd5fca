//! How the strategies of a tournament stand, and each beside each.

use super::{Cell, Column, Table};
use crate::tournament::{Part, Spread, Standings};
use sim_engine::analysis::Heat;

/// Ratings and equilibria.
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

/// Strategy beside strategy.
pub fn pairs(standings: &Standings) -> Table {
    let about = "Part that one seat of the strategy has of the wins of one seat of each of both, at all tables where both sit; with two players its win rate against the other.";
    let mut table = Table::new("tournament_pairs", "Strategy beside strategy", about, PAIRS);
    table.heat = Some(Heat {
        row: "strategy",
        column: "beside",
        value: "win_rate",
        unit: "part of the row",
        mark: "",
        word: "",
    });
    table.rows.extend(standings.pairs.iter().map(|pair| {
        let Spread { value, error } = pair.win_rate;
        let names = [pair.strategy, pair.beside].map(|at| Cell::text(&standings.strategies[at]));
        let ends = Cell::ends(Some(pair.win_rate.interval()));
        let numbers = [value, error].map(|number| Cell::number(Some(number)));
        names.into_iter().chain(numbers).chain(ends).collect()
    }));
    table
}

const RATINGS: &[Column] = &[
    Column { name: "strategy", about: "The strategy." },
    Column { name: "win_rate", about: "Part of the wins, per seat held." },
    Column { name: "win_rate_error", about: "Standard error of the win rate." },
    Column { name: "rating", about: "Elo points; their mean is 0." },
    Column { name: "rating_error", about: "Standard error of the rating." },
    Column { name: "played", about: "Part of the crowd that plays it in the end." },
    Column { name: "played_low", about: "Lower end of the middle 95 % of resampled crowds." },
    Column { name: "played_high", about: "Upper end." },
    Column { name: "nash", about: "Part of the Nash equilibrium; with two players only." },
    Column { name: "nash_low", about: "Lower end of the middle 95 % of resampled equilibria." },
    Column { name: "nash_high", about: "Upper end." },
];

const PAIRS: &[Column] = &[
    Column { name: "strategy", about: "The strategy." },
    Column { name: "beside", about: "The other." },
    Column { name: "win_rate", about: "Its part of the wins of one seat of each." },
    Column { name: "standard_error", about: "Standard error, by resampling deals." },
    Column::low("low"),
    Column::high("high"),
];
