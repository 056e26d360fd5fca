//! Rulings, and the settings that change them.

use super::{follow, has, is_legal, laid, legal, picker, reveal, row, rules, send, start, token, tokens};
use crate::rules::{
    Event, Item,
    critics::summary::{Summary, alone},
    state::{Dish, Fund, Kitchen, Plate, State},
    token::{Token, Tokens},
};
use sim_engine::{Game, Luck, Node, Purpose, Seat};

fn emptied(players: usize, changes: &[(&str, &str)], board: &str) -> (super::CritterKitchen, State) {
    let game = rules(players, changes);
    let state = laid(&game, &[(1, board)]);
    (game, state)
}

#[test]
fn ck_a4_the_taker_of_the_first_item_loses_its_place_while_another_stands() {
    let (game, mut state) = emptied(3, &[], "bread-2 fish-2");
    send(&game, &mut state, &[[2, 5, 6], [2, 5, 6], [2, 5, 6]]);
    // The seat in front leaves; the second takes the first item while the third waits.
    follow(&game, &mut state, &["leave", "take bread-2"]);
    assert_eq!(state.track[..3], [0, 2, 1]);
    assert_eq!(picker(&game, &state), 2);
}

#[test]
fn ck_57_and_69_hats_and_consolation_soup_can_be_switched_off() {
    for (moves, track) in [("true", [1, 0]), ("false", [0, 1])] {
        let (game, mut state) = emptied(2, &[("hat_moves", moves)], "bread-2 fish-2");
        send(&game, &mut state, &[[2, 4, 5], [2, 4, 5]]);
        follow(&game, &mut state, &["take bread-2"]);
        assert_eq!(state.track[..2], track);
    }
    for (soup, held) in [("true", 2), ("false", 1)] {
        let (game, mut state) = emptied(2, &[("empty_soup", soup)], "");
        send(&game, &mut state, &[[2, 4, 5], [4, 5, 1]]);
        assert_eq!((picker(&game, &state), has(&state, 0, Item::Soup)), (1, 1), "the truck comes first");
        follow(&game, &mut state, &["take soup", "take soup", "take soup"]);
        assert_eq!(has(&state, 0, Item::Soup), held);
    }
}

#[test]
fn ck_130_brackets_are_settings() {
    let changes = [("challenge_min", "4"), ("challenge_min_stars", "2"), ("challenge_mid_stars", "5")];
    let game = rules(2, &changes);
    let stars = [3, 4, 11, 12, 20, 21].map(|quality| game.challenge_stars(&Kitchen::default(), quality));
    assert_eq!(stars, [0, 2, 2, 5, 5, 3]);
}

#[test]
fn ck_7_and_151_stars_of_the_critic_meal_are_settings() {
    let changes = [
        ("soup_stars", "5"),
        ("all_courses_stars", "4"),
        ("best_stars", "3"),
        ("lap_stars", "20"),
        ("bisque_value", "5"),
    ];
    for (changes, soup, all, best, track) in [(&[][..], 1, 1, 7, 10 + 3), (&changes, 5, 4, 21, 20 + 3)] {
        let game = rules(2, changes);
        let mut state = start(&game);
        state.round = 6;
        state.critic = row(&game, "red-panda");
        state.rumors = ["bread-fanatic", "wine-fanatic", "big-cheese"].map(|name| row(&game, name));
        let stock = "bread-7 carrot-6 cheese-7 fish-7 meat-7 mushroom-7 wine-7 bread-spice wine-spice";
        state.kitchens[0].stock = tokens(stock);
        // A bisque beats two soups.
        for (who, soup, bisque) in [(0, 0, 1), (1, 2, 0)] {
            (state.kitchens[who].soup, state.kitchens[who].bisque) = (soup, bisque);
        }
        assert_eq!(game.soup_value(&state.kitchens[0]), if changes.is_empty() { 3 } else { 5 });
        state.phase = super::super::state::Phase::Run;
        game.start_plates(&mut state, &mut |_| {});
        let dishes =
            ["bread bread-7+spice", "carrot carrot-6", "cheese cheese-7", "fish fish-7", "meat meat-7"];
        for dish in dishes.iter().chain(&["mushroom mushroom-7", "wine wine-7+spice"]) {
            follow(&game, &mut state, &[&format!("dish {dish}")]);
        }
        // 28 + 6 + 7 + 7 + 7 + 7 + 28: a lap, and the third row.
        assert_eq!(state.quality[0], 90);
        let stars = [Fund::Soup, Fund::AllCourses, Fund::Best, Fund::Track]
            .map(|fund| state.kitchens[0].stars[fund as usize]);
        assert_eq!(stars, [soup, all, best, track]);
        assert_eq!(state.kitchens[1].stars[Fund::Best as usize], 0);
    }
}

