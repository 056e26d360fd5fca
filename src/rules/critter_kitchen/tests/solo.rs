//! Alone against McDogald's (CK-191..223).

use super::{follow, legal, row, rules, send, start, token, tokens};
use crate::rules::{
    Game, Luck, Node, Seat,
    critter_kitchen::{
        Action, CritterKitchen, Event, Item,
        action::With,
        cards::Board,
        effects::{Arrow, Goal},
        mcdogalds::AUTOMA,
        state::{FUNDS, Fund, NONE, Phase, Shopping, Stage, State},
        token::{Token, Tokens},
        variant::ZOUS,
    },
};

/// Places as the solo row has them.
const TRUCK: usize = 0;
const GARDEN: usize = 1;
const DESERT: usize = 2;
const MERCHANT: usize = 3;
const ACADEMY: usize = 4;

fn solo(changes: &[(&str, &str)]) -> CritterKitchen {
    rules(1, changes)
}

/// Rules in which every chef's card reads like this, and the manager sends nobody.
fn with_order(goal: &str, arrow: &str) -> CritterKitchen {
    let mut game = solo(&[]);
    for (at, deck) in game.cards.house.decks.iter_mut().enumerate() {
        for card in &mut deck.cards {
            (card.goal, card.arrow) = (Goal::of(goal), Arrow::of(arrow));
            if at == 0 {
                (card.goal, card.chef) = (Goal::Front, None);
            }
        }
    }
    game
}

/// The first plans with nothing on the boards.
fn bare(game: &CritterKitchen) -> State {
    let mut state = start(game);
    for spread in &mut state.spreads {
        state.bag.add_all(&spread.tokens);
        spread.tokens = Tokens::default();
        spread.has_bisque = false;
    }
    state.bisques = 7;
    state.zous_on_offer = NONE;
    // It asks for meat, cheese and mushroom.
    state.challenges[0] = row(game, "savory-stack");
    state
}

/// Lets McDogald's send its chefs out; gives where they went.
fn send_out(game: &CritterKitchen, state: &mut State) -> [u8; 4] {
    game.send_automa(state, &Luck::new(3, 0), &mut |_| {});
    state.kitchens[AUTOMA].plan
}

/// McDogald's has a chef at a place where these tokens lie; gives what it takes in turn.
fn picks(game: &CritterKitchen, state: &mut State, place: usize, chef: usize) -> Vec<Item> {
    state.kitchens[AUTOMA].plan = [NONE; 4];
    state.kitchens[AUTOMA].plan[chef] = place as u8;
    state.shopping = Shopping::at(place);
    state.shopping.stage = Stage::Open;
    state.phase = Phase::Run;
    let mut taken = Vec::new();
    let mut note = |event: Event| {
        if let Event::Picked { seat, item, .. } = event {
            assert_eq!(usize::from(seat), AUTOMA);
            taken.push(item);
        }
    };
    if place == MERCHANT {
        // Its items are set by hand.
        state.shopping.here[AUTOMA] = chef as u8;
        state.shopping.stage = Stage::LineUp;
    }
    // Nobody else is out: places resolve by themselves up to the Merchant, or to the next round.
    game.run(state, &mut note);
    taken
}

fn items(names: &str) -> Vec<Item> {
    names
        .split_whitespace()
        .map(|name| match name {
            "soup" => Item::Soup,
            "bisque" => Item::Bisque,
            "zous-chef" => Item::ZousChef,
            name => Item::Token(token(name)),
        })
        .collect()
}

fn stars(state: &State, who: usize, fund: Fund) -> i16 {
    state.kitchens[who].stars[fund as usize]
}

/// The game with this critic in force.
fn judged_by(game: &CritterKitchen, name: &str) -> State {
    let mut state = bare(game);
    state.critic = row(game, name);
    state
}

