//! Why a strategy chose as it did: its answers with their scores, and what these are made of.

use serde::Serialize;

use crate::{
    evaluator::Place,
    formula::Columns,
    script::{Script, features_read},
};

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Why {
    /// What formulas scored, in the order in which they ran.
    pub parts: Vec<ScoredPart>,
    /// Whole answers, best first; empty where nothing compares them.
    pub answers: Vec<Answer>,
    /// Index of the given one among them.
    pub chosen: Option<usize>,
    /// What the scores of the given answer and of the best other one are made of; empty where a solver or a search
    /// scores.
    pub terms: Vec<Term>,
    pub verdict: Option<Verdict>,
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub label: String,
    pub worth: f64,
}

/// A summand of scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Term {
    pub term: String,
    /// Its value for the given answer.
    pub chosen: f64,
    /// Its value for the best other answer; none where there is no other.
    pub alternative: Option<f64>,
}

/// Candidates scored by one formula.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredPart {
    /// The decision that the formula is for; it may lend its scores to another.
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
    /// Missing when the formula gave no number.
    pub score: Option<f64>,
}

/// What decided.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The best score.
    Best,
    /// Several shared the best score; the seat's luck drew one.
    Tie { ties: usize },
    /// Drawn with a temperature.
    Softened,
    /// The formula's wish and what the limits made of it; the answers are the amounts around it.
    Amount { wanted: f64 },
    /// The best whole answer of a chain, and its worth.
    Solved { worth: f64 },
    /// A strategy without formulas drew evenly.
    Random,
    /// A search tried answers in so many imagined games; `is_own` where its base would answer the same.
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
