//! The value that is sought.

use super::{Cell, Column, Table};
use crate::target::TargetFound;

/// The table without its rows.
pub(super) fn head(answer: &str) -> Table {
    let columns = [
        Column::number("value", "What was tried."),
        Column::text("figure", "What is wanted."),
        Column::number("level", "The figure there."),
        Column::low("low"),
        Column::high("high"),
        Column::number("target", "What it should be."),
        Column::text("fits", "yes: the interval holds the target."),
    ];
    Table::new("target", "The value that is sought", answer, &columns)
}

/// All that was tried; `answer` says in a sentence what it comes to.
pub fn table(found: &TargetFound, answer: &str) -> Table {
    let mut table = head(answer);
    let target = found.goal.value;
    table.rows.extend(found.tried.iter().map(|one| {
        let [low, high] = Cell::ends(one.estimate.interval);
        vec![
            Cell::Number(one.value),
            Cell::text(found.goal.words.to_string()),
            Cell::number(one.estimate.value),
            low,
            high,
            Cell::Number(target),
            Cell::text(if one.fits(target) { "yes" } else { "no" }),
        ]
    }));
    table
}