#[test]
fn ck_a35_what_stands_for_a_course_with_several() {
    let played = |changes: &[(&str, &str)], name: &str, dishes: &str| {
        let game = rules(2, changes);
        let critic = game.cards.critics.cards[usize::from(row(&game, "cow"))];
        let mut plate = Plate::default();
        for token in dishes.split_whitespace().map(token) {
            let course = token.course().unwrap() as u8;
            plate.push(Dish { course, token, with: super::super::With::Nothing });
        }
        let kitchen = Kitchen::default();
        let meal = Summary::new(&game, &critic, &kitchen, plate.dishes(), &Tokens::default());
        alone(&game, &game.cards.rumors.cards[usize::from(row(&game, name))], &meal)
    };
    let lowest = [("multi_course", "lowest")];
    for (name, dishes, by_highest, by_lowest) in [
        ("nocturnal", "bread-2 bread-7 carrot-5", 0, 5),
        ("nocturnal", "bread-3 carrot-2 carrot-5", 5, 0),
        ("tender", "bread-3 bread-6 wine-7", 0, 3),
        // These two look at every ingredient.
        ("varied-servings", "bread-2 bread-7 carrot-5", 1, 1),
        ("mercurial", "bread-2 bread-7 carrot-5", 5, 5),
    ] {
        assert_eq!(played(&[], name, dishes), by_highest, "{name}: {dishes}");
        assert_eq!(played(&lowest, name, dishes), by_lowest, "{name}: {dishes}");
    }
}

#[test]
fn ex_20_and_ck_180_the_cow_takes_four_and_the_mouse_three() {
    for (critic, course, most) in [("cow", "bread", 4), ("mouse", "cheese", 3)] {
        let game = rules(2, &[]);
        let mut state = start(&game);
        state.round = 6;
        state.critic = row(&game, critic);
        for value in 2..=7 {
            state.kitchens[0].stock.add(token(&format!("{course}-{value}")), 1);
        }
        state.phase = super::super::state::Phase::Run;
        game.start_plates(&mut state, &mut |_| {});
        for value in 2..2 + most {
            follow(&game, &mut state, &[&format!("dish {course} {course}-{value}")]);
        }
        assert_eq!(state.phase, super::super::state::Phase::Over, "there is room for {most}");
        assert_eq!(state.kitchens[0].plate.dishes().len(), most);
    }
}

#[test]
fn ck_a10_and_a11_rumors_that_nobody_can_take() {
    let (game, mut state) = emptied(2, &[("merchant_items_two", "0")], "");
    state.spreads[4].tokens = tokens("rumor-1 wild-rumor bread-2");
    state.zous_on_offer = super::NONE;
    send(&game, &mut state, &[[2, 3, 4], [2, 3, 4]]);
    // Nobody is at the academy: its rumors leave, the bread goes to the truck.
    assert_eq!(state.round, 1);
    assert_eq!(state.removed, tokens("rumor-1 wild-rumor"));
    assert_eq!(state.spreads[0].tokens, tokens("bread-2"));
    // Wild rumors are drawn even when all cards lie open, but nobody can take them.
    (state.open_rumors, state.bag) = (0b111, tokens("wild-rumor"));
    let mut stream = Luck::new(1, 1).stream(Purpose::new("test"), 0);
    assert_eq!(game.draw(&mut state, &mut stream, &mut |_| {}), Some(Token::WILD));
    state.kitchens[0].rumors = [token("rumor-1").0, token("rumor-2").0, token("rumor-3").0];
    state.shopping.place = 1;
    state.spreads[1].tokens = tokens("wild-rumor");
    assert_eq!(game.takeable(&state, 0), 0);
}

// CK-A27.
#[test]
fn ck_a26_and_a42_challenge_meals() {
    let game = rules(2, &[]);
    let mut state = start(&game);
    state.round = 2;
    reveal(&game, &mut state, ["ultimate-melt", "savory-stack", "tasty-tapas"]);
    state.kitchens[0].stock = tokens("cheese-6");
    (state.kitchens[0].soup, state.kitchens[0].rumors[0]) = (6, token("rumor-1").0);
    // CK-A41, CK-A42: in challenge meals, the Jerboa allows no rumors and the Kangaroo leaves a six at 6.
    state.critic = row(&game, "jerboa");
    state.phase = super::super::state::Phase::Meal { who: 0, challenge: 0 };
    let serves = legal(&game, &state).iter().filter(|action| action.to_string().starts_with("serve")).count();
    assert_eq!(serves, 1);
    state.critic = row(&game, "kangaroo");
    assert_eq!(game.challenge_value(&state.kitchens[0], token("cheese-6")), 6);
    // A token serves one meal: none is left for the second challenge, and the third requires other types.
    follow(&game, &mut state, &["serve cheese-6", "bisques 0", "soups 2"]);
    assert!(!is_legal(&game, &state, "serve cheese-6"));
}

