//! Compares solvers with brute force, and expectations with played games.

mod expectations;
mod solvers;

use crate::rules::{Decision, Phase, RestaurantRow, State};
use sim_engine::{Game, Luck, Node, Offer, settings};

fn game(players: usize) -> RestaurantRow {
    let settings = settings::parse("data.toml", RestaurantRow::INFO.data_file).unwrap();
    RestaurantRow::new(&settings, players).unwrap()
}

/// Plays one step at random, but hires or renovates if possible and lays nobody off.
fn step(game: &RestaurantRow, state: &mut State, luck: &Luck, time: u64) {
    match game.node(state) {
        Node::Terminal => {}
        Node::Chance => game.apply_chance(state, luck, &mut |_| {}),
        Node::Decision { .. } => {
            let mut stream = luck.imagination(time);
            let mut legal = Vec::new();
            let action = match game.legal(state, &mut legal) {
                Offer::Actions => {
                    // In shops, passing is the first action; for lay-offs, the end is the last.
                    let all = legal.len();
                    let at = match state.table.phase {
                        Phase::Ask(_, Decision::Hire | Decision::Renovate) if all > 1 => {
                            1 + stream.index(all - 1)
                        }
                        Phase::Ask(_, Decision::LayOff) => all - 1,
                        _ => stream.index(all),
                    };
                    Some(legal[at])
                }
                Offer::Amount(limits) => {
                    let is_open = limits.max >= limits.min && stream.below(3) > 0;
                    game.amount_action((is_open || !limits.may_pass).then_some(limits.min))
                }
            };
            game.apply(state, action.unwrap(), &mut |_| {});
        }
    }
}

/// The states of random games in the wanted phases.
fn states(game: &RestaurantRow, deals: u64, wanted: impl Fn(Phase) -> bool) -> Vec<State> {
    let mut states = Vec::new();
    for deal in 0..deals {
        let luck = Luck::new(31, deal);
        let mut state = game.deal(&luck, &mut |_| {});
        let mut time = 0;
        while game.node(&state) != Node::Terminal {
            if wanted(state.table.phase) {
                states.push(state);
            }
            step(game, &mut state, &luck, time);
            time += 1;
        }
    }
    states
}
