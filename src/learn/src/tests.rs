//! The learner on games with known solutions.

use std::ops::Range;

use rayon::prelude::*;

use crate::{
    Critic, Method, Sampler, TrainerState,
    gradient::{DecisionView, Rows},
    improve::improve,
};
use sim_engine::{BySeat, Info, Luck, Objective, Purpose, Seat};
use sim_play::{
    Utility,
    arm::{RolloutBatch, Stopped, TrajectoryBatch},
    tally::WIN,
};
use sim_script::{
    Notes,
    formula::compile::Scale,
    network::{Network, NetworkShape},
    notes::{BehaviorPolicy, DecisionNote, DecisionPolicy, Plan},
};

const DRAW: Purpose = Purpose::new("learn.tests.draw");

/// A game with one simultaneous decision per seat. Each answer has a weight of its own.
struct Matrix {
    players: usize,
    answers: usize,
    /// A seat's share of the win, from its answer and that of the other seat.
    payoff: fn(&Luck, usize, usize) -> f64,
}

impl Matrix {
    /// Probabilities of the answers under some weights, the first of which is the score's.
    fn chances(weights: &[f64]) -> Vec<f64> {
        let total: f64 = weights[1..].iter().map(|weight| libm::exp(*weight)).sum();
        weights[1..].iter().map(|weight| libm::exp(*weight) / total).collect()
    }

    fn deal(&self, policy: &BehaviorPolicy, deal: u64) -> TrajectoryBatch {
        let BehaviorPolicy::Weights(weights) = policy else { unreachable!("no test surveys") };
        let chances = Matrix::chances(&weights[0].linear);
        let luck = Luck::new(7, deal);
        let mut notes = Notes::new(policy.clone());
        notes.begin(Seat::all(self.players));
        let width = 1 + self.answers;
        let mut chosen = Vec::new();
        for seat in Seat::all(self.players) {
            let mut left = luck.stream(DRAW, seat.0.into()).unit();
            let drawn = chances.iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            let drawn = drawn.unwrap_or(self.answers - 1);
            let values = notes.values.len();
            for row in 0..self.answers {
                notes.values.extend((0..width).map(|at| if at == 1 + row { 1.0 } else { 0.0 }));
            }
            let first_plan = notes.plans.len();
            notes.plans.extend((0..self.answers).map(Plan::single));
            notes.decisions.push(DecisionNote {
                point: 0,
                seat,
                candidates: self.answers as u16,
                values,
                plans: self.answers as u16,
                first_plan,
                chosen: drawn as u16,
                log_chance: libm::log(chances[drawn]),
            });
            notes.context.extend([0.0, 0.0]);
            chosen.push(drawn);
        }
        let mut wins = BySeat::default();
        for seat in Seat::all(self.players) {
            let other = chosen[(seat.index() + 1) % self.players];
            wins[seat] = ((self.payoff)(&luck, chosen[seat.index()], other) * WIN as f64) as i64;
        }
        TrajectoryBatch { notes, wins: vec![wins], points: vec![BySeat::default()], plans: Vec::new() }
    }
}

impl Sampler for Matrix {
    fn play(&self, policy: &BehaviorPolicy, deals: Range<u64>) -> Result<Vec<TrajectoryBatch>, Stopped> {
        Ok(deals.into_par_iter().map(|deal| self.deal(policy, deal)).collect())
    }

    fn players(&self) -> usize {
        self.players
    }

    fn utility(&self) -> Utility {
        Utility::new(&Info::PLAIN, Objective::Wins)
    }
}

fn begin(answers: usize) -> TrainerState {
    let critic = Critic::new(vec![0.0; 2], vec![0.0; 2], None);
    TrainerState::new(&[vec![0.0; 1 + answers].into()], critic)
}

/// Trains until `batches` of `of` scheduled batches are done.
fn learn(sampler: &Matrix, method: &Method, mut state: TrainerState, batches: u64, of: u64) -> TrainerState {
    while state.batches < batches {
        let done = state.batches as f64 / of as f64;
        state.step(sampler, method, 0, method.batch, (3, done)).unwrap();
    }
    state
}

/// A bandit with two arms, which win with probabilities of 0.4 and 0.6.
const BANDIT: Matrix = Matrix {
    players: 1,
    answers: 2,
    payoff: |luck, own, _| {
        let chance = if own == 0 { 0.4 } else { 0.6 };
        f64::from(u8::from(luck.stream(DRAW, 9).unit() < chance))
    },
};

