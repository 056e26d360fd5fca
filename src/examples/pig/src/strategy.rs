//! The script vocabulary of Pig.

use sim_engine::Seat;
use sim_script::{
    Ask, CompiledTitle, Evaluator, Script, Scripted, Vocabulary,
    overview::{Overview, context},
    spec::{features, flag, list, part},
};

use crate::rules::{Action, Pig, ROUNDS};

context! {
    /// Features with one value for the whole decision.
    pub enum Context {
        round: ["tenths of the target", 10.0] "Tenth of the target";
        rounds_left: [9.0] "Tenths of the target";
        players: [2.0, 2.0];
        points: ["points", 0.0] "points" " without the turn total";
        TurnTotal = "turn_total" ["points", 0.0, f64::INFINITY] "Points of this turn, which a 1 loses.",
        Target = "target" ["points", 10.0, 200.0] "Points that win.",
        WinIfRoll = "win_if_roll" ["share", 0.0, 1.0] "The chance to win if I roll, when both play optimally from then on.",
        WinIfHold = "win_if_hold" ["share", 0.0, 1.0] "The chance to win if I hold, when both play optimally from then on.",
    }
}

features! {
    /// Features of a choice.
    pub enum Choice {
        Rolls = "rolls" ["0 or 1", 0.0, 1.0] "It is to roll again.",
    }
}

/// Everything that a script of this game may name.
static VOCABULARY: Vocabulary = Vocabulary {
    context: Context::FEATURES,
    ..Vocabulary::new(
        "pig",
        &[list("roll", "Roll again or hold?", &[part("choice", "Roll, or hold.", Choice::FEATURES)])],
    )
};

/// The game with its vocabulary and strategies.
pub static TITLE: CompiledTitle<Pig> = CompiledTitle::new(
    Pig::INFO,
    &VOCABULARY,
    include!(concat!(env!("OUT_DIR"), "/strategies.rs")),
    Pig::new,
);

impl Scripted for Pig {
    type Cache = ();

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn look(ask: &Ask<'_, Pig>, script: &Script, evaluator: &mut Evaluator) {
        let (game, seen, wanted) = (ask.game, ask.seen, script.point(ask.decision).context_mask);
        let round = f64::from(sim_engine::Game::round(game, seen)) + 1.0;
        let overview = Overview { seat: ask.seat, players: 2, round, rounds_left: f64::from(ROUNDS) - round };
        overview.fill(|seat: Seat| f64::from(seen.points[seat]), wanted, &mut evaluator.context);
        evaluator.set_context(Context::TurnTotal, f64::from(seen.turn_total));
        evaluator.set_context(Context::Target, f64::from(game.variant.target));
        if Context::WinIfRoll.is_in(wanted) || Context::WinIfHold.is_in(wanted) {
            let [mine, rival] = [0, 1].map(|steps| seen.points[ask.seat.after(steps, 2)] as usize);
            let total = seen.turn_total as usize;
            evaluator.set_context(Context::WinIfRoll, game.odds().win_if_roll(mine, rival, total));
            evaluator.set_context(Context::WinIfHold, game.odds().win_if_hold(mine, rival, total));
        }
        let rolls = ask.legal.iter().map(|&action| flag(action == Action::Roll));
        evaluator.columns(ask.decision, 0).fill(Choice::Rolls as usize, rolls);
    }
}
