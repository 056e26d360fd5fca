//! Compares features of laid-out tables with values worked out by hand from the rules page.

use super::{Standing, worth};
use crate::rules::{
    components::{Face, Kind},
    tests::{Play, table, table_with},
};
use sim_engine::{Game, Seat};

fn me(play: &Play) -> Standing<'_> {
    Standing::new(play.rules.observe(&play.state, Seat(0)), Seat(0))
}

fn card_at<'a>(me: &Standing<'a>, at: u8) -> &'a Face {
    me.card(at).expect("the hand is that long")
}

#[test]
fn de_56_a_card_is_worth_what_each_quality_makes_of_it() {
    let play = table(2).hand(0, "C4 S2 R5").begin();
    let me = me(&play);
    let values = |at: u8| [2, 3, 4, 5].map(|quality| worth::value_at(&me, card_at(&me, at), quality));
    assert_eq!(values(0), [4.0, 4.0, 8.0, 3.0]);
    assert_eq!(values(1), [4.0, 1.0, 1.0, 1.0]);
    assert_eq!(values(2), [0.0; 4]);
}

#[test]
fn de_20_de_61_a_review_is_worth_what_it_does_at_home_with_the_hand_committed() {
    // Without reviews the quality is two stars: servers 5 + 5 + 4 + 4, chefs 4 + 4 + 4. Two resources count.
    let play = table(4).restaurant(0, "S5 S5 C2 C2").hand(0, "R5 S2 S2 C4 R2").begin();
    let me = me(&play);
    assert_eq!(me.prospect, 2 * 12);
    // Five stars: servers 10 + 10 + 1 + 1, chefs 1 + 1 + 3.
    assert_eq!(worth::review_gain(&me, card_at(&me, 0)), (-7.0, 27.0 - 30.0));
    // A two-star review changes nothing, and other cards have no review gain.
    assert_eq!(worth::review_gain(&me, card_at(&me, 4)), (0.0, 0.0));
    assert_eq!(worth::review_gain(&me, card_at(&me, 1)), (0.0, 0.0));
}

#[test]
fn de_15_a_review_harms_the_rival_who_has_most_to_lose() {
    // At two stars 4 + 4 + 4, at five 1 + 1 + 1; the other rival gains by five stars.
    let play = table(3).hand(0, "R5 R2").restaurant(1, "S2 S2 S2").restaurant(2, "F5 F5").begin();
    let me = me(&play);
    assert_eq!(worth::review_harm(&me, card_at(&me, 0)), 9.0);
    assert_eq!(worth::review_harm(&me, card_at(&me, 1)), 0.0);
}

#[test]
fn de_47_a_theft_threatens_by_the_longest_run_in_a_rivals_hand() {
    let play = table(3).hand(1, "S2 S3 C2 S4 S5 S2").hand(2, "C3 F2 F3").begin();
    let me = me(&play);
    let threats = Kind::ALL.map(|kind| worth::theft_threat(&me, kind));
    assert_eq!(threats, [1.0, 1.0 / 3.0, 2.0 / 3.0, 0.0, 0.0]);
}

#[test]
fn de_44_runs_that_could_be_committed_are_counted_once_each() {
    let runs = |hand: &str| me(&table(2).hand(0, hand).begin()).runs_held();
    assert_eq!(runs("R5 S2 S2 C4"), 1);
    assert_eq!(runs("S2 S3 R2 S4 S5 S5 F2"), 2);
    assert_eq!(runs("S2 R2 S3 R3"), 0);
}

#[test]
fn de_44_where_cards_need_not_be_neighbours_all_of_a_resource_are_one_run() {
    let apart = |hand: &str, rival: &str| {
        table_with(2, &[("adjacency", "false")]).hand(0, hand).hand(1, rival).begin()
    };
    let runs = |hand: &str| me(&apart(hand, "")).runs_held();
    assert_eq!(runs("S2 R2 S3 R3"), 1);
    assert_eq!(runs("S2 C2 S3 C3 S4 F2"), 2);
    assert_eq!(runs("R2 R3 S2"), 0);
    let play = apart("R5", "S2 C2 S3 R2 S4");
    let threats = Kind::ALL.map(|kind| worth::theft_threat(&me(&play), kind));
    assert_eq!(threats, [1.0, 1.0 / 3.0, 0.0, 0.0, 0.0]);
}

#[test]
fn de_2_de_3_copies_left_are_those_that_nobody_has_seen() {
    let play = table(2).hand(0, "S2 R5").hand(1, "S2").market("S2 S3").discards("S2").begin();
    let me = me(&play);
    // Five copies of a resource card, four of them open; seven of a review.
    assert_eq!(me.seen.unseen_like(card_at(&me, 0)), 1);
    assert_eq!(me.seen.unseen_like(card_at(&me, 1)), 6);
}
