use super::{Table, TableSpec};
use crate::question::Answer;

pub(super) struct Row<'a> {
    question: &'a str,
    answer: &'a Answer,
    word: &'a str,
    sentence: &'a str,
}

pub fn table(question: &str, answer: &Answer, word: &str, sentence: &str) -> Table {
    spec().table([Row { question, answer, word, sentence }])
}

pub(super) fn spec<'r>() -> TableSpec<Row<'r>> {
    let mut spec = TableSpec::<Row<'_>>::new("answer", "Answer").about("Computed from what was played.");
    spec.text("question", |row| row.question).about("As the file asks it.");
    spec.text("answer", |row| row.word)
        .about("yes, no or undecided; the name of the first; or how much it is.");
    spec.text("text", |row| row.sentence).about("In a sentence.");
    spec.number("value", |row| row.answer.value).about("The figure.");
    spec.number("other", |row| row.answer.other).about("What it is compared with.");
    spec.interval(["difference", "low", "high"], |row| row.answer.difference)
        .about("The first minus the other; without another the figure itself.");
    spec.text("error", |row| row.answer.error.word()).about("How the error of the difference was computed.");
    spec
}
