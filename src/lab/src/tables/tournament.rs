use super::{Cell, Column, Role, Table, TableSpec, Unit, spec::ColumnBuilder, with_ends};
use crate::tournament::{PairShare, Rating, ShareInterval, Spread, Standings};
use sim_engine::{
    Objective,
    analysis::{Heat, Square},
};

pub fn ratings(standings: &Standings) -> Table {
    let rows = standings.ratings.iter().map(|rating| (&*standings.strategies[rating.strategy], rating));
    ratings_spec(standings.objective).table(rows)
}

pub fn pairs(standings: &Standings) -> Table {
    let name = |at: usize| standings.strategies[at].as_str();
    let rows = standings.pairs.iter().map(|pair| ([name(pair.strategy), name(pair.beside)], pair));
    let square =
        |([row, column], pair): ([&str; 2], &PairShare)| Square::plain(row, column, Some(pair.value.value));
    let heat = Heat {
        row: "strategy",
        column: "beside",
        unit: match standings.objective {
            Objective::Wins => "share of the row",
            Objective::Points => "points of the row",
        },
        word: "",
        squares: rows.clone().map(square).collect(),
    };
    Table { heat: Some(heat), ..pairs_spec(standings.objective).table(rows) }
}

pub(super) fn ratings_spec<'r>(objective: Objective) -> TableSpec<(&'r str, &'r Rating)> {
    let mut spec = TableSpec::<(&str, &Rating)>::new("tournament_ratings", "Ratings, and what people would end up playing").about("Who meets whom at all tables that the strategies can fill, or at a sample of them. rating: Elo points of a seat whose chance to win is in proportion to its strength. played: part of a crowd that turns to what wins more than its fair share, while one in a hundred picks anything. nash: part of the equilibrium of two players, which nothing in the field beats; of several the most even one. Errors by resampling deals.");
    spec.text("strategy", |(name, _)| name).about("The strategy.");
    if objective == Objective::Points {
        let score = |of: fn(Spread) -> f64| move |(_, one): &(&str, &Rating)| one.score.map(of);
        spec.number("points", score(|score| score.value)).about("Points of a game, per seat held.");
        spec.number("points_error", score(|score| score.error)).about("Standard error of the points.");
    }
    spec.share("win_rate", |(_, one)| one.win_rate.value).about("Share of the wins, per seat held.");
    spec.number("win_rate_error", |(_, one)| one.win_rate.error)
        .of(Unit::Fraction, "Standard error of the win rate.");
    spec.number("rating", |(_, one)| one.elo.value).about("Elo points; their mean is 0.");
    spec.number("rating_error", |(_, one)| one.elo.error).about("Standard error of the rating.");
    let low = "Lower end of the central 95 % of resampled populations, extended to the share itself.";
    part(&mut spec, with_ends!("played"), low, |one| Some(one.played))
        .about("Share of the population that plays it in the end.");
    let low = "Lower end of the central 95 % of resampled equilibria, extended to the share itself.";
    part(&mut spec, with_ends!("nash"), low, |one| one.nash)
        .about("Share of the Nash equilibrium; with two players only.");
    spec
}

fn part<'s>(
    spec: &'s mut TableSpec<(&str, &Rating)>,
    [value, low, high]: [&'static str; 3],
    about: &'static str,
    part: fn(&Rating) -> Option<ShareInterval>,
) -> ColumnBuilder<'s> {
    let ends = [Column::number(low, about), Column::number(high, "Upper end.")];
    let columns = [Column::number(value, "").of(Unit::Fraction), ends[0], ends[1]];
    spec.group(columns, 0, move |(_, one)| {
        let part = part(one);
        let [low, high] = Cell::ends(part.map(|part| part.ends));
        [Cell::number(part.map(|part| part.value)), low, high]
    })
}

pub(super) fn pairs_spec<'r>(objective: Objective) -> TableSpec<([&'r str; 2], &'r PairShare)> {
    let about = match objective {
        Objective::Wins => {
            "Part that one seat of the strategy has of the wins of one seat of each of both, at all tables where both sit; with two players its win rate against the other."
        }
        Objective::Points => {
            "By how many points of a game one seat of the strategy is above the mean of it and one seat of the other, at all tables where both sit; with two players whose points add up to 0, what it makes against the other."
        }
    };
    let mut spec = TableSpec::<([&str; 2], &PairShare)>::new("tournament_pairs", "Strategy against strategy")
        .about(about);
    spec.text("strategy", |([strategy, _], _)| strategy).about("The strategy.");
    spec.text("beside", |([_, beside], _)| beside).about("The other.");
    match objective {
        Objective::Wins => spec
            .share("win_rate", |(_, pair)| pair.value.value)
            .about("Its share of the wins of one seat of each."),
        Objective::Points => spec
            .number("points_ahead", |(_, pair)| pair.value.value)
            .about("Its points of a game above the mean of one seat of each."),
    };
    spec.number("standard_error", |(_, pair)| pair.value.error)
        .role(Role::Error)
        .about("Standard error, by resampling deals.");
    let ends = [Column::low("low").role(Role::Low), Column::high("high").role(Role::High)];
    spec.ends(ends, move |(_, pair)| match objective {
        Objective::Wins => Some(pair.value.share_interval()),
        Objective::Points => Some(pair.value.interval()),
    });
    spec
}
