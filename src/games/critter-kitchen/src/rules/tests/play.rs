//! Laws of random play.

use super::{at_random, row, rules};
use crate::rules::{
    Action, CritterKitchen, Event, Item,
    state::{Kitchen, Phase, State},
    variant::{NONE, PLAYERS},
};
use sim_engine::{Game, GameRecord, Lawful, Luck, Node, Purpose, Seat};

/// Plays one game with uniformly random actions; returns the final state and the number of plies.
fn play(game: &CritterKitchen, deal: u64, mut visit: impl FnMut(&State)) -> (State, u32) {
    let luck = Luck::new(11, deal);
    let mut stream = luck.stream(Purpose::new("test.play"), deal);
    let mut state = game.deal(&luck, &mut |_| {});
    let mut actions: Vec<Action> = Vec::new();
    let mut plies = 0;
    loop {
        visit(&state);
        match game.node(&state) {
            Node::Terminal => return (state, plies),
            Node::Chance => game.apply_chance(&mut state, &luck, &mut |_| {}),
            Node::Decision { .. } => {
                actions.clear();
                game.legal(&state, &mut actions);
                assert!(!actions.is_empty(), "nothing to do in {state:?}");
                assert!(actions.windows(2).all(|pair| pair[0] < pair[1]), "{actions:?} is not ascending");
                let action = actions[stream.index(actions.len())];
                assert_eq!(action.to_string().parse(), Ok(action));
                game.apply(&mut state, action, &mut |_| {});
                plies += 1;
                assert!(plies < game.ply_limit());
            }
        }
    }
}

#[test]
fn random_games_keep_the_laws() {
    for (players, changes) in [
        (1, &[][..]),
        (1, &[("restaurateurs", "true"), ("mcdogalds_learns", "false"), ("hat_time", "location")]),
        (2, &[]),
        (3, &[]),
        (4, &[]),
        (5, &[]),
        (4, &[("restaurateurs", "true")]),
        (5, &[("restaurateurs", "true"), ("memory", "shield"), ("hat_time", "location")]),
        (3, &[("challenge_soup_only", "true"), ("first_game", "true"), ("start_soup", "9")]),
    ] {
        let game = rules(players, changes);
        for deal in 0..150 {
            let (state, _) = play(&game, deal, |state| {
                if let Err(error) = game.check_conservation(state) {
                    panic!("{error} in {state:?}");
                }
            });
            let outcome = game.outcome(&state);
            let contenders = game.contenders();
            let mut places: Vec<u8> = outcome.places.0[..contenders].to_vec();
            places.sort_unstable();
            assert_eq!(places, (1..=contenders as u8).collect::<Vec<_>>(), "the track decides every tie");
        }
    }
}

#[test]
fn what_is_drawn_afresh_cannot_be_told_apart() {
    for (players, changes) in [
        (3, &[][..]),
        (4, &[("restaurateurs", "true")]),
        (2, &[("memory", "shield")]),
        (1, &[("restaurateurs", "true"), ("memory", "shield")]),
    ] {
        let game = rules(players, changes);
        for deal in 0..12 {
            let mut ply = 0;
            play(&game, deal, |state| {
                let Node::Decision { seat, .. } = game.node(state) else { return };
                ply += 1;
                if ply % 3 != 0 {
                    return;
                }
                let mut stream = Luck::new(5, deal).stream(Purpose::new("test.imagine"), ply);
                for viewer in Seat::all(players).filter(|&viewer| viewer == seat || ply % 9 == 0) {
                    let other = game.resample(state, viewer, &mut stream);
                    assert_eq!(game.observe(state, viewer), game.observe(&other, viewer));
                    game.check_conservation(&other).unwrap();
                    let (mut these, mut those) = (Vec::new(), Vec::new());
                    if viewer == seat {
                        game.legal(state, &mut these);
                        game.legal(&other, &mut those);
                        assert_eq!(these, those);
                    }
                }
            });
        }
    }
}

/// Returns the record of one random game.
fn counted(game: &CritterKitchen, deal: u64, see: impl FnMut(&State, &[Event])) -> GameRecord {
    at_random(game, &Luck::new(11, deal), see).1
}

fn measure_index(name: &str) -> usize {
    CritterKitchen::INFO.measures.iter().position(|measure| measure.name == name).unwrap()
}

