//! Every setting, ruling or number, changes the behavior that it describes.

use super::*;
use crate::TITLE;

/// The names of the fields in which two variants differ.
pub(super) fn changed_fields(rules: &Delectable) -> Vec<String> {
    let fields = |rules: &Delectable| {
        let text = format!("{:#?}", rules.variant);
        // Fields are indented by four spaces, the rest of a value deeper.
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in text.lines() {
            match line.strip_prefix("    ").filter(|line| !line.starts_with([' ', ']', ')'])) {
                Some(line) => {
                    let (name, value) = line.split_once(':').unwrap();
                    fields.push((name.to_owned(), value.to_owned()));
                }
                None => {
                    if let Some((_, value)) = fields.last_mut() {
                        value.push_str(line);
                    }
                }
            }
        }
        fields
    };
    let printed = fields(&with(&TITLE, rules.players(), &[]));
    fields(rules).into_iter().zip(printed).filter(|(a, b)| a != b).map(|(a, _)| a.0).collect()
}

#[test]
fn every_setting_turns_one_field_of_the_variant() {
    let turned = [
        ("hand_limit", "5", "hand_limit"),
        ("die_faces", "12", "die_faces"),
        ("market_start", "4", "market_start"),
        ("start_cards", "1", "start_cards"),
        ("modifier_cards", "2", "modifier_cards"),
        ("review_modifiers", "skip", "review_modifiers"),
        ("discard_bonus", "action", "discard_bonus"),
        ("refilled_pile", "false", "refilled_pile"),
        ("extra_rolls", "1", "extra_rolls"),
        ("extra", "turn", "extra"),
        ("commit_min", "3", "commit_min"),
        ("commit_part", "false", "commit_part"),
        ("adjacency", "false", "adjacency"),
        ("theft_min", "4", "theft_min"),
        ("theft", "thief", "theft"),
        ("victim", "able", "victim"),
        ("hand_check", "turn", "hand_check"),
        ("rename_on_top", "true", "rename_on_top"),
        ("memory", "tops", "memory"),
        ("default_quality", "3", "default_quality"),
        ("below", "half", "value"),
        ("below_penalty", "2", "value"),
        ("match_factor", "3", "value"),
        ("match_cards", "1", "match_cards"),
        ("counted_two", "3", "counted"),
        ("tie_break", "all", "tie_break"),
    ];
    for (path, value, field) in turned {
        assert_eq!(changed_fields(&with(&TITLE, 2, &[(path, value)])), [field], "{path}");
    }
    for (players, path) in [(3, "counted_three"), (4, "counted_four"), (5, "counted_five")] {
        assert_eq!(changed_fields(&with(&TITLE, players, &[(path, "1")])), ["counted"]);
        // It changes nothing for another number of players.
        assert!(changed_fields(&with(&TITLE, 2, &[(path, "1")])).is_empty());
    }
    let singles = settings(&TITLE).entries().into_iter().filter(|entry| !entry.path.contains('.'));
    assert_eq!(singles.count(), turned.len() + 3);
}

#[test]
fn de_23_a_lower_hand_limit_forces_discards_earlier() {
    // DE-23, `hand_limit`.
    let mut play = table_with(2, &[("hand_limit", "2")]).hand(0, "S2 C2 F2").begin();
    play.act("roll");
    assert!(play.offers("name").is_empty());
    play.act("discard 1");
    assert_eq!(play.offers("name").len(), 1);
}

#[test]
fn de_5_another_die_has_other_faces() {
    // DE-5, `die_faces`: a d10 cannot reach the three-star food from a bare restaurant: 10 + 2 < 13.
    let mut play = table_with(2, &[("die_faces", "10")]).market("F3").begin();
    play.act("roll");
    assert_eq!(play.needs("food"), None);
}

#[test]
fn de_8_a_larger_opening_market_shortens_the_game() {
    // DE-8, `market_start`.
    let rules = with(&TITLE, 2, &[("market_start", "5")]);
    let state = rules.deal(&Luck::new(1, 1), &mut |_| {});
    rules.check_conservation(&state).unwrap();
    assert_eq!(rules.observe(&state, Seat(0)).deck_left(), 103);
}

