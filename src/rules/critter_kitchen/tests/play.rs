//! Laws of random play.

use super::rules;
use crate::rules::{
    Game, Luck, Node, Purpose, Seat,
    critter_kitchen::{Action, CritterKitchen, state::State},
};

/// Plays one game with even choices; gives the last state and the plies.
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
                assert_eq!(CritterKitchen::parse_action(&action.to_string()), Some(action));
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
