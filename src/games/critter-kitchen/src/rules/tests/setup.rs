//! Set-up and the start of rounds (CK-1..48).

use super::{follow, legal, row, rules, start};
use crate::rules::{
    Action, Event,
    cards::Board,
    state::{Phase, State},
    token::{TYPE_WORDS, TYPES, Token, course_kinds},
    variant::NONE,
};
use sim_engine::{Game, Luck, Purpose, Seat};

// CK-2, CK-3, CK-4, CK-5, CK-6, CK-16.
#[test]
fn bt_1_a_fresh_bag_holds_119_tokens() {
    let bag = rules(4, &[]).variant.bag;
    // 7 types of 13, 16 spices, 12 rumors.
    assert_eq!(bag.total(), 7 * 13 + 16 + 12);
    for course in 0..TYPES {
        assert_eq!(bag.total_of(course_kinds(course)), 13);
        let sum: u32 = bag
            .iter()
            .filter(|(token, _)| token.is_ingredient() && token.course() == Some(course))
            .map(|(token, count)| u32::from(token.value()) * u32::from(count))
            .sum();
        assert_eq!(sum, 52);
        let values: Vec<u8> = bag
            .iter()
            .filter(|(token, _)| token.is_ingredient() && token.course() == Some(course))
            .flat_map(|(token, count)| vec![token.value(); count.into()])
            .collect();
        assert_eq!(values, [2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7]);
        assert_eq!(bag.count(Token::spice(course)), 2);
    }
    assert_eq!(bag.count(Token::ALLSPICE), 2);
    assert_eq!([0, 1, 2].map(|slot| bag.count(Token::rumor(slot))), [3; 3]);
    assert_eq!(bag.count(Token::WILD), 3);
}

// CK-1, CK-23, CK-24, CK-25.
#[test]
fn ex_1_and_2_the_row_of_locations_follows_the_players() {
    for players in 2..=5 {
        let game = rules(players, &[]);
        let row = &game.cards.locations;
        assert_eq!(row.len(), players + 3);
        assert_eq!(row[0].board, Board::SoupTruck);
        assert!(row[1..=players].iter().all(|location| location.board == Board::Shop));
        assert_eq!((row[players + 1].board, row[players + 2].board), (Board::Merchant, Board::Academy));
    }
}

#[test]
fn ck_11_and_136_the_box_holds_what_the_rulebook_lists() {
    let game = rules(5, &[]);
    let cards = &game.cards;
    assert_eq!(
        [
            cards.challenges.cards.len(),
            cards.critics.cards.len(),
            cards.rumors.cards.len(),
            cards.zous.cards.len(),
            cards.restaurateurs.cards.len()
        ],
        [7, 12, 28, 12, 10]
    );
    let needs = |name: &str| {
        let card = cards.challenges.cards[usize::from(row(&game, name))];
        card.needs.map(|course| TYPE_WORDS[usize::from(course)])
    };
    let mut melt = needs("ultimate-melt");
    melt.sort_unstable();
    assert_eq!(melt, ["bread", "cheese", "fish"]);
    let tapas = needs("tasty-tapas");
    assert!(tapas[..2].contains(&"carrot") && tapas[..2].contains(&"mushroom") && tapas[2] == "bread");
    assert!(needs("savory-stack").contains(&"meat") && needs("wine-and-dine").contains(&"wine"));
}

#[test]
fn ck_19_the_critic_is_drawn_from_twelve_and_lies_open() {
    let game = rules(2, &[]);
    let mut met = [0u32; 12];
    for deal in 0..1_200 {
        let mut named = Vec::new();
        let state = game.deal(&Luck::new(4, deal), &mut |event| {
            if let Event::CriticNamed { critic } = event {
                named.push(critic.row() as u8);
            }
        });
        assert_eq!(named, [state.critic]);
        met[usize::from(state.critic)] += 1;
        let mut other = state;
        other.critic = (state.critic + 1) % 12;
        for seat in Seat::all(2) {
            assert_ne!(game.observe(&state, seat), game.observe(&other, seat), "everybody sees the critic");
        }
    }
    // A hundred each; standard error 9.6.
    assert!(met.iter().all(|count| count.abs_diff(100) < 45), "{met:?}");
}

