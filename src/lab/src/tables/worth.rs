use super::{Column, Table, TableSpec, Unit};
use crate::worth::{WorthRow, Worths};

pub fn table(found: &Worths) -> Table {
    spec().table(&found.rows)
}

pub(super) fn spec() -> TableSpec<WorthRow> {
    let mut spec = TableSpec::<WorthRow>::new("worth", "What things are worth to one good player").about("What one player loses who may never do a thing, among players who may: both he and one who may do anything learned on, from the same start and as long. Rivals do not answer.");
    spec.text("never", |row| &row.ban.word)
        .about("What one player may never do: a component, a sort of them, or an action.");
    spec.optional_text("kind", |row| Some(&*row.component.as_ref()?.kind))
        .about("What sort of component it is, if it is one.");
    spec.optional_text("source", |row| Some(row.component.as_ref()?.source.word()))
        .about("Where the component's data comes from.");
    spec.share("used", |row| row.used)
        .about("Part of the seats that use it in a game, between players who may do anything.");
    spec.interval(["contrast", "contrast_low", "contrast_high"], |row| row.contrast).of(Unit::ShareDifference, "Win rate of its users less that of others in the same games, between players who may do anything: correlation.");
    let both = [
        Column::number("one", "What one wins who learned on and may do anything."),
        Column::number("other", "What one wins who learned on and may never do it."),
    ];
    spec.paired(both, "worth", |row| row.worth).about("The first less the second: what it is worth to one good player. The interval holds over deals and over learnings.");
    spec.tests(|row| [row.worth.p_value, row.rate]);
    spec.whole("rank", |row| row.rank.map(|(rank, _)| rank))
        .about("By worth among the components of its sort that were asked for, from 1.");
    spec.whole("of", |row| row.rank.map(|(_, all)| all)).about("Components of its sort that were asked for.");
    spec.number("despite", |row| row.despite).about("Times a game that one who may never take it got it all the same: the rules left nothing else, or somebody else chose it.");
    spec.text("reading", |row| row.reading.word()).about("strong: who may not take it wins less, and its users win more; staple: who may not take it wins less, and nearly all use it; quiet: who may not take it wins less, and its users win no more than others; follows: its users win more, and who may not take it wins as much; spare: who may not take it wins as much; overused: who may not take it wins more; open: not known yet.");
    spec
}
