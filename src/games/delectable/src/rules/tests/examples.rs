//! The rulebook's own examples and picture, number by number.

use super::*;

/// The pictured table: the player's hand, restaurant and reviews, the market and the discard pile.
fn picture() -> Layout {
    table(2)
        .restaurant(0, "R4 R4 R3 R3 R2 S5 S2 C4 C4 C3 F3 F3 F3 F2 E2 E2")
        .market("R4 S5 F2 C4 E2")
        .deck("S3 S3")
}

#[test]
fn de_6_de_28_de_33_the_pictured_three_star_food_modifies_rolls_as_its_page_explains() {
    // DE-6, DE-28, DE-33. Minus 1 to servers, plus 1 to chefs, plus 2 to food, nothing else.
    let mut play = table(2).hand(0, "F3").market("S2 C2 F3 E2 R2").begin();
    play.act("roll");
    for (pile, modifier) in [("servers", -1), ("chefs", 1), ("food", 2), ("equipment", 0), ("review", 0)] {
        let mut roll = play.clone();
        roll.act(&format!("name {pile}")).die(10);
        assert_eq!(roll.rolled().hand, modifier, "{pile}");
    }
}

#[test]
fn de_27_the_pictured_three_star_food_adds_nothing_when_discarded() {
    let mut play = table(2).hand(0, "F3").market("S2").begin();
    play.act("roll; discard 1; name servers").die(4);
    // 4 + 0 for the discard + 2 stars = 6.
    assert_eq!(play.rolled(), Rolled { discards: 0, hand: 0, stars: 2, success: true });
}

#[test]
fn de_33_the_pictured_three_star_food_costs_13() {
    // DE-33: a bare two-star restaurant needs 13 - 2 = 11.
    let mut play = table(2).market("F3").begin();
    play.act("roll");
    assert_eq!(play.needs("food"), Some(11));
}

#[test]
fn de_20_de_21_five_reviews_with_two_threes_and_two_fours_make_three_stars() {
    // DE-20, DE-21. The fifth review does not matter, a two or a five.
    for other in ["R2", "R5"] {
        let play = table(2).restaurant(0, &format!("R4 R3 {other} R3 R4")).begin();
        assert_eq!(play.quality(0), 3, "{other}");
    }
}

#[test]
fn de_56_de_58_the_pictured_restaurant_scores_6_14_19_and_2() {
    // DE-56, DE-58: servers 5 + 1, chefs 4 + 4 + 6, food 6 + 6 + 6 + 1, equipment 1 + 1.
    let play = picture().begin();
    assert_eq!(play.quality(0), 3);
    assert_eq!(play.scores(0), points([6, 14, 19, 2]));
}

#[test]
fn de_59_de_60_de_61_the_pictured_restaurant_is_worth_2_6_14_or_14_by_the_number_of_players() {
    // DE-59, DE-60, DE-61, DE-62: four, three, two and two resources count.
    for (players, score) in [(2, 2), (3, 6), (4, 14), (5, 14)] {
        let play = table(players).restaurant(0, "R4 R4 R3 R3 R2 S5 S2 C4 C4 C3 F3 F3 F3 F2 E2 E2").begin();
        assert_eq!(play.points(0), 2 * score, "{players} players");
    }
}

#[test]
fn de_27_de_28_de_31_the_two_star_food_of_the_example_is_certain() {
    // DE-27, DE-28, DE-31: die + 2 for the chef + 0 from the hand + 2 stars, at least 5.
    let mut play = picture().hand(0, "R5 F4 C4 C2 C2 R3").begin();
    play.act("roll; discard 5");
    assert_eq!(play.needs("food"), Some(1));
    play.act("name food").die(1);
    assert_eq!(play.rolled(), Rolled { discards: 2, hand: 0, stars: 2, success: true });
    assert_eq!(play.hand(0), "R5 F4 C4 C2 R3 F2");
}

#[test]
fn de_27_de_28_de_31_the_five_star_server_of_the_example_needs_a_12() {
    // DE-27, DE-28, DE-31, DE-33: die + 2 + 4 + 3 stars against 21, so 9 faces of 20.
    let mut play = picture().hand(0, "R5 F4 C4 C2 C2 R3").begin();
    play.act("roll; discard 5");
    assert_eq!(play.needs("servers"), Some(12));
    assert_eq!((1..=20).filter(|&face| play.succeeds("servers", face)).count(), 9);
    play.act("name servers").die(12);
    assert_eq!(play.rolled(), Rolled { discards: 2, hand: 4, stars: 3, success: true });
}

#[test]
fn the_other_piles_of_the_picture_need_what_their_faces_say() {
    // R4: 10 - 2 - 0 - 3 = 5. C4: 16 - 2 + 2 - 3 = 13. E2: 6 - 2 - 1 - 2 = 1.
    let mut play = picture().hand(0, "R5 F4 C4 C2 C2 R3").begin();
    play.act("roll; discard 4");
    assert_eq!(play.needs("review"), Some(5));
    assert_eq!(play.needs("chefs"), Some(13));
    assert_eq!(play.needs("equipment"), Some(1));
}

#[test]
fn de_44_de_47_the_pictured_hand_can_commit_its_two_chefs_and_nothing_else() {
    // DE-44: the two-star chef on the discard pile is another one.
    let mut play = picture().hand(0, "R5 F4 C4 C2 R3").hand(1, "C5").discards("C2").begin();
    assert_eq!(play.offers("commit"), ["commit 3+4"]);
    play.act("commit 3+4");
    // DE-47: two cards do not steal.
    assert_eq!(play.node(), "seat 2: turn");
    assert_eq!(play.hand(0), "R5 F4 R3");
    assert_eq!(play.hand(1), "C5");
}
