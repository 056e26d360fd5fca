//! Why a strategy chose as it did: candidates, what their formulas read, scores, and the gap.

use serde::Serialize;

use crate::{
    evaluator::Place,
    formula::Columns,
    script::{Script, features_read},
};

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Why {
    /// What formulas scored, in their order.
    pub parts: Vec<ScoredPart>,
    /// What an exact solver made of the parts: the best whole answer for each of its first choices,
    /// best first; or what a search tried. Empty where neither was at work or there are no first choices.
    pub answers: Vec<Answer>,
    pub verdict: Option<Verdict>,
    /// The best answer that was not given, and of amounts the one whose wish is nearest; missing where nothing
    /// compares answers and where there is no other.
    pub next: Option<Next>,
}

/// The best answer that was not given.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Next {
    pub label: String,
    /// How far it is behind the answer that was given; below 0 where a temperature drew one that is not
    /// the best. Of an amount: how far it is from the wish.
    pub behind: f64,
}

/// A whole answer of a solver.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    pub label: String,
    pub worth: f64,
}

/// Candidates scored by one formula.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScoredPart {
    pub slot: &'static str,
    pub formula: String,
    /// The formula is the game's default, not the strategy's own.
    pub is_default: bool,
    /// Names and values that are the same for all candidates.
    pub context: Vec<(&'static str, f64)>,
    /// Names of the features that differ by candidate.
    pub features: Vec<&'static str>,
    pub candidates: Vec<Candidate>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    pub label: String,
    pub features: Vec<f64>,
    /// Missing when the formula gave no number.
    pub score: Option<f64>,
}

/// What decided. `chosen` is an index among the legal actions; actions that are alike share a
/// candidate, so there may be fewer candidates.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The best score, and how far it is ahead of the next.
    Best { chosen: usize, gap: Option<f64> },
    /// Several shared the best score; the seat's luck drew one.
    Tie { chosen: usize, ties: usize },
    /// Drawn with the script's temperature.
    Softened { chosen: usize },
    /// The formula's wish and what the limits made of it.
    Amount { wanted: f64, amount: Option<i32> },
    /// The best whole answer of a chain, its worth, and how far it is ahead of the next of the answers.
    Solved { worth: f64, gap: Option<f64> },
    /// A strategy without formulas drew evenly.
    Random,
    /// A search tried answers in so many imagined games; `is_own` where its base would answer the same.
    Searched { games: usize, is_own: bool },
}

/// What a search found, for [`Evaluator::searched`](super::Evaluator::searched).
#[derive(Debug, Clone, PartialEq)]
pub struct Searched {
    /// The answers that were tried, best first.
    pub answers: Vec<Answer>,
    pub games: usize,
    pub is_own: bool,
    pub next: Option<Next>,
}

impl Why {
    /// Notes how the choice among a list fell out, and which other action scored most.
    #[cold]
    #[inline(never)]
    pub(super) fn compare(
        &mut self,
        chosen: usize,
        scores: impl Iterator<Item = f64>,
        (softens, ties): (bool, usize),
        label: impl Fn(usize) -> String,
    ) {
        let scores: Vec<f64> = scores.collect();
        let others = (0..scores.len()).filter(|&at| at != chosen);
        // The first of those that score most, as where the best is chosen.
        let next = others.rev().max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
        self.next = next.map(|at| Next {
            label: label(at),
            // Lowest scores are infinite, and alike.
            behind: if scores[chosen] == scores[at] { 0.0 } else { scores[chosen] - scores[at] },
        });
        let gap = self.next.as_ref().map(|next| next.behind);
        self.verdict = Some(match (softens, ties) {
            (true, _) => Verdict::Softened { chosen },
            (false, 1) => Verdict::Best { chosen, gap },
            (false, _) => Verdict::Tie { chosen, ties },
        });
    }
}

impl ScoredPart {
    #[cold]
    #[inline(never)]
    pub(super) fn new(
        script: &Script,
        Place { point, slot, part }: Place,
        context: &[f64],
        columns: &Columns,
        scores: &[f64],
        label: impl Fn(usize) -> String,
    ) -> ScoredPart {
        let vocabulary = script.vocabulary();
        let spec = &vocabulary.points[point];
        let formula = &script.point_at(point).slots[slot];
        let program = &formula.programs[part - spec.parts_of(slot).start];
        let part = &spec.parts[part];
        let bits = |mask: u128, count: usize| (0..count).filter(move |at| mask >> at & 1 == 1);
        let read: Vec<usize> = bits(program.part_mask(), part.features.len()).collect();
        ScoredPart {
            slot: spec.slots[slot].name,
            formula: formula.text.clone(),
            is_default: formula.from_default,
            context: bits(program.context_mask(), vocabulary.context.len())
                .map(|at| (vocabulary.context[at].name, context[at]))
                .collect(),
            features: features_read(part.features, program.part_mask()).map(|feature| feature.name).collect(),
            candidates: scores
                .iter()
                .enumerate()
                .map(|(at, &score)| Candidate {
                    label: label(at),
                    features: read.iter().map(|&feature| columns.column(feature)[at]).collect(),
                    score: (score != f64::NEG_INFINITY).then_some(score),
                })
                .collect(),
        }
    }
}
