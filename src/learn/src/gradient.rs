//! The loss of one decision, and its gradient with respect to the weights.
//!
//! The loss is that of PPO (Schulman et al. 2017): the advantage of the chosen answer times the ratio of its new
//! probability to the recorded one, within the clip. An entropy bonus keeps the policy random. In self-play a
//! divergence keeps it near a *magnet*, an earlier policy, because self-play otherwise cycles (Sokota et al.
//! 2023).

use rayon::prelude::*;

use sim_script::{
    network::Lanes,
    notes::{DecisionPolicy, Notes, Plan},
};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LossWeights {
    /// How far the probability ratio may move from 1.
    pub clip: f64,
    pub entropy: f64,
    pub magnet: f64,
}

#[derive(Debug, Clone, Copy)]
pub struct DecisionView<'a> {
    /// Values per candidate.
    pub width: usize,
    /// Candidate by candidate.
    pub values: &'a [f32],
    /// All context features.
    pub context: &'a [f32],
    pub plans: &'a [Plan],
    pub chosen: usize,
    pub log_chance: f64,
}

impl<'a> DecisionView<'a> {
    /// The recorded decision at an index, with `width` values per candidate.
    pub fn of(notes: &'a Notes, at: usize, width: usize) -> DecisionView<'a> {
        let noted = &notes.decisions[at];
        DecisionView {
            width,
            values: notes.values_of(noted, width),
            context: notes.context_of(at),
            plans: notes.plans_of(noted),
            chosen: noted.chosen.into(),
            log_chance: noted.log_chance,
        }
    }

    fn feature(&self) -> impl Fn(usize) -> f64 + use<'_> {
        |at| self.context[at].into()
    }

    /// The logits of whole answers.
    fn logits(&self, policy: &DecisionPolicy, rows: &mut Rows, out: &mut Vec<f64>) {
        let Rows { logits, base, units } = rows;
        policy.logits(self.values, self.feature(), (base, units), logits);
        out.clear();
        out.extend(self.plans.iter().map(|plan| plan.rows().map(|row| logits[row]).sum::<f64>()));
    }

    pub fn log_probabilities(&self, policy: &DecisionPolicy, rows: &mut Rows, out: &mut Vec<f64>) {
        self.logits(policy, rows, out);
        let top = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = out.iter().map(|logit| libm::exp(logit - top)).sum();
        let all = top + libm::log(total);
        out.iter_mut().for_each(|logit| *logit -= all);
    }
}

/// Results for each candidate: its logit, and the units of a network.
#[derive(Debug, Default)]
pub struct Rows {
    pub logits: Vec<f64>,
    base: Vec<Lanes>,
    units: Vec<Lanes>,
}

#[derive(Debug, Default)]
pub struct Scratch {
    rows: Rows,
    logs: Vec<f64>,
    chances: Vec<f64>,
    magnet: Vec<f64>,
    shared: Vec<Lanes>,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Loss {
    pub total: f64,
    pub entropy: f64,
    pub divergence: f64,
}

/// A gradient with respect to the weights of one decision, in their order.
#[derive(Debug, Clone)]
pub struct PolicyGradient {
    pub linear: Vec<f64>,
    pub network: Vec<Lanes>,
}

impl PolicyGradient {
    pub fn zeros(policy: &DecisionPolicy) -> PolicyGradient {
        PolicyGradient {
            linear: vec![0.0; policy.linear.len()],
            network: policy.network.as_ref().map_or(Vec::new(), |network| network.shape().zeros()),
        }
    }

    /// All components, those of the network last.
    pub fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        let network = self.network.iter().flat_map(|block| block.to_array().map(f64::from));
        self.linear.iter().copied().chain(network)
    }
}

