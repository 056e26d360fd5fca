//! Queues, picks, hats, clean-up and abilities (CK-49..115).

use super::{follow, has, is_legal, laid, legal, picker, row, rules, send, token, tokens};
use crate::rules::{
    CritterKitchen, Event, Item,
    state::{DrawFor, Phase, Shopping, State},
    token::Tokens,
    variant::NONE,
};
use sim_engine::{Game, Luck, Seat};

/// Returns the first round with only the named tokens at each place.
fn table(players: usize, changes: &[(&str, &str)], boards: &[(usize, &str)]) -> (CritterKitchen, State) {
    let game = rules(players, changes);
    let state = laid(&game, boards);
    (game, state)
}

// CK-53, CK-54, CK-67, CK-69, CK-70.
#[test]
fn ex_4_smaller_chefs_empty_the_board() {
    let (game, mut state) = table(3, &[], &[(1, "bread-2 fish-3 wine-4")]);
    // Board 1 is place 2: mouse of seat 1, lizard of seat 2, boar of seat 3; the rest elsewhere.
    send(&game, &mut state, &[[2, 5, 6], [5, 2, 6], [5, 6, 2]]);
    assert_eq!(picker(&game, &state), 0);
    let events = follow(&game, &mut state, &["take bread-2", "take fish-3", "take wine-4"]);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::CameHomeEmpty { seat: Seat(2), chef: 2, early: false, .. }))
    );
    assert_eq!(has(&state, 2, Item::Soup), 2);
}

// CK-50.
#[test]
fn ex_3_chefs_queue_by_what_they_carry() {
    let (game, mut state) = table(3, &[], &[(1, "bread-2 fish-3 wine-4")]);
    // A mouse, a lizard and a boar of three players at board 1: nobody is tied.
    let events = send(&game, &mut state, &[[2, 5, 6], [5, 2, 6], [5, 6, 2]]);
    assert!(!events.iter().any(|event| matches!(event, Event::Tied { place, .. } if place.row() == 1)));
    let mut queues = Vec::new();
    for item in ["take bread-2", "take fish-3", "take wine-4"] {
        queues.push((state.shopping.capacity, state.shopping.active().to_vec()));
        follow(&game, &mut state, &[item]);
    }
    assert_eq!(queues, [(1, vec![0]), (2, vec![1]), (2, vec![1])]);
}

// CK-55, CK-58, CK-64, CK-71, CK-79.
#[test]
fn ex_5_a_tie_after_an_untied_first_item_moves_no_hat() {
    let (game, mut state) = table(3, &[], &[(2, "wine-5 rumor-1 mushroom-3")]);
    // Seat 1 sends the mouse, seats 2 and 3 the boar; seat 2 is ahead of seat 3.
    send(&game, &mut state, &[[3, 5, 6], [5, 6, 3], [5, 6, 3]]);
    follow(&game, &mut state, &["take wine-5"]);
    assert_eq!(picker(&game, &state), 1);
    follow(&game, &mut state, &["take rumor-1"]);
    assert_eq!(picker(&game, &state), 2);
    follow(&game, &mut state, &["take mushroom-3"]);
    assert_eq!(state.track[..3], [0, 1, 2]);
    assert_eq!((has(&state, 1, Item::Soup), has(&state, 2, Item::Soup)), (1, 1), "no consolation");
    assert_eq!(state.kitchens[1].known_rumors(), 0b001);
}

#[test]
fn ex_6_and_bt_17_the_winner_of_a_tie_goes_to_the_back_at_once() {
    let (game, mut state) = table(3, &[], &[(1, "bread-2 fish-3 wine-4 meat-5")]);
    send(&game, &mut state, &[[2, 5, 6], [2, 5, 6], [5, 2, 6]]);
    follow(&game, &mut state, &["take bread-2"]);
    assert_eq!(state.track[..3], [1, 2, 0]);
    assert_eq!(picker(&game, &state), 1);
    follow(&game, &mut state, &["take fish-3"]);
    assert_eq!(picker(&game, &state), 2);
    follow(&game, &mut state, &["take wine-4", "take meat-5"]);
    assert_eq!(state.track[..3], [1, 2, 0]);
}

