//! The law of listed chance: what a small game lists is what luck draws.

use std::fmt::Debug;

use super::{DEALS, SEED, random_play, rulings};
use sim_engine::{Luck, Node};
use sim_script::{Scripted, Title};

const DRAWS: u64 = 2000;
/// Standard errors that a share of the draws may lie off its probability.
const SURE: f64 = 6.0;

/// Where a game lists its deals, it lists all chance outcomes, with the probabilities that luck gives them.
pub fn listed_chance_is_what_luck_draws<G: Scripted, T: Title<Game = G>>(title: &T) {
    for (name, game) in rulings(title) {
        let Some(deals) = game.enumerate_deals() else { continue };
        let luck = || (0..DRAWS).map(|deal| Luck::new(SEED, deal));
        compare(&format!("{name}: the deal"), &deals, luck().map(|luck| game.deal(&luck, &mut |_| {})));
        for deal in 0..DEALS {
            random_play(&game, deal, |state, _| {
                if game.node(state) == Node::Chance {
                    let outcomes = game.enumerate_chance(state);
                    let outcomes = outcomes
                        .unwrap_or_else(|| panic!("{name}: `enumerate_chance` lists nothing at {state:?}"));
                    let drawn = luck().map(|luck| {
                        let mut state = state.clone();
                        game.apply_chance(&mut state, &luck, &mut |_| {});
                        state
                    });
                    compare(&format!("{name}: {state:?}"), &outcomes, drawn);
                }
            });
        }
    }
}

fn compare<S: PartialEq + Debug>(place: &str, listed: &[(S, f64)], drawn: impl Iterator<Item = S>) {
    let sum: f64 = listed.iter().map(|(_, probability)| probability).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{place}: listed probabilities sum to {sum}");
    let mut counts = vec![0u32; listed.len()];
    for state in drawn {
        let at = listed.iter().position(|(other, _)| *other == state);
        counts[at.unwrap_or_else(|| panic!("{place}: luck draws {state:?}, which is not listed"))] += 1;
    }
    for ((state, probability), count) in listed.iter().zip(counts) {
        let (share, error) = (f64::from(count) / DRAWS as f64, (probability / DRAWS as f64).sqrt());
        assert!(
            (share - probability).abs() <= SURE * error,
            "{place}: luck draws {state:?} with a share of {share}, listed with {probability}"
        );
    }
}
