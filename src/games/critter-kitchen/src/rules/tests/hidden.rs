//! Knowledge of the seats, and resampling of what they do not know (CK-29, CK-43, CK-189, CK-A21, CK-A63).

use std::collections::BTreeSet;

use super::{follow, legal, picker, reveal, row, rules, start, token, tokens};
use crate::rules::{
    CritterKitchen, Event,
    state::{Phase, Shopping, State},
    variant::{NONE, ZOUS},
};
use sim_engine::{Game, Lawful, Luck, Node, Purpose, Seat, Stream};

fn stream(time: u64) -> Stream {
    Luck::new(5, 0).stream(Purpose::new("test.hidden"), time)
}

// CK-29, CK-63.
#[test]
fn ck_a21_a_shield_hides_whose_soup_it_is() {
    for (memory, is_open) in [("all", true), ("shield", false)] {
        let game = rules(3, &[("memory", memory)]);
        let mut state = start(&game);
        state.phase = Phase::Run;
        for (who, soup, bisque) in [(0, 2, 0), (1, 5, 1), (2, 0, 0)] {
            (state.kitchens[who].soup, state.kitchens[who].bisque) = (soup, bisque);
        }
        state.bisques -= 1;
        let mut traded = state;
        traded.kitchens.swap(1, 2);
        let mut more = state;
        more.kitchens[2].soup += 1;
        let me = Seat(0);
        assert_eq!(game.observe(&state, me).soup_value(me), Some(2));
        assert_eq!(game.observe(&state, me).soup_value(Seat(1)), is_open.then_some(5 + 3));
        assert_eq!(game.observe(&state, me) == game.observe(&traded, me), !is_open);
        assert!(game.observe(&state, me) != game.observe(&more, me), "the supply has one less");
        let mut splits = BTreeSet::new();
        for time in 0..200 {
            let kitchens = game.resample(&state, me, &mut stream(time)).kitchens;
            assert_eq!((kitchens[0].soup, kitchens[0].bisque), (2, 0));
            assert_eq!(kitchens[1].soup + kitchens[2].soup, 5);
            assert_eq!(kitchens[1].bisque + kitchens[2].bisque, 1);
            splits.insert((kitchens[1].soup, kitchens[1].bisque));
        }
        // Five soups and one bisque, divided between two seats.
        assert_eq!(splits.len(), if is_open { 1 } else { 6 * 2 });
    }
}

#[test]
fn ck_a21_what_a_zous_chef_has_just_taken_stays_with_its_owner() {
    let game = rules(3, &[("memory", "shield")]);
    let start = start(&game);
    // The kitchen that is resampled first must not receive what another chef has just taken.
    for (owner, other) in [(1, 2), (2, 1)] {
        let mut state = start;
        state.shopping = Shopping::at(1);
        state.shopping.here[owner] = ZOUS as u8;
        state.shopping.haul = tokens("wine-7");
        state.kitchens[owner].stock = tokens("wine-7 bread-2");
        state.kitchens[other].stock = tokens("fish-2 fish-3 fish-4 meat-2 meat-3 meat-4 cheese-2 cheese-3");
        for held in [state.kitchens[owner].stock, state.kitchens[other].stock] {
            state.bag.remove_all(&held);
        }
        state.phase = Phase::Pick { who: owner as u8 };
        for time in 0..200 {
            let drawn = game.resample(&state, Seat(0), &mut stream(time));
            assert!(drawn.kitchens[owner].stock.has(token("wine-7")));
            assert_eq!([owner, other].map(|who| drawn.kitchens[who].stock.total()), [2, 8]);
            game.check_conservation(&drawn).unwrap();
        }
    }
}

#[test]
fn ck_80_who_knows_a_rumor_is_open_and_what_it_says_is_not() {
    let game = rules(3, &[]);
    let mut state = start(&game);
    let unread = state;
    game.give(&mut state, 0, token("rumor-2"), &mut |_| {});
    for seat in [Seat(1), Seat(2)] {
        assert_eq!(game.observe(&state, seat).known_rumors(Seat(0)), 0b010);
        assert_ne!(game.observe(&state, seat), game.observe(&unread, seat), "that it is known is seen");
        assert_eq!(game.observe(&state, seat).rumor_row(1), None);
    }
    let mut other = state;
    other.rumors[1] = (0..28).find(|row| !state.rumors.contains(row)).unwrap();
    for (seat, sees) in [(0, true), (1, false), (2, false)] {
        let seat = Seat(seat);
        assert_eq!(game.observe(&state, seat) != game.observe(&other, seat), sees);
    }
}

