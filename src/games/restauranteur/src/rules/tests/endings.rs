//! How a game ends, and who wins (RE-2 to RE-5, V-28, B-18, B-24, B-25).

use super::super::state::End;
use super::*;

/// Five sushi on the board, and the sixth in the pool of the seat in turn.
fn nearly_complete() -> Layout {
    board(2)
        .restaurant(1, "sushi", 1, 1)
        .restaurant(1, "sushi", 1, 3)
        .restaurant(2, "sushi", 1, 5)
        .restaurant(2, "sushi", 1, 7)
        .restaurant(2, "sushi", 3, 1)
        .coins([20, 5])
        .hand(1, "number-8")
        .pool(1, "sushi")
        .pile("coffee")
        .phase(Phase::Build)
}

#[test]
fn re_04_b_24_v_28_the_sixth_restaurant_of_a_type_ends_the_game_at_once() {
    let layout = nearly_complete().act(&["build sushi", "pay 8", "site r8c8"]);
    assert!(layout.is_over());
    assert_eq!(layout.state.table.end, End::TypeComplete);
    assert_eq!(layout.state.pools[Seat(0)].len(), 0, "no counter is drawn, nothing earned");
    assert!(matches!(layout.events.last(), Some(Event::Completed { .. })));
}

#[test]
fn re_03_v_28_the_last_token_ends_the_game_at_once() {
    let mut layout = nearly_complete().pool(1, "coffee");
    layout.state.table.tokens[Seat(0)] = 1;
    let layout = layout.act(&["build coffee", "pay 8", "site r8c8"]);
    assert!(layout.is_over());
    assert_eq!(layout.state.table.end, End::TokensGone);
}

#[test]
fn re_05_b_18_v_28_the_second_time_a_card_is_missing_ends_the_game() {
    let mut layout = board(2).coins([0, 0]).phase(Phase::Recruit);
    layout.state.table.pass = 1;
    layout.state.table.discards[0] = 4;
    let layout = layout.chance();
    assert!(layout.is_over());
    assert_eq!(layout.state.table.end, End::DeckThrough);
    assert_eq!(layout.purses(), [1, 0], "Investment comes before");
}

#[test]
fn b_18_the_last_card_may_be_drawn_and_the_turn_is_played() {
    for (ending, is_over) in [("draw", false), ("empty", true)] {
        let mut layout = board_with(2, &[("deck_end", ending)]).deck("number-1").phase(Phase::Recruit);
        layout.state.table.pass = 1;
        assert_eq!(layout.chance().is_over(), is_over, "{ending}");
    }
}

#[test]
fn b_18_nothing_to_shuffle_ends_the_game_as_well() {
    let layout = board(2).phase(Phase::Recruit).chance();
    assert!(layout.is_over());
}

#[test]
fn b_18_executives_may_meet_the_end_in_the_middle_of_drawing() {
    let mut layout = board(2).improvement(1, "executives", "").deck("number-1").phase(Phase::Recruit);
    layout.state.table.pass = 1;
    assert!(layout.chance().is_over());
}

#[test]
fn re_05_one_pass_where_the_rules_say_so() {
    let mut layout = board_with(2, &[("passes", "1")]).phase(Phase::Recruit);
    layout.state.table.discards[0] = 4;
    assert!(layout.chance().is_over());
}

#[test]
fn re_02_most_coins_win() {
    let layout = board(3).coins([7, 12, 9]);
    let outcome = layout.rules.outcome(&layout.state);
    assert_eq!(outcome.places.0[..3], [3, 1, 2]);
    assert_eq!(outcome.points.0[..3], [7, 12, 9]);
}

#[test]
fn b_25_equal_coins_are_decided_by_restaurants_or_shared() {
    for (tie_break, places) in [("restaurants", [2, 1, 2]), ("shared", [1, 1, 1])] {
        let layout = board_with(3, &[("tie_break", tie_break)]).restaurant(2, "sushi", 1, 1).coins([5, 5, 5]);
        assert_eq!(layout.rules.outcome(&layout.state).places.0[..3], places, "{tie_break}");
    }
}
