//! Known answers: the value of the game, how far random play is beaten, and the size of the game.

use leduc::ENTRY;
use sim_engine::Seat;
use sim_play::{
    arm::Stop,
    tree::{GameTree, Profile, TreeError},
};
use sim_script::Strategy;

/// Chips per hand that seat 1 wins between perfect players, to four digits.
const VALUE: f64 = -0.0856;

fn enumerated(strategy: &Strategy, most_nodes: usize) -> Result<(GameTree, Profile), TreeError> {
    let game = ENTRY.open(&ENTRY.settings().unwrap(), 2).unwrap();
    game.enumerate(&[strategy; 2], most_nodes, &Stop::new())
}

fn tree(strategy: &Strategy) -> (GameTree, Profile) {
    enumerated(strategy, 10_000).unwrap()
}

/// Mean chips per hand that best responses win, over both seats.
fn exploitability(tree: &GameTree, profile: &[f64]) -> f64 {
    [0, 1].map(|seat| tree.best_response(profile, Seat(seat))).iter().sum::<f64>() / 2.0
}

#[test]
fn random_play_is_beaten_by_two_chips_and_three_eighths() {
    let (tree, profile) = tree(&Strategy::Random);
    let found = exploitability(&tree, &profile);
    // OpenSpiel: a NashConv of 4.747222, which is the sum over both seats.
    assert!((found - 4.747_222 / 2.0).abs() < 1e-6, "{found}");
}

#[test]
fn the_first_player_loses_a_twelfth_of_a_chip() {
    let (tree, _) = tree(&Strategy::Random);
    let solved = tree.equilibrium(1000);
    let (value, gap) = (tree.value(&solved, Seat(0)), exploitability(&tree, &solved));
    assert!(gap < 1e-3, "beaten by {gap}");
    assert!((value - VALUE).abs() < 1e-3, "{value}");
}

#[test]
fn a_seat_knows_its_card_the_board_and_all_bets() {
    let (tree, _) = tree(&Strategy::Random);
    // Three cards at three decisions of the first round, and on three boards after five first rounds in the second.
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(tree.sets().iter().filter(|set| set.seat == seat).count(), 3 * 3 + 3 * 3 * 5 * 3);
    }
}

#[test]
fn honest_play_is_beaten_by_less_than_always_raising() {
    let beaten = |name: &str| {
        let (tree, profile) = tree(&ENTRY.shipped_strategy(name).unwrap().unwrap());
        exploitability(&tree, &profile)
    };
    let [default, bluffer] = ["default", "bluffer"].map(beaten);
    assert!(default > 0.1 && default < bluffer, "{default}, {bluffer}");
}

#[test]
fn a_tree_that_is_too_large_is_refused() {
    let refused = enumerated(&Strategy::Random, 1000).unwrap_err();
    assert_eq!(refused.to_string(), "Leduc hold'em is too large to enumerate: stopped at 1000 nodes");
}
