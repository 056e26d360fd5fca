use sim_engine::text::people;
use sim_lab::choices::{ChoiceRow, Choices, Parted, TermRow};
use sim_stats::Estimate;

use super::{
    grid::{Style, grid, more},
    head::{Played, head},
    number::{difference, share},
};

const DECISIONS: usize = 5;
const TERMS: usize = 4;
/// What is done otherwise less often is as the formulas would have it.
const HARDLY: f64 = 0.01;
/// Decisions that are as open as so many answers of the same chance, or hardly more than one, are named.
const OPEN: f64 = 2.0;
const SURE: f64 = 1.2;

pub fn choices(found: &Choices, style: Style) -> String {
    let Choices { info, extent, strategy, rows, by_formula, beside, parted } = found;
    let what = format!("what {strategy} leaves open and does otherwise");
    let played = Played { games: extent.deals, deals: extent.deals, seed: extent.seed, is_each: false };
    let mut text = head(info, extent.players, &what, &played);
    text +=
        &format!("Copies of {strategy} decide, and all their chances count, not only what they draw.\n\n");
    text += &grid_of(rows, style);
    text += "\na game: how often a seat is asked. answers: how many it weighs. open: as open as so many answers of the same chance. likeliest: the mean chance of the likeliest. otherwise: how much of the chances lies on other answers than the formulas alone would give.\n\n";
    text += &openness(rows);
    if !by_formula.is_empty() {
        text += &format!("By formulas alone: {}.\n", people::list(by_formula));
    }
    text += &terms(rows, style);
    if let Some(beside) = beside {
        text += &games(parted, strategy, beside);
    }
    text
}

fn grid_of(rows: &[ChoiceRow], style: Style) -> String {
    let header = ["decision", "a game", "answers", "open", "likeliest %", "otherwise %"];
    let right = [false, true, true, true, true, true];
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            vec![
                row.decision.to_owned(),
                number(&row.asked),
                number(&row.answers),
                number(&row.open),
                share(&row.likeliest),
                share(&row.otherwise),
            ]
        })
        .collect();
    grid(&header, &cells, &right, style)
}

fn number(of: &Estimate) -> String {
    of.value.map_or(String::new(), |value| people::fixed(value, if value < 10.0 { 2 } else { 1 }))
}

fn openness(rows: &[ChoiceRow]) -> String {
    let named = |is: &dyn Fn(f64) -> bool| -> Vec<&str> {
        let of = rows.iter().filter(|row| row.open.value.is_some_and(is));
        of.map(|row| row.decision).collect()
    };
    let (open, sure) = (named(&|open| open >= OPEN), named(&|open| open < SURE));
    let mut text = match &open[..] {
        [] => "No decision is as open as two answers of the same chance.\n".to_owned(),
        open => format!("As open as two answers or more: {}.\n", people::list(open)),
    };
    if !sure.is_empty() {
        text += &format!("Nearly always the same answer: {}.\n", people::list(&sure));
    }
    text
}

/// Features by which answers that are given otherwise surely differ, the furthest first; of decisions that learned none
/// alone, terms of several.
fn surely(row: &ChoiceRow) -> Vec<&TermRow> {
    let size = |term: &&TermRow| term.moved.value.map_or(0.0, f64::abs);
    let is_sure = |term: &&TermRow| term.moved.interval.is_some_and(|ends| ends.low > 0.0 || ends.high < 0.0);
    let is_feature = |term: &&TermRow| !term.term.contains('*');
    let has_features = row.terms.iter().any(|term| is_feature(&term));
    let is_told = |term: &&TermRow| is_sure(term) && (is_feature(term) || !has_features);
    let mut terms: Vec<&TermRow> = row.terms.iter().filter(is_told).collect();
    terms.sort_by(|one, other| size(other).total_cmp(&size(one)));
    terms
}

fn terms(rows: &[ChoiceRow], style: Style) -> String {
    let is_much = |row: &&ChoiceRow| row.otherwise.value.is_some_and(|value| value >= HARDLY);
    let mut cells: Vec<Vec<String>> = Vec::new();
    let mut all = 0;
    for row in rows.iter().filter(is_much) {
        let terms = surely(row);
        all += terms.len();
        if cells.len() >= DECISIONS * TERMS {
            continue;
        }
        for (at, term) in terms.iter().take(TERMS).enumerate() {
            let decision = if at == 0 { row.decision.to_owned() } else { String::new() };
            cells.push(vec![decision, term.term.clone(), difference(&term.moved), difference(&term.adds)]);
        }
    }
    if cells.is_empty() {
        return "What is learned hardly changes an answer.\n".to_owned();
    }
    let header = ["decision", "feature", "moved", "adds"];
    let shown = cells.len();
    format!(
        "\nHow the other answers differ\n\n{}{}\nmoved: by how many spreads (standard deviations of the feature) they lie above the answer of the formulas. adds: what the weight of the feature alone adds to them; 1 makes an answer 2.7 times as likely.\n",
        grid(&header, &cells, &[false, false, true, true], style),
        more(all, shown, "", style)
    )
}

fn games(parted: &[Parted], strategy: &str, beside: &str) -> String {
    if parted.is_empty() {
        return format!("\n{strategy} and {beside} were not seen to part at these decisions.\n");
    }
    let mut text =
        format!("\nWhere {strategy} parts from {beside}: single games, which do not say who is better\n");
    for Parted { decision, parting, command } in parted {
        text += &format!("\n{decision}, deal {}\n", parting.deal);
        for (game, answer) in parting.games.iter().zip(parting.answers()) {
            let end = game.end.as_deref().map_or(String::new(), |end| format!("; ends with {end}"));
            text += &format!("  {}: {answer}{end}\n", game.strategy);
        }
        text += &format!("  {command}\n");
    }
    text
}
