//! The cost of a ban on bluffing, and the adaptation to a fourth card, both against exact values.

use kuhn::{
    ENTRY,
    exact::{printed_tree, tree},
};
use sim_engine::{Objective, Seat};
use sim_lab::{
    Effort, Lab, Stop,
    adapt::{AdaptSpec, Budget},
    diff::DiffSpec,
    player::Player,
    spec::{ArmSpec, Field, RulesSpec},
    worth::{WorthSpec, Worths},
};
use sim_play::tree::InformationSet;
use sim_script::Strategy;

fn copies(player: Player, budget: Budget, games: u64) -> AdaptSpec {
    // The result is a win rate; with the draw of KU-6, it is linear in chips.
    let rules = RulesSpec { objective: Some(Objective::Wins), ..RulesSpec::printed(&ENTRY) };
    let arm = ArmSpec { rules, players: 2, field: Field::Pool(vec![player]), seed: 1 };
    AdaptSpec::seat(arm, budget, Effort::Games(games)).unwrap()
}

fn with_lab<T>(ask: impl FnOnce(&mut Lab<'_>) -> T) -> T {
    let threads = rayon::ThreadPoolBuilder::new().build().unwrap();
    ask(&mut Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () })
}

fn worth(name: &str) -> Worths {
    let player = Player::shipped(&ENTRY, name).unwrap().unwrap();
    let table = copies(player, Budget { games: 20_000, repeats: 3 }, 60_000);
    let spec = WorthSpec { table, bans: vec!["bluff".to_owned()] };
    with_lab(|lab| spec.play(&spec.open().unwrap(), lab)).unwrap()
}

/// Cost of a ban on bluffing for a best response to a strategy, over both seats, in win rate: a chip is a quarter.
fn cost(name: &str) -> f64 {
    let theirs = ENTRY.shipped_strategy(name).unwrap().unwrap();
    let (tree, profile) = printed_tree([&theirs; 2]);
    let is_honest = |set: &InformationSet, action: usize| {
        !(set.observation.contains("Jack") && set.labels[action] == "bet")
    };
    let lost = [Seat(0), Seat(1)]
        .map(|seat| tree.best_response(&profile, seat) - tree.best_response_among(&profile, seat, is_honest));
    lost.iter().sum::<f64>() / 2.0 / 4.0
}

#[test]
fn a_ban_on_bluffing_costs_what_theory_says() {
    // Against players who fold everything but a king, it is a quarter of a chip per hand.
    let wanted = cost("honest");
    assert!((wanted - 0.0625).abs() < 1e-9, "{wanted}");
    let found = worth("honest");
    let row = &found.rows[0];
    let value = row.worth.difference.value.unwrap();
    assert!((value - wanted).abs() < 0.01, "{value} of {wanted}: {row:?}");
    assert_eq!(row.despite, Some(0.0));
    // Against perfect play a bluff wins as much as a check. Its purpose is to force calls.
    let found = worth("equilibrium");
    let row = &found.rows[0];
    let value = row.worth.difference.value.unwrap();
    assert!(value.abs() < 0.01, "{value}: {row:?}");
    assert!(row.used.unwrap() > 0.05, "perfect play bluffs: {row:?}");
}

#[test]
fn with_a_card_more_players_come_to_what_perfect_play_makes_of_the_first_seat() {
    let mut settings = ENTRY.settings().unwrap();
    settings.set("cards", "4").unwrap();
    let (tree, _) = tree(&settings, [&Strategy::Random; 2]);
    let wanted = 0.5 + tree.value(&tree.equilibrium(1000), Seat(0)) / 4.0;
    let equilibrium = Player::shipped(&ENTRY, "equilibrium").unwrap().unwrap();
    let spec = copies(equilibrium, Budget { games: 60_000, repeats: 1 }, 400_000);
    let old = spec.arm.clone();
    let rules = RulesSpec { set: vec!["cards=4".parse().unwrap()], ..old.rules.clone() };
    let diff = DiffSpec { new: ArmSpec { rules, ..old.clone() }, old, tolerance: 0.01, effort: spec.effort };
    let found = with_lab(|lab| spec.play(&diff.open().unwrap(), lab)).unwrap();
    let figures = &found.arms[0].figures;
    let first = figures.iter().find(|row| row.at_once.of.to_string() == "seat 1 win rate").unwrap();
    let after = first.after.paired.one.unwrap();
    assert!(
        (after - wanted).abs() < 0.005,
        "{after}, perfect {wanted}, at once {:?}",
        first.at_once.paired.one
    );
    // A player who has not learned about the ace wastes it.
    let adapted = found.arms[0].meeting.adapted.value.unwrap();
    assert!(adapted > 0.51, "nobody adapted: {adapted}");
}
