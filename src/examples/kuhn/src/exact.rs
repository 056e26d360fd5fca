//! Kuhn poker worked out: what a way to play is worth, and by how much it can be beaten.

use sim_engine::{Luck, Seat};
use sim_script::{Ask, Evaluator, Scripted, Strategy};

use crate::rules::{Card, Decision, Kuhn, Phase, State};
use sim_engine::Game;

const DECISIONS: [Decision; 4] =
    [Decision::Open, Decision::AfterCheck, Decision::AfterBet, Decision::AfterCheckAndBet];

/// The chance to put a chip in, by decision, in the order of [`Decision`], and by card, of which there may be four.
pub type Behaviour<const CARDS: usize = 3> = [[f64; CARDS]; 4];

/// Chips a hand that seat 1 wins by one behaviour against seat 2 by another.
pub fn value<const CARDS: usize>(first: &Behaviour<CARDS>, second: &Behaviour<CARDS>) -> f64 {
    let [open, .., again] = first;
    let [_, after_check, after_bet, _] = second;
    let mut total = 0.0;
    for mine in 0..CARDS {
        for other in (0..CARDS).filter(|&other| other != mine) {
            let shown = if mine > other { 1.0 } else { -1.0 };
            let mix = |chance: f64, yes: f64, no: f64| chance * yes + (1.0 - chance) * no;
            let called = mix(after_bet[other], 2.0 * shown, 1.0);
            let bet_at = mix(again[mine], 2.0 * shown, -1.0);
            let checked = mix(after_check[other], bet_at, shown);
            total += mix(open[mine], called, checked);
        }
    }
    total / (CARDS * (CARDS - 1)) as f64
}

/// Every way to answer at two decisions without chance.
fn pure<const CARDS: usize>(decisions: [usize; 2]) -> impl Iterator<Item = Behaviour<CARDS>> {
    (0..1usize << (2 * CARDS)).map(move |ways| {
        let mut answer = [[0.0; CARDS]; 4];
        for bit in (0..2 * CARDS).filter(|bit| ways >> bit & 1 == 1) {
            answer[decisions[bit / CARDS]][bit % CARDS] = 1.0;
        }
        answer
    })
}

/// Chips a hand of the best answer of seat 1 to a seat 2, and of seat 2 to a seat 1 who play by this behaviour:
/// of all ways to answer without chance.
pub fn best_responses<const CARDS: usize>(behaviour: &Behaviour<CARDS>) -> [f64; 2] {
    best_among(behaviour, |_| true)
}

/// The same of one who never bets the jack.
pub fn best_without_bluff<const CARDS: usize>(behaviour: &Behaviour<CARDS>) -> [f64; 2] {
    best_among(behaviour, |answer| answer[0][0] == 0.0 && answer[1][0] == 0.0)
}

fn best_among<const CARDS: usize>(
    behaviour: &Behaviour<CARDS>,
    is_open: impl Fn(&Behaviour<CARDS>) -> bool,
) -> [f64; 2] {
    let first = pure([0, 3]).filter(&is_open).map(|answer| value(&answer, behaviour));
    let second = pure([1, 2]).filter(&is_open).map(|answer| -value(behaviour, &answer));
    [first.fold(f64::MIN, f64::max), second.fold(f64::MIN, f64::max)]
}

/// Chips a hand that seat 1 wins where both play as well as can be, by what each has learned to regret
/// (regret matching: Hart and Mas-Colell, 2000), and by how much the two can be beaten.
pub fn solved<const CARDS: usize>(rounds: usize) -> (f64, f64) {
    let ways = [pure::<CARDS>([0, 3]).collect::<Vec<_>>(), pure::<CARDS>([1, 2]).collect::<Vec<_>>()];
    let payoffs: Vec<Vec<f64>> =
        ways[0].iter().map(|first| ways[1].iter().map(|second| value(first, second)).collect()).collect();
    let count = ways[0].len();
    let (mut regrets, mut sums) =
        ([vec![0.0; count], vec![0.0; count]], [vec![0.0; count], vec![0.0; count]]);
    for round in 1..=rounds {
        let mixes = regrets.each_ref().map(|own| shares(own));
        for (sums, mix) in sums.iter_mut().zip(&mixes) {
            // Later rounds count for more.
            sums.iter_mut().zip(mix).for_each(|(sum, share)| *sum += round as f64 * share);
        }
        let first: Vec<f64> = payoffs.iter().map(|row| dot(row, &mixes[1])).collect();
        let second: Vec<f64> = (0..count)
            .map(|at| -payoffs.iter().zip(&mixes[0]).map(|(row, share)| row[at] * share).sum::<f64>())
            .collect();
        for ((own, worths), mix) in regrets.iter_mut().zip([first, second]).zip(&mixes) {
            let mean = dot(&worths, mix);
            own.iter_mut()
                .zip(&worths)
                .for_each(|(regret, worth)| *regret = (*regret + worth - mean).max(0.0));
        }
    }
    let mixes = sums.each_ref().map(|own| shares(own));
    let rows: Vec<f64> = payoffs.iter().map(|row| dot(row, &mixes[1])).collect();
    let columns: Vec<f64> = (0..count)
        .map(|at| payoffs.iter().zip(&mixes[0]).map(|(row, share)| row[at] * share).sum())
        .collect();
    let most = rows.iter().copied().fold(f64::MIN, f64::max);
    let least = columns.iter().copied().fold(f64::MAX, f64::min);
    (dot(&rows, &mixes[0]), most - least)
}

/// Parts of the whole; even ones of nothing.
fn shares(sums: &[f64]) -> Vec<f64> {
    let all: f64 = sums.iter().sum();
    sums.iter().map(|sum| if all > 0.0 { sum / all } else { 1.0 / sums.len() as f64 }).collect()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Chips a hand that the best answers win from this behaviour, over both seats; 0 of an equilibrium.
pub fn exploitability<const CARDS: usize>(behaviour: &Behaviour<CARDS>) -> f64 {
    best_responses(behaviour).iter().sum::<f64>() / 2.0
}

/// The equilibrium in which seat 1 bets the jack with chance `alpha`, of at most 1/3 (Kuhn 1950).
pub fn equilibrium(alpha: f64) -> Behaviour {
    let third = 1.0 / 3.0;
    [[alpha, 0.0, 3.0 * alpha], [third, 0.0, 1.0], [0.0, third, 1.0], [0.0, alpha + third, 1.0]]
}

/// How a strategy behaves: asked for each card at each decision so many times.
pub fn behaviour(game: &Kuhn, strategy: &Strategy, times: u32) -> Behaviour {
    let mut evaluator = Evaluator::new(Kuhn::VOCABULARY);
    let mut behaviour = Behaviour::default();
    for (decision, chances) in DECISIONS.into_iter().zip(&mut behaviour) {
        for (card, chance) in Card::all().zip(chances) {
            let others: Vec<Card> = Card::all().filter(|other| *other != card).collect();
            let is_second = matches!(decision, Decision::AfterCheck | Decision::AfterBet);
            let [one, two, three] = [others[0], others[1], others[2]];
            let cards = if is_second { [one, card, two, three] } else { [card, one, two, three] };
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
