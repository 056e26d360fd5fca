//! Known answers: the value, the family of equilibria, and the results of simulated games.

use kuhn::{
    ENTRY, TITLE,
    exact::{Behaviour, best_responses, equilibrium, exploitability, printed_tree, strategy, tree, value},
};
use sim_engine::{Game, Luck, Seat};
use sim_play::episode::{Episode, Nobody, Workbench};
use sim_script::played::with;
use sim_script::{Strategy, library};

const VALUE: f64 = -1.0 / 18.0;

fn shipped(name: &str) -> Strategy {
    library::shipped(&TITLE, name).unwrap().unwrap()
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

#[test]
fn the_first_player_loses_a_chip_in_eighteen_hands() {
    for alpha in [0.0, 0.1, 0.25, 1.0 / 3.0] {
        let strategy = strategy(&equilibrium(alpha));
        assert!(is_near(value(&strategy, &strategy), VALUE), "{alpha}");
    }
}

#[test]
fn the_whole_family_is_beaten_by_nothing() {
    for alpha in [0.0, 0.1, 0.25, 1.0 / 3.0] {
        let [first, second] = best_responses(&strategy(&equilibrium(alpha)));
        assert!(is_near(first, VALUE) && is_near(second, -VALUE), "{alpha}: {first} and {second}");
    }
    // Beyond the family, a strategy can be beaten.
    let beyond = [[0.34, 0.0, 1.0], equilibrium(0.34)[1], equilibrium(0.34)[2], equilibrium(0.34)[3]];
    assert!(exploitability(&strategy(&beyond)) > 1e-3);
}

#[test]
fn who_never_bluffs_or_always_calls_is_beaten() {
    // Bets and calls only with kings: the second player then checks queens and bets jacks for free.
    let timid: Behaviour = [[0.0, 0.0, 1.0]; 4];
    let caller: Behaviour = [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [1.0; 3], [1.0; 3]];
    let mut nobody = equilibrium(0.2);
    nobody[2] = [0.0; 3];
    for behaviour in [timid, caller, nobody] {
        assert!(exploitability(&strategy(&behaviour)) > 0.02, "{behaviour:?}");
    }
    // By hand: best responses win 1/2 and 5/12 of a chip from random play.
    for random in [strategy(&[[0.5; 3]; 4]), Strategy::Random] {
        let [first, second] = best_responses(&random);
        assert!(is_near(first, 0.5) && is_near(second, 5.0 / 12.0), "{first} and {second}");
    }
}

#[test]
fn the_equilibrium_script_is_beaten_by_nothing() {
    for name in ["equilibrium", "default"] {
        assert!(exploitability(&shipped(name)).abs() < 1e-12, "{name}");
    }
}

#[test]
fn a_seat_knows_its_card_and_what_was_bet() {
    let (tree, profile) = printed_tree([&Strategy::Random; 2]);
    // Three cards at each of four decisions.
    assert_eq!((tree.sets().len(), profile.len()), (12, 24));
    // The deal, six hands of nine nodes, and two draws for each of five ends.
    assert_eq!(tree.size(), 1 + 6 * (9 + 2 * 5));
}

#[test]
fn learning_by_regret_solves_the_game() {
    for (cards, value) in [("3", Some(VALUE)), ("4", None)] {
        let mut settings = ENTRY.settings().unwrap();
        settings.set("cards", cards).unwrap();
        let (tree, _) = tree(&settings, [&Strategy::Random; 2]);
        let solved = tree.equilibrium(1000);
        let [first, second] = [0, 1].map(|seat| tree.best_response(&solved, Seat(seat)));
        assert!(first + second < 1e-3, "{cards} cards: {first} and {second}");
        assert!(value.is_none_or(|value| (tree.value(&solved, Seat(0)) - value).abs() < 1e-3), "{cards}");
    }
}

/// Mean points and win rate of seat 1.
fn played(payout: &str, hands: u64, [first, second]: [&str; 2]) -> (f64, f64) {
    let game = with(&TITLE, 2, &[("payout", payout)]);
    let (first, second) = (shipped(first), shipped(second));
    let (mut bench, mut record) = (Workbench::new(&game), game.record());
    let (mut points, mut won) = (0, 0);
    for deal in 0..hands {
        let luck = Luck::new(1, deal);
        let dealt = game.deal(&luck, &mut |_| {});
        record.clear();
        let episode = Episode { game: &game, seats: &[&first, &second] };
        episode.play(&dealt, &luck, &mut bench, &mut record, &mut Nobody);
        points += record.points[Seat(0)];
        won += u32::from(record.places[Seat(0)] == 1);
    }
    (f64::from(points) / hands as f64, f64::from(won) / hands as f64)
}

#[test]
fn points_are_chips_on_average_and_wins_follow_them() {
    const HANDS: u64 = 40_000;
    for (second, expected) in
        [("equilibrium", VALUE), ("honest", value(&shipped("equilibrium"), &shipped("honest")))]
    {
        for payout in ["draw", "chips"] {
            let (points, won) = played(payout, HANDS, ["equilibrium", second]);
            // Five standard errors: points are at most 2 from 0.
            let error = 5.0 * 2.0 / (HANDS as f64).sqrt();
            assert!((points - expected).abs() < error, "{second}, {payout}: {points}, expected {expected}");
            // With the draw every game is won or lost by two points.
            assert!(payout == "chips" || is_near(won, 0.5 + points / 4.0), "{won} for {points}");
        }
    }
}
