//! Step 4: the features that strategy formulas may read. A game without features needs only the vocabulary;
//! its strategies then give each decision a number.

use sim_engine::{Game, Seat};
use sim_script::{
    Ask, CompiledTitle, Evaluator, Script, Scripted, Vocabulary,
    overview::{Overview, context},
    spec::{amount, features, flag, list, part},
};

use crate::rules::{Action, Decision, Reef};

// Features with one value for the whole decision: first those of every game, in this game's words, then its
// own. Each has a unit, a range that a law checks, and a line of meaning.
context! {
    pub enum Context {
        round: ["rounds", 12.0] "Round";
        rounds_left: [11.0] "Rounds";
        players: [2.0, 4.0];
        points: ["points", 0.0] "points" " now";
        Haul = "haul" ["points", 0.0, f64::INFINITY] "Points of the cards of this dive.",
        Staked = "staked" ["points", 0.0, 10.0] "Points at stake in this dive.",
        Depth = "depth" ["cards", 0.0, 64.0] "Cards of this dive.",
        Danger = "danger" ["share", 0.0, 1.0] "The chance that the next card is a shark.",
        Gain = "gain" ["points", 0.0, 20.0] "What the next card brings on average; a shark brings nothing.",
    }
}

// Features that distinguish the answers of a list.
features! {
    pub enum Choice {
        Deeper = "deeper" ["0 or 1", 0.0, 1.0] "It is to draw another card.",
    }
}

/// Everything that a script of this game may name.
static VOCABULARY: Vocabulary = Vocabulary {
    context: Context::FEATURES,
    ..Vocabulary::new(
        "reef",
        // The decisions of the rules, in their order, under the same names.
        &[
            amount("stake", "How many points to put at stake?", &[part("stake", "The stake.", &[])]),
            list("dive", "Deeper, or up?", &[part("choice", "Another card, or none.", Choice::FEATURES)]),
        ],
    )
};

/// The game with its vocabulary, strategies and experiments.
pub static TITLE: CompiledTitle<Reef> = CompiledTitle {
    // Leave out this and its line in `build.rs` if there are no experiment files.
    experiments: include!(concat!(env!("OUT_DIR"), "/experiments.rs")),
    ..CompiledTitle::new(
        Reef::INFO,
        &VOCABULARY,
        include!(concat!(env!("OUT_DIR"), "/strategies.rs")),
        Reef::new,
    )
};

impl Scripted for Reef {
    type Cache = ();

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    /// Computes the features of a decision from what its seat sees.
    fn look(ask: &Ask<'_, Reef>, script: &Script, evaluator: &mut Evaluator) {
        let (game, table) = (ask.game, ask.seen.table);
        let wanted = script.point(ask.decision).context_mask;
        let round = f64::from(table.round) + 1.0;
        let rounds_left = f64::from(game.variant.rounds) - round;
        let overview = Overview { seat: ask.seat, players: game.players(), round, rounds_left };
        overview.fill(|seat: Seat| f64::from(table.points[seat]), wanted, &mut evaluator.context);
        evaluator.set_context(Context::Haul, f64::from(table.haul));
        evaluator.set_context(Context::Staked, f64::from(table.stake));
        evaluator.set_context(Context::Depth, table.drawn as f64);
        let left = game.remaining_cards(ask.seen.drawn);
        evaluator.set_context(Context::Danger, f64::from(left.sharks) / f64::from(left.cards));
        evaluator.set_context(Context::Gain, f64::from(left.worth) / f64::from(left.cards));
        if ask.decision == Decision::Dive {
            let deeper = ask.legal.iter().map(|action| flag(*action == Action::Deeper));
            evaluator.columns(Decision::Dive, 0).fill(Choice::Deeper as usize, deeper);
        }
    }
}
