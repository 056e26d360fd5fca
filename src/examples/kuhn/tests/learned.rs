//! Training in a game with a known solution: self-play approaches an equilibrium, and training against a player who
//! bluffs too often approaches the best response.

use kuhn::{
    ENTRY,
    exact::{best_responses, exploitability, mean_value, value},
};
use sim_engine::Settings;
use sim_learn::{Base, Features, Method, Spec, Table, TrainedPolicy, TrainingRun, choices};
use sim_play::arm::Stop;
use sim_script::Strategy;

/// Bets or calls half of the time, with any card.
const EVEN: &str = "format = 1\ngame = \"kuhn\"\nabout = \"Even chances.\"\n[on.open]\nscore = \"0\"\ntemperature = 1\n[on.after_check]\nscore = \"0\"\ntemperature = 1\n[on.after_bet]\nscore = \"0\"\ntemperature = 1\n[on.after_check_and_bet]\nscore = \"0\"\ntemperature = 1\n";
/// The value of the game for the first player, in chips.
const VALUE: f64 = -1.0 / 18.0;

/// Rules with `payout=chips`: the player with more chips wins, and points are chips.
fn settings() -> Settings {
    let mut settings = ENTRY.settings().unwrap();
    settings.set("payout", "chips").unwrap();
    settings
}

fn learn(method: Method, field: &[Strategy], games: u64) -> TrainedPolicy {
    let game = ENTRY.open(&settings(), 2).unwrap();
    let tables = [Table { game: &*game, players: 2 }];
    let base = Base { name: "even".to_owned(), origin: "even.toml".to_owned(), text: EVEN.to_owned() };
    let standard = ENTRY.read_strategy("even", "even.toml", EVEN, &[]).unwrap();
    let spec = Spec {
        entry: &ENTRY,
        tables: &tables,
        base,
        standard: &standard,
        field,
        strangers: &[],
        features: Features::All,
        is_pruned: false,
        hidden: None,
        method,
        games,
        test_games: 4000,
        seed: 1,
    };
    TrainingRun::open(&spec, &Stop::new()).unwrap().whole().unwrap()
}

#[test]
fn self_play_finds_an_equilibrium() {
    let learned = learn(Method::steady(), &[], 600_000).strategy;
    let (worth, gain) = (value(&learned, &learned), exploitability(&learned));
    assert!((worth - VALUE).abs() < 0.003, "{worth}: {learned:?}");
    assert!(gain < 0.01, "{gain}: {learned:?}");
}

#[test]
fn a_best_response_wins_all_that_there_is_to_win() {
    let bluffer = ENTRY.shipped_strategy("bluffer").unwrap().unwrap();
    let most = best_responses(&bluffer).iter().sum::<f64>() / 2.0;
    let learned = learn(Method::response(), std::slice::from_ref(&bluffer), 60_000);
    let found = mean_value(&learned.strategy, &bluffer);
    assert!(found > most - 0.01, "{found} of {most}: {:?}", learned.strategy);
    assert!(learned.test.is_gain());
}

/// The chance of a bet is known: 3/4 with a king, 1/5 with a queen, 1/2 with a jack. The formula alone would bet
/// only the king.
#[test]
fn what_is_open_and_otherwise_is_as_worked_out() {
    let text = format!("{EVEN}[learned.open]\ntemperature = 1\njack = 1\n",).replacen(
        "score = \"0\"\ntemperature = 1",
        &format!("score = \"{}*king - {}*queen - jack\"", 3.0_f64.ln(), 4.0_f64.ln()),
        1,
    );
    let strategy = ENTRY.read_strategy("mine", "mine.toml", &text, &[]).unwrap();
    let game = ENTRY.open(&settings(), 2).unwrap();
    let table = Table { game: &*game, players: 2 };
    let mut seen = Vec::new();
    let found = choices(table, &strategy, (1, 0..6000), &Stop::new(), &mut |deals| seen.push(deals));
    let found = found.unwrap();
    assert_eq!((seen.first(), seen.last()), (Some(&64), Some(&6000)));
    assert_eq!(found.by_formula, ["after_check", "after_bet", "after_check_and_bet"]);
    let [row] = &found.rows[..] else { panic!("{:?}", found.rows) };
    let [term] = &row.terms[..] else { panic!("{:?}", row.terms) };
    let entropy = |chance: f64| -chance * chance.ln() - (1.0 - chance) * (1.0 - chance).ln();
    let mean = |of: [f64; 3]| of.iter().sum::<f64>() / 3.0;
    // Only the first player faces this decision.
    assert_eq!((row.decision, row.asked.value, row.answers.value), ("open", Some(0.5), Some(2.0)));
    assert_eq!((term.term.as_str(), term.weight), ("jack", Some(1.0)));
    for (name, estimate, truth) in [
        ("likeliest", row.top_probability, mean([0.75, 0.8, 0.5])),
        ("open", row.perplexity, mean([0.75, 0.8, 0.5].map(entropy)).exp()),
        ("otherwise", row.total_variation, mean([0.25, 0.2, 0.5])),
        ("moved", term.feature_shift, 0.5 / (0.25 + 0.2 + 0.5)),
    ] {
        let (value, error) = (estimate.value.unwrap(), estimate.standard_error.unwrap());
        assert!((value - truth).abs() < 3.0 * error && error < 0.02, "{name}: {value} ± {error}, {truth}");
    }
}
