//! The law of listed chance: a small game lists what luck draws.

use std::{collections::BTreeMap, fmt::Debug};

use super::{DEALS, SEED, random_play, rulings, tables};
use sim_engine::{Lawful, Luck, Node, Seat};
use sim_script::{Scripted, Title};

const DRAWS: u64 = 2000;
/// Standard errors by which a share of the draws may differ from its probability.
const SURE: f64 = 6.0;

/// A game that lists its deals lists all chance outcomes, with the probabilities that luck gives them.
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

/// Observations whose odds are compared, and worlds drawn for each.
const SIGHTS: usize = 24;
const WORLDS: u64 = 1500;

/// If all deals are listed, a seat draws what it does not see with the conditional odds given what it sees. This
/// finds open numbers that give away something hidden.
pub fn listed_deals_are_imagined_with_their_odds<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    for game in tables(title) {
        let Some(deals) = game.enumerate_deals() else { continue };
        for seat in Seat::all(game.players()) {
            let mut sights: BTreeMap<String, Vec<&(G::State, f64)>> = BTreeMap::new();
            // A deal that goes on with chance is not complete yet.
            for deal in deals.iter().filter(|deal| matches!(game.node(&deal.0), Node::Decision { .. })) {
                sights.entry(format!("{:?}", game.observe(&deal.0, seat))).or_default().push(deal);
            }
            for (sight, alike) in sights.iter().take(SIGHTS) {
                compare_odds(&game, seat, sight, alike);
            }
        }
    }
}

/// Compares, field by field, what is hidden in states that look alike to a seat with worlds drawn from one of them.
fn compare_odds<G: Lawful>(game: &G, seat: Seat, sight: &str, alike: &[&(G::State, f64)]) {
    let all: f64 = alike.iter().map(|(_, probability)| probability).sum();
    let mut odds = vec![BTreeMap::<String, f64>::new(); game.hidden().len()];
    for (state, probability) in alike {
        for (odds, text) in odds.iter_mut().zip(game.hidden_fields(state, seat)) {
            *odds.entry(text).or_default() += probability / all;
        }
    }
    let mut counts = vec![BTreeMap::<String, u32>::new(); odds.len()];
    for draw in 0..WORLDS {
        let world = game.resample(&alike[0].0, seat, &mut Luck::new(SEED, draw).imagination(0));
        for (counts, text) in counts.iter_mut().zip(game.hidden_fields(&world, seat)) {
            *counts.entry(text).or_default() += 1;
        }
    }
    for ((field, odds), counts) in game.hidden().iter().zip(&odds).zip(&counts) {
        for (text, count) in counts {
            let (share, probability) =
                (f64::from(*count) / WORLDS as f64, odds.get(text).copied().unwrap_or(0.0));
            let error = (probability * (1.0 - probability) / WORLDS as f64).sqrt();
            assert!(
                probability > 0.0 && (share - probability).abs() <= SURE * error + 2.0 / WORLDS as f64,
                "{seat} sees {sight}; {field} is then `{text}` with a probability of {probability:.3}, and `resample` draws it with \
                 a share of {share:.3}"
            );
        }
    }
}
