//! What was learned of a decision: chances of its answers.
//!
//! The formula of a strategy says how good an answer is; a learned section of its file says how often it is
//! given. An answer's *logit* is its score divided by the temperature, plus the sum of its terms; its
//! chance is in proportion to the exponential of that. A term is a formula, most often a feature by its
//! name, times a weight:
//!
//! ```toml
//! [learned.hire]
//! temperature = 0.4
//! service = { weight = 0.31, mean = 2.1, sd = 1.4 }
//! "service*rounds_left" = { weight = -0.12, mean = 6.3, sd = 5.2 }
//! is_pass = 0.5
//! ```
//!
//! `[learned-4.hire]` is of tables of four players. Where a file has such sections for the number of players, they take
//! the place of all that was learned for others.
//!
//! `weight` counts for each spread `sd` that the value lies above its `mean`, and for at most
//! [five](Scale::MOST). In a list of several parts a term counts in the parts that have all its features.
//! Worths that other decisions read are those of the formula alone.
//!
//! A decision may have a [hidden layer](crate::network) besides, which stands below its section: a row of weights for each
//! input, by unit. What it adds to a logit is the sum of its units, each by its `output`.
//!
//! ```toml
//! [learned.hire.network]
//! bias = "0.1 -0.02 ..."
//! output = "0.31 0.07 ..."
//! service = { mean = 2.1, sd = 1.4, weights = "-0.2 0.11 ..." }
//! ```
//!
//! An amount is drawn from [some](amounts) around the one that the formula wants. The score of each is how
//! far it is from that, below 0; its terms may read [features](crate::spec::AMOUNTS) of single amounts.

use crate::{
    formula::{compile::Scale, terms::Terms},
    network::Network,
    notes::DecisionPolicy,
    spec::Vocabulary,
};
use sim_engine::Amount;

/// What was learned for all numbers of players.
pub const LEARNED: &str = "learned";
/// A hidden layer in the section of a decision, and its keys that are no inputs.
pub const NETWORK: &str = "network";
pub const BIAS: &str = "bias";
pub const OUTPUT: &str = "output";

/// What was learned of one decision.
#[derive(Debug, Clone, Default)]
pub struct LearnedDecision {
    /// Above 0: the difference of scores that makes an answer about three times as likely.
    pub temperature: f64,
    pub terms: Vec<Term>,
    /// The same, compiled for each part that the first slot scores.
    pub(crate) parts: Vec<Terms>,
    pub layer: Option<CompiledLayer>,
}

/// A hidden layer of a decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// The candidate's inputs, in the order of the network; those of the context are in its shape.
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
    /// The features of a part, and those of the context, that its terms read, as bits.
    pub(crate) fn reads(&self, part: usize) -> (u128, u128) {
        let (mut own, mut context) = self.parts[part].reads();
        if let Some(CompiledLayer { layer, parts }) = &self.layer {
            let (more, also) = parts[part].reads();
            let whole = layer.network.shape().context.iter().fold(also, |mask, (at, _)| mask | 1 << at);
            (own, context) = (own | more, context | whole);
        }
        (own, context)
    }

    /// Numbers of a candidate that are noted: its score, its terms, and the inputs of the hidden layer.
    pub fn width(&self) -> usize {
        1 + self.terms.len() + self.layer().map_or(0, |layer| layer.inputs.len())
    }

    pub fn layer(&self) -> Option<&Layer> {
        self.layer.as_ref().map(|compiled| &compiled.layer)
    }

    /// What it decides by, as a learner's weights: that of the score is 1.
    pub fn policy(&self) -> DecisionPolicy {
        policy(&self.terms, self.layer())
    }

    pub fn term(&self, text: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.text == text)
    }
}

/// What a file says, or is to say, of one decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    pub decision: String,
    pub temperature: f64,
    pub terms: Vec<Term>,
    pub layer: Option<Layer>,
}

impl Section {
    /// As [`LearnedDecision::policy`].
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

    /// What an input is called beside terms, which have weights of their own.
    pub fn label(input: &str) -> String {
        format!("{input} (hidden layer)")
    }
}

/// Sections as they stand in a strategy's file, each below an empty line.
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

/// The part of a section that is its hidden layer's.
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

/// A formula as the key of what is learned of it.
fn key(formula: &str) -> String {
    let is_bare = formula.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if is_bare { formula.to_owned() } else { format!("\"{formula}\"") }
}

/// A number with as many digits as matter: four.
pub fn rounded(value: f64) -> f64 {
    // What was printed is a number.
    format!("{value:.3e}").parse().unwrap_or(value)
}

fn short(value: f64) -> String {
    rounded(value).to_string()
}

/// How many steps away from the amount that is wanted others are weighed.
const AWAY: [i32; 7] = [1, 2, 4, 7, 12, 20, 33];
/// The most amounts that are weighed for one answer.
pub const MOST_AMOUNTS: usize = 5 + 2 * AWAY.len();

/// Amounts to draw from, a pass first and then from the least on: each as so many steps above the least, a
/// pass as one below it.
#[derive(Debug, Clone, Copy)]
pub struct Amounts {
    steps: [i32; MOST_AMOUNTS],
    count: usize,
    /// The one that the formula wants.
    own: i32,
    last: i32,
    limits: Amount,
}

/// The amount that is wanted; those some steps away; the least, the middle and the most; and a pass, as far
/// as they are legal.
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

    /// An amount; `None` is a pass.
    pub fn amount(&self, at: usize) -> Option<i32> {
        let steps = self.steps[at];
        (steps >= 0).then_some(self.limits.min + steps * self.limits.step)
    }

    /// How far an amount is from what the formula wants: the square of its doublings of steps, below 0. Terms that
    /// are linear in doublings move the best amount away from there by as much as they weigh; of a score that
    /// is linear as well they would make one of the ends the best.
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
