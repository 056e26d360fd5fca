//! The draw onto the named pile and the rolls it earns (DE-42, DE-43, DE-54).

use super::*;

#[test]
fn de_42_de_a5_a_draw_onto_the_named_pile_offers_another_roll_after_a_miss_or_a_success() {
    for face in [1, 20] {
        let mut play = table(2).market("F3 F5").deck("F2 S2").begin();
        play.roll("food", face);
        assert_eq!(play.node(), "seat 1: again", "die {face}");
        assert_eq!(play.legal(), ["again", "stop"]);
        // DE-A5: the extra roll is optional.
        play.act("stop");
        assert_eq!(play.node(), "seat 2: turn");
    }
}

#[test]
fn de_12_de_42_a_draw_onto_another_pile_ends_the_turn() {
    for face in [1, 20] {
        let mut play = table(2).market("F5").deck("C2 S2").begin();
        play.roll("food", face);
        assert_eq!(play.node(), "seat 2: turn", "die {face}");
    }
}

#[test]
fn de_42_de_a4_a_pile_emptied_by_the_acquisition_and_refilled_by_the_draw_counts_as_named() {
    let mut play = table(2).market("F2").deck("F3 S2").begin();
    play.roll("food", 20);
    assert_eq!(play.market(), ["F3"]);
    assert_eq!(play.node(), "seat 1: again");
}

#[test]
fn de_40_de_42_a_review_onto_the_named_reviews_offers_another_roll() {
    // DE-40, DE-42: the stars do not matter.
    let mut play = table(2).market("R5").deck("R2 S2").begin();
    play.roll("review", 1);
    assert_eq!(play.node(), "seat 1: again");
}

#[test]
fn de_43_de_a5_an_extra_roll_is_a_whole_roll_action_and_can_earn_another() {
    // DE-43, DE-A5: discards and the naming of a pile again, any number of times.
    let mut play = table(2).hand(0, "S2 C3").market("F5").deck("F4 F5 F5 S4 E2").begin();
    play.roll("food", 1);
    for _ in 0..2 {
        play.act("again");
        assert_eq!(play.node(), "seat 1: roll");
        assert_eq!(play.offers("discard"), ["discard 1", "discard 2"]);
        play.act("name food").die(1);
        assert_eq!(play.node(), "seat 1: again");
    }
    play.act("again; discard 2; name food").die(1);
    assert_eq!(play.node(), "seat 2: turn");
    assert_eq!(play.hand(0), "S2");
    assert_eq!(play.state.table.rolls, 4);
}

#[test]
fn de_43_another_pile_may_be_named_for_the_extra_roll() {
    // DE-43: the next draw must then match that pile.
    let mut play = table(2).market("F5 C5").deck("F4 C3 S2").begin();
    play.roll("food", 1).act("again; name chefs").die(1);
    assert_eq!(play.node(), "seat 1: again");
}

#[test]
fn de_42_an_extra_roll_is_a_roll_and_never_another_action() {
    // DE-42: the extra roll allows no review and no commit.
    let mut play = table(2).hand(0, "S2 S3 R2").market("F5").deck("F4 S4").begin();
    play.roll("food", 1).act("again");
    assert_eq!(play.legal(), ["discard 1", "discard 2", "discard 3", "name food"]);
}

#[test]
fn de_23_de_43_the_hand_limit_acts_in_an_extra_roll_too() {
    // DE-23, DE-43: seven cards and an acquired one.
    let mut play = table(2).hand(0, "S2 S3 S4 C2 C3 C4 E2").market("F2").deck("F3 S5").begin();
    play.roll("food", 20).act("again");
    assert_eq!(play.state.table.hand(Seat(0)).len(), 8);
    assert!(play.offers("name").is_empty());
    play.act("discard 1");
    assert!(!play.offers("name").is_empty());
}

#[test]
fn de_a15_a_card_acquired_in_the_first_roll_modifies_the_extra_one() {
    // DE-A15: the two-star food gives +2 to food.
    let mut play = table(2).market("F2").deck("F5 S5").begin();
    play.roll("food", 20).act("again; name food").die(1);
    assert_eq!(play.rolled().hand, 2);
}

#[test]
fn de_42_de_54_the_last_card_of_the_deck_earns_no_extra_roll_and_ends_the_game_at_once() {
    let mut play = table(3).market("F5").deck("F2").last().begin();
    play.roll("food", 1);
    assert_eq!(play.node(), "over");
    // With one card left after the draw the extra roll stands.
    let mut play = table(3).market("F5").deck("F2 S2").last().begin();
    play.roll("food", 1);
    assert_eq!(play.node(), "seat 1: again");
    play.act("stop");
    assert_eq!(play.node(), "seat 2: turn");
    play.roll("food", 1);
    assert_eq!(play.node(), "over");
}

#[test]
fn de_35_de_54_de_55_a_card_acquired_in_the_last_roll_still_reaches_the_hand() {
    let mut play = table(2).market("F2").deck("S2").last().begin();
    play.roll("food", 20);
    assert_eq!(play.hand(0), "F2");
    assert_eq!(play.node(), "over");
    assert_eq!(play.scores(0), [0; 4]);
}
