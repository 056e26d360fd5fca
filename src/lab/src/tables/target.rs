//! The value that is sought.

use super::{Cell, Column, Table};
use crate::target::TargetFound;

/// All that was tried; `answer` says in a sentence what it comes to.
pub fn table(found: &TargetFound, answer: &str) -> Table {
    let columns = [
        Column { name: "value", about: "What was tried." },
        Column { name: "figure", about: "What is wanted." },
        Column { name: "level", about: "The figure there." },
        Column::low("low"),
        Column::high("high"),
        Column { name: "target", about: "What it should be." },
        Column { name: "fits", about: "yes: the interval holds the target." },
    ];
    let mut table = Table::new("target", "The value that is sought", answer, &columns);
    let target = found.goal.value;
    table.rows.extend(found.tried.iter().map(|one| {
        let [low, high] = Cell::ends(one.estimate.interval);
        vec![
            Cell::Number(one.value),
            Cell::text(found.goal.of.to_string()),
            Cell::number(one.estimate.value),
            low,
            high,
            Cell::Number(target),
            Cell::text(if one.fits(target) { "yes" } else { "no" }),
        ]
    }));
    table
}