#[test]
fn ck_81_a_rumor_once_seen_may_be_looked_at_again() {
    let game = rules(4, &[]);
    let mut looked = 0;
    for deal in 0..10 {
        let luck = Luck::new(12, deal);
        let mut random = luck.stream(Purpose::new("test.rumors"), 0);
        // Cards that each seat has seen, by slot.
        let mut seen = [[None; 3]; 4];
        let mut state = game.deal(&luck, &mut |_| {});
        loop {
            let mut note = |event: Event| {
                if let Event::Learned { seat, slot, rumor, .. } = event {
                    seen[seat.index()][usize::from(slot)] = Some(rumor.row() as u8);
                }
            };
            match game.node(&state) {
                Node::Terminal => break,
                Node::Chance => game.apply_chance(&mut state, &luck, &mut note),
                Node::Decision { .. } => {
                    let actions = legal(&game, &state);
                    game.apply(&mut state, actions[random.index(actions.len())], &mut note);
                }
            }
            for seat in Seat::all(4) {
                for (slot, rumor) in seen[seat.index()].iter().enumerate() {
                    if rumor.is_some() {
                        assert_eq!(game.observe(&state, seat).rumor_row(slot), *rumor);
                        looked += 1;
                    }
                }
            }
        }
    }
    assert!(looked > 1_000, "{looked}");
}

#[test]
fn ck_135_challenge_meals_are_made_in_secret_and_shown_together() {
    let game = rules(2, &[]);
    let mut state = start(&game);
    state.round = 2;
    reveal(&game, &mut state, ["ultimate-melt", "wine-and-dine", "tasty-tapas"]);
    for who in 0..2 {
        state.kitchens[who].stock = tokens("fish-6 cheese-6");
        state.kitchens[who].soup = 2;
    }
    state.phase = Phase::Meal { who: 0, challenge: 0 };
    let meal = ["serve cheese-6", "serve fish-6", "bisques 0", "soups 2"];
    let (mut cooked, mut skipped) = (state, state);
    let mut told = follow(&game, &mut cooked, &meal);
    told.extend(follow(&game, &mut skipped, &["skip"]));
    assert!(!told.iter().any(|event| matches!(event, Event::Presented { .. } | Event::NotPresented { .. })));
    assert_eq!(cooked.kitchens[0].total_stars(), 0, "stars come when all is shown");
    assert_eq!(game.observe(&cooked, Seat(1)), game.observe(&skipped, Seat(1)));
    let told = follow(&game, &mut cooked, &meal);
    let presented: Vec<u8> = told
        .iter()
        .filter_map(|event| match event {
            Event::Presented { seat, quality: 14, stars: 2, .. } => Some(seat.0),
            _ => None,
        })
        .collect();
    assert_eq!(presented, [0, 1]);
    assert_eq!([0, 1].map(|who| cooked.kitchens[who].total_stars()), [2, 2]);
}

#[test]
fn ck_146_critic_meals_are_made_in_secret_before_the_rumors_open() {
    let game = rules(2, &[]);
    let mut state = start(&game);
    state.round = 6;
    state.critic = row(&game, "tree-shrew");
    for who in 0..2 {
        state.kitchens[who].stock = tokens("bread-5 wine-3");
    }
    state.phase = Phase::Plate { who: 0 };
    let (mut full, mut bare) = (state, state);
    let mut told = follow(&game, &mut full, &["dish bread bread-5", "dish wine wine-3"]);
    told.extend(follow(&game, &mut bare, &["done", "done"]));
    let is_shown = |told: &[Event]| {
        told.iter().any(|event| matches!(event, Event::CourseServed { .. } | Event::RumorPaid { .. }))
    };
    assert!(!is_shown(&told));
    assert_eq!(full.phase, Phase::Plate { who: 1 });
    assert_eq!(game.observe(&full, Seat(1)), game.observe(&bare, Seat(1)));
    assert!((0..3).all(|slot| game.observe(&full, Seat(1)).rumor_row(slot).is_none()));
    assert!(is_shown(&follow(&game, &mut full, &["dish bread bread-5", "dish wine wine-3"])));
    // CK-142: then the game is over.
    assert_eq!(full.phase, Phase::Over);
}

/// Returns the secret choices of seat 1 over all chains of legal actions, up to the decision of seat 2.
fn results(game: &CritterKitchen, state: &State) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![*state];
    while let Some(state) = open.pop() {
        if picker(game, &state) == 1 {
            found.insert(result(&state));
            continue;
        }
        for action in legal(game, &state) {
            let mut next = state;
            game.apply(&mut next, action, &mut |_| {});
            open.push(next);
        }
    }
    found
}

fn result(state: &State) -> String {
    let kitchen = &state.kitchens[0];
    let menus = kitchen.meals.map(|meal| (meal.menu, meal.is_presented));
    format!("{:?} {:?} {menus:?} {:?}", kitchen.plan, kitchen.aside.tokens, kitchen.plate.dishes())
}

