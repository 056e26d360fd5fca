//! Kuhn poker worked out: what a way to play is worth, and by how much it can be beaten.

use sim_engine::{Luck, Seat};
use sim_script::{Ask, Evaluator, Scripted, Strategy};

use crate::rules::{Card, Decision, Kuhn, Phase, State};
use sim_engine::Game;

const DECISIONS: [Decision; 4] =
    [Decision::Open, Decision::AfterCheck, Decision::AfterBet, Decision::AfterCheckAndBet];

/// The chance to put a chip in, by decision, in the order of [`Decision`], and by card.
pub type Behaviour = [[f64; 3]; 4];

/// Chips a hand that seat 1 wins by one behaviour against seat 2 by another.
pub fn value(first: &Behaviour, second: &Behaviour) -> f64 {
    let [open, .., again] = first;
    let [_, after_check, after_bet, _] = second;
    let mut total = 0.0;
    for mine in 0..3 {
        for other in (0..3).filter(|&other| other != mine) {
            let shown = if mine > other { 1.0 } else { -1.0 };
            let mix = |chance: f64, yes: f64, no: f64| chance * yes + (1.0 - chance) * no;
            let called = mix(after_bet[other], 2.0 * shown, 1.0);
            let bet_at = mix(again[mine], 2.0 * shown, -1.0);
            let checked = mix(after_check[other], bet_at, shown);
            total += mix(open[mine], called, checked);
        }
    }
    total / 6.0
}

/// Chips a hand of the best answer of seat 1 to a seat 2, and of seat 2 to a seat 1 who play by this behaviour:
/// of all 64 ways to answer without chance.
pub fn best_responses(behaviour: &Behaviour) -> [f64; 2] {
    let pure = |ways: usize, decisions: [usize; 2]| {
        let mut answer = [[0.0; 3]; 4];
        for bit in (0..6).filter(|bit| ways >> bit & 1 == 1) {
            answer[decisions[bit / 3]][bit % 3] = 1.0;
        }
        answer
    };
    let first = (0..64).map(|ways| value(&pure(ways, [0, 3]), behaviour));
    let second = (0..64).map(|ways| -value(behaviour, &pure(ways, [1, 2])));
    [first.fold(f64::MIN, f64::max), second.fold(f64::MIN, f64::max)]
}

/// Chips a hand that the best answers win from this behaviour, over both seats; 0 of an equilibrium.
pub fn exploitability(behaviour: &Behaviour) -> f64 {
    best_responses(behaviour).iter().sum::<f64>() / 2.0
}

/// The equilibrium in which seat 1 bets the jack with chance `alpha`, of at most 1/3 (Kuhn 1950).
pub fn equilibrium(alpha: f64) -> Behaviour {
    let third = 1.0 / 3.0;
    [[alpha, 0.0, 3.0 * alpha], [third, 0.0, 1.0], [0.0, third, 1.0], [0.0, alpha + third, 1.0]]
}

/// How a strategy behaves: asked for each card at each decision so many times.
pub fn behaviour(game: &Kuhn, strategy: &Strategy, times: u32) -> Behaviour {
    let mut evaluator = Evaluator::new(Kuhn::vocabulary());
    let mut behaviour = Behaviour::default();
    for (decision, chances) in DECISIONS.into_iter().zip(&mut behaviour) {
        for (card, chance) in Card::all().zip(chances) {
            let others: Vec<Card> = Card::all().filter(|other| *other != card).collect();
            let is_second = matches!(decision, Decision::AfterCheck | Decision::AfterBet);
            let cards = if is_second { [others[0], card, others[1]] } else { [card, others[0], others[1]] };
            let state = State { cards, phase: Phase::Asks(decision), chips: 0, points: 0 };
            let mut legal = Vec::new();
            let offer = game.legal(&state, &mut legal);
            let asked = (Seat(u8::from(is_second)), decision);
            let mut paid = 0;
            for time in 0..times {
                let luck = Luck::new(1, time.into()).choice(asked.0.0, 0, 0);
                let ask = Ask::new(game, &state, asked, (offer, &legal), luck);
                let mut answer = Vec::new();
                sim_play::episode::answer(strategy, &ask, &mut evaluator, &mut (), &mut None, &mut answer);
                paid += u32::from(answer[0] == legal[1]);
            }
            *chance = f64::from(paid) / f64::from(times);
        }
    }
    behaviour
}
