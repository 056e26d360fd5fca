//! Set-up, turn order, and invariants of whole games.

use super::*;
use crate::TITLE;
use sim_engine::{GameRecord, MAX_ACTIONS};
use sim_script::played::legal;

fn measure(record: &GameRecord, name: &str, cell: usize) -> i32 {
    let measures = Delectable::INFO.measures;
    let at = measures.iter().position(|measure| measure.name == name).unwrap();
    Seat::all(record.players).map(|seat| record.measure(at, cell, seat)).sum()
}

#[test]
fn de_1_two_to_five_players_sit_at_the_table() {
    assert_eq!(Delectable::INFO.players, (2, 5));
    for players in 2..=5 {
        assert_eq!(with(&TITLE, players, &[]).players(), players);
    }
}

#[test]
fn de_8_de_9_de_a11_the_game_opens_with_one_market_card_and_nothing_else() {
    // DE-8, DE-9, DE-A11, DE-A18.
    for deal in 0..50 {
        let rules = with(&TITLE, 4, &[]);
        let state = rules.deal(&Luck::new(5, deal), &mut |_| {});
        let play = Play::new(rules, state);
        play.check();
        assert_eq!(play.market().len(), 1);
        assert_eq!(play.state.table.drawn, 1);
        assert!((0..4).all(|seat| play.hand(seat).is_empty() && play.restaurant(seat).is_empty()));
        assert_eq!(play.at(Place::Discards), "");
        assert_eq!(play.node(), "seat 1: turn");
        // DE-13, DE-14, DE-57: nothing but a roll is possible, and a pass is not.
        assert_eq!(play.legal(), ["roll"]);
    }
}

#[test]
fn de_8_every_kind_opens_the_market_as_often_as_its_share_of_the_deck() {
    // DE-8: 20 of 108 cards for a resource, 28 of 108 for reviews; the tolerance is 5 standard deviations.
    let rules = with(&TITLE, 2, &[]);
    let mut counts = [0f64; 5];
    for deal in 0..5400 {
        let state = rules.deal(&Luck::new(6, deal), &mut |_| {});
        counts[rules.face_of_row(state.table.row(0)).kind.index()] += 1.0;
    }
    for (count, share) in counts.into_iter().zip([20.0, 20.0, 20.0, 20.0, 28.0]) {
        let expected = 5400.0 * share / 108.0;
        assert!((count - expected).abs() < 5.0 * expected.sqrt(), "{counts:?}");
    }
}

#[test]
fn de_10_play_goes_clockwise_and_comes_round() {
    let mut play = table(3).market("F5").deck("S2 C2 S3 C3").begin();
    for seat in [1, 2, 3, 1] {
        assert_eq!(play.node(), format!("seat {seat}: turn"));
        play.roll("food", 1);
    }
}

#[test]
fn de_12_a_turn_offers_its_possible_actions_and_no_pass() {
    // DE-12..14.
    let play = table(2).hand(0, "S2 S3 R2").hand(1, "F2").begin();
    assert_eq!(play.legal(), ["roll", "review 3 to 1", "review 3 to 2", "commit 1+2"]);
}

#[test]
fn de_39_de_54_a_game_has_exactly_107_rolls_whatever_the_players_do() {
    // DE-39, DE-54: 108 cards, one opens the market, each Roll Action draws one.
    for players in 2..=5 {
        let rules = with(&TITLE, players, &[]);
        for deal in 0..25 {
            let (state, record) = at_random(&rules, &Luck::new(21, deal), |_, _| {});
            assert_eq!(state.table.rolls, 107);
            assert_eq!(state.table.drawn, 108);
            assert_eq!(measure(&record, "rolls", 0), 107);
            assert_eq!((0..10).map(|cell| measure(&record, "rolls_by_kind", cell)).sum::<i32>(), 107);
            assert_eq!((0..8).map(|cell| measure(&record, "rolls_by_stars", cell)).sum::<i32>(), 107);
        }
    }
}

