//! Challenge meals and refrigeration (CK-119..141).

use super::{follow, is_legal, legal, row, rules, start, tokens};
use crate::rules::{
    Action, CritterKitchen, Event,
    state::{Fund, Phase, State},
};
use sim_engine::{Game, Seat};

/// Returns the end of day 1, where seat 1 cooks for these challenges. The third is under the Hold token.
fn kitchen(
    changes: &[(&str, &str)],
    day: [&str; 3],
    stock: &str,
    soup: u8,
    bisque: u8,
) -> (CritterKitchen, State) {
    let game = rules(2, changes);
    let mut state = start(&game);
    for (at, name) in day.iter().enumerate() {
        state.challenges[at] = row(&game, name);
    }
    state.round = 2;
    state.critic = row(&game, "cow");
    state.kitchens[0].stock = tokens(stock);
    (state.kitchens[0].soup, state.kitchens[0].bisque) = (soup, bisque);
    state.kitchens[1].soup = 0;
    state.phase = Phase::Meal { who: 0, challenge: 0 };
    (game, state)
}

const MELT: [&str; 3] = ["ultimate-melt", "wine-and-dine", "tasty-tapas"];

/// Returns the quality and the stars of the first meal that a chain of actions presents.
fn cook(game: &CritterKitchen, state: &State, actions: &[&str]) -> (u16, u8) {
    let mut state = *state;
    let events = follow(game, &mut state, actions);
    let presented = events.iter().find_map(|event| match *event {
        Event::Presented { seat: Seat(0), quality, stars, .. } => Some((quality, stars)),
        _ => None,
    });
    presented.unwrap_or((0, 0))
}

// CK-123, CK-128, CK-129, CK-A1.
#[test]
fn ex_14_soup_stands_in_and_counts() {
    let stock = "bread-2 bread-spice fish-7 fish-spice";
    let meal = ["serve bread-2+spice", "serve fish-7+spice", "bisques 1", "soups 0"];
    let (game, state) = kitchen(&[], MELT, stock, 0, 1);
    // 2 x 2 + 7 x 2 + 3
    assert_eq!(cook(&game, &state, &meal), (21, 3));
    let (game, state) = kitchen(&[("challenge_top_stars", "4")], MELT, stock, 0, 1);
    assert_eq!(cook(&game, &state, &meal), (21, 4));
}

// CK-127.
#[test]
fn bt_8_a_covered_requirement_is_not_served() {
    let day = ["tasty-tapas", "wine-and-dine", "ultimate-melt"];
    let (game, mut state) = kitchen(&[], day, "bread-4 fish-3 cheese-5", 0, 0);
    state.phase = Phase::Meal { who: 0, challenge: 2 };
    assert!(!is_legal(&game, &state, "serve cheese-5"));
    let meal = ["serve bread-4", "serve fish-3", "bisques 0", "soups 0"];
    assert_eq!(cook(&game, &state, &meal), (7, 1));
    // Without the Hold token the cheese is required.
    let (game, mut state) = kitchen(&[("hold", "false")], day, "bread-4 fish-3 cheese-5", 0, 0);
    state.phase = Phase::Meal { who: 0, challenge: 2 };
    let meal = ["serve bread-4", "serve cheese-5", "serve fish-3", "bisques 0", "soups 0"];
    assert_eq!(cook(&game, &state, &meal), (12, 2));
}

#[test]
fn ex_16_the_hold_token_covers_the_last_requirement() {
    let day = ["ultimate-melt", "wine-and-dine", "tasty-tapas"];
    let (game, mut state) = kitchen(&[], day, "carrot-6 carrot-2 mushroom-3 bread-7", 1, 0);
    state.phase = Phase::Meal { who: 0, challenge: 2 };
    assert!(!is_legal(&game, &state, "serve bread-7"), "covered, so foreign");
    let mut with_soup = state;
    let events = follow(
        &game,
        &mut with_soup,
        &["serve carrot-2", "serve carrot-6", "serve mushroom-3", "bisques 0", "soups 1"],
    );
    assert!(events.iter().any(|event| matches!(event, Event::Presented { quality: 12, stars: 2, .. })));
    let events = follow(
        &game,
        &mut state,
        &["serve carrot-2", "serve carrot-6", "serve mushroom-3", "bisques 0", "soups 0"],
    );
    assert!(events.iter().any(|event| matches!(event, Event::Presented { quality: 11, stars: 1, .. })));
}

