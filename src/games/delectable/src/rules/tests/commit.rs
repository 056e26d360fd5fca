//! Commits and thefts (DE-44..53).

use super::*;

#[test]
fn de_44_de_a6_every_run_of_two_or_more_neighbours_of_one_resource_can_be_committed() {
    // DE-44, DE-A6: a block of three has three parts, a block of m has m(m-1)/2.
    let play = table(2).hand(0, "S2 S3 C2 C3 C4 R2 C5 F2").begin();
    assert_eq!(play.offers("commit"), ["commit 1+2", "commit 3+4", "commit 4+5", "commit 3+4+5"]);
    let play = table(2).hand(0, "F2 F2 F2 F3 F3").begin();
    assert_eq!(play.offers("commit").len(), 10);
}

#[test]
fn de_14_de_44_a_single_card_cannot_be_committed() {
    assert_eq!(table(2).hand(0, "S2 C2 S3 C3").begin().legal(), ["roll"]);
}

#[test]
fn de_45_reviews_cannot_be_committed_and_keep_resources_apart() {
    let play = table(2).hand(0, "R2 R2 C2 R3 C3 R4 R4").begin();
    assert!(play.offers("commit").is_empty());
}

#[test]
fn de_44_de_51_de_36_committed_cards_leave_the_hand_for_the_own_restaurant_and_end_the_turn() {
    // DE-44, DE-51, and DE-36 for the rest of the hand.
    let mut play = table(3).hand(0, "R2 S2 S5 C2 F2").begin();
    play.act("commit 2+3");
    assert_eq!(play.restaurant(0), "S2 S5");
    assert_eq!(play.hand(0), "R2 C2 F2");
    assert_eq!(play.node(), "seat 2: turn");
}

#[test]
fn de_12_de_44_only_one_block_is_committed_in_a_turn() {
    let mut play = table(2).hand(0, "S2 S3 C2 C3").begin();
    play.act("commit 1+2");
    assert_eq!(play.node(), "seat 2: turn");
    assert_eq!(play.hand(0), "C2 C3");
}

#[test]
fn de_46_cards_become_neighbours_when_what_lay_between_leaves_the_hand() {
    // DE-46, by a review, a discard, a commit and a theft.
    let mut play = table(2).hand(0, "S2 R2 S3").market("C2").deck("F2 F3").begin();
    play.act("review 2 to 1").roll("chefs", 1);
    assert_eq!(play.offers("commit"), ["commit 1+2"]);

    let mut play = table(2).hand(0, "S2 C2 S3").market("C5").deck("F2 S4").begin();
    play.act("roll; discard 2; name chefs").die(1).roll("food", 1);
    assert_eq!(play.hand(0), "S2 S3");
    assert_eq!(play.offers("commit"), ["commit 1+2"]);

    let mut play = table(2).hand(0, "S2 C2 C3 S3").market("C5").deck("F2").begin();
    play.act("commit 2+3").roll("chefs", 1);
    assert_eq!(play.offers("commit"), ["commit 1+2"]);

    let mut play = table(2).hand(0, "C2 C3 C4").hand(1, "S2 C5 S3").begin();
    play.act("commit 1+2+3; rob 2; lose 2");
    assert_eq!(play.offers("commit"), ["commit 1+2"]);
}

#[test]
fn de_47_de_a10_three_cards_have_to_steal_from_one_opponent() {
    // DE-47: the theft is mandatory. DE-A10: the victim may hold no card of the kind.
    let mut play = table(4).hand(1, "F2 F3 F4").hand(0, "F5").hand(2, "S2").active(1).begin();
    play.act("commit 1+2+3");
    assert_eq!(play.node(), "seat 2: victim");
    assert_eq!(play.legal(), ["rob 1", "rob 3", "rob 4"]);
}

#[test]
fn de_47_two_cards_steal_nothing() {
    let mut play = table(2).hand(0, "F2 F3 F4").hand(1, "F5").begin();
    play.act("commit 1+2");
    assert_eq!(play.node(), "seat 2: turn");
    assert_eq!(play.restaurant(0), "F2 F3");
}

#[test]
fn de_48_de_a13_de_51_the_victim_chooses_the_card_and_it_goes_to_the_restaurant_of_the_thief() {
    // DE-48, DE-A13: the victim may give up its worst card.
    let mut play = table(3).hand(0, "F2 F3 F4").hand(2, "F5 S2 F2 R2").begin();
    play.act("commit 1+2+3; rob 3");
    assert_eq!(play.node(), "seat 3: loss");
    assert_eq!(play.legal(), ["lose 1", "lose 3"]);
    play.act("lose 3");
    assert_eq!(play.hand(2), "F5 S2 R2");
    assert_eq!(play.restaurant(0), "F2 F2 F3 F4");
    // DE-51, DE-10: the thief's turn is over; the seat after the thief is next, not the one after the victim.
    assert_eq!(play.node(), "seat 2: turn");
}

#[test]
fn de_49_a_victim_without_the_resource_loses_nothing_and_the_turn_ends() {
    let mut play = table(2).hand(0, "F2 F3 F4").hand(1, "S2 R2").begin();
    play.act("commit 1+2+3; rob 2");
    assert_eq!(play.hand(1), "S2 R2");
    assert_eq!(play.restaurant(0), "F2 F3 F4");
    assert_eq!(play.node(), "seat 2: turn");
}

#[test]
fn de_48_de_52_cards_in_restaurants_are_safe_from_thieves() {
    // DE-48, DE-52: only the hand is robbed.
    let mut play = table(2).hand(0, "F2 F3 F4").restaurant(1, "F5 F5").begin();
    play.act("commit 1+2+3; rob 2");
    assert_eq!(play.restaurant(1), "F5 F5");
    assert_eq!(play.node(), "seat 2: turn");
}

#[test]
fn de_50_six_cards_steal_no_more_than_three_do() {
    let mut play = table(2).hand(0, "F2 F2 F3 F3 F4 F4").hand(1, "F5 F5 F5").begin();
    play.act("commit 1+2+3+4+5+6; rob 2; lose 1");
    assert_eq!(play.hand(1), "F5 F5");
    assert_eq!(play.node(), "seat 2: turn");
}

#[test]
fn de_48_a_theft_of_the_only_card_leaves_an_empty_hand() {
    let mut play = table(2).hand(0, "F2 F3 F4").hand(1, "F5").begin();
    play.act("commit 1+2+3; rob 2; lose 1");
    assert_eq!(play.hand(1), "");
    assert_eq!(play.legal(), ["roll"]);
}
