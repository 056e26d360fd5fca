//! The learner on a game that is known exactly: in self-play it comes near an equilibrium, and against somebody who
//! bluffs too often to all that can be won.

use kuhn::{
    ENTRY, Kuhn,
    exact::{behaviour, best_responses, exploitability, value},
};
use sim_engine::{Game, Settings};
use sim_learn::{Base, Course, Features, Learnt, Method, Objective, Spec, Table};
use sim_script::Strategy;

/// Puts a chip in every other time, whatever it holds.
const EVEN: &str = "format = 1\ngame = \"kuhn\"\nabout = \"Even chances.\"\n[on.open]\nscore = \"0\"\ntemperature = 1\n[on.after_check]\nscore = \"0\"\ntemperature = 1\n[on.after_bet]\nscore = \"0\"\ntemperature = 1\n[on.after_check_and_bet]\nscore = \"0\"\ntemperature = 1\n";
/// The value of the game for who begins, in chips.
const VALUE: f64 = -1.0 / 18.0;

/// Hands for chips: the winner is who has more, the points are by how much.
fn settings() -> Settings {
    let mut settings = ENTRY.settings().unwrap();
    settings.set("payout", "chips").unwrap();
    settings
}

fn learn(method: Method, field: &[Strategy], games: u64) -> Learnt {
    let game = ENTRY.open(&settings(), 2).unwrap();
    let tables = [Table { game: &*game, players: 2 }];
    let base = Base { name: "even".to_owned(), origin: "even.toml".to_owned(), text: EVEN.to_owned() };
    let standard = ENTRY.read_strategy("even", "even.toml", EVEN, &[]).unwrap();
    let spec = Spec {
        entry: ENTRY,
        tables: &tables,
        base,
        standard: &standard,
        field,
        strangers: &[],
        features: Features::All,
        is_pruned: false,
        objective: Objective::Points,
        method,
        games,
        test_games: 4000,
        seed: 1,
    };
    Course::open(&spec).unwrap().whole().unwrap()
}

#[test]
fn self_play_finds_an_equilibrium() {
    let learned = learn(Method::steady(), &[], 600_000);
    let game = Kuhn::new(&settings(), 2).unwrap();
    let asked = behaviour(&game, &learned.strategy, 20_000);
    let (worth, gain) = (value(&asked, &asked), exploitability(&asked));
    assert!((worth - VALUE).abs() < 0.003, "{worth}: {asked:?}");
    assert!(gain < 0.01, "{gain}: {asked:?}");
}

#[test]
fn a_best_response_wins_all_that_there_is_to_win() {
    let bluffer = ENTRY.shipped_strategy("bluffer").unwrap().unwrap();
    let game = Kuhn::new(&settings(), 2).unwrap();
    let theirs = behaviour(&game, &bluffer, 20_000);
    let learned = learn(Method::response(), &[bluffer], 60_000);
    let asked = behaviour(&game, &learned.strategy, 20_000);
    let found = (value(&asked, &theirs) - value(&theirs, &asked)) / 2.0;
    let most = best_responses(&theirs).iter().sum::<f64>() / 2.0;
    assert!(found > most - 0.01, "{found} of {most}: {asked:?}");
    assert!(learned.test.is_gain());
}
