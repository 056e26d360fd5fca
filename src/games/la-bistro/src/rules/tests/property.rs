//! The cube: openers, bidders, and the effects of a building (LB-39..50).

use super::super::{action::Action, event::Event, option, state::Phase};
use super::{Decision, bid, legal, offer, open, play, row, rules, shown, table, with};
use crate::TITLE;
use sim_engine::bits;
use sim_engine::seat::Seat;

const CUBE: u8 = option::PROPERTY;

#[test]
fn lb_40_nobody_opens_a_third_restaurant() {
    let idle = with(&TITLE, 3, &[("spare_cube", "idle")]);
    let mut table = table(&idle);
    for street in ["elm-street", "rail-street"] {
        open(&idle, &mut table, 0, street, None);
    }
    assert_eq!(idle.affordable_buildings(&table, Seat(0)), 0);
    assert_eq!(rules(3).open_options(&table, Seat(0)) >> CUBE & 1, 0);
    // With the cube chosen nevertheless, seat 0 neither puts up a building nor bids for one.
    table.money = [90, 30, 30, 0, 0, 0];
    let (mut state, _) = shown(&idle, table, &[CUBE, CUBE, option::TIME], 0);
    play(&idle, &mut state, &[(1, offer(&idle, "depot-street"))]);
    assert_eq!((state.table.phase, state.table.money[..2].to_vec()), (Phase::Clock, vec![90, 26]));
}

#[test]
fn lb_41_lb_42_the_richest_puts_up_any_vacant_building_that_they_can_pay() {
    let rules = rules(4);
    let mut table = table(&rules);
    open(&rules, &mut table, 3, "depot-street", None);
    table.money = [7, 40, 9, 60, 0, 0];
    let (mut state, _) = shown(&rules, table, &[CUBE, CUBE, CUBE, option::TIME], 0);
    let streets = |state: &super::State| {
        let offers = legal(&rules, state).into_iter().filter(|action| matches!(action, Action::Offer { .. }));
        offers.count()
    };
    // 17 are vacant; eight of them cost up to 9, three up to 7.
    let within = |most: i32| {
        let vacant = bits(state.table.vacant);
        vacant.filter(|&at| rules.supplies.buildings[at].min_price <= most).count()
    };
    assert_eq!([within(40), within(9), within(7)], [17, 8, 3]);
    for (seat, count) in [(1, 17), (2, 8), (0, 3)] {
        assert_eq!((state.table.phase, streets(&state)), (Phase::Ask(Seat(seat), Decision::Building), count));
        play(&rules, &mut state, &[(seat, Action::Pass)]);
    }
    assert_eq!(state.table.phase, Phase::Clock);
}

#[test]
fn lb_43_lb_46_lb_48_bidders_are_those_with_the_cube_who_have_not_bought_yet() {
    let rules = rules(4);
    let mut table = table(&rules);
    table.money = [40, 30, 20, 90, 0, 0];
    let (mut state, _) = shown(&rules, table, &[CUBE, CUBE, CUBE, option::TIME], 0);
    // Seat 0 declines, and bids nevertheless (LB-A4): 8 at first, then raises of one up to 11.
    play(&rules, &mut state, &[(0, Action::Pass), (1, offer(&rules, "rail-street"))]);
    assert_eq!(state.table.auction.bidders, 0b111);
    play(&rules, &mut state, &[(1, bid(10)), (2, Action::Pass), (0, bid(30))]);
    assert_eq!(state.table.money[..4], [40 - 11, 30, 20, 90]);
    assert_eq!(state.table.vacant >> row(&rules, "rail-street") & 1, 0);
    // The outbid opener is next; the winner is done.
    play(&rules, &mut state, &[(1, offer(&rules, "depot-street"))]);
    assert_eq!(state.table.auction.bidders, 0b110);
    play(&rules, &mut state, &[(1, bid(4)), (2, Action::Pass)]);
    // A single bidder pays the least price.
    let seen = play(&rules, &mut state, &[(2, offer(&rules, "vista-street"))]);
    assert!(
        matches!(seen[1], Event::Bought { seat: Seat(2), price: 11, bidders: 1, second: false, .. }),
        "{seen:?}"
    );
    assert_eq!(state.table.phase, Phase::Clock);
}

#[test]
fn lb_44_an_opener_must_bid_the_least_price_and_a_rival_more() {
    let rules = rules(2);
    let mut table = table(&rules);
    table.money = [30, 20, 0, 0, 0, 0];
    let (mut state, _) = shown(&rules, table, &[CUBE, CUBE], 0);
    play(&rules, &mut state, &[(0, offer(&rules, "main-street"))]);
    let limits = |state: &super::State, seat: u8| {
        let limits = rules.limits(&state.table, Decision::BuildingBid, Seat(seat));
        (limits.may_pass, limits.min, limits.max)
    };
    assert_eq!(limits(&state, 0), (false, 16, 30));
    play(&rules, &mut state, &[(0, bid(16))]);
    assert_eq!(limits(&state, 1), (true, 17, 20));
}

#[test]
fn lb_47_lb_50_a_building_brings_its_ambiance_its_sections_and_its_levels() {
    let rules = rules(2);
    let mut table = table(&rules);
    table.turn = 2;
    let (mut state, _) = shown(&rules, table, &[CUBE, option::TIME], 0);
    play(&rules, &mut state, &[(0, offer(&rules, "pier-street"))]);
    let house = &state.table.restaurants[0][0];
    assert_eq!((house.building, house.opened), (row(&rules, "pier-street"), 2));
    assert_eq!((house.ambiance, house.capacity, house.quality, house.price), (5, 10, 0, 0));
    // LB-7: Novelty begins at `novelty_start`. LB-58: affordable and high prices are open.
    assert_eq!(house.novelty(rules.variant.novelty_start), 10);
    assert_eq!(rules.open_prices(house), 0b1_1111_0000);
}