#[test]
fn the_better_of_two_arms_is_found() {
    let method = Method { batch: 500, learning_rate: 0.05, ..Method::response() };
    let learned = learn(&BANDIT, &method, begin(2), 60, 60);
    let chances = Matrix::chances(&learned.weights()[0].linear);
    assert!(chances[1] > 0.95, "{chances:?}");
}

#[test]
fn where_nothing_is_better_nothing_is_learned() {
    let even =
        Matrix { payoff: |luck, _, _| f64::from(u8::from(luck.stream(DRAW, 9).unit() < 0.5)), ..BANDIT };
    let method = Method { batch: 500, learning_rate: 0.02, ..Method::self_play() };
    let learned = learn(&even, &method, begin(2), 60, 60);
    let chances = Matrix::chances(&learned.weights()[0].linear);
    assert!((chances[0] - 0.5).abs() < 0.1, "{chances:?}");
}

/// Rock, paper and scissors with a double stake for rock against scissors.
///
/// In equilibrium each probability is proportional to the stake of the pair without it: 1 for paper against scissors,
/// 2 for rock against scissors, 1 for rock against paper.
const STAKES: Matrix = Matrix {
    players: 2,
    answers: 3,
    payoff: |_, own, other| {
        let stake = if own + other == 2 && own != other { 0.4 } else { 0.2 };
        match (3 + own - other) % 3 {
            0 => 0.5,
            1 => 0.5 + stake,
            _ => 0.5 - stake,
        }
    },
};

#[test]
fn self_play_with_a_magnet_finds_the_mixed_equilibrium() {
    let method = Method {
        batch: 1000,
        minibatch: 1000,
        learning_rate: 0.02,
        entropy: 0.0,
        magnet: 0.3,
        magnet_end: 0.3,
        ..Method::self_play()
    };
    let learned = learn(&STAKES, &method, begin(3), 400, 400);
    let chances = Matrix::chances(&learned.late_mean().unwrap()[0].linear);
    for (chance, expected) in chances.iter().zip([0.25, 0.5, 0.25]) {
        assert!((chance - expected).abs() < 0.05, "{chances:?}");
    }
}

#[test]
fn a_learning_that_is_taken_up_again_ends_the_same_on_any_number_of_threads() {
    let method = Method { batch: 200, ..Method::self_play() };
    let on = |threads: usize, work: &(dyn Fn() -> TrainerState + Sync)| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
    };
    let whole = on(1, &|| learn(&STAKES, &method, begin(3), 30, 30));
    let half = on(2, &|| learn(&STAKES, &method, begin(3), 13, 30));
    let stored = serde_json::to_string(&half).unwrap();
    let half: TrainerState = serde_json::from_str(&stored).unwrap();
    let resumed = on(2, &|| learn(&STAKES, &method, half.clone(), 30, 30));
    assert_eq!(serde_json::to_string(&resumed).unwrap(), serde_json::to_string(&whole).unwrap());
    assert_ne!(whole.weights(), begin(3).weights());
}

/// One seat chooses between two answers and wins with the one that a coin shows. The coin is in the context, so no
/// term that is linear in the answer depends on it.
struct Coin;

impl Coin {
    const INPUTS: usize = 2;

    fn begin() -> TrainerState {
        let shape = NetworkShape { own: Coin::INPUTS, context: vec![(1, Scale::PLAIN)], units: 8 };
        let mut stream = Luck::new(11, 0).stream(DRAW, 0);
        let last = shape.weights() - shape.units;
        let drawn = |at: usize| if at < last { (2.0 * stream.unit() - 1.0) as f32 } else { 0.0 };
        let network = Network::new(shape.clone(), (0..shape.weights()).map(drawn).collect::<Vec<_>>());
        let policy = DecisionPolicy { linear: vec![1.0], network: Some(network) };
        TrainerState::new(&[policy], Critic::new(vec![0.0; 2], vec![0.0, 1.0], None))
    }

    /// Probabilities of both answers if the coin shows this side.
    fn chances(policy: &DecisionPolicy, side: usize) -> Vec<f64> {
        let (values, plans) = Coin::values();
        let context = Coin::context(side);
        let view = DecisionView {
            width: policy.width(),
            values: &values,
            context: &context,
            plans: &plans,
            chosen: 0,
            log_chance: 0.0,
        };
        let mut logs = Vec::new();
        view.log_probabilities(policy, &mut Rows::default(), &mut logs);
        logs.into_iter().map(libm::exp).collect()
    }

    fn values() -> (Vec<f32>, Vec<Plan>) {
        (vec![0.0, 1.0, -1.0, 0.0, -1.0, 1.0], (0..Coin::INPUTS).map(Plan::single).collect())
    }

    fn context(side: usize) -> [f32; 2] {
        [0.0, if side == 0 { -1.0 } else { 1.0 }]
    }
}