#[test]
fn ex_15_what_is_not_presented_pays_and_costs_nothing() {
    let day = ["wine-and-dine", "ultimate-melt", "tasty-tapas"];
    let (game, mut state) = kitchen(&[], day, "wine-5 bread-5 meat-5", 0, 0);
    let stock = state.kitchens[0].stock;
    let events = follow(&game, &mut state, &["skip"]);
    let left_out =
        events.iter().filter(|event| matches!(event, Event::NotPresented { seat: Seat(0), .. })).count();
    assert_eq!((left_out, state.kitchens[0].total_stars()), (3, 0));
    assert_eq!(state.kitchens[0].stock, stock);
}

// CK-124.
#[test]
fn bt_3_soup_alone_is_no_meal() {
    let (game, mut state) = kitchen(&[], MELT, "", 9, 3);
    assert_eq!(legal(&game, &state), [Action::Skip]);
    // No meal can be presented, so no seat decides and nothing is spent.
    game.start_challenges(&mut state, &mut |_| {});
    assert!(!matches!(state.phase, Phase::Meal { .. }));
    assert_eq!(
        (state.kitchens[0].soup, state.kitchens[0].bisque, state.kitchens[0].total_stars()),
        (9, 3, 0)
    );
    let (game, state) = kitchen(&[("challenge_soup_only", "true")], MELT, "", 9, 3);
    assert_eq!(cook(&game, &state, &["bisques 3", "soups 0", "skip", "skip"]), (9, 1));
}

// CK-130, CK-131, CK-A28.
#[test]
fn bt_2_brackets() {
    let game = rules(2, &[]);
    let kitchen = start(&game).kitchens[0];
    let stars = [5, 6, 11, 12, 20, 21, 40].map(|quality| game.challenge_stars(&kitchen, quality));
    assert_eq!(stars, [0, 1, 1, 2, 2, 3, 3]);
    let mut emeril = kitchen;
    emeril.restaurateur = row(&game, "emeril-lagoose");
    assert_eq!([18, 19].map(|quality| game.challenge_stars(&emeril, quality)), [2, 3]);
}

// CK-123, CK-A24, CK-A25.
#[test]
fn bt_4_two_bisques_for_two_requirements() {
    let (game, state) = kitchen(&[], MELT, "bread-2", 0, 2);
    assert_eq!(cook(&game, &state, &["serve bread-2", "bisques 2", "soups 0"]), (8, 1));
}

// CK-122.
#[test]
fn bt_5_a_requirement_left_open_is_no_meal() {
    let (game, state) = kitchen(&[], MELT, "bread-7 fish-7", 0, 0);
    assert!(!is_legal(&game, &state, "serve bread-7"));
}

// CK-126.
#[test]
fn bt_6_foreign_ingredients_are_no_help() {
    let (game, mut state) = kitchen(&[], MELT, "bread-7 fish-7 wine-5", 1, 0);
    assert!(!is_legal(&game, &state, "serve wine-5"));
    follow(&game, &mut state, &["serve bread-7", "serve fish-7"]);
    assert!(!is_legal(&game, &state, "serve wine-5"));
    assert!(is_legal(&game, &state, "bisques 0"));
}

// CK-125.
#[test]
fn bt_7_several_of_a_type_and_more_soup() {
    let (game, state) = kitchen(&[], MELT, "bread-2 bread-7 bread-3", 2, 0);
    let meal = ["serve bread-2", "serve bread-3", "serve bread-7", "bisques 0", "soups 2"];
    assert_eq!(cook(&game, &state, &meal), (14, 2));
}

