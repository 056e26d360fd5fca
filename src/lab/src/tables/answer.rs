//! The answer to a question.

use super::{Cell, Column, Table};
use crate::question::Answer;

/// The answer, with its word and the sentence that says it.
pub fn table(question: &str, answer: &Answer, word: &str, sentence: &str) -> Table {
    let columns = [
        Column { name: "question", about: "As the file asks it." },
        Column { name: "answer", about: "yes, no or open; the name of the first; or how much it is." },
        Column { name: "text", about: "In a sentence." },
        Column { name: "value", about: "The figure." },
        Column { name: "other", about: "What it is compared with." },
        Column { name: "difference", about: "The first less the other; without another the figure itself." },
        Column::low("low"),
        Column::high("high"),
        Column { name: "error", about: "How the error of the difference was come by." },
    ];
    let mut table = Table::new("answer", "Answer", "Computed from what was played.", &columns);
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
