use super::{Cell, Column, Table, TableSpec, Unit, pairs};
use crate::{
    balance::{
        BalanceResult, Change, Effect,
        goal::{Goal, GoalStatus},
    },
    pairs::FigureRow,
};
use sim_engine::Info;
use sim_stats::Estimate;

/// A figure of a goal, by its index in the goal.
type GoalFigure<'a> = (&'a Goal, usize);

pub(super) struct GoalRow<'a> {
    proposal: u64,
    of: GoalFigure<'a>,
    unit: &'static str,
    estimate: Estimate,
    reached: GoalStatus,
}

pub fn tables(found: &BalanceResult) -> Vec<Table> {
    let proposals = || (0..).zip(&found.proposals);
    let changes =
        proposals().flat_map(|(number, one)| one.changes.iter().map(move |change| (number, change)));
    let goals = proposals().flat_map(|(proposal, one)| {
        let goals = found.goals.iter().zip(&one.seen).zip(&one.reached);
        goals.flat_map(move |((goal, seen), reached)| {
            let estimates = goal.figures.iter().zip(seen).enumerate();
            estimates.map(move |(at, (_, estimate))| GoalRow {
                proposal,
                of: (goal, at),
                unit: unit(goal, found.info),
                estimate: *estimate,
                reached: *reached,
            })
        })
    });
    let moved = proposals().filter(|(_, one)| !one.changes.is_empty());
    let moved: Vec<(Vec<Cell>, Vec<FigureRow>)> =
        moved.map(|(number, one)| (vec![Cell::from(number)], one.moved.clone())).collect();
    let effects = found.effects.iter().filter_map(|effect| {
        let (goal, figure) = effect.figure;
        let goal = found.goals.get(goal)?;
        Some((effect, (goal, figure), unit(goal, found.info)))
    });
    vec![
        changes_spec().table(changes),
        goals_spec().table(goals),
        renamed(pairs::of_arms(&[PROPOSAL], &moved)),
        effects_spec().table(effects),
    ]
}

pub(super) fn heads() -> [Table; 4] {
    let moved = renamed(pairs::of_arms(&[PROPOSAL], &[]));
    [changes_spec().head(), goals_spec().head(), moved, effects_spec().head()]
}

fn unit(goal: &Goal, info: &Info) -> &'static str {
    if goal.unit.is_share() { "share" } else { goal.unit.word(info) }
}

fn words((goal, at): GoalFigure<'_>) -> String {
    goal.figures.get(at).map(ToString::to_string).unwrap_or_default()
}

fn renamed(table: Table) -> Table {
    Table {
        name: "proposal_moves",
        title: "What else the proposals move",
        about: "All figures with a significant difference between the first table with the changes and without, the most significant first; after players are trained further under either, if they train. Q-values are adjusted for all figures of a proposal.".to_owned(),
        ..table
    }
}

const PROPOSAL: Column = Column::whole("proposal", "Number of the proposal; 0 changes nothing.");

fn changes_spec<'r>() -> TableSpec<(u64, &'r Change)> {
    let mut spec = TableSpec::<(u64, &Change)>::new("proposals", "What to change")
        .about("For each number of changes, the smallest changes that come nearest to the goals, if nearer than fewer changes do.");
    spec.column(PROPOSAL, |(proposal, _)| Cell::from(*proposal));
    spec.text("path", |(_, change)| &change.path).about("Path of the changed number.");
    spec.whole("from", |(_, change)| change.from).about("Its current value.");
    spec.whole("to", |(_, change)| change.to).about("Its proposed value.");
    spec.text("source", |(_, change)| change.source.word()).about("Where the current value comes from.");
    spec.text("about", |(_, change)| &change.about).about("What the number means.");
    spec
}

fn goals_spec<'r>() -> TableSpec<GoalRow<'r>> {
    let mut spec = TableSpec::<GoalRow<'_>>::new("proposal_goals", "How far each proposal meets the goals").about("Every figure that a goal is about, without a change (proposal 0) and with those of each proposal.");
    spec.column(PROPOSAL, |row| Cell::from(row.proposal));
    spec.text("goal", |row| &row.of.0.text).about("The goal as written.");
    spec.words("figure", |row| words(row.of)).about("The figure that should lie in a range.");
    spec.text("unit", |row| row.unit).about("Its unit.");
    spec.number("least", |row| row.of.0.range.low)
        .of(Unit::ByRow, "The lower end of its range; empty where there is none.");
    spec.number("most", |row| row.of.0.range.high)
        .of(Unit::ByRow, "The upper end of its range; empty where there is none.");
    spec.estimate("value", |row| row.estimate).of(Unit::ByRow, "The figure with the changed numbers, on deals that the search has not seen; where players train, after new training runs with these numbers. The interval covers deals and training runs.");
    spec.text("reached", |row| row.reached.word()).about("Status of the whole goal, the same in all its rows. met: the intervals of all its figures lie in the range; missed: one figure is significantly outside, at 5 % over all; undecided: too few games.");
    spec
}

fn effects_spec<'r>() -> TableSpec<(&'r Effect, GoalFigure<'r>, &'static str)> {
    let mut spec = TableSpec::<(&Effect, GoalFigure<'_>, &str)>::new(
        "number_steps",
        "What steps of each number move",
    )
    .about("Each number changed alone, by one step and by three steps down and up. The search begins here.");
    spec.text("path", |(effect, ..)| &effect.path).about("Path of the number.");
    spec.whole("from", |(effect, ..)| effect.from).about("Its current value.");
    spec.whole("to", |(effect, ..)| effect.to).about("The value it was changed to.");
    spec.words("figure", |(_, figure, _)| words(*figure)).about("The figure of a goal.");
    spec.text("unit", |(.., unit)| unit).about("Its unit.");
    spec.number("moved", |(effect, ..)| effect.moved)
        .of(Unit::ByRow, "By how much the figure moves, on the same deals, among players as shipped.");
    spec.number("standard_error", |(effect, ..)| effect.error)
        .of(Unit::ByRow, "Its standard error; the absolute move itself where too few deals differ for one.");
    spec
}
