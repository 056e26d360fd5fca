//! Where McDogald's sends its chefs (CK-197..201, CK-205, CK-223).

use super::*;

/// Lets McDogald's send out its chefs; returns their places.
fn send_out(game: &CritterKitchen, state: &mut State) -> [u8; 4] {
    game.send_automa(state, &Luck::new(3, 0), &mut |_| {});
    state.kitchens[AUTOMA].plan
}

#[test]
fn ck_197_the_player_plans_before_mcdogalds_cards_are_turned() {
    let game = solo(&[]);
    let mut state = start(&game);
    assert_eq!(legal(&game, &state).len(), 5);
    let events = send(&game, &mut state, &[[1, 2, 3]]);
    let first_card = events.iter().position(|event| matches!(event, Event::OrderTurned { .. })).unwrap();
    let mine: Vec<usize> = events
        .iter()
        .enumerate()
        .filter(|(_, event)| matches!(event, Event::Sent { seat: Seat(0), .. }))
        .map(|(at, _)| at)
        .collect();
    assert_eq!(mine.len(), 3);
    assert!(mine.iter().all(|&at| at < first_card));
    let its = events.iter().filter(|event| matches!(event, Event::Sent { seat: Seat(1), .. })).count();
    assert_eq!(its, 3);
}

#[test]
fn ck_198_the_manager_goes_first_and_the_others_send_who_is_left() {
    let game = solo(&[]);
    for deal in 0..60 {
        let mut state = bare(&game);
        let mut decks = Vec::new();
        let mut sent = Vec::new();
        game.send_automa(&mut state, &Luck::new(5, deal), &mut |event| match event {
            Event::OrderTurned { deck, .. } => decks.push(deck),
            Event::Sent { chef, .. } => sent.push(chef),
            _ => {}
        });
        assert_eq!(decks[0], 0);
        let mut chefs = sent.clone();
        chefs.sort_unstable();
        assert_eq!(chefs, [0, 1, 2]);
        if decks.len() == 3 {
            // The chef that the manager sent needs no card of its own.
            assert!(!decks[1..].contains(&(sent[0] + 1)), "{decks:?} {sent:?}");
        } else {
            assert_eq!((decks, sent), (vec![0, 1, 2, 3], vec![0, 1, 2]));
            assert_eq!(state.track[0], AUTOMA as u8);
        }
    }
}

#[test]
fn bt_31_a_zous_chef_of_one_item_asks_the_mouse_deck_again() {
    let game = with_order("highest", "right");
    let mut state = bare(&game);
    state.kitchens[AUTOMA].zous = row(&game, "penny");
    let mut decks = Vec::new();
    game.send_automa(&mut state, &Luck::new(5, 0), &mut |event| {
        if let Event::OrderTurned { deck, .. } = event {
            decks.push(deck);
        }
    });
    assert_eq!(decks, [0, 1, 2, 3, 1]);
    assert_eq!(state.automa.open[1].count_ones(), 2);
}

#[test]
fn ex_25_the_arrow_decides_between_two_sevens() {
    let game = with_order("a-seven", "left");
    let mut state = bare(&game);
    state.spreads[GARDEN].tokens = tokens("bread-7 fish-2 meat-2");
    state.spreads[DESERT].tokens = tokens("wine-7 carrot-2 meat-3");
    assert_eq!(send_out(&game, &mut state)[0], DESERT as u8);
    let game = with_order("a-seven", "right");
    state.kitchens[AUTOMA].plan = [NONE; 4];
    assert_eq!(send_out(&game, &mut state)[0], GARDEN as u8);
}

#[test]
fn ex_26_and_ck_199_a_place_with_its_own_chef_is_passed_over() {
    let game = with_order("highest-sum", "right");
    let mut state = bare(&game);
    state.spreads[GARDEN].tokens = tokens("bread-3 fish-4 meat-2");
    state.spreads[DESERT].tokens = tokens("wine-7 carrot-6 meat-3");
    // The mouse goes to the best place, the lizard to the next best, the boar to the first in the arrow's direction.
    assert_eq!(send_out(&game, &mut state)[..3], [DESERT as u8, GARDEN as u8, TRUCK as u8]);
}

#[test]
fn ck_200_without_any_good_place_the_arrow_decides() {
    let game = with_order("a-spice", "left");
    let mut state = bare(&game);
    assert_eq!(send_out(&game, &mut state)[..3], [ACADEMY as u8, MERCHANT as u8, DESERT as u8]);
}

