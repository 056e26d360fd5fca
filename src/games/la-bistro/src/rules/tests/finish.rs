//! The end of a Payouts round: ads, Novelty, Fame, incomes, loans, the Price Increase, and places.

use super::super::{
    chart::FACES,
    event::{Decided, Event},
    state::{Flow, Public},
};
use super::{events, open, row, rules, table, with};
use crate::TITLE;
use sim_engine::{Game, Lawful, Luck, Seat};

const SIXES: [u8; FACES] = [0, 0, 0, 0, 0, 15];

#[test]
fn lb_15_fame_breaks_a_tie_and_the_rest_is_shared() {
    let rules = rules(3);
    let mut table = table(&rules);
    open(&rules, &mut table, 1, "elm-street", None).fame = 2;
    let places = |table: Public| rules.outcome(&super::state(table)).places;
    assert_eq!(places(table).0[..3], [2, 1, 2]);
    table.money[0] += 1;
    assert_eq!(places(table).0[..3], [1, 2, 3]);
    assert_eq!(rules.best_fame(&table, Seat(1)), 2);
}
#[test]
fn lb_121_lb_126_to_lb_133_the_end_of_a_turn() {
    // One restaurant with four sections and a price of 6, a Price Increase of 2, and two loans.
    let rules = rules(3);
    let mut table = table(&rules);
    open(&rules, &mut table, 0, "marina-way", Some(("american", 6))).ads = 3;
    table.increase = 2;
    table.loans[0] = 2;
    let seen = events(|mut event| rules.seat_diners(&mut table, &SIXES, &mut event));
    let is_lost = |event: &&Event| matches!(event, Event::Diner { decided: Decided::Lost, .. });
    assert_eq!(seen.iter().filter(is_lost).count(), 11);
    events(|mut event| rules.finish(&mut table, &mut event));
    let house = &table.restaurants[0][0];
    assert_eq!((house.dice, house.ads, house.fame), (4, 0, 3));
    assert_eq!(house.novelty(rules.variant.novelty_start), 10 - 4);
    let flow = |flow: Flow| table.flows[0][flow as usize];
    assert_eq!((flow(Flow::Increase), flow(Flow::Income), flow(Flow::Interest)), (8, 24, -2));
    // Column 6: the purple boxes 30 and 54 come first, then 6 and 12, which is the only gold one.
    assert_eq!(flow(Flow::Gold), 5);
    assert_eq!(table.money[0], 30 + 8 + 24 - 2 + 5);
    rules.check_conservation(&super::state(table)).unwrap();
}

#[test]
fn lb_127_novelty_does_not_fall_below_nothing() {
    let rules = rules(2);
    let mut table = table(&rules);
    let house = open(&rules, &mut table, 0, "elm-street", Some(("american", 4)));
    (house.novelty_lost, house.dice) = (8, 5);
    rules.finish(&mut table, &mut |_| {});
    let house = &mut table.restaurants[0][0];
    assert_eq!((house.novelty(10), house.novelty_lost), (0, 10));
    // A later bonus counts in full; earlier losses do not reduce it.
    house.install(&rules, row(&rules, "new-signage").into());
    assert_eq!(house.novelty(10), 2);
    table.restaurants[0][0].dice = 0;
    rules.finish(&mut table, &mut |_| {});
    assert_eq!(table.restaurants[0][0].novelty(10), 2);
}

#[test]
fn lb_128_levels_of_fame_are_dense() {
    let award = |dice: [u8; 6], changes: &[(&str, &str)]| {
        let rules = with(&TITLE, 6, changes);
        let mut table = table(&rules);
        let streets =
            ["elm-street", "maple-street", "rail-street", "vista-street", "beach-walk", "canal-street"];
        for (seat, (street, dice)) in streets.into_iter().zip(dice).enumerate() {
            let house = open(&rules, &mut table, seat as u8, street, Some(("american", 4)));
            house.dice = dice;
        }
        rules.finish(&mut table, &mut |_| {});
        [0, 1, 2, 3, 4, 5].map(|seat: usize| table.restaurants[seat][0].fame)
    };
    let (tied, lower) = ([5, 5, 3, 2, 1, 0], [6, 4, 4, 2, 2, 1]);
    assert_eq!(award(tied, &[]), [3, 3, 2, 1, 0, 0]);
    assert_eq!(award(lower, &[]), [3, 2, 2, 1, 1, 0]);
    assert_eq!(award(tied, &[("fame_ranking", "competition")]), [3, 3, 1, 0, 0, 0]);
    assert_eq!(award(lower, &[("fame_ranking", "competition")]), [3, 2, 2, 0, 0, 0]);
}

