//! The critic meal, critics, rumors, the track, and who wins (CK-142..182).

use super::{follow, is_legal, row, rules, start, tokens};
use crate::rules::{
    CritterKitchen, Event, With,
    cards::{Rumor, effects::RumorEffect},
    critics::summary::{Summary, alone, contest},
    state::{Dish, Fund, Phase, Plate, State},
    token::{TYPE_WORDS, Token},
};
use sim_engine::{Game, Seat};

/// Returns the end of the last round, where seat 1 holds `stock` and nobody has soup.
fn judged(critic: &str, changes: &[(&str, &str)], stock: &str) -> (CritterKitchen, State) {
    let game = rules(2, changes);
    let mut state = start(&game);
    state.round = 6;
    state.critic = row(&game, critic);
    state.rumors = ["big-cheese", "to-go", "sommelier"].map(|name| row(&game, name));
    state.kitchens[0].stock = tokens(stock);
    for kitchen in &mut state.kitchens {
        kitchen.soup = 0;
    }
    state.phase = Phase::Plate { who: 0 };
    (game, state)
}

/// Summarizes a meal of seat 1. A dish is `bread-5` or `bread-5+spice`; a course before a colon replaces its own.
fn meal(game: &CritterKitchen, state: &State, dishes: &str) -> Summary {
    let critic = &game.cards.critics.cards[usize::from(state.critic)];
    let mut plate = Plate::default();
    for text in dishes.split_whitespace() {
        let (course, dish) = match text.split_once(':') {
            Some((course, dish)) => (TYPE_WORDS.iter().position(|word| *word == course), dish),
            None => (None, text),
        };
        let (name, with) = dish.split_once('+').unwrap_or((dish, ""));
        let with = match with {
            "" => With::Nothing,
            "spice" => With::Spice,
            "rumor" => With::Rumor,
            _ => With::Allspice,
        };
        let token = Token::parse(name).unwrap();
        let course = course.or(token.course()).unwrap() as u8;
        plate.push(Dish { course, token, with });
    }
    let kitchen = &state.kitchens[0];
    let mut left = kitchen.stock;
    for dish in plate.dishes() {
        if left.has(dish.token) {
            left.remove(dish.token, 1);
        }
    }
    Summary::new(game, critic, kitchen, plate.dishes(), &left)
}

fn rumor(game: &CritterKitchen, name: &str) -> Rumor {
    game.cards.rumors.cards[usize::from(row(game, name))]
}

/// Returns the stars that a rumor pays for a meal under a critic.
fn pays(critic: &str, name: &str, dishes: &str) -> u16 {
    let (game, state) = judged(critic, &[], "");
    alone(&game, &rumor(&game, name), &meal(&game, &state, dishes))
}

/// Returns the total quality of a meal; `fanatics` is a mask of courses.
fn total(critic: &str, changes: &[(&str, &str)], dishes: &str, fanatics: u8) -> u16 {
    let (game, state) = judged(critic, changes, "");
    let critic = game.cards.critics.cards[usize::from(state.critic)];
    meal(&game, &state, dishes).total(&game, &critic, fanatics)
}

const CARROT: u8 = 1 << 1;
const BREAD: u8 = 1;

// CK-158, CK-159, CK-A43, CK-A44.
#[test]
fn bt_22_the_track() {
    let game = rules(2, &[]);
    let stars = [0, 1, 6, 7, 8, 69, 70, 71, 76, 140, 141].map(|quality| game.cards.track_stars(quality, 10));
    assert_eq!(stars, [0, 1, 1, 1, 2, 10, 10, 11, 11, 20, 21]);
    // A track of ten rows with one space each, on which only laps pay, up to the maximum of an `i16`.
    let rows: Vec<(String, String)> = (1..=10)
        .flat_map(|at| {
            [
                (format!("track.row-{at}.end"), at.to_string()),
                (format!("track.row-{at}.stars"), "0".to_owned()),
            ]
        })
        .collect();
    let changes: Vec<(&str, &str)> =
        rows.iter().map(|(path, value)| (path.as_str(), value.as_str())).collect();
    let game = rules(2, &changes);
    assert_eq!([10, 11, 101].map(|quality| game.cards.track_stars(quality, 50)), [0, 50, 500]);
    assert_eq!(game.cards.track_stars(u16::MAX, 50), i16::MAX);
}

