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
    spec.text("question", |row| row.question).about("The question, as in the file.");
    spec.text("answer", |row| row.word)
        .about("yes, no, undecided or it depends; the name of the first; or the amount.");
    spec.text("text", |row| row.sentence).about("In a sentence.");
    spec.number("value", |row| row.answer.value).about("The figure; empty if several arms are judged.");
    spec.number("other", |row| row.answer.other).about("The figure or number it is compared with, if any.");
    spec.interval(["difference", "low", "high"], |row| row.answer.difference)
        .about("The figure minus the other; without another, the figure itself.");
    spec.text("error", |row| row.answer.error.word())
        .about("How the error of the difference was computed; empty for the error of a single figure.");
    spec
}
