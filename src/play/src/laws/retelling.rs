//! Laws of playing the same game again: by a clone, and from its transcript.

use super::{DEALS, SEED, random_play, tables};
use crate::transcript::{Style, TranscriptSpec, read_actions, write_transcript};
use sim_engine::{Luck, Node, game::Event, is_legal};
use sim_script::{Ask, Scripted, Strategy, Title, random};

pub fn clones_play_on_identically<G: Scripted, T: Title<Game = G>>(title: &T) {
    let mut tells_apart = false;
    for game in tables(title) {
        for deal in 0..DEALS {
            let luck = Luck::new(SEED, deal);
            let (end, record) = random_play(&game, deal, |state, step| {
                // At some steps only; short games have no twentieth step.
                if step % 40 != 20 && step != 2 {
                    return;
                }
                // One after the other: if they shared anything, the first would have changed it for the second.
                let (mut one, mut other) = (state.clone(), state.clone());
                let told = play_on(&game, &mut one, &luck);
                assert!(other == *state, "playing a clone changed what it was cloned from, or another clone");
                assert_eq!(play_on(&game, &mut other, &luck), told, "deal {deal}: clones at step {step}");
                assert!(one == other, "deal {deal}: clones at step {step} end differently");
                let elsewhere = Luck::new(SEED + 1, deal);
                tells_apart |= play_on(&game, &mut state.clone(), &elsewhere) != told;
            });
            let (again, record_again) = random_play(&game, deal, |_, _| {});
            assert_eq!((end, record), (again, record_again), "the same deal gave another game");
        }
    }
    assert!(tells_apart, "other choices and chances have the same text");
}

/// Plays a state to its end by choices and chances that depend on the luck and the number of the step alone. Returns
/// every action and event on the way.
fn play_on<G: Scripted>(game: &G, state: &mut G::State, luck: &Luck) -> Vec<String> {
    let mut told = Vec::new();
    let mut legal = Vec::new();
    for step in 0.. {
        let tell = &mut |event: G::Event| told.push(event.describe(game));
        match game.node(state) {
            Node::Terminal => break,
            Node::Chance => game.apply_chance(state, luck, tell),
            Node::Decision { seat, decision } => {
                legal.clear();
                let offer = game.legal(state, &mut legal);
                let luck = luck.choice(seat.0, 0, step);
                let ask = Ask::new(game, state, (seat, decision), (offer, &legal), luck);
                let action = random::choose(&ask);
                game.apply(state, action, tell);
                told.push(action.to_string());
            }
        }
    }
    told
}

pub fn transcripts_read_back<G: Scripted, T: Title<Game = G>>(title: &T) {
    for game in tables(title) {
        for deal in 0..DEALS {
            let random = Strategy::Random;
            let seats = vec![&random; game.players()];
            let telling = TranscriptSpec {
                seed: SEED,
                deal,
                rotation: 0,
                seats: &seats,
                settings: &[],
                style: Style::Text,
                alternatives: None,
            };
            let text = write_transcript((&game, title.info().objective), &telling).to_string();
            let luck = Luck::new(SEED, deal);
            let mut state = game.deal(&luck, &mut |_| {});
            for action in read_actions(&game, &text).unwrap() {
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
