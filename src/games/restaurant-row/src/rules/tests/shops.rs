//! Buying alone and bidding (RR-46..60).

use super::{Decision, Hands, NONE, Played, seat, shopping};
use crate::rules::{event::Event, state::Phase};
use sim_engine::Amount;

/// `seats` choose a store, the others the bank.
fn meet(game: &mut Played, players: u8, seats: &[u8], store: &str) {
    for at in 0..players {
        let choice = if seats.contains(&at) { format!("visit {store}") } else { "visit bank".to_owned() };
        game.act(&choice);
    }
}

fn employee(game: &Played, name: &str) -> String {
    format!("employee {}", game.row(name) + 1)
}

fn ingredient(game: &Played, name: &str) -> String {
    format!("ingredient {}", game.row(name) + 1)
}

#[test]
fn rr_46_rr_28_a_lone_visitor_hires_at_the_price_of_the_slot() {
    let mut game = shopping(4, &[]);
    game.post(&["manager", "designer", "marketer"]);
    meet(&mut game, 4, &[2], "help-wanted");
    game.act(&employee(&game, "designer"));
    assert_eq!(game.cash(2), 25 - 8);
    assert_eq!(game.house(2).service, 6);
    // The others keep their slots until the next stocking.
    assert_eq!(game.state.table.slots[..3], [game.row("manager"), NONE, game.row("marketer")]);
    assert!(game.take_event_lines().contains(&"seat 3 hires designer for $8".to_owned()));
    game.check();
}

#[test]
fn rr_84_a_lone_visitor_renovates_at_the_base_price() {
    let mut game = shopping(4, &[]);
    game.sell(&["interior-decor"]);
    meet(&mut game, 4, &[0], "renovations");
    // Interior Decor costs 40, more than the cash of 25.
    assert_eq!(game.legal(), ["pass", "renovation 7"]);
    game.act("renovation 7");
    assert_eq!((game.cash(0), game.house(0).ambiance), (5, 2));
}

#[test]
fn rr_47_one_employee_or_renovation_a_visit() {
    let mut game = shopping(4, &[]);
    game.post(&["bartender", "consultant", "marketer"]);
    meet(&mut game, 4, &[0], "help-wanted");
    game.act(&employee(&game, "marketer"));
    assert!(matches!(game.phase(), Phase::Ask(_, Decision::Borrow)));
}

#[test]
fn rr_47_two_visits_of_a_trip_may_bring_one_of_each() {
    let mut game = shopping(2, &[]);
    game.post(&["marketer"]);
    game.set_cash(0, 40);
    game.acts(&["visit help-wanted+renovations", "visit meat-market+bank"]);
    game.act(&employee(&game, "marketer"));
    game.act("renovation 7");
    assert_eq!((game.cash(0), game.house(0).service, game.house(0).ambiance), (40 - 15 - 20, 1, 2));
}

#[test]
fn rr_48_rr_50_any_number_of_ingredients_that_are_paid_for_and_fit() {
    let mut game = shopping(4, &[]);
    game.sell(&["ahi-tuna", "wild-salmon"]);
    meet(&mut game, 4, &[0], "fish-market");
    let of = |game: &Played, names: &[&str]| -> Vec<String> {
        names.iter().map(|name| ingredient(game, name)).chain(["done".to_owned()]).collect()
    };
    assert_eq!(game.legal(), of(&game, &["maine-lobster", "ahi-tuna", "wild-salmon"]));
    game.act(&ingredient(&game, "ahi-tuna"));
    // Choices ascend, so the lobster is no longer offered; the salmon fits the space for any kind.
    assert_eq!(game.legal(), of(&game, &["wild-salmon"]));
    game.act(&ingredient(&game, "wild-salmon"));
    // No third fish: one space for fish and one for any kind.
    assert_eq!(game.legal(), ["done"]);
    game.act("done");
    assert_eq!(game.cash(0), 25 - 7 - 6);
    game.check();

    let mut game = shopping(4, &[]);
    game.sell(&["ahi-tuna", "wild-salmon"]);
    game.set_cash(0, 12);
    meet(&mut game, 4, &[0], "fish-market");
    game.act(&ingredient(&game, "ahi-tuna"));
    assert_eq!(game.legal(), ["done"]);
}

