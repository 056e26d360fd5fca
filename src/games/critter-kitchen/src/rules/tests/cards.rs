//! What zous-chefs, restaurateurs and rumors do (CK-105..115, CK-163..190).

use super::{follow, has, is_legal, legal, row, rules, send, start, token, tokens, with_zous_at};
use crate::TITLE;
use crate::rules::{
    Action, CritterKitchen, Event, Item,
    state::{DrawFor, Fund, Phase, Shopping, State},
    token::Tokens,
    variant::{NONE, ZOUS},
};
use sim_engine::{Game, Luck, Seat};

/// Returns the first round with a zous-chef working for seat 1 and tokens on board 1 only.
fn with_zous(players: usize, name: &str, board: &str) -> (CritterKitchen, State) {
    let game = rules(players, &[]);
    let state = with_zous_at(&game, name, board);
    (game, state)
}

/// Plans for two players, with the zous-chef of seat 1 alone at board 1.
const ALONE: [&str; 7] = ["go 3", "go 4", "go 5", "go 2", "go 3", "go 4", "go 5"];

/// Lets the ability act at board 1, where `others` rivals have a mouse; returns the state right after.
fn acted(name: &str, others: usize, taken: u8) -> State {
    let (game, mut state) = with_zous(5, name, "");
    state.shopping = Shopping::at(1);
    state.shopping.here[0] = ZOUS as u8;
    state.shopping.here[1..=others].fill(0);
    state.shopping.taken[0] = taken;
    game.act(&mut state, 0, &mut |_| {});
    state
}

#[test]
fn ck_108_ck_a7_ck_a17_beatrix_keeps_one_of_two_before_her_first_pick() {
    let (game, mut state) = with_zous(2, "beatrix", "bread-2");
    state.bag = tokens("fish-7 wine-7");
    follow(&game, &mut state, &ALONE);
    assert_eq!(
        legal(&game, &state),
        [token("fish-7"), token("wine-7")].map(|token| Action::Choose { token })
    );
    follow(&game, &mut state, &["choose wine-7"]);
    assert_eq!((state.kitchens[0].stock, state.bag), (tokens("wine-7"), tokens("fish-7")));
    // CK-A7: a drawn token takes no capacity.
    assert!(is_legal(&game, &state, "take bread-2"));
    // CK-A17: without anything to pick she does not act.
    let (game, mut state) = with_zous(2, "beatrix", "");
    let events = follow(&game, &mut state, &ALONE);
    assert!(!events.iter().any(|event| matches!(event, Event::AbilityActs { .. })));
}

#[test]
fn ck_111_dumpling_adds_an_item_to_the_location() {
    let (game, mut state) = with_zous(2, "dumpling", "bread-2");
    state.bag = tokens("fish-7");
    follow(&game, &mut state, &ALONE);
    assert_eq!(state.spreads[1].tokens, tokens("bread-2 fish-7"));
}

#[test]
fn ck_111_fennel_brings_a_soup_for_each_chef_of_others_up_to_three() {
    let soup = [0, 1, 3, 4].map(|others| acted("fennel", others, 0).kitchens[0].soup);
    assert_eq!(soup, [1, 2, 4, 4]);
}

#[test]
fn ck_a7_hazel_draws_after_fewer_than_three_picks() {
    assert_eq!([0, 2, 3].map(|taken| acted("hazel", 0, taken).shopping.owed_len), [1, 1, 0]);
    // CK-A7: the token is no pick, so empty hands also bring a soup.
    let (game, mut state) = with_zous(2, "hazel", "");
    state.bag = tokens("fish-7");
    follow(&game, &mut state, &ALONE);
    assert!(state.kitchens[0].stock.has(token("fish-7")));
    // One at the start; one each for Hazel, the mouse at board 2 and the lizard at the Merchant, as the bag is empty.
    assert_eq!(has(&state, 0, Item::Soup), 4);
}

