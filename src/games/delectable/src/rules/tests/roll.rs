//! The Roll Action, step by step (DE-22..43).

use super::*;

/// Collects the hands that remain when a pile is named, for every sequence of discards.
fn remaining_hands(play: &Play, hands: &mut Vec<String>) {
    if !play.offers("name").is_empty() {
        hands.push(play.hand(0));
    }
    for discard in play.offers("discard") {
        let mut play = play.clone();
        play.act(&discard);
        remaining_hands(&play, hands);
    }
}

#[test]
fn de_22_any_set_of_cards_can_be_discarded_each_in_one_way() {
    // DE-22: five different cards have 2^5 subsets.
    let mut play = table(2).hand(0, "S2 C3 F4 E5 R2").begin();
    play.act("roll");
    let mut hands = Vec::new();
    remaining_hands(&play, &mut hands);
    assert_eq!(hands.len(), 32);
    hands.sort_unstable();
    hands.dedup();
    assert_eq!(hands.len(), 32);
    assert!(hands.contains(&String::new()) && hands.contains(&"C3 R2".to_owned()));
}

#[test]
fn de_23_a_hand_of_nine_must_shed_two_and_may_shed_more() {
    // DE-23: of 2^9 subsets those of none (1) and of one card (9) are too small.
    let mut play = table(2).hand(0, "S2 S3 S4 C2 C3 C4 F2 F3 F4").begin();
    play.act("roll");
    assert!(play.offers("name").is_empty());
    let mut after_one = play.clone();
    after_one.act("discard 1");
    assert!(after_one.offers("name").is_empty());
    after_one.act("discard 1");
    assert!(!after_one.offers("name").is_empty());
    // The last position cannot come first: nothing would lie right of it for the second discard.
    assert_eq!(play.offers("discard").last().unwrap(), "discard 8");
    let mut hands = Vec::new();
    remaining_hands(&play, &mut hands);
    assert_eq!(hands.len(), 512 - 1 - 9);
    assert!(hands.iter().all(|hand| hand.split_whitespace().count() <= 7));
    hands.sort_unstable();
    hands.dedup();
    assert_eq!(hands.len(), 502);
}

#[test]
fn de_23_a_hand_of_seven_need_not_discard() {
    let mut play = table(2).hand(0, "S2 S3 S4 C2 C3 C4 F2").begin();
    play.act("roll");
    assert!(!play.offers("name").is_empty());
    assert_eq!(play.offers("discard").len(), 7);
}

#[test]
fn de_24_de_a7_the_hand_limit_acts_only_in_a_roll_action() {
    // DE-24, DE-A7: the eighth card stays, through reviews and commits, until the next roll.
    let mut play = table(2).hand(0, "R2 S2 S3 C2 F3 E3 E4").market("F2").deck("C5 F5").begin();
    play.roll("food", 20);
    assert_eq!(play.hand(0), "R2 S2 S3 C2 F3 E3 E4 F2");
    assert_eq!(play.node(), "seat 2: turn");
    play.roll("chefs", 1).act("roll");
    assert!(play.offers("name").is_empty());

    let mut play = table(2).hand(0, "R2 S2 S3 C2 F3 E3 R3 R4 R5").begin();
    play.act("review 1 to 1");
    assert_eq!(play.node(), "seat 2: turn");
    assert_eq!(play.hand(0), "S2 S3 C2 F3 E3 R3 R4 R5");
}

#[test]
fn de_22_de_36_de_46_discards_go_to_the_discard_pile_and_the_hand_closes_up() {
    let mut play = table(2).hand(0, "S2 C3 F4 E5 R2").market("S5").begin();
    play.act("roll; discard 2; discard 3");
    assert_eq!(play.hand(0), "S2 F4 R2");
    assert_eq!(play.at(Place::Discards), "C3 E5");
    // Further discards lie further right: only the review is left to choose.
    assert_eq!(play.offers("discard"), ["discard 3"]);
}

#[test]
fn de_25_de_41_only_piles_with_cards_can_be_named_reviews_among_them() {
    let mut play = table(2).market("S2 C2 F2 E2 R2 S3").begin();
    play.act("roll");
    assert_eq!(play.legal(), ["name servers", "name chefs", "name food", "name equipment", "name review"]);
    let mut play = table(2).market("R2 F2").begin();
    play.act("roll");
    assert_eq!(play.legal(), ["name food", "name review"]);
}

