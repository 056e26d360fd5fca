//! Items that McDogald's takes, and its stars for them (CK-202..213).

use super::*;
use sim_engine::Lawful;

#[test]
fn ex_27_bt_32_and_ck_202_the_conditions_of_day_one() {
    let game = solo(&[]);
    let mut state = judged_by(&game, "cow");
    // The challenge requires neither bread nor carrot; the Cow's list has bread before carrot.
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
        // The plate already holds the same, so nothing improves it; the next condition is a seven.
        state.kitchens[AUTOMA].stock = tokens("cheese-7 wine-7 meat-7");
        assert_eq!(picks(&game, &mut state, GARDEN, 0), items(first), "{critic}");
    }
}

#[test]
fn bt_33_and_ck_209_one_star_for_each_instance() {
    let game = solo(&[]);
    let mut state = judged_by(&game, "cow");
    // The first two cards require bread. On the third, the Hold token covers it.
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
    // CK-A56: on the last day nothing earns a star.
    state.round = 6;
    game.reward(&mut state, token("meat-5"), &mut |_| {});
    assert_eq!(state.automa.starred, [0; 3]);
}

#[test]
fn ck_210_and_a61_the_plate_condition_takes_what_adds_most() {
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
    // The spice adds 5, the new wine 4.
    assert_eq!(day_three("meat-5", "meat-spice wine-4"), items("meat-spice"));
    // A second spice on a course adds nothing; the condition for spices comes after the plate.
    assert_eq!(day_three("meat-5 meat-spice wine-3", "meat-spice wine-4"), items("wine-4"));
    // Allspice adds the highest value without spice; at equal gains, McDogald's takes the ingredient.
    assert_eq!(day_three("meat-7 meat-spice wine-4", "allspice bread-3"), items("allspice"));
    assert_eq!(day_three("wine-4", "allspice bread-4"), items("bread-4"));
    // The first allspice doubles the 7, so the second adds only 3.
    assert_eq!(day_three("wine-7 bread-3 allspice", "allspice fish-4"), items("fish-4"));
    // Nothing improves the plate; the next condition is a spice (CK-A57: allspice before typed ones).
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
fn ck_86_and_ck_a12_a_card_that_lies_open_is_closed_to_it_too() {
    // The player alone holds the token, which is enough to turn the card over.
    let game = solo(&[("mcdogalds_learns", "false")]);
    let with_open = |slots: &str, board: &str| {
        let mut state = judged_by(&game, "cow");
        for name in slots.split_whitespace() {
            game.give(&mut state, 0, token(name), &mut |_| {});
        }
        state.spreads[DESERT].tokens = tokens(board);
        state
    };
    let mut state = with_open("rumor-3", "rumor-3 bread-6");
    let before = stars(&state, AUTOMA, Fund::RumorTokens);
    assert_eq!(picks(&game, &mut state, DESERT, 1), items("bread-6"));
    assert_eq!(stars(&state, AUTOMA, Fund::RumorTokens), before);
    // A wild rumor skips the slot of the open card.
    let mut state = with_open("rumor-1", "wild-rumor");
    assert_eq!(picks(&game, &mut state, DESERT, 0), items("wild-rumor"));
    assert_eq!(state.kitchens[AUTOMA].rumors, [NONE, Token::WILD.0, NONE]);
    // With the other two slots filled, no slot is left for it.
    let mut state = with_open("rumor-1", "wild-rumor");
    for name in ["rumor-2", "rumor-3"] {
        game.give(&mut state, AUTOMA, token(name), &mut |_| {});
    }
    assert_eq!(picks(&game, &mut state, DESERT, 0), []);
    assert_eq!(state.kitchens[AUTOMA].rumors[0], NONE);
}

#[test]
fn ck_a12_it_goes_nowhere_for_a_card_that_lies_open() {
    let mut game = with_order("a-rumor", "right");
    game.variant.automa_learns = false;
    let mut state = bare(&game);
    game.give(&mut state, 0, token("rumor-1"), &mut |_| {});
    state.spreads[GARDEN].tokens = tokens("rumor-1");
    state.spreads[DESERT].tokens = tokens("rumor-2");
    state.phase = Phase::Automa;
    game.send_automa(&mut state, &Luck::new(3, 0), &mut |_| {});
    assert_eq!(usize::from(state.kitchens[AUTOMA].plan[0]), DESERT);
}
