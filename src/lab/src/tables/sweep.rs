use sim_engine::{
    analysis::{Heat, Square},
    text::people,
};

use super::{Table, TableSpec, Unit, spec::OWNER, with_ends};
use crate::{
    figure::Owner,
    sweep::{Crossing, Lines, Plane, PlanePoint, SweptArm, SweptRow},
};

pub fn tables(lines: &Lines) -> Vec<Table> {
    let rows = lines.rows.iter().map(|row| (&lines.arms[row.arm], row));
    let mut tables = vec![spec().table(rows), crossings().table(&lines.crossings)];
    tables.extend(lines.plane.as_ref().map(map));
    tables
}

pub(super) fn heads() -> [Table; 3] {
    [spec().head(), crossings().head(), plane().head()]
}

fn spec<'r>() -> TableSpec<(&'r SweptArm, &'r SweptRow)> {
    let mut spec = TableSpec::<(&SweptArm, &SweptRow)>::new("sweep", "Arms along the values").about("Every arm on the same deals. The interval of a level is that of a run; the interval of a difference is narrower, as most luck cancels.");
    spec.text("arm", |(arm, _)| &arm.name).about("The changed settings; empty for the current rules.");
    spec.number("value", |(arm, _)| arm.value).about("The value, if a single path of numbers is varied.");
    spec.words("figure", |(_, row)| row.of.figure.word()).about("What is measured.");
    spec.owner(OWNER, |(_, row)| &row.of.owner);
    spec.estimate("level", |(_, row)| row.level).about("The figure in this arm.");
    spec.interval(with_ends!("difference"), |(_, row)| row.difference.map(|one| one.difference))
        .about("The level minus that of the current rules, on the same deals; empty for the current rules.");
    spec.tests(|(_, row)| [row.difference.and_then(|one| one.p_value), row.q_value]);
    spec.variance_ratio(|(_, row)| row.difference?.variance_ratio);
    spec.words("difference_note", |(_, row)| row.difference.map(|one| one.words()))
        .about("Why the difference has no interval.");
    spec
}

fn map(of: &Plane) -> Table {
    let now = of.now.map_or(String::new(), |share| people::percent(share, None));
    let about = format!(
        "The win rate of {}, which these values move most; {now} under the current rules. The table `sweep` has all figures with their errors.",
        of.owner
    );
    let square = |point: &PlanePoint| Square::plain(&point.down, &point.across, percent(point.win_rate));
    let squares = of.points.iter().map(square).collect();
    let heat = Heat { row: "down", column: "across", unit: "win rate in percent", word: "", squares };
    let rows = of.points.iter().map(|point| (&of.owner, point));
    Table { about, heat: Some(heat), ..plane().table(rows) }
}

fn percent(share: Option<f64>) -> Option<f64> {
    share.map(|share| share * 100.0)
}

fn plane<'r>() -> TableSpec<(&'r Owner, &'r PlanePoint)> {
    let mut spec = TableSpec::<(&Owner, &PlanePoint)>::new("plane", "Win rate over both paths").about("");
    spec.text("down", |(_, point)| &point.down).about("Value of the first path.");
    spec.text("across", |(_, point)| &point.across).about("Value of the second path.");
    let strategy = "The strategy, if the win rate is one of strategies.";
    spec.owner([strategy, "The seat, from 1, if it is one of seats."], |(owner, _)| owner);
    spec.number("win_rate_percent", |(_, point)| percent(point.win_rate))
        .of(Unit::Percent, "The win rate there, in percent; empty if not measured.");
    spec.number("difference_percent", |(_, point)| percent(point.difference))
        .of(Unit::PercentagePoints, "Minus that of the current rules, in percentage points.");
    spec
}

fn crossings() -> TableSpec<Crossing> {
    let mut spec = TableSpec::<Crossing>::new("crossovers", "Where lines cross").about("Pairs of strategies or seats whose win rates change order along the values. A crossing is listed if the order is significant (95 % interval) on both sides of it.");
    spec.words("one", |row| row.one.to_string()).about("Strategy or seat.");
    spec.words("other", |row| row.other.to_string()).about("The one it crosses.");
    spec.number("from", |row| row.turn.from)
        .about("Last value before the crossing at which the order is significant.");
    spec.number("to", |row| row.turn.to)
        .about("First value after it at which the reverse order is significant.");
    spec.number("at", |row| row.turn.at).about(
        "Approximate crossing, interpolated linearly between the two values around it; of several the first.",
    );
    spec.words("ahead_before", |row| row.ahead().0.to_string()).about("Which one is ahead at `from`.");
    spec.words("ahead_after", |row| row.ahead().1.to_string()).about("Which one is ahead at `to`.");
    spec
}
