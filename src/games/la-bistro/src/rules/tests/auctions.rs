//! Auctions: raise by raise, and against a literal reference implementation.

use crate::TITLE;
use proptest::prelude::*;

use super::super::{
    planning::bidding::{Hammer, Lot, play},
    state::{PLAYERS, Phase, SLOTS},
};
use super::{Decision, events, open, row, rules, state, table, with};
use sim_engine::seat::Seat;

fn limits(list: &[i32]) -> [i32; PLAYERS] {
    std::array::from_fn(|seat| list.get(seat).copied().unwrap_or(-1))
}

#[test]
fn lb_45_raises_of_one_go_round_until_one_bidder_is_left() {
    // Opened at 5 by the first; limits 10, 7 and 12: the third wins at 11.
    let lot = Lot { players: 3, bidders: 0b111, opener: Seat(0), least: 5, raise: 1 };
    assert_eq!(play(&limits(&[10, 7, 12]), lot), Hammer { winner: Seat(2), bid: Some(11) });
}

#[test]
fn lb_73_the_last_one_in_wins_even_without_a_bid() {
    let lot = Lot { players: 3, bidders: 0b111, opener: Seat(1), least: 0, raise: 1 };
    assert_eq!(play(&limits(&[-1, -1, -1]), lot), Hammer { winner: Seat(0), bid: None });
    assert_eq!(play(&limits(&[-1, 0, -1]), lot), Hammer { winner: Seat(1), bid: Some(0) });
    // At equal limits, the bidder who reaches them first wins.
    assert_eq!(play(&limits(&[4, 4, -1]), lot), Hammer { winner: Seat(1), bid: Some(4) });
    assert_eq!(play(&limits(&[5, 4, -1]), lot), Hammer { winner: Seat(0), bid: Some(5) });
}

#[test]
fn lb_44_and_lb_a3_larger_raises_open_above_the_least_bid_and_jump() {
    let lot = Lot { players: 3, bidders: 0b111, opener: Seat(0), least: 5, raise: 3 };
    // Seat 0 opens at 7, above the limit of 6. Seat 2 bids 10, and seat 0 its limit of 11 instead of 13.
    assert_eq!(play(&limits(&[11, 6, 10]), lot), Hammer { winner: Seat(0), bid: Some(11) });
    // Seat 0 opens at 7, the limit of seat 1; seat 2 bids 10, the limit of seat 0.
    assert_eq!(play(&limits(&[10, 7, 12]), lot), Hammer { winner: Seat(2), bid: Some(10) });
    // A raise beyond every limit: each bids the limit at once, and a bidder who cannot top it is out.
    let lot = Lot { raise: 100, ..lot };
    assert_eq!(play(&limits(&[10, 7, 12]), lot), Hammer { winner: Seat(2), bid: Some(12) });
    assert_eq!(play(&limits(&[12, 7, 12]), lot), Hammer { winner: Seat(0), bid: Some(12) });
}

