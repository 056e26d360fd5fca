use super::{
    Cell, Column, Table, Unit, estimate_columns,
    pairs::{PAIR, TESTS, paired_cells},
};
use crate::ablate::Ablation;

pub fn table(found: &Ablation) -> Table {
    let mut columns = vec![
        Column::text("component", "Short name of the component."),
        Column::text("kind", "What sort of thing it is."),
        Column::text("source", "Where its data comes from."),
        Column::text(
            "way",
            "taken out: of the box; replaced: by one of its kind that does nothing, as no game is left without it; made free: it costs as little as its table allows; given: set-up deals a copy to a seat, the first unless the setting `given_seat` says another.",
        ),
        Column::text(
            "figure",
            "win_rate and points: of the strategies that use it, each by its share of all uses, or of the seat that it is given to; plies: length of a game.",
        ),
        Column::number("uses", "Times that it is used, per seat and game."),
    ];
    columns.extend(PAIR);
    columns.extend(estimate_columns(Column::number(
        "difference",
        "With it less without it; free or given less as it is: above 0 is good for its users, or for the seat that it is given to.",
    )));
    columns.extend(TESTS);
    columns.extend([
        Column::number(
            "adjusted_difference",
            "Win rate of its users less that of others in the same games: correlation.",
        )
        .of(Unit::ShareDifference),
        Column::low("adjusted_difference_low"),
        Column::high("adjusted_difference_high"),
        Column::text("most_moved", "The strategy whose win rate it moves most."),
        Column::number("moved_by", "By so much, in the direction of the difference."),
    ]);
    let about = "The same deals with a component as it is and with it changed, most of all with it taken out of the box: what it does, where an adjusted difference only says what goes with it. Win rates move between strategies: a component that all use alike gives none of them more.";
    let mut table = Table::new("ablation", "What each component does", about, &columns);
    table.rows.extend(found.rows.iter().map(|row| {
        let component = &row.component;
        let mut cells = [&component.name, &component.kind, component.source.word(), row.way.word()]
            .map(Cell::text)
            .to_vec();
        cells.extend([Cell::text(row.figure.word()), Cell::number(row.uses)]);
        cells.extend(paired_cells(&row.paired));
        cells.extend([row.paired.p_value, row.rate].map(Cell::number));
        cells.push(Cell::number(row.adjusted.and_then(|adjusted| adjusted.value)));
        cells.extend(Cell::ends(row.adjusted.and_then(|adjusted| adjusted.interval)));
        let moved = row.most_moved.as_ref();
        cells.push(moved.map_or(Cell::Missing, |moved| Cell::text(&moved.strategy)));
        cells.push(Cell::number(moved.map(|moved| moved.by)));
        cells
    }));
    table
}