#[test]
fn ck_a63_juniper_looks_at_a_card_without_a_token() {
    let mut state = acted("juniper", 0, 1);
    let game = rules(5, &[]);
    assert_eq!(state.phase, Phase::Peek { who: 0 });
    game.peek(&mut state, 1, &mut |_| {});
    assert_eq!(game.observe(&state, Seat(0)).rumor_row(1), Some(state.rumors[1]));
    // CK-A63: the slot stays empty and the token may be taken.
    assert_eq!((state.kitchens[0].known_rumors(), state.kitchens[0].rumor_tokens()), (0, 0));
    state.spreads[1].tokens = tokens("rumor-2");
    assert_ne!(game.takeable(&state, 0), 0);
    // A seat that has seen all cards has nothing to look at.
    state.kitchens[0].peeked = 0b111;
    state.phase = Phase::Run;
    game.act(&mut state, 0, &mut |_| {});
    assert_eq!(state.phase, Phase::Run);
}

#[test]
fn ck_109_what_abilities_draw() {
    let game = rules(2, &[]);
    // The bag, the mask of open slots and the rumors of the seat; then its gain, and the bag after the draw.
    for (bag, open, held, gained, left) in [
        ("rumor-1 fish-7", 0, "rumor-1", "fish-7", "rumor-1"),
        // CK-A13: the card lies open, so the token leaves the game.
        ("rumor-1 rumor-1 fish-7", 0b001, "", "fish-7", ""),
        // CK-84: a seat that knows all three rumors cannot take a wild one.
        ("wild-rumor fish-7", 0, "rumor-1 rumor-2 rumor-3", "fish-7", "wild-rumor"),
        // CK-A60: an unknown rumor is gained.
        ("rumor-2", 0, "", "rumor-2", ""),
        // CK-A9: an empty bag brings nothing.
        ("", 0, "", "", ""),
        ("rumor-1", 0, "rumor-1", "", "rumor-1"),
    ] {
        for deal in 0..10 {
            let mut state = start(&game);
            (state.bag, state.open_rumors) = (tokens(bag), open);
            state.spreads.iter_mut().for_each(|spread| spread.tokens = Tokens::default());
            for name in held.split_whitespace() {
                let rumor = token(name);
                state.kitchens[0].rumors[rumor.slot().unwrap()] = rumor.0;
            }
            state.shopping = Shopping::at(1);
            state.shopping.owe(0, 1, DrawFor::Gain);
            state.phase = Phase::Draw;
            let mut drawn = Tokens::default();
            game.make_draw(&mut state, &Luck::new(1, deal), &mut |event| {
                if let Event::DrawnFor { token, .. } = event {
                    drawn.add(token, 1);
                }
            });
            assert_eq!(drawn, tokens(gained), "{bag}");
            // The number of the open card's tokens that are drawn first is random.
            let back = state.bag;
            assert!(open != 0 || back == tokens(left), "{bag}");
            assert_eq!(back.total() + state.removed.total() + drawn.total(), tokens(bag).total());
            if gained == "rumor-2" {
                assert_eq!(state.kitchens[0].known_rumors(), 0b010);
            }
        }
    }
}

// CK-103, CK-106.
#[test]
fn ck_105_and_107_a_zous_chef_works_for_one_round() {
    // CK-A18: the owner may take another one in the same round.
    let (game, mut state) = with_zous(2, "sorrel", "");
    let (sorrel, next) = (state.kitchens[0].zous, row(&game, "carol"));
    state.kitchens[0].next_zous = next;
    let mut events = follow(&game, &mut state, &["go 2", "go 3", "go 1", "go 4", "go 2", "go 3", "go 1"]);
    while state.round == 0 {
        let first = legal(&game, &state)[0].to_string();
        events.extend(follow(&game, &mut state, &[&first]));
    }
    assert!(
        events.iter().any(|event| matches!(event, Event::AbilityActs { seat: Seat(0), zous } if zous.row() == usize::from(sorrel)))
    );
    assert_eq!((state.kitchens[0].zous, state.kitchens[0].next_zous), (next, NONE));
}