#[test]
fn de_57_de_54_de_23_what_the_rules_forbid_never_happens_in_random_play() {
    for players in 2..=5 {
        let rules = with(&TITLE, players, &[]);
        for deal in 0..25 {
            let mut before: Option<State> = None;
            at_random(&rules, &Luck::new(21, deal), |state, _| {
                let actions = legal(&rules, state);
                rules.check_conservation(state).unwrap();
                assert!(actions.len() <= MAX_ACTIONS);
                assert!(actions.is_sorted_by(|a, b| a < b), "{actions:?}");
                let table = &state.table;
                // DE-57: the market is never empty. DE-54: the game ends with the deck.
                assert_ne!(table.tops, [NONE; 5]);
                assert_eq!(rules.node(state) == Node::Terminal, table.drawn == 108);
                for seat in Seat::all(players) {
                    // DE-23, DE-24: seven and the one acquired.
                    assert!(table.hand(seat).len() <= 8);
                    // DE-53: a restaurant never has a single card of a resource.
                    let committed = table.restaurants[seat.index()].cards;
                    assert!(committed.iter().all(|cards| cards.iter().sum::<u8>() != 1));
                }
                if let Some(before) = &before {
                    for seat in Seat::all(players) {
                        // DE-16, DE-52, DE-A9, DE-A17: cards stay in restaurants and among discards.
                        for card in 0..usize::from(before.table.drawn) {
                            if matches!(before.table.places[card], Place::Restaurant(_) | Place::Discards) {
                                assert_eq!(table.places[card], before.table.places[card]);
                            }
                        }
                        // DE-35, DE-36: kept cards of a hand stay in order; new ones are on the right.
                        let kept: Vec<u8> = (before.table.hand(seat).cards().iter().copied())
                            .filter(|card| table.hand(seat).cards().contains(card))
                            .collect();
                        assert!(table.hand(seat).cards().starts_with(&kept));
                    }
                }
                before = Some(*state);
            });
        }
    }
}

#[test]
fn de_54_turns_need_not_be_equal_in_number() {
    // DE-54: the game stops in the middle of a round.
    let mut play = table(3).market("F5").deck("S2").last().active(1).begin();
    play.roll("food", 1);
    assert_eq!(play.node(), "over");
    assert!(play.actions().is_empty());
}

#[test]
fn every_legal_action_reads_back_from_its_notation() {
    for preset in ["", "2020-06-late"] {
        let rules = if preset.is_empty() { with(&TITLE, 5, &[]) } else { with_preset(&TITLE, 5, preset) };
        for deal in 0..10 {
            at_random(&rules, &Luck::new(21, deal), |state, _| {
                let actions = legal(&rules, state);
                for action in actions {
                    assert_eq!(action.to_string().parse(), Ok(action));
                }
            });
        }
    }
    for nonsense in ["", "pass", "roll 1", "review 0 to 1", "commit", "commit 17", "name cooks", "lose x"] {
        assert!(nonsense.parse::<<Delectable as Game>::Action>().is_err(), "{nonsense}");
    }
}

#[test]
fn every_preset_plays_to_the_end_and_keeps_its_cards() {
    for preset in ["2020-05", "2020-06-late", "varied-deck"] {
        for players in 2..=5 {
            let rules = with_preset(&TITLE, players, preset);
            let limit = rules.variant.hand_limit;
            for deal in 0..10 {
                let (_, record) = at_random(&rules, &Luck::new(21, deal), |state, _| {
                    let actions = legal(&rules, state);
                    rules.check_conservation(state).unwrap();
                    assert!(actions.len() <= MAX_ACTIONS);
                    assert!(actions.is_sorted_by(|a, b| a < b));
                    assert!(Seat::all(players).all(|seat| state.table.hand(seat).len() <= limit + 1));
                });
                // However often a pile is named for a roll, the roll is counted once.
                let by_kind: i32 = (0..10).map(|cell| measure(&record, "rolls_by_kind", cell)).sum();
                assert_eq!(by_kind, measure(&record, "rolls", 0), "{preset}");
            }
        }
    }
}

#[test]
fn events_count_seats_from_one_as_plies_do() {
    let events = [Event::EmptyHanded { thief: Seat(0), victim: Seat(1) }, Event::ExtraRoll { seat: Seat(2) }];
    let written: Vec<String> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    assert_eq!(
        written,
        [r#"{"event":"empty_handed","thief":1,"victim":2}"#, r#"{"event":"extra_roll","seat":3}"#]
    );
}