/// Ends the game from here: the player serves what the first legal choices make of the storage.
fn finish(game: &CritterKitchen, state: &mut State, serve: &[&str]) -> Vec<Event> {
    state.round = 6;
    state.phase = Phase::Run;
    game.start_plates(state, &mut |_| {});
    let mut events = Vec::new();
    let mut serve = serve.iter();
    loop {
        match game.node(state) {
            Node::Terminal => return events,
            Node::Chance => game.apply_chance(state, &Luck::new(3, 0), &mut |event| events.push(event)),
            Node::Decision { .. } => {
                let open = legal(game, state);
                let wanted = serve.clone().next().and_then(|text| Action::parse(text));
                let action = match wanted.filter(|action| open.contains(action)) {
                    Some(action) => {
                        serve.next();
                        action
                    }
                    None => Action::Done,
                };
                game.apply(state, action, &mut |event| events.push(event));
            }
        }
    }
}

#[test]
fn ck_191_and_193_the_table_is_set_for_two() {
    let game = solo(&[]);
    let boards: Vec<Board> = game.cards.locations.iter().map(|location| location.board).collect();
    assert_eq!(boards, [Board::SoupTruck, Board::Shop, Board::Shop, Board::Merchant, Board::Academy]);
    let state = start(&game);
    // 3 + 3 on the boards and 2 at the academy.
    assert_eq!(state.bag.total(), 119 - 8);
    assert_eq!(state.spreads[ACADEMY].tokens.total(), 2);
    assert_eq!((state.kitchens[0].soup, state.kitchens[0].stock.is_empty()), (1, true));
}

#[test]
fn ck_192_mcdogalds_starts_with_the_stars_of_the_critic() {
    let game = solo(&[("critics.cow.start", "7")]);
    let mut met = 0;
    for deal in 0..40 {
        let state = game.deal(&Luck::new(1, deal), &mut |_| {});
        let start = game.cards.critics.cards[usize::from(state.critic)].start;
        assert_eq!(game.points(&state, Seat(AUTOMA as u8)), i32::from(start));
        assert_eq!(game.points(&state, Seat(0)), 0);
        met += u32::from(state.critic == row(&game, "cow") && start == 7);
    }
    assert!(met > 0, "the Cow judges one game of twelve");
}

#[test]
fn ck_194_and_211_mcdogalds_has_a_kitchen_and_no_soup() {
    let state = start(&solo(&[]));
    let kitchen = &state.kitchens[AUTOMA];
    assert_eq!((kitchen.soup, kitchen.bisque, kitchen.stock.is_empty()), (0, 0, true));
}

#[test]
fn ck_195_the_decks_are_whole() {
    let house = solo(&[]).cards.house;
    // 14 cards of the manager, 30 of the chefs.
    assert_eq!(house.decks[0].cards.len(), 14);
    assert_eq!(house.decks[1..].iter().map(|deck| deck.cards.len()).sum::<usize>(), 30);
    // Each deck comes in its own order: the first cards of two decks of equal size are not tied.
    let tops: Vec<(usize, usize)> = (0..60)
        .map(|deal| {
            let luck = Luck::new(1, deal);
            (
                house.decks[1].top(&luck, 1, house.decks[1].all(), 0),
                house.decks[2].top(&luck, 2, house.decks[2].all(), 0),
            )
        })
        .collect();
    for card in 0..10 {
        assert!(tops.iter().any(|top| top.0 == card) && tops.iter().any(|top| top.1 == card), "card {card}");
    }
    assert!(tops.iter().any(|top| top.0 != top.1));
}

#[test]
fn a_deck_is_drawn_evenly_and_without_repeats() {
    let game = solo(&[]);
    let deck = &game.cards.house.decks[1];
    let mut counts = [0u32; 10];
    for deal in 0..20_000 {
        counts[deck.top(&Luck::new(7, deal), 1, deck.all(), 0)] += 1;
    }
    // 9 degrees of freedom: 27.88 is the 0.1 % point.
    let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 2e3).powi(2) / 2e3).sum();
    assert!(chi < 27.88, "{counts:?}");
}

