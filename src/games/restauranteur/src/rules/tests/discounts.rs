//! Discounts (RE-59 to RE-62, B-10 to B-14, B-22).

use super::*;

/// Three seats with one, two and three sushi restaurants.
fn street(values: &[(&str, &str)]) -> Layout {
    board_with(3, values)
        .district("poor", 1, 1)
        .restaurant(1, "sushi", 1, 2)
        .restaurant(2, "sushi", 3, 1)
        .restaurant(2, "sushi", 3, 3)
        .restaurant(3, "sushi", 5, 1)
        .restaurant(3, "sushi", 5, 3)
        .restaurant(3, "sushi", 5, 5)
        .coins([10, 10, 10])
}

fn purses(layout: &Layout) -> [i32; 3] {
    std::array::from_fn(|at| layout.state.table.coins[Seat(at as u8)])
}

#[test]
fn re_60_each_opponent_pays_a_coin_for_each_restaurant_of_the_type() {
    let mut layout = street(&[]).improvement(1, "discounts", "sushi+burger");
    layout.payout("sushi");
    assert_eq!(purses(&layout), [16, 8, 7], "1 earned, 2 + 3 tolls");
}

#[test]
fn re_60_whoever_earns_and_whoever_is_in_turn() {
    let mut layout = street(&[]).improvement(3, "discounts", "sushi+burger");
    layout.payout("sushi");
    assert_eq!(purses(&layout), [10, 8, 13], "the first seat has just earned what it pays");
}

#[test]
fn re_60_only_for_the_types_that_were_chosen() {
    let mut layout = street(&[]).improvement(1, "discounts", "coffee+burger");
    layout.payout("sushi");
    assert_eq!(purses(&layout), [11, 10, 10]);
}

#[test]
fn re_60_dice_and_campaigns_count_as_well() {
    for occasion in [
        Occasion::Dice(cell(1, 2)),
        Occasion::Dice(cell(1, 1)),
        Occasion::Card(target_of("radio north-west")),
    ] {
        let mut layout = street(&[]).improvement(1, "discounts", "sushi+burger");
        layout.settle(occasion);
        assert_eq!(purses(&layout), [16, 8, 7], "{occasion:?}");
    }
}

#[test]
fn b_22_a_type_that_gets_nothing_does_not_earn() {
    for (needs_coin, purse) in [("true", [10, 10, 10]), ("false", [15, 8, 7])] {
        let mut layout =
            street(&[("toll_needs_coin", needs_coin)]).improvement(1, "discounts", "sushi+burger");
        layout.settle(Occasion::Dice(cell(5, 5)));
        assert_eq!(purses(&layout), purse);
    }
}

/// A restaurant out of reach of the district does not earn, even if Delivery extends the reach of others.
#[test]
fn b_22_what_is_out_of_reach_of_a_district_does_not_earn_without_a_coin() {
    for occasion in [
        Occasion::Dice(cell(1, 1)),
        Occasion::Card(target_of("poor")),
        Occasion::Card(target_of("mailing r1c1")),
    ] {
        let mut layout = street(&[("toll_needs_coin", "false")])
            .restaurant(2, "coffee", 8, 8)
            .improvement(1, "discounts", "coffee+burger")
            .improvement(3, "delivery", "sushi");
        layout.settle(occasion);
        assert_eq!(purses(&layout), [11, 10, 10], "{occasion:?}");
    }
}

#[test]
fn b_10_once_or_for_each_restaurant_that_earns() {
    for (trigger, purse) in [("event", [15, 9, 8]), ("restaurant", [20, 7, 5])] {
        let mut layout = board_with(3, &[("discount_trigger", trigger)])
            .district("poor", 2, 2)
            .restaurant(1, "sushi", 8, 8)
            .restaurant(2, "sushi", 1, 1)
            .restaurant(2, "sushi", 8, 1)
            .restaurant(3, "sushi", 3, 3)
            .restaurant(3, "sushi", 8, 3)
            .restaurant(3, "sushi", 8, 5)
            .coins([10, 10, 10])
            .improvement(1, "discounts", "sushi+burger");
        // Two restaurants earn a coin each: one of the second seat and one of the third.
        layout.payout("sushi");
        assert_eq!(purses(&layout), purse, "{trigger}");
    }
}

#[test]
fn b_11_who_cannot_pay_pays_what_there_is_in_turn_order_from_the_seat_in_turn() {
    for (active, expected) in [(1, [3, 0, 0]), (3, [1, 0, 2])] {
        let mut layout = board(3)
            .district("poor", 1, 1)
            .restaurant(1, "sushi", 1, 2)
            .restaurant(2, "sushi", 8, 1)
            .restaurant(2, "sushi", 8, 3)
            .restaurant(3, "coffee", 8, 8)
            .coins([0, 2, 0])
            .improvement(1, "discounts", "sushi+burger")
            .improvement(3, "discounts", "sushi+coffee");
        layout.state.table.active = seat(active);
        layout.payout("sushi");
        // The first seat earns 1. The second owes 2 to each taker, and has 2.
        assert_eq!(purses(&layout), expected);
    }
}

#[test]
fn re_61_b_12_opposing_discounts_cancel_in_pairs_or_for_all() {
    for (cancel, purse) in [("pairwise", [14, 13, 4]), ("all", [11, 10, 10])] {
        let mut layout = street(&[("discount_cancel", cancel)])
            .improvement(1, "discounts", "sushi+burger")
            .improvement(2, "discounts", "sushi+coffee");
        layout.payout("sushi");
        // The third pays 3 to each; the first two pay each other nothing. The first has earned 1.
        assert_eq!(purses(&layout), purse, "{cancel}");
    }
}

#[test]
fn re_62_discounts_make_any_type_cheaper_to_build() {
    let layout = street(&[]).improvement(1, "discounts", "sushi+burger");
    assert_eq!(layout.rules.build_price(&layout.state.table, Seat(0), Cuisine::Mexican), 8);
    assert_eq!(layout.rules.build_price(&layout.state.table, Seat(1), Cuisine::Mexican), 10);
}

#[test]
fn b_14_a_second_discounts_on_the_type_takes_no_second_toll() {
    let mut layout =
        street(&[]).improvement(1, "discounts", "sushi+burger").improvement(1, "discounts", "sushi+coffee");
    layout.payout("sushi");
    assert_eq!(purses(&layout), [16, 8, 7]);
}