#[test]
fn ck_183_courses_that_are_not_served_are_never_grand() {
    let (game, mut state) = judged(
        "brown-bear",
        &[("critics.brown-bear.at_least", "0"), ("critics.brown-bear.limit", "20")],
        "bread-2",
    );
    follow(&game, &mut state, &["dish bread bread-2"]);
    assert_eq!([0, 1].map(|who| state.kitchens[who].stars[Fund::Bonus as usize]), [1, 0]);
}

#[test]
fn ck_155_a_rumor_pays_more_than_a_byte_holds() {
    let (game, mut state) = judged(
        "kangaroo",
        &[
            ("rumors.mercurial.stars", "20"),
            ("critics.kangaroo.amount", "20"),
            ("critics.kangaroo.at_least", "7"),
        ],
        "bread-2 fish-7",
    );
    state.rumors[0] = row(&game, "mercurial");
    let events = follow(&game, &mut state, &["dish bread bread-2", "dish fish fish-7"]);
    let paid = events.iter().any(|event| matches!(event, Event::RumorPaid { seat: Seat(0), stars: 360, .. }));
    assert!(paid, "20 times 20 - 2");
}

// CK-181.
#[test]
fn ex_31_and_ck_a2_the_rabbit_spice_and_fanatic_make_20() {
    let carrot = "carrot-5+spice";
    assert_eq!(total("rabbit", &[], carrot, CARROT), 20);
    assert_eq!(total("rabbit", &[], carrot, 0), 15);
    assert_eq!(total("rabbit", &[("rabbit_stacking", "either")], carrot, CARROT), 20);
    assert_eq!(total("rabbit", &[("rabbit_stacking", "multiplicative")], carrot, CARROT), 40);
}

#[test]
fn ex_35_goat_n_ramsey_comes_before_the_rabbit() {
    let (game, mut state) = judged("rabbit", &[], "");
    state.kitchens[0].restaurateur = row(&game, "goat-n-ramsey");
    assert_eq!(meal(&game, &state, "carrot-2").quality[1], 8);
}

// CK-168, CK-179.
#[test]
fn ex_30_and_bt_25_the_kangaroo_makes_nines() {
    for (dish, quality) in [("bread-3+spice", 6), ("bread-6", 9), ("bread-6+spice", 18)] {
        assert_eq!(total("kangaroo", &[], dish, 0), quality);
    }
    assert_eq!(total("kangaroo", &[], "bread-6+spice", BREAD), 36);
    // EX-34: nine is odd.
    assert_eq!(pays("kangaroo", "odd-tastes", "bread-6 fish-6"), 1);
    assert_eq!(pays("mouse", "odd-tastes", "bread-6 fish-6"), 0);
}

#[test]
fn ck_a34_rumors_see_printed_values_but_what_the_kangaroo_replaces() {
    // Mercurial pays the highest value less the lowest.
    for (reading, critic, spread) in [
        // Goat'N Ramsey makes 2 a 4, the Kangaroo 6 a 9.
        ("worth", "mouse", 6 - 4),
        ("worth", "kangaroo", 9 - 4),
        ("printed", "mouse", 6 - 2),
        ("printed", "kangaroo", 9 - 2),
    ] {
        let (game, mut state) = judged(critic, &[("rumor_values", reading)], "");
        state.kitchens[0].restaurateur = row(&game, "goat-n-ramsey");
        let meal = meal(&game, &state, "bread-2 fish-6+spice");
        assert_eq!(alone(&game, &rumor(&game, "mercurial"), &meal), spread, "{reading} {critic}");
    }
}