// CK-76, CK-77, CK-78.
#[test]
fn bt_9_spices_go_one_to_one_with_their_own() {
    let (game, mut state) = kitchen(&[], MELT, "bread-5 fish-5 cheese-5 bread-spice", 0, 0);
    assert!(!is_legal(&game, &state, "serve cheese-5+spice"));
    follow(&game, &mut state, &["serve bread-5+spice"]);
    assert!(!is_legal(&game, &state, "serve cheese-5+spice"));
}

// CK-188.
#[test]
fn ex_36_heron_sanchez_doubles_with_an_ingredient_beneath() {
    let day = ["tasty-tapas", "wine-and-dine", "ultimate-melt"];
    let (game, mut state) = kitchen(&[], day, "bread-7 bread-2 carrot-4 carrot-3", 1, 0);
    state.kitchens[0].restaurateur = row(&game, "heron-sanchez");
    let meal = ["serve bread-7+under-2", "serve carrot-4+under-3", "bisques 0", "soups 1"];
    // 14 + 8 + 1
    assert_eq!(cook(&game, &state, &meal), (23, 3));
}

#[test]
fn ck_190_guy_fierret_spices_with_another_type_once() {
    let (game, mut state) = kitchen(&[], MELT, "bread-5 fish-5 cheese-5 wine-spice meat-spice", 0, 0);
    state.kitchens[0].restaurateur = row(&game, "guy-fierret");
    follow(&game, &mut state, &["serve bread-5+wine-spice"]);
    assert!(!is_legal(&game, &state, "serve cheese-5+meat-spice"));
    assert!(is_legal(&game, &state, "serve cheese-5"));
}

#[test]
fn ck_186_goat_n_ramsey_raises_low_values() {
    let (game, mut state) = kitchen(&[], MELT, "bread-2", 0, 1);
    state.kitchens[0].soup = 1;
    state.kitchens[0].restaurateur = row(&game, "goat-n-ramsey");
    assert_eq!(cook(&game, &state, &["serve bread-2", "bisques 1", "soups 1"]), (8, 1));
}

#[test]
fn ck_147_ck_175_the_capybara_pays_for_meals_without_soup() {
    let (game, mut state) = kitchen(&[], MELT, "bread-5 fish-5 cheese-5", 1, 0);
    state.critic = row(&game, "capybara");
    let mut souped = state;
    follow(&game, &mut state, &["serve bread-5", "serve cheese-5", "serve fish-5", "bisques 0", "soups 0"]);
    follow(&game, &mut souped, &["serve bread-5", "serve cheese-5", "serve fish-5", "bisques 0", "soups 1"]);
    let stars = |state: &State| state.kitchens[0].stars[Fund::Bonus as usize];
    assert_eq!((stars(&state), stars(&souped)), (1, 0));
}

#[test]
fn ck_120_and_121_everybody_may_serve_every_challenge_once() {
    let (game, mut state) = kitchen(&[], MELT, "fish-6 cheese-6 bread-2 fish-2 cheese-2", 2, 0);
    state.kitchens[1] = state.kitchens[0];
    let meal = ["serve cheese-6", "serve fish-6", "bisques 0", "soups 2"];
    follow(&game, &mut state, &meal);
    // The rest would make another meal for the first challenge, but only the next two are still to be decided.
    assert!(!matches!(state.phase, Phase::Meal { who: 0, challenge: 0 }));
    while matches!(state.phase, Phase::Meal { who: 0, .. }) {
        follow(&game, &mut state, &["skip"]);
    }
    follow(&game, &mut state, &meal);
    while matches!(state.phase, Phase::Meal { .. }) {
        follow(&game, &mut state, &["skip"]);
    }
    assert_eq!([0, 1].map(|who| state.kitchens[who].stars[Fund::DayOne as usize]), [2, 2]);
}