impl Sampler for Coin {
    fn play(&self, policy: &BehaviorPolicy, deals: Range<u64>) -> Result<Vec<TrajectoryBatch>, Stopped> {
        let BehaviorPolicy::Weights(policies) = policy else { unreachable!("no test surveys") };
        let deal = |deal| {
            let luck = Luck::new(7, deal);
            let side = luck.stream(DRAW, 1).index(2);
            let chances = Coin::chances(&policies[0], side);
            let chosen = usize::from(luck.stream(DRAW, 2).unit() >= chances[0]);
            let mut notes = Notes::new(policy.clone());
            notes.begin(Seat::all(1));
            (notes.values, notes.plans) = Coin::values();
            notes.context.extend(Coin::context(side));
            notes.decisions.push(DecisionNote {
                point: 0,
                seat: Seat(0),
                candidates: 2,
                values: 0,
                plans: 2,
                first_plan: 0,
                chosen: chosen as u16,
                log_chance: libm::log(chances[chosen]),
            });
            let mut wins = BySeat::default();
            wins[Seat(0)] = if chosen == side { WIN } else { 0 };
            TrajectoryBatch { notes, wins: vec![wins], points: vec![BySeat::default()], plans: Vec::new() }
        };
        Ok(deals.into_par_iter().map(deal).collect())
    }

    fn players(&self) -> usize {
        1
    }

    fn utility(&self) -> Utility {
        Utility::new(&Info::PLAIN, Objective::Wins)
    }
}

#[test]
fn a_hidden_layer_learns_what_features_mean_together() {
    let method = Method { batch: 200, learning_rate: 0.05, ..Method::response() };
    let mut state = Coin::begin();
    assert_eq!(Coin::chances(&state.weights()[0], 0), [0.5, 0.5]);
    for batch in 0..60 {
        state.step(&Coin, &method, 0, method.batch, (3, f64::from(batch) / 60.0)).unwrap();
    }
    for side in 0..2 {
        let chances = Coin::chances(&state.weights()[0], side);
        assert!(chances[side] > 0.95, "{side}: {chances:?}");
    }
    let stored = serde_json::to_string(&state).unwrap();
    let again: TrainerState = serde_json::from_str(&stored).unwrap();
    assert_eq!(again.weights(), state.weights());
}

/// The answer not chosen is worth one win more or less, with uniform noise of up to three wins.
#[test]
fn answers_rise_by_what_imagined_games_show() {
    let mut state = Coin::begin();
    let policies = state.weights();
    let mut notes = Notes::new(BehaviorPolicy::Weights(policies.clone().into()));
    let mut advantages = Vec::new();
    for deal in 0..2_000 {
        let luck = Luck::new(13, deal);
        let (side, chosen) = (luck.stream(DRAW, 1).index(2), luck.stream(DRAW, 2).index(2));
        let (values, plans) = Coin::values();
        notes.decisions.push(DecisionNote {
            point: 0,
            seat: Seat(0),
            candidates: 2,
            values: notes.values.len(),
            plans: 2,
            first_plan: notes.plans.len(),
            chosen: chosen as u16,
            log_chance: libm::log(0.5),
        });
        notes.values.extend(values);
        notes.plans.extend(plans);
        notes.context.extend(Coin::context(side));
        let noise = 6.0 * luck.stream(DRAW, 3).unit() - 3.0;
        let other = if chosen == side { -1.0 } else { 1.0 } + noise;
        advantages.extend((0..2).map(|plan| if plan == chosen { 0.0 } else { other as f32 }));
    }
    let batch = RolloutBatch { notes, advantages, squares: 9.0, imagined: 1, won: 0, seats: 0, games: 0 };
    let found = improve(&mut state, &[batch], 5);
    // The true advantage explains a quarter of the sum of squares.
    assert!(found.decisions == 2_000 && found.explained > 0.15 && found.explained < 0.35, "{found:?}");
    assert!((found.entropy - libm::log(2.0)).abs() < 1e-9, "{found:?}");
    for side in 0..2 {
        let chances = Coin::chances(&state.weights()[0], side);
        assert!(chances[side] > 0.95, "{side}: {chances:?}");
    }
}

#[test]
fn where_imagined_games_show_nothing_weights_stay() {
    let mut state = Coin::begin();
    let before = state.weights();
    let notes = Notes::new(BehaviorPolicy::Weights(before.clone().into()));
    let none =
        RolloutBatch { notes, advantages: Vec::new(), squares: 0.0, imagined: 0, won: 0, seats: 0, games: 0 };
    improve(&mut state, &[none], 5);
    assert_eq!(state.weights(), before);
}
