//! The reasons for a seat's choice, as a replay shows them.

use std::fmt;

use serde::Serialize;
use sim_engine::text::people::short;
use sim_script::{
    Why,
    why::{Answer, ScoredPart, Term, Verdict},
};

/// The most terms, and items of a formula, that a replay shows.
const SHOWN: usize = 5;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reasons {
    pub chosen: Choice,
    /// What decided, in words.
    pub verdict: String,
    /// The best other options.
    pub alternatives: Vec<Choice>,
    /// The number of alternatives that are not listed.
    pub others: usize,
    /// The terms that differ most between the chosen option and the best alternative, the largest difference first.
    pub terms: Vec<Term>,
    /// Each formula with its best items, if a solver composes its answer from items.
    pub items: Vec<(&'static str, Vec<Choice>)>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Choice {
    pub option: String,
    pub score: Option<f64>,
    /// Score of the chosen option less this score; below 0 if chance drew an option that is not the best. For an
    /// amount: its distance from the wanted amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<f64>,
}

impl Reasons {
    /// The reasons for the action at a decision, with at most `top` alternatives.
    pub fn new(why: &Why, (decision, action): (&str, &str), top: usize) -> Reasons {
        let given = why.chosen.and_then(|at| why.answers.get(at));
        let score = match why.verdict {
            Some(Verdict::Amount { wanted: score } | Verdict::Solved { worth: score }) => Some(score),
            _ => given.map(|given| given.worth),
        };
        let behind = |worth: f64| match (&why.verdict, score) {
            (Some(Verdict::Amount { wanted }), _) => (worth - wanted).abs(),
            // Equal scores may both be infinite: their difference is 0, not NaN.
            (_, Some(score)) if score != worth => score - worth,
            _ => 0.0,
        };
        let others = why.answers.iter().enumerate().filter(|(at, _)| Some(*at) != why.chosen);
        let choice = |(_, Answer { label, worth }): (usize, &Answer)| Choice {
            option: label.clone(),
            score: Some(*worth),
            behind: Some(behind(*worth)),
        };
        let alternatives: Vec<Choice> = others.clone().take(top).map(choice).collect();
        Reasons {
            chosen: Choice {
                option: given.map_or(action, |given| &given.label).to_owned(),
                score,
                behind: None,
            },
            verdict: why
                .verdict
                .as_ref()
                .map_or_else(String::new, |verdict| in_words(verdict, why.answers.len())),
            others: others.count() - alternatives.len(),
            alternatives,
            terms: deciding(&why.terms),
            items: if why.terms.is_empty() { items(why, decision) } else { Vec::new() },
        }
    }
}

fn deciding(terms: &[Term]) -> Vec<Term> {
    let apart = |term: &Term| (term.chosen - term.alternative.unwrap_or(0.0)).abs();
    let mut terms: Vec<Term> = terms.iter().filter(|term| apart(term) > 0.0).cloned().collect();
    terms.sort_by(|one, other| apart(other).total_cmp(&apart(one)));
    terms.truncate(SHOWN);
    terms
}

fn items(why: &Why, decision: &str) -> Vec<(&'static str, Vec<Choice>)> {
    let best = |part: &ScoredPart| {
        let mut items: Vec<Choice> = part
            .candidates
            .iter()
            .map(|one| Choice { option: one.label.clone(), score: one.score, behind: None })
            .collect();
        let score = |item: &Choice| item.score.unwrap_or(f64::NEG_INFINITY);
        items.sort_by(|one, other| score(other).total_cmp(&score(one)));
        items.truncate(SHOWN);
        (part.slot, items)
    };
    let is_own = |part: &&ScoredPart| part.decision == decision && !part.candidates.is_empty();
    why.parts.iter().filter(is_own).map(best).collect()
}

fn in_words(verdict: &Verdict, answers: usize) -> String {
    match verdict {
        Verdict::Best if answers == 1 => "the only candidate".to_owned(),
        Verdict::Best => "best".to_owned(),
        Verdict::Tie { ties } => format!("drawn among {ties} equal best"),
        Verdict::Softened => "drawn by the temperature".to_owned(),
        Verdict::Amount { wanted } => format!("the formula wants {}", short(*wanted)),
        Verdict::Solved { .. } => "best whole answer".to_owned(),
        Verdict::Random => "drawn evenly".to_owned(),
        Verdict::Searched { games: 0, .. } => {
            "without a search, as there are too few games for one".to_owned()
        }
        Verdict::Searched { games, is_own: true } => {
            format!("as without a search: nothing is surely better in {games} imagined games")
        }
        Verdict::Searched { games, is_own: false } => format!("better in {games} imagined games"),
    }
}

/// Writes a block of lines that goes below the move.
impl fmt::Display for Reasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reasons { chosen, verdict, alternatives, others, terms, items } = self;
        let number = |value: Option<f64>| value.map_or_else(String::new, short);
        let mut line = |number: &str, text: &str| writeln!(f, "    | {number:>9}  {text}");
        line(&number(chosen.score), &format!("{} ({verdict})", chosen.option))?;
        for Choice { option, score, behind } in alternatives {
            let (far, word) = match behind.unwrap_or(0.0) {
                ahead if ahead < 0.0 => (-ahead, "ahead"),
                behind => (behind, "behind"),
            };
            line(&number(*score), &format!("{option}, {} {word}", short(far)))?;
        }
        if *others > 0 {
            line("", &format!("and {others} more"))?;
        }
        for (at, Term { term, chosen, alternative }) in terms.iter().enumerate() {
            let against = alternative.map_or_else(String::new, |other| format!(" against {}", short(other)));
            line(if at == 0 { "because" } else { "" }, &format!("  {term}: {}{against}", short(*chosen)))?;
        }
        for (formula, best) in items {
            let best = best.iter().map(|item| format!("{} {}", item.option, number(item.score)));
            line(formula, &format!("  {}", best.collect::<Vec<_>>().join(", ")))?;
        }
        Ok(())
    }
}