#[test]
fn ck_21_and_27_what_is_not_dealt_stays_unseen() {
    let game = rules(3, &[]);
    let state = start(&game);
    let mut stream = Luck::new(6, 0).stream(Purpose::new("test.unseen"), 0);
    let (mut out, mut rumors, mut zous) = ([0u32; 7], [false; 28], [0u32; 12]);
    for _ in 0..1_200 {
        let other = game.resample(&state, Seat(0), &mut stream);
        let left_out = (0..7u8).find(|row| !other.challenges.contains(row)).unwrap();
        out[usize::from(left_out)] += 1;
        other.rumors.iter().for_each(|&row| rumors[usize::from(row)] = true);
        other.zous[1..].iter().for_each(|&row| zous[usize::from(row)] += 1);
    }
    // One challenge and one zous-chef are open; any other may be in the box.
    let open = usize::from(state.challenges[0]);
    for (row, &count) in out.iter().enumerate() {
        // 200 of 1,200; standard error 12.9.
        assert!(if row == open { count == 0 } else { count.abs_diff(200) < 60 }, "{out:?}");
    }
    assert!(rumors.iter().all(|&met| met), "no rumor card is known to be out");
    for (row, &count) in zous.iter().enumerate() {
        // Five of eleven; standard error 17.
        let is_open = row == usize::from(state.zous[0]);
        assert!(if is_open { count == 0 } else { count.abs_diff(545) < 80 }, "{zous:?}");
    }
}

#[test]
fn ck_26_the_merchant_and_the_academy_have_two_sides() {
    // Item spaces of the Merchant and of the Academy, by number of players.
    for (players, merchant, academy) in [(1, 3, 2), (2, 3, 2), (3, 4, 0), (4, 4, 0), (5, 4, 0)] {
        let game = rules(players, &[]);
        let locations = &game.cards.locations;
        let items = [game.cards.merchant(), game.cards.academy()].map(|place| locations[place].items);
        assert_eq!(items, [merchant, academy], "{players} players");
    }
}

// CK-28, CK-98.
#[test]
fn ck_38_and_39_spaces_are_filled_and_the_merchant_is_not() {
    // 3 + 3 + 2, 3 + 3 + 4, 3 + 3 + 4 + 4, 3 + 3 + 4 + 4 + 4.
    for (players, drawn) in [(2, 8), (3, 10), (4, 14), (5, 18)] {
        let game = rules(players, &[]);
        let state = start(&game);
        assert_eq!(state.bag.total() + state.removed.total(), 119 - drawn);
        assert!(state.spreads[game.cards.merchant()].tokens.is_empty());
        assert!(state.spreads[0].has_bisque);
        let academy = state.spreads[game.cards.academy()].tokens.total();
        assert_eq!(academy, if players == 2 { 2 } else { 0 });
    }
}

#[test]
fn ck_31_everybody_starts_with_one_soup() {
    let state = start(&rules(3, &[]));
    for kitchen in &state.kitchens[..3] {
        // CK-15: all kitchens start alike.
        assert_eq!(kitchen, &state.kitchens[0]);
        assert_eq!((kitchen.soup, kitchen.bisque, kitchen.stock.is_empty()), (1, 0, true));
    }
}

// CK-35, CK-42, CK-104.
#[test]
fn bt_12_the_seventh_round_brings_allspice_and_nothing_else() {
    let game = rules(3, &[]);
    let luck = Luck::new(3, 0);
    let mut state = start(&game);
    state.round = 6;
    state.zous_on_offer = NONE;
    state.phase = Phase::Restock;
    let before = state.spreads[game.cards.academy()].tokens.count(Token::ALLSPICE);
    game.apply_chance(&mut state, &luck, &mut |_| {});
    assert_eq!(state.zous_on_offer, NONE);
    assert_eq!(state.spreads[game.cards.academy()].tokens.count(Token::ALLSPICE), before + 1);
    assert_eq!(game.observe(&state, sim_engine::Seat(0)).challenge(0), None);
}

// CK-8, CK-37.
#[test]
fn bt_13_an_untouched_bisque_stays_alone() {
    let game = rules(3, &[]);
    let mut state = start(&game);
    state.phase = Phase::Restock;
    state.round = 1;
    game.apply_chance(&mut state, &Luck::new(3, 0), &mut |_| {});
    assert_eq!((state.spreads[0].has_bisque, state.bisques), (true, 6));
}

