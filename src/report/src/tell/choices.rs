use sim_engine::text::people;
use sim_lab::choices::{ChoiceRow, Choices, Example, TermRow};
use sim_stats::Estimate;

use super::{Games, Style, grid, head, more, number::difference, say, sentences, share};

const DECISIONS: usize = 5;
const TERMS: usize = 4;
/// Decisions that deviate more rarely count as decided by the formulas.
const HARDLY: f64 = 0.01;

pub fn choices(found: &Choices, style: Style) -> String {
    let Choices { extent, strategy, rows, by_formula, against, examples, .. } = found;
    let what = format!("where {strategy} differs from its formulas, and what it leaves undecided");
    let mut text = head(extent, &what, &Games::All(extent.deals));
    text += &sentences([say!("choices/players", strategy)]);
    text += &format!("\n{}\n{}\n", grid_of(rows, style), sentences([say!("choices/columns")]));
    if !by_formula.is_empty() {
        text += &sentences([say!("choices/formulas", decisions => by_formula)]);
    }
    text += &terms(rows, style);
    if let Some(against) = against {
        text += &games(examples, strategy, against);
    }
    text
}

fn grid_of(rows: &[ChoiceRow], style: Style) -> String {
    let header = ["decision", "per game", "options", "effective", "likeliest %", "differs %"];
    let right = [false, true, true, true, true, true];
    let cells = rows.iter().map(|row| {
        vec![
            row.decision.to_owned(),
            number(&row.asked),
            number(&row.answers),
            number(&row.perplexity),
            share(&row.top_probability),
            share(&row.total_variation),
        ]
    });
    grid(&header, cells, &right, style)
}

fn number(of: &Estimate) -> String {
    of.value.map_or(String::new(), |value| people::fixed(value, if value < 10.0 { 2 } else { 1 }))
}

/// Features in which the deviating options differ significantly from the formulas' choice, the farthest first.
/// Decisions that learned no single features show their interactions.
fn significant(row: &ChoiceRow) -> Vec<&TermRow> {
    let size = |term: &&TermRow| term.feature_shift.value.map_or(0.0, f64::abs);
    let is_significant =
        |term: &&TermRow| term.feature_shift.interval.is_some_and(|ends| ends.low > 0.0 || ends.high < 0.0);
    let is_feature = |term: &&TermRow| !term.term.contains('*');
    let has_features = row.terms.iter().any(|term| is_feature(&term));
    let is_shown = |term: &&TermRow| is_significant(term) && (is_feature(term) || !has_features);
    let mut terms: Vec<&TermRow> = row.terms.iter().filter(is_shown).collect();
    terms.sort_by(|one, other| size(other).total_cmp(&size(one)));
    terms
}

fn terms(rows: &[ChoiceRow], style: Style) -> String {
    let is_much = |row: &&ChoiceRow| row.total_variation.value.is_some_and(|value| value >= HARDLY);
    let mut cells: Vec<Vec<String>> = Vec::new();
    let mut all = 0;
    for row in rows.iter().filter(is_much) {
        let terms = significant(row);
        all += terms.len();
        if cells.len() >= DECISIONS * TERMS {
            continue;
        }
        for (at, term) in terms.iter().take(TERMS).enumerate() {
            let decision = if at == 0 { row.decision.to_owned() } else { String::new() };
            cells.push(vec![
                decision,
                term.term.clone(),
                difference(&term.feature_shift),
                difference(&term.logit_shift),
            ]);
        }
    }
    if cells.is_empty() {
        return sentences([say!("choices/unchanged")]);
    }
    let grid = grid(&["decision", "feature", "shift", "adds"], &cells, &[false, false, true, true], style);
    format!(
        "\nHow the options that differ compare with the formulas' choice\n\n{grid}{}\n{}",
        more(all, cells.len(), "", style),
        sentences([say!("choices/columns_features")])
    )
}

fn games(examples: &[Example], strategy: &str, against: &str) -> String {
    let first = match examples {
        [] => say!("choices/no_example", strategy, against),
        _ => say!("choices/examples", strategy, against),
    };
    let mut text = format!("\n{}", sentences([first]));
    for Example { decision, difference, command } in examples {
        text += &format!("\n{decision}, deal {}\n", difference.deal);
        for (branch, answer) in difference.branches.iter().zip(difference.answers()) {
            text += &format!("  {}: {answer}; ends with {}\n", branch.strategy, branch.result);
        }
        text += &format!("  {command}\n");
    }
    text
}