#[test]
fn ck_201_the_players_chefs_stop_nobody() {
    let game = with_order("highest", "right");
    let mut state = bare(&game);
    state.spreads[GARDEN].tokens = tokens("bread-7");
    state.kitchens[0].plan = [GARDEN as u8, DESERT as u8, ACADEMY as u8, NONE];
    assert_eq!(send_out(&game, &mut state)[0], GARDEN as u8);
}

#[test]
fn ck_198_every_goal_finds_its_place() {
    let fill = |game: &CritterKitchen| {
        let mut state = bare(game);
        state.spreads[TRUCK].tokens = tokens("bread-2 bread-2 bread-2 bread-3 bread-2");
        state.spreads[TRUCK].has_bisque = true;
        state.spreads[GARDEN].tokens = tokens("fish-7 fish-5 rumor-2");
        state.spreads[DESERT].tokens = tokens("wine-6 wine-6 wine-2 allspice rumor-3 wild-rumor");
        state.spreads[ACADEMY].tokens = tokens("carrot-4 meat-4 cheese-5");
        // It holds every type at the truck and on the boards, and knows one rumor.
        state.kitchens[AUTOMA].stock = tokens("bread-2 fish-2 wine-2 mushroom-2");
        state.kitchens[AUTOMA].rumors[1] = token("rumor-2").0;
        state
    };
    for (goal, place) in [
        ("soup-truck", TRUCK),
        ("merchant", MERCHANT),
        ("academy", ACADEMY),
        ("a-seven", GARDEN),
        // McDogald's knows the rumor at the garden.
        ("a-rumor", DESERT),
        ("most-rumors", DESERT),
        ("a-spice", DESERT),
        ("a-challenge", ACADEMY),
        ("most-challenge", ACADEMY),
        ("highest", GARDEN),
        // 7 + 5 ties with 6 + 6, and the arrow meets the garden first.
        ("best-two", GARDEN),
        ("highest-sum", DESERT),
        // Five leftovers and the bisque tie with six items, and the arrow meets the truck first.
        ("most-items", TRUCK),
        ("most-missing", ACADEMY),
    ] {
        let game = with_order(goal, "right");
        let mut state = fill(&game);
        assert_eq!(send_out(&game, &mut state)[0], place as u8, "{goal}");
    }
}

#[test]
fn ck_200_the_zous_chef_is_an_item_and_soup_is_none() {
    let game = with_order("most-items", "left");
    let mut state = bare(&game);
    state.spreads[GARDEN].tokens = tokens("bread-2");
    state.spreads[ACADEMY].tokens = Tokens::default();
    assert_eq!(send_out(&game, &mut state)[0], GARDEN as u8);
    state.kitchens[AUTOMA].plan = [NONE; 4];
    state.zous_on_offer = row(&game, "penny");
    assert_eq!(send_out(&game, &mut state)[0], ACADEMY as u8);
}

#[test]
fn ck_205_and_a51_cards_on_the_table_are_not_shuffled_in() {
    let game = solo(&[]);
    let mut state = bare(&game);
    let all = game.cards.house.decks[1].all();
    // One mouse card is left, and a zous-chef of capacity 1 needs a second one.
    state.automa.left[1] = 0b100;
    state.kitchens[AUTOMA].zous = row(&game, "penny");
    while state.automa.shuffles[1] == 0 {
        state.automa.open = [0; 4];
        state.automa.left[0] = game.cards.house.decks[0].all();
        state.automa.left[1] = 0b100;
        state.kitchens[AUTOMA].plan = [NONE; 4];
        state.round += 1;
        let luck = Luck::new(5, u64::from(state.round));
        game.send_automa(&mut state, &luck, &mut |_| {});
    }
    assert_eq!(state.automa.left[1].count_ones(), 8);
    assert_eq!(state.automa.left[1] & 0b100, 0, "the third card lies on the table");
    assert_eq!(state.automa.left[1] | state.automa.open[1], all);
    state.round = 1;
    state.phase = Phase::Run;
    state.shopping = Shopping::at(ACADEMY);
    game.run(&mut state, &mut |_| {});
    assert_eq!(state.automa.open, [0; 4]);
}

#[test]
fn ck_223_ties_move_hats_as_with_two() {
    let game = with_order("highest", "right");
    let mut state = bare(&game);
    state.spreads[GARDEN].tokens = tokens("bread-7 fish-2");
    // Both mice go to the garden: McDogald's is in front, picks first and falls back.
    send(&game, &mut state, &[[2, 3, 4]]);
    assert_eq!(state.kitchens[AUTOMA].stock.count(token("bread-7")), 1);
    assert_eq!(state.track[..2], [0, AUTOMA as u8]);
    assert_eq!(legal(&game, &state), ["take fish-2", "leave"].map(|text| text.parse().unwrap()));
}