// CK-40, CK-85, CK-86.
#[test]
fn bt_21_tokens_of_an_open_rumor_are_drawn_again() {
    let game = rules(3, &[]);
    let mut state: State = start(&game);
    let rumor = super::token("rumor-2");
    state.removed = Default::default();
    for who in 0..3 {
        assert_eq!(state.open_rumors, 0, "seat {who} does not hold it yet");
        game.give(&mut state, who, rumor, &mut |_| {});
    }
    assert_eq!(state.open_rumors, 0b010);
    state.bag = super::tokens("rumor-2 rumor-2 bread-4 rumor-1");
    let mut stream = Luck::new(1, 1).stream(sim_engine::Purpose::new("test"), 0);
    let mut drawn = Vec::new();
    while let Some(token) = game.draw(&mut state, &mut stream, &mut |_| {}) {
        drawn.push(token);
    }
    drawn.sort_unstable();
    assert_eq!(drawn, [super::token("bread-4"), super::token("rumor-1")]);
    assert_eq!((state.bag.is_empty(), state.removed.count(rumor), state.redraws), (true, 2, 2));
}

#[test]
fn ck_16_draws_are_uniform_over_the_tokens_of_the_bag() {
    let game = rules(3, &[]);
    let mut state = start(&game);
    let mut counts = [0u32; 2];
    for time in 0..30_000 {
        // Two breads and a wine, put back after every draw.
        state.bag = super::tokens("bread-4 bread-4 wine-7");
        let mut stream = Luck::new(9, 0).stream(sim_engine::Purpose::new("test"), time);
        let drawn = game.draw(&mut state, &mut stream, &mut |_| {}).unwrap();
        counts[usize::from(drawn == super::token("wine-7"))] += 1;
    }
    // Standard error of 10,000 of 30,000: 82.
    assert!(counts[1].abs_diff(10_000) < 330, "{counts:?}");
}

// CK-30, CK-44, CK-45, CK-46, CK-47.
#[test]
fn bt_34_plans_are_injective_maps() {
    // (N + 3)! / N!, and with a zous-chef (N + 3)! / (N - 1)!.
    for (players, plain, with_zous) in [(2, 60, 120), (3, 120, 360), (4, 210, 840), (5, 336, 1680)] {
        let game = rules(players, &[]);
        for (zous, expected) in [(NONE, plain), (0, with_zous)] {
            let mut state = start(&game);
            state.kitchens[0].zous = zous;
            let mut count = 0;
            let mut open = vec![state];
            while let Some(state) = open.pop() {
                for action in legal(&game, &state) {
                    let mut next = state;
                    game.apply(&mut next, action, &mut |_| {});
                    match next.phase {
                        Phase::Plan { who: 0, .. } => open.push(next),
                        _ => count += 1,
                    }
                }
            }
            assert_eq!(count, expected);
        }
    }
}

#[test]
fn ck_43_plans_are_secret_until_all_are_made() {
    let game = rules(3, &[]);
    let mut state = start(&game);
    let mut told = follow(&game, &mut state, &["go 1", "go 2", "go 3"]);
    let mut other = state;
    other.kitchens[0].plan = [5, 4, 3, NONE];
    let seat = sim_engine::Seat(1);
    assert_eq!(game.observe(&state, seat), game.observe(&other, seat));
    assert_ne!(game.observe(&state, sim_engine::Seat(0)), game.observe(&other, sim_engine::Seat(0)));
    assert!(legal(&game, &state).contains(&Action::Go { place: 0 }));
    // CK-48, CK-49: the plans are opened together and stand.
    let is_open = |told: &[Event]| told.iter().any(|event| matches!(event, Event::Sent { .. }));
    told.extend(follow(&game, &mut state, &["go 1", "go 2", "go 3", "go 1", "go 2"]));
    assert!(!is_open(&told));
    assert!(is_open(&follow(&game, &mut state, &["go 3"])));
    assert!(state.kitchens[..3].iter().all(|kitchen| kitchen.plan == [0, 1, 2, NONE]));
    assert!(!matches!(state.phase, Phase::Plan { .. }));
}

#[test]
fn ck_31_a_seat_can_start_with_soup_of_its_own() {
    let state = start(&rules(4, &[("start_soup", "2"), ("start_soup.3", "5")]));
    assert_eq!(state.kitchens.map(|kitchen| kitchen.soup), [2, 2, 5, 2, 0]);
}