#[test]
fn rr_49_a_visitor_may_leave_with_nothing() {
    let mut game = shopping(4, &[]);
    meet(&mut game, 4, &[1], "farmers-market");
    game.act("done");
    assert_eq!(game.cash(1), 25);
    assert!(game.take_event_lines().contains(&"seat 2 leaves the farmers-market with nothing".to_owned()));
}

#[test]
fn rr_51_shops_are_not_refilled_between_trips() {
    let mut game = shopping(4, &[]);
    game.post(&["marketer", "bartender"]);
    meet(&mut game, 4, &[0], "farmers-market");
    game.acts(&[&ingredient(&game, "truffles"), "done"]);
    assert_eq!(game.state.table.market, game.ingredients(&["maine-lobster"]));
    game.acts(&["amount 0", "amount 0", "amount 0"]);
    assert_eq!(game.state.table.market, game.ingredients(&["maine-lobster"]));
}

#[test]
fn rr_52_rr_53_the_one_closest_to_the_pawn_names_the_lot_and_the_pawn_goes_to_his_left() {
    let mut game = shopping(4, &[]);
    game.post(&["manager", "designer", "marketer"]);
    game.state.table.pawn = seat(2);
    meet(&mut game, 4, &[0, 1, 3], "help-wanted");
    // From seat 3 on: seat 4 comes before seats 1 and 2.
    assert_eq!(game.phase(), Phase::Ask(seat(3), Decision::Hire));
    game.act(&employee(&game, "designer"));
    assert_eq!(game.state.table.pawn, seat(0));
    assert_eq!(game.state.table.bidders, 0b1011);
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Bid));
}

#[test]
fn rr_a5_the_holder_of_the_pawn_is_closest_to_it() {
    let mut game = shopping(4, &[]);
    game.post(&["manager"]);
    game.state.table.pawn = seat(1);
    meet(&mut game, 4, &[1, 2], "help-wanted");
    assert_eq!(game.phase(), Phase::Ask(seat(1), Decision::Hire));
}

#[test]
fn rr_54_rr_55_the_chooser_must_bid_at_least_the_minimum() {
    let mut game = shopping(4, &[]);
    game.post(&["manager", "designer"]);
    meet(&mut game, 4, &[0, 1], "help-wanted");
    game.act(&employee(&game, "designer"));
    // The designer's slot costs 8; every seat has 25.
    assert_eq!(game.limits(), Amount { may_pass: false, min: 8, max: 25, step: 1 });
    game.act("amount 9");
    assert_eq!(game.limits(), Amount { may_pass: true, min: 8, max: 25, step: 1 });
    game.act("pass");
    assert_eq!((game.cash(0), game.cash(1)), (16, 25));
}

#[test]
fn rr_54_the_minimum_of_a_basket_is_the_sum_of_its_prices() {
    let mut game = shopping(4, &[]);
    game.sell(&["wild-salmon"]);
    meet(&mut game, 4, &[0, 1], "fish-market");
    game.acts(&[&ingredient(&game, "maine-lobster"), &ingredient(&game, "wild-salmon"), "done"]);
    assert_eq!(game.limits().min, 8 + 6);
}

#[test]
fn rr_56_the_highest_bid_wins_and_pays_itself_and_losers_pay_nothing() {
    let mut game = shopping(4, &[]);
    game.post(&["manager", "designer"]);
    meet(&mut game, 4, &[0, 1, 2], "help-wanted");
    game.act(&employee(&game, "manager"));
    game.acts(&["amount 10", "amount 14", "pass"]);
    assert_eq!([game.cash(0), game.cash(1), game.cash(2)], [25, 11, 25]);
    assert_eq!(game.house(1).service, 9);
    let shown: Vec<Event> = game.events.clone();
    let bids = shown.iter().filter_map(|event| match event {
        Event::BidShown { seat, bid, .. } => Some((seat.0, *bid)),
        _ => None,
    });
    assert_eq!(bids.collect::<Vec<_>>(), [(0, Some(10)), (1, Some(14)), (2, None)]);
}

