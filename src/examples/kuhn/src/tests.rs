//! One test per rule: deal the cards, play in notation, and check the result.

use crate::TITLE;
use sim_engine::Luck;
use sim_script::played::{Played, with};

use crate::Kuhn;

/// A hand with these cards of both seats, after these actions.
fn hand(payout: &str, cards: [&str; 2], actions: &str) -> Played<Kuhn> {
    let deals = (0..).map(|deal| Luck::new(1, deal));
    let dealt = deals.map(|luck| Played::dealt(with(&TITLE, 2, &[("payout", payout)]), &luck));
    let fits = |play: &Played<Kuhn>| (0..2).all(|seat| play.state.cards[seat].word() == cards[seat]);
    let mut play = dealt.into_iter().find(fits).unwrap();
    play.act(actions);
    play
}

#[test]
fn ku_2_to_ku_5_who_wins_how_much() {
    for (cards, actions, chips) in [
        (["queen", "jack"], "check; check", 1),
        (["jack", "king"], "check; check", -1),
        (["jack", "king"], "bet; fold", 1),
        (["king", "queen"], "bet; call", 2),
        (["jack", "queen"], "bet; call", -2),
        (["king", "jack"], "check; bet; fold", -1),
        (["king", "jack"], "check; bet; call", 2),
        (["queen", "king"], "check; bet; call", -2),
    ] {
        let play = hand("chips", cards, actions);
        assert_eq!((play.points(0), play.points(1)), (chips, -chips), "{cards:?}: {actions}");
        assert_eq!(play.node(), "over");
    }
}

#[test]
fn ku_6_of_four_chips_one_is_drawn() {
    for (actions, own) in [("bet; fold", 3.0), ("check; check", 1.0), ("bet; call", 0.0)] {
        let before = hand("draw", ["jack", "king"], actions);
        let drawn = (0..4000).filter(|&deal| {
            let mut play = Played::new(with(&TITLE, 2, &[]), before.state);
            play.chance(&Luck::new(2, deal));
            play.points(0) == 2
        });
        let share = drawn.count() as f64 / 4000.0;
        assert!((share - own / 4.0).abs() < 5.0 * (own / 4.0 * (1.0 - own / 4.0) / 4000.0).sqrt() + 1e-12);
    }
}
