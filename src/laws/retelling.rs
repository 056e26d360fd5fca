//! Laws of playing the same game again: by a clone, and from its transcript.

use super::{DEALS, SEED, random_play, tables};
use crate::{
    play::{
        episode::is_legal,
        transcript::{Style, Telling, read_actions, tell},
    },
    rules::{Luck, Node},
    strategy::{Scripted, Strategy},
};

pub fn clones_play_on_identically<G: Scripted>() {
    for game in tables::<G>() {
        for deal in 0..DEALS {
            let luck = Luck::new(SEED, deal);
            let mut fork: Option<G::State> = None;
            let (end, record) = random_play(&game, deal, |state, step| {
                if step == 40 {
                    fork = Some(state.clone());
                }
                // The fork follows the same choices: a random choice depends on the time alone,
                // so the state that comes next must be the one the game itself reaches.
                if let Some(other) = &mut fork {
                    assert_eq!(other, state);
                    if game.node(other) == Node::Chance {
                        game.apply_chance(other, &luck, &mut |_| {});
                    } else {
                        fork = None;
                    }
                }
            });
            let (again, record_again) = random_play(&game, deal, |_, _| {});
            assert_eq!((end, record), (again, record_again), "the same deal gave another game");
        }
    }
}

pub fn transcripts_read_back<G: Scripted>() {
    for game in tables::<G>() {
        for deal in 0..DEALS {
            let random = Strategy::Random;
            let seats = vec![&random; game.players()];
            let telling = Telling {
                seed: SEED,
                deal,
                rotation: 0,
                seats: &seats,
                parameters: &[],
                style: Style::Text,
                explains: false,
            };
            let mut text = Vec::new();
            tell(&game, &telling, &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            let luck = Luck::new(SEED, deal);
            let mut state = game.deal(&luck, &mut |_| {});
            for action in read_actions::<G>(&text).unwrap() {
                while game.node(&state) == Node::Chance {
                    game.apply_chance(&mut state, &luck, &mut |_| {});
                }
                assert!(is_legal(&game, &state, action), "{action} in\n{text}");
                game.apply(&mut state, action, &mut |_| {});
            }
            while game.node(&state) == Node::Chance {
                game.apply_chance(&mut state, &luck, &mut |_| {});
            }
            assert_eq!(state, random_play(&game, deal, |_, _| {}).0);
        }
    }
}