#[test]
fn ck_132_the_hold_token_changes_nothing_in_the_pay() {
    let day = ["wine-and-dine", "ultimate-melt", "tasty-tapas"];
    for (carrot, spice, mushroom, stars) in [
        ("carrot-3", "", "mushroom-3", 1),
        ("carrot-6", "", "mushroom-6", 2),
        ("carrot-7", "+spice", "mushroom-7", 3),
    ] {
        for hold in ["true", "false"] {
            // The soup adds to the meal. Without the Hold token, it stands for the required bread.
            let stock = format!("{carrot} {mushroom} carrot-spice");
            let (game, mut state) = kitchen(&[("hold", hold)], day, &stock, 1, 0);
            state.phase = Phase::Meal { who: 0, challenge: 2 };
            let serve = [format!("serve {carrot}{spice}"), format!("serve {mushroom}")];
            let meal = [serve[0].as_str(), serve[1].as_str(), "bisques 0", "soups 1"];
            assert_eq!(cook(&game, &state, &meal).1, stars, "hold {hold}");
        }
    }
}

#[test]
fn ck_133_what_is_served_returns() {
    let (game, mut state) = kitchen(&[], MELT, "bread-5 fish-5 cheese-5", 1, 1);
    let bag = state.bag.total();
    follow(&game, &mut state, &["serve bread-5", "serve cheese-5", "serve fish-5", "bisques 1", "soups 1"]);
    assert_eq!((state.kitchens[0].soup, state.kitchens[0].bisque), (0, 0));
    assert!(state.kitchens[0].stock.is_empty());
    // Three tokens came back, and the next round drew 3 + 3 + 2.
    assert_eq!(state.bag.total() + state.removed.total(), bag + 3 - 8);
}

// CK-137, CK-139, CK-141.
#[test]
fn bt_10_and_11_refrigeration_counts_ingredients_and_spices() {
    for (stock, round, excess) in [
        ("bread-2 bread-3 bread-4 bread-5 bread-spice", 2, 0),
        ("bread-2 bread-3 bread-4 bread-5 bread-6 bread-spice", 2, 1),
        ("bread-2 bread-2 bread-3 bread-3 bread-4 bread-5 wine-2 wine-3 wine-4 wine-5 wine-6", 5, 1),
    ] {
        let game = rules(2, &[]);
        let mut state = start(&game);
        state.round = round;
        state.kitchens[0].stock = tokens(stock);
        state.kitchens[0].soup = 9;
        assert_eq!(game.fridge_excess(&state, 0), excess);
        state.kitchens[0].restaurateur = row(&game, "wolfgang-pug");
        assert_eq!(game.fridge_excess(&state, 0), 0);
    }
}

#[test]
fn ex_17_the_owner_chooses_what_the_fridge_keeps() {
    let (game, mut state) = kitchen(&[], MELT, "", 4, 1);
    state.kitchens[0].stock = tokens("cheese-6 cheese-4 wine-7 bread-7 mushroom-6 meat-3 carrot-3 fish-2");
    let bag = state.bag;
    state.phase = Phase::Fridge { who: 0 };
    let mut given = state;
    let events = follow(&game, &mut given, &["return carrot-3", "return fish-2", "return meat-3"]);
    assert_eq!(given.kitchens[0].stock, tokens("cheese-6 cheese-4 wine-7 bread-7 mushroom-6"));
    assert_eq!((given.kitchens[0].soup, given.kitchens[0].bisque), (4, 1));
    // CK-A22: with full memory, the other seat still knows what is left.
    assert_eq!(game.observe(&given, Seat(1)).stock(Seat(0)), Some(&given.kitchens[0].stock));
    let back =
        events.iter().filter(|event| matches!(event, Event::Refrigerated { seat: Seat(0), .. })).count();
    assert_eq!(back, 3);
    // Three tokens came back, and the next round drew 3 + 3 + 2.
    assert_eq!(given.bag.total() + given.removed.total(), bag.total() + 3 - 8);
}