#[test]
fn de_8_cards_are_dealt_to_the_hand_of_a_late_seat() {
    // DE-8, `start_cards`: the market opens with the same card.
    let luck = Luck::new(1, 1);
    let mut events = Vec::new();
    let rules = with(&TITLE, 4, &[("start_cards.3", "2")]);
    let state = rules.deal(&luck, &mut |event| events.push(event));
    rules.check_conservation(&state).unwrap();
    let hand_sizes =
        |state: &State| Seat::all(4).map(|seat| state.table.hand(seat).len()).collect::<Vec<_>>();
    assert_eq!((hand_sizes(&state), rules.observe(&state, Seat(0)).deck_left()), (vec![0, 0, 2, 0], 105));
    assert!(matches!(
        events[..],
        [Event::Opened { .. }, Event::Dealt { seat: Seat(2), .. }, Event::Dealt { seat: Seat(2), .. }]
    ));
    let printed = with(&TITLE, 4, &[]).deal(&luck, &mut |_| {});
    assert_eq!((hand_sizes(&printed), printed.table.tops), (vec![0; 4], state.table.tops));
}

#[test]
fn de_28_more_or_fewer_cards_can_modify_a_roll() {
    // DE-28, `modifier_cards`: R5 gives +3 to food.
    for (cards, modifier) in [("0", 0), ("1", 3), ("13", 15)] {
        let mut play =
            table_with(2, &[("modifier_cards", cards)]).hand(0, "R5 R5 R5 R5 R5").market("F5").begin();
        assert_eq!(play.roll("food", 1).rolled().hand, modifier, "{cards}");
    }
}

#[test]
fn de_a1_reviews_can_fill_a_place_in_vain_or_be_passed_over() {
    // DE-A1, `review_modifiers`, on the pictured hand: servers C4 +1, C2 0, R3 +3, and F4 0;
    // food C4 0, C2 -1, R3 +1, and F4 +2.
    for (ruling, servers, food) in [("count", 4, 0), ("blank", 1, -1), ("skip", 1, 1)] {
        for (pile, modifier) in [("servers", servers), ("food", food)] {
            let mut play = table_with(2, &[("review_modifiers", ruling)])
                .hand(0, "R5 F4 C4 C2 R3")
                .market("S5 F5")
                .begin();
            assert_eq!(play.roll(pile, 1).rolled().hand, modifier, "{ruling} {pile}");
        }
    }
}

#[test]
fn de_a3_the_bonus_of_discards_can_end_with_their_roll_action() {
    // DE-A3, `discard_bonus`.
    let mut play =
        table_with(2, &[("discard_bonus", "action")]).hand(0, "C2 S3").market("F5").deck("F4 S2").begin();
    play.act("roll; discard 1; name food").die(1);
    assert_eq!(play.rolled().discards, 2);
    play.act("again; discard 1; name food").die(1);
    assert_eq!(play.rolled().discards, 5);
}

#[test]
fn de_a4_a_refilled_pile_can_be_a_new_one() {
    // DE-A4, `refilled_pile`: the ruling concerns only an emptied pile.
    let values = [("refilled_pile", "false")];
    let mut play = table_with(2, &values).market("F2").deck("F3 S2").begin();
    play.roll("food", 20);
    assert_eq!(play.node(), "seat 2: turn");
    let mut play = table_with(2, &values).market("F3 F2").deck("F3 S2").begin();
    play.roll("food", 20);
    assert_eq!(play.node(), "seat 1: again");
    let mut play = table_with(2, &values).market("F2").deck("F3 S2").begin();
    play.roll("food", 1);
    assert_eq!(play.node(), "seat 1: again");
}