#[test]
fn ck_a34_sums_add_the_values_that_rumors_see() {
    // Goat'N Ramsey makes the 2 a 4, the Kangaroo makes the 6 a 9; spice does not count.
    for (reading, critic, sum) in [
        ("worth", "mouse", 4 + 6),
        ("worth", "kangaroo", 4 + 9),
        ("printed", "mouse", 2 + 6),
        ("printed", "kangaroo", 2 + 9),
    ] {
        let (game, mut state) = judged(critic, &[("rumor_values", reading)], "");
        state.kitchens[0].restaurateur = row(&game, "goat-n-ramsey");
        let meal = meal(&game, &state, "bread-2 fish-6+spice");
        let card = rumor(&game, "shortsighted");
        let lowest = Rumor { effect: RumorEffect::LowestSum, at_least: 2, ..card };
        assert_eq!(contest(&lowest, &meal), Some(Some(-i32::from(sum))), "{reading} {critic}");
        let first = |at_least| Rumor { effect: RumorEffect::FirstSum, at_least, limit: 2, ..card };
        assert_eq!(alone(&game, &first(sum), &meal), u16::from(card.stars), "{reading} {critic}");
        assert_eq!(alone(&game, &first(sum + 1), &meal), 0, "{reading} {critic}");
    }
}

#[test]
fn ck_a34_five_effects_look_at_the_number_on_the_token() {
    let (game, mut state) = judged("kangaroo", &[], "");
    state.kitchens[0].restaurateur = row(&game, "goat-n-ramsey");
    let meal =
        meal(&game, &state, "bread-2 bread-4 bread-6 carrot-6 cheese-6 fish-6 meat-6 mushroom-6 wine-6");
    for (effect, at_least, limit, pays) in [
        (RumorEffect::Pampered, 6, 0, 1),
        (RumorEffect::Pampered, 7, 0, 0),
        (RumorEffect::Picky, 1, 1, 1),
        (RumorEffect::Picky, 1, 2, 0),
        (RumorEffect::High, 6, 0, 1),
        (RumorEffect::High, 7, 0, 0),
        (RumorEffect::Low, 2, 9, 1),
        (RumorEffect::Low, 1, 9, 0),
        (RumorEffect::Varied, 1, 0, 2),
    ] {
        let course = Some(6);
        let card = rumor(&game, "shortsighted");
        let card = Rumor { effect, course, stars: 1, at_least, limit, ..card };
        assert_eq!(alone(&game, &card, &meal), pays, "{effect:?} {at_least}");
    }
}

// CK-163, CK-A38, CK-A39.
#[test]
fn bt_23_to_26_spice_several_and_fanatics() {
    assert_eq!(total("mouse", &[], "bread-5+spice", 0), 10);
    assert_eq!(total("mouse", &[], "bread-5+spice", BREAD), 20);
    assert_eq!(total("cow", &[], "bread-2 bread-3 bread-3+spice", 0), 11);
    assert_eq!(total("cow", &[], "bread-2 bread-3 bread-3+spice", BREAD), 22);
    assert_eq!(total("tree-shrew", &[], "bread-7+spice", 0), 21);
}

// CK-153, CK-155, CK-A37.
#[test]
fn bt_23_and_25_fanatics_count_in_the_total_and_not_for_the_best_of_a_course() {
    for (critic, dish, best, all) in
        [("mouse", "bread-5+spice", 10, 20), ("kangaroo", "bread-6+spice", 18, 36)]
    {
        let (game, mut state) = judged(critic, &[], "bread-5 bread-6 bread-spice");
        state.rumors[0] = row(&game, "bread-fanatic");
        let events = follow(&game, &mut state, &[&format!("dish bread {dish}")]);
        let is_best = Event::CourseServed { seat: Seat(0), course: 0, quality: best };
        assert!(events.contains(&is_best), "{events:?}");
        assert!(events.contains(&Event::MealQuality { seat: Seat(0), quality: all }), "{events:?}");
    }
}

// CK-157, CK-182.
#[test]
fn ex_24_the_tree_shrew_and_the_wine_fanatic_make_76() {
    // 6 + 4 + 4 + 15 + 5, and wine 7 x 3 x 2 = 42.
    let dishes = "bread-6 carrot-4 cheese-4 fish-5+spice mushroom-5 wine-7+spice";
    assert_eq!(total("tree-shrew", &[], dishes, 1 << 6), 76);
    assert_eq!(rules(2, &[]).cards.track_stars(76, 10), 11);
}

