//! Outcomes of doing well are separated from choices of the players, in every game with such components.

use sim_engine::Choice;
use sim_lab::{
    player::{Player, archetypes},
    spec::{ArmSpec, Field, RulesSpec},
    summary::Summary,
    tables::of_run,
    verdict::{PendingVerdicts, Tolerance, VerdictSubject},
};

use super::{GAMES, find};

/// The archetypes of a game at its default table size.
fn table(game: &str) -> ArmSpec {
    let entry = find(game).unwrap();
    let players = entry.info().default_players;
    let pool = archetypes(entry).iter().map(|name| Player::shipped(entry, name).unwrap().unwrap()).collect();
    ArmSpec { rules: RulesSpec::printed(entry), players, field: Field::Pool(pool), seed: 1 }
}

#[test]
fn what_follows_from_doing_well_is_an_outcome() {
    for (game, kind, choice) in [
        ("la-bistro", "price", Choice::Outcome),
        ("la-bistro", "box", Choice::Outcome),
        ("la-bistro", "employee", Choice::Chosen),
        ("restaurant-row", "price", Choice::Outcome),
        ("restaurant-row", "customer", Choice::Outcome),
        ("restaurant-row", "renovation", Choice::Chosen),
        ("critter-kitchen", "challenge", Choice::Outcome),
        ("critter-kitchen", "rumor", Choice::Happens),
        ("restauranteur", "district", Choice::Happens),
        ("delectable", "review", Choice::Chosen),
    ] {
        let kinds = find(game).unwrap().info().kinds;
        let found = kinds.iter().find(|one| one.name == kind).map(|one| one.choice);
        assert_eq!(found, Some(choice), "{game}: {kind}");
    }
}

#[test]
fn outcomes_are_judged_nowhere_and_marked_in_their_table() {
    for entry in GAMES {
        let game = entry.info().name;
        let arm = table(game).open().unwrap();
        let (subject, tally) = (arm.subject(), arm.empty());
        let judged = PendingVerdicts::new(&subject).judge(&tally, Tolerance::USUAL, 1);
        for row in &judged.rows {
            let VerdictSubject::Component { name, .. } = &row.of else { continue };
            let at = subject.components.iter().position(|one| one.name == *name).unwrap();
            assert_eq!(subject.kind(at).unwrap().choice, Choice::Chosen, "{game}: {name}");
        }
        let tables = of_run(&Summary::new(&subject, &tally));
        let table = tables.iter().find(|table| table.name == "component_adjusted_difference").unwrap();
        for (row, at) in table.rows.iter().zip(0..) {
            let choice = subject.kind(at).unwrap().choice;
            assert_eq!(table.text(row, "choice"), choice.word(), "{game}: {}", table.text(row, "component"));
        }
    }
}