#[test]
fn de_a5_extra_rolls_can_be_limited_or_abolished() {
    // DE-A5, `extra_rolls`.
    let mut play = table_with(2, &[("extra_rolls", "0")]).market("F5").deck("F4 F3").begin();
    play.roll("food", 1);
    assert_eq!(play.node(), "seat 2: turn");
    let mut play = table_with(2, &[("extra_rolls", "1")]).market("F5").deck("F4 F3 F2 F2 S2").begin();
    play.roll("food", 1).act("again; name food").die(1);
    assert_eq!(play.node(), "seat 2: turn");
    // The limit is per turn, not per game.
    play.roll("food", 1);
    assert_eq!(play.node(), "seat 2: again");
}

#[test]
fn de_42_a_lucky_draw_can_earn_a_whole_turn() {
    // DE-42, `extra`: all actions are legal, and the discards of the previous turn no longer count.
    let mut play =
        table_with(2, &[("extra", "turn")]).hand(0, "E5 S2 S3 R2").market("F5").deck("F4 S2").begin();
    play.act("roll; discard 1; name food").die(1);
    assert_eq!(play.node(), "seat 1: again");
    let mut stopped = play.clone();
    stopped.act("stop");
    assert_eq!(stopped.node(), "seat 2: turn");
    play.act("again");
    assert_eq!(play.legal(), ["roll", "review 3 to 1", "review 3 to 2", "commit 1+2"]);
    play.roll("food", 1);
    assert_eq!(play.rolled().discards, 0);
}

#[test]
fn de_44_the_fewest_cards_of_a_commit_can_change() {
    // DE-44, `commit_min`.
    let offers =
        |fewest| table_with(2, &[("commit_min", fewest)]).hand(0, "S2 S3 S4 R2").begin().offers("commit");
    assert_eq!(offers("1").len(), 6);
    assert_eq!(offers("3"), ["commit 1+2+3"]);
    assert!(offers("4").is_empty());
}

#[test]
fn de_a6_a_commit_can_be_bound_to_the_whole_block() {
    // DE-A6, `commit_part`.
    let play = table_with(2, &[("commit_part", "false")]).hand(0, "S2 S3 S4 C2 F2 F3").begin();
    assert_eq!(play.offers("commit"), ["commit 1+2+3", "commit 5+6"]);
}

#[test]
fn de_44_commits_can_ignore_the_order_of_the_hand() {
    // DE-44, `adjacency`: any two or more of one resource, still no reviews.
    let hand = "S2 R2 S3 R3 S4";
    let play = table_with(2, &[("adjacency", "false")]).hand(0, hand).begin();
    assert_eq!(play.offers("commit"), ["commit 1+3", "commit 1+5", "commit 3+5", "commit 1+3+5"]);
    let whole = table_with(2, &[("adjacency", "false"), ("commit_part", "false")]).hand(0, hand).begin();
    assert_eq!(whole.offers("commit"), ["commit 1+3+5"]);
    assert!(table(2).hand(0, hand).begin().offers("commit").is_empty());
}

#[test]
fn de_36_commits_out_of_order_keep_the_rest_in_order() {
    // DE-36, `adjacency`.
    let mut play = table_with(2, &[("adjacency", "false")]).hand(0, "S2 R2 S3 R3 S4").begin();
    play.act("commit 1+5");
    assert_eq!(play.hand(0), "R2 S3 R3");
    assert_eq!(play.restaurant(0), "S2 S4");
}

#[test]
fn de_47_a_theft_can_need_more_cards_or_fewer() {
    // DE-47, `theft_min`.
    let mut play = table_with(2, &[("theft_min", "4")]).hand(0, "F2 F2 F3").hand(1, "F5").begin();
    play.act("commit 1+2+3");
    assert_eq!(play.node(), "seat 2: turn");
    let mut play = table_with(2, &[("theft_min", "2")]).hand(0, "F2 F2").hand(1, "F5").begin();
    play.act("commit 1+2");
    assert_eq!(play.node(), "seat 1: victim");
}