// CK-56, CK-60.
#[test]
fn ck_59_the_running_queue_keeps_its_order() {
    // The boars of seats 1 and 2 tie at the truck and alternate, although the hat of seat 1 moves at once.
    let (game, mut state) = table(2, &[], &[]);
    send(&game, &mut state, &[[4, 5, 1], [4, 5, 1]]);
    let mut order = Vec::new();
    for _ in 0..6 {
        order.push(picker(&game, &state));
        follow(&game, &mut state, &["take soup"]);
    }
    assert_eq!(order, [0, 1, 0, 1, 0, 1]);
    // At the Merchant, seat 2 is in front.
    assert_eq!(picker(&game, &state), 1);
}

#[test]
fn ck_a3_the_hat_may_move_after_the_location() {
    let (game, mut state) = table(2, &[("hat_time", "location")], &[]);
    send(&game, &mut state, &[[1, 4, 5], [1, 4, 5]]);
    follow(&game, &mut state, &["take soup"]);
    assert_eq!(state.track[..2], [0, 1]);
    follow(&game, &mut state, &["take soup"]);
    assert_eq!(state.track[..2], [1, 0]);
}

#[test]
fn ex_7_lizards_alternate() {
    let (game, mut state) = table(3, &[], &[(3, "bread-2 fish-3 wine-4 meat-5")]);
    send(&game, &mut state, &[[4, 5, 6], [5, 4, 6], [5, 4, 6]]);
    let mut order = Vec::new();
    for pick in ["take bread-2", "take fish-3", "take wine-4"] {
        order.push(picker(&game, &state));
        follow(&game, &mut state, &[pick]);
    }
    assert_eq!(order, [0, 1, 2]);
    assert_eq!((state.track[..3].to_vec(), picker(&game, &state)), (vec![0, 1, 2], 1));
}

// CK-72.
#[test]
fn ex_9_and_ck_73_leaving_early_brings_a_soup_and_moves_no_hat() {
    let (game, mut state) = table(2, &[], &[(1, "bread-2 fish-2")]);
    send(&game, &mut state, &[[4, 5, 2], [4, 5, 2]]);
    follow(&game, &mut state, &["leave"]);
    assert_eq!(has(&state, 0, Item::Soup), 2);
    // Seat 2 is alone now. It takes the first item, and no hat moves.
    assert_eq!(picker(&game, &state), 1);
    follow(&game, &mut state, &["take bread-2", "take fish-2"]);
    assert_eq!(state.track[..2], [0, 1]);
    assert!(!is_legal(&rules(2, &[("leave_early", "false")]), &state, "leave"));
    // CK-A8: leaving the truck early also brings a soup.
    let (game, mut state) = table(2, &[], &[]);
    send(&game, &mut state, &[[1, 4, 5], [4, 5, 3]]);
    follow(&game, &mut state, &["leave"]);
    assert_eq!((has(&state, 0, Item::Soup), state.shopping.place > 0), (2, true));
}

// CK-A5.
#[test]
fn ck_68_a_chef_with_an_item_may_not_leave() {
    let (game, mut state) = table(2, &[], &[(1, "bread-2 fish-2")]);
    send(&game, &mut state, &[[4, 5, 2], [3, 4, 5]]);
    follow(&game, &mut state, &["take bread-2"]);
    assert!(!is_legal(&game, &state, "leave"));
}

// CK-12, CK-62, CK-63, CK-66, CK-95, CK-96, CK-97.
#[test]
fn ex_10_and_11_the_truck_offers_bisque_leftovers_and_soup() {
    let (game, mut state) = table(2, &[], &[(0, "mushroom-4")]);
    send(&game, &mut state, &[[4, 1, 5], [4, 5, 1]]);
    follow(&game, &mut state, &["take bisque", "take mushroom-4"]);
    assert_eq!((has(&state, 0, Item::Bisque), has(&state, 0, Item::Soup)), (1, 1));
    follow(&game, &mut state, &["take soup", "take soup", "take soup"]);
    assert_eq!(has(&state, 1, Item::Soup), 4);
}