#[test]
fn rr_57_rr_58_d_60_equal_bids_go_to_the_one_closest_to_the_pawn() {
    // Seats 1 and 3 bid 7, seat 4 bids 5, the pawn lies at seat 2: seat 3 wins, the pawn goes to
    // seat 4.
    let mut game = shopping(4, &[]);
    game.post(&["manager"]);
    game.state.table.slots = [NONE, NONE, NONE, game.row("manager"), NONE, NONE];
    game.state.table.phase = Phase::Ask(seat(0), Decision::Bid);
    let table = &mut game.state.table;
    (table.at, table.here, table.bidders, table.waiting) = (0, 0b1101, 0b1101, 0b1101);
    (table.lot.chooser, table.lot.goods, table.lot.least) = (seat(0), 1 << 3, 4);
    table.pawn = seat(1);
    game.acts(&["amount 7", "amount 7", "amount 5"]);
    assert_eq!((game.cash(0), game.cash(2), game.cash(3)), (25, 18, 25));
    assert_eq!(game.state.table.pawn, seat(3));
}

#[test]
fn rr_a4_the_chooser_is_last_in_a_tie_on_his_own_lot() {
    let mut game = shopping(4, &[]);
    game.post(&["manager"]);
    meet(&mut game, 4, &[0, 3], "help-wanted");
    game.act(&employee(&game, "manager"));
    game.acts(&["amount 12", "amount 12"]);
    assert_eq!((game.cash(0), game.cash(3)), (25, 13));
    // The tie moved the pawn once more: from seat 4 to its left.
    assert_eq!(game.state.table.pawn, seat(0));
}

#[test]
fn rr_59_who_wins_more_than_fits_throws_the_rest_away() {
    let mut game = shopping(4, &[]);
    game.sell(&["ahi-tuna"]);
    // Seat 2 has one fish and can use only one of the two in the lot.
    game.house(1).pantry = game.ingredients(&["wild-salmon"]);
    meet(&mut game, 4, &[0, 1], "fish-market");
    game.acts(&[&ingredient(&game, "maine-lobster"), &ingredient(&game, "ahi-tuna"), "done"]);
    game.acts(&["amount 15", "amount 16"]);
    assert_eq!((game.cash(0), game.cash(1)), (25, 9));
    assert_eq!(game.house(1).pantry.count_ones(), 3);
    game.check();
    // Seat 2 can use two of its three fish.
    game.state.table.trip = 3;
    game.acts(&["amount 0", "amount 0"]);
    assert_eq!(game.phase(), Phase::Ask(seat(1), Decision::Display));
    let lobster = format!("show {}", game.row("maine-lobster") + 1);
    game.acts(&[&lobster, "show 2"]);
    assert_eq!(game.legal(), ["done"]);
    game.act("done");
    assert_eq!(game.house(1).food(), 11);
    assert!(game.take_event_lines().contains(&"seat 2 throws wild-salmon away".to_owned()));
}

#[test]
fn rr_59_rr_a28_what_was_won_and_does_not_fit_is_in_nobodys_way() {
    // Three fish compete for the fish space and the one for any kind; those for meat and vegetables are free.
    let fish = ["maine-lobster", "ahi-tuna", "wild-salmon"];
    for (blocks, is_offered) in [("false", true), ("true", false)] {
        let mut game = shopping(4, &[("surplus_blocks", blocks)]);
        game.house(0).pantry = game.ingredients(&fish);
        let rules = game.rules.clone();
        let can = |game: &mut Played, names: &[&str]| {
            let rows = game.ingredients(names);
            game.house(0).can_use(&rules, rows)
        };
        assert_eq!(can(&mut game, &["grass-fed-beef"]), is_offered, "{blocks}");
        assert_eq!(can(&mut game, &["truffles"]), is_offered, "{blocks}");
        assert_eq!(can(&mut game, &["grass-fed-beef", "truffles"]), is_offered, "{blocks}");
        assert!(
            !can(&mut game, &["grass-fed-beef", "lamb-rack"]),
            "one meat less would be used, or one fish"
        );
        assert!(!can(&mut game, &["diver-scallops"]), "a fourth fish adds nothing");
        assert!(can(&mut game, &[]) || blocks == "true");
        // The freezer takes the third fish; then all fits but a fourth fish.
        game.install(0, "walk-in-freezer");
        assert!(can(&mut game, &["grass-fed-beef"]), "{blocks}");
        assert!(!can(&mut game, &["diver-scallops"]), "{blocks}");
        // An ingredient thawed this round does not go back.
        game.house(0).thawed = game.row("maine-lobster");
        assert!(can(&mut game, &["grass-fed-beef"]), "{blocks}");
    }
}