#[test]
fn ck_51_a_zous_chef_stands_in_the_queue_of_its_capacity() {
    for capacity in 1..=3u8 {
        let game = rules(2, &[("zous_chefs.sorrel.capacity", &capacity.to_string())]);
        let mut start = start(&game);
        start.kitchens[0].zous = row(&game, "sorrel");
        start.spreads.iter_mut().for_each(|spread| spread.tokens = Tokens::default());
        start.spreads[1].tokens = tokens("bread-2 bread-3 fish-2 fish-3 wine-2 wine-3");
        // Against the mouse, the lizard and the boar of seat 2 at board 1.
        for (chef, plan) in [[2, 3, 4], [3, 2, 4], [3, 4, 2]].into_iter().enumerate() {
            let mut state = start;
            follow(&game, &mut state, &["go 3", "go 4", "go 5", "go 2"]);
            follow(
                &game,
                &mut state,
                &plan.map(|place| format!("go {place}")).each_ref().map(String::as_str),
            );
            let mut pickers = Vec::new();
            while state.shopping.place == 1 {
                pickers.push(state.shopping.queue[usize::from(state.shopping.turn)]);
                let first = legal(&game, &state)[0].to_string();
                follow(&game, &mut state, &[&first]);
            }
            let (mine, theirs) = (vec![0; capacity.into()], vec![1; chef + 1]);
            let expected = match mine.len().cmp(&theirs.len()) {
                std::cmp::Ordering::Less => [mine, theirs].concat(),
                std::cmp::Ordering::Equal => [0, 1].repeat(mine.len()),
                std::cmp::Ordering::Greater => [theirs, mine].concat(),
            };
            assert_eq!(pickers, expected, "capacity {capacity} and chef {chef}");
        }
    }
}

#[test]
fn ck_93_an_untaken_zous_chef_is_out() {
    let game = rules(2, &[]);
    let mut state = start(&game);
    let mut offered = Vec::new();
    for round in 0..6 {
        assert_eq!(state.round, round);
        offered.push(state.zous_on_offer);
        send(&game, &mut state, &[[1, 2, 3], [1, 2, 3]]);
        while state.round == round {
            let first = legal(&game, &state)[0].to_string();
            follow(&game, &mut state, &[&first]);
        }
    }
    // The seventh round brings none, and none is left over.
    assert_eq!(state.zous_on_offer, NONE);
    assert!(state.kitchens.iter().all(|kitchen| kitchen.zous == NONE && kitchen.next_zous == NONE));
    offered.sort_unstable();
    offered.dedup();
    assert_eq!(offered.len(), 6, "none comes twice");
}

#[test]
fn ck_110_abilities_act_by_capacity_and_then_by_the_track() {
    let game = rules(3, &[]);
    let mut state = start(&game);
    // Capacities of 3, 2 and 2; all three act at the start of the location.
    for (who, name) in ["sorrel", "newton", "otto"].into_iter().enumerate() {
        state.kitchens[who].zous = row(&game, name);
    }
    for (track, expected) in [([0, 1, 2], [1, 2, 0]), ([0, 2, 1], [2, 1, 0]), ([2, 0, 1], [2, 1, 0])] {
        let mut state = state;
        state.track[..3].copy_from_slice(&track);
        // The other chefs go to later places, so that no tie precedes board 1, which is place 2.
        let mut actions = Vec::new();
        for _ in 0..3 {
            actions.extend(["go 4", "go 5", "go 6", "go 2"]);
        }
        let events = follow(&game, &mut state, &actions);
        let acted: Vec<u8> = events
            .iter()
            .filter_map(|event| match event {
                Event::AbilityActs { seat, .. } => Some(seat.0),
                _ => None,
            })
            .collect();
        assert_eq!(acted, expected, "{track:?}");
    }
}

#[test]
fn ck_118_only_zous_chefs_that_worked_leave() {
    let (game, mut state) = with_zous(2, "sorrel", "");
    let offered = state.zous_on_offer;
    // Seat 1's zous-chef works at board 1; the mouse of seat 2 takes the one at the academy.
    follow(&game, &mut state, &["go 3", "go 4", "go 1", "go 2", "go 5", "go 3", "go 4"]);
    while state.round == 0 {
        let actions: Vec<String> = legal(&game, &state).iter().map(ToString::to_string).collect();
        let take = actions.iter().find(|action| *action == "take zous-chef").unwrap_or(&actions[0]);
        follow(&game, &mut state, &[take]);
    }
    let chefs = [0, 1].map(|who| (state.kitchens[who].zous, state.kitchens[who].next_zous));
    assert_eq!(chefs, [(NONE, NONE), (offered, NONE)]);
    // CK-116: the plans are taken back.
    assert!(state.kitchens[..2].iter().all(|kitchen| kitchen.plan == [NONE; 4]));
}

