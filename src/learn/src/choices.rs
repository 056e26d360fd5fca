//! How undecided a trained strategy is, and how it differs from its formulas alone.
//!
//! Copies of it play. Each decision counts by the probabilities of all answers instead of the one drawn, so that
//! few games suffice.

use std::ops::Range;

use sim_play::{
    Schedule,
    arm::{SamplingJob, Stop, Stopped, TrajectoryBatch},
};
use sim_script::{
    LearnedDecision, Script, Strategy, Vocabulary,
    learned::Layer,
    notes::{BehaviorPolicy, DecisionPolicy},
};
use sim_stats::{Estimate, Interval, RatioSums};

use crate::{
    Table,
    gradient::{DecisionView, Rows},
};

/// Deals that are played before they are counted and dropped.
const BLOCK: u64 = 64;
/// Resolution of probabilities: sums of integers are the same in any order.
const PARTS: f64 = 1e6;
/// Scores that differ by a smaller fraction count as equal.
const LEVEL: f64 = 1e-6;

#[derive(Debug, Clone)]
pub struct Choices {
    /// The decisions that occurred, in the order of the game.
    pub rows: Vec<ChoiceRow>,
    /// Decisions without a learned section.
    pub by_formula: Vec<&'static str>,
}

/// How one decision is taken, where there is more than one answer.
#[derive(Debug, Clone)]
pub struct ChoiceRow {
    pub decision: &'static str,
    /// How often a seat takes it in a game.
    pub asked: Estimate,
    /// The mean number of answers.
    pub answers: Estimate,
    /// The effective number of answers: e to the mean entropy.
    pub perplexity: Estimate,
    /// The mean probability of the likeliest answer.
    pub top_probability: Estimate,
    /// Total variation distance from the formulas alone: the probability, from 0 to 1, of a different answer.
    pub total_variation: Estimate,
    pub terms: Vec<TermRow>,
}

impl ChoiceRow {
    pub fn changed_per_game(&self) -> f64 {
        self.asked.value.unwrap_or(0.0) * self.total_variation.value.unwrap_or(0.0)
    }
}

/// How a learned term separates the answers that are given from those that the formulas alone would give.
#[derive(Debug, Clone)]
pub struct TermRow {
    pub term: String,
    /// Per standard deviation of the term; none for an input of a hidden layer, which has one weight per unit.
    pub weight: Option<f64>,
    /// How far the answer exceeds that of the formulas where they differ, in standard deviations; missing for an
    /// input that all answers share.
    pub feature_shift: Estimate,
    /// The effect of the shift on the logit; for an input of a hidden layer, by occlusion (input at its mean).
    pub logit_shift: Estimate,
}

struct DecisionSums {
    asked: RatioSums,
    answers: RatioSums,
    entropy: RatioSums,
    top_probability: RatioSums,
    total_variation: RatioSums,
    terms: Vec<RatioSums>,
    inputs: Vec<[RatioSums; 2]>,
}

#[derive(Default)]
struct GameSums {
    asked: i64,
    answers: i64,
    entropy: f64,
    top_probability: f64,
    total_variation: f64,
    terms: Vec<f64>,
    /// Of each input of the network: its shift in standard deviations, and its contribution.
    inputs: Vec<[f64; 2]>,
}

#[derive(Default)]
struct Scratch {
    rows: Rows,
    logs: Vec<f64>,
    formula: Vec<f64>,
}