#[test]
fn rr_60_the_winner_is_done_and_the_others_go_on() {
    let mut game = shopping(4, &[]);
    game.post(&["manager", "designer", "bartender"]);
    meet(&mut game, 4, &[0, 1, 2], "help-wanted");
    game.act(&employee(&game, "manager"));
    game.acts(&["amount 11", "pass", "pass"]);
    // Two are left: the one closest to the pawn, which lies at seat 2, names another lot.
    assert_eq!(game.phase(), Phase::Ask(seat(1), Decision::Hire));
    game.act(&employee(&game, "designer"));
    game.acts(&["amount 8", "pass"]);
    // The last one buys at the stated price.
    assert_eq!(game.phase(), Phase::Ask(seat(2), Decision::Hire));
    game.act(&employee(&game, "bartender"));
    assert_eq!([game.cash(0), game.cash(1), game.cash(2)], [14, 17, 19]);
    game.check();
}

#[test]
fn rr_a6_the_one_closest_to_the_pawn_may_leave_and_the_pawn_stays() {
    let mut game = shopping(4, &[]);
    game.post(&["manager", "designer"]);
    meet(&mut game, 4, &[0, 1], "help-wanted");
    game.act("pass");
    assert_eq!(game.state.table.pawn, seat(0));
    // Seat 2 is alone now.
    game.act(&employee(&game, "manager"));
    assert_eq!(game.cash(1), 15);
}

#[test]
fn rr_a6_a_chooser_without_the_cash_can_only_leave() {
    let mut game = shopping(4, &[]);
    game.post(&["manager", "designer"]);
    game.set_cash(0, 7);
    meet(&mut game, 4, &[0, 1], "help-wanted");
    assert_eq!(game.legal(), ["pass"]);
}

#[test]
fn rr_a7_only_who_can_use_the_lot_bids() {
    let mut game = shopping(4, &[]);
    game.post(&["sommelier"]);
    for name in ["designer", "bartender", "marketer"] {
        game.employ(1, name);
    }
    meet(&mut game, 4, &[0, 1, 2], "help-wanted");
    game.act(&employee(&game, "sommelier"));
    assert_eq!(game.state.table.bidders, 0b101);

    let mut game = shopping(4, &[]);
    game.install(1, "patio-seating");
    game.sell(&["patio-seating"]);
    meet(&mut game, 4, &[0, 1, 2], "renovations");
    game.act("renovation 5");
    assert_eq!(game.state.table.bidders, 0b101);

    let mut game = shopping(4, &[]);
    game.house(1).pantry = game.ingredients(&["ahi-tuna", "wild-salmon"]);
    meet(&mut game, 4, &[0, 1, 2], "fish-market");
    game.acts(&[&ingredient(&game, "maine-lobster"), "done"]);
    assert_eq!(game.state.table.bidders, 0b101);
}

#[test]
fn rr_a8_the_chooser_names_no_more_than_he_can_use() {
    let mut game = shopping(4, &[]);
    game.sell(&["ahi-tuna", "wild-salmon"]);
    game.set_cash(0, 40);
    meet(&mut game, 4, &[0, 1], "fish-market");
    game.acts(&[&ingredient(&game, "maine-lobster"), &ingredient(&game, "ahi-tuna")]);
    assert_eq!(game.legal(), ["done"]);
}

#[test]
fn an_empty_shop_serves_nobody() {
    let mut game = shopping(4, &[]);
    meet(&mut game, 4, &[0, 1], "help-wanted");
    assert_eq!(game.phase(), Phase::Ask(seat(2), Decision::Borrow));
}

#[test]
fn an_auction_price_is_spread_over_the_ingredients() {
    let mut game = shopping(4, &[]);
    game.sell(&["wild-salmon"]);
    meet(&mut game, 4, &[0, 1], "fish-market");
    game.acts(&[&ingredient(&game, "maine-lobster"), &ingredient(&game, "wild-salmon"), "done"]);
    game.acts(&["amount 17", "pass"]);
    let paid = game.events.iter().filter_map(|event| match event {
        Event::Bought { price, contested: true, .. } => Some(*price),
        _ => None,
    });
    // The minimum is 14; of the 3 dollars above it, the first of two ingredients bears the odd one.
    assert_eq!(paid.collect::<Vec<_>>(), [8 + 2, 6 + 1]);
}
