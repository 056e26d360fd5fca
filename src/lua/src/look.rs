//! The features that strategies read.

use crate::{LuaGame, action::Answer, vm::Feature};
use sim_engine::{Game, Seat};
use sim_script::{
    Ask, Evaluator, Script, Scripted, Vocabulary,
    overview::{self, Overview},
};

impl Scripted for LuaGame {
    type Cache = ();

    fn vocabulary(&self) -> &'static Vocabulary {
        self.title().0.vocabulary
    }

    fn look(ask: &Ask<'_, LuaGame>, script: &Script, evaluator: &mut Evaluator) {
        let (game, state, seat) = (ask.game, ask.seen.state, ask.seat);
        let wanted = script.point(ask.decision).context_mask;
        let overview = Overview {
            seat,
            players: game.players(),
            round: f64::from(state.0.round),
            rounds_left: game.rounds_left(state),
        };
        overview.fill(|seat: Seat| f64::from(game.points(state, seat)), wanted, &mut evaluator.context);
        let inner = &game.title().0;
        let context: Vec<usize> =
            (0..inner.context.len()).filter(|at| wanted >> (overview::COUNT + at) & 1 == 1).collect();
        let features = &inner.features[ask.decision];
        let mask = script.point(ask.decision).part_masks[0];
        let is_read = |at: &usize| mask >> at & 1 == 1;
        let columns: Vec<usize> = (0..features.len())
            .filter(is_read)
            .filter(|at| matches!(features[*at], Feature::File(_)))
            .collect();
        // An amount is one candidate: the formula is evaluated once.
        let codes: Vec<i32> =
            ask.legal.iter().map(|&action| game.code_for_file(ask.decision, action)).collect();
        let candidates = if codes.is_empty() { 1 } else { codes.len() };
        if !context.is_empty() || !columns.is_empty() {
            let codes = if codes.is_empty() { &[NO_ANSWER][..] } else { &codes };
            let values = game
                .vm_at(state)
                .and_then(|vm| vm.look((ask.decision, seat.0), &context, &columns, codes))
                .unwrap_or_else(|error| {
                    game.title().fail(error);
                    vec![0.0; context.len() + columns.len() * candidates]
                });
            let (of_context, of_answers) = values.split_at(context.len().min(values.len()));
            for (&at, &value) in context.iter().zip(of_context) {
                evaluator.context[overview::COUNT + at] = value;
            }
            let table = evaluator.columns(ask.decision, 0);
            for (place, &at) in columns.iter().enumerate() {
                table.fill(at, of_answers.iter().skip(place).step_by(columns.len()).copied());
            }
        }
        for (at, feature) in features.iter().enumerate().filter(|(at, _)| is_read(at)) {
            let table = match feature {
                Feature::File(_) => continue,
                Feature::Gain => {
                    let gains = gains(ask);
                    evaluator.columns(ask.decision, 0).fill(at, gains);
                    continue;
                }
                _ => evaluator.columns(ask.decision, 0),
            };
            let value = |answer: Answer| match (feature, answer) {
                (Feature::Word(word), Answer::Word(own)) => {
                    f64::from(u8::from(game.is_word_of(ask.decision, *word, own)))
                }
                (Feature::Column(..), Answer::Component(own)) => game.column(ask.decision, at, own),
                _ => 0.0,
            };
            table.fill(at, ask.legal.iter().map(|action| value(action.answer())));
        }
    }
}

/// Placeholder answer of amounts, whose features do not depend on the answer.
const NO_ANSWER: i32 = 2_000_000;

/// The points that each answer gains at once, in one resampled world.
fn gains(ask: &Ask<'_, LuaGame>) -> Vec<f64> {
    let (game, seat) = (ask.game, ask.seat);
    let world = ask.imagine(&mut ask.luck.imagination());
    let before = game.points(&world, seat);
    let gain = |action: &crate::action::Action| {
        let mut after = world.clone();
        game.apply(&mut after, *action, &mut |_| {});
        f64::from(game.points(&after, seat) - before)
    };
    ask.legal.iter().map(gain).collect()
}
