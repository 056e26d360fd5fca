//! What one decision says of the weights: a loss, and its gradient.
//!
//! The loss is that of PPO (Schulman et al. 2017): the advantage of what was chosen times how much likelier
//! the weights make it now, as long as that is within the clip. An entropy bonus keeps chances open, and in
//! self-play a divergence keeps them near those of a *magnet*, an earlier policy: without it self-play goes
//! round in circles (Sokota et al. 2023).

use sim_script::notes::{DecisionNote, Notes, Plan};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LossWeights {
    /// How far a chance may move from the one it was drawn by, as a part of it.
    pub clip: f64,
    pub entropy: f64,
    pub magnet: f64,
}

#[derive(Debug, Clone, Copy)]
pub struct DecisionView<'a> {
    /// Numbers of each candidate.
    pub width: usize,
    /// Candidate by candidate.
    pub values: &'a [f32],
    pub plans: &'a [Plan],
    pub chosen: usize,
    pub log_chance: f64,
}

impl<'a> DecisionView<'a> {
    pub fn of(notes: &'a Notes, noted: &DecisionNote, width: usize) -> DecisionView<'a> {
        DecisionView {
            width,
            values: &notes.values[noted.values..noted.values + usize::from(noted.candidates) * width],
            plans: &notes.plans[noted.first_plan..noted.first_plan + usize::from(noted.plans)],
            chosen: noted.chosen.into(),
            log_chance: noted.log_chance,
        }
    }

    fn logits(&self, weights: &[f64], rows: &mut Vec<f64>) {
        // A sum waits for its last step: four of them go side by side.
        const LANES: usize = 4;
        rows.clear();
        let mut together = self.values.chunks_exact(LANES * self.width);
        for candidates in &mut together {
            let all: [&[f32]; LANES] =
                std::array::from_fn(|at| &candidates[at * self.width..(at + 1) * self.width]);
            let mut sums = [0.0; LANES];
            for (at, &weight) in weights[..self.width].iter().enumerate() {
                for (sum, values) in sums.iter_mut().zip(all) {
                    *sum += f64::from(values[at]) * weight;
                }
            }
            rows.extend(sums);
        }
        let logit = |values: &[f32]| -> f64 {
            values.iter().zip(weights).map(|(&value, &weight)| f64::from(value) * weight).sum()
        };
        rows.extend(together.remainder().chunks_exact(self.width).map(logit));
    }

    pub fn log_probabilities(&self, weights: &[f64], rows: &mut Vec<f64>, out: &mut Vec<f64>) {
        self.logits(weights, rows);
        out.clear();
        out.extend(self.plans.iter().map(|plan| plan.rows().map(|row| rows[row]).sum::<f64>()));
        let top = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = out.iter().map(|logit| libm::exp(logit - top)).sum();
        let all = top + libm::log(total);
        out.iter_mut().for_each(|logit| *logit -= all);
    }
}

#[derive(Debug, Default)]
pub struct Scratch {
    rows: Vec<f64>,
    logs: Vec<f64>,
    chances: Vec<f64>,
    magnet: Vec<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Loss {
    pub total: f64,
    pub entropy: f64,
    pub divergence: f64,
}

/// The loss of a decision with an advantage; its gradient with respect to the weights is added to `gradient`.
pub fn ppo_loss(
    view: &DecisionView<'_>,
    (weights, magnet): (&[f64], Option<&[f64]>),
    advantage: f64,
    loss_weights: LossWeights,
    gradient: &mut [f64],
    scratch: &mut Scratch,
) -> Loss {
    let Scratch { rows, logs, chances, magnet: anchors } = scratch;
    if let Some(magnet) = magnet {
        view.log_probabilities(magnet, rows, anchors);
    }
    view.log_probabilities(weights, rows, logs);
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
    rows.fill(0.0);
    for (at, (plan, (&chance, &log))) in view.plans.iter().zip(chances.iter().zip(&*logs)).enumerate() {
        let mut logit_gradient = loss_weights.entropy * chance * (log + entropy);
        if is_within {
            logit_gradient -= advantage * ratio * (f64::from(u8::from(at == view.chosen)) - chance);
        }
        if magnet.is_some() {
            logit_gradient += loss_weights.magnet * chance * (log - anchors[at] - divergence);
        }
        plan.rows().for_each(|row| rows[row] += logit_gradient);
    }
    for (&logit_gradient, values) in rows.iter().zip(view.values.chunks_exact(view.width)) {
        if logit_gradient != 0.0 {
            gradient
                .iter_mut()
                .zip(values)
                .for_each(|(gradient, &value)| *gradient += logit_gradient * f64::from(value));
        }
    }
    Loss {
        total: loss_weights.magnet * divergence - gain - loss_weights.entropy * entropy,
        entropy,
        divergence,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let values: Vec<f32> = (0..12).map(|at| ((at * 37 % 11) as f32 - 5.0) / 4.0).collect();
        let plans = [Plan::single(0), Plan::of(&[1, 2]), Plan::of(&[2, 3]), Plan::single(3)];
        let weights = [0.7, -0.4, 0.2];
        let magnet = [0.1, 0.3, -0.2];
        let loss_weights = LossWeights { clip: 0.2, entropy: 0.1, magnet: 0.3 };
        // Chances as they were drawn by: within the clip, above it and below it.
        for (log_chance, advantage) in [(-1.2, 0.8), (-1.2, -0.8), (-3.0, 0.8), (-3.0, -0.8), (-0.1, -0.5)] {
            for chosen in 0..plans.len() {
                let view = DecisionView { width: 3, values: &values, plans: &plans, chosen, log_chance };
                let loss = |weights: &[f64], gradient: &mut [f64]| {
                    let scratch = &mut Scratch::default();
                    ppo_loss(&view, (weights, Some(&magnet)), advantage, loss_weights, gradient, scratch)
                        .total
                };
                let mut gradient = [0.0; 3];
                loss(&weights, &mut gradient);
                for at in 0..3 {
                    let moved = |by: f64| {
                        let mut moved = weights;
                        moved[at] += by;
                        loss(&moved, &mut [0.0; 3])
                    };
                    let step = 1e-6;
                    let expected = (moved(step) - moved(-step)) / (2.0 * step);
                    assert!(
                        (gradient[at] - expected).abs() < 1e-6,
                        "{chosen} {at}: {} {expected}",
                        gradient[at]
                    );
                }
            }
        }
    }
}
