//! One test per rule: deal the cards, play in notation, and check the result.

use crate::TITLE;
use sim_engine::Luck;
use sim_script::played::{Played, with};

use crate::Leduc;

/// A hand with these cards in both seats and, once revealed, on the board.
fn hand(cards: [&str; 3], first: &str, second: &str) -> Played<Leduc> {
    let deals = (0..).map(|deal| Luck::new(1, deal));
    let played = deals.map(|luck| {
        let mut play = Played::dealt(with(&TITLE, 2, &[]), &luck);
        for actions in [first, second] {
            if !actions.is_empty() {
                play.act(actions);
            }
            if play.node() == "chance" {
                play.chance(&luck);
            }
        }
        play
    });
    let fits = |play: &Played<Leduc>| {
        let seats = [0, 1].map(|seat| play.state.cards[seat].word());
        let board = play.state.table.board.map_or("", |board| board.word());
        [seats[0], seats[1], board] == cards
    };
    played.into_iter().find(fits).unwrap()
}

#[test]
fn le_1_to_le_6_who_wins_how_much() {
    for (cards, first, second, chips) in [
        (["king", "jack", ""], "bet; fold", "", 1),
        (["king", "jack", ""], "check; bet; fold", "", -1),
        (["jack", "king", ""], "bet; raise; fold", "", -3),
        (["jack", "king", ""], "check; bet; raise; fold", "", 3),
        (["king", "jack", "queen"], "check; check", "check; check", 1),
        (["king", "jack", "jack"], "check; check", "check; check", -1),
        (["king", "queen", "jack"], "bet; call", "bet; fold", 3),
        (["king", "queen", "jack"], "bet; raise; call", "check; bet; fold", -5),
        (["king", "queen", "jack"], "check; bet; call", "bet; raise; fold", -7),
        (["queen", "king", "queen"], "bet; raise; call", "bet; raise; call", 13),
        (["queen", "king", "jack"], "check; bet; raise; call", "check; bet; raise; call", -13),
        (["queen", "queen", "king"], "bet; call", "bet; call", 0),
    ] {
        let play = hand(cards, first, second);
        assert_eq!((play.points(0), play.points(1)), (chips, -chips), "{cards:?}: {first}; {second}");
        assert_eq!(play.node(), "over");
    }
}

#[test]
fn le_3_a_round_has_two_bets_at_most() {
    for (first, second, legal) in [
        ("", "", "check bet"),
        ("check", "", "check bet"),
        ("bet", "", "fold call raise"),
        ("check; bet", "", "fold call raise"),
        ("bet; raise", "", "fold call"),
        ("check; bet; raise", "", "fold call"),
        ("bet; raise; call", "bet", "fold call raise"),
        ("check; check", "check; bet; raise", "fold call"),
    ] {
        let board = if second.is_empty() { "" } else { "queen" };
        let play = hand(["king", "jack", board], first, second);
        assert_eq!(play.legal().join(" "), legal, "{first}; {second}");
    }
}

#[test]
fn le_2_any_of_the_four_other_cards_may_be_the_board() {
    // With a king and a jack dealt, one of four cards is a king.
    let mut before = hand(["king", "jack", ""], "check", "");
    before.act("check");
    let mut boards = [0.0_f64; 3];
    for deal in 0..8000 {
        let mut play = Played::new(with(&TITLE, 2, &[]), before.state);
        play.chance(&Luck::new(2, deal));
        boards[play.state.table.board.unwrap() as usize] += 1.0 / 8000.0;
    }
    for (share, wanted) in boards.into_iter().zip([0.25, 0.5, 0.25_f64]) {
        assert!((share - wanted).abs() < 5.0 * (wanted * (1.0 - wanted) / 8000.0).sqrt(), "{boards:?}");
    }
}
