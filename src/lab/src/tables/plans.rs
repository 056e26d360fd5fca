use super::{Column, Table, TableSpec, Unit};
use crate::plans::{AimRow, DEAD, PlanRow, Plans, RULES};

/// A row a plan, and a row each thing that it counts.
pub fn tables(found: &Plans) -> Vec<Table> {
    let aims = found.rows.iter().flat_map(|row| row.aims.iter().map(|aim| (row.name.as_str(), aim)));
    vec![spec(found.extent.players).table(&found.rows), aims_spec().table(aims)]
}

pub(super) fn spec(players: usize) -> TableSpec<PlanRow> {
    let mut spec = TableSpec::<PlanRow>::new("plans", "What plans win when they are played well").about("What ways to play win in good hands. A strong player is trained for each plan with a bonus for following it, and judged by wins alone.");
    spec.text("plan", |row| &row.name).about("The strategy whose plan it is.");
    spec.interval(["share", "share_low", "share_high"], |row| row.share)
        .of(Unit::Share, "What the plan wins in good hands, at tables of all these plans in good hands.");
    spec.interval(["written", "written_low", "written_high"], |row| row.written).of(
        Unit::Share,
        "What the strategy wins as it is written, at tables of all of them as they are written.",
    );
    spec.share("fair", move |_| 1.0 / players as f64).about("What each would win if all were equal.");
    let one =
        "Win rate of a player trained further without a plan, among copies of the player it started from.";
    let other = "Win rate of a player trained further for this plan, likewise.";
    spec.paired([Column::share("one", one), Column::share("other", other)], "cost", |row| row.cost).of(
        Unit::ShareDifference,
        "The first minus the second: what the plan costs. The interval covers deals and training runs.",
    );
    spec.tests(|row| [row.cost.p_value, row.cost_rate]);
    spec.interval(["more", "more_low", "more_high"], |row| row.more).about("What the plan is worth more to its player than to one trained without it, in wins: above 0, the player follows it.");
    spec.text("reading", |row| row.reading.word()).about("lives: surely above 0.6 times the fair share; rules: surely above 1.5 times; dead: surely below 0.6 times; alike: its player does no more of it than one without a plan; open: not known yet.");
    spec
}

pub(super) fn aims_spec<'r>() -> TableSpec<(&'r str, &'r AimRow)> {
    let mut spec = TableSpec::<(&str, &AimRow)>::new("plan_aims", "What plans count")
        .about("What plans count, and how much of it their players do: whether a plan is followed.");
    spec.text("plan", |(plan, _)| plan).about("The strategy whose plan it is.");
    spec.text("counts", |(_, aim)| &aim.word)
        .about("What the plan counts: a component, a kind of component, a measure or a place of one.");
    spec.number("worth", |(_, aim)| aim.worth)
        .about("The bonus for one of it while the plan is trained, in wins.");
    spec.number("with", |(_, aim)| aim.counts[0]).about("How many of it its player has in a game.");
    spec.number("without", |(_, aim)| aim.counts[1])
        .about("The same of a player trained further without a plan.");
    spec
}

const _: () = assert!(DEAD == 0.6 && RULES == 1.5, "the column of readings says so");
