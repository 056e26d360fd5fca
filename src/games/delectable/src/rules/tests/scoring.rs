//! Values, resource scores, final scores, ties and the end (DE-54..63).

use super::*;
use crate::TITLE;

/// Every choice of `counted` of four scores, lowest first: the literal reading of DE-59..61.
pub(super) fn choices(scores: [i32; 4], counted: usize) -> Vec<Vec<i32>> {
    (0u8..16)
        .filter(|set| set.count_ones() as usize == counted)
        .map(|set| {
            let mut chosen: Vec<i32> = (0..4).filter(|at| set >> at & 1 == 1).map(|at| scores[at]).collect();
            chosen.sort_unstable();
            chosen
        })
        .collect()
}

#[test]
fn de_56_the_value_of_a_card_depends_on_its_stars_and_the_quality() {
    // DE-56: one less below the quality, twice its stars at it, its stars above it.
    let table_of_values = [
        ("", [4, 3, 4, 5]),
        ("R2", [4, 3, 4, 5]),
        ("R3", [1, 6, 4, 5]),
        ("R4", [1, 2, 8, 5]),
        ("R5", [1, 2, 3, 10]),
    ];
    for (review, values) in table_of_values {
        for (stars, value) in (2..=5).zip(values) {
            for (resource, letter) in ["S", "C", "F", "E"].into_iter().enumerate() {
                let play = table(2).restaurant(0, &format!("{review} {letter}{stars}")).begin();
                let mut expected = [0; 4];
                expected[resource] = 2 * value;
                assert_eq!(play.scores(0), expected, "{letter}{stars} at {review}");
            }
        }
    }
}

#[test]
fn de_58_a_resource_score_is_the_sum_over_its_cards_and_zero_without_any() {
    // DE-58. At four stars: servers 1 + 2 + 8 + 5, chefs none, food 8 + 8, equipment 1.
    let play = table(2).restaurant(0, "R4 S2 S3 S4 S5 F4 F4 E2").begin();
    assert_eq!(play.scores(0), points([16, 0, 16, 1]));
}

#[test]
fn de_56_all_five_matching_cards_are_doubled() {
    // DE-56: the printed rules have no limit. 5 * 10 = 50.
    assert_eq!(table(2).restaurant(0, "R5 F5 F5 F5 F5 F5").begin().scores(0), points([0, 0, 50, 0]));
}

#[test]
fn de_55_hands_count_for_nothing_at_the_end() {
    let mut play = table(2)
        .hand(0, "S5 S5 C5 C5 F5 F5")
        .restaurant(1, "S2 S2 C2 C2 F2 F2 E2 E2")
        .market("R2")
        .deck("R3")
        .last()
        .begin();
    play.roll("review", 1);
    assert_eq!(play.node(), "over");
    let outcome = play.rules.outcome(&play.state);
    assert_eq!((outcome.points[Seat(0)], outcome.points[Seat(1)]), (0, 2 * 8));
    assert_eq!(play.places(), [2, 1]);
    assert_eq!(Delectable::INFO.ends[outcome.end], "deck exhausted");
}

#[test]
fn de_59_de_60_de_61_four_three_two_and_two_resources_count() {
    // DE-59, DE-60, DE-61, DE-62: the lowest of all four, then of the best three, two and two.
    for (players, lowest) in [(2, 5), (3, 8), (4, 20), (5, 20)] {
        let rules = with(&TITLE, players, &[]);
        assert_eq!(rules.final_score(&[20, 8, 5, 30]), lowest, "{players} players");
        assert_eq!(rules.variant.counted, [4, 3, 2, 2][players - 2]);
    }
}

#[test]
fn de_60_counting_the_highest_scores_is_the_best_choice_tie_breaks_included() {
    // DE-60..63, for every vector of four scores from 0 to 3.
    for players in 2..=5 {
        let rules = with(&TITLE, players, &[]);
        let counted = rules.variant.counted;
        for code in 0..256i32 {
            let scores = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
            let best = choices(scores, counted).into_iter().max().unwrap();
            assert_eq!(rules.ranking(&scores)[..counted], best, "{scores:?}, {players} players");
            assert_eq!(rules.final_score(&scores), best[0]);
        }
    }
}

#[test]
fn de_63_the_next_lowest_score_breaks_a_tie() {
    // DE-63: 5 9 9 9 beats 5 8 20 20 on the second lowest.
    let two = with(&TITLE, 2, &[]);
    assert!(two.ranking(&[5, 9, 9, 9]) > two.ranking(&[5, 8, 20, 20]));
    assert!(two.ranking(&[9, 5, 9, 9]) > two.ranking(&[20, 20, 8, 5]));
    assert_eq!(two.ranking(&[5, 9, 9, 8]), two.ranking(&[8, 9, 5, 9]));
    // Three players count three: 7 8 9 leads, the others tie at 7 7 7.
    let three = with(&TITLE, 3, &[]);
    assert!(three.ranking(&[0, 7, 8, 9]) > three.ranking(&[6, 7, 7, 7]));
    assert_eq!(three.ranking(&[6, 7, 7, 7]), three.ranking(&[7, 7, 7, 0]));
}

#[test]
fn de_62_the_highest_final_score_wins_even_against_a_richer_restaurant() {
    // DE-62: 8 in each beats one resource of zero.
    let play = table(2)
        .restaurant(0, "S2 S2 C2 C2 F2 F2 E2 E2")
        .restaurant(1, "S5 S5 S5 S5 S4 S4 C5 C5 C5 F5 F5 F5 F5")
        .begin();
    assert_eq!(play.places(), [1, 2]);
}

#[test]
fn de_63_places_follow_the_counted_scores_in_turn() {
    // DE-63: the two lowest counted scores are equal; the first seat has more in the third.
    // Unreviewed: two-star 4, five-star 5. Seat 1 counts 8 8 10; seats 2 and 3 count 8 8 8.
    let play = table(3)
        .restaurant(0, "S2 S2 C2 C2 F5 F5")
        .restaurant(1, "C2 C2 F2 F2 E2 E2")
        .restaurant(2, "S2 S2 F2 F2 E2 E2")
        .begin();
    assert_eq!(play.places(), [1, 2, 2]);
}

#[test]
fn de_a8_a_full_tie_is_a_shared_victory() {
    // DE-A8: the counted scores are equal, but come from different resources.
    let play = table(2).restaurant(0, "S2 S2 C5 C5").restaurant(1, "F2 F2 E5 E5").begin();
    assert_eq!(play.places(), [1, 1]);
}

#[test]
fn de_a8_scores_that_do_not_count_break_no_tie() {
    // DE-A8: four players count two resources; the third one does not matter.
    let play = table(4).restaurant(0, "S2 S2 C2 C2 F2 F2").restaurant(1, "E2 E2 F2 F2").begin();
    assert_eq!(play.places(), [1, 1, 3, 3]);
}

#[test]
fn de_62_the_points_shown_on_the_way_are_those_of_the_end() {
    let play = table(2).restaurant(0, "R3 S3 S3 C3 C3 F3 F3 E2 E2").begin();
    assert_eq!(play.points(0), 2 * 2);
    assert_eq!(play.rules.outcome(&play.state).points[Seat(0)], 2 * 2);
}
