//! Commands follow the objective: chips or won hands. A player who always bets or calls wins most hands against a
//! perfect player but loses chips. Exact values over all cards give both.

mod common;

use std::num::NonZeroU32;

use common::{BOTH, rules, with_lab};
use kuhn::{ENTRY, exact::tree};
use sim_engine::{Objective, Seat};
use sim_lab::{
    compare::{CompareSpec, Comparison, StopRule, compare},
    figure::{Direction, Figure},
    player::Player,
    spec::{ArmSpec, Field},
    tournament::{Standings, TournamentSpec, tournament},
    train::params::{self, TuneSpec, tune},
    verdict::{Balance, Tolerance, VerdictSpec, verdict},
};
use sim_play::{arm::Seats, tally::UseKind};
use sim_script::{Search, Strategy};

fn script(scores: [&str; 4]) -> String {
    let on = ["open", "after_check", "after_bet", "after_check_and_bet"];
    let each = on.iter().zip(scores);
    let each =
        each.map(|(decision, score)| format!("[on.{decision}]\ntemperature = 1\nscore = \"{score}\"\n"));
    format!("format = 1\ngame = \"kuhn\"\nabout = \"A test.\"\n{}", each.collect::<String>())
}

fn player(name: &str) -> Player {
    let text = match name {
        "maniac" => script(["30*(jack + queen + king)"; 4]),
        // Bets only the king; calls with the king, and with half of the queens.
        "half" => {
            let (bet, call) = ("30*king - 30*queen - 30*jack", "30*king - 30*jack");
            script([bet, bet, call, call])
        }
        // Bets the king, and one jack in five.
        "honester" => {
            let (bet, call) = ("30*king - 30*queen - jack*ln(4)", "30*king - 30*queen - 30*jack");
            script([bet, bet, call, call])
        }
        shipped => return Player::shipped(&ENTRY, shipped).unwrap().unwrap(),
    };
    Player::read(&ENTRY, name, name, "test.toml", &text).unwrap()
}

/// Chips per hand and win rate of one strategy against another, over both seats.
fn means(one: &str, other: &str) -> [f64; 2] {
    let [one, other] = [one, other].map(|name| player(name).strategy);
    BOTH.map(|objective| {
        let settings = rules(objective).resolve().unwrap().settings;
        let as_first = tree(&settings, [&one, &other]);
        let as_second = tree(&settings, [&other, &one]);
        (as_first.0.value(&as_first.1, Seat(0)) + as_second.0.value(&as_second.1, Seat(1))) / 2.0
    })
}

#[test]
fn who_always_bets_wins_hands_and_loses_chips() {
    let near = |one: [f64; 2], other: [f64; 2]| one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-9);
    // Over the six deals by hand: 1/9 of a chip, and 107 hands of 180.
    assert!(near(means("maniac", "equilibrium"), [-1.0 / 9.0, 107.0 / 180.0]));
    assert!(near(means("honest", "equilibrium"), [0.0, 41.0 / 90.0]));
    assert!(near(means("honest", "maniac"), [0.0, 1.0 / 3.0]));
}

fn compared(objective: Objective, until: StopRule) -> Comparison {
    let (one, other, field) = (player("honest"), player("maniac"), vec![player("equilibrium")]);
    let (rules, games) = (rules(objective), Some(40_000));
    let spec = CompareSpec { rules, players: 2, one, other, field, games, until, seed: 1 };
    with_lab(|lab| compare(&spec, lab)).unwrap()
}

#[test]
fn compare_goes_by_what_is_played_for() {
    for objective in BOTH {
        let found = compared(objective, StopRule::Played);
        let row = &found.rows[0];
        let at = usize::from(objective == Objective::Wins);
        let truth = means("honest", "equilibrium")[at] - means("maniac", "equilibrium")[at];
        let (value, error) =
            (row.paired.difference.value.unwrap(), row.paired.difference.standard_error.unwrap());
        assert_eq!(row.of.figure, Figure::of(objective));
        assert!((value - truth).abs() < 5.0 * error, "{objective:?}: {value} ± {error}, {truth}");
        let better = [Direction::Above, Direction::Below][at];
        assert_eq!(found.direction(), better, "{objective:?}");
        // The mean of both seats is the total.
        let seats: f64 = found.rows[1..3].iter().map(|row| row.paired.difference.value.unwrap()).sum();
        assert!((seats / 2.0 - value).abs() < 1e-9, "{objective:?}");
    }
}

#[test]
fn a_test_of_chips_ends_with_the_size_that_fits_better() {
    let sizes = sim_stats::sprt::Sizes { low: 0.0, high: 0.1 };
    let test = compared(Objective::Points, StopRule::Tested(sizes)).test.unwrap();
    assert_eq!(test.evidence.verdict, sim_stats::sprt::Verdict::High);
    let test = compared(Objective::Wins, StopRule::Tested(sizes)).test.unwrap();
    assert_eq!(test.evidence.verdict, sim_stats::sprt::Verdict::Low);
}

fn pool() -> Vec<Player> {
    ["honest", "maniac", "equilibrium"].map(player).to_vec()
}

fn standings(objective: Objective) -> Standings {
    let (rules, field) = (rules(objective), pool());
    let spec = TournamentSpec { rules, players: 2, field, games: 60_000, seed: 1 };
    with_lab(|lab| tournament(&spec, lab)).unwrap().standings.unwrap()
}