/// Plays an auction with the bidders in a ring; written for clarity, not for speed.
fn by_the_book(limits: &[i32; PLAYERS], lot: Lot) -> Hammer {
    let mut ring: std::collections::VecDeque<Seat> = (0..lot.players)
        .map(|steps| lot.opener.after(steps, lot.players))
        .filter(|seat| lot.bidders >> seat.0 & 1 == 1)
        .collect();
    // An opener who does not bid is not in the ring, which then starts with the next bidder.
    let mut bid = None;
    loop {
        if ring.len() == 1 {
            return Hammer { winner: ring[0], bid };
        }
        let seat = ring.pop_front().unwrap();
        // The possible next bids in ascending order. The seat climbs by one raise, or to the last rung within
        // its limit.
        let least = bid.map_or(lot.least, |standing: i32| standing + 1);
        let rungs = (least..=limits[seat.index()]).take(lot.raise as usize);
        if let Some(highest) = rungs.last() {
            bid = Some(highest);
            ring.push_back(seat);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn auctions_go_by_the_book(
        players in 2usize..=6,
        mask in 1u8..64,
        opener in 0u8..6,
        least in 0i32..4,
        raise in 1i32..5,
        list in prop::collection::vec(-1i32..9, 6),
    ) {
        let bidders = mask & ((1 << players) - 1);
        prop_assume!(bidders != 0);
        let lot = Lot { players, bidders, opener: Seat(opener % players as u8), least, raise };
        prop_assert_eq!(play(&limits(&list), lot), by_the_book(&limits(&list), lot));
    }
}

/// Seat 0 challenges seat 1 for the Head Chef. Returns the money of both, and whether seat 0 wins.
fn duel(list: i32, challenger: i32, employer: Option<i32>) -> ([i32; 2], bool) {
    let rules = with(&TITLE, 2, &[("employees.head-chef.price", &list.to_string())]);
    let mut table = table(&rules);
    open(&rules, &mut table, 0, "elm-street", None);
    open(&rules, &mut table, 1, "rail-street", None);
    let chef = row(&rules, "head-chef");
    let house = &mut table.restaurants[1][0];
    house.hire(chef.into());
    house.add_up(&rules);
    table.employer[usize::from(chef)] = SLOTS as u8;
    table.board = 1;
    table.stage = super::super::option::JOBS;
    table.waiting = 1;
    table.money = [40, 40, 0, 0, 0, 0];
    table.phase = Phase::Ask(Seat(0), Decision::Hire);
    let mut state = state(table);
    events(|mut event| rules.hire(&mut state, Seat(0), (0, chef), &mut event));
    assert_eq!(state.table.phase, Phase::Ask(Seat(0), Decision::UniqueBid));
    let asked = (Decision::UniqueBid, Seat(0));
    events(|mut event| rules.commit_limit(&mut state, asked, Some(challenger), &mut event));
    let asked = (Decision::UniqueBid, Seat(1));
    events(|mut event| rules.commit_limit(&mut state, asked, employer, &mut event));
    let table = &state.table;
    let is_won = table.employer[usize::from(chef)] == 0;
    assert_eq!(table.restaurants[0][0].quality > 0, is_won);
    assert_eq!(table.restaurants[1][0].quality == 0, is_won);
    assert_eq!(table.board, 0);
    ([table.money[0], table.money[1]], is_won)
}

#[test]
fn lb_86_the_price_of_a_unique_employee_is_halved() {
    // Price 8: the bank gets 4, the former employer 4. Price 9: 4 and 5. Price 7: 3 and 4.
    assert_eq!(duel(6, 9, Some(7)), ([40 - 8, 40 + 4], true));
    assert_eq!(duel(7, 9, Some(8)), ([40 - 9, 40 + 5], true));
    assert_eq!(duel(7, 9, None), ([40 - 7, 40 + 4], true));
}

#[test]
fn lb_87_an_employer_pays_to_keep() {
    // The challenger bids 6 and 8, the employer 7 and 9.
    assert_eq!(duel(6, 8, Some(20)), ([40, 40 - 9], false));
}

#[test]
fn lb_44_a_building_opens_at_its_least_price_and_only_raisers_are_asked() {
    let rules = rules(3);
    let mut table = table(&rules);
    table.money = [30, 10, 12, 0, 0, 0];
    table.purse = table.money;
    table.options = [0; PLAYERS];
    table.waiting = 0b111;
    table.buyers = 0b111;
    let beach = row(&rules, "beach-walk");
    table.phase = Phase::Ask(Seat(0), Decision::Building);
    let mut state = state(table);
    events(|mut event| rules.put_up(&mut state, Seat(0), beach, &mut event));
    // The least price is 10: seat 1 could not raise it.
    assert_eq!(state.table.auction.bidders, 0b101);
    events(|mut event| {
        rules.commit_limit(&mut state, (Decision::BuildingBid, Seat(0)), Some(10), &mut event)
    });
    events(|mut event| {
        rules.commit_limit(&mut state, (Decision::BuildingBid, Seat(2)), Some(12), &mut event)
    });
    assert_eq!(state.table.money, [30, 10, 1, 0, 0, 0]);
    assert_eq!(state.table.restaurants[2][0].ambiance, 4);
    // The outbid opener is asked again at once (LB-49).
    assert_eq!(state.table.phase, Phase::Ask(Seat(0), Decision::Building));
}