/// Plays deals with copies of a strategy and measures how they decide; `watch` receives the number of deals
/// played. There are no rows for a strategy that learned nothing.
///
/// # Errors
/// When a stop was requested.
pub fn choices(
    table: Table<'_>,
    strategy: &Strategy,
    (seed, deals): (u64, Range<u64>),
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Result<Choices, Stopped> {
    let Table { game, players } = table;
    let Strategy::Script(script) = strategy else {
        return Ok(Choices { rows: Vec::new(), by_formula: Vec::new() });
    };
    let script = script.at(players);
    let points = &script.vocabulary().points;
    let learned: Vec<Option<&LearnedDecision>> =
        (0..points.len()).map(|at| script.point_at(at).learned.as_ref()).collect();
    let own = |learned: &Option<&LearnedDecision>| learned.map_or_else(Default::default, |one| one.policy());
    let weights: Vec<DecisionPolicy> = learned.iter().map(own).collect();
    let policy = BehaviorPolicy::Weights(weights.clone().into());
    let mut sums: Vec<DecisionSums> = weights.iter().map(DecisionSums::of).collect();
    let mut scratch = Scratch::default();
    let schedule = Schedule::pool(1, players).expect("copies make one table");
    let mut first = deals.start;
    while first < deals.end {
        let end = (first + BLOCK).min(deals.end);
        let job = SamplingJob {
            strategies: vec![strategy],
            schedule: &schedule,
            policy: &policy,
            deals: first..end,
        };
        for piece in game.sample_trajectories(&job, seed, stop)? {
            count(&piece, (script, &learned, &weights), players, &mut sums, &mut scratch);
        }
        first = end;
        watch(end - deals.start);
    }
    let named = points.iter().zip(learned).zip(&sums);
    let met = named.clone().filter(|(_, sums)| sums.asked.total() > 0);
    let rows =
        met.filter_map(|((point, learned), sums)| Some(sums.row(point.name, learned?, script.vocabulary())));
    let by_formula = named.filter(|((_, learned), _)| learned.is_none()).map(|((point, _), _)| point.name);
    Ok(Choices { rows: rows.collect(), by_formula: by_formula.collect() })
}

fn count(
    piece: &TrajectoryBatch,
    (script, learned, weights): (&Script, &[Option<&LearnedDecision>], &[DecisionPolicy]),
    players: usize,
    sums: &mut [DecisionSums],
    scratch: &mut Scratch,
) {
    let notes = &piece.notes;
    let ends = notes.games.iter().skip(1).map(|game| game.first).chain([notes.decisions.len()]);
    for (game, end) in notes.games.iter().zip(ends) {
        let mut found: Vec<GameSums> = weights.iter().map(GameSums::of).collect();
        let played = (game.first..end).zip(&notes.decisions[game.first..end]);
        for (number, noted) in played.filter(|(_, noted)| noted.plans > 1) {
            let at = usize::from(noted.point);
            let Some(learned) = learned[at] else { continue };
            let view = DecisionView::of(notes, number, weights[at].width());
            let own = script.point_at(at).temperature / learned.temperature;
            found[at].record(&view, &weights[at], own, scratch);
        }
        sums.iter_mut().zip(&found).for_each(|(sums, found)| sums.add(found, players));
    }
}

impl GameSums {
    fn of(policy: &DecisionPolicy) -> GameSums {
        GameSums {
            terms: vec![0.0; policy.linear.len().saturating_sub(1)],
            inputs: vec![[0.0; 2]; policy.network.as_ref().map_or(0, |network| network.shape().inputs())],
            ..GameSums::default()
        }
    }

    fn record(&mut self, view: &DecisionView<'_>, policy: &DecisionPolicy, own: f64, scratch: &mut Scratch) {
        let Scratch { rows, logs, formula } = scratch;
        view.log_probabilities(policy, rows, logs);
        let scores = view
            .plans
            .iter()
            .map(|plan| -> f64 { plan.rows().map(|row| f64::from(view.values[row * view.width])).sum() });
        formula.clear();
        formula.extend(scores);
        formula_probabilities(formula, logs, own);
        self.asked += 1;
        self.answers += view.plans.len() as i64;
        let mut most = f64::NEG_INFINITY;
        for ((plan, &log), &formula) in view.plans.iter().zip(&*logs).zip(&*formula) {
            let chance = libm::exp(log);
            most = most.max(chance);
            // A probability of 0 contributes nothing, though its logarithm is infinite.
            self.entropy -= if chance > 0.0 { chance * log } else { 0.0 };
            let more = chance - formula;
            self.total_variation += more.max(0.0);
            for row in plan.rows().filter(|_| more != 0.0) {
                let values = &view.values[row * view.width + 1..(row + 1) * view.width];
                self.terms.iter_mut().zip(values).for_each(|(sum, &value)| *sum += more * f64::from(value));
                if let Some(network) = &policy.network {
                    let inputs = &values[self.terms.len()..];
                    let (_, lost) = network.occlusions(inputs, |at| view.context[at].into());
                    for (at, ([moved, added], lost)) in self.inputs.iter_mut().zip(lost).enumerate() {
                        *moved += more * inputs.get(at).map_or(0.0, |&value| f64::from(value));
                        *added += more * lost;
                    }
                }
            }
        }
        self.top_probability += most;
    }
}

/// Turns scores, divided by the learned temperature, into the probabilities of the formulas alone. `own` is their
/// temperature over the learned one. At 0 they give the best answer. Among equal answers they have no preference,
/// so the learned probabilities stand.
fn formula_probabilities(scores: &mut [f64], logs: &[f64], own: f64) {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let level = LEVEL * (1.0 + best.abs());
    for (score, log) in scores.iter_mut().zip(logs) {
        *score = match own {
            own if own > 0.0 => libm::exp((*score - best) / own),
            _ if best - *score <= level => libm::exp(*log).max(f64::MIN_POSITIVE),
            _ => 0.0,
        };
    }
    let total: f64 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= total);
}

