//! Why a strategy chose as it did: its answers with their scores, and the terms of these scores.

use serde::Serialize;

use crate::{
    evaluator::Place,
    formula::Columns,
    script::{Script, features_read},
};

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Why {
    /// The scored parts, in the order in which the formulas ran.
    pub parts: Vec<ScoredPart>,
    /// Whole answers; empty if nothing compares them. The best comes first; for an amount the chosen one, for a
    /// search the one with the most games.
    pub answers: Vec<Answer>,
    /// Index of the chosen answer.
    pub chosen: Option<usize>,
    /// The terms of the chosen answer and of the best alternative; empty if a solver or a search scored.
    pub terms: Vec<Term>,
    pub verdict: Option<Verdict>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub label: String,
    pub worth: f64,
}

/// A summand of the scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Term {
    pub term: String,
    /// Its value for the chosen answer.
    pub chosen: f64,
    /// Its value for the best alternative; none if there is no other answer.
    pub alternative: Option<f64>,
}

/// Candidates scored by one formula.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredPart {
    /// The decision that the formula is for; another decision may use its scores.
    pub decision: &'static str,
    pub slot: &'static str,
    /// Names and values that are the same for all candidates.
    pub context: Vec<(&'static str, f64)>,
    /// Names of the features that differ by candidate.
    pub features: Vec<&'static str>,
    pub candidates: Vec<Candidate>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    pub label: String,
    pub features: Vec<f64>,
    /// None if the formula gave NaN or minus infinity.
    pub score: Option<f64>,
}

/// How the choice was made.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The best score.
    Best,
    /// Several shared the best score; the seat's luck drew one.
    Tie { ties: usize },
    /// Drawn with a temperature.
    Softened,
    /// `wanted` is the formula's result before rounding to a legal amount; the answers are the amounts around it.
    Amount { wanted: f64 },
    /// The best whole answer of a chain, and its worth.
    Solved { worth: f64 },
    /// A strategy without formulas drew evenly.
    Random,
    /// A search compared answers in `games` imagined games; `is_own` if it chose the answer of its base.
    Searched { games: usize, is_own: bool },
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
        let program = &script.point_at(point).slots[slot].programs[part - spec.parts_of(slot).start];
        let part = &spec.parts[part];
        let bits = |mask: u128, count: usize| (0..count).filter(move |at| mask >> at & 1 == 1);
        let read: Vec<usize> = bits(program.part_mask(), part.features.len()).collect();
        ScoredPart {
            decision: spec.name,
            slot: spec.slots[slot].name,
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