// CK-52, CK-98, CK-99.
#[test]
fn ex_12_the_merchant_is_filled_before_it_is_resolved() {
    for (items, boar) in [(3, 2), (4, 3), (6, 3)] {
        let (game, mut state) = table(2, &[("merchant_items_two", &items.to_string())], &[]);
        state.bag = tokens("bread-2 bread-3 fish-2 fish-3 meat-2 meat-3 wine-2 wine-3");
        // The mouse of seat 1 and the boar of seat 2 visit the Merchant.
        let mut events = send(&game, &mut state, &[[4, 5, 2], [5, 3, 4]]);
        let placed = events
            .iter()
            .filter(|event| matches!(event, Event::ItemPlaced { place, .. } if place.row() == 3))
            .count();
        assert_eq!(placed, items);
        while state.shopping.place == 3 {
            let first = legal(&game, &state)[0].to_string();
            events.extend(follow(&game, &mut state, &[&first]));
        }
        let pickers: Vec<(u8, u8)> = events
            .iter()
            .filter_map(|event| match *event {
                Event::Picked { seat, chef, place, .. } if place.row() == 3 => Some((seat.0, chef)),
                _ => None,
            })
            .collect();
        assert_eq!(pickers, [vec![(0, 0)], vec![(1, 2); boar]].concat());
        // CK-100: the academy receives the items that nobody took.
        assert_eq!(state.spreads[4].tokens.total(), items - 1 - boar);
    }
}

// CK-65, CK-101, CK-102.
#[test]
fn ex_13_the_zous_chef_is_an_item_of_the_academy() {
    let (game, mut state) = table(2, &[], &[(4, "fish-5")]);
    send(&game, &mut state, &[[5, 1, 2], [5, 1, 2]]);
    for _ in 0..4 {
        follow(&game, &mut state, &["take soup"]);
    }
    // Board 1 is empty, so both boars come home with nothing; the Merchant has no visitors.
    while state.shopping.place < 4 {
        let first = legal(&game, &state)[0].to_string();
        follow(&game, &mut state, &[&first]);
    }
    let front = picker(&game, &state);
    follow(&game, &mut state, &["take zous-chef"]);
    assert_eq!(has(&state, front, Item::ZousChef), 1);
    assert_eq!(usize::from(state.track[1]), front);
    assert_eq!(state.zous_on_offer, NONE);
    assert!(!is_legal(&game, &state, "take zous-chef"));
    follow(&game, &mut state, &["take fish-5"]);
    // The next round has begun: the zous-chef works.
    assert_eq!((state.round, state.kitchens[front].zous != NONE), (1, true));
}

// CK-89, CK-90, CK-91, CK-92, CK-94.
#[test]
fn bt_14_and_15_leftovers_circulate_and_rumors_leave() {
    let (game, mut state) = table(
        2,
        &[("merchant_items_two", "0")],
        &[(0, "carrot-3"), (1, "bread-7 meat-spice rumor-2 cheese-2")],
    );
    send(&game, &mut state, &[[4, 5, 3], [4, 5, 3]]);
    // Nobody visits the truck or board 1, so their ingredients and spices go to the academy.
    while state.shopping.place < 4 {
        let first = legal(&game, &state)[0].to_string();
        follow(&game, &mut state, &[&first]);
    }
    let academy = state.spreads[4].tokens;
    assert!(
        academy.has(token("bread-7")) && academy.has(token("meat-spice")) && academy.has(token("carrot-3"))
    );
    assert_eq!(state.removed.count(token("rumor-2")), 1);
    follow(&game, &mut state, &["take zous-chef", "take meat-spice", "take carrot-3", "take bread-7"]);
    assert_eq!(state.round, 1);
    assert_eq!(state.spreads[0].tokens, tokens("cheese-2"));
}

#[test]
fn bt_16_an_empty_board_moves_no_hat() {
    let (game, mut state) = table(2, &[], &[]);
    send(&game, &mut state, &[[2, 3, 1], [2, 3, 1]]);
    follow(
        &game,
        &mut state,
        &["take bisque", "take soup", "take soup", "take soup", "take soup", "take soup"],
    );
    assert_eq!(state.track[..2], [1, 0], "the boars at the truck");
    // The mice at board 1 and the lizards at board 2 find nothing: a soup each, and no hat moves.
    assert_eq!(state.round, 1);
    assert_eq!(state.track[..2], [1, 0]);
    assert_eq!((has(&state, 0, Item::Soup), has(&state, 1, Item::Soup)), (1 + 2 + 2, 1 + 3 + 2));
}

// CK-A6.
#[test]
fn bt_18_soup_is_a_first_item() {
    let (game, mut state) = table(2, &[], &[]);
    send(&game, &mut state, &[[1, 4, 5], [1, 4, 5]]);
    follow(&game, &mut state, &["take soup"]);
    assert_eq!(state.track[..2], [1, 0]);
}

