//! What a strategy that learned leaves open, and what it does otherwise than its formulas alone would.
//!
//! Copies of it play, and every decision that it draws is looked at as it draws it: by the chances of all answers, not
//! by the one that was given, so that few games tell much.

use std::ops::Range;

use sim_play::{
    Schedule,
    arm::{SamplingJob, Stop, Stopped, TrajectoryBatch},
};
use sim_script::{Learned, Script, Strategy, notes::BehaviorPolicy};
use sim_stats::{Estimate, Interval, RatioSums};

use crate::{Table, gradient::View};

/// Deals that are played before they are counted and forgotten.
const BLOCK: u64 = 64;
/// Parts of one in which chances are counted: sums of whole numbers are the same in any order.
const PARTS: f64 = 1e6;
/// Scores that differ by a smaller part are level.
const LEVEL: f64 = 1e-6;

#[derive(Debug, Clone)]
pub struct Choices {
    /// In the order of the game; those that were met.
    pub rows: Vec<ChoiceRow>,
    /// Decisions of which nothing was learned.
    pub by_formula: Vec<&'static str>,
}

/// How one decision is taken, where there is more than one answer.
#[derive(Debug, Clone)]
pub struct ChoiceRow {
    pub decision: &'static str,
    /// How often a seat is asked in a game.
    pub asked: Estimate,
    /// Answers that are weighed, on average.
    pub answers: Estimate,
    /// As open as so many answers of the same chance: e to the mean entropy.
    pub open: Estimate,
    /// The chance of the likeliest answer, on average.
    pub likeliest: Estimate,
    /// How much of the chances lies on other answers than the formulas alone would give: 0 to 1.
    pub otherwise: Estimate,
    pub terms: Vec<TermRow>,
}

impl ChoiceRow {
    pub fn otherwise_in_a_game(&self) -> f64 {
        self.asked.value.unwrap_or(0.0) * self.otherwise.value.unwrap_or(0.0)
    }
}

/// How a learned term tells the answers that are given from those that the formulas alone would give.
#[derive(Debug, Clone)]
pub struct TermRow {
    pub term: String,
    /// Of each spread of the formula.
    pub weight: f64,
    /// By how many spreads an answer that is given otherwise lies above the one that the formulas would give.
    pub moved: Estimate,
    /// What that adds to its logit.
    pub adds: Estimate,
}

struct Sums {
    asked: RatioSums,
    answers: RatioSums,
    entropy: RatioSums,
    likeliest: RatioSums,
    otherwise: RatioSums,
    terms: Vec<RatioSums>,
}

#[derive(Default)]
struct InGame {
    asked: i64,
    answers: i64,
    entropy: f64,
    likeliest: f64,
    otherwise: f64,
    terms: Vec<f64>,
}

#[derive(Default)]
struct Scratch {
    rows: Vec<f64>,
    logs: Vec<f64>,
    alone: Vec<f64>,
}

/// Plays some deals by copies of a strategy and tells how they decide; `watch` sees how many deals were
/// played. Nothing is found of a strategy that learned nothing.
///
/// # Errors
/// When it was asked to stop.
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
    let learned: Vec<Option<&Learned>> =
        (0..points.len()).map(|at| script.point_at(at).learned.as_ref()).collect();
    let weights: Vec<Vec<f64>> = learned.iter().map(|learned| learned.map_or(Vec::new(), weights)).collect();
    let policy = BehaviorPolicy::Weights(weights.clone());
    let mut sums: Vec<Sums> = weights.iter().map(|own| Sums::of(own.len().saturating_sub(1))).collect();
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
    let named = points.iter().zip(learned).zip(sums.iter().zip(&weights));
    let met = named.clone().filter(|(_, (sums, _))| sums.asked.total() > 0);
    let rows =
        met.filter_map(|((point, learned), (sums, weights))| Some(sums.row(point.name, learned?, weights)));
    let by_formula = named.filter(|((_, learned), _)| learned.is_none()).map(|((point, _), _)| point.name);
    Ok(Choices { rows: rows.collect(), by_formula: by_formula.collect() })
}

/// Of the score by the temperature, and of every term.
fn weights(learned: &Learned) -> Vec<f64> {
    std::iter::once(1.0).chain(learned.terms.iter().map(|term| term.weight)).collect()
}

fn count(
    piece: &TrajectoryBatch,
    (script, learned, weights): (&Script, &[Option<&Learned>], &[Vec<f64>]),
    players: usize,
    sums: &mut [Sums],
    scratch: &mut Scratch,
) {
    let notes = &piece.notes;
    let ends = notes.games.iter().skip(1).map(|game| game.first).chain([notes.decisions.len()]);
    for (game, end) in notes.games.iter().zip(ends) {
        let mut found: Vec<InGame> = weights
            .iter()
            .map(|own| InGame { terms: vec![0.0; own.len().saturating_sub(1)], ..InGame::default() })
            .collect();
        for noted in notes.decisions[game.first..end].iter().filter(|noted| noted.plans > 1) {
            let at = usize::from(noted.point);
            let Some(learned) = learned[at] else { continue };
            let view = View::of(notes, noted, weights[at].len());
            let own = script.point_at(at).temperature / learned.temperature;
            found[at].look(&view, &weights[at], own, scratch);
        }
        sums.iter_mut().zip(&found).for_each(|(sums, found)| sums.add(found, players));
    }
}

