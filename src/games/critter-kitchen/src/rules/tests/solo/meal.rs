//! McDogald's stars at meals, and who wins (CK-206..208, CK-215..222).

use super::*;

/// Plays the critic meal to the end of the game. The player applies `serve` in order, or `Done` where its next
/// action is not legal.
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
                let wanted = serve.clone().next().and_then(|text| text.parse().ok());
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
fn ck_206_to_208_the_plate_holds_the_best_with_their_spices() {
    let game = solo(&[]);
    // McDogald's list under the Tree Shrew has fish before meat.
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
    // CK-204: the Tree Shrew's triple spice does not apply to McDogald's. 12 + 10 + 5 + 4.
    assert_eq!(game.summary(&state, AUTOMA).quality.iter().sum::<u16>(), 31);
    // CK-A54: the lower bread, the second bread spice and the carrot spice lie aside.
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
    // The bread is tied. The player wins the carrot, McDogald's the other five courses.
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
    // CK-A58: without a comparison with McDogald's, the player has the fewest leftovers.
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
    // 5 * 2 * 2 without the Rabbit, plus 4 * 2, plus 2. Space 30 is in the fifth row.
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
