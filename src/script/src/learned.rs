//! Learned sections of strategy files: probabilities of answers.
//!
//! The formula of a strategy scores an answer; a learned section of its file turns scores into probabilities. An
//! answer's *logit* is its score divided by the temperature, plus the sum of its terms. Its probability is
//! proportional to the exponential of the logit. A term is a formula, most often the name of a feature, times a
//! weight:
//!
//! ```toml
//! [learned.hire]
//! temperature = 0.4
//! service = { weight = 0.31, mean = 2.1, sd = 1.4 }
//! "service*rounds_left" = { weight = -0.12, mean = 6.3, sd = 5.2 }
//! is_pass = 0.5
//! ```
//!
//! `[learned-4.hire]` applies to tables of four players. If a file has such sections for the number of players,
//! they replace all other learned sections.
//!
//! `weight` counts per standard deviation `sd` by which the value exceeds its `mean`, for at most
//! [five](Scale::MOST). In a list of several parts, a term counts in the parts that have all its features. Scores
//! that other decisions read come from the formula alone.
//!
//! A decision may also have a [hidden layer](crate::network) in a table below its section: a row of weights for
//! each input, by unit. It adds the sum of its units, weighted by `output`, to a logit.
//!
//! ```toml
//! [learned.hire.network]
//! bias = "0.1 -0.02 ..."
//! output = "0.31 0.07 ..."
//! service = { mean = 2.1, sd = 1.4, weights = "-0.2 0.11 ..." }
//! ```
//!
//! An amount is drawn from [candidates](amounts) around the one that the formula wants. Their scores fall with
//! the distance from it; terms may read [features](crate::spec::AMOUNTS) of single amounts.

use crate::{
    formula::{compile::Scale, terms::Terms},
    network::Network,
    notes::DecisionPolicy,
    spec::Vocabulary,
};
use sim_engine::Amount;

/// Key of the sections for all numbers of players.
pub const LEARNED: &str = "learned";
/// Key of the hidden layer in the section of a decision, and its keys that are not inputs.
pub const NETWORK: &str = "network";
pub const BIAS: &str = "bias";
pub const OUTPUT: &str = "output";

/// The learned section of one decision.
#[derive(Debug, Clone, Default)]
pub struct LearnedDecision {
    /// The difference of scores that makes an answer e times as likely; above 0.
    pub temperature: f64,
    pub terms: Vec<Term>,
    /// `terms`, compiled for each part that the first slot scores.
    pub(crate) parts: Vec<Terms>,
    pub layer: Option<CompiledLayer>,
}

/// A hidden layer of a decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// The inputs that differ between candidates, in the order of the network; context inputs are in its shape.
    pub inputs: Vec<Input>,
    pub network: Network,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    pub text: String,
    pub scale: Scale,
}

/// A hidden layer whose inputs are compiled for each part that the first slot scores.
#[derive(Debug, Clone)]
pub struct CompiledLayer {
    pub layer: Layer,
    pub(crate) parts: Vec<Terms>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    pub text: String,
    pub weight: f64,
    pub scale: Scale,
}

impl LearnedDecision {
    /// Masks of the features of a part, and of the context, that its terms and its hidden layer read.
    pub(crate) fn reads(&self, part: usize) -> (u128, u128) {
        let (mut own, mut context) = self.parts[part].reads();
        if let Some(CompiledLayer { layer, parts }) = &self.layer {
            let (more, also) = parts[part].reads();
            let whole = layer.network.shape().context.iter().fold(also, |mask, (at, _)| mask | 1 << at);
            (own, context) = (own | more, context | whole);
        }
        (own, context)
    }

    /// Number of recorded values per candidate: its score, its terms, and the inputs of the hidden layer.
    pub fn width(&self) -> usize {
        1 + self.terms.len() + self.layer().map_or(0, |layer| layer.inputs.len())
    }

    pub fn layer(&self) -> Option<&Layer> {
        self.layer.as_ref().map(|compiled| &compiled.layer)
    }

    /// The section as trainable weights; that of the score is 1.
    pub fn policy(&self) -> DecisionPolicy {
        policy(&self.terms, self.layer())
    }