#[test]
fn ck_33_a_restaurateur_that_is_given_is_dealt_to_its_seat() {
    let plain = rules(3, &[("restaurateurs", "true")]);
    let given = rules(3, &[("restaurateurs", "true"), ("given", "wolfgang-pug"), ("given_seat", "3")]);
    let pug = row(&given, "wolfgang-pug");
    for deal in 0..40 {
        let hands = |game: &CritterKitchen| {
            let state = game.deal(&Luck::new(7, deal), &mut |_| {});
            [0, 1, 2].map(|who| state.kitchens[who].dealt)
        };
        let (before, after) = (hands(&plain), hands(&given));
        assert!(after[2].contains(&pug), "deal {deal}");
        let is_dealt_anyway = before[2].contains(&pug);
        assert_eq!(before == after, is_dealt_anyway, "deal {deal}");
        assert_eq!(before[2][1], after[2][1], "only the first card changes");
        // The seat that loses the given card receives the card that it replaces.
        if let Some(at) = before[..2].iter().position(|hand| hand.contains(&pug)) {
            assert!(after[at].contains(&before[2][0]), "deal {deal}");
        }
    }
}

#[test]
fn ck_33_restaurateurs_that_stay_in_the_box_are_not_given() {
    let refused = |changes: &[(&str, &str)]| {
        let mut settings = sim_script::played::settings(&TITLE);
        changes.iter().for_each(|(path, value)| settings.set(path, value).unwrap());
        CritterKitchen::new(&settings, 2).unwrap_err().to_string()
    };
    let message = refused(&[("given", "wolfgang-pug")]);
    assert!(message.contains("the restaurateurs stay in the box"), "{message}");
    let message = refused(&[("restaurateurs", "true"), ("given", "wolfgang-pig")]);
    assert!(message.contains("did you mean `wolfgang-pug`?"), "{message}");
}

#[test]
fn ck_184_and_190_ten_restaurateurs_pay_their_stars_as_a_bonus() {
    let game = rules(2, &[]);
    let restaurateurs = &game.cards.restaurateurs.cards;
    assert_eq!(restaurateurs.len(), 10);
    let named = ["anthony-boardain", "goat-n-ramsey", "graham-elephant", "heron-sanchez", "jamie-owliver"];
    let further = (0..10).filter(|&at| named.iter().all(|name| row(&game, name) != at));
    assert_eq!(further.count(), 5);
    for (at, card) in restaurateurs.iter().enumerate() {
        let mut state = start(&game);
        state.round = 6;
        state.critic = row(&game, "tree-shrew");
        state.kitchens[0].restaurateur = at as u8;
        state.phase = Phase::Run;
        game.start_plates(&mut state, &mut |_| {});
        assert_eq!(state.phase, Phase::Over, "there is nothing to serve");
        let bonus = [0, 1].map(|who| state.kitchens[who].stars[Fund::Bonus as usize]);
        assert_eq!(bonus, [i16::from(card.stars), 0]);
        assert!((1..=2).contains(&card.stars));
    }
}

#[test]
fn ck_187_graham_elephant_is_paid_for_each_tie_that_moves_the_hat() {
    let (game, mut state) = with_zous(2, "sorrel", "bread-2 fish-2");
    state.kitchens[0].zous = NONE;
    state.kitchens[0].restaurateur = row(&game, "graham-elephant");
    send(&game, &mut state, &[[2, 1, 4], [2, 1, 5]]);
    // Lizards at the truck: the first of a tie takes a soup.
    follow(&game, &mut state, &["take soup", "take soup"]);
    assert_eq!(state.kitchens[0].stars[Fund::Abilities as usize], 1);
    // Mice at board 1: seat 2 is in front now, and Graham is not its restaurateur.
    follow(&game, &mut state, &["take soup", "take soup", "take bread-2"]);
    assert_eq!([0, 1].map(|who| state.kitchens[who].stars[Fund::Abilities as usize]), [1, 0]);
}

#[test]
fn ck_190_julia_chinchild_starts_with_soup() {
    let game = rules(2, &[]);
    let mut state = start(&game);
    state.kitchens[0].restaurateur = row(&game, "julia-chinchild");
    game.open_restaurateurs(&mut state, &mut |_| {});
    assert_eq!([0, 1].map(|who| state.kitchens[who].soup), [1 + 2, 1]);
}

