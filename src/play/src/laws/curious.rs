//! A script that reads every feature, and what a strategy answers and why.

use std::collections::BTreeSet;

use crate::episode::{answer, forced};
use sim_engine::{Game, Luck, Node, Offer};
use sim_script::{Ask, Evaluator, Scripted, Strategy, Title, Why, library};

/// The actions that a decision offers; of amounts only the lowest, and a pass where it is legal.
pub fn candidates<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    const AMOUNTS: usize = 64;
    let mut legal = Vec::new();
    if let Offer::Amount(limits) = game.legal(state, &mut legal) {
        let amounts = limits.amounts().take(AMOUNTS).map(Some).chain(limits.passes().then_some(None));
        legal.extend(amounts.filter_map(|amount| game.amount_action(amount)));
    }
    legal
}

/// A script that reads every feature of every part and of the context.
pub fn curious_script(title: &impl Title) -> Strategy {
    reading_script(title, |_| true)
}

/// A script that reads all features of these names, wherever it can.
///
/// Each weight is a square root that no other feature has, so that only candidates with the same features have the
/// same score.
pub fn reading_script(title: &impl Title, reads: impl Fn(&str) -> bool) -> Strategy {
    let vocabulary = title.vocabulary();
    let mut text = format!("format = 1\ngame = \"{}\"\nabout = \"Reads everything.\"\n", vocabulary.game);
    for point in vocabulary.points {
        text += &format!("[on.{}]\n", point.name);
        for (at, slot) in point.slots.iter().enumerate() {
            let parts = &point.parts[point.parts_of(at)];
            let features = parts.iter().flat_map(|part| part.features).chain(vocabulary.context);
            let names: BTreeSet<String> =
                features.map(|feature| feature.name.to_owned()).chain(point.flags()).collect();
            let terms: Vec<String> = names
                .iter()
                .filter(|name| reads(name))
                .zip(2..)
                .map(|(name, index)| {
                    format!("{:.6}*clamp({name}, -99, 99)", f64::from(7 * index + at as u32).sqrt() / 100.0)
                })
                .collect();
            let sum = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
            text += &format!("{} = \"{sum}\"\n", slot.name);
        }
    }
    library::tuned(title, "curious", "curious.toml", &text, &[]).unwrap()
}

/// A strategy's answer to a decision, with its reasons; `None` without a choice.
pub fn ask_strategy<G: Scripted>(
    game: &G,
    state: &G::State,
    strategy: &Strategy,
    luck: &Luck,
) -> Option<(Vec<G::Action>, Option<Why>)> {
    ask(game, state, strategy, luck, 0.0)
}

/// A strategy's reasons at a decision. Features that are given no value read as `poison`.
pub fn ask_poisoned<G: Scripted>(
    game: &G,
    state: &G::State,
    strategy: &Strategy,
    luck: &Luck,
    poison: f64,
) -> Option<Why> {
    ask(game, state, strategy, luck, poison)?.1
}

fn ask<G: Scripted>(
    game: &G,
    state: &G::State,
    strategy: &Strategy,
    luck: &Luck,
    poison: f64,
) -> Option<(Vec<G::Action>, Option<Why>)> {
    let Node::Decision { seat, decision } = game.node(state) else { return None };
    let mut legal = Vec::new();
    let offer = game.legal(state, &mut legal);
    if forced(game, offer, &legal).is_some() {
        return None;
    }
    let ask = Ask::new(game, state, (seat, decision), (offer, &legal), luck.choice(seat.0, 0, 0));
    let mut evaluator = Evaluator::new(game.vocabulary());
    evaluator.explain();
    evaluator.poison(poison);
    let mut actions = Vec::new();
    answer(strategy, &ask, &mut evaluator, &mut G::Cache::default(), &mut None, &mut actions);
    Some((actions, evaluator.take_why()))
}

pub fn feature_value(why: &Why, label: &str, feature: &str) -> f64 {
    let mut values = why.parts.iter().filter_map(|part| {
        let at = part.features.iter().position(|name| *name == feature)?;
        let candidate = part.candidates.iter().find(|candidate| candidate.label == label)?;
        Some(candidate.features[at])
    });
    values.next_back().unwrap_or_else(|| panic!("{feature} of {label} is missing in {why:?}"))
}
