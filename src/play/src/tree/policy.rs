//! A strategy's answers as probabilities.

use sim_engine::{GameRecord, Luck, Seat, is_offered};
use sim_script::{Ask, Evaluator, Scripted, Strategy};

use super::TreeError;
use crate::episode::forced;

/// Buffers for asking strategies.
pub(super) struct Policies<G: Scripted> {
    evaluator: Evaluator,
    cache: G::Cache,
    tried: Option<GameRecord>,
}

impl<G: Scripted> Policies<G> {
    pub fn new(game: &G) -> Policies<G> {
        Policies { evaluator: Evaluator::new(game.vocabulary()), cache: G::Cache::default(), tried: None }
    }

    /// The probability of each of `actions`, which must be all legal ones.
    ///
    /// # Errors
    /// When they are unknown: for searches, solvers, and answers that are drawn as a whole from several parts.
    pub fn ask(
        &mut self,
        game: &G,
        strategy: &Strategy,
        state: &G::State,
        (seat, decision): (Seat, G::Decision),
        actions: &[G::Action],
    ) -> Result<Vec<f64>, TreeError> {
        let mut legal = Vec::new();
        let mut offer = game.legal(state, &mut legal);
        if let Some(never) = strategy.never() {
            offer = never.narrow(game, (state, seat), offer, &mut legal, &mut self.tried);
        }
        let certain =
            |answer: G::Action| actions.iter().map(move |&action| f64::from(u8::from(action == answer)));
        if let Some(action) = forced(game, offer, &legal) {
            return Ok(certain(action).collect());
        }
        let offered = |action: &G::Action| is_offered(game, offer, &legal, *action);
        let unknown = || TreeError::Unknown {
            strategy: strategy.name().to_owned(),
            decision: game.info().decision(decision).name,
        };
        let script = match strategy {
            Strategy::Random => {
                let share = 1.0 / actions.iter().filter(|action| offered(action)).count() as f64;
                return Ok(actions.iter().map(|action| if offered(action) { share } else { 0.0 }).collect());
            }
            Strategy::Search(_) => return Err(unknown()),
            Strategy::Script(script) => script.at(game.players()),
        };
        // Probabilities are computed, not drawn, so any luck will do.
        let luck = Luck::new(0, 0).choice(seat.0, game.round(state), 0);
        let ask = Ask::new(game, state, (seat, decision), (offer, &legal), luck).under(strategy.never());
        let mut answer = Vec::new();
        G::forget(&mut self.cache);
        self.evaluator.keep_probabilities();
        G::decide(&ask, script, &mut self.evaluator, &mut self.cache, &mut answer);
        let probabilities = self.evaluator.take_probabilities();
        let is_amount = legal.is_empty() && script.point(decision).learned.is_none();
        match answer[..] {
            [_] if !probabilities.is_empty() => {
                let probability = |action: &G::Action| legal.iter().position(|other| other == action);
                Ok(actions
                    .iter()
                    .map(|action| probability(action).map_or(0.0, |at| probabilities[at]))
                    .collect())
            }
            [action] if is_amount => Ok(certain(action).collect()),
            _ => Err(unknown()),
        }
    }
}
