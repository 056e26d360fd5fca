//! Training in a solved game: from even chances, with only points and the turn total, self-play reaches optimal
//! play of a short game of Pig.

use pig::{ENTRY, Pig};
use sim_engine::{Game, Luck, Seat, Settings};
use sim_learn::{Base, Features, Method, Spec, Table, TrainedPolicy, TrainingRun};
use sim_play::{
    arm::Stop,
    episode::{Episode, Nobody, Workbench},
};
use sim_script::Strategy;

/// Rolls half of the time, whatever is at stake.
const EVEN: &str =
    "format = 1\ngame = \"pig\"\nabout = \"Even chances.\"\n[on.roll]\nscore = \"0\"\ntemperature = 1\n";
/// None of these features uses the win chance of optimal play.
const FEATURES: [&str; 4] = ["rolls", "turn_total", "my_points", "next_points"];

/// A target of 30 points: few turns, so that each choice matters enough to be learned in seconds.
fn settings() -> Settings {
    let mut settings = ENTRY.settings().unwrap();
    settings.set("target", "30").unwrap();
    settings
}

fn learn(games: u64) -> TrainedPolicy {
    let game = ENTRY.open(&settings(), 2).unwrap();
    let tables = [Table { game: &*game, players: 2 }];
    let base = Base { name: "even".to_owned(), origin: "even.toml".to_owned(), text: EVEN.to_owned() };
    let standard = ENTRY.read_strategy("even", "even.toml", EVEN, &[]).unwrap();
    let spec = Spec {
        entry: &ENTRY,
        tables: &tables,
        base,
        standard: &standard,
        field: &[],
        strangers: &[],
        features: Features::Listed(FEATURES.map(str::to_owned).to_vec()),
        is_pruned: false,
        hidden: None,
        method: Method::self_play(),
        games,
        test_games: 4000,
        seed: 1,
    };
    TrainingRun::open(&spec, &Stop::new()).unwrap().whole().unwrap()
}

/// The win rate of a strategy against another, with each deal in both seats.
fn win_rate(one: &Strategy, other: &Strategy, deals: u64) -> f64 {
    let game = Pig::new(&settings(), 2).unwrap();
    let (mut bench, mut record) = (Workbench::new(&game), game.record());
    let mut wins = 0;
    for deal in 0..deals {
        let luck = Luck::new(2, deal);
        let dealt = game.deal(&luck, &mut |_| {});
        for (seats, mine) in [([one, other], Seat(0)), ([other, one], Seat(1))] {
            record.clear();
            Episode { game: &game, seats: &seats }.play(&dealt, &luck, &mut bench, &mut record, &mut Nobody);
            wins += u32::from(record.places[mine] == 1);
        }
    }
    f64::from(wins) / (2 * deals) as f64
}

#[test]
fn self_play_comes_to_optimal_play() {
    let optimal = ENTRY.shipped_strategy("optimal").unwrap().unwrap();
    let hold = ENTRY.shipped_strategy("hold-at-20").unwrap().unwrap();
    // No strategy wins more than half of its games against optimal play. The dice are shared, so 20,000 deals
    // resolve differences far below 0.3 points.
    assert!(win_rate(&hold, &optimal, 20_000) < 0.497, "hold-at-20 is as good");
    let learned = win_rate(&learn(300_000).strategy, &optimal, 20_000);
    assert!((0.497..0.503).contains(&learned), "{learned}");
}
