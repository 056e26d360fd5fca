use super::{Table, TableSpec, Unit, with_ends};
use crate::{figure, ladder::Ladder};
use sim_engine::Objective;
use sim_stats::Estimate;

/// Descriptions of the columns of both rungs and of the distance.
const OF_WINS: [&str; 3] = [
    "Win rate of one player of the upper rung among players of the lower.",
    "Win rate of one player of the lower rung among players of the upper.",
    "Lead of the upper rung in Elo points: 400 are odds of ten to one, relative to those of a fair share. The mean from both win rates; for the whole ladder the sum. Empty if one side wins every game or there are fewer than 30 deals.",
];
const OF_POINTS: [&str; 3] = [
    "Points a game of one player of the upper rung minus the mean of its rivals of the lower.",
    "Points a game of one player of the lower rung minus the mean of its rivals of the upper.",
    "Lead of the upper rung in points a game: the mean from both; for the whole ladder the sum.",
];

/// A step of a ladder, or the whole ladder.
pub(super) struct Row<'a> {
    players: usize,
    upper: &'a str,
    lower: &'a str,
    wins: Option<[Estimate; 2]>,
    points: Estimate,
}

/// Every step of every ladder, followed by its length.
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
    });
    let whole =
        ladder.ends().map(|(lower, upper)| Row { players, upper, lower, wins: None, points: ladder.length });
    steps.chain(whole)
}

pub(super) fn spec<'r>(objective: Objective) -> TableSpec<Row<'r>> {
    let mut spec = TableSpec::<Row<'_>>::new("levels", "Levels of skill").about("Players from random to champion, and the lead of each over the next: the distance between levels of play. The length of the ladder is the depth of the game, as far as these players reach.");
    spec.players(|row| row.players);
    spec.text("upper", |row| row.upper)
        .about("The upper rung: a strategy, or `archetypes` for all archetypes, each equally often.");
    spec.text("lower", |row| row.lower)
        .about("The rung below it; in the last row of a number of players, the lowest rung with a known distance to the top.");
    let (upper, lower) = match objective {
        Objective::Wins => {
            spec.share("fair_share", |row| 1.0 / row.players as f64).about("An equal share of wins.");
            (with_ends!("upper_wins"), with_ends!("lower_wins"))
        }
        Objective::Points => (with_ends!("upper_ahead"), with_ends!("lower_ahead")),
    };
    let unit = Unit::of_result(figure::Unit::of(objective));
    let [of_upper, of_lower, points] = match objective {
        Objective::Wins => OF_WINS,
        Objective::Points => OF_POINTS,
    };
    spec.interval(upper, |row| row.wins.map(|[upper, _]| upper)).of(unit, of_upper);
    spec.interval(lower, |row| row.wins.map(|[_, lower]| lower)).of(unit, of_lower);
    spec.estimate("points", |row| row.points).about(points);
    spec
}
