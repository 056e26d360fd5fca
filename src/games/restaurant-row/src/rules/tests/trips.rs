//! Trips and secret choices (RR-39..45, RR-61..63).

use super::{Decision, Hands, Played, changed, seat, shopping};
use crate::rules::state::Phase;

/// Everybody goes to the bank and borrows nothing.
fn bank(game: &mut Played, players: usize) {
    for _ in 0..players {
        game.act("visit bank");
    }
    for _ in 0..players {
        game.act("amount 0");
    }
}

#[test]
fn rr_39_three_trips_a_round() {
    let mut game = shopping(4, &[]);
    game.post(&["marketer"]);
    for trip in 1..=3 {
        assert_eq!(game.state.table.trip, trip);
        assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Store));
        bank(&mut game, 4);
    }
    // Nobody has an ingredient, so prices come next.
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Price));
}

#[test]
fn rr_40_two_players_make_two_trips_with_two_different_stores_each() {
    let mut game = shopping(2, &[]);
    game.post(&["marketer"]);
    let legal = game.legal();
    assert_eq!(legal.len(), 15);
    assert!(legal.contains(&"visit help-wanted+bank".to_owned()));
    assert!(!legal.contains(&"visit bank".to_owned()));
    for _ in 0..2 {
        game.acts(&["visit renovations+bank", "visit help-wanted+bank"]);
        // Seat 2 hires first, then seat 1 renovates; the bank comes last (RR-44).
        game.acts(&["pass", "pass", "amount 0", "amount 0"]);
    }
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Price));
}

#[test]
fn rr_41_another_trip_needs_three_shops_with_goods() {
    for (markets, goes_on) in [(&["truffles", "lamb-rack"][..], true), (&["truffles", "morels"], false)] {
        let mut game = changed(4, &[]);
        game.state.table.trip = 1;
        game.state.table.phase = Phase::Ask(seat(0), Decision::Store);
        game.sell(&["fish-tank"]);
        game.sell(markets);
        bank(&mut game, 4);
        assert_eq!(game.phase() == Phase::Ask(seat(0), Decision::Store), goes_on, "{markets:?}");
    }
}

#[test]
fn rr_41_the_first_trip_takes_place_in_any_case() {
    let mut game = changed(4, &[("shops_for_trip", "5"), ("players.4.slots", "1")]);
    game.shake(3);
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Store));
}

#[test]
fn rr_42_the_bank_is_no_selling_shop() {
    let mut game = shopping(4, &[("shops_for_trip", "4")]);
    bank(&mut game, 4);
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Price));
}

#[test]
fn rr_43_choices_are_shown_together_and_may_repeat() {
    let mut game = shopping(3, &[]);
    game.act("visit bank");
    assert_eq!(game.state.table.stores, [0; 4]);
    game.take_event_lines();
    game.acts(&["visit farmers-market", "visit bank"]);
    let told = game.take_event_lines();
    assert_eq!(
        told[..3],
        [
            "seat 2 goes to the farmers-market alone",
            "seat 1 goes to the bank with 1 more",
            "seat 3 goes to the bank with 1 more"
        ]
    );
    game.acts(&["done", "amount 0", "amount 0"]);
    assert!(game.legal().contains(&"visit bank".to_owned()));
}

#[test]
fn rr_44_stores_are_resolved_in_the_order_of_their_numbers() {
    let mut game = shopping(3, &[]);
    game.post(&["marketer"]);
    game.acts(&["visit fish-market", "visit renovations", "visit help-wanted"]);
    let mut order = Vec::new();
    for _ in 0..3 {
        order.push(game.phase());
        let answer = if game.legal().contains(&"pass".to_owned()) { "pass" } else { "done" };
        game.act(answer);
    }
    assert_eq!(
        order,
        [
            Phase::Ask(seat(2), Decision::Hire),
            Phase::Ask(seat(1), Decision::Renovate),
            Phase::Ask(seat(0), Decision::Basket)
        ]
    );
}

#[test]
fn rr_61_visitors_of_the_bank_do_not_compete() {
    let mut game = shopping(3, &[]);
    game.acts(&["visit bank", "visit bank", "visit bank"]);
    game.acts(&["amount 50", "amount 50", "amount 0"]);
    assert_eq!([game.cash(0), game.cash(1), game.cash(2)], [75, 75, 25]);
    assert_eq!(game.state.table.pawn, seat(0));
}

#[test]
fn rr_62_the_sous_chef_buys_one_ingredient_instead_of_a_trip() {
    let mut game = shopping(4, &[]);
    game.employ(1, "sous-chef");
    game.post(&["marketer"]);
    bank(&mut game, 4);
    // The second trip begins with the owner of the Sous Chef.
    assert_eq!(game.phase(), Phase::Ask(seat(1), Decision::Early));
    let lobster = format!("ingredient {}", game.row("maine-lobster") + 1);
    game.act(&lobster);
    assert_eq!(game.cash(1), 25 - 8);
    // Everybody else chooses a store.
    game.acts(&["visit bank", "visit bank", "visit bank"]);
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Borrow));
    game.acts(&["amount 0", "amount 0", "amount 0"]);
    // In the third trip, the owner decides again and may visit a store as usual.
    game.act("pass");
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Store));
    game.check();
}

#[test]
fn rr_62_rr_a30_only_what_he_can_pay_for_and_use() {
    let mut game = shopping(4, &[]);
    game.employ(0, "sous-chef");
    game.sell(&["diver-scallops", "field-greens"]);
    game.set_cash(0, 5);
    // The spaces are for meat, fish, vegetables and any kind; the two fish leave those for meat and vegetables.
    game.house(0).pantry = game.ingredients(&["ahi-tuna", "wild-salmon"]);
    game.state.table.phase = Phase::Ask(seat(0), Decision::Early);
    let rows = |names: &[&str]| -> Vec<String> {
        let mut all = vec!["pass".to_owned()];
        all.extend(names.iter().map(|name| format!("ingredient {}", game.row(name) + 1)));
        all
    };
    assert_eq!(game.legal(), rows(&["truffles", "field-greens"]));
}

#[test]
fn rr_63_with_two_players_the_sous_chef_replaces_one_of_the_two_dice() {
    let mut game = shopping(2, &[]);
    game.employ(0, "sous-chef");
    game.state.table.phase = Phase::Ask(seat(0), Decision::Early);
    let truffles = format!("ingredient {}", game.row("truffles") + 1);
    game.act(&truffles);
    assert_eq!(game.cash(0), 25 - 6);
    assert_eq!(game.legal().len(), 6);
    game.act("visit bank");
    assert_eq!(game.legal().len(), 15);
}