#[test]
fn a_tournament_ranks_by_what_is_played_for() {
    let names = |standings: &Standings| -> Vec<String> {
        standings.ratings.iter().map(|rating| standings.strategies[rating.strategy].clone()).collect()
    };
    // In chips, the maniac loses 1/9 to the equilibrium, and honest play loses nothing to anybody.
    let chips = standings(Objective::Points);
    assert_eq!(names(&chips), ["equilibrium", "honest", "maniac"]);
    for (rating, truth) in chips.ratings.iter().zip([1.0 / 18.0, 0.0, -1.0 / 18.0]) {
        let score = rating.score.unwrap();
        assert!((score.value - truth).abs() < 5.0 * score.error, "{score:?}, {truth}");
    }
    let lost = chips.pairs.iter().find(|pair| (pair.strategy, pair.beside) == (1, 2)).unwrap();
    assert!((lost.value.value + 1.0 / 9.0).abs() < 5.0 * lost.value.error, "{lost:?}");
    // Nothing beats the equilibrium, and only the equilibrium beats the maniac.
    let parts = |standings: &Standings| {
        let mut ratings = standings.ratings.clone();
        ratings.sort_by_key(|rating| rating.strategy);
        [0, 1, 2].map(|at| ratings[at].nash.unwrap().value)
    };
    assert!(parts(&chips)[1] < 0.2, "{:?}", parts(&chips));
    // In hands, the maniac wins 2/3 and 107/180.
    let wins = standings(Objective::Wins);
    assert_eq!(names(&wins), ["maniac", "equilibrium", "honest"]);
    assert_eq!(parts(&wins), [0.0, 1.0, 0.0]);
    assert!(wins.ratings.iter().all(|rating| rating.score.is_none()));
}

#[test]
fn a_verdict_is_on_what_is_played_for() {
    let judged = |objective| {
        let (rules, field) = (rules(objective), Field::Pool(pool()));
        let arms = vec![ArmSpec { rules, players: 2, field, seed: 1 }];
        // In chips, a hundredth and a fiftieth.
        let tolerance = match objective {
            Objective::Points => "seat=0.01,strategy=0.02,component=20",
            Objective::Wins => "seat=1,strategy=2,component=20",
        };
        let tolerance = Tolerance::of_any_size(tolerance).unwrap();
        let spec = VerdictSpec { arms, tolerance, games: 100_000, adapting: None };
        let tables = with_lab(|lab| verdict(&spec, lab)).unwrap().tables;
        let rows = tables[0].rows.iter().map(|row| (row.of.to_string(), row.balance));
        rows.collect::<Vec<_>>()
    };
    let of = |rows: &[(String, Balance)], name: &str| rows.iter().find(|row| row.0 == name).unwrap().1;
    let chips = judged(Objective::Points);
    assert_eq!(of(&chips, "equilibrium"), Balance::TooStrong);
    assert_eq!(of(&chips, "maniac"), Balance::TooWeak);
    assert!(chips.iter().all(|row| row.0 != "bluff"), "components are known in win rate alone");
    let wins = judged(Objective::Wins);
    assert_eq!(of(&wins, "maniac"), Balance::TooStrong);
    assert_eq!(of(&wins, "honest"), Balance::TooWeak);
    assert!(wins.iter().any(|row| row.0 == "bluff"));
}

/// Share of hands in which a search bluffs, against a player who calls with half of the queens.
fn bluffs(objective: Objective) -> f64 {
    let rules = rules(objective).resolve().unwrap();
    let [honest, half] = ["honest", "half"].map(|name| player(name).strategy);
    let search = Search::new(NonZeroU32::new(1000).unwrap(), honest, vec![half.clone()]).unwrap();
    let strategies = vec![Strategy::from(search), half];
    let seats = Seats { players: 2, strategies, lineup: None, seed: 1 };
    let arm = ENTRY.arm(&rules, seats).unwrap();
    let tally = arm.play(0..40, arm.empty(), &mut ());
    let number = tally.layout.component_use(0, UseKind::Used);
    tally.counts.get(0, number).mean(&[]).value.unwrap()
}

#[test]
fn a_search_looks_for_what_is_played_for() {
    // With the jack, a check loses one chip. A bet wins one if the rival folds a queen (one time in four), and
    // loses two otherwise: a mean loss of 1.25 chips.
    assert_eq!(bluffs(Objective::Points), 0.0);
    // But a bet wins one hand in four.
    assert!(bluffs(Objective::Wins) > 0.1);
}

#[test]
fn a_tuning_raises_what_is_played_for() {
    let text = "format = 1\ngame = \"kuhn\"\nabout = \"A test.\"\n[params]\n\
                call = { value = 0.5, range = [0.02, 0.98] }\n";
    let (bet, call) = ("30*king - 30*queen - 30*jack", "30*king + queen*ln(call/(1 - call)) - 30*jack");
    let bodies = script([bet, bet, call, call]);
    let text = text.to_owned() + bodies.split_once("\"A test.\"\n").unwrap().1;
    let tuned = |objective| {
        let spec = TuneSpec {
            rules: rules(objective),
            players: 2,
            start: Player::read(&ENTRY, "mine", "mine", "mine.toml", &text).unwrap(),
            name: "better".to_owned(),
            params: None,
            objective: params::Objective::Share,
            against: vec![player("honester")],
            held_out: None,
            strangers: Vec::new(),
            games: 40_000,
            seed: 1,
        };
        let found = with_lab(|lab| tune(&spec, lab)).unwrap();
        found.verdict.unwrap().values[0]
    };
    // One bet in six is a bluff: six calls with the queen lose eight chips, six folds lose six. A fold wins no hand.
    assert!(tuned(Objective::Points) < 0.2);
    assert!(tuned(Objective::Wins) > 0.8);
}