#[test]
fn de_5_de_26_the_die_shows_each_of_its_twenty_faces_and_no_other() {
    let mut seen = [0u32; 22];
    for deal in 0..2000 {
        let mut play = table(2).market("S2").begin();
        play.act("roll; name servers");
        play.rules.apply_chance(&mut play.state, &Luck::new(9, deal), &mut |_| {});
        seen[usize::from(play.state.table.die)] += 1;
    }
    assert_eq!((seen[0], seen[21]), (0, 0));
    // Each face is expected a hundred times; the standard deviation is ten.
    assert!(seen[1..=20].iter().all(|&count| (50..=150).contains(&count)), "{seen:?}");
}

#[test]
fn de_25_de_26_the_die_waits_for_the_named_pile() {
    let mut play = table(2).market("S2").begin();
    play.act("roll");
    assert_eq!(play.node(), "seat 1: roll");
    play.act("name servers");
    assert_eq!(play.node(), "chance");
}

#[test]
fn de_27_all_cards_discarded_this_turn_add_their_bonus() {
    // DE-27: 2 + 9 + 0 + 0, forced discards included.
    let mut play = table(2).hand(0, "S2 E5 F2 R2 C2 C3 C4 C5 S3").market("F5").begin();
    play.act("roll; discard 1; discard 1; discard 1; discard 1; name food").die(1);
    assert_eq!(play.rolled().discards, 11);
}

#[test]
fn de_27_de_a3_discards_of_the_first_roll_count_in_the_extra_one() {
    // DE-27, DE-A3. The drawn food lands on the named pile. The bonus is 2, then 2 + 5.
    let mut play = table(2).hand(0, "C2 S3").market("F5").deck("F4 S2").begin();
    play.act("roll; discard 1; name food").die(1);
    assert_eq!(play.rolled().discards, 2);
    play.act("again; discard 1; name food").die(1);
    assert_eq!(play.rolled().discards, 7);
}

#[test]
fn de_27_de_30_de_31_the_second_of_two_rolls_adds_both_discards_and_the_stars_of_the_review() {
    // DE-27, DE-30, DE-31: 10 + 4 + 0 + 4 = 18 for a five-star review of a four-star restaurant.
    let mut play = table(2).hand(0, "C2 C2").restaurant(0, "R4").market("R5").deck("R5 S2").begin();
    play.act("roll; discard 1; name review").die(1);
    assert_eq!(play.rolled(), Rolled { discards: 2, hand: 0, stars: 4, success: false });
    play.act("again; discard 1; name review").die(10);
    assert_eq!(play.rolled(), Rolled { discards: 4, hand: 0, stars: 4, success: true });
}

#[test]
fn de_27_discards_of_an_earlier_turn_add_nothing() {
    let mut play = table(2).hand(0, "E5").market("F5").deck("S2 S3 S4").begin();
    play.act("roll; discard 1; name food").die(1);
    assert_eq!(play.rolled().discards, 9);
    // Neither the next player gets the bonus, nor the same player in the next turn.
    play.roll("food", 1);
    assert_eq!(play.rolled().discards, 0);
    play.roll("food", 1);
    assert_eq!(play.rolled().discards, 0);
}

#[test]
fn de_28_only_the_three_rightmost_cards_modify_the_roll() {
    // DE-28: R5 gives +3 to food, three-star servers give nothing.
    for (hand, modifier) in [("R5 S3 S3 S3", 0), ("S3 R5 S3 S3", 3), ("S3 S3 S3 R5", 3), ("R5 R5 R5 R5", 9)] {
        let mut play = table(2).hand(0, hand).market("F5").begin();
        assert_eq!(play.roll("food", 1).rolled().hand, modifier, "{hand}");
    }
}

#[test]
fn de_29_with_fewer_than_three_cards_all_of_them_modify_the_roll() {
    for (hand, modifier) in [("", 0), ("R5", 3), ("R5 F2", 5)] {
        let mut play = table(2).hand(0, hand).market("F5").begin();
        assert_eq!(play.roll("food", 1).rolled().hand, modifier, "{hand}");
    }
}

#[test]
fn de_28_de_32_a_discard_makes_room_for_another_card_among_the_three_rightmost() {
    // DE-28, DE-32: the discarded two-star chef takes its -2 to chefs with it.
    let mut play = table(2).hand(0, "F3 C2 S3 S3").market("C5").begin();
    let mut kept = play.clone();
    assert_eq!(kept.roll("chefs", 1).rolled().hand, -2);
    play.act("roll; discard 2; name chefs").die(1);
    assert_eq!(play.rolled().hand, 1);
}

#[test]
fn de_30_no_card_modifies_a_roll_for_reviews() {
    let mut play = table(2).hand(0, "R2 R3 R4").market("R5").begin();
    assert_eq!(play.roll("review", 1).rolled().hand, 0);
}