// CK-167, CK-171, CK-A32, CK-A33.
#[test]
fn ex_21_and_22_tender_and_nocturnal() {
    assert_eq!(pays("mouse", "tender", "bread-3 wine-7"), 3);
    assert_eq!(pays("mouse", "tender", "bread-4 wine-7"), 0);
    assert_eq!(pays("mouse", "nocturnal", "bread-3 carrot-3 fish-5 wine-7"), 5);
    assert_eq!(pays("mouse", "nocturnal", "bread-3 carrot-2 wine-7"), 0);
    assert_eq!(pays("mouse", "nocturnal", "bread-3"), 0, "one course does not rise");
    let (game, state) = judged("mouse", &[("nocturnal_needs_all7", "true")], "");
    let some = meal(&game, &state, "bread-3 carrot-3 fish-5 wine-7");
    assert_eq!(alone(&game, &rumor(&game, "nocturnal"), &some), 0);
}

// CK-13, CK-145, CK-165, CK-166.
#[test]
fn ex_32_and_33_mercurial_and_hibernator() {
    assert_eq!(pays("mouse", "mercurial", "bread-3 fish-7+spice"), 4);
    // Without wine, the mushroom is the rightmost course.
    assert_eq!(pays("mouse", "hibernator", "bread-5 mushroom-5"), 3);
    assert_eq!(pays("mouse", "hibernator", "bread-5+spice mushroom-6"), 0);
}

#[test]
fn ck_164_ck_169_rumors_about_single_meals() {
    for (name, dishes, stars) in [
        ("extremely-pampered", "bread-5 carrot-6 cheese-7 fish-5 meat-5 mushroom-5 wine-5", 4),
        ("extremely-pampered", "bread-4+spice carrot-6 cheese-7 fish-5 meat-5 mushroom-5 wine-5", 0),
        ("psychedelic-flavor", "bread-5 mushroom-3+spice", 3),
        ("picky", "bread-3 carrot-3 cheese-4 fish-5 wine-7", 3),
        ("picky", "bread-2 carrot-3 cheese-4 fish-5 wine-7", 0),
        ("shortsighted", "bread-5 carrot-3+spice cheese-4 fish-7", 2),
        ("sommelier", "wine-3", 1),
        ("sommelier", "wine-4", 2),
        ("sommelier", "wine-7", 3),
        ("unsophisticated", "bread-2 carrot-3 fish-4", 2),
        ("varied-servings", "bread-2 carrot-3 fish-4 meat-4", 1),
    ] {
        assert_eq!(pays("mouse", name, dishes), stars, "{name}: {dishes}");
    }
}

#[test]
fn ck_172_ck_178_ck_a64_rumors_about_leftovers_and_tokens() {
    let (game, mut state) = judged("mouse", &[], "wine-2 wine-3 bread-2 bread-4 meat-spice");
    let left = meal(&game, &state, "bread-4 wine-3");
    assert_eq!(alone(&game, &rumor(&game, "wine-cellar"), &left), 1);
    assert_eq!(alone(&game, &rumor(&game, "varied-leftovers"), &left), 2);
    assert_eq!(contest(&rumor(&game, "to-go"), &left), Some(Some(2)));
    // EX-37: tokens served to the Jerboa still count.
    state.critic = row(&game, "jerboa");
    state.kitchens[0].rumors = [super::token("rumor-1").0, super::token("wild-rumor").0, super::NONE];
    let chatty = meal(&game, &state, "bread-4+rumor wine-3+rumor");
    assert_eq!(chatty.quality[0], 8);
    assert_eq!(alone(&game, &rumor(&game, "super-chatty"), &chatty), 2);
}

