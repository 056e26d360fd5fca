//! Self-play in a game that is known exactly: it comes the nearer to what cannot be beaten the longer it trains.

use leduc::ENTRY;
use sim_engine::Seat;
use sim_learn::{Base, Features, Method, Spec, Table, TrainingRun};
use sim_play::arm::Stop;
use sim_script::Strategy;

/// Every answer has the same probability.
fn even() -> String {
    let decisions = ENTRY.info().decisions.iter();
    let each = decisions.map(|decision| format!("[on.{}]\ntemperature = 1\nscore = \"0\"\n", decision.name));
    format!("format = 1\ngame = \"leduc\"\nabout = \"Even chances.\"\n{}", each.collect::<String>())
}

fn learned(games: u64) -> Strategy {
    let game = ENTRY.open(&ENTRY.settings().unwrap(), 2).unwrap();
    let tables = [Table { game: &*game, players: 2 }];
    let base = Base { name: "even".to_owned(), origin: "even.toml".to_owned(), text: even() };
    let standard = ENTRY.read_strategy("even", "even.toml", &base.text, &[]).unwrap();
    let spec = Spec {
        entry: &ENTRY,
        tables: &tables,
        base,
        standard: &standard,
        field: &[],
        strangers: &[],
        features: Features::All,
        is_pruned: false,
        method: Method::steady(),
        games,
        test_games: 400,
        seed: 1,
    };
    TrainingRun::open(&spec, &Stop::new()).unwrap().whole().unwrap().strategy
}

/// Chips a hand that best responses win, over both seats.
fn exploitability(strategy: &Strategy) -> f64 {
    let game = ENTRY.open(&ENTRY.settings().unwrap(), 2).unwrap();
    let (tree, profile) = game.enumerate(&[strategy; 2], 10_000, &Stop::new()).unwrap();
    [0, 1].map(|seat| tree.best_response(&profile, Seat(seat))).iter().sum::<f64>() / 2.0
}

#[test]
fn the_more_hands_the_less_is_won_of_it() {
    // Random play loses 2.37 chips; with little entropy self-play goes round in circles at 0.8, however long.
    let [short, long] = [60_000, 300_000].map(|games| exploitability(&learned(games)));
    assert!(long < 0.5 && long < short, "{short}, {long}");
}
