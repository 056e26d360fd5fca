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
    let mut spec = TableSpec::<(&str, &Rating)>::new("tournament_ratings", "Ratings, and what people would end up playing").about("All tables that the strategies can fill, or a sample of them. rating: Elo points in a Bradley-Terry (Luce) model, where the chance of a seat to win is proportional to its strength. played: share of a population that imitates strategies with more than their fair share, while 1 % choose at random (replicator dynamics with mutation). nash: probability in the Nash equilibrium of two players, which no strategy beats; of several, the one of maximum entropy. Errors are from a bootstrap over groups of deals.");
    spec.text("strategy", |(name, _)| name).about("The strategy.");
    if objective == Objective::Points {
        let score = |of: fn(Spread) -> f64| move |(_, one): &(&str, &Rating)| one.score.map(of);
        spec.number("points", score(|score| score.value)).about("Mean points per game and seat held.");
        spec.number("points_error", score(|score| score.error)).about("Standard error of the points.");
    }
    spec.share("win_rate", |(_, one)| one.win_rate.value).about("Win rate: wins per game and seat held.");
    spec.number("win_rate_error", |(_, one)| one.win_rate.error)
        .of(Unit::Fraction, "Standard error of the win rate.");
    spec.number("rating", |(_, one)| one.elo.value).about("Elo points; their mean is 0.");
    spec.number("rating_error", |(_, one)| one.elo.error).about("Standard error of the rating.");
    let low = "Lower end of the central 95 % of bootstrap populations, extended to the share itself.";
    part(&mut spec, with_ends!("played"), low, |one| Some(one.played))
        .about("Share of the population that ends up playing it.");
    let low = "Lower end of the central 95 % of bootstrap equilibria, extended to the probability itself.";
    part(&mut spec, with_ends!("nash"), low, |one| one.nash)
        .about("Its probability in the Nash equilibrium; only for two players.");
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
            "Share of one seat of the strategy in the wins of one seat of each of the two, at all tables where both sit; with two players, its win rate against the other."
        }
        Objective::Points => {
            "Points a game of one seat of the strategy above the mean of one seat of each of the two, at all tables where both sit; with two players whose points add up to 0, its points against the other."
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
            .about("Its points a game above the mean of one seat of each."),
    };
    spec.number("standard_error", |(_, pair)| pair.value.error)
        .role(Role::Error)
        .about("Bootstrap standard error over groups of deals.");
    let ends = [Column::low("low").role(Role::Low), Column::high("high").role(Role::High)];
    spec.ends(ends, move |(_, pair)| match objective {
        Objective::Wins => Some(pair.value.share_interval()),
        Objective::Points => Some(pair.value.interval()),
    });
    spec
}