impl DecisionSums {
    fn of(policy: &DecisionPolicy) -> DecisionSums {
        let none = RatioSums::default;
        let GameSums { terms, inputs, .. } = GameSums::of(policy);
        DecisionSums {
            asked: none(),
            answers: none(),
            entropy: none(),
            top_probability: none(),
            total_variation: none(),
            terms: vec![none(); terms.len()],
            inputs: inputs.iter().map(|_| [none(), none()]).collect(),
        }
    }

    fn add(&mut self, game: &GameSums, players: usize) {
        self.asked.add(game.asked, players as i64);
        if game.asked == 0 {
            return;
        }
        let parts = |value: f64| (value * PARTS).round() as i64;
        self.answers.add(game.answers, game.asked);
        self.entropy.add(parts(game.entropy), game.asked);
        self.top_probability.add(parts(game.top_probability), game.asked);
        self.total_variation.add(parts(game.total_variation), game.asked);
        let total_variation = parts(game.total_variation);
        if total_variation > 0 {
            self.terms
                .iter_mut()
                .zip(&game.terms)
                .for_each(|(sum, &shift)| sum.add(parts(shift), total_variation));
            for (sums, found) in self.inputs.iter_mut().zip(&game.inputs) {
                sums.iter_mut().zip(found).for_each(|(sum, &by)| sum.add(parts(by), total_variation));
            }
        }
    }

    fn row(
        &self,
        decision: &'static str,
        learned: &LearnedDecision,
        vocabulary: &'static Vocabulary,
    ) -> ChoiceRow {
        let terms = learned.terms.iter().zip(&self.terms).map(|(term, sums)| {
            let feature_shift = mean_shift(sums);
            TermRow {
                term: term.text.clone(),
                weight: Some(term.weight),
                feature_shift,
                logit_shift: feature_shift.scaled(term.weight),
            }
        });
        let inputs = learned.layer().into_iter().flat_map(|layer| {
            let own = layer.inputs.len();
            let names = layer.all_inputs(vocabulary).enumerate();
            names.map(move |(at, (name, _))| (Layer::label(name), at < own))
        });
        let inputs = inputs.zip(&self.inputs).map(|((term, is_own), [moved, added])| TermRow {
            term,
            weight: None,
            feature_shift: if is_own { mean_shift(moved) } else { Estimate::MISSING },
            logit_shift: mean_shift(added),
        });
        let terms = terms.chain(inputs);
        ChoiceRow {
            decision,
            asked: self.asked.count_mean(&[]),
            answers: self.answers.mean(&[]),
            perplexity: exponential(self.entropy.mean(&[]).scaled(1.0 / PARTS)),
            top_probability: self.top_probability.share(PARTS, &[]),
            total_variation: self.total_variation.share(PARTS, &[]),
            terms: terms.collect(),
        }
    }
}

