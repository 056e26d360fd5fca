use super::{Table, TableSpec, Unit};
use crate::{
    figure,
    ladder::Ladder,
    skill::{VarianceShares, VarianceSource},
};
use sim_engine::Objective;
use sim_stats::Estimate;

/// What the columns of both rungs, of the distance and of skill are.
const OF_WINS: [&str; 4] = [
    "Win rate of one of the upper rung among those of the lower.",
    "Win rate of one of the lower rung among those of the upper.",
    "How far the upper is ahead in Elo points: 400 are odds of ten to one. From both shares; for the whole ladder the sum.",
    "Share of the variance of winning explained by the own strategy where both rungs sit at one table; not for archetypes. In the last row of a number of players the highest rung sits in all seats, and all play alike.",
];
const OF_POINTS: [&str; 4] = [
    "By how many points a game one of the upper rung is ahead of each of the lower.",
    "By how many points a game one of the lower rung is ahead of each of the upper.",
    "By how many points a game the upper is ahead: the mean of both; for the whole ladder the sum.",
    "Share of the variance of a seat's points explained by the own strategy where both rungs sit at one table; not for archetypes. In the last row of a number of players the highest rung sits in all seats, and all play alike.",
];

/// A step of a ladder, or the whole of it.
pub(super) struct Row<'a> {
    players: usize,
    upper: &'a str,
    lower: &'a str,
    wins: Option<[Estimate; 2]>,
    points: Estimate,
    variance: Option<&'a VarianceShares>,
}

impl Row<'_> {
    fn share(&self, of: VarianceSource) -> Option<Estimate> {
        self.variance.and_then(|shares| shares.share_of_winning(of))
    }
}

/// Every step of every ladder, the whole length last.
pub fn table(found: &[Ladder]) -> Table {
    let objective = found.first().map_or(Objective::Wins, |ladder| ladder.objective);
    spec(objective).table(found.iter().flat_map(rows))
}

fn rows(ladder: &Ladder) -> impl Iterator<Item = Row<'_>> {
    let players = ladder.players;
    let steps = ladder.steps.iter().map(move |step| Row {
        players,
        upper: &step.upper,
        lower: &step.lower,
        wins: Some([step.upper_wins, step.lower_wins]),
        points: step.points,
        variance: step.variance.as_ref(),
    });
    let whole = ladder.ends().map(|(lower, upper)| {
        let variance = ladder.highest.as_ref();
        Row { players, upper, lower, wins: None, points: ladder.length, variance }
    });
    steps.chain(whole)
}

pub(super) fn spec<'r>(objective: Objective) -> TableSpec<Row<'r>> {
    let mut spec = TableSpec::<Row<'_>>::new("levels", "Levels of skill").about("Players from chance to champions, and how far each is ahead of the next. The length of the ladder is how deep the game is, as far as these players know it.");
    spec.players(|row| row.players);
    spec.text("upper", |row| row.upper)
        .about("The upper rung: a strategy, or archetypes for all ways to play.");
    spec.text("lower", |row| row.lower)
        .about("The rung below it; in the last row of a number of players the lowest of all.");
    let (upper, lower) = match objective {
        Objective::Wins => {
            spec.share("fair_share", |row| 1.0 / row.players as f64).about("An equal share of wins.");
            (
                ["upper_wins", "upper_wins_low", "upper_wins_high"],
                ["lower_wins", "lower_wins_low", "lower_wins_high"],
            )
        }
        Objective::Points => (
            ["upper_ahead", "upper_ahead_low", "upper_ahead_high"],
            ["lower_ahead", "lower_ahead_low", "lower_ahead_high"],
        ),
    };
    let unit = Unit::of_result(figure::Unit::of(objective));
    let [of_upper, of_lower, points, skill] = match objective {
        Objective::Wins => OF_WINS,
        Objective::Points => OF_POINTS,
    };
    spec.interval(upper, |row| row.wins.map(|[upper, _]| upper)).of(unit, of_upper);
    spec.interval(lower, |row| row.wins.map(|[_, lower]| lower)).of(unit, of_lower);
    spec.estimate("points", |row| row.points).about(points);
    spec.interval(["skill", "skill_low", "skill_high"], |row| row.share(VarianceSource::OwnStrategy))
        .of(Unit::Share, skill);
    let value = |of: VarianceSource| move |row: &Row<'_>| row.share(of)?.value;
    spec.share("seating", value(VarianceSource::Seating))
        .about("Share of that variance explained by the seat.");
    spec.share("deal", value(VarianceSource::Deal))
        .about("Share of that variance explained by the deal at set-up.");
    spec.share("later_draws", value(VarianceSource::LaterDraws))
        .about("Share of that variance explained by later draws and by random choices between equals.");
    spec
}