#[test]
fn de_a1_reviews_among_the_three_rightmost_count_as_they_are_printed() {
    // DE-A1: R2 +3, R3 +3, R4 +1 to servers.
    let mut play = table(2).hand(0, "R2 R3 R4").market("S5").begin();
    assert_eq!(play.roll("servers", 1).rolled().hand, 7);
}

#[test]
fn de_31_the_lesser_of_the_own_quality_and_the_stars_of_the_card_is_added() {
    for (reviews, top, pile, stars) in [
        ("", "F5", "food", 2),
        ("R5", "F2", "food", 2),
        ("R5", "F5", "food", 5),
        ("R3", "F4", "food", 3),
        ("R4", "F3", "food", 3),
        ("R4", "R5", "review", 4),
        ("R4", "R2", "review", 2),
    ] {
        // The opponent's quality does not matter.
        let mut play = table(2).restaurant(0, reviews).restaurant(1, "R5 R5").market(top).begin();
        assert_eq!(play.roll(pile, 1).rolled().stars, stars, "{reviews} for {top}");
    }
}

#[test]
fn de_31_de_33_de_38_the_stars_are_those_of_the_card_on_top() {
    // DE-31, DE-33, DE-38: the covered food would cost 5 and give two stars.
    let mut play = table(2).restaurant(0, "R5").market("F2 F5").begin();
    play.act("roll");
    assert_eq!(play.needs("food"), Some(16));
    play.act("name food").die(16);
    assert_eq!(play.rolled().stars, 5);
}

#[test]
fn de_a16_the_quality_at_the_moment_of_the_roll_counts() {
    // DE-A16: a review given later does not matter, one given before does.
    let mut play = table(2).hand(1, "R5").market("F5").deck("S2 S3").begin();
    assert_eq!(play.roll("food", 1).rolled().stars, 2);
    play.act("review 1 to 1");
    assert_eq!(play.roll("food", 1).rolled().stars, 5);
}

#[test]
fn de_33_a_modified_roll_that_equals_the_cost_acquires_the_card() {
    // DE-33: 5 - 2 = 3 for the two-star chef.
    let mut play = table(2).market("C2").begin();
    play.act("roll");
    assert!(!play.succeeds("chefs", 2));
    assert!(play.succeeds("chefs", 3));
}

#[test]
fn de_34_de_a14_a_natural_20_can_fail_and_a_natural_1_can_succeed() {
    // DE-34, DE-A14: three two-star chefs take 6 from a roll for the five-star chef of cost 20.
    let mut play = table(2).hand(0, "C2 C2 C2").market("C5").begin();
    play.act("roll");
    assert_eq!(play.needs("chefs"), None);
    let mut play = table(2).hand(0, "E5").market("C5").restaurant(0, "R5").begin();
    // 1 + 9 + 5 = 15 is not enough; a second discard makes it 24.
    play.act("roll; discard 1");
    assert_eq!(play.needs("chefs"), Some(6));
    let mut play = table(2).hand(0, "E5 E5").market("C5").restaurant(0, "R5").begin();
    play.act("roll; discard 1; discard 1");
    assert_eq!(play.needs("chefs"), Some(1));
}

#[test]
fn de_35_de_36_an_acquired_card_goes_to_the_right_end_of_the_hand() {
    let mut play = table(2).hand(0, "S5 C5").market("F2").begin();
    play.roll("food", 20);
    assert_eq!(play.hand(0), "S5 C5 F2");
}

#[test]
fn de_37_de_39_a_failed_roll_leaves_the_market_card_and_still_draws() {
    let mut play = table(2).market("F5").deck("S2 C2").begin();
    play.roll("food", 1);
    assert_eq!(play.hand(0), "");
    assert_eq!(play.market(), ["S2", "F5"]);
}

#[test]
fn de_38_taking_the_top_card_uncovers_the_one_below() {
    let mut play = table(2).market("F5 F3 F2").deck("S2").begin();
    play.roll("food", 20);
    assert_eq!(play.market(), ["S2", "F3 F5"]);
}

#[test]
fn de_39_a_drawn_card_starts_a_missing_pile_or_covers_the_pile_of_its_kind() {
    // DE-39..41: resources by kind, all reviews on one pile.
    let mut play = table(2).market("F5").deck("S2 S3 R2 R5 C2 E2").begin();
    let expected: [&[&str]; 6] = [
        &["S2", "F5"],
        &["S3 S2", "F5"],
        &["S3 S2", "F5", "R2"],
        &["S3 S2", "F5", "R5 R2"],
        &["S3 S2", "C2", "F5", "R5 R2"],
        &["S3 S2", "C2", "F5", "E2", "R5 R2"],
    ];
    for piles in expected {
        play.roll("food", 1);
        assert_eq!(play.market(), piles);
    }
}
