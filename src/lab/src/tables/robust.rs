use super::{Table, TableSpec, Unit, with_ends};
use crate::{
    figure,
    question::AHEAD,
    robust::{Alternative, ComponentFinding, FindingRow, FindingStability, Robustness, ShareRow},
};
use sim_engine::Objective;

pub fn tables(found: &Robustness) -> Vec<Table> {
    let reversed_by = |held: &FindingStability| found.reversed_by(held).join(", ");
    let mut tables = Vec::new();
    if found.has_others() {
        let findings = found.findings.iter().map(|row| Finding { row, reversed_by: reversed_by(&row.held) });
        let components =
            found.components.iter().map(|row| Finding { row, reversed_by: reversed_by(&row.held) });
        tables.push(findings_spec(found.objective).table(findings));
        tables.push(components_spec().table(components));
        tables.push(shares(found, &found.shares));
    }
    tables.extend(found.has_numbers().then(|| {
        let about = "A step is 1, or a tenth of the number where that is more. For each step, the result that moves most: its interval does not account for this selection; the q-value does.";
        let (name, title) = ("numbers", "What a step in a number moves");
        Table { name, title, about: about.to_owned(), ..shares(found, &found.numbers) }
    }));
    tables
}

pub(super) fn heads() -> [Table; 4] {
    let numbers =
        Table { name: "numbers", title: "What a step in a number moves", ..spec(Objective::Wins).head() };
    let objective = Objective::Wins;
    [findings_spec(objective).head(), components_spec().head(), spec(objective).head(), numbers]
}

/// Every result under every alternative, the largest change first.
fn shares(found: &Robustness, rows: &[ShareRow]) -> Table {
    spec(found.objective).table(rows.iter().map(|row| (&found.alternatives[row.alternative], row)))
}

fn spec<'r>(objective: Objective) -> TableSpec<(&'r Alternative, &'r ShareRow)> {
    let mut spec = TableSpec::<(&Alternative, &ShareRow)>::new("robust", "Win rates under alternatives")
        .about("One thing is changed at a time, on the same deals.");
    spec.text("alternative", |(alternative, _)| &alternative.name).about("What is changed.");
    spec.text("kind", |(alternative, _)| alternative.kind.word())
        .about("ruling, order of ties, data, players or number.");
    let [strategy, seat, standard, changed] = match objective {
        Objective::Wins => [
            "The strategy whose win rate it is.",
            "The seat, from 1, whose win rate it is.",
            "Win rate in the standard run.",
            "Win rate under the alternative.",
        ],
        Objective::Points => [
            "The strategy whose points they are.",
            "The seat, from 1, whose points they are.",
            "Points a game above the mean of all seats in the standard run.",
            "The same under the alternative.",
        ],
    };
    let unit = Unit::of_result(figure::Unit::of(objective));
    spec.owner([strategy, seat], |(_, row)| &row.owner);
    spec.number("standard", |(_, row)| row.standard).about(standard);
    spec.interval(result(objective), |(_, row)| row.win_rate).of(unit, changed);
    spec.interval(with_ends!("difference"), |(_, row)| row.difference.difference)
        .about("Under the alternative minus standard, on the same deals.");
    spec.number("q_value", |(_, row)| row.q_value).of(
        Unit::Chance,
        "Q-value: the p-value of the difference, adjusted for all results tested (Benjamini and Hochberg).",
    );
    spec.text("side", |(_, row)| row.side.word())
        .about("above or below the fair share: so is the whole 95 % interval; undecided: neither.");
    spec.text("outcome", |(_, row)| row.outcome.word()).about("holds: on the same side as in the standard run; reverses: on the opposite side; undecided: on neither; appears: undecided in the standard run.");
    spec
}

/// Names of the columns of a result and of the ends of its interval.
fn result(objective: Objective) -> [&'static str; 3] {
    match objective {
        Objective::Wins => with_ends!("win_rate"),
        Objective::Points => [AHEAD, "points_ahead_low", "points_ahead_high"],
    }
}

/// A finding of the standard run, with the names of the alternatives that reverse it.
struct Finding<'r, R> {
    row: &'r R,
    reversed_by: String,
}

fn findings_spec<'r>(objective: Objective) -> TableSpec<Finding<'r, FindingRow>> {
    let mut spec = TableSpec::<Finding<'_, FindingRow>>::new("findings", "What findings rest on")
        .about("Which strategies and seats are above or below the fair share in the standard run, and whether that holds under the alternatives. Robust: none reverses it, and more hold than are undecided.");
    spec.words("finding", |one| one.row.owner.to_string()).about("The strategy or seat that it is about.");
    spec.interval(result(objective), |one| one.row.win_rate)
        .of(Unit::of_result(figure::Unit::of(objective)), "Its result in the standard run.");
    spec.text("standard", |one| one.row.held.side.word())
        .about("above or below the fair share: so is the whole 95 % interval; undecided: neither.");
    outcomes(&mut spec, |row| &row.held);
    spec
}

fn components_spec<'r>() -> TableSpec<Finding<'r, ComponentFinding>> {
    let mut spec = TableSpec::<Finding<'_, ComponentFinding>>::new("component_findings", "What findings on components rest on").about("Components that players choose whose adjusted difference is significant in the standard run, at a false discovery rate of 5 %, and whether it stays on its side of 0 under each alternative. An adjusted difference is association, not cause.");
    spec.component(|one| &one.row.component);
    spec.interval(with_ends!("adjusted_difference"), |one| one.row.adjusted)
        .of(Unit::ShareDifference, "Win rate of its users minus that of others, adjusted for strategy, seat and opponents, in the standard run.");
    spec.text("standard", |one| one.row.held.side.word())
        .about("above: its use is associated with winning; below: with losing.");
    outcomes(&mut spec, |row| &row.held);
    spec
}

fn outcomes<R: 'static>(spec: &mut TableSpec<Finding<'_, R>>, held: fn(&R) -> &FindingStability) {
    spec.whole("alternatives", move |one| held(one.row).alternatives)
        .about("Number of alternatives that have it too.");
    spec.whole("holds", move |one| held(one.row).holds)
        .about("Number of these under which it is on the same side.");
    spec.whole("undecided", move |one| held(one.row).undecided)
        .about("Number of these under which it is no longer significant.");
    spec.whole("reverses", move |one| held(one.row).reverses)
        .about("Number of these under which it is on the opposite side.");
    spec.text("reversed_by", |one| &one.reversed_by).about("Names of the alternatives that reverse it.");
    spec.text("verdict", move |one| held(one.row).word()).about("robust: no alternative reverses it, and more hold than are undecided; too few games: none reverses it, but as many or more are undecided; habit of play: it reverses with other players or another order of ties; depends on lost data, depends on a ruling: such an alternative reverses it; no finding: undecided in the standard run; untested: no alternative has it.");
}
