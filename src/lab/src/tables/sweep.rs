use sim_engine::{
    analysis::{Heat, Square},
    text::people,
};

use super::{Cell, Column, Table, Unit, estimate_cells, estimate_columns};
use crate::sweep::{Crossing, Lines, Plane};

pub fn tables(lines: &Lines) -> Vec<Table> {
    let plane = lines.plane.as_ref().map(plane);
    [table(lines), crossings(&lines.crossings)].into_iter().chain(plane).collect()
}

fn table(lines: &Lines) -> Table {
    let mut columns = vec![
        Column::text("arm", "What is set; empty for the game as it is."),
        Column::number("value", "The value, where one path with numbers is varied."),
        Column::text("figure", "What is told."),
        Column::text("strategy", "The strategy, if the figure is one of strategies."),
        Column::whole("seat", "The seat, from 1, if the figure is one of seats."),
    ];
    columns.extend(estimate_columns(Column::number("level", "The figure in this arm.")));
    columns.extend([
        Column::number("difference", "Less that of the game as it is, on the same deals."),
        Column::low("difference_low"),
        Column::high("difference_high"),
        Column::number("p_value", "Two-sided p-value of no difference.").of(Unit::Chance),
        Column::number("false_discovery_rate", "Smallest rate of false discoveries among all rows at which this one counts as found (Benjamini and Hochberg).").of(Unit::Chance),
        Column::number("variance_ratio", "Variance of the difference, divided by that of two runs on different deals: below 1 where playing the same deals helped."),
        Column::text("difference_note", "Why the difference has no interval."),
    ]);
    let about = "Every arm on the same deals. The interval of a level is that of a run; the interval of a difference is narrower, as most luck cancels.";
    let mut table = Table::new("sweep", "Arms along the values", about, &columns);
    table.rows.extend(lines.rows.iter().map(|row| {
        let arm = &lines.arms[row.arm];
        let difference = row.difference.as_ref();
        let moved = difference.map(|one| one.difference);
        let mut cells =
            vec![Cell::text(&arm.name), Cell::number(arm.value), Cell::text(row.of.figure.word())];
        cells.extend(Cell::owner(&row.of.owner));
        cells.extend(estimate_cells(&row.level));
        cells.push(Cell::number(moved.and_then(|one| one.value)));
        cells.extend(Cell::ends(moved.and_then(|one| one.interval)));
        cells.extend([
            Cell::number(difference.and_then(|one| one.p_value)),
            Cell::number(row.rate),
            Cell::number(difference.and_then(|one| one.variance_ratio)),
            difference.map_or(Cell::Missing, |one| Cell::text(one.words())),
        ]);
        cells
    }));
    table
}

fn plane(plane: &Plane) -> Table {
    let columns = [
        Column::text("down", "Value of the first path."),
        Column::text("across", "Value of the second path."),
        Column::text("strategy", "The strategy, if the win rate is one of strategies."),
        Column::whole("seat", "The seat, from 1, if it is one of seats."),
        Column::number("win_rate_percent", "The win rate there, in percent.").of(Unit::Percent),
        Column::number("difference_percent", "Less that of the game as it is, in percentage points.")
            .of(Unit::PercentagePoints),
    ];
    let now = plane.now.map_or(String::new(), |share| people::percent(share, None));
    let about = format!(
        "Of all win rates that of {}, which these values move most; {now} in the game as it is. The table `sweep` has all, with their errors.",
        plane.owner
    );
    let mut table = Table::new("plane", "Win rate over both paths", about, &columns);
    table.rows.extend(plane.points.iter().map(|point| {
        let percent = |value: Option<f64>| Cell::number(value.map(|value| value * 100.0));
        let mut cells = vec![Cell::text(&point.down), Cell::text(&point.across)];
        cells.extend(Cell::owner(&plane.owner));
        cells.extend([percent(point.win_rate), percent(point.difference)]);
        cells
    }));
    table.heat = Some(Heat {
        row: "down",
        column: "across",
        unit: "win rate in percent",
        word: "",
        squares: plane
            .points
            .iter()
            .map(|point| Square::plain(&point.down, &point.across, point.win_rate.map(|share| share * 100.0)))
            .collect(),
    });
    table
}

fn crossings(crossings: &[Crossing]) -> Table {
    let columns = [
        Column::text("one", "Strategy or seat."),
        Column::text("other", "The one it crosses."),
        Column::number("from", "The last value before, at which the order is sure."),
        Column::number("to", "The first value after, at which the other order is sure."),
        Column::number(
            "at",
            "About where the lines cross: on a straight line between the two values around it.",
        ),
        Column::text("ahead_before", "Who is ahead at the lower value."),
        Column::text("ahead_after", "Who is ahead at the upper value."),
    ];
    let about = "Pairs of strategies and of seats whose order of win rates turns along the values. A turn is told where the order is beyond its error on both sides of it.";
    let mut table = Table::new("crossovers", "Where lines cross", about, &columns);
    table.rows.extend(crossings.iter().map(|crossing| {
        let (before, after) = crossing.ahead();
        vec![
            Cell::text(crossing.one.to_string()),
            Cell::text(crossing.other.to_string()),
            Cell::Number(crossing.from),
            Cell::Number(crossing.to),
            Cell::number(crossing.at),
            Cell::text(before.to_string()),
            Cell::text(after.to_string()),
        ]
    }));
    table
}