#[test]
fn ck_190_masaharu_meerkatmoto_swaps_two_chefs_after_the_reveal() {
    let (game, mut state) = with_zous(2, "sorrel", "bread-2 fish-2 wine-2");
    state.kitchens[0].zous = NONE;
    state.kitchens[0].restaurateur = row(&game, "masaharu-meerkatmoto");
    send(&game, &mut state, &[[2, 3, 4], [3, 4, 5]]);
    assert_eq!(state.phase, Phase::Swap { who: 0 });
    // Three pairs among mouse, lizard and boar, or no swap.
    assert_eq!(legal(&game, &state).len(), 3 + 1);
    let mut same = state;
    follow(&game, &mut same, &["decline"]);
    assert_eq!(same.shopping.capacity, 1);
    let swap = Action::Swap { first: 0, second: 2 }.to_string();
    follow(&game, &mut state, &[&swap]);
    assert_eq!(state.kitchens[0].plan, [3, 2, 1, NONE]);
    // The boar stands at board 1 in the queue of its own capacity.
    assert_eq!((state.shopping.place, state.shopping.capacity), (1, 3));
}

/// Returns the stars that a rumor pays for two plates, with dishes as `bread-5+spice`.
fn contested(rumor: &str, plates: [&str; 2], soup: [u8; 2]) -> [i16; 2] {
    let game = rules(2, &[]);
    let mut state = start(&game);
    state.round = 6;
    state.critic = row(&game, "red-panda");
    state.rumors = [rumor, "bread-fanatic", "carrot-fanatic"].map(|name| row(&game, name));
    let mut actions = Vec::new();
    for (who, plate) in plates.iter().enumerate() {
        state.kitchens[who].soup = soup[who];
        for dish in plate.split_whitespace() {
            let (ingredient, spice) = dish.split_once('+').unwrap_or((dish, ""));
            let course = ingredient.split_once('-').unwrap().0;
            state.kitchens[who].stock.add(token(ingredient), 1);
            if !spice.is_empty() {
                state.kitchens[who].stock.add(token(&format!("{course}-spice")), 1);
            }
            actions.push(format!("dish {course} {dish}"));
        }
    }
    state.phase = Phase::Run;
    game.start_plates(&mut state, &mut |_| {});
    follow(&game, &mut state, &actions.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(state.phase, Phase::Over);
    [0, 1].map(|who| state.kitchens[who].stars[Fund::Rumors as usize])
}

#[test]
fn ck_174_rumors_that_compare_players() {
    let plain = "bread-2 carrot-2 cheese-2 fish-2 meat-3";
    let spiced = "bread-2 carrot-2 cheese-2 fish-2 meat-3+spice";
    let mixed = "bread-4 carrot-5 cheese-6 fish-2 meat-3";
    for (rumor, plates, soup, stars) in [
        ("big-dipper", ["bread-2", "bread-2"], [3, 2], [2, 0]),
        ("big-dipper", ["bread-2", "bread-2"], [0, 0], [0, 0]),
        ("simple-palate", [plain, mixed], [0, 0], [2, 0]),
        // Two different values each; four courses are too few.
        ("simple-palate", [plain, spiced], [0, 0], [2, 2]),
        ("simple-palate", [mixed, "bread-2 carrot-2 cheese-2 fish-2"], [0, 0], [2, 0]),
        ("subtle-flavors", [plain, spiced], [0, 0], [2, 0]),
        ("subtle-flavors", [spiced, "bread-2 carrot-2 cheese-2 fish-2"], [0, 0], [2, 0]),
        ("big-cheese", ["cheese-4+spice", "cheese-7"], [0, 0], [2, 0]),
        // CK-A31, CK-A36: no star for the most of nothing.
        ("big-cheese", ["bread-4", "bread-7"], [0, 0], [0, 0]),
        ("spice-lover", ["bread-4", "bread-7"], [0, 0], [0, 0]),
    ] {
        assert_eq!(contested(rumor, plates, soup), stars, "{rumor} {plates:?}");
    }
}

#[test]
fn ck_173_the_dots_of_the_rumors_are_known() {
    let game = rules(4, &[]);
    let mut dots = [0; 3];
    for rumor in &game.cards.rumors.cards {
        dots[usize::from(rumor.dots)] += 1;
    }
    assert_eq!(dots, [12, 8, 8]);
}
