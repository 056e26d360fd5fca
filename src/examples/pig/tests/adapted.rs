//! Adaptation in a solved game: under another target, the first seat of adapted players wins as often as in optimal
//! play.

use pig::ENTRY;
use sim_lab::{
    Effort, Lab, Stop,
    adapt::{AdaptSpec, Budget},
    diff::DiffSpec,
    player::Player,
    run::{RunSpec, run},
    spec::{ArmSpec, Field, RulesSpec},
};

/// Rolls half of the time, whatever is at stake. It lists the features that training uses.
const EVEN: &str = "format = 1\ngame = \"pig\"\nabout = \"Even chances.\"\n[on.roll]\nscore = \"0\"\n\
    [learned.roll]\ntemperature = 1\n\
    rolls = 0.01\n\"rolls*turn_total\" = { weight = -0.01, mean = 8, sd = 6 }\n\
    \"rolls*my_points\" = { weight = 0.01, mean = 10, sd = 8 }\n\
    \"rolls*next_points\" = { weight = 0.01, mean = 10, sd = 8 }\n";

#[test]
fn the_first_seat_wins_under_a_new_target_what_it_wins_in_optimal_play() {
    let even = Player::read(&ENTRY, "even", "even.toml", "even.toml", EVEN).unwrap();
    let optimal = Player::shipped(&ENTRY, "optimal").unwrap().unwrap();
    let rules = RulesSpec { set: vec!["target=40".parse().unwrap()], ..RulesSpec::printed(&ENTRY) };
    let arm = ArmSpec { rules, players: 2, field: Field::Pool(vec![even]), seed: 1 };
    let budget = Budget { games: 100_000, repeats: 1 };
    let spec = AdaptSpec::seat(arm, budget, Effort::Games(80_000)).unwrap();
    let old = spec.arm.clone();
    let rules = RulesSpec { set: vec!["target=30".parse().unwrap()], ..old.rules.clone() };
    let diff = DiffSpec { new: ArmSpec { rules, ..old.clone() }, old, tolerance: 0.01, effort: spec.effort };
    let threads = rayon::ThreadPoolBuilder::new().build().unwrap();
    let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
    let found = spec.play(&diff.open().unwrap(), &mut lab).unwrap();
    let first =
        found.arms[0].figures.iter().find(|row| row.at_once.of.to_string() == "seat 1 win rate").unwrap();
    let after = first.after.paired.one.unwrap();
    // Optimal play against itself, by value iteration, on as many deals.
    let field = Field::Lineup(vec![optimal; 2]);
    let solved = RunSpec {
        arm: ArmSpec { field, ..diff.new.clone() },
        games: Some(200_000),
        precision: None,
        shard: None,
    };
    let solved = run(&solved, &mut lab).unwrap();
    let subject = solved.arm.subject();
    let levels = sim_lab::figure::levels(&subject, &subject.strategies, &solved.tally);
    let wanted = levels.iter().find(|level| level.of.to_string() == "seat 1 win rate").unwrap();
    let wanted = wanted.estimate().value.unwrap();
    assert!((after - wanted).abs() < 0.005, "{after}, optimal {wanted}");
    // Adapted players beat even chances clearly.
    let adapted = found.arms[0].meeting.adapted.value.unwrap();
    assert!(adapted > 0.6, "nobody adapted: {adapted}");
}
