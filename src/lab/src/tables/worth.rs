use super::{Cell, Column, Table, Unit, estimate_columns, pairs::TESTS, pairs::paired_cells};
use crate::worth::Worths;

pub fn table(found: &Worths) -> Table {
    let mut table = head();
    table.rows.extend(found.rows.iter().map(|row| {
        let component = row.component.as_ref();
        let mut cells = vec![
            Cell::text(&row.ban.word),
            component.map_or(Cell::Missing, |one| Cell::text(&one.kind)),
            component.map_or(Cell::Missing, |one| Cell::text(one.source.word())),
            Cell::number(row.used),
            Cell::number(row.contrast.value),
        ];
        cells.extend(Cell::ends(row.contrast.interval));
        cells.extend(paired_cells(&row.worth));
        cells.extend([row.worth.p_value, row.rate].map(Cell::number));
        cells.push(row.rank.map_or(Cell::Missing, |(rank, _)| Cell::from(rank as u64)));
        cells.push(row.rank.map_or(Cell::Missing, |(_, all)| Cell::from(all as u64)));
        cells.push(Cell::number(row.despite));
        cells.push(Cell::text(row.reading.word()));
        cells
    }));
    table
}

pub(super) fn head() -> Table {
    let mut columns = vec![
        Column::text("never", "What one player may never do: a component, a sort of them, or an action."),
        Column::text("kind", "What sort of component it is, if it is one."),
        Column::text("source", "Where the component's data comes from."),
        Column::share("used", "Part of the seats that use it in a game, between players who may do anything."),
        Column::number(
            "contrast",
            "Win rate of its users less that of others in the same games, between players who may do anything: correlation.",
        )
        .of(Unit::ShareDifference),
        Column::low("contrast_low"),
        Column::high("contrast_high"),
        Column::number("one", "What one wins who learned on and may do anything."),
        Column::number("other", "What one wins who learned on and may never do it."),
    ];
    columns.extend(estimate_columns(Column::number(
        "worth",
        "The first less the second: what it is worth to one good player. The interval holds over deals and over learnings.",
    )));
    columns.extend(TESTS);
    columns.extend([
        Column::whole("rank", "By worth among the components of its sort that were asked for, from 1."),
        Column::whole("of", "Components of its sort that were asked for."),
        Column::number(
            "despite",
            "Times a game that one who may never take it got it all the same: the rules left nothing else, or somebody else chose it.",
        ),
        Column::text(
            "reading",
            "strong: who may not take it wins less, and its users win more; staple: who may not take it wins less, and nearly all use it; quiet: who may not take it wins less, and its users win no more than others; follows: its users win more, and who may not take it wins as much; spare: who may not take it wins as much; overused: who may not take it wins more; open: not known yet.",
        ),
    ]);
    let about = "What one player loses who may never do a thing, among players who may: both he and one who may do anything learned on, from the same start and as long. Rivals do not answer.";
    Table::new("worth", "What things are worth to one good player", about, &columns)
}