    pub fn term(&self, text: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.text == text)
    }
}

/// The learned section of one decision, as written in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    pub decision: String,
    pub temperature: f64,
    pub terms: Vec<Term>,
    pub layer: Option<Layer>,
}

impl Section {
    /// See [`LearnedDecision::policy`].
    pub fn policy(&self) -> DecisionPolicy {
        policy(&self.terms, self.layer.as_ref())
    }
}

fn policy(terms: &[Term], layer: Option<&Layer>) -> DecisionPolicy {
    DecisionPolicy {
        linear: std::iter::once(1.0).chain(terms.iter().map(|term| term.weight)).collect(),
        network: layer.map(|layer| layer.network.clone()),
    }
}

impl Layer {
    /// All inputs in the order of the network's rows: the candidate's, then those of the context.
    pub fn all_inputs<'a>(&'a self, vocabulary: &Vocabulary) -> impl Iterator<Item = (&'a str, Scale)> {
        let names = vocabulary.context;
        let context = self.network.shape().context.iter();
        let own = self.inputs.iter().map(|input| (input.text.as_str(), input.scale));
        own.chain(context.map(move |(at, scale)| (names[*at].name, *scale)))
    }

    /// The label of an input, distinct from the term of the same name.
    pub fn label(input: &str) -> String {
        format!("{input} (hidden layer)")
    }
}

/// Formats sections for a strategy file, each after an empty line.
pub(crate) fn written(sections: &[Section], vocabulary: &Vocabulary) -> String {
    let mut text = String::new();
    for Section { decision, temperature, terms, layer } in sections {
        text += &format!("\n[learned.{decision}]\ntemperature = {}\n", short(*temperature));
        for Term { text: formula, weight, scale } in terms {
            let key = key(formula);
            text += &if *scale == Scale::PLAIN {
                format!("{key} = {}\n", short(*weight))
            } else {
                let mean =
                    if scale.mean == 0.0 { String::new() } else { format!(" mean = {},", short(scale.mean)) };
                let (weight, sd) = (short(*weight), short(scale.sd));
                format!("{key} = {{ weight = {weight},{mean} sd = {sd} }}\n")
            };
        }
        text += &layer.as_ref().map_or(String::new(), |layer| written_layer(decision, layer, vocabulary));
    }
    text
}

/// Formats the table of a section's hidden layer.
fn written_layer(decision: &str, layer: &Layer, vocabulary: &Vocabulary) -> String {
    let row = |at: usize| {
        let weights: Vec<String> = layer.network.row(at).map(|weight| short(weight.into())).collect();
        weights.join(" ")
    };
    let last = 1 + layer.network.shape().inputs();
    let mut text = format!(
        "\n[{LEARNED}.{decision}.{NETWORK}]\n{BIAS} = \"{}\"\n{OUTPUT} = \"{}\"\n",
        row(0),
        row(last)
    );
    for (at, (formula, Scale { mean, sd })) in layer.all_inputs(vocabulary).enumerate() {
        let (key, mean, sd) = (key(formula), short(mean), short(sd));
        text += &format!("{key} = {{ mean = {mean}, sd = {sd}, weights = \"{}\" }}\n", row(1 + at));
    }
    text
}

/// The formula of a term as a TOML key.
fn key(formula: &str) -> String {
    let is_bare = formula.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if is_bare { formula.to_owned() } else { format!("\"{formula}\"") }
}

/// Rounds to four significant digits.
pub fn rounded(value: f64) -> f64 {
    // A printed number can be parsed.
    format!("{value:.3e}").parse().unwrap_or(value)
}

fn short(value: f64) -> String {
    rounded(value).to_string()
}

/// Distances of the candidates from the wanted amount, in steps.
const AWAY: [i32; 7] = [1, 2, 4, 7, 12, 20, 33];
/// The most candidates of one amount.
pub const MOST_AMOUNTS: usize = 5 + 2 * AWAY.len();

/// Candidate amounts, ascending, a pass first. Each is stored in steps above the minimum, a pass as -1.
#[derive(Debug, Clone, Copy)]
pub struct Amounts {
    steps: [i32; MOST_AMOUNTS],
    count: usize,
    /// The amount that the formula wants, in steps.
    own: i32,
    last: i32,
    limits: Amount,
}