#[test]
fn lb_130_lb_131_each_restaurant_earns_its_price_and_the_increase_for_its_dice() {
    let rules = rules(3);
    let mut table = table(&rules);
    for (street, price, dice) in [("elm-street", 4, 3), ("canal-street", 7, 2)] {
        open(&rules, &mut table, 0, street, Some(("american", price))).dice = dice;
    }
    // LB-60: a closed restaurant earns nothing.
    open(&rules, &mut table, 1, "rail-street", None).dice = 4;
    table.increase = 3;
    rules.finish(&mut table, &mut |_| {});
    assert_eq!(table.money[..3], [30 + 4 * 3 + 7 * 2 + 3 * 5, 30, 30]);
}

#[test]
fn lb_132_interest_takes_what_there_is() {
    for (money, ruling, left) in [(7, "partial", 4), (2, "partial", 0), (2, "none", 2)] {
        let rules = with(&TITLE, 3, &[("short_interest", ruling)]);
        let mut table = table(&rules);
        table.money[0] = money;
        table.loans[0] = 3;
        rules.finish(&mut table, &mut |_| {});
        assert_eq!(table.money[0], left);
    }
}

#[test]
fn lb_133_money_that_is_just_enough_ruins_nobody() {
    let rules = rules(3);
    let mut table = table(&rules);
    (table.turn, table.money[0], table.loans[0]) = (3, 22, 2);
    rules.finish(&mut table, &mut |_| {});
    assert_eq!((table.money[0], table.loans[0], table.ruined), (0, 0, 0));
}

#[test]
fn lb_133_the_last_turn_takes_eleven_a_loan_even_below_zero() {
    let rules = rules(3);
    let mut table = table(&rules);
    table.turn = 3;
    table.money[0] = 5;
    table.loans[0] = 1;
    rules.finish(&mut table, &mut |_| {});
    assert_eq!((table.money[0], table.loans[0], table.ruined), (-6, 0, 1));
}

#[test]
fn lb_134_the_price_increase_by_die_and_players() {
    for (players, steps) in [(2, [0, 1, 2]), (3, [0, 1, 2]), (4, [0, 1, 2]), (5, [1, 2, 3]), (6, [2, 3, 4])] {
        let rules = rules(players);
        let mut seen = [false; FACES];
        for deal in 0..60 {
            let mut table = table(&rules);
            let happened = events(|mut event| rules.pay_out(&mut table, &Luck::new(2, deal), &mut event));
            let Some(Event::Increase { die, increase }) = happened.last() else { panic!("{happened:?}") };
            assert_eq!(*increase, steps[usize::from(die - 1) / 2]);
            seen[usize::from(die - 1)] = true;
        }
        assert_eq!(seen, [true; FACES]);
    }
}

#[test]
fn lb_135_the_first_payouts_round_pays_no_increase_and_the_next_pays_what_it_brought() {
    let rules = rules(6);
    let mut table = table(&rules);
    open(&rules, &mut table, 0, "elm-street", Some(("american", 4)));
    let earned = |table: &Public| table.flows[0][Flow::Increase as usize];
    rules.pay_out(&mut table, &Luck::new(4, 0), &mut |_| {});
    let increase = i32::from(table.increase);
    assert!(earned(&table) == 0 && (2..=4).contains(&increase));
    rules.pay_out(&mut table, &Luck::new(4, 0), &mut |_| {});
    // Eight sections, and no rival.
    assert_eq!(earned(&table), 8 * increase);
    assert!((2..=4).contains(&(i32::from(table.increase) - increase)));
}