// CK-88, CK-154, CK-170.
#[test]
fn ex_23_contests_are_friendly() {
    let (game, mut state) = judged("mouse", &[], "bread-5 bread-spice fish-4 fish-spice");
    state.rumors[0] = row(&game, "spice-lover");
    state.kitchens[1].stock = tokens("wine-5 wine-spice meat-4 meat-spice");
    let mut fewer = state;
    let mine = ["dish bread bread-5+spice", "dish fish fish-4+spice"];
    follow(&game, &mut state, &mine);
    follow(&game, &mut state, &["dish meat meat-4+spice", "dish wine wine-5+spice"]);
    let rumors = |state: &State, who: usize| state.kitchens[who].stars[Fund::Rumors as usize];
    // Sommelier also pays seat 2 for its wine.
    assert_eq!((rumors(&state, 0), rumors(&state, 1)), (2, 2 + 2));
    follow(&game, &mut fewer, &mine);
    follow(&game, &mut fewer, &["dish meat meat-4+spice", "dish wine wine-5"]);
    assert_eq!((rumors(&fewer, 0), rumors(&fewer, 1)), (2, 2));
}

// CK-148, CK-152.
#[test]
fn ex_20_the_cow_and_friendly_ties() {
    let (game, mut state) = judged("cow", &[], "bread-3 bread-4 carrot-5 fish-5 meat-4 mushroom-4");
    state.kitchens[1].stock = tokens("wine-3 wine-4 wine-5 cheese-4 meat-4");
    let mine = [
        "bread bread-3",
        "bread bread-4",
        "carrot carrot-5",
        "fish fish-5",
        "meat meat-4",
        "mushroom mushroom-4",
    ];
    for dish in mine {
        follow(&game, &mut state, &[&format!("dish {dish}")]);
    }
    for dish in ["cheese cheese-4", "meat meat-4", "wine wine-3", "wine wine-4", "wine wine-5"] {
        follow(&game, &mut state, &[&format!("dish {dish}")]);
    }
    let best = |who: usize| state.kitchens[who].stars[Fund::Best as usize];
    // Seat 1: bread, carrot, fish, mushroom and the tied meat. Seat 2: cheese, wine and the tied meat.
    assert_eq!((best(0), best(1)), (5, 3));
    // CK-A46: ties in critic meals move no hats.
    assert_eq!(state.track[..2], [0, 1]);
}

#[test]
fn ck_176_only_one_course_of_the_cow_holds_several() {
    let (game, mut state) = judged("cow", &[], "bread-3 bread-4 wine-3 wine-4");
    follow(&game, &mut state, &["dish bread bread-3", "dish bread bread-4", "dish wine wine-3"]);
    assert!(!is_legal(&game, &state, "dish wine wine-4"));
}

#[test]
fn ck_143_ck_144_courses_take_one_ingredient_of_their_own() {
    let (game, mut state) = judged("tree-shrew", &[], "bread-3 bread-4 wine-3 wine-spice");
    state.kitchens[0].soup = 3;
    assert!(!is_legal(&game, &state, "dish bread wine-3"));
    assert!(!is_legal(&game, &state, "dish bread bread-3+spice"));
    follow(&game, &mut state, &["dish bread bread-3"]);
    assert!(is_legal(&game, &state, "dish wine wine-3+spice"));
    // CK-144: soup is neither served nor counted.
    follow(&game, &mut state, &["dish wine wine-3"]);
    assert_eq!((state.quality[0], state.kitchens[0].soup), (3 + 3, 3));
}

#[test]
fn ck_177_ck_183_ck_a40_other_critics_on_plates() {
    let (game, mut state) = judged("fruit-bat", &[], "bread-3 wine-4 wine-5 wine-spice");
    assert!(!is_legal(&game, &state, "dish bread wine-4"), "the course has no ingredient of its own yet");
    follow(&game, &mut state, &["dish bread bread-3"]);
    assert!(!is_legal(&game, &state, "dish bread wine-4+spice"));
    follow(&game, &mut state, &["dish bread wine-4", "dish wine wine-5+spice"]);
    assert_eq!(state.quality[0], 3 + 4 + 10);

    // CK-A40: wines paired with other courses also count as served.
    for (dishes, stars) in [
        ("bread-3 bread:wine-7", 3),
        ("bread-3 bread:wine-2 wine-4", 2),
        ("bread-7 wine-3", 1),
        ("bread-7", 0),
    ] {
        assert_eq!(pays("fruit-bat", "sommelier", dishes), stars, "{dishes}");
    }
    // An ingredient that the Raccoon allows in the wine course counts as wine.
    assert_eq!(pays("raccoon", "sommelier", "wine:meat-7"), 3);

    let (game, mut state) = judged("raccoon", &[], "meat-7 meat-6 meat-spice");
    follow(&game, &mut state, &["dish bread meat-7+spice"]);
    assert!(!is_legal(&game, &state, "dish carrot meat-6"), "one course only");
    assert_eq!(total("hedgehog", &[], "bread-3 fish-4+spice", 0), 3 + 1 + 8);
    assert_eq!(total("hedgehog", &[], "bread-3 fish-4+spice", BREAD), 8 + 8);
}

