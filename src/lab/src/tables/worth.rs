use super::{Column, Table, TableSpec, Unit, with_ends};
use crate::{
    figure,
    worth::{WorthRow, Worths},
};

pub fn table(found: &Worths) -> Table {
    spec(found.setup.unit).table(&found.rows)
}

pub(super) fn spec(unit: figure::Unit) -> TableSpec<WorthRow> {
    let mut spec = TableSpec::<WorthRow>::new("worth", "What components are worth to a strong player").about("What one player loses when barred from something, among players who are not. This player and its control are trained further, from the same start and for as long. Rivals do not adapt.");
    spec.text("never", |row| &row.ban.word)
        .about("What one player is barred from: a component, a kind of component, or an action.");
    spec.optional_text("kind", |row| Some(&*row.component.as_ref()?.kind))
        .about("The kind of component, if it is one.");
    spec.optional_text("source", |row| Some(row.component.as_ref()?.source.word()))
        .about("Where the component's data comes from.");
    spec.share("used", |row| row.used)
        .about("Share of the seats that use it in a game, among unrestricted players as shipped; empty unless a component is banned.");
    spec.interval(with_ends!("contrast"), |row| row.contrast).of(Unit::ShareDifference, "Win rate of its users minus that of others in the same games, adjusted for strategy, seat and opponents, among unrestricted players as shipped: association, not cause.");
    let [one, other] = match unit {
        figure::Unit::Share => [
            "Win rate of the control: a player trained further without the ban.",
            "Win rate of a player trained further who is barred from it.",
        ],
        _ => [
            "Points a game of the control: a player trained further without the ban.",
            "Points a game of a player trained further who is barred from it.",
        ],
    };
    let both = [Column::number("one", one), Column::number("other", other)];
    spec.paired(both, "worth", |row| row.worth).about("The first minus the second: what it is worth to one strong player. The interval covers deals and training runs.");
    spec.tests(|row| [row.worth.p_value, row.q_value]);
    spec.whole("rank", |row| row.rank.map(|(rank, _)| rank))
        .about("Rank by worth among the requested components of its kind, from 1; empty with fewer than 30 deals, and for other bans.");
    spec.whole("of", |row| row.rank.map(|(_, all)| all)).about("Requested components of its kind.");
    spec.number("despite", |row| row.despite).about("Times per game that the barred player got it anyway, as the rules left no alternative or others chose it; only for components.");
    spec.text("reading", |row| row.reading.word()).about("strong: a barred player wins significantly less, and its users win more; staple: a barred player wins less, and at least 90 % of seats use it; quiet: a barred player wins less, but its users do not win significantly more; follows: its users win more, but a barred player loses significantly less than 2 points (of win rate, or the same effect size); spare: likewise, but its users do not win more; overused: a barred player wins significantly more; undecided: too few games.");
    spec
}