// CK-82, CK-A12, CK-A14.
#[test]
fn bt_19_known_rumors_do_not_exist_for_their_owner() {
    let (game, mut state) = table(2, &[], &[(1, "rumor-1 rumor-1")]);
    state.kitchens[0].rumors[0] = token("rumor-1").0;
    let events = send(&game, &mut state, &[[2, 4, 5], [4, 2, 5]]);
    assert!(events.iter().any(|event| matches!(event, Event::CameHomeEmpty { seat: Seat(0), chef: 0, .. })));
    assert_eq!(has(&state, 0, Item::Soup), 1 + 1);
    assert_eq!(picker(&game, &state), 1);
    // Once both know the rumor, its card is open and nobody can take the other token.
    follow(&game, &mut state, &["take rumor-1"]);
    assert_eq!(state.open_rumors, 0b001);
    assert_eq!(state.removed.count(token("rumor-1")), 1);
}

// CK-83.
#[test]
fn bt_20_a_wild_rumor_fills_an_empty_slot() {
    let (game, mut state) = table(2, &[], &[(1, "wild-rumor")]);
    let mut two_known = state;
    send(&game, &mut state, &[[2, 4, 5], [4, 5, 3]]);
    follow(&game, &mut state, &["take wild-rumor"]);
    assert_eq!(legal(&game, &state).len(), 3);
    follow(&game, &mut state, &["slot 3"]);
    assert_eq!(state.kitchens[0].known_rumors(), 0b100);
    two_known.kitchens[0].rumors = [token("rumor-1").0, NONE, token("wild-rumor").0];
    send(&game, &mut two_known, &[[2, 4, 5], [4, 5, 3]]);
    follow(&game, &mut two_known, &["take wild-rumor"]);
    assert_eq!(two_known.kitchens[0].known_rumors(), 0b111);
    assert_eq!(game.observe(&two_known, Seat(0)).rumor_row(1), Some(two_known.rumors[1]), "its card is seen");
    assert_eq!(game.observe(&two_known, Seat(1)).rumor_row(1), None);
}

/// Returns the first round with a zous-chef working for seat 1.
fn with_zous(name: &str, players: usize, boards: &[(usize, &str)]) -> (CritterKitchen, State) {
    let (game, mut state) = table(players, &[], boards);
    state.kitchens[0].zous = row(&game, name);
    (game, state)
}

// CK-111, CK-A20.
#[test]
fn ex_38_carol_pays_when_the_hat_is_last() {
    let (game, mut state) = with_zous("carol", 2, &[(1, "bread-2 fish-2")]);
    // Carol and the mouse of seat 2 tie at board 1.
    follow(&game, &mut state, &["go 3", "go 4", "go 5", "go 2", "go 2", "go 4", "go 5"]);
    follow(&game, &mut state, &["take bread-2"]);
    assert_eq!(state.track[..2], [1, 0]);
    assert_eq!(state.kitchens[0].total_stars(), 1);
}

#[test]
fn ck_74_newton_brings_soup_to_everybody_there() {
    let (game, mut state) = with_zous("newton", 2, &[]);
    follow(&game, &mut state, &["go 3", "go 4", "go 5", "go 2", "go 2", "go 4", "go 5"]);
    // Seat 1: one at the start, two by Newton as its owner, two for the empty hands of Newton and the mouse.
    assert_eq!(has(&state, 0, Item::Soup), 1 + 1 + 1 + 1 + 1);
    assert_eq!(has(&state, 1, Item::Soup), 1 + 1 + 1);
}

#[test]
fn ck_113_otto_draws_for_every_lizard_there() {
    let (game, mut state) = with_zous("otto", 2, &[]);
    let mut events = follow(&game, &mut state, &["go 1", "go 4", "go 5", "go 2", "go 1", "go 2", "go 4"]);
    assert!(!events.iter().any(|event| matches!(event, Event::DrawnFor { .. })), "the truck comes first");
    events.extend(follow(&game, &mut state, &["take soup", "take soup"]));
    let drawers: Vec<u8> = events
        .iter()
        .filter_map(|event| match event {
            Event::DrawnFor { seat, .. } => Some(seat.0),
            _ => None,
        })
        .collect();
    // The tie of the mice put seat 2 in front.
    assert_eq!(drawers, [1, 0]);
}