/// Selects the candidates, as far as they are legal: the wanted amount, amounts some steps away, the minimum, the
/// middle and the maximum, and a pass.
pub fn amounts(own: Option<i32>, limits: Amount) -> Amounts {
    let last = (limits.max - limits.min).max(0) / limits.step;
    let own = own.map_or(-1, |own| (own - limits.min) / limits.step);
    let first = if limits.may_pass { -1 } else { 0 };
    let mut amounts = Amounts { steps: [0; MOST_AMOUNTS], count: 0, own, last, limits };
    let mut all = [own; MOST_AMOUNTS];
    let around = AWAY.iter().flat_map(|away| [own - away, own + away]);
    for (place, at) in all.iter_mut().zip([-1, 0, last / 2, last].into_iter().chain(around)) {
        if (first..=last).contains(&at) {
            *place = at;
        }
    }
    all.sort_unstable();
    for at in all {
        if amounts.count == 0 || amounts.steps[amounts.count - 1] != at {
            amounts.steps[amounts.count] = at;
            amounts.count += 1;
        }
    }
    amounts
}

impl Amounts {
    pub fn count(&self) -> usize {
        self.count
    }

    /// The amount at an index; `None` is a pass.
    pub fn amount(&self, at: usize) -> Option<i32> {
        let steps = self.steps[at];
        (steps >= 0).then_some(self.limits.min + steps * self.limits.step)
    }

    /// Minus the squared distance from the wanted amount, in doublings of steps. Terms are linear in doublings,
    /// so each shifts the best amount in proportion to its weight. If the score were linear too, the best amount
    /// would be one of the ends.
    pub fn score(&self, at: usize) -> f64 {
        let away = doublings((self.steps[at] - self.own).abs());
        -away * away
    }

    /// The [features](crate::spec::AMOUNTS) of an amount.
    pub fn features(&self, at: usize) -> [f64; 5] {
        let steps = self.steps[at];
        let is = |is: bool| f64::from(u8::from(is));
        [
            doublings((steps - self.own).max(0)),
            doublings((self.own - steps).max(0)),
            is(steps < 0),
            is(steps == 0),
            is(steps == self.last),
        ]
    }
}

fn doublings(steps: i32) -> f64 {
    libm::log2(1.0 + f64::from(steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(own: Option<i32>, limits: Amount) -> Vec<Option<i32>> {
        let amounts = amounts(own, limits);
        (0..amounts.count()).map(|at| amounts.amount(at)).collect()
    }

    #[test]
    fn amounts_lie_around_the_one_that_is_wanted_and_are_legal() {
        let open = Amount { may_pass: true, min: 4, max: 30, step: 1 };
        let around = [None, Some(4), Some(5), Some(8), Some(10), Some(11), Some(12), Some(13), Some(14)];
        assert_eq!(listed(Some(12), open)[..9], around);
        assert_eq!(listed(Some(12), open)[9..], [Some(16), Some(17), Some(19), Some(24), Some(30)]);
        assert_eq!(
            listed(None, open),
            [-1, 0, 1, 3, 6, 11, 13, 19, 26].map(|at| (at >= 0).then_some(4 + at))
        );
        let forced = Amount { may_pass: false, min: 0, max: 5, step: 2 };
        assert_eq!(listed(Some(2), forced), [Some(0), Some(2), Some(4)]);
    }

    #[test]
    fn the_wanted_amount_scores_most() {
        let amounts = amounts(Some(6), Amount { may_pass: true, min: 4, max: 8, step: 2 });
        assert_eq!(
            (0..4).map(|at| amounts.score(at)).collect::<Vec<_>>(),
            [-libm::log2(3.0) * libm::log2(3.0), -1.0, 0.0, -1.0]
        );
        assert_eq!(amounts.features(0), [0.0, libm::log2(3.0), 1.0, 0.0, 0.0]);
        assert_eq!(amounts.features(3), [1.0, 0.0, 0.0, 0.0, 1.0]);
    }
}