/// Returns the events of one random game, each with its round.
fn events_of(players: usize, deal: u64) -> Vec<(u8, Event)> {
    let game = rules(players, &[]);
    let luck = Luck::new(21, deal);
    let mut stream = luck.stream(Purpose::new("test.events"), deal);
    let mut told = Vec::new();
    let mut state = game.deal(&luck, &mut |event| told.push((0, event)));
    loop {
        let round = state.round;
        match game.node(&state) {
            Node::Terminal => return told,
            Node::Chance => game.apply_chance(&mut state, &luck, &mut |event| told.push((round, event))),
            Node::Decision { .. } => {
                let actions = legal(&game, &state);
                let action = actions[stream.index(actions.len())];
                game.apply(&mut state, action, &mut |event| told.push((round, event)));
            }
        }
    }
}

#[test]
fn ck_17_ck_18_ck_35_the_course_of_a_game() {
    for deal in 0..20 {
        let told = events_of(3, deal);
        // CK-17, CK-18, CK-35, CK-36, CK-134: six challenges, the third of each day held.
        let revealed: Vec<(u8, usize, bool)> = told
            .iter()
            .filter_map(|(at, event)| match *event {
                Event::ChallengeRevealed { challenge, held, .. } => Some((*at, challenge.row(), held)),
                _ => None,
            })
            .collect();
        let rounds: Vec<(u8, bool)> = revealed.iter().map(|&(at, _, held)| (at, held)).collect();
        assert_eq!(rounds, [0, 1, 2, 3, 4, 5].map(|round| (round, round % 3 == 2)));
        let different =
            |rows: &[usize]| rows.iter().collect::<std::collections::BTreeSet<_>>().len() == rows.len();
        assert!(different(&revealed.iter().map(|reveal| reveal.1).collect::<Vec<_>>()));
        // CK-41, CK-105: six zous-chefs.
        let zous: Vec<usize> = told
            .iter()
            .filter_map(|(_, event)| match *event {
                Event::ZousChefOffered { zous } => Some(zous.row()),
                _ => None,
            })
            .collect();
        assert!(zous.len() == 6 && different(&zous));
        // CK-14, CK-117, CK-119: meals end rounds 3 and 6; CK-87: rumors pay at the end.
        assert!(told.iter().all(|(at, event)| match event {
            Event::Presented { .. } | Event::NotPresented { .. } => matches!(at, 2 | 5),
            Event::Refrigerated { .. } => matches!(at, 2 | 5),
            Event::RumorPaid { .. } => *at == 6,
            _ => true,
        }));
        // CK-34: challenge, bisque, items, zous-chef.
        let steps: Vec<u8> = told
            .iter()
            .filter(|(at, _)| *at == 0)
            .filter_map(|(_, event)| match event {
                Event::ChallengeRevealed { .. } => Some(0),
                Event::BisqueServed => Some(1),
                Event::ItemPlaced { place, .. } if place.row() <= 3 => Some(2),
                Event::ZousChefOffered { .. } => Some(3),
                _ => None,
            })
            .collect();
        assert!(steps.is_sorted() && steps.len() == 1 + 1 + 10 + 1, "{steps:?}");
        // CK-149: soup, all courses, best of each, rumors, bonus, track.
        let funds: Vec<usize> = told
            .iter()
            .filter_map(|(at, event)| match event {
                Event::Gained { fund, .. } if *at == 6 && *fund != Fund::Abilities => Some(*fund as usize),
                _ => None,
            })
            .collect();
        assert!(funds.is_sorted() && !funds.is_empty(), "{funds:?}");
    }
}

#[test]
fn ck_20_32_and_33_set_up() {
    let game = rules(5, &[("restaurateurs", "true")]);
    for deal in 0..20 {
        let state = game.deal(&Luck::new(2, deal), &mut |_| {});
        assert_eq!(state.track, [0, 1, 2, 3, 4]);
        let mut dealt: Vec<u8> = state.kitchens.iter().flat_map(|kitchen| kitchen.dealt).collect();
        let mut rumors = state.rumors.to_vec();
        for rows in [&mut dealt, &mut rumors] {
            let count = rows.len();
            rows.sort_unstable();
            rows.dedup();
            assert_eq!(rows.len(), count, "every card once");
        }
        // CK-A47: nobody sees the cards that others are dealt and keep.
        let mut kept = state;
        kept.kitchens[0].restaurateur = state.kitchens[0].dealt[0];
        assert!(game.observe(&state, Seat(1)) == game.observe(&kept, Seat(1)));
        assert_eq!(game.observe(&state, Seat(1)).mine().dealt, state.kitchens[1].dealt);
    }
}