/// The mean gradient over some decisions, flattened, and the losses of each chunk of them. Chunks are cut at
/// fixed places and added up in order: the same bits for any number of threads.
pub fn mean_gradient<D: Sync>(
    decisions: &[D],
    chunk: usize,
    policies: &[DecisionPolicy],
    add: impl Fn(&D, &mut [PolicyGradient], &mut Scratch) -> Loss + Sync,
) -> (Vec<f64>, Vec<Loss>) {
    let of_chunk = |scratch: &mut Scratch, chunk: &[D]| {
        let mut gradients: Vec<PolicyGradient> = policies.iter().map(PolicyGradient::zeros).collect();
        let mut sum = Loss::default();
        for decision in chunk {
            let loss = add(decision, &mut gradients, scratch);
            sum.entropy += loss.entropy;
            sum.divergence += loss.divergence;
        }
        (gradients, sum)
    };
    let parts: Vec<_> = decisions.par_chunks(chunk).map_init(Scratch::default, of_chunk).collect();
    let mut mean = vec![0.0; policies.iter().map(|policy| policy.weights().count()).sum()];
    for (gradients, _) in &parts {
        let numbers = gradients.iter().flat_map(PolicyGradient::numbers);
        mean.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    mean.iter_mut().for_each(|sum| *sum /= decisions.len() as f64);
    (mean, parts.into_iter().map(|(_, loss)| loss).collect())
}

/// The loss of a decision with an advantage. Its gradient with respect to the weights is added to `gradient`.
pub fn ppo_loss(
    view: &DecisionView<'_>,
    (policy, magnet): (&DecisionPolicy, Option<&DecisionPolicy>),
    advantage: f64,
    loss_weights: LossWeights,
    gradient: &mut PolicyGradient,
    scratch: &mut Scratch,
) -> Loss {
    let Scratch { rows, logs, chances, magnet: anchors, shared } = scratch;
    if let Some(magnet) = magnet {
        view.log_probabilities(magnet, rows, anchors);
    }
    view.log_probabilities(policy, rows, logs);
    chances.clear();
    chances.extend(logs.iter().map(|&log| libm::exp(log)));
    let ratio = libm::exp(logs[view.chosen] - view.log_chance);
    let clipped = ratio.clamp(1.0 - loss_weights.clip, 1.0 + loss_weights.clip);
    let gain = (ratio * advantage).min(clipped * advantage);
    let is_within = ratio * advantage <= clipped * advantage;
    let mean = |of: &dyn Fn(usize, f64) -> f64| -> f64 {
        chances.iter().zip(&*logs).enumerate().map(|(at, (chance, &log))| chance * of(at, log)).sum()
    };
    let entropy = -mean(&|_, log| log);
    let divergence = match magnet {
        Some(_) => mean(&|at, log| log - anchors[at]),
        None => 0.0,
    };
    let slopes = &mut rows.logits;
    slopes.fill(0.0);
    for (at, (plan, (&chance, &log))) in view.plans.iter().zip(chances.iter().zip(&*logs)).enumerate() {
        let mut slope = loss_weights.entropy * chance * (log + entropy);
        if is_within {
            slope -= advantage * ratio * (f64::from(u8::from(at == view.chosen)) - chance);
        }
        if magnet.is_some() {
            slope += loss_weights.magnet * chance * (log - anchors[at] - divergence);
        }
        plan.rows().for_each(|row| slopes[row] += slope);
    }
    add_gradient(view, policy, rows, shared, gradient);
    Loss {
        total: loss_weights.magnet * divergence - gain - loss_weights.entropy * entropy,
        entropy,
        divergence,
    }
}

/// Adds the gradient of a decision with respect to its weights. The `logits` of the rows are the slopes of the
/// candidates' logits here.
fn add_gradient(
    view: &DecisionView<'_>,
    policy: &DecisionPolicy,
    Rows { logits: slopes, units, .. }: &Rows,
    shared: &mut Vec<Lanes>,
    gradient: &mut PolicyGradient,
) {
    let linear = gradient.linear.len();
    for (&slope, values) in slopes.iter().zip(view.values.chunks_exact(view.width)) {
        if slope != 0.0 {
            gradient
                .linear
                .iter_mut()
                .zip(values)
                .for_each(|(gradient, &value)| *gradient += slope * f64::from(value));
        }
    }
    let Some(network) = &policy.network else { return };
    let blocks = network.shape().blocks();
    shared.clear();
    shared.resize(blocks, Lanes::ZERO);
    let rows = view.values.chunks_exact(view.width).zip(units.chunks_exact(blocks));
    for (&slope, (values, sums)) in slopes.iter().zip(rows).filter(|(slope, _)| **slope != 0.0) {
        network.backward((sums, &values[linear..]), slope as f32, &mut gradient.network, shared);
    }
    network.backward_shared(view.feature(), shared, &mut gradient.network);
}

/// An alternative counts by this power of its probability relative to that of the given answer.
const PRIOR_POWER: f64 = 0.5;

/// Half the mean squared error of the rise of logits. Its gradient with respect to the weights is added to
/// `gradient`. `before` are the earlier logits of the whole answers. `targets` are their wanted rises, relative
/// to the given answer; NaN if unknown. Alternatives count by a power of their probability.
pub fn regression_loss(
    view: &DecisionView<'_>,
    policy: &DecisionPolicy,
    (before, targets): (&[f64], &[f64]),
    gradient: Option<&mut PolicyGradient>,
    scratch: &mut Scratch,
) -> f64 {
    let Scratch { rows, logs: logits, shared, .. } = scratch;
    view.logits(policy, rows, logits);
    let own = logits[view.chosen] - before[view.chosen];
    let slopes = &mut rows.logits;
    slopes.fill(0.0);
    let (mut total, mut count) = (0.0, 0.0);
    for (at, &target) in
        targets.iter().enumerate().filter(|(at, target)| *at != view.chosen && !target.is_nan())
    {
        let miss = logits[at] - before[at] - own - target;
        // Unlikely answers are known to be bad; how bad does not matter.
        let weight = libm::exp(PRIOR_POWER * (before[at] - before[view.chosen]).min(0.0));
        total += weight * miss * miss / 2.0;
        count += 1.0;
        let miss = weight * miss;
        view.plans[at].rows().for_each(|row| slopes[row] += miss);
        view.plans[view.chosen].rows().for_each(|row| slopes[row] -= miss);
    }
    if count == 0.0 {
        return 0.0;
    }
    slopes.iter_mut().for_each(|slope| *slope /= count);
    if let Some(gradient) = gradient {
        add_gradient(view, policy, rows, shared, gradient);
    }
    total / count
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_script::{
        formula::compile::Scale,
        network::{Network, NetworkShape},
    };

    /// Weights of the score and two terms, and a network that reads a candidate's last number and a context feature.
    fn policy(numbers: &[f64]) -> DecisionPolicy {
        let shape = NetworkShape { own: 1, context: vec![(1, Scale { mean: 1.0, sd: 2.0 })], units: 8 };
        let network = Network::new(shape, numbers[3..].iter().map(|&number| number as f32));
        DecisionPolicy { linear: numbers[..3].to_vec(), network: Some(network) }
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let values: Vec<f32> = (0..16).map(|at| ((at * 37 % 11) as f32 - 5.0) / 4.0).collect();
        let plans = [Plan::single(0), Plan::of(&[1, 2]), Plan::of(&[2, 3]), Plan::single(3)];
        let some = |first: [f64; 3], by: usize| {
            let network = (0..32).map(|at| ((at * by % 13) as f64 - 6.0) / 8.0);
            policy(&first.into_iter().chain(network).collect::<Vec<_>>())
        };
        let (weights, magnet) = (some([0.7, -0.4, 0.2], 5), some([0.1, 0.3, -0.2], 7));
        let loss_weights = LossWeights { clip: 0.2, entropy: 0.1, magnet: 0.3 };
        // Probabilities under the behavior policy: ratios within the clip range, above it and below it.
        for (log_chance, advantage) in [(-1.2, 0.8), (-1.2, -0.8), (-3.0, 0.8), (-3.0, -0.8), (-0.1, -0.5)] {
            for chosen in 0..plans.len() {
                let context = &[0.0, 2.5];
                let view =
                    DecisionView { width: 4, values: &values, context, plans: &plans, chosen, log_chance };
                let ppo = |policy: &DecisionPolicy| {
                    let mut gradient = PolicyGradient::zeros(policy);
                    let scratch = &mut Scratch::default();
                    let both = (policy, Some(&magnet));
                    let loss = ppo_loss(&view, both, advantage, loss_weights, &mut gradient, scratch);
                    (loss.total, gradient.numbers().collect::<Vec<_>>())
                };
                check(&weights, &ppo);
                let rise = |policy: &DecisionPolicy| {
                    let mut gradient = PolicyGradient::zeros(policy);
                    let to = (&[0.5, -0.25, 0.0, 1.0][..], &[0.5, f64::NAN, -0.5, 0.25][..]);
                    let loss =
                        regression_loss(&view, policy, to, Some(&mut gradient), &mut Scratch::default());
                    (loss, gradient.numbers().collect::<Vec<_>>())
                };
                check(&weights, &rise);
            }
        }
    }

    fn check(weights: &DecisionPolicy, loss: &dyn Fn(&DecisionPolicy) -> (f64, Vec<f64>)) {
        for (at, found) in loss(weights).1.into_iter().enumerate() {
            // The network has weights of 32 bits.
            let (step, close) = if at < 3 { (1e-6, 1e-6) } else { (1.0 / 512.0, 5e-3) };
            let moved = |by: f64| {
                let mut moved: Vec<f64> = weights.weights().collect();
                moved[at] += by;
                loss(&policy(&moved)).0
            };
            let expected = (moved(step) - moved(-step)) / (2.0 * step);
            assert!((found - expected).abs() < close, "{at}: {found} {expected}");
        }
    }
}
