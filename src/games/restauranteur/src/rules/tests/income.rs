//! Income cards, campaigns and dice (RE-37 to RE-45, RE-52 to RE-58, RE-76, B-03 to B-09, B-19).

use super::*;

#[test]
fn re_37_one_card_or_the_dice() {
    let layout = city(&[]).hand(1, "sushi-card poor-card number-1");
    assert_eq!(layout.legal(), ["income sushi", "income poor", "roll"]);
    let layout = layout.act(&["income sushi"]);
    assert_eq!(layout.state.table.active, Seat(1));
    assert_eq!(layout.state.table.discards[Face::cuisine(Cuisine::Sushi).index()], 1);
}

#[test]
fn re_38_re_41_all_restaurants_of_the_type_earn() {
    assert_eq!(city(&[]).payout("italian"), [3, 2]);
}

#[test]
fn re_39_a_district_diagonally_beside_counts_one_two_cells_off_does_not() {
    let layout = board(2).district("poor", 4, 4).restaurant(2, "coffee", 8, 8);
    for (row, column, coins) in [(3, 3, 2), (4, 5, 2), (5, 5, 2), (4, 6, 0), (2, 2, 0), (6, 5, 0)] {
        let found = layout.copy().restaurant(1, "sushi", row, column).card("sushi");
        assert_eq!(found.first().map_or(0, |earned| earned.2), coins, "{row}, {column}");
    }
}

#[test]
fn re_40_b_04_two_districts_of_the_type_pay_one_coin_or_two() {
    for (multi, coins) in [("one", 2), ("each", 4)] {
        let layout = board_with(2, &[("district_multi", multi)])
            .district("wealthy", 1, 1)
            .district("wealthy", 1, 3)
            .district("poor", 2, 1)
            .restaurant(1, "sushi", 1, 2);
        assert_eq!(layout.card("wealthy"), [(1, 2, coins)], "{multi}");
        assert_eq!(layout.card("poor"), [(1, 2, 2)]);
    }
}

#[test]
fn b_05_stars_multiply_single_coins_or_do_not() {
    for (stars, coins) in [("true", 2), ("false", 1)] {
        let layout = city(&[("district_stars", stars)]);
        assert_eq!(layout.card("industrial"), []);
        assert_eq!(layout.card("government"), [(3, 4, coins), (4, 4, 1)]);
        assert_eq!(layout.dice(3, 3), [(3, 4, coins), (4, 4, 1)]);
    }
}

#[test]
fn re_42_dice_decide_about_a_cell() {
    let layout = city(&[]).act(&["roll"]);
    assert_eq!(layout.state.table.phase, Phase::Roll { row: None, column: None });
    let layout = layout.chance();
    assert!(matches!(layout.events[0], Event::Rolled { .. }), "{:?}", layout.events);
}

#[test]
fn re_43_re_44_re_45_restaurant_district_or_nothing() {
    let city = city(&[]);
    assert_eq!(city.dice(5, 6), [(5, 6, 2)]);
    assert_eq!(city.dice(7, 7), [(8, 8, 2)]);
    assert_eq!(city.dice(8, 1), []);
}

#[test]
fn b_06_dice_pay_all_or_only_the_seat_in_turn() {
    for (earners, expected) in
        [("all", vec![(3, 4, 2), (4, 4, 1), (4, 6, 2), (5, 6, 1)]), ("active", vec![(3, 4, 2), (4, 4, 1)])]
    {
        let city = city(&[("random_earners", earners)]);
        assert_eq!(city.dice(4, 5), expected);
        assert_eq!(city.card("wealthy").len(), 5, "cards pay all");
    }
}

#[test]
fn re_53_mailing_names_a_district() {
    let targets = city(&[]).hand(1, "mailing").legal_of("income");
    assert_eq!(targets.len(), 8);
    assert!(targets.contains(&"income mailing r7c7".to_owned()));
}

#[test]
fn re_54_billboard_names_a_row_or_a_column() {
    let targets = city(&[]).hand(1, "billboard").legal_of("income");
    assert_eq!(
        (targets.len(), targets[0].as_str(), targets[15].as_str()),
        (16, "income billboard row 1", "income billboard column 8")
    );
}

