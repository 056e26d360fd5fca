use super::{Cell, Column, Table};
use crate::question::Answer;

pub(super) fn head() -> Table {
    let columns = [
        Column::text("question", "As the file asks it."),
        Column::text("answer", "yes, no or open; the name of the first; or how much it is."),
        Column::text("text", "In a sentence."),
        Column::number("value", "The figure."),
        Column::number("other", "What it is compared with."),
        Column::number("difference", "The first less the other; without another the figure itself."),
        Column::low("low"),
        Column::high("high"),
        Column::text("error", "How the error of the difference was come by."),
    ];
    Table::new("answer", "Answer", "Computed from what was played.", &columns)
}

pub fn table(question: &str, answer: &Answer, word: &str, sentence: &str) -> Table {
    let mut table = head();
    let [low, high] = Cell::ends(answer.difference.interval);
    table.rows.push(vec![
        Cell::text(question),
        Cell::text(word),
        Cell::text(sentence),
        Cell::number(answer.value),
        Cell::number(answer.other),
        Cell::number(answer.difference.value),
        low,
        high,
        Cell::text(answer.error.word()),
    ]);
    table
}
