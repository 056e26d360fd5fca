use super::{Table, TableSpec, Unit, with_ends};
use crate::choices::{ChoiceRow, Choices, Example, TermRow};

pub fn tables(found: &Choices) -> Vec<Table> {
    let terms = found.rows.iter().flat_map(|row| row.terms.iter().map(|term| (row.decision, term)));
    vec![spec().table(&found.rows), terms_spec().table(terms), examples_spec().table(&found.examples)]
}

pub(super) fn heads() -> [Table; 3] {
    [spec().head(), terms_spec().head(), examples_spec().head()]
}

fn spec() -> TableSpec<ChoiceRow> {
    let mut spec = TableSpec::<ChoiceRow>::new("choices", "What is undecided, and what is done differently").about("How copies of a trained strategy decide, by the probabilities of all answers. Most changed comes first: by how often in a game a seat answers differently than the formulas alone would.");
    spec.text("decision", |row| row.decision).about("What is asked.");
    spec.interval(with_ends!("asked"), |row| row.asked)
        .about("How often a seat is asked in a game, with more than one answer.");
    spec.interval(with_ends!("answers"), |row| row.answers).about("Mean number of answers to choose from.");
    spec.interval(with_ends!("open"), |row| row.perplexity)
        .about("Perplexity, the effective number of answers: e to the mean entropy of the probabilities.");
    spec.interval(with_ends!("likeliest"), |row| row.top_probability)
        .of(Unit::Share, "Mean probability of the likeliest answer.");
    spec.estimate("otherwise", |row| row.total_variation).of(
        Unit::Share,
        "Total variation distance from the formulas alone: the probability of a different answer.",
    );
    spec
}

fn terms_spec<'r>() -> TableSpec<(&'static str, &'r TermRow)> {
    let mut spec = TableSpec::<(&str, &TermRow)>::new("choice_terms", "What makes the difference")
        .about("How changed answers differ from those that the formulas alone would give, term by term.");
    spec.text("decision", |(decision, _)| decision).about("What is asked.");
    spec.text("term", |(_, row)| &row.term)
        .about("A feature, or a formula of features, as the strategy's file has it.");
    spec.number("weight", |(_, row)| row.weight)
        .about("Learned weight per standard deviation of the term; empty for inputs of a hidden layer.");
    spec.estimate("moved", |(_, row)| row.feature_shift)
        .about("By how many standard deviations a changed answer exceeds the one that the formulas would give; empty for an input that all answers share.");
    spec.interval(with_ends!("adds"), |(_, row)| row.logit_shift).about("The weight times that: what the term adds to the logit of changed answers; by occlusion for inputs of a hidden layer. An answer whose logit is larger by 1 is 2.7 times as likely.");
    spec
}

fn examples_spec() -> TableSpec<Example> {
    let mut spec = TableSpec::<Example>::new("choice_games", "Games in which they differ").about("The first game at each of these decisions in which the strategy in seat 1, among copies of itself, differs from another in its place. A single game does not show which is better.");
    spec.text("decision", |game| game.decision)
        .about("Where they differ: one of the most changed decisions.");
    spec.whole("deal", |game| game.difference.deal).about("Number of the deal.");
    spec.words("answer", |game| game.difference.answers()[0].clone()).about("What the strategy does.");
    spec.text("end", |game| &game.difference.branches[0].result).about("Final result of its seat.");
    spec.words("other_answer", |game| game.difference.answers()[1].clone())
        .about("What the other strategy does in its place.");
    spec.text("other_end", |game| &game.difference.branches[1].result)
        .about("Final result of the seat then.");
    spec.words("command", |game| game.command.to_string())
        .about("Command that shows the decision with the reasons of both.");
    spec
}