#[test]
fn de_48_a_thief_can_take_a_card_into_the_hand_or_draw_or_neither() {
    // DE-48, `theft`: the thief chooses a card of one opponent, and does not commit it.
    let layout = || {
        table_with(3, &[("theft", "thief")])
            .hand(0, "R2 F2 F3 F4")
            .hand(1, "F5 S2")
            .hand(2, "S3 F2 F3")
            .market("E2")
            .deck("C4 C5")
    };
    let mut play = layout().begin();
    play.act("commit 2+3+4");
    assert_eq!(play.node(), "seat 1: theft");
    assert_eq!(play.legal(), ["take 1 from 2", "take 2 from 3", "take 3 from 3", "draw", "waive"]);
    let mut taking = play.clone();
    taking.act("take 1 from 2");
    assert_eq!((taking.hand(0), taking.hand(1)), ("R2 F5".to_owned(), "S2".to_owned()));
    assert_eq!(taking.restaurant(0), "F2 F3 F4");
    assert_eq!(taking.node(), "seat 2: turn");
    let mut drawing = play.clone();
    drawing.act("draw");
    assert_eq!(drawing.hand(0), "R2 C4");
    assert_eq!(drawing.market(), ["E2"]);
    assert_eq!(drawing.node(), "seat 2: turn");
    play.act("waive");
    assert_eq!(play.hand(0), "R2");
    assert_eq!(play.node(), "seat 2: turn");
}

#[test]
fn de_54_a_thief_who_draws_the_last_card_ends_the_game() {
    // DE-54, `theft`.
    let mut play =
        table_with(2, &[("theft", "thief")]).hand(0, "F2 F3 F4").market("E2").deck("C4").last().begin();
    play.act("commit 1+2+3; draw");
    assert_eq!(play.node(), "over");
}

#[test]
fn de_a10_victims_can_be_bound_to_hold_the_resource() {
    // DE-A10, `victim`: without such an opponent, the turn ends.
    let values = [("victim", "able")];
    let mut play = table_with(3, &values).hand(0, "F2 F3 F4").hand(1, "S2").hand(2, "F5").begin();
    play.act("commit 1+2+3");
    assert_eq!(play.legal(), ["rob 3"]);
    let mut play = table_with(3, &values).hand(0, "F2 F3 F4").hand(1, "S2").begin();
    play.act("commit 1+2+3");
    assert_eq!(play.node(), "seat 2: turn");
}

#[test]
fn de_a7_the_hand_limit_can_act_at_the_end_of_every_turn() {
    // DE-A7, `hand_check`.
    let mut play = table_with(2, &[("hand_check", "turn")])
        .hand(0, "S2 S3 S4 C2 C3 C4 E2")
        .market("F2")
        .deck("E3 S5")
        .begin();
    play.roll("food", 20);
    assert_eq!(play.node(), "seat 1: trim");
    assert_eq!(play.legal().len(), 8);
    play.act("discard 8");
    assert_eq!(play.hand(0), "S2 S3 S4 C2 C3 C4 E2");
    assert_eq!(play.node(), "seat 2: turn");
    // With a hand within the limit, play goes on as usual.
    play.roll("equipment", 1);
    assert_eq!(play.node(), "seat 1: turn");
}

#[test]
fn de_a7_a_trim_of_several_cards_has_one_chain_for_each_set() {
    // DE-A7, `hand_check`: nine cards after a review, two to go, 9 * 8 / 2 sets.
    let mut play = table_with(2, &[("hand_check", "turn")]).hand(0, "R2 S2 S3 S4 C2 C3 C4 E2 E3 E4").begin();
    play.act("review 1 to 1");
    let mut hands = Vec::new();
    for first in play.legal() {
        let mut after = play.clone();
        after.act(&first);
        assert_eq!(after.node(), "seat 1: trim");
        for second in after.legal() {
            let mut done = after.clone();
            done.act(&second);
            assert_eq!(done.node(), "seat 2: turn");
            hands.push(done.hand(0));
        }
    }
    assert_eq!(hands.len(), 36);
    hands.sort_unstable();
    hands.dedup();
    assert_eq!(hands.len(), 36);
}