impl InGame {
    fn look(&mut self, view: &View<'_>, weights: &[f64], own: f64, scratch: &mut Scratch) {
        let Scratch { rows, logs, alone } = scratch;
        view.log_chances(weights, rows, logs);
        let scores = view
            .plans
            .iter()
            .map(|plan| -> f64 { plan.rows().map(|row| f64::from(view.values[row * view.width])).sum() });
        alone.clear();
        alone.extend(scores);
        by_formulas(alone, logs, own);
        self.asked += 1;
        self.answers += view.plans.len() as i64;
        let mut most = f64::NEG_INFINITY;
        for ((plan, &log), &alone) in view.plans.iter().zip(&*logs).zip(&*alone) {
            let chance = libm::exp(log);
            most = most.max(chance);
            // A chance of nothing has a logarithm of no use.
            self.entropy -= if chance > 0.0 { chance * log } else { 0.0 };
            let more = chance - alone;
            self.otherwise += more.max(0.0);
            for row in plan.rows().filter(|_| more != 0.0) {
                let values = &view.values[row * view.width + 1..(row + 1) * view.width];
                self.terms.iter_mut().zip(values).for_each(|(sum, &value)| *sum += more * f64::from(value));
            }
        }
        self.likeliest += most;
    }
}

/// Makes scores, by the learned temperature, chances of the formulas alone. Without a temperature of their own they give
/// the best answer; which of several that are level is not theirs to say, so that all that is learned of those counts as
/// theirs.
fn by_formulas(scores: &mut [f64], logs: &[f64], own: f64) {
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

impl Sums {
    fn of(terms: usize) -> Sums {
        let none = RatioSums::default;
        Sums {
            asked: none(),
            answers: none(),
            entropy: none(),
            likeliest: none(),
            otherwise: none(),
            terms: vec![none(); terms],
        }
    }

    fn add(&mut self, game: &InGame, players: usize) {
        self.asked.add(game.asked, players as i64);
        if game.asked == 0 {
            return;
        }
        let parts = |value: f64| (value * PARTS).round() as i64;
        self.answers.add(game.answers, game.asked);
        self.entropy.add(parts(game.entropy), game.asked);
        self.likeliest.add(parts(game.likeliest), game.asked);
        self.otherwise.add(parts(game.otherwise), game.asked);
        let otherwise = parts(game.otherwise);
        if otherwise > 0 {
            self.terms.iter_mut().zip(&game.terms).for_each(|(sum, &moved)| sum.add(parts(moved), otherwise));
        }
    }

    fn row(&self, decision: &'static str, learned: &Learned, weights: &[f64]) -> ChoiceRow {
        let terms = learned.terms.iter().zip(&weights[1..]).zip(&self.terms);
        let terms = terms.map(|((term, &weight), sums)| {
            let moved = sums.mean(&[]);
            TermRow { term: term.text.clone(), weight, moved, adds: moved.scaled(weight) }
        });
        ChoiceRow {
            decision,
            asked: self.asked.count_mean(&[]),
            answers: self.answers.mean(&[]),
            open: exponential(self.entropy.mean(&[]).scaled(1.0 / PARTS)),
            likeliest: self.likeliest.share(PARTS, &[]),
            otherwise: self.otherwise.share(PARTS, &[]),
            terms: terms.collect(),
        }
    }
}

/// The estimate of e to the power of what is estimated; its error by the delta method.
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

    fn looked(values: &[f32], width: usize, weights: &[f64], own: f64) -> InGame {
        let plans: Vec<Plan> = (0..values.len() / width).map(Plan::single).collect();
        let view = View { width, values, plans: &plans, chosen: 0, log_chance: 0.0 };
        let mut game = InGame { terms: vec![0.0; width - 1], ..InGame::default() };
        game.look(&view, weights, own, &mut Scratch::default());
        game
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-6
    }

    #[test]
    fn a_term_against_the_score_moves_what_it_moves() {
        // The formula wants the first by 1 of a logit; the term adds ln 3 + 1 to the second: three of four go there.
        let by = libm::log(3.0) + 1.0;
        let game = looked(&[0.0, 0.0, -1.0, 1.0], 2, &[1.0, by], 0.0);
        assert!(near(game.likeliest, 0.75) && near(game.otherwise, 0.75), "{}", game.likeliest);
        assert!(near(game.terms[0] / game.otherwise, 1.0));
        let entropy = -(0.75 * libm::log(0.75) + 0.25 * libm::log(0.25));
        assert!(near(game.entropy, entropy) && (game.asked, game.answers) == (1, 2));
    }

    #[test]
    fn answers_that_are_level_are_all_the_formulas() {
        let game = looked(&[0.0, 0.0, 0.0, 1.0, -2.0, 0.0], 2, &[1.0, 1.0], 0.0);
        let third = libm::exp(-2.0) / (1.0 + libm::exp(1.0) + libm::exp(-2.0));
        assert!(near(game.otherwise, third), "{} {third}", game.otherwise);
    }

    #[test]
    fn formulas_that_draw_are_held_against_their_own_chances() {
        // Nothing but the score, and the formulas draw by the same temperature: nothing is otherwise.
        let game = looked(&[0.0, -1.0, -2.0], 1, &[1.0], 1.0);
        assert!(near(game.otherwise, 0.0), "{}", game.otherwise);
        // They draw twice as softly: half of the distances of the chances.
        let chances = |by: f64| {
            let all = [1.0, libm::exp(-1.0 / by), libm::exp(-2.0 / by)];
            all.map(|one: f64| one / all.iter().sum::<f64>())
        };
        let apart: f64 =
            chances(1.0).iter().zip(chances(2.0)).map(|(one, other)| (one - other).abs()).sum::<f64>() / 2.0;
        let game = looked(&[0.0, -1.0, -2.0], 1, &[1.0], 2.0);
        assert!(near(game.otherwise, apart), "{} {apart}", game.otherwise);
    }
}
