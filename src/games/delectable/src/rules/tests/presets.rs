//! The presets, changed cards, and variants that leave no playable game.

use super::{variants::changed_fields, *};
use crate::TITLE;
use sim_engine::settings::SettingError;

fn changes(preset: &str) -> Vec<(String, String)> {
    let mut settings = settings(&TITLE);
    settings.apply_preset(preset).unwrap();
    settings.changes().into_iter().map(|change| (change.path, change.value)).collect()
}

fn refusal(players: usize, values: &[(&str, &str)]) -> SettingError {
    let mut settings = settings(&TITLE);
    for (path, value) in values {
        settings.set(path, value).unwrap();
    }
    Delectable::new(&settings, players).unwrap_err()
}

#[test]
fn the_rules_of_may_2020_change_two_values() {
    assert_eq!(
        changes("2020-05"),
        [("below".to_owned(), "half".to_owned()), ("match_cards".to_owned(), "2".to_owned())]
    );
    let rules = with_preset(&TITLE, 2, "2020-05");
    assert_eq!(changed_fields(&rules), ["value", "match_cards"]);
    // At four stars: 1.5 + 1; 8 + 8 + 4; 0; 5 + 5 points. The scores are half points.
    let play = Layout::new(rules).restaurant(0, "R4 S3 S2 C4 C4 C4 E5 E5").begin();
    assert_eq!(play.scores(0), [5, 40, 0, 20]);
}

#[test]
fn the_rules_of_late_june_2020_change_seven_values() {
    let mut changed = changes("2020-06-late");
    changed.sort_unstable();
    let mut expected = [
        ("hand_limit", "4"),
        ("modifier_cards", "13"),
        ("adjacency", "false"),
        ("theft_min", "4"),
        ("theft", "thief"),
        ("rename_on_top", "true"),
        ("extra", "turn"),
    ]
    .map(|(path, value)| (path.to_owned(), value.to_owned()));
    expected.sort_unstable();
    assert_eq!(changed, expected);
}

#[test]
fn a_turn_by_the_rules_of_late_june_2020_goes_as_they_say() {
    let layout = || Layout::new(with_preset(&TITLE, 2, "2020-06-late"));
    // Hand limit 4.
    let mut play =
        layout().hand(0, "F2 R5 F2 S2 F2").hand(1, "F5 F4").market("S5 F5").deck("F3 S3 S2").begin();
    // Order does not matter: three food cards form 4 sets of two or more, and three do not steal.
    assert_eq!(play.offers("commit").len(), 4);
    let mut three = play.clone();
    three.act("commit 1+3+5");
    assert_eq!(three.node(), "seat 2: turn");
    play.act("roll");
    assert!(play.offers("name").is_empty());
    play.act("discard 1; name food").die(19);
    // All four cards modify: R5 +3, F2 +2, S2 0, F2 +2.
    assert_eq!(play.rolled().hand, 7);
    // The draw onto food gives a whole turn.
    play.act("again");
    assert_eq!(play.node(), "seat 1: turn");
    assert!(!play.offers("commit").is_empty());
    // Four committed cards let the thief take a card into the hand.
    let mut play = layout().hand(0, "F2 F2 S2 F3 F3").hand(1, "S5 F5 F4").begin();
    play.act("commit 1+2+4+5");
    assert_eq!(play.legal(), ["take 2 from 2", "take 3 from 2", "draw", "waive"]);
    play.act("take 2 from 2");
    assert_eq!(play.hand(0), "S2 F5");
    // A natural 20 allows naming a pile again.
    let mut play = layout().market("S5 F5").begin();
    play.roll("servers", 20);
    assert_eq!(play.node(), "seat 1: rename");
}

#[test]
fn the_varied_deck_changes_cards_and_no_rule() {
    assert!(changed_fields(&with_preset(&TITLE, 3, "varied-deck")).is_empty());
    assert!(changes("varied-deck").iter().all(|(path, _)| path.starts_with("cards.")));
}

#[test]
fn a_large_hand_without_order_is_refused() {
    assert_eq!(
        refusal(2, &[("adjacency", "false"), ("hand_limit", "8")]).to_string(),
        "with adjacency = false a hand limit above 7 offers more commits than one list can hold\n  \
         help: set hand_limit to 7 or less"
    );
    // Seven is the largest that fits: eight cards of one resource, the one acquired included.
    let play = table_with(2, &[("adjacency", "false"), ("commit_min", "1")])
        .hand(0, "F2 F2 F3 F3 F4 F4 F5 F5")
        .begin();
    assert_eq!(play.legal().len(), 256);
}

#[test]
fn a_deck_too_small_or_too_large_is_refused() {
    let mut few = settings(&TITLE);
    for row in few.table("cards").rows.clone() {
        few.set(&format!("cards.{}.copies", row.id), "0").unwrap();
    }
    few.set("cards.F2.copies", "3").unwrap();
    few.set("market_start", "3").unwrap();
    assert_eq!(
        Delectable::new(&few, 2).unwrap_err().to_string(),
        "a deck of 3 cards cannot be played\n  help: the copies in table `cards` must add up to 4 to 128"
    );
    few.set("market_start", "2").unwrap();
    assert!(Delectable::new(&few, 2).is_ok());
    // 108 - 5 - 5 + 20 + 11 = 129, one too many.
    assert!(refusal(2, &[("cards.F2.copies", "20"), ("cards.F3.copies", "11")]).message.contains("129"));
    Delectable::new(
        &{
            let mut settings = settings(&TITLE);
            settings.set("cards.F2.copies", "20").unwrap();
            settings.set("cards.F3.copies", "10").unwrap();
            settings
        },
        2,
    )
    .unwrap();
}

#[test]
fn de_6_one_cell_of_the_card_table_can_change() {
    // DE-6: the cost of the three-star food, and of no other card.
    let mut play = table_with(2, &[("cards.F3.cost", "15")]).market("F3 C3").begin();
    play.act("roll");
    assert_eq!(play.needs("food"), Some(13));
    assert_eq!(play.needs("chefs"), Some(10));
}
