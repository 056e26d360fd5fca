//! Reviews and the quality of a restaurant (DE-15..21).

use super::*;

#[test]
fn de_15_de_18_de_12_a_review_goes_from_the_hand_to_any_restaurant_the_own_included() {
    let play = table(3).hand(1, "S2 R5 F2 R2").active(1).begin();
    assert_eq!(
        play.offers("review"),
        [
            "review 2 to 1",
            "review 2 to 2",
            "review 2 to 3",
            "review 4 to 1",
            "review 4 to 2",
            "review 4 to 3"
        ]
    );
    for to in 0..3 {
        let mut play = play.clone();
        play.act(&format!("review 2 to {}", to + 1));
        assert_eq!(play.restaurant(to), "R5");
        assert_eq!(play.quality(to), 5);
        assert_eq!((0..3).filter(|&seat| play.quality(seat) == 2).count(), 2);
        // DE-18: the hand closes up in order.
        assert_eq!(play.hand(1), "S2 F2 R2");
        // DE-12: the turn is over.
        assert_eq!(play.node(), "seat 3: turn");
    }
}

#[test]
fn de_14_a_hand_without_reviews_reviews_nothing() {
    assert!(table(2).hand(0, "S2 C2 F2 E2").hand(1, "R5").begin().offers("review").is_empty());
}

#[test]
fn de_17_reviews_in_hand_do_not_set_the_quality() {
    assert_eq!(table(2).hand(0, "R5 R5 R5").begin().quality(0), 2);
}

#[test]
fn de_19_a_restaurant_without_reviews_has_two_stars() {
    // DE-19: committed cards do not matter.
    assert_eq!(table(2).restaurant(0, "S5 S5 C5 C5").begin().quality(0), 2);
}

#[test]
fn de_20_de_21_the_most_frequent_review_sets_the_quality_and_the_lowest_of_equals() {
    for (reviews, quality) in [
        ("R5", 5),
        ("R2 R5", 2),
        ("R5 R4", 4),
        ("R5 R5 R2", 5),
        ("R2 R3 R4 R5", 2),
        ("R3 R4 R5", 3),
        ("R5 R5 R4 R4 R3", 4),
        ("R2 R2 R3 R3 R4 R4 R5 R5 R5", 5),
        ("R4 R4 R4 R2 R2 R3 R3", 4),
    ] {
        assert_eq!(table(2).restaurant(0, reviews).begin().quality(0), quality, "{reviews}");
    }
}

#[test]
fn de_16_de_a9_reviews_pile_up_and_are_never_replaced() {
    let mut play = table(2).hand(0, "R2").hand(1, "R5").restaurant(0, "R5 R5").begin();
    play.act("review 1 to 1");
    assert_eq!(play.restaurant(0), "R2 R5 R5");
    play.act("review 1 to 1");
    assert_eq!(play.restaurant(0), "R2 R5 R5 R5");
    assert_eq!(play.quality(0), 5);
}

#[test]
fn de_16_de_56_a_review_changes_the_worth_of_everything_in_the_restaurant_at_once() {
    // DE-16, DE-56: two-star cards from 4 to 1 each, five-star cards from 5 to 10.
    let mut play = table(2).hand(0, "R5").restaurant(1, "S2 S2 C5 C5").begin();
    assert_eq!(play.scores(1), points([8, 10, 0, 0]));
    play.act("review 1 to 2");
    assert_eq!(play.scores(1), points([2, 20, 0, 0]));
}