#[test]
fn ck_114_penny_takes_the_bisque_from_afar() {
    let (game, mut state) = with_zous("penny", 2, &[(1, "bread-2")]);
    follow(&game, &mut state, &["go 3", "go 4", "go 5", "go 2", "go 3", "go 4", "go 5"]);
    assert_eq!((has(&state, 0, Item::Bisque), state.spreads[0].has_bisque), (1, false));
}

#[test]
fn ck_a19_sorrel_pays_for_solitude_and_rosemary_moves_the_hat() {
    let (game, mut state) = with_zous("sorrel", 2, &[(1, "bread-2")]);
    follow(&game, &mut state, &["go 3", "go 4", "go 5", "go 2", "go 3", "go 4", "go 5"]);
    assert_eq!(state.kitchens[0].total_stars(), 1);
    let (game, mut state) = with_zous("rosemary", 2, &[(1, "bread-2")]);
    state.track[..2].copy_from_slice(&[1, 0]);
    follow(&game, &mut state, &["go 3", "go 4", "go 5", "go 2", "go 3", "go 4", "go 5", "take bread-2"]);
    assert_eq!(state.track[..2], [0, 1]);
}

#[test]
fn ck_a16_abilities_after_the_last_pick_may_need_an_item() {
    for (value, track) in [("false", [0, 1]), ("true", [1, 0])] {
        let (game, mut state) = table(2, &[("after_pick_requires_item", value)], &[]);
        state.kitchens[0].zous = row(&game, "rosemary");
        state.track[..2].copy_from_slice(&[1, 0]);
        follow(&game, &mut state, &["go 3", "go 4", "go 5", "go 2", "go 1", "go 4", "go 5"]);
        follow(&game, &mut state, &["take soup"]);
        assert_eq!(state.track[..2], track);
    }
}

#[test]
fn ck_185_anthony_boardain_draws_for_empty_hands() {
    let (game, mut state) = table(2, &[], &[]);
    state.kitchens[0].restaurateur = row(&game, "anthony-boardain");
    let events = send(&game, &mut state, &[[2, 4, 5], [1, 4, 5]]);
    assert!(!events.iter().any(|event| matches!(event, Event::DrawnFor { .. })), "the truck comes first");
    let events = follow(&game, &mut state, &["take soup"]);
    assert!(events.iter().any(|event| matches!(event, Event::DrawnFor { seat: Seat(0), .. })));
}

#[test]
fn ck_108_two_draws_of_one_seat_at_one_place_are_independent() {
    let (game, mut state) = table(2, &[], &[]);
    let mut mixed = 0;
    for deal in 0..2_000 {
        state.bag = tokens("bread-4 bread-4 wine-7 wine-7");
        state.kitchens[0].stock = Tokens::default();
        state.shopping = Shopping::at(1);
        // Both draws happen when Hazel comes home empty-handed to the owner of Anthony Boardain.
        state.shopping.owe(0, 1, DrawFor::Gain);
        state.shopping.owe(0, 1, DrawFor::Gain);
        for _ in 0..2 {
            state.phase = Phase::Draw;
            game.make_draw(&mut state, &Luck::new(3, deal), &mut |_| {});
        }
        mixed += u32::from(state.kitchens[0].stock == tokens("bread-4 wine-7"));
    }
    // Two of four tokens differ in 2 of 3 cases; standard error 21.
    assert!(mixed.abs_diff(1_333) < 84, "{mixed}");
}

#[test]
fn ck_115_an_ingredient_goes_back_to_the_bag_for_a_draw() {
    for (end, traded) in [(Some("trade fish-2"), 1), (Some("decline"), 0), (None, 0)] {
        let (game, mut state) = with_zous("ming", 2, &[]);
        // Where `end` is `None`, the board is empty and there is nothing to give back.
        if end.is_some() {
            state.spreads[1].tokens = tokens("bread-2 fish-2 meat-2");
        }
        let mut events = follow(&game, &mut state, &["go 3", "go 4", "go 5", "go 2", "go 3", "go 4", "go 5"]);
        if let Some(end) = end {
            let actions = ["take bread-2", "take fish-2", "take meat-2", end];
            events.extend(follow(&game, &mut state, &actions));
        }
        let count = |is: fn(&Event) -> bool| events.iter().filter(|event| is(event)).count();
        let draws = count(|event| matches!(event, Event::DrawnFor { seat: Seat(0), .. }));
        let back = count(|event| matches!(event, Event::GivenBack { seat: Seat(0), .. }));
        assert_eq!((back, draws), (traded, traded), "{end:?}");
    }
}