// CK-148, CK-150, CK-A30.
#[test]
fn bt_27_friendly_soup_and_ck_a30_none_for_nothing() {
    for (soup, stars) in [(4, 1), (0, 0)] {
        let (game, mut state) = judged("mouse", &[], "bread-3");
        state.kitchens[0].soup = soup;
        state.kitchens[1].soup = soup;
        follow(&game, &mut state, &["dish bread bread-3"]);
        for who in 0..2 {
            assert_eq!(state.kitchens[who].stars[Fund::Soup as usize], stars);
        }
    }
}

// CK-161, CK-162, CK-A45.
#[test]
fn bt_28_and_29_ties_compare_quality_and_then_the_track() {
    let game = rules(2, &[]);
    let mut state = start(&game);
    state.quality = [70, 71, 0, 0, 0];
    assert_eq!(game.outcome(&state).places.0[..2], [2, 1]);
    state.quality = [71, 71, 0, 0, 0];
    state.track[..2].copy_from_slice(&[1, 0]);
    assert_eq!(game.outcome(&state).places.0[..2], [2, 1]);
    // CK-160: most stars come first.
    state.quality = [0, 71, 0, 0, 0];
    state.kitchens[0].stars[Fund::Track as usize] = 1;
    assert_eq!(game.outcome(&state).places.0[..2], [1, 2]);
}

#[test]
fn ck_189_jamie_owliver_scores_a_card_of_ones_own() {
    let (game, mut state) = judged("mouse", &[], "bread-3 wine-7");
    state.kitchens[0].restaurateur = row(&game, "jamie-owliver");
    state.kitchens[0].own_rumor = row(&game, "tender");
    follow(&game, &mut state, &["dish bread bread-3", "dish wine wine-7"]);
    // Sommelier 3 and Tender 3; the restaurateur's own star is a bonus.
    assert_eq!(state.kitchens[0].stars[Fund::Rumors as usize], 6);
    assert_eq!(state.kitchens[0].stars[Fund::Bonus as usize], 1);
}

#[test]
fn ck_156_ck_183_the_red_panda_and_the_brown_bear_pay_at_the_end() {
    let (game, mut state) = judged("red-panda", &[], "bread-3 bread-4");
    follow(&game, &mut state, &["dish bread bread-3"]);
    // Seat 1 has one ingredient left over, seat 2 none.
    assert_eq!(state.kitchens[1].stars[Fund::Bonus as usize], 2);
    assert_eq!(state.kitchens[0].stars[Fund::Bonus as usize], 0);
    let (game, mut state) = judged("brown-bear", &[], "bread-5 bread-spice wine-4");
    follow(&game, &mut state, &["dish bread bread-5+spice", "dish wine wine-4"]);
    assert_eq!(state.kitchens[0].stars[Fund::Bonus as usize], 1);
}

#[test]
fn ex_19_allspice_belongs_where_doubling_adds_most() {
    let served = ["bread-4", "carrot-5", "fish-7+spice", "mushroom-6"];
    let total_with = |at: usize| {
        let dishes: Vec<String> = served
            .iter()
            .enumerate()
            .map(|(other, dish)| if other == at { format!("{dish}+allspice") } else { (*dish).to_owned() })
            .collect();
        total("cow", &[], &dishes.join(" "), 0)
    };
    // 4 + 5 + 14 + 6, plus the value of the ingredient with the allspice.
    assert_eq!([0, 1, 3].map(total_with), [33, 34, 35]);
}