#[test]
fn de_a14_the_highest_face_can_allow_another_pile() {
    // DE-A14, `rename_on_top`: the rename precedes the modifiers, so those of the new pile apply.
    let mut play =
        table_with(2, &[("rename_on_top", "true")]).hand(0, "R5").market("F5 S5").deck("S2 C2").begin();
    play.roll("servers", 20);
    assert_eq!(play.node(), "seat 1: rename");
    assert_eq!(play.legal(), ["name servers", "name food"]);
    play.act("name food");
    assert_eq!(play.rolled(), Rolled { discards: 0, hand: 3, stars: 2, success: true });
    // The drawn server does not match the pile named last.
    assert_eq!(play.hand(0), "R5 F5");
    assert_eq!(play.node(), "seat 2: turn");
    // Any other face allows no rename.
    let mut play = table_with(2, &[("rename_on_top", "true")]).market("F5 S5").deck("C2").begin();
    play.roll("servers", 19);
    assert_eq!(play.node(), "seat 2: turn");
}

#[test]
fn de_19_an_unreviewed_restaurant_can_have_more_stars() {
    // DE-19, `default_quality`: reviews still decide where there are any.
    let play = table_with(2, &[("default_quality", "4")]).restaurant(1, "R2").begin();
    assert_eq!((play.quality(0), play.quality(1)), (4, 2));
}

#[test]
fn de_56_cards_below_the_quality_can_count_half() {
    // DE-56, `below`: 3 stars count 1.5, so 3 half points; matching and better cards count as usual.
    let play = table_with(2, &[("below", "half")]).restaurant(0, "R4 S3 C2 F4 E5").begin();
    assert_eq!(play.scores(0), [3, 2, 16, 10]);
}

#[test]
fn de_56_the_penalty_below_the_quality_can_change_and_never_turns_a_card_negative() {
    // DE-56, `below_penalty`.
    for (penalty, two, four) in [("0", 2, 4), ("2", 0, 2), ("5", 0, 0)] {
        let play = table_with(2, &[("below_penalty", penalty)]).restaurant(0, "R5 S2 C4 F5").begin();
        assert_eq!(play.scores(0), points([two, four, 10, 0]), "{penalty}");
    }
}

#[test]
fn de_56_the_factor_of_matching_cards_can_change() {
    // DE-56, `match_factor`.
    let play = table_with(2, &[("match_factor", "3")]).restaurant(0, "R4 S4 C5 F3").begin();
    assert_eq!(play.scores(0), points([12, 5, 2, 0]));
}

#[test]
fn de_56_the_number_of_doubled_cards_can_be_limited_for_each_resource() {
    // DE-56, `match_cards`: 8 + 8 + 4 + 4 for servers, 8 for the single chef.
    let play = table_with(2, &[("match_cards", "2")]).restaurant(0, "R4 S4 S4 S4 S4 C4 F5 F5 F5").begin();
    assert_eq!(play.scores(0), points([24, 8, 15, 0]));
}

#[test]
fn de_59_the_number_of_counted_resources_can_change() {
    // DE-59..61, `counted_*`.
    let rules = with(&TITLE, 2, &[("counted_two", "3")]);
    assert_eq!(rules.final_score(&[1, 5, 7, 9]), 5);
    let rules = with(&TITLE, 5, &[("counted_five", "1")]);
    assert_eq!(rules.final_score(&[1, 5, 7, 9]), 9);
}

#[test]
fn de_a8_all_four_scores_can_break_ties() {
    // DE-A8, `tie_break`: the best uncounted score breaks the tie.
    let layout = |players: usize| {
        table_with(players, &[("tie_break", "all")])
            .restaurant(0, "S2 S2 C2 C2 F2 F2")
            .restaurant(1, "E2 E2 F2 F2")
    };
    assert_eq!(layout(4).begin().places(), [1, 2, 3, 3]);
}