#[test]
fn re_55_b_07_radio_names_a_quadrant() {
    use super::super::board::Quadrant;
    let targets = city(&[]).hand(1, "radio").legal_of("income");
    assert_eq!(targets.len(), 4);
    let all = Quadrant::all().fold(0, |cells, quadrant| {
        assert_eq!(quadrant.cells().count_ones(), 16);
        cells | quadrant.cells()
    });
    assert_eq!(all, u64::MAX);
    assert_ne!(Quadrant::NorthEast.cells() & cell(4, 5).bit(), 0);
    assert_ne!(Quadrant::SouthWest.cells() & cell(5, 4).bit(), 0);
}

#[test]
fn re_56_b_08_a_side_is_half_of_the_board_or_its_edge() {
    assert_eq!(city(&[]).hand(1, "air-banner").legal_of("income").len(), 4);
    assert_eq!(city(&[]).card("air-banner east"), [(4, 6, 4), (5, 6, 2), (8, 8, 2)]);
    let edge = city(&[("side_mode", "edge")]);
    assert_eq!(edge.card("air-banner east"), [(8, 8, 2)]);
    assert_eq!(edge.card("air-banner south"), [(8, 8, 2)]);
    assert_eq!(edge.card("air-banner north"), []);
}

/// A district two cells from the first seat's sushi, and another three cells off in its row.
fn far(values: &[(&str, &str)]) -> Layout {
    board_with(2, values)
        .district("poor", 3, 3)
        .district("wealthy", 1, 4)
        .restaurant(1, "sushi", 1, 1)
        .restaurant(2, "sushi", 8, 8)
}

#[test]
fn re_57_delivery_counts_the_ring_two_cells_off() {
    assert_eq!(far(&[]).card("sushi"), []);
    assert_eq!(far(&[]).improvement(1, "delivery", "sushi").card("sushi"), [(1, 1, 1)]);
    // The ring has sixteen cells in the middle of the board, and no neighbour among them.
    assert_eq!(cell(4, 4).ring().count_ones(), 16);
    assert_eq!(cell(4, 4).ring() & cell(4, 4).near(), 0);
    assert_eq!(cell(1, 1).ring().count_ones(), 5);
}

#[test]
fn re_58_drive_through_counts_row_and_column_at_any_distance() {
    assert_eq!(far(&[]).improvement(1, "drive-through", "sushi").card("sushi"), [(1, 1, 1)]);
    let blocked = far(&[]).improvement(1, "drive-through", "sushi").restaurant(2, "coffee", 1, 2);
    assert_eq!(blocked.card("sushi"), [(1, 1, 1)], "nothing stands in the way");
}

#[test]
fn b_09_far_districts_reach_everywhere_or_count_in_full_income_only() {
    for (scope, reached) in [("all", vec![(1, 1, 1)]), ("full", vec![])] {
        let layout = far(&[("reach_scope", scope)]).improvement(1, "delivery", "sushi");
        assert_eq!(layout.card("sushi"), [(1, 1, 1)], "{scope}");
        assert_eq!(layout.card("poor"), reached, "{scope}");
        assert_eq!(layout.dice(3, 3), reached, "{scope}");
        assert_eq!(layout.card("mailing r3c3"), reached, "{scope}");
        assert_eq!(layout.card("radio north-west"), [(1, 1, 1)], "{scope}");
        assert_eq!(layout.dice(1, 1), [(1, 1, 1)], "{scope}");
    }
}

#[test]
fn re_76_b_19_with_marketing_a_number_card_stands_for_one_die() {
    let layout = city(&[]).improvement(1, "marketing", "").hand(1, "number-4 number-7");
    assert_eq!(
        layout.legal(),
        ["roll", "roll on row 4", "roll on row 7", "roll on column 4", "roll on column 7"]
    );
    let layout = layout.act(&["roll on row 4"]);
    assert_eq!(layout.state.table.phase, Phase::Roll { row: Some(3), column: None });
    assert_eq!(layout.state.table.discards[Face::number(3).index()], 1);
    let layout = layout.chance();
    let found = layout.events.iter().find_map(|event| match event {
        Event::Rolled { cell, .. } => Some(cell.row()),
        _ => None,
    });
    assert_eq!(found, Some(3));
}

#[test]
fn re_76_without_marketing_dice_are_rolled() {
    assert_eq!(city(&[]).hand(1, "number-4").legal(), ["roll"]);
}

#[test]
fn re_52_number_cards_and_their_copies() {
    let cards = rules_with(2, &[]).stock.cards;
    assert!((0..8).all(|number| cards[Face::number(number).index()] == 4));
}
