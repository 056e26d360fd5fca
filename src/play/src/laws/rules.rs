//! Laws of the rules alone, on random play.

use std::{env, str::FromStr};

use rayon::prelude::*;

use super::{DEALS, SEED, random_play, tables, variants};
use sim_engine::{GameRecord, Lawful, Listed, MAX_ACTIONS, Node, Offer, Seat, Shape, record::MAX_ROUNDS};
use sim_script::Scripted;

pub fn legal_actions_are_sound<G: Scripted + Lawful>() {
    for game in tables::<G>() {
        for deal in 0..DEALS {
            let mut round = 0;
            random_play(&game, deal, |state, _| {
                let now = game.round(state);
                assert!(round <= now && usize::from(now) < MAX_ROUNDS, "round {now} after {round}");
                round = now;
                let Node::Decision { seat, decision } = game.node(state) else { return };
                assert!(seat.index() < game.players() && decision.index() < G::info().decisions.len());
                let mut legal = Vec::new();
                match game.legal(state, &mut legal) {
                    Offer::Actions => {
                        assert!(!legal.is_empty() && legal.len() <= MAX_ACTIONS, "{} actions", legal.len());
                        assert!(legal.is_sorted_by(|a, b| a < b), "not ascending and distinct: {legal:?}");
                        assert_ne!(G::info().decision(decision).shape, Shape::Amount);
                    }
                    Offer::Amount(limits) => {
                        assert!(legal.is_empty() && limits.step > 0);
                        assert!(limits.may_pass || limits.min <= limits.max, "nothing is legal: {limits:?}");
                        assert_eq!(G::info().decision(decision).shape, Shape::Amount);
                        legal.extend(game.amount_action(None).filter(|_| limits.may_pass));
                        if limits.min <= limits.max {
                            legal.extend(game.amount_action(Some(limits.min)));
                        }
                    }
                }
                for action in legal {
                    assert_eq!(G::parse_action(&action.to_string()), Some(action), "notation of {action:?}");
                    game.apply(&mut state.clone(), action, &mut |_| {});
                }
            });
        }
    }
}

pub fn every_game_ends_and_nothing_is_lost<G: Scripted + Lawful>() {
    for game in tables::<G>() {
        for deal in 0..4 * DEALS {
            let (_, record) = random_play(&game, deal, |state, _| {
                game.check_conservation(state).unwrap_or_else(|error| panic!("deal {deal}: {error}"));
            });
            // A game without an end is told after one of it, not after all.
            assert!(!record.truncated, "{} players: deal {deal} was cut off", game.players());
        }
    }
    for (name, game) in variants::<G>() {
        for deal in 0..DEALS {
            let (state, record) = random_play(&game, deal, |_, _| {});
            assert!(!record.truncated, "{name}: deal {deal} was cut off");
            assert_eq!(game.node(&state), Node::Terminal);
            game.check_conservation(&state).unwrap_or_else(|error| panic!("{name}, deal {deal}: {error}"));
        }
    }
}

pub fn points_and_places_agree<G: Scripted + Lawful>() {
    for game in tables::<G>() {
        for deal in 0..4 * DEALS {
            let (state, record) = random_play(&game, deal, |_, _| {});
            check_end(&game, &state, &record, deal);
        }
    }
}

/// The better place has at least as many points, each place is one more than those ahead of it, and the points of the
/// last state are those of the outcome.
fn check_end<G: Scripted>(game: &G, state: &G::State, record: &GameRecord, deal: u64) {
    assert!(!record.truncated, "deal {deal} was cut off");
    let contenders = Seat::all(record.contenders);
    for a in contenders.clone() {
        let (points, counted) = (game.points(state, a), record.points[a]);
        assert_eq!(points, counted, "deal {deal}, {a:?}: `points` at the end, and those of `outcome`");
        let (mut ahead, place) = (0, record.places[a]);
        for b in contenders.clone() {
            let is_behind = record.places[b] < place;
            assert!(!is_behind || record.points[b] >= record.points[a], "deal {deal}: {record:?}");
            ahead += u8::from(is_behind);
        }
        assert_eq!(place, ahead + 1, "deal {deal}: {record:?}");
    }
}

/// Plays many deals at random at every table size, or at one: nothing is lost at any chance or choice,
/// every game ends, and places agree with points. `SIM_DEALS` says how many deals, `SIM_PLAYERS` at which
/// table.
#[expect(clippy::print_stdout, reason = "a long run tells how far it is")]
pub fn long_random_play<G: Scripted + Lawful>() {
    let (deals, players) = (number("SIM_DEALS").unwrap_or(10_000), number("SIM_PLAYERS"));
    let mut played = 0;
    for game in tables::<G>().filter(|game| players.is_none_or(|players: usize| players == game.players())) {
        (0..deals).into_par_iter().for_each(|deal| {
            let (state, record) = random_play(&game, deal, |state, _| {
                game.check_conservation(state).unwrap_or_else(|error| panic!("deal {deal}: {error}"));
            });
            assert_eq!(game.node(&state), Node::Terminal, "deal {deal}");
            game.check_conservation(&state).unwrap_or_else(|error| panic!("deal {deal}: {error}"));
            check_end(&game, &state, &record, deal);
        });
        println!("{}, {} players: {deals} deals of seed {SEED}", G::info().name, game.players());
        played += 1;
    }
    assert!(played > 0, "no table of {players:?} players");
}

/// A number out of the environment.
#[expect(clippy::disallowed_methods, reason = "whoever calls a long run says how long")]
fn number<T: FromStr>(name: &str) -> Option<T> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}
