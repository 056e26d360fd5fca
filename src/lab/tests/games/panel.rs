//! Verdicts of a panel of strong players on planted faults, and on habits of play.

use sim_lab::{
    Lab, Stop,
    panel::Panel,
    player::Player,
    spec::{ArmSpec, Field, RulesSpec},
    strength::responses,
    verdict::{Balance, JudgedTable, Tolerance, VerdictSpec, verdict},
};

use crate::find;

/// The verdicts on the seats of a table of the panel, or of copies of a strategy.
fn seats(game: &str, (players, set): (usize, &[&str]), copies: Option<&str>, games: u64) -> JudgedTable {
    let entry = find(game).unwrap();
    let field = match copies {
        Some(name) => Field::Lineup(vec![Player::shipped(entry, name).unwrap().unwrap(); players]),
        None => Field::Panel(Panel::shipped(entry).unwrap().unwrap()),
    };
    let set = set.iter().map(|one| one.parse().unwrap()).collect();
    let rules = RulesSpec { set, ..RulesSpec::printed(entry) };
    let arm = ArmSpec { rules, players, field, seed: 7 };
    let spec = VerdictSpec { arms: vec![arm], tolerance: Tolerance::USUAL, games, adapting: None };
    let threads = rayon::ThreadPoolBuilder::new().build().unwrap();
    let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
    let mut table = verdict(&spec, &mut lab).unwrap().tables.remove(0);
    table.rows.retain(|row| row.of.owner().is_some());
    table
}

fn balances(table: &JudgedTable) -> Vec<Balance> {
    table.rows.iter().map(|row| row.balance).collect()
}

#[test]
fn a_seat_that_begins_with_more_cards_is_too_strong_whoever_plays() {
    let found = seats("delectable", (2, &["start_cards.2=4"]), None, 6_000);
    assert_eq!(balances(&found), [Balance::TooWeak, Balance::TooStrong], "{:?}", found.rows);
    let second = &found.rows[1];
    assert!(second.members.len() >= 5 && second.members.iter().all(|one| one.effect.value.unwrap() > 0.0));
    // The effect of the seat is the mean of its effects on the members.
    let effects = second.members.iter().map(|one| one.effect.value.unwrap());
    let mean = effects.sum::<f64>() / second.members.len() as f64;
    assert!((mean - second.difference().unwrap()).abs() < 0.005, "{mean} {:?}", second.difference());
}

/// Copies of La Bistro's champion let seat 2 of 3 win nearly half of all games. Other players do not.
#[test]
fn a_habit_of_copies_is_no_fault_of_the_game() {
    let copies = balances(&seats("la-bistro", (3, &[]), Some("champion"), 2_500));
    assert_eq!((copies[0], copies[1]), (Balance::TooWeak, Balance::TooStrong));
    let mixed = seats("la-bistro", (3, &[]), None, 4_000);
    assert!(!mixed.rows.iter().any(|row| row.balance.is_off()), "{:?}", balances(&mixed));
}

#[test]
fn responses_are_known_of_the_panel_by_the_usual_rules_alone() {
    let entry = find("delectable").unwrap();
    let known = |players: usize, set: &[&str], change: &dyn Fn(&mut Vec<Player>)| -> Vec<usize> {
        let mut members = Panel::shipped(entry).unwrap().unwrap().players;
        change(&mut members);
        let set = set.iter().map(|one| one.parse().unwrap()).collect();
        let rules = RulesSpec { set, ..RulesSpec::printed(entry) };
        let arm = ArmSpec { rules, players, field: Field::Pool(members), seed: 1 }.open().unwrap();
        responses(entry, &arm.inputs).iter().map(|response| response.players).collect()
    };
    let same = |_: &mut Vec<Player>| {};
    assert_eq!(known(2, &[], &same), [2]);
    assert_eq!(known(3, &[], &same), [2], "nobody asked with three");
    assert_eq!(known(2, &["hand_limit=5"], &same), [0; 0]);
    assert_eq!(known(2, &[], &|members| members.truncate(4)), [0; 0]);
    assert_eq!(known(2, &[], &|members| members.truncate(1)), [0; 0]);
    let mine = "format = 1\ngame = \"delectable\"\nabout = \"A test.\"\n";
    let replaced = |members: &mut Vec<Player>| {
        let name = members[0].named.clone();
        members[0] = Player::read(entry, &name, &name, "mine.toml", mine).unwrap();
    };
    assert_eq!(known(2, &[], &replaced), [0; 0], "a file that is merely called like a member");
}