/// The mean over changed choices; `n` is their expected number.
fn mean_shift(sums: &RatioSums) -> Estimate {
    let mean = sums.mean(&[]);
    Estimate { n: (mean.n as f64 / PARTS).round() as u64, ..mean }
}

/// e to the power of an estimate, with its error by the delta method.
fn exponential(of: Estimate) -> Estimate {
    let value = of.value.map(libm::exp);
    Estimate {
        value,
        standard_error: value.zip(of.standard_error).map(|(value, error)| value * error),
        interval: of
            .interval
            .map(|ends| Interval { low: libm::exp(ends.low).max(1.0), high: libm::exp(ends.high) }),
        ..of
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_script::notes::Plan;

    fn recorded(values: &[f32], width: usize, weights: &[f64], own: f64) -> GameSums {
        let plans: Vec<Plan> = (0..values.len() / width).map(Plan::single).collect();
        let view = DecisionView { width, values, context: &[], plans: &plans, chosen: 0, log_chance: 0.0 };
        let policy = weights.to_vec().into();
        let mut game = GameSums::of(&policy);
        game.record(&view, &policy, own, &mut Scratch::default());
        game
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-6
    }

    #[test]
    fn a_term_against_the_score_moves_what_it_moves() {
        // The formula prefers the first by 1 logit. The term adds ln 3 + 1 to the second: a probability of 3/4.
        let by = libm::log(3.0) + 1.0;
        let game = recorded(&[0.0, 0.0, -1.0, 1.0], 2, &[1.0, by], 0.0);
        assert!(
            near(game.top_probability, 0.75) && near(game.total_variation, 0.75),
            "{}",
            game.top_probability
        );
        assert!(near(game.terms[0] / game.total_variation, 1.0));
        let entropy = -(0.75 * libm::log(0.75) + 0.25 * libm::log(0.25));
        assert!(near(game.entropy, entropy) && (game.asked, game.answers) == (1, 2));
    }

    #[test]
    fn answers_that_are_level_are_all_the_formulas() {
        let game = recorded(&[0.0, 0.0, 0.0, 1.0, -2.0, 0.0], 2, &[1.0, 1.0], 0.0);
        let third = libm::exp(-2.0) / (1.0 + libm::exp(1.0) + libm::exp(-2.0));
        assert!(near(game.total_variation, third), "{} {third}", game.total_variation);
    }

    #[test]
    fn formulas_that_draw_are_held_against_their_own_chances() {
        // Only the score counts, and the formulas draw at the same temperature: no difference.
        let game = recorded(&[0.0, -1.0, -2.0], 1, &[1.0], 1.0);
        assert!(near(game.total_variation, 0.0), "{}", game.total_variation);
        // The formulas draw at twice the temperature: half of the sum of the probabilities' differences.
        let chances = |by: f64| {
            let all = [1.0, libm::exp(-1.0 / by), libm::exp(-2.0 / by)];
            all.map(|one: f64| one / all.iter().sum::<f64>())
        };
        let apart: f64 =
            chances(1.0).iter().zip(chances(2.0)).map(|(one, other)| (one - other).abs()).sum::<f64>() / 2.0;
        let game = recorded(&[0.0, -1.0, -2.0], 1, &[1.0], 2.0);
        assert!(near(game.total_variation, apart), "{} {apart}", game.total_variation);
    }
}