#[test]
fn ck_196_its_hat_is_in_front() {
    assert_eq!(start(&solo(&[])).track[..2], [AUTOMA as u8, 0]);
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
        .filter(|(_, event)| matches!(event, Event::Sent { seat: 0, .. }))
        .map(|(at, _)| at)
        .collect();
    assert_eq!(mine.len(), 3);
    assert!(mine.iter().all(|&at| at < first_card));
    let its = events.iter().filter(|event| matches!(event, Event::Sent { seat: 1, .. })).count();
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
    // The mouse takes the best place, the lizard the next best, the boar what the arrow shows first.
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
fn every_goal_finds_its_place() {
    let fill = |game: &CritterKitchen| {
        let mut state = bare(game);
        state.spreads[TRUCK].tokens = tokens("bread-2 bread-2 bread-2 bread-3 bread-2");
        state.spreads[TRUCK].has_bisque = true;
        state.spreads[GARDEN].tokens = tokens("fish-7 fish-5 rumor-2");
        state.spreads[DESERT].tokens = tokens("wine-6 wine-6 wine-2 allspice rumor-3 wild-rumor");
        state.spreads[ACADEMY].tokens = tokens("carrot-4 meat-4 cheese-5");
        // It has all of the truck and of the boards, and knows one rumor.
        state.kitchens[AUTOMA].stock = tokens("bread-2 fish-2 wine-2 mushroom-2");
        state.kitchens[AUTOMA].rumors[1] = token("rumor-2").0;
        state
    };
    for (goal, place) in [
        ("soup-truck", TRUCK),
        ("merchant", MERCHANT),
        ("academy", ACADEMY),
        ("a-seven", GARDEN),
        // The one at the garden is known.
        ("a-rumor", DESERT),
        ("most-rumors", DESERT),
        ("a-spice", DESERT),
        ("a-challenge", ACADEMY),
        ("most-challenge", ACADEMY),
        ("highest", GARDEN),
        // 7 + 5 against 6 + 6: the arrow shows the garden first.
        ("best-two", GARDEN),
        ("highest-sum", DESERT),
        // Five leftovers and the bisque against six.
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
fn ex_27_bt_32_and_ck_202_the_conditions_of_day_one() {
    let game = solo(&[]);
    let mut state = judged_by(&game, "cow");
    // The challenge wants neither bread nor carrot; the Cow's list has bread before carrot.
    state.spreads[DESERT].tokens = tokens("rumor-2 carrot-6 bread-6");
    let before = stars(&state, AUTOMA, Fund::RumorTokens);
    assert_eq!(picks(&game, &mut state, DESERT, 1), items("rumor-2 bread-6"));
    assert_eq!(stars(&state, AUTOMA, Fund::RumorTokens) - before, 2);
    assert_eq!(state.spreads[ACADEMY].tokens.count(token("carrot-6")), 1);
}

#[test]
fn bt_32_and_ck_212_a_rumor_pays_by_the_day() {
    let game = solo(&[("mcdogalds_days.day-3.wishes", "rumor")]);
    for (round, pays) in [(0, 2), (4, 1), (6, 0)] {
        let mut state = bare(&game);
        state.round = round;
        state.spreads[GARDEN].tokens = tokens("rumor-1");
        assert_eq!(picks(&game, &mut state, GARDEN, 0), items("rumor-1"));
        assert_eq!(stars(&state, AUTOMA, Fund::RumorTokens), pays);
    }
}

#[test]
fn ck_203_the_critics_list_decides_between_types() {
    let game = solo(&[]);
    for (critic, first) in [("mouse", "cheese-7"), ("fruit-bat", "wine-7"), ("hedgehog", "meat-7")] {
        let mut state = judged_by(&game, critic);
        state.round = 6;
        state.spreads[GARDEN].tokens = tokens("cheese-7 wine-7 meat-7");
        // The same on the plate already: nothing improves it, and a seven is the next condition.
        state.kitchens[AUTOMA].stock = tokens("cheese-7 wine-7 meat-7");
        assert_eq!(picks(&game, &mut state, GARDEN, 0), items(first), "{critic}");
    }
}

#[test]
fn ck_205_and_a51_cards_on_the_table_are_not_shuffled_in() {
    let game = solo(&[]);
    let mut state = bare(&game);
    let all = game.cards.house.decks[1].all();
    // One mouse card is left; a zous-chef of one item asks for a second one.
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
fn ck_206_to_208_the_plate_holds_the_best_with_their_spices() {
    let game = solo(&[]);
    // Its list under the Tree Shrew has fish before meat.
    let mut state = judged_by(&game, "tree-shrew");
    state.kitchens[AUTOMA].stock =
        tokens("bread-3 bread-6 bread-spice bread-spice carrot-spice fish-5 meat-5 wine-4 allspice");
    game.plate_automa(&mut state);
    let served: Vec<(u8, Token, With)> = state.kitchens[AUTOMA]
        .plate
        .dishes()
        .iter()
        .map(|dish| (dish.course, dish.token, dish.with))
        .collect();
    assert_eq!(
        served,
        [
            (0, token("bread-6"), With::Spice),
            (3, token("fish-5"), With::Allspice),
            (4, token("meat-5"), With::Nothing),
            (6, token("wine-4"), With::Nothing),
        ]
    );
    // CK-204: the Tree Shrew's triple spice is not for it. 12 + 10 + 5 + 4.
    assert_eq!(game.summary(&state, AUTOMA).quality.iter().sum::<u16>(), 31);
    // CK-A54: the lower bread, its second spice and the carrot's lie aside.
    assert_eq!(state.kitchens[AUTOMA].unspent(), tokens("bread-3 bread-spice carrot-spice"));
}

#[test]
fn ck_208_each_allspice_finds_the_next_highest() {
    let game = solo(&[]);
    let mut state = judged_by(&game, "cow");
    state.kitchens[AUTOMA].stock = tokens("bread-2 fish-7 fish-spice meat-5 wine-6 allspice allspice");
    game.plate_automa(&mut state);
    // 2 + 14 + 10 + 12.
    assert_eq!(game.summary(&state, AUTOMA).quality.iter().sum::<u16>(), 38);
}

#[test]
fn bt_33_and_ck_209_one_star_for_each_instance() {
    let game = solo(&[]);
    let mut state = judged_by(&game, "cow");
    // Bread on the first two cards, but not on the third, where the Hold token lies.
    state.challenges[..3]
        .copy_from_slice(&["ultimate-melt", "wine-and-dine", "tasty-tapas"].map(|name| row(&game, name)));
    state.round = 2;
    for (taken, starred) in [
        ("bread-4", [1, 0, 0]),
        // Allspice never counts, a typed spice does.
        ("allspice", [1, 0, 0]),
        ("bread-spice", [1, 1, 0]),
        ("bread-7", [1, 1, 0]),
        ("carrot-2", [1, 1, 2]),
    ] {
        game.reward(&mut state, token(taken), &mut |_| {});
        assert_eq!(state.automa.starred, starred, "{taken}");
    }
}

#[test]
fn ck_209_only_open_challenges_of_the_day_count() {
    let game = solo(&[]);
    let mut state = bare(&game);
    state.challenges[0] = row(&game, "savory-stack");
    state.challenges[1] = row(&game, "ultimate-melt");
    game.reward(&mut state, token("bread-5"), &mut |_| {});
    assert_eq!(state.automa.starred, [0; 3], "the second challenge lies face down");
    // CK-A56: on the last day there is none.
    state.round = 6;
    game.reward(&mut state, token("meat-5"), &mut |_| {});
    assert_eq!(state.automa.starred, [0; 3]);
}

#[test]
fn ck_210_the_plate_condition_takes_what_adds_most() {
    let game = solo(&[]);
    let day_three = |stock: &str, here: &str| {
        let mut state = judged_by(&game, "cow");
        state.round = 6;
        state.kitchens[AUTOMA].stock = tokens(stock);
        state.spreads[GARDEN].tokens = tokens(here);
        picks(&game, &mut state, GARDEN, 0)
    };
    // 4 more than the 2, against 2 * (6 - 3) on a spiced course.
    assert_eq!(day_three("bread-2 fish-3 fish-spice", "bread-6 fish-6"), items("fish-6"));
    // The spice doubles a 5, the wine is new with 4.
    assert_eq!(day_three("meat-5", "meat-spice wine-4"), items("meat-spice"));
    // A course that is spiced has no use for more; the spice's own condition comes after the plate.
    assert_eq!(day_three("meat-5 meat-spice wine-3", "meat-spice wine-4"), items("wine-4"));
    // Allspice is worth the highest without spice; equal gains fall to the ingredient.
    assert_eq!(day_three("meat-7 meat-spice wine-4", "allspice bread-3"), items("allspice"));
    assert_eq!(day_three("wine-4", "allspice bread-4"), items("bread-4"));
    // One allspice waits for the best already: the second is worth the next one.
    assert_eq!(day_three("wine-7 bread-3 allspice", "allspice fish-4"), items("fish-4"));
    // Nothing adds anything: the next condition is a spice (CK-A57: allspice before typed ones).
    assert_eq!(day_three("", "fish-spice allspice"), items("allspice"));
}

#[test]
fn ck_211_and_a49_soup_goes_back_to_the_supply() {
    let game = solo(&[]);
    let mut state = bare(&game);
    state.spreads[TRUCK].has_bisque = true;
    state.bisques = 6;
    assert_eq!(picks(&game, &mut state, TRUCK, 2), items("bisque soup soup"));
    assert_eq!((state.kitchens[AUTOMA].soup, state.kitchens[AUTOMA].bisque, state.bisques), (0, 0, 7));
    game.check_conservation(&state).unwrap();
}

#[test]
fn ck_a49_and_a50_without_a_match_it_goes_home_and_gets_nothing() {
    let game = solo(&[]);
    let mut state = bare(&game);
    state.round = 6;
    // On the last day no condition asks for rumors.
    state.spreads[GARDEN].tokens = tokens("rumor-1 rumor-2");
    assert_eq!(picks(&game, &mut state, GARDEN, 2), []);
    assert_eq!(state.kitchens[AUTOMA].soup, 0);
    assert_eq!(state.removed, tokens("rumor-1 rumor-2"));
}

#[test]
fn ck_213_and_a52_rumors_from_the_left_and_none_twice() {
    let game = solo(&[]);
    let mut state = bare(&game);
    state.kitchens[AUTOMA].rumors[0] = token("rumor-1").0;
    state.spreads[GARDEN].tokens = tokens("rumor-1 rumor-3 wild-rumor bread-2");
    assert_eq!(picks(&game, &mut state, GARDEN, 2), items("rumor-3 wild-rumor bread-2"));
    // The wild one fills the leftmost empty slot.
    assert_eq!(state.kitchens[AUTOMA].rumors, [token("rumor-1"), Token::WILD, token("rumor-3")].map(|t| t.0));
}

#[test]
fn ck_a53_challenge_items_by_type_then_value_and_spices_last() {
    let game = solo(&[]);
    let mut state = judged_by(&game, "rabbit");
    state.challenges[0] = row(&game, "ultimate-melt");
    // The Rabbit's list: bread before cheese before fish.
    state.spreads[GARDEN].tokens = tokens("fish-7 bread-spice bread-3 bread-5 cheese-2");
    assert_eq!(picks(&game, &mut state, GARDEN, 2), items("bread-5 cheese-2 fish-7"));
}

#[test]
fn ck_214_a_zous_chef_works_in_the_next_round() {
    let game = solo(&[]);
    let mut state = bare(&game);
    state.zous_on_offer = row(&game, "sorrel");
    assert_eq!(picks(&game, &mut state, ACADEMY, 0), items("zous-chef"));
    assert_eq!(state.kitchens[AUTOMA].next_zous, row(&game, "sorrel"));
    game.apply_chance(&mut state, &Luck::new(3, 0), &mut |_| {});
    assert_eq!(state.kitchens[AUTOMA].zous, row(&game, "sorrel"));
    // Sorrel stands alone: a star (CK-108).
    picks(&game, &mut state, MERCHANT, ZOUS);
    let before = stars(&state, AUTOMA, Fund::Abilities);
    state.kitchens[AUTOMA].zous = row(&game, "sorrel");
    state.spreads[GARDEN].tokens = tokens("bread-2");
    picks(&game, &mut state, GARDEN, ZOUS);
    assert_eq!(stars(&state, AUTOMA, Fund::Abilities) - before, 1);
}

/// McDogald's zous-chef acts at the garden; gives the state after its draws.
fn acts(game: &CritterKitchen, name: &str, bag: &str) -> State {
    let mut state = bare(game);
    state.bag = tokens(bag);
    state.kitchens[AUTOMA].zous = row(game, name);
    state.shopping = Shopping::at(GARDEN);
    state.shopping.here = [NONE; 5];
    state.shopping.here[AUTOMA] = ZOUS as u8;
    state.shopping.stage = Stage::CleanUp;
    state.shopping.haul = tokens("bread-2");
    state.kitchens[AUTOMA].stock = tokens("bread-2");
    state.spreads[TRUCK].has_bisque = true;
    state.bisques = 6;
    game.act(&mut state, AUTOMA, &mut |_| {});
    while state.shopping.owed_len > 0 {
        state.phase = Phase::Draw;
        game.make_draw(&mut state, &Luck::new(3, 0), &mut |_| {});
    }
    state
}

#[test]
fn ck_a55_abilities_bring_stars_and_tokens_and_no_soup() {
    let game = solo(&[]);
    let kitchen = |name: &str, bag: &str| acts(&game, name, bag).kitchens[AUTOMA];
    assert_eq!(kitchen("newton", "").soup, 0);
    assert_eq!(kitchen("fennel", "").soup, 0);
    let after_penny = acts(&game, "penny", "");
    assert_eq!((after_penny.kitchens[AUTOMA].bisque, after_penny.bisques), (0, 7));
    assert_eq!(kitchen("otto", "wine-7").stock, tokens("bread-2 wine-7"));
    assert_eq!(kitchen("hazel", "wine-7").stock, tokens("bread-2 wine-7"));
    // Ming gives nothing back and draws all the same.
    assert_eq!(kitchen("ming", "wine-7").stock, tokens("bread-2 wine-7"));
    // Beatrix draws two and keeps the one that the day's conditions name.
    let after_beatrix = acts(&game, "beatrix", "wine-2 fish-7");
    assert_eq!(after_beatrix.kitchens[AUTOMA].stock, tokens("bread-2 fish-7"));
    assert_eq!(after_beatrix.bag.count(token("wine-2")), 1);
    assert_eq!(kitchen("juniper", "").peeked, 0);
    // Its hat is in front: no star for Carol's owner.
    assert_eq!(kitchen("carol", "").stars[Fund::Abilities as usize], 0);
    let mut back = bare(&game);
    back.track[..2].copy_from_slice(&[0, AUTOMA as u8]);
    back.kitchens[AUTOMA].zous = row(&game, "rosemary");
    game.act(&mut back, AUTOMA, &mut |_| {});
    assert_eq!(back.track[0], AUTOMA as u8);
}

#[test]
fn ck_112_the_player_keeps_the_soup_that_newton_brings_both() {
    let game = solo(&[]);
    let mut state = bare(&game);
    state.kitchens[AUTOMA].zous = row(&game, "newton");
    state.shopping.here = [0, ZOUS as u8, NONE, NONE, NONE];
    game.act(&mut state, AUTOMA, &mut |_| {});
    assert_eq!((state.kitchens[0].soup, state.kitchens[AUTOMA].soup), (2, 0));
}

#[test]
fn ck_a65_drawn_tokens_pay_like_picked_ones() {
    for (flag, pays) in [("true", 2), ("false", 0)] {
        let game = solo(&[("mcdogalds_draws_score", flag)]);
        let state = acts(&game, "otto", "rumor-1");
        assert_eq!(state.kitchens[AUTOMA].rumor_tokens(), 1);
        assert_eq!(stars(&state, AUTOMA, Fund::RumorTokens), pays);
    }
}

#[test]
fn ck_215_and_216_it_collects_its_stars_and_keeps_everything() {
    let game = solo(&[]);
    let mut state = bare(&game);
    state.round = 2;
    state.automa.starred = [0b11, 0b100, 0];
    state.kitchens[AUTOMA].stock = tokens("bread-2 bread-3 fish-2 fish-3 meat-2 meat-3 wine-2");
    state.kitchens[0].soup = 0;
    game.start_challenges(&mut state, &mut |_| {});
    assert_eq!((stars(&state, AUTOMA, Fund::DayOne), stars(&state, 0, Fund::DayOne)), (3, 0));
    assert_eq!(state.automa.starred, [0; 3]);
    assert_eq!((state.kitchens[AUTOMA].stock.total(), state.round), (7, 3));
}

#[test]
fn ck_217_a_token_is_its_soup() {
    let game = solo(&[]);
    for (bag, mine, soup, stars_of) in [
        ("wine-5", 5, 5, [1, 1]),
        ("wine-5", 6, 5, [1, 0]),
        ("wine-5", 4, 5, [0, 1]),
        ("allspice", 0, 0, [0, 0]),
        ("wine-spice", 1, 0, [1, 0]),
        ("wild-rumor", 1, 0, [1, 0]),
        // CK-A9: an empty bag is worth nothing.
        ("", 1, 0, [1, 0]),
    ] {
        let mut state = judged_by(&game, "cow");
        state.bag = tokens(bag);
        state.kitchens[0].soup = mine;
        finish(&game, &mut state, &[]);
        assert_eq!(state.automa.soup, soup, "{bag}");
        assert_eq!([0, AUTOMA].map(|who| stars(&state, who, Fund::Soup)), stars_of, "{bag} against {mine}");
    }
}

#[test]
fn ck_218_and_219_it_competes_for_courses() {
    let game = solo(&[]);
    let mut state = judged_by(&game, "cow");
    state.kitchens[AUTOMA].stock = tokens("bread-3 carrot-3 cheese-3 fish-3 meat-3 mushroom-3 wine-3");
    state.kitchens[0].stock = tokens("bread-3 carrot-4 cheese-2");
    finish(&game, &mut state, &["dish bread bread-3", "dish carrot carrot-4", "dish cheese cheese-2"]);
    assert_eq!([0, AUTOMA].map(|who| stars(&state, who, Fund::AllCourses)), [0, 1]);
    // The bread is shared, the carrot the player's, five courses McDogald's.
    assert_eq!([0, AUTOMA].map(|who| stars(&state, who, Fund::Best)), [2, 6]);
}

#[test]
fn ex_29_and_ck_204_the_kangaroo_is_for_the_player_alone() {
    let game = solo(&[]);
    let mut state = judged_by(&game, "kangaroo");
    state.kitchens[AUTOMA].stock = tokens("bread-4 bread-spice carrot-6");
    state.kitchens[0].stock = tokens("bread-6 carrot-7");
    finish(&game, &mut state, &["dish bread bread-6", "dish carrot carrot-7"]);
    // 9 against 8, and 7 against a plain 6.
    assert_eq!([0, AUTOMA].map(|who| stars(&state, who, Fund::Best)), [2, 0]);
    assert_eq!(state.quality[..2], [16, 14]);
}

#[test]
fn ck_204_critics_with_a_bonus_pay_mcdogalds_nothing() {
    let game = solo(&[]);
    for critic in ["red-panda", "brown-bear"] {
        let mut state = judged_by(&game, critic);
        state.kitchens[AUTOMA].stock = tokens("bread-7 bread-spice fish-7 fish-spice");
        state.kitchens[0].stock = tokens("wine-2 wine-3");
        finish(&game, &mut state, &["dish wine wine-3"]);
        assert_eq!([0, AUTOMA].map(|who| stars(&state, who, Fund::Bonus)), [0, 0], "{critic}");
    }
    // CK-A58: with nobody to compare, the fewest leftovers are the player's.
    let game = solo(&[("mcdogalds_compares", "false")]);
    let mut state = judged_by(&game, "red-panda");
    state.kitchens[AUTOMA].stock = tokens("bread-7 fish-7");
    state.kitchens[0].stock = tokens("wine-2 wine-3");
    finish(&game, &mut state, &["dish wine wine-3"]);
    assert_eq!([0, AUTOMA].map(|who| stars(&state, who, Fund::Bonus)), [2, 0]);
}

#[test]
fn ck_220_and_173_rumors_pay_their_dots() {
    let game = solo(&[]);
    let none = "bread-fanatic carrot-fanatic cheese-fanatic fish-fanatic meat-fanatic mushroom-fanatic wine-fanatic \
                extremely-pampered hibernator psychedelic-flavor spice-lover tender";
    let one = "big-cheese big-dipper odd-tastes simple-palate subtle-flavors super-chatty to-go wine-cellar";
    let two =
        "mercurial nocturnal picky shortsighted sommelier unsophisticated varied-leftovers varied-servings";
    for (names, dots) in [(none, 0), (one, 1), (two, 2)] {
        for name in names.split_whitespace() {
            assert_eq!(game.cards.rumors.cards[usize::from(row(&game, name))].dots, dots, "{name}");
        }
    }
    let mut state = judged_by(&game, "cow");
    state.rumors = ["picky", "to-go", "tender"].map(|name| row(&game, name));
    finish(&game, &mut state, &[]);
    assert_eq!(stars(&state, AUTOMA, Fund::Rumors), 3);
}

#[test]
fn ck_a58_comparing_rumors_look_at_mcdogalds_meal() {
    let serve = ["dish bread bread-3+spice"];
    for (flag, stock, pays) in [
        ("true", "fish-3 fish-spice", 2),
        ("true", "fish-3 fish-spice wine-2 wine-spice", 0),
        ("false", "fish-3 fish-spice wine-2 wine-spice", 2),
    ] {
        let game = solo(&[("mcdogalds_compares", flag)]);
        let mut state = judged_by(&game, "cow");
        state.rumors = ["spice-lover", "bread-fanatic", "tender"].map(|name| row(&game, name));
        state.kitchens[AUTOMA].stock = tokens(stock);
        state.kitchens[0].stock = tokens("bread-3 bread-spice");
        finish(&game, &mut state, &serve);
        assert_eq!([0, AUTOMA].map(|who| stars(&state, who, Fund::Rumors)), [pays, 0]);
    }
}

#[test]
fn ck_221_fanatics_double_its_courses() {
    let game = solo(&[]);
    let mut state = judged_by(&game, "rabbit");
    state.rumors = ["carrot-fanatic", "fish-fanatic", "tender"].map(|name| row(&game, name));
    state.kitchens[AUTOMA].stock = tokens("carrot-5 carrot-spice fish-4 wine-2");
    finish(&game, &mut state, &[]);
    // 5 * 2 * 2, without the Rabbit; 4 * 2; 2. Thirty spaces are in the fifth row.
    assert_eq!(state.quality[AUTOMA], 30);
    assert_eq!(stars(&state, AUTOMA, Fund::Track), 5);
}

#[test]
fn bt_30_and_ck_222_a_tie_is_lost() {
    let game = solo(&[]);
    let mut state = bare(&game);
    state.phase = Phase::Over;
    for (mine, its, places) in [(20, 20, [2, 1]), (21, 20, [1, 2]), (19, 20, [2, 1])] {
        state.kitchens[0].stars = [0; FUNDS];
        state.kitchens[AUTOMA].stars = [0; FUNDS];
        state.kitchens[0].stars[Fund::Track as usize] = mine;
        state.kitchens[AUTOMA].stars[Fund::Track as usize] = its;
        let outcome = game.outcome(&state);
        assert_eq!(outcome.places.0[..2], places);
        assert_eq!(outcome.points.0[..2], [i32::from(mine), i32::from(its)]);
    }
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
    assert_eq!(legal(&game, &state), ["take fish-2", "leave"].map(|text| Action::parse(text).unwrap()));
}

#[test]
fn ck_a15_a_rumor_is_open_when_both_hold_it() {
    for (flag, after_mine, after_both) in [("true", 0, 0b10), ("false", 0b10, 0b10)] {
        let game = solo(&[("mcdogalds_learns", flag)]);
        let mut state = bare(&game);
        game.give(&mut state, 0, token("rumor-2"), &mut |_| {});
        assert_eq!(state.open_rumors, after_mine);
        game.give(&mut state, AUTOMA, token("rumor-2"), &mut |_| {});
        assert_eq!(state.open_rumors, after_both);
    }
}

#[test]
fn ck_a62_restaurateurs_are_dealt_to_the_player_alone() {
    let game = solo(&[("restaurateurs", "true")]);
    let mut state = game.deal(&Luck::new(3, 0), &mut |_| {});
    let keep = legal(&game, &state)[0];
    follow(&game, &mut state, &[&keep.to_string()]);
    assert_ne!(state.kitchens[0].restaurateur, NONE);
    assert_eq!(state.kitchens[AUTOMA].restaurateur, NONE);
    assert_eq!(state.kitchens[AUTOMA].dealt, [NONE; 2]);
}

#[test]
fn the_opponent_is_told_apart_from_seats() {
    let game = solo(&[]);
    assert_eq!((game.players(), game.contenders(), game.automa()), (1, 2, Some("McDogald's")));
    let pair = rules(2, &[]);
    assert_eq!((pair.players(), pair.contenders(), pair.automa()), (2, 2, None));
}
