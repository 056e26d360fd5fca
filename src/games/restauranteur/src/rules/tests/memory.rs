//! Observations and hidden information of a seat (RE-19, RE-20, B-27).

use super::*;
use sim_engine::Lawful;

/// Visits the state at every decision of a random game.
fn decisions(players: usize, deal: u64, mut visit: impl FnMut(&Restauranteur, &State, Seat)) {
    let rules = rules_with(players, &[]);
    let luck = Luck::new(11, deal);
    let mut stream = luck.imagination(1);
    let mut state = rules.deal(&luck, &mut |_| {});
    loop {
        match rules.node(&state) {
            Node::Terminal => break,
            Node::Chance => rules.apply_chance(&mut state, &luck, &mut |_| {}),
            Node::Decision { seat, .. } => {
                visit(&rules, &state, seat);
                let mut legal = Vec::new();
                rules.legal(&state, &mut legal);
                let action = legal[stream.index(legal.len())];
                rules.apply(&mut state, action, &mut |_| {});
            }
        }
    }
}

#[test]
fn what_is_unseen_is_what_lies_face_down() {
    for deal in 0..4 {
        decisions(3, deal, |rules, state, seat| {
            let seen = rules.observe(state, seat);
            let deck = &state.deck[..usize::from(state.table.deck_left)];
            for face in Face::all() {
                let in_deck = deck.iter().filter(|&&other| other == face.0).count();
                let held: u8 = Seat::all(3)
                    .filter(|&other| other != seat)
                    .map(|other| state.hands[other].count(face))
                    .sum();
                assert_eq!(usize::from(seen.unseen(face)), in_deck + usize::from(held));
                let kept: u8 = Seat::all(3)
                    .filter(|&other| other != seat)
                    .map(|other| state.hands[other].kept(face))
                    .sum();
                assert_eq!(seen.kept_by_others(face), kept);
            }
        });
    }
}

#[test]
fn after_the_shuffle_kept_cards_are_never_dreamt_into_the_deck() {
    let mut tried = 0;
    decisions(2, 3, |rules, state, seat| {
        if state.table.pass == 0 {
            return;
        }
        tried += 1;
        let twin = rules.redraw(state, seat, &mut Luck::new(1, 1).imagination(tried));
        rules.check_conservation(&twin).unwrap();
        // With one rival, its kept cards are known exactly.
        let other = Seat(1 - seat.0);
        for face in Face::all() {
            assert_eq!(twin.hands[other].kept(face), state.hands[other].kept(face));
        }
    });
    assert!(tried > 50, "{tried}");
}

#[test]
fn at_set_up_every_unseen_card_is_equally_likely_in_a_rivals_hand() {
    // The seat sees five cards; 74 are left, four of them with the rival: 4/74 each.
    let rules = rules_with(2, &[]);
    let state = rules.deal(&Luck::new(5, 5), &mut |_| {});
    let seen = rules.observe(&state, Seat(0));
    const TWINS: u64 = 6000;
    let mut counts = [0u32; 36];
    for twin in 0..TWINS {
        let twin = rules.redraw(&state, Seat(0), &mut Luck::new(6, twin).imagination(0));
        for face in Face::all() {
            counts[face.index()] += u32::from(twin.hands[Seat(1)].count(face));
        }
    }
    let mut chi = 0.0;
    let mut cells = 0;
    for face in Face::all().filter(|&face| seen.unseen(face) > 0) {
        let expected = TWINS as f64 * 4.0 * f64::from(seen.unseen(face)) / 74.0;
        chi += (f64::from(counts[face.index()]) - expected).powi(2) / expected;
        cells += 1;
    }
    // At most 35 cells: 34 degrees of freedom, 65.2 is the 0.1 % point; drawing without replacement lowers it.
    assert!(cells <= 35 && chi < 65.2, "chi-square {chi} of {cells}");
}

#[test]
fn observations_of_other_hands_are_equal() {
    let rules = rules_with(3, &[]);
    let state = rules.deal(&Luck::new(5, 5), &mut |_| {});
    let mut other = state;
    (other.hands[Seat(1)], other.hands[Seat(2)]) = (state.hands[Seat(2)], state.hands[Seat(1)]);
    assert_eq!(rules.observe(&state, Seat(0)), rules.observe(&other, Seat(0)));
    assert_ne!(rules.observe(&state, Seat(1)), rules.observe(&other, Seat(1)));
}
