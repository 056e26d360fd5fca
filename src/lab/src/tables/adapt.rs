use super::{Column, Table, TableSpec, Unit, spec::OWNER, with_ends};
use crate::{
    adapt::{Adaptation, AdaptedFigure, Meeting, RetrainingEffect},
    figure,
};

type Row<'a> = (&'a str, &'a AdaptedFigure);

pub fn tables(found: &Adaptation) -> Vec<Table> {
    let rows = found
        .arms
        .iter()
        .flat_map(|arm| arm.figures.iter().chain(&arm.components).map(|row| (arm.name.as_str(), row)));
    let first = MeetingRow { arm: &found.first, meeting: &found.control, retraining: None };
    let others = found.arms.iter().map(|arm| MeetingRow {
        arm: &arm.name,
        meeting: &arm.meeting,
        retraining: Some(&arm.retraining),
    });
    let fair = 1.0 / found.setup.extent.players as f64;
    let meetings = meetings(fair, found.setup.unit).table(std::iter::once(first).chain(others));
    vec![spec().table(rows), meetings]
}

pub(super) fn spec<'r>() -> TableSpec<Row<'r>> {
    let mut spec = TableSpec::<Row<'_>>::new("adaptation", "At once, and after adaptation").about("Arms minus the current rules, among players as shipped and among players trained further under the rules of each. Both play the same deals. Training is repeated, each run on its own deals, so errors cover deals and training runs. Q-values are adjusted within an arm, separately for components.");
    spec.text("arm", |(arm, _)| arm).about("The arm that is compared with the current rules.");
    spec.words("figure", |(_, row)| row.at_once.of.figure.word()).about("What is compared.");
    spec.optional_text("component", |(_, row)| Some(&*row.at_once.component.as_ref()?.name))
        .about("The component, if the figure is one of components.");
    spec.owner(OWNER, |(_, row)| &row.at_once.of.owner);
    spec.number("at_once_one", |(_, row)| row.at_once.paired.one)
        .about("The figure in the arm, among players as shipped.");
    spec.number("at_once_other", |(_, row)| row.at_once.paired.other)
        .about("The same under the current rules.");
    spec.interval(with_ends!("at_once"), |(_, row)| row.at_once.paired.difference)
        .about("The arm minus the current rules, before players adapt.");
    let one = "The figure in the arm, among players trained further under its rules.";
    let other = "The same under the current rules, among players trained further under them, from the same start and for as long.";
    let both = [Column::number("one", one), Column::number("other", other)];
    spec.paired(both, "difference", |(_, row)| row.after.paired)
        .about("The first minus the second, after adaptation. The interval covers deals and training runs.");
    spec.tests(|(_, row)| [row.after.paired.p_value, row.after.q_value]);
    spec
}

pub(super) struct MeetingRow<'a> {
    arm: &'a str,
    meeting: &'a Meeting,
    retraining: Option<&'a RetrainingEffect>,
}

pub(super) fn meetings<'r>(fair: f64, objective: figure::Unit) -> TableSpec<MeetingRow<'r>> {
    let mut spec = TableSpec::<MeetingRow<'_>>::new("relearning", "Who beats whom after adaptation").about("How much players have to relearn: one adapted player among unadapted ones, and one unadapted player among adapted ones. Further training gains something under the current rules too; gain and loss are beyond that.");
    spec.text("arm", |row| row.arm).about("The arm whose rules are played; the first has the current rules.");
    let unit = Unit::of_result(objective);
    let [adapted, was] = match objective {
        figure::Unit::Share => {
            spec.share("fair_share", move |_| fair).about("An equal share of wins.");
            [
                "Win rate of one adapted player among unadapted players.",
                "Win rate of one unadapted player among adapted players.",
            ]
        }
        _ => [
            "Points a game of one adapted player among unadapted players.",
            "Points a game of one unadapted player among adapted players.",
        ],
    };
    spec.interval(with_ends!("adapted"), |row| row.meeting.adapted).of(unit, adapted);
    spec.interval(with_ends!("as_they_were"), |row| row.meeting.as_they_were).of(unit, was);
    spec.interval(with_ends!("gain"), |row| row.retraining.map(|one| one.gain)).of(
        Unit::of_difference(objective),
        "What adapting gains beyond further training under the current rules; empty for the first arm.",
    );
    spec.interval(with_ends!("loss"), |row| row.retraining.map(|one| one.loss)).of(
        Unit::of_difference(objective),
        "What not adapting costs beyond missing the further training under the current rules; empty for the first arm.",
    );
    spec.optional_text("need", |row| row.retraining.map(|one| one.need.word())).about("Whether players have to relearn. much: gain or loss is significantly above 5 points (of win rate, or the same effect size); none: both are significantly below that; some: gain or loss is significantly above 0; undecided: too few games.");
    spec
}
