use super::{Cell, Column, Table, Unit};
use crate::robust::{Held, Robustness, ShareRow};

pub fn tables(found: &Robustness) -> Vec<Table> {
    let mut tables = Vec::new();
    if found.has_others() {
        tables.extend([findings(found), components(found), shares(found)]);
    }
    tables.extend(found.has_numbers().then(|| numbers(found)));
    tables
}

fn columns() -> [Column; 14] {
    [
        Column::text("alternative", "What is changed."),
        Column::text("kind", "ruling, order of ties, data, players or number."),
        Column::text("strategy", "The strategy whose win rate it is."),
        Column::whole("seat", "The seat, from 1, whose win rate it is."),
        Column::number("standard", "Win rate in the standard run."),
        Column::share("win_rate", "Win rate under the alternative."),
        Column::low("low"),
        Column::high("high"),
        Column::number("difference", "Under the alternative minus standard, on the same deals."),
        Column::low("difference_low"),
        Column::high("difference_high"),
        Column::number("false_discovery_rate", "Smallest rate of false discoveries among all rows at which this difference counts as found (Benjamini and Hochberg).").of(Unit::Chance),
        Column::text("side", "above or below the fair share; open: not clearly above or below."),
        Column::text("outcome", "holds: on the same side as in the standard run; turns: on the other; fades: open now; appears: open before."),
    ]
}

/// Every win rate under every alternative, what moves most first.
fn shares(found: &Robustness) -> Table {
    let about = "One thing is changed at a time, on the same deals.";
    let table = Table::new("robust", "Win rates under alternatives", about, &columns());
    filled(table, found, &found.shares)
}

fn numbers(found: &Robustness) -> Table {
    let about = "A step is 1, or a tenth of the number where that is more. Of each step, the win rate that moves most: its interval says nothing of having been picked; the rate of false discoveries counts all of them.";
    let table = Table::new("numbers", "What a step in a number moves", about, &columns());
    filled(table, found, &found.numbers)
}

fn filled(mut table: Table, found: &Robustness, rows: &[ShareRow]) -> Table {
    table.rows.extend(rows.iter().map(|row| {
        let alternative = &found.alternatives[row.alternative];
        let moved = row.difference.difference;
        let mut cells = vec![Cell::text(&alternative.name), Cell::text(alternative.kind.word())];
        cells.extend(Cell::owner(&row.owner));
        cells.extend([row.standard, row.win_rate.value].map(Cell::number));
        cells.extend(Cell::ends(row.win_rate.interval));
        cells.push(Cell::number(moved.value));
        cells.extend(Cell::ends(moved.interval));
        cells.extend([Cell::number(row.rate), Cell::text(row.side.word()), Cell::text(row.outcome.word())]);
        cells
    }));
    table
}

fn findings(found: &Robustness) -> Table {
    let mut columns = vec![
        Column::text("of", "Strategy or seat."),
        Column::share("win_rate", "In the standard run."),
        Column::low("low"),
        Column::high("high"),
        Column::text("standard", "above or below the fair share; open: not clearly above or below."),
    ];
    columns.extend(OUTCOMES);
    let mut table = Table::new(
        "findings",
        "What findings rest on",
        "Who wins more or less than the fair share in the standard run, and whether that survives.",
        &columns,
    );
    table.rows.extend(found.findings.iter().map(|row| {
        let mut cells = vec![Cell::text(row.owner.to_string()), Cell::number(row.win_rate.value)];
        cells.extend(Cell::ends(row.win_rate.interval));
        cells.extend(held(found, &row.held));
        cells
    }));
    table
}

fn components(found: &Robustness) -> Table {
    let mut columns = vec![
        Column::text("component", "Short name of the component."),
        Column::text("kind", "What sort of thing it is."),
        Column::text("source", "Where its data comes from."),
        Column::number(
            "adjusted_difference",
            "Win rate of its users less that of others, in the standard run.",
        )
        .of(Unit::ShareDifference),
        Column::low("low"),
        Column::high("high"),
        Column::text("standard", "above: its use goes with winning; below: with losing."),
    ];
    columns.extend(OUTCOMES);
    let about = "Of all components those whose adjusted difference is a finding in the standard run, at a false discovery rate of 5 %, and whether it stays on its side of 0 under each alternative. An adjusted difference is correlation, not cause.";
    let mut table = Table::new("component_findings", "What findings on components rest on", about, &columns);
    table.rows.extend(found.components.iter().map(|row| {
        let component = &row.component;
        let mut cells =
            [component.name.as_str(), &component.kind, component.source.word()].map(Cell::text).to_vec();
        cells.push(Cell::number(row.adjusted.value));
        cells.extend(Cell::ends(row.adjusted.interval));
        cells.extend(held(found, &row.held));
        cells
    }));
    table
}

const OUTCOMES: [Column; 6] = [
    Column::whole("alternatives", "Alternatives that have it too."),
    Column::whole("holds", "Those under which it is on the same side."),
    Column::whole("fades", "Those under which it is no longer clearly above or below."),
    Column::whole("turns", "Those under which it is on the other side."),
    Column::text("turned_by", "Their names."),
    Column::text(
        "verdict",
        "robust: it holds under more than it fades under, and turns under none; too few games: it fades under as many or more; habit of play: it turns with other players or another order of ties; untested: no alternative has it; else what it depends on.",
    ),
];

fn held(found: &Robustness, held: &Held) -> [Cell; 7] {
    let count = |count: usize| Cell::from(count as u64);
    [
        Cell::text(held.side.word()),
        count(held.alternatives),
        count(held.holds),
        count(held.fades),
        count(held.turns),
        Cell::text(found.turned_by(held).join(", ")),
        Cell::text(held.word()),
    ]
}
