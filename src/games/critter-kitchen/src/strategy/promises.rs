//! Facts that features of Critter Kitchen predict, and how to find them by the rules.

use super::standing::{Ledger, Standing};
use crate::rules::{
    CritterKitchen,
    state::State,
    token::{Token, Tokens},
};
use sim_engine::Game;
use sim_play::laws::promises::{Promise, Promising, Trial};

impl Promising for CritterKitchen {
    fn promises() -> Vec<Promise<CritterKitchen>> {
        vec![
            Promise::number(["pick", "score", "my_points"], |trial, _| Some(trial.points())),
            Promise::number(["pick", "score", "critic_gain"], critic_gain),
            Promise::number(["fridge", "keep", "critic_loss"], critic_loss),
            Promise::number(["fridge", "keep", "fridge_room"], fridge_room),
        ]
    }
}

fn stock(trial: &Trial<'_, CritterKitchen>, state: &State) -> Tokens {
    state.kitchens[trial.seat.index()].stock
}

fn quality_gained(trial: &Trial<'_, CritterKitchen>) -> f64 {
    let quality = |state: &State| {
        let seen = trial.game.observe(state, trial.seat);
        f64::from(Standing::new(seen, trial.seat, &mut Ledger::default()).quality())
    };
    quality(&trial.now) - quality(&trial.before)
}

/// Quality that an item adds to the best critic meal; `None` unless the pick adds exactly this item at once.
fn critic_gain(trial: &mut Trial<'_, CritterKitchen>, label: &str) -> Option<f64> {
    let token = Token::parse(label.split(' ').nth(1)?)?;
    let mut expected = stock(trial, &trial.before);
    expected.add(token, 1);
    trial.play(label)?;
    (stock(trial, &trial.now) == expected).then(|| quality_gained(trial))
}

/// Quality that the best critic meal loses with a token; `None` unless only this token leaves.
fn critic_loss(trial: &mut Trial<'_, CritterKitchen>, label: &str) -> Option<f64> {
    let token = Token::parse(label)?;
    let mut expected = stock(trial, &trial.before);
    expected.remove(token, 1);
    trial.play(&format!("return {token}"))?;
    (stock(trial, &trial.now) == expected).then(|| -quality_gained(trial))
}

/// Negative room in the refrigerator: the number of tokens to return, one after the other.
fn fridge_room(trial: &mut Trial<'_, CritterKitchen>, _: &str) -> Option<f64> {
    if trial.before.kitchens[trial.seat.index()].aside.tokens.total() > 0 {
        return None;
    }
    let is_asked =
        |trial: &Trial<'_, CritterKitchen>| trial.pending_decision() == Some((trial.seat, "fridge"));
    let mut returned = 0;
    while is_asked(trial) {
        let token = Token::all().find(|token| trial.play(&format!("return {token}")).is_some())?;
        debug_assert!(token.is_ingredient() || token.is_spice(), "only these take room");
        returned += 1;
    }
    Some(f64::from(-returned))
}
