//! The law of chains: different chains have different results.

use std::collections::BTreeSet;

use super::{random_play, tables};
use sim_engine::{Game, Node, Offer, Seat, Shape};
use sim_script::{Scripted, Title};

/// Collects the results of all chains that go on from this state: the states that they lead to.
fn chain_results<G: Game>(
    game: &G,
    state: &G::State,
    chain: (Seat, G::Decision),
    results: &mut Vec<String>,
    limit: usize,
) {
    if results.len() > limit {
        return;
    }
    let mut legal = Vec::new();
    let Offer::Actions = game.legal(state, &mut legal) else { panic!("a chain offers actions") };
    assert!(!legal.is_empty(), "a prefix cannot be completed: {state:?}");
    for action in legal {
        let mut next = state.clone();
        game.apply(&mut next, action, &mut |_| {});
        match game.node(&next) {
            Node::Decision { seat, decision } if (seat, decision) == chain => {
                chain_results(game, &next, chain, results, limit);
            }
            _ => results.push(format!("{next:?}")),
        }
    }
}

pub fn chains_are_canonical<G: Scripted, T: Title<Game = G>>(title: &T) {
    /// Chains with more results than this are checked in part.
    const LIMIT: usize = 3000;
    for game in tables(title) {
        let mut checked = 0;
        for deal in 0..3 {
            let mut last = None;
            random_play(&game, deal, |state, step| {
                let Node::Decision { seat, decision } = game.node(state) else { return last = None };
                let is_start = last != Some((seat, decision));
                last = Some((seat, decision));
                if title.info().decision(decision).shape != Shape::Chain || !is_start {
                    return;
                }
                // The first chain, however rare chains are, and then at every seventh step.
                if checked > 0 && step % 7 != 0 {
                    return;
                }
                let mut results = Vec::new();
                chain_results(&game, state, (seat, decision), &mut results, LIMIT);
                let distinct: BTreeSet<&String> = results.iter().collect();
                assert_eq!(distinct.len(), results.len(), "two chains with one result from {state:?}");
                checked += 1;
            });
        }
        let has_chains = title.info().decisions.iter().any(|decision| decision.shape == Shape::Chain);
        assert!(!has_chains || checked > 0, "no chain was met");
    }
}
