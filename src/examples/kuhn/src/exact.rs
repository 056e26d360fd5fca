//! Exact values of Kuhn poker, computed over all deals.

use sim_engine::{Seat, Settings};
use sim_play::{
    arm::Stop,
    tree::{GameTree, Profile},
};
use sim_script::Strategy;

use crate::ENTRY;

/// Limit above the number of nodes with four cards and a draw.
const MOST_NODES: usize = 2000;

/// Probability to put a chip in, by decision, in the order of [`Decision`](crate::Decision), and by card.
pub type Behaviour = [[f64; 3]; 4];

/// The equilibrium in which seat 1 bets the jack with probability `alpha`, of at most 1/3 (Kuhn 1950).
pub fn equilibrium(alpha: f64) -> Behaviour {
    let third = 1.0 / 3.0;
    [[alpha, 0.0, 3.0 * alpha], [third, 0.0, 1.0], [0.0, third, 1.0], [0.0, alpha + third, 1.0]]
}

/// A strategy with this behaviour.
///
/// # Panics
/// When a number is not a probability.
pub fn strategy(behaviour: &Behaviour) -> Strategy {
    let decisions = ["open", "after_check", "after_bet", "after_check_and_bet"];
    let mut text = "format = 1\ngame = \"kuhn\"\nabout = \"By its probabilities.\"\n".to_owned();
    for (decision, chances) in decisions.iter().zip(behaviour) {
        // Logits, clamped so far apart that the exponential is 0.
        let [jack, queen, king] = chances.map(|chance| (chance / (1.0 - chance)).ln().clamp(-1e3, 1e3));
        text += &format!(
            "[on.{decision}]\ntemperature = 1\nscore = \"({jack})*jack + ({queen})*queen + ({king})*king\"\n"
        );
    }
    let read = ENTRY.read_strategy("behaviour", "behaviour.toml", &text, &[]);
    read.unwrap_or_else(|error| panic!("{behaviour:?} is no behaviour: {error}"))
}

/// The tree of all hands, and the profile of the strategies in both seats.
///
/// # Panics
/// For settings of another game, and for strategies whose probabilities are unknown.
pub fn tree(settings: &Settings, seats: [&Strategy; 2]) -> (GameTree, Profile) {
    let game = ENTRY.open(settings, seats.len()).unwrap_or_else(|error| panic!("{error}"));
    game.enumerate(&seats, MOST_NODES, &Stop::new()).unwrap_or_else(|error| panic!("{error}"))
}

/// Like [`tree`], under the default settings, in which mean points equal mean chips.
///
/// # Panics
/// For strategies whose probabilities are unknown.
pub fn printed_tree(seats: [&Strategy; 2]) -> (GameTree, Profile) {
    tree(&ENTRY.settings().unwrap_or_else(|error| panic!("{error}")), seats)
}

/// Chips per hand that seat 1 wins.
pub fn value(first: &Strategy, second: &Strategy) -> f64 {
    let (tree, profile) = printed_tree([first, second]);
    tree.value(&profile, Seat(0))
}

/// Chips per hand that the first strategy wins from the second, averaged over both seats.
pub fn mean_value(one: &Strategy, other: &Strategy) -> f64 {
    (value(one, other) - value(other, one)) / 2.0
}

/// Chips per hand of the best response in seat 1, and in seat 2, to a strategy in the other seat.
pub fn best_responses(strategy: &Strategy) -> [f64; 2] {
    let (tree, profile) = printed_tree([strategy; 2]);
    [0, 1].map(|seat| tree.best_response(&profile, Seat(seat)))
}

/// Chips per hand that best responses win, averaged over both seats; 0 for an equilibrium.
pub fn exploitability(strategy: &Strategy) -> f64 {
    best_responses(strategy).iter().sum::<f64>() / 2.0
}