#[test]
fn ck_a23_every_secret_choice_may_be_drawn_afresh_and_no_other() {
    let game = rules(2, &[]);
    let start = start(&game);
    let mut cooking = start;
    cooking.round = 2;
    reveal(&game, &mut cooking, ["ultimate-melt", "wine-and-dine", "tasty-tapas"]);
    for who in 0..2 {
        cooking.kitchens[who].stock = tokens("bread-5 fish-4 cheese-3 fish-spice");
        cooking.kitchens[who].soup = 2;
    }
    cooking.phase = Phase::Meal { who: 0, challenge: 0 };
    let mut chilling = cooking;
    for who in 0..2 {
        chilling.kitchens[who].stock = tokens("bread-2 bread-2 fish-3 fish-4 wine-5 wine-6 meat-spice");
    }
    chilling.phase = Phase::Fridge { who: 0 };
    let mut plating = cooking;
    plating.round = 6;
    plating.critic = row(&game, "cow");
    for who in 0..2 {
        plating.kitchens[who].stock = tokens("bread-3 bread-4 wine-2 wine-spice allspice");
    }
    plating.phase = Phase::Plate { who: 0 };
    for (name, begun) in [("plan", start), ("meal", cooking), ("fridge", chilling), ("plate", plating)] {
        let expected = results(&game, &begun);
        assert!(expected.len() > 9, "{name}: {}", expected.len());
        let mut state = begun;
        while picker(&game, &state) == 0 {
            let first = legal(&game, &state)[0].to_string();
            follow(&game, &mut state, &[&first]);
        }
        let drawn: BTreeSet<String> =
            (0..6_000).map(|time| result(&game.resample(&state, Seat(1), &mut stream(time)))).collect();
        assert_eq!(drawn, expected, "{name}");
    }
}

#[test]
fn ck_a23_a_secret_choice_under_way_is_not_kept() {
    let game = rules(2, &[]);
    let start = start(&game);
    let mut planning = start;
    follow(&game, &mut planning, &["go 3", "go 1"]);
    let resample = |state: &State| game.resample(state, Seat(1), &mut stream(0));
    assert_eq!((resample(&planning).kitchens[0].plan, resample(&planning).phase), ([NONE; 4], start.phase));
    // A seat knows its own choice.
    assert_eq!(game.resample(&planning, Seat(0), &mut stream(0)).kitchens[0].plan, [2, 0, NONE, NONE]);

    let mut cooking = start;
    cooking.round = 2;
    reveal(&game, &mut cooking, ["ultimate-melt", "wine-and-dine", "tasty-tapas"]);
    cooking.kitchens[0].stock = tokens("bread-2 bread-5 fish-4 cheese-4 meat-6");
    cooking.phase = Phase::Meal { who: 0, challenge: 0 };
    follow(&game, &mut cooking, &["serve bread-2", "serve cheese-4"]);
    let twin = resample(&cooking);
    assert!(twin.kitchens[0].aside.tokens.is_empty());
    assert_eq!((twin.kitchens[0].meals, twin.phase), (start.kitchens[0].meals, cooking.phase));

    let mut plating = cooking;
    plating.kitchens[0] = start.kitchens[0];
    plating.kitchens[0].stock = tokens("bread-2 fish-4");
    plating.round = 6;
    plating.phase = Phase::Plate { who: 0 };
    follow(&game, &mut plating, &["dish bread bread-2"]);
    assert_eq!((resample(&plating).plating, resample(&plating).kitchens[0].plate.dishes().len()), (0, 0));

    let mut chilling = start;
    chilling.round = 2;
    chilling.kitchens[0].stock = tokens("bread-2 bread-3 fish-4 fish-5 wine-2 wine-3 wine-7");
    chilling.phase = Phase::Fridge { who: 0 };
    follow(&game, &mut chilling, &["return bread-3"]);
    assert!(resample(&chilling).kitchens[0].aside.tokens.is_empty());
}

#[test]
fn ck_189_a_rumor_of_ones_own_comes_with_the_restaurateur() {
    let game = rules(3, &[("restaurateurs", "true")]);
    let jamie = row(&game, "jamie-owliver");
    let mut met = 0;
    for deal in 0..60 {
        let luck = Luck::new(8, deal);
        let mut state = game.deal(&luck, &mut |_| {});
        while let Phase::Keep { who } = state.phase {
            let who = usize::from(who);
            let seen = game.observe(&state, Seat(who as u8));
            assert_eq!((seen.mine().own_rumor, seen.rumors().count()), (NONE, 0));
            let wanted = format!("keep {}", jamie + 1);
            let options: Vec<String> = legal(&game, &state).iter().map(ToString::to_string).collect();
            let keep = options.iter().find(|option| **option == wanted).unwrap_or(&options[0]);
            follow(&game, &mut state, &[keep]);
        }
        for who in 0..3 {
            let kitchen = &state.kitchens[who];
            let owns = kitchen.restaurateur == jamie;
            assert_eq!(kitchen.own_rumor != NONE, owns);
            assert_eq!(game.observe(&state, Seat(who as u8)).rumors().count(), usize::from(owns));
            assert!(!state.rumors.contains(&kitchen.own_rumor), "a further card");
            met += u32::from(owns);
        }
    }
    // Six of ten cards are dealt.
    assert!(met > 20, "{met}");
}
