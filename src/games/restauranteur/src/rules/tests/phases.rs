//! Investment, Recruit and End phase (RE-22 to RE-25, RE-46).

use super::*;

/// A turn about to begin.
fn turn(players: usize, values: &[(&str, &str)]) -> Layout {
    board_with(players, values).coins([0; 6]).phase(Phase::Recruit)
}

#[test]
fn re_22_investment_pays_one_coin() {
    assert_eq!(turn(2, &[]).deck("number-1").chance().purses(), [1, 0]);
}

#[test]
fn re_23_b_01_one_more_for_each_type_led() {
    // One against none leads, two against one leads, one against one does not.
    let layout = turn(2, &[])
        .restaurant(1, "sushi", 1, 1)
        .restaurant(1, "coffee", 1, 3)
        .restaurant(1, "coffee", 1, 5)
        .restaurant(2, "coffee", 1, 7)
        .restaurant(1, "burger", 3, 1)
        .restaurant(2, "burger", 3, 3)
        .deck("number-1");
    assert_eq!(layout.chance().purses(), [3, 0]);
}

#[test]
fn re_24_one_card_is_drawn() {
    let layout = turn(2, &[]).deck("burger-card sushi-card").chance();
    let hand: Vec<Face> = layout.state.hands[Seat(0)].cards().collect();
    assert_eq!(hand, [Face::cuisine(Cuisine::Burger)]);
    assert_eq!(layout.state.table.deck_left, 1);
}

#[test]
fn re_25_b_28_the_discards_are_shuffled_once() {
    let mut layout = turn(2, &[]).hand(1, "number-1").hand(2, "number-2 delivery");
    for face in faces("number-3 number-4 sushi-card") {
        layout.state.table.discards[face.index()] += 1;
    }
    let layout = layout.chance();
    let table = &layout.state.table;
    assert_eq!((table.pass, table.pass_size, table.deck_left), (1, 3, 2));
    assert_eq!(table.discards.iter().sum::<u8>(), 0);
    // Cards in hands stay there, and all players know them.
    let kept: Vec<Face> = Face::all().filter(|face| table.kept[face.index()] > 0).collect();
    assert_eq!(kept, faces("number-1 number-2 delivery").collect::<Vec<_>>());
    assert_eq!(layout.state.hands[Seat(0)].kept_len(), 1);
}

#[test]
fn re_25_both_passes_are_shuffled_by_keys_of_their_own() {
    let order = |pass: u8| {
        let mut layout = turn(2, &[]);
        layout.state.table.pass = pass;
        layout.state.table.discards = layout.rules.stock.cards;
        layout.rules.reshuffle(&mut layout.state, &layout.luck, &mut |_| {});
        layout.state.deck
    };
    assert_ne!(order(0), order(1));
    assert_eq!(order(0), order(0));
}

#[test]
fn re_46_re_20_the_hand_is_discarded_down_to_four() {
    let layout = board(2).hand(1, "number-1 number-1 number-2 sushi-card delivery radio");
    let layout = layout.act(&["roll"]).chance();
    assert_eq!(layout.decision_name(), Some("discard"));
    // Discards go in the order of the faces, so the last face cannot be the first of two.
    assert_eq!(
        layout.legal(),
        ["discard number-1", "discard number-2", "discard sushi-card", "discard radio"]
    );
    let layout = layout.act(&["discard radio"]);
    assert_eq!(layout.legal(), ["discard delivery"]);
    let layout = layout.act(&["discard delivery"]);
    assert_eq!(layout.state.hands[Seat(0)].len(), 4);
    assert_eq!(layout.state.table.active, Seat(1));
}

#[test]
fn re_46_two_of_a_face_may_go() {
    let layout = board(2).hand(1, "number-1 number-1 number-2 sushi-card delivery radio");
    let layout = layout.act(&["roll"]).chance().act(&["discard number-1", "discard number-1"]);
    assert_eq!(layout.state.hands[Seat(0)].count(Face::number(0)), 0);
}

#[test]
fn turns_go_round_and_rounds_are_eighths_of_a_pass() {
    let rules = rules_with(3, &[]);
    let luck = Luck::new(1, 1);
    let mut state = rules.deal(&luck, &mut |_| {});
    let (mut turns, mut rounds, mut shuffled) = (Vec::new(), vec![0], 0);
    let mut legal = Vec::new();
    loop {
        match rules.node(&state) {
            Node::Terminal => break,
            Node::Chance => {
                if state.table.phase == Phase::Recruit {
                    turns.push(state.table.active.0);
                }
                rules.apply_chance(&mut state, &luck, &mut |event| {
                    if let Event::Reshuffled { cards } = event {
                        shuffled = usize::from(cards);
                    }
                });
            }
            Node::Decision { .. } => {
                legal.clear();
                rules.legal(&state, &mut legal);
                rules.apply(&mut state, legal[0], &mut |_| {});
            }
        }
        let round = rules.round(&state);
        if rounds.last() != Some(&round) {
            rounds.push(round);
        }
    }
    assert!(turns.iter().enumerate().all(|(at, &seat)| usize::from(seat) == at % 3));
    assert_eq!(rounds, (0..16).collect::<Vec<_>>());
    // No seat has Executives: one turn for each of the 79 - 1 - 12 cards and for each reshuffled card, and one
    // that finds none.
    assert_eq!(turns.len(), 66 + shuffled + 1);
}
