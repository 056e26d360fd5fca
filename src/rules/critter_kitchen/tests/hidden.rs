//! What seats know of each other, and what is drawn afresh (CK-29, CK-43, CK-189, CK-A21, CK-A63).

use super::{follow, legal, row, rules, start, token, tokens};
use crate::rules::{
    Game, Luck, Purpose, Seat, Stream,
    critter_kitchen::{
        state::{NONE, Phase, Shopping, State},
        variant::ZOUS,
    },
};

fn stream(time: u64) -> Stream {
    Luck::new(5, 0).stream(Purpose::new("test.hidden"), time)
}

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
        let mut splits = std::collections::BTreeSet::new();
        for time in 0..200 {
            let kitchens = game.resample(&state, me, &mut stream(time)).kitchens;
            assert_eq!((kitchens[0].soup, kitchens[0].bisque), (2, 0));
            assert_eq!(kitchens[1].soup + kitchens[2].soup, 5);
            assert_eq!(kitchens[1].bisque + kitchens[2].bisque, 1);
            splits.insert((kitchens[1].soup, kitchens[1].bisque));
        }
        // Five soups and a bisque, each with one of two.
        assert_eq!(splits.len(), if is_open { 1 } else { 6 * 2 });
    }
}

#[test]
fn what_a_zous_chef_has_just_taken_stays_with_its_owner() {
    let game = rules(3, &[("memory", "shield")]);
    let mut state = start(&game);
    state.shopping = Shopping::at(1);
    state.shopping.here[1] = ZOUS as u8;
    state.shopping.haul = tokens("wine-7");
    state.bag.remove(token("wine-7"), 1);
    state.bag.remove(token("bread-2"), 1);
    state.kitchens[1].stock = tokens("wine-7 bread-2");
    state.phase = Phase::Pick { who: 1 };
    for time in 0..50 {
        let other = game.resample(&state, Seat(0), &mut stream(time));
        assert!(other.kitchens[1].stock.has(token("wine-7")));
        assert_eq!(other.kitchens[1].stock.total(), 2);
        game.check_conservation(&other).unwrap();
    }
}

#[test]
fn a_secret_choice_under_way_is_not_kept() {
    let game = rules(2, &[]);
    let start = start(&game);
    let mut planning = start;
    follow(&game, &mut planning, &["go 3", "go 1"]);
    let seen = |state: &State| game.resample(state, Seat(1), &mut stream(0));
    assert_eq!((seen(&planning).kitchens[0].plan, seen(&planning).phase), ([NONE; 4], start.phase));
    // A seat's own choice is its own knowledge.
    assert_eq!(game.resample(&planning, Seat(0), &mut stream(0)).kitchens[0].plan, [2, 0, NONE, NONE]);

    let mut cooking = start;
    cooking.round = 2;
    for (at, name) in ["ultimate-melt", "wine-and-dine", "tasty-tapas"].into_iter().enumerate() {
        cooking.challenges[at] = row(&game, name);
    }
    cooking.kitchens[0].stock = tokens("bread-2 bread-5 fish-4 cheese-4 meat-6");
    cooking.phase = Phase::Meal { who: 0, challenge: 0 };
    follow(&game, &mut cooking, &["serve bread-2", "serve cheese-4"]);
    let twin = seen(&cooking);
    assert!(twin.kitchens[0].aside.tokens.is_empty());
    assert_eq!((twin.kitchens[0].meals, twin.phase), (start.kitchens[0].meals, cooking.phase));

    let mut plating = cooking;
    plating.kitchens[0] = start.kitchens[0];
    plating.kitchens[0].stock = tokens("bread-2 fish-4");
    plating.round = 6;
    plating.phase = Phase::Plate { who: 0 };
    follow(&game, &mut plating, &["dish bread bread-2"]);
    assert_eq!((seen(&plating).plating, seen(&plating).kitchens[0].plate.dishes().len()), (0, 0));

    let mut chilling = start;
    chilling.round = 2;
    chilling.kitchens[0].stock = tokens("bread-2 bread-3 fish-4 fish-5 wine-2 wine-3 wine-7");
    chilling.phase = Phase::Fridge { who: 0 };
    follow(&game, &mut chilling, &["return bread-3"]);
    assert!(seen(&chilling).kitchens[0].aside.tokens.is_empty());
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
