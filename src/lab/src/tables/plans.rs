use super::{Column, Table, TableSpec, Unit, with_ends};
use crate::{
    figure,
    plans::{AimRow, Bounds, DOMINANT, PlanRow, Plans, VIABLE},
};

pub fn tables(found: &Plans) -> Vec<Table> {
    let aims = found.rows.iter().flat_map(|row| row.aims.iter().map(|aim| (row.name.as_str(), aim)));
    vec![spec(found.bounds).table(&found.rows), aims_spec(found.bounds.unit).table(aims)]
}

/// Descriptions of the columns: results, the players without and with the plan, its extra worth, and verdicts; and of
/// the table.
const OF_WINS: [&str; 7] = [
    "Win rate of the trained players that follow the plan, at tables of all plans in strong hands; of all its trained players if it is not followed.",
    "Win rate of the strategy as written, at tables of all of them as written.",
    "Win rate of a player trained without a plan, among the panel or copies of the player it started from.",
    "Win rate of a player trained for this plan, likewise.",
    "The plan's bonus earned by its player minus that by one trained without it, in wins per game.",
    "viable: significantly above 0.6 times the fair share; dominant: significantly above 1.5 times; not viable: significantly below 0.6 times; not followed: most players trained for it do not significantly more of it than one without a plan; undecided: too few games or training runs.",
    "Win rates of ways to play in strong hands. A strong player is trained for each plan with a bonus for following it, and judged by wins alone.",
];
const OF_POINTS: [&str; 7] = [
    "Points a game above the mean of all seats of the trained players that follow the plan, at tables of all plans in strong hands; of all its trained players if it is not followed.",
    "The same of the strategy as written, at tables of all of them as written.",
    "Points a game of a player trained without a plan, among the panel or copies of the player it started from.",
    "Points a game of a player trained for this plan, likewise.",
    "The plan's bonus earned by its player minus that by one trained without it, in points per game.",
    "viable: significantly above `viable_above`; dominant: significantly above `dominant_above`; not viable: significantly below `viable_above`; not followed: most players trained for it do not significantly more of it than one without a plan; undecided: too few games or training runs.",
    "Points of ways to play in strong hands. A strong player is trained for each plan with a bonus for following it, and judged by points alone.",
];

pub(super) fn spec(bounds: Bounds) -> TableSpec<PlanRow> {
    let Bounds { unit, fair, viable, dominant } = bounds;
    let is_won = unit.is_share();
    let [share, written, one, other, more, verdict, about] = if is_won { OF_WINS } else { OF_POINTS };
    let result = Unit::of_result(unit);
    let mut spec = TableSpec::<PlanRow>::new("plans", "Plans in strong hands").about(about);
    spec.text("plan", |row| &row.name).about("The strategy whose plan it is.");
    let names = match is_won {
        true => with_ends!("share"),
        false => with_ends!("points_ahead"),
    };
    spec.interval(names, |row| row.share).of(result, share);
    spec.interval(with_ends!("written"), |row| row.written).of(result, written);
    if is_won {
        spec.share("fair", move |_| fair).about("What each would win if all were equal.");
    } else {
        spec.number("viable_above", move |_| viable)
            .of(result, "A plan that makes significantly more than this is viable.");
        spec.number("dominant_above", move |_| dominant)
            .of(result, "A plan that makes significantly more than this is dominant.");
    }
    let both = [Column::number("one", one), Column::number("other", other)].map(|column| column.of(result));
    spec.paired(both, "cost", |row| row.cost).of(
        Unit::of_difference(unit),
        "The first minus the second: what the plan costs. The interval covers deals and training runs.",
    );
    spec.tests(|row| [row.cost.p_value, row.cost_q_value]);
    spec.interval(with_ends!("more"), |row| row.more).about(more);
    spec.whole("followed", |row| row.followed).about(
        "Training runs whose player does significantly more of what the plan counts than one trained without it.",
    );
    spec.whole("repeats", |row| row.repeats).about("Training runs of the plan.");
    spec.text("verdict", |row| row.verdict.word()).about(verdict);
    spec
}

pub(super) fn aims_spec<'r>(unit: figure::Unit) -> TableSpec<(&'r str, &'r AimRow)> {
    let mut spec = TableSpec::<(&str, &AimRow)>::new("plan_aims", "What plans count").about(
        "What plans count, and how much of it their players do, which shows whether a plan is followed.",
    );
    spec.text("plan", |(plan, _)| plan).about("The strategy whose plan it is.");
    spec.text("counts", |(_, aim)| &aim.word)
        .about("What the plan counts: a component, a kind of component, a measure or a place of one.");
    spec.number("worth", |(_, aim)| aim.worth).about(match unit {
        figure::Unit::Share => "The training bonus for each of it, in wins.",
        _ => "The training bonus for each of it, in points.",
    });
    spec.number("with", |(_, aim)| aim.counts[0])
        .about("Mean count per game of players trained for the plan.");
    spec.number("without", |(_, aim)| aim.counts[1]).about("The same of players trained without a plan.");
    spec
}

const _: () = assert!(VIABLE == 0.6 && DOMINANT == 1.5, "the description of verdicts names these");
