//! One test per rule: lay out a position, play on in notation, and check the result.

use crate::TITLE;
use sim_engine::{Game, Luck, Offer};
use sim_script::played::{Played, with};

use crate::rules::Reef;

/// Cards, identified by their worth.
const SHARK: i32 = 0;
const FISH: i32 = 2;
const PEARL: i32 = 4;

/// A two-player game whose deck begins with these cards.
fn dive(cards: &[i32]) -> Played<Reef> {
    let mut dives = (0..).map(|deal| Played::dealt(with(&TITLE, 2, &[]), &Luck::new(1, deal)));
    let begins = |play: &Played<Reef>| {
        let deck = play.state.deck.iter().map(|&row| play.rules.face(row).worth);
        deck.take(cards.len()).eq(cards.iter().copied())
    };
    dives.find(begins).unwrap()
}

#[test]
fn r_5_nobody_stakes_more_than_he_has() {
    let play = dive(&[FISH]);
    assert_eq!(play.node(), "seat 1: stake");
    let most = |points| {
        let mut state = play.state;
        state.table.points.0[0] = points;
        match play.rules.legal(&state, &mut Vec::new()) {
            Offer::Amount(limits) => limits.max,
            Offer::Actions => panic!("a list is asked"),
        }
    };
    assert_eq!([0, 2, 5].map(most), [0, 2, 3]);
}

#[test]
fn r_7_who_surfaces_gains_the_cards_and_the_stake() {
    let mut play = dive(&[FISH, PEARL]);
    play.state.table.points.0[0] = 5;
    play.act("stake 3; deeper; surface");
    assert_eq!(play.points(0), 5 + 2 + 4 + 3);
}

#[test]
fn r_8_a_shark_takes_the_cards_and_the_stake() {
    let mut play = dive(&[FISH, SHARK]);
    play.state.table.points.0[0] = 5;
    play.act("stake 3; deeper");
    assert_eq!(play.points(0), 5 - 3);
    assert_eq!(play.node(), "chance");
}

#[test]
fn r_3_everybody_dives_once_a_round() {
    let mut play = dive(&[FISH]);
    for round in 0..5 {
        for seat in 0..2 {
            assert_eq!(play.node(), format!("seat {}: stake", seat + 1));
            assert_eq!(play.state.table.round, round);
            play.act("stake 0");
            // A shark may have ended the dive at once.
            if play.state.table.active.0 == seat && play.node().ends_with("dive") {
                play.act("surface");
            }
            if play.node() == "chance" {
                play.chance(&Luck::new(2, 0));
            }
        }
    }
    assert_eq!(play.node(), "over");
}