#[test]
fn ck_9_and_10_soup_bisque_and_stars_are_what_was_gained() {
    for (players, changes) in [(4, &[][..]), (3, &[("restaurateurs", "true")]), (1, &[])] {
        let game = rules(players, changes);
        for deal in 0..20 {
            let (mut soup, mut bisque, mut served, mut stars) =
                ([1; PLAYERS], [0; PLAYERS], [0; PLAYERS], [0; PLAYERS]);
            counted(&game, deal, |state, events| {
                for event in events {
                    match *event {
                        Event::Picked { seat, item: Item::Soup, .. } => soup[seat.index()] += 1,
                        Event::Picked { seat, item: Item::Bisque, .. } => bisque[seat.index()] += 1,
                        Event::SoupGained { seat, soup: more } => soup[seat.index()] += more,
                        Event::BisqueGained { seat } => bisque[seat.index()] += 1,
                        Event::Presented { seat, soup, .. } => served[seat.index()] += soup,
                        Event::Gained { seat, stars: more, .. } => stars[seat.index()] += i32::from(more),
                        _ => {}
                    }
                }
                for (who, kitchen) in state.kitchens[..players].iter().enumerate() {
                    // Soup and bisque are never exchanged for each other, and both may be served.
                    assert!(kitchen.soup <= soup[who] && kitchen.bisque <= bisque[who]);
                    assert_eq!(kitchen.soup + kitchen.bisque + served[who], soup[who] + bisque[who]);
                    assert_eq!(kitchen.total_stars(), stars[who]);
                }
            });
        }
    }
}

#[test]
fn ck_57_58_and_61_only_the_first_item_of_a_tie_moves_a_hat_back() {
    let game = rules(4, &[]);
    let mut moves = 0;
    for deal in 0..20 {
        let mut track = None;
        let (mut picks, mut is_tied, mut last) = (0, false, None);
        counted(&game, deal, |state, events| {
            let mut moved = false;
            for &event in events {
                match event {
                    Event::Tied { .. } => is_tied = true,
                    Event::Picked { .. } => picks += 1,
                    Event::CleanedUp { .. } => (picks, is_tied) = (0, false),
                    Event::HatToFront { .. } => moved = true,
                    Event::HatToBack { seat, .. } => {
                        let picked = matches!(last, Some(Event::Picked { seat: who, .. }) if who == seat);
                        assert!(picked && picks == 1 && is_tied, "{last:?}");
                        (moved, moves) = (true, moves + 1);
                    }
                    _ => {}
                }
                last = Some(event);
            }
            assert!(moved || track.is_none_or(|track| track == state.track));
            track = Some(state.track);
        });
    }
    assert!(moves > 50, "{moves}");
}

#[test]
fn visits_are_counted_where_chefs_shop() {
    let game = rules(2, &[("restaurateurs", "true")]);
    let mut swaps = 0;
    for deal in 0..60 {
        let mut visits = [[[0; 4]; 8]; 2];
        let mut last = None;
        let record = counted(&game, deal, |state, events| {
            swaps += events.iter().filter(|event| matches!(event, Event::Swapped { .. })).count();
            // All swaps happen before the truck, the first location.
            if !matches!(state.phase, Phase::Plan { .. } | Phase::Swap { .. }) && last != Some(state.round) {
                let plans = [0, 1].map(|who| state.kitchens[who].plan);
                if plans[0][0] != NONE {
                    last = Some(state.round);
                    for (who, plan) in plans.iter().enumerate() {
                        for (chef, &place) in plan.iter().enumerate().filter(|(_, place)| **place != NONE) {
                            visits[who][usize::from(place)][chef] += 1;
                        }
                    }
                }
            }
        });
        for (who, visits) in visits.iter().enumerate() {
            for (cell, &expected) in visits.as_flattened().iter().enumerate() {
                assert_eq!(record.measure(measure_index("visits"), cell, Seat(who as u8)), expected);
            }
        }
    }
    assert!(swaps > 20, "{swaps}");
}

#[test]
fn ck_104_a_zous_chef_is_offered_once_to_each_chef() {
    let game = rules(3, &[]);
    let mut offers = 0;
    for deal in 0..20 {
        let mut round = std::collections::BTreeSet::new();
        counted(&game, deal, |state, events| {
            for event in events {
                match *event {
                    Event::CouldTakeZousChef { seat, zous } => {
                        offers += 1;
                        assert!(round.insert((seat, zous)), "{seat} twice in {state:?}");
                    }
                    Event::ZousChefOffered { .. } => round.clear(),
                    _ => {}
                }
            }
        });
    }
    assert!(offers > 20, "{offers}");
}

#[test]
fn ck_190_emeril_reaches_the_top_bracket_earlier() {
    let game = rules(2, &[]);
    let emeril = row(&game, "emeril-lagoose");
    let mut kitchen = Kitchen::default();
    assert_eq!([5, 6, 12, 19, 21].map(|quality| game.bracket(&kitchen, quality)), [0, 1, 2, 2, 3]);
    kitchen.restaurateur = emeril;
    assert_eq!([5, 6, 12, 18, 19].map(|quality| game.bracket(&kitchen, quality)), [0, 1, 2, 2, 3]);
    let mut record = game.record();
    let challenge = game.cards.challenges.id(0u8);
    let presented =
        Event::Presented { seat: Seat(0), challenge, day: 0, quality: 19, bracket: 3, stars: 3, soup: 0 };
    game.count(&presented, &mut record);
    assert_eq!(record.measure(measure_index("challenge_brackets"), 3, Seat(0)), 1);
}