#[test]
fn ck_140_any_choice_that_keeps_the_limit_is_the_owners() {
    let (game, mut state) = kitchen(&[], MELT, "", 0, 0);
    state.kitchens[0].stock = tokens("bread-2 bread-2 fish-3 fish-4 wine-5 wine-6 meat-spice");
    state.phase = Phase::Fridge { who: 0 };
    let mut open = vec![state];
    let mut kept = Vec::new();
    while let Some(state) = open.pop() {
        for action in legal(&game, &state) {
            let mut next = state;
            game.apply(&mut next, action, &mut |_| {});
            match next.phase {
                Phase::Fridge { .. } => open.push(next),
                _ => kept.push(format!("{:?}", next.kitchens[0].stock)),
            }
        }
    }
    // The owner returns two of six kinds, or both tokens of the one double kind. Each choice appears once.
    assert_eq!(kept.len(), 6 * 5 / 2 + 1);
    kept.sort_unstable();
    kept.dedup();
    assert_eq!(kept.len(), 16);
}

#[test]
fn ck_138_the_limits_are_settings() {
    for (fridge_one, fridge_two) in [(0, 1), (5, 10), (7, 60)] {
        let (one, two) = (fridge_one.to_string(), fridge_two.to_string());
        let (game, mut state) = kitchen(&[("fridge_one", &one), ("fridge_two", &two)], MELT, "", 0, 0);
        state.kitchens[0].stock =
            tokens("wine-2 wine-2 wine-3 wine-3 wine-4 wine-5 wine-6 wine-7 meat-2 meat-3 fish-2");
        for (round, limit) in [(2, fridge_one), (5, fridge_two)] {
            state.round = round;
            assert_eq!(game.fridge_excess(&state, 0), 11usize.saturating_sub(limit));
        }
    }
}

#[test]
fn ck_137_tokens_given_back_ascend_and_end_at_the_limit() {
    let game = rules(2, &[]);
    let mut state = start(&game);
    state.round = 2;
    state.kitchens[0].stock = tokens("bread-2 bread-3 fish-4 fish-5 wine-2 wine-3 wine-7");
    state.phase = Phase::Fridge { who: 0 };
    assert!(!is_legal(&game, &state, "return wine-7"), "another one has to follow");
    follow(&game, &mut state, &["return bread-3"]);
    assert!(!is_legal(&game, &state, "return bread-2"));
    follow(&game, &mut state, &["return wine-2"]);
    assert_eq!(state.kitchens[0].stock, tokens("bread-2 fish-4 fish-5 wine-3 wine-7"));
    assert_eq!(state.round, 3);
    assert!(game.node(&state) != sim_engine::Node::Terminal);
}

#[test]
fn ex_8_soup_stands_in_for_wine_and_more_soup_adds_to_it() {
    let day = ["wine-and-dine", "ultimate-melt", "tasty-tapas"];
    let (game, state) = kitchen(&[], day, "bread-4 meat-5", 3, 0);
    assert!(!is_legal(&game, &state, "soups 3"), "soup alone");
    // One soup for the wine and two on top: 4 + 5 + 3.
    let meal = ["serve bread-4", "serve meat-5", "bisques 0"];
    for (soups, quality, stars) in [("soups 1", 10, 1), ("soups 2", 11, 1), ("soups 3", 12, 2)] {
        let actions: Vec<&str> = meal.iter().copied().chain([soups]).collect();
        assert_eq!(cook(&game, &state, &actions), (quality, stars));
    }
}

// CK-75.
#[test]
fn ex_18_a_spice_makes_a_six_twelve() {
    let day = ["savory-stack", "ultimate-melt", "tasty-tapas"];
    let (game, state) = kitchen(&[], day, "meat-6 meat-spice cheese-2 mushroom-2", 0, 0);
    let actions = ["serve cheese-2", "serve meat-6+spice", "serve mushroom-2", "bisques 0", "soups 0"];
    // 2 + 12 + 2.
    assert_eq!(cook(&game, &state, &actions), (16, 2));
}
