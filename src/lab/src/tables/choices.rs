use super::{Cell, Column, Table, estimate_cells, estimate_columns};
use crate::choices::Choices;
use sim_stats::Estimate;

/// A row a decision; a row each term that was learned of it; and a row each game in which it parts from another strategy.
pub fn tables(found: &Choices) -> Vec<Table> {
    let (mut choices, mut terms, mut parted) = (head(), terms_head(), parted_head());
    for row in &found.rows {
        let mut cells = vec![Cell::text(row.decision)];
        for one in [&row.asked, &row.answers, &row.open, &row.likeliest] {
            cells.extend(with_ends(one));
        }
        cells.extend(estimate_cells(&row.otherwise));
        choices.rows.push(cells);
        for term in &row.terms {
            let mut cells =
                vec![Cell::text(row.decision), Cell::text(&term.term), Cell::number(Some(term.weight))];
            cells.extend(estimate_cells(&term.moved));
            cells.extend(with_ends(&term.adds));
            terms.rows.push(cells);
        }
    }
    for game in &found.examples {
        let mut cells = vec![Cell::text(game.decision), Cell::from(game.difference.deal)];
        for (branch, answer) in game.difference.branches.iter().zip(game.difference.answers()) {
            cells.extend([Cell::text(answer), Cell::text(&branch.result)]);
        }
        cells.push(Cell::text(game.command.to_string()));
        parted.rows.push(cells);
    }
    vec![choices, terms, parted]
}

fn with_ends(estimate: &Estimate) -> [Cell; 3] {
    let [low, high] = Cell::ends(estimate.interval);
    [Cell::number(estimate.value), low, high]
}

pub(super) fn heads() -> [Table; 3] {
    [head(), terms_head(), parted_head()]
}

fn head() -> Table {
    let mut columns = vec![
        Column::text("decision", "What is asked."),
        Column::number("asked", "How often a seat is asked in a game, with more than one answer."),
        Column::low("asked_low"),
        Column::high("asked_high"),
        Column::number("answers", "Answers that are weighed, on average."),
        Column::low("answers_low"),
        Column::high("answers_high"),
        Column::number(
            "open",
            "As open as so many answers of the same chance: e to the mean entropy of the chances.",
        ),
        Column::low("open_low"),
        Column::high("open_high"),
        Column::share("likeliest", "The chance of the likeliest answer, on average."),
        Column::low("likeliest_low"),
        Column::high("likeliest_high"),
    ];
    columns.extend(estimate_columns(Column::share(
        "otherwise",
        "How much of the chances lies on other answers than the formulas alone would give.",
    )));
    let about = "How copies of a strategy that learned decide, by the chances of all answers. Most changed comes first: by how often a seat answers otherwise in a game than the formulas alone would.";
    Table::new("choices", "What is open, and what is done otherwise", about, &columns)
}

fn terms_head() -> Table {
    let mut columns = vec![
        Column::text("decision", "What is asked."),
        Column::text("term", "A feature, or a formula of features, as the strategy's file has it."),
        Column::number("weight", "What was learned, for each spread of the term."),
    ];
    columns.extend(estimate_columns(Column::number(
        "moved",
        "By how many spreads an answer that is given otherwise lies above the one that the formulas would give.",
    )));
    columns.extend([
        Column::number("adds", "The weight times that: what the term does for the answers that are given otherwise. An answer whose logit is larger by 1 is given 2.7 times as often."),
        Column::low("adds_low"),
        Column::high("adds_high"),
    ]);
    let about = "In what the answers that are given otherwise differ from those that the formulas alone would give, term by term.";
    Table::new("choice_terms", "What makes the difference", about, &columns)
}

fn parted_head() -> Table {
    let columns = [
        Column::text("decision", "Where both part: one of those that are done otherwise most."),
        Column::whole("deal", "The deal."),
        Column::text("answer", "What the strategy does."),
        Column::text("end", "What its seat ends with."),
        Column::text("other_answer", "What the other strategy does in its place."),
        Column::text("other_end", "What the seat ends with then."),
        Column::text("command", "It tells the decision with the reasons of both."),
    ];
    let about = "The first game at each of these decisions in which the strategy in seat 1, among copies of itself, parts from another in its place. A single game says nothing of who is better.";
    Table::new("choice_games", "Games in which they part", about, &columns)
}
