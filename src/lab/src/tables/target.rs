use super::{Cell, Column, Table};
use crate::target::{Goal, TargetFound};

pub(super) fn head(answer: &str) -> Table {
    let columns = [
        Column::number("value", "What was tried."),
        Column::text("figure", "What is wanted."),
        Column::number("level", "The figure there."),
        Column::low("low"),
        Column::high("high"),
        Column::number("target", "What it should be, where one value is wanted."),
        Column::number("least", "The least that it should be, where a range is wanted that has a lower end."),
        Column::number("most", "The most that it should be, where a range is wanted that has an upper end."),
        Column::text(
            "verdict",
            "Of one value that is wanted, not ruled out: the interval holds it; ruled out: it does not. Of a range, met: all figures of the value surely lie in it; missed: one surely lies outside. open: not known yet.",
        ),
    ];
    Table::new("target", "The value that is sought", answer, &columns)
}

/// All that was tried; `answer` says in a sentence what it comes to.
pub fn table(found: &TargetFound, answer: &str) -> Table {
    let mut table = head(answer);
    let (target, ends) = match &found.goal {
        Goal::Level(level) => (Some(level.value), [None; 2]),
        Goal::Range(goal) => (None, [goal.range.low, goal.range.high]),
    };
    for one in &found.tried {
        table.rows.extend(found.goal.figures().iter().zip(&one.seen).map(|(words, seen)| {
            let [low, high] = Cell::ends(seen.interval);
            let [least, most] = ends.map(Cell::number);
            vec![
                Cell::Number(one.value),
                Cell::text(words.to_string()),
                Cell::number(seen.value),
                low,
                high,
                Cell::number(target),
                least,
                most,
                Cell::text(found.goal.verdict(one)),
            ]
        }));
    }
    table
}
