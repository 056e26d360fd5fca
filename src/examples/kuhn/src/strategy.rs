//! Features of Kuhn poker: indicators of the card, and of the choice with each card.

use sim_script::{
    Ask, CompiledTitle, Evaluator, Script, Scripted, Vocabulary,
    spec::{Part, features, flag, list, part},
};

use crate::rules::{Action, Card, Kuhn};

features! {
    /// Features with one value for the whole decision.
    pub enum Context {
        Jack = "holds_jack" ["0 or 1", 0.0, 1.0] "I hold the jack.",
        Queen = "holds_queen" ["0 or 1", 0.0, 1.0] "I hold the queen.",
        King = "holds_king" ["0 or 1", 0.0, 1.0] "I hold the king.",
        Ace = "holds_ace" ["0 or 1", 0.0, 1.0] "I hold the ace, where there is one.",
    }
}

features! {
    /// Features of a choice. A weighted sum of these four can give every card its own probability.
    pub enum Choice {
        Jack = "jack" ["0 or 1", 0.0, 1.0] "It puts a chip in with the jack.",
        Queen = "queen" ["0 or 1", 0.0, 1.0] "It puts a chip in with the queen.",
        King = "king" ["0 or 1", 0.0, 1.0] "It puts a chip in with the king.",
        Ace = "ace" ["0 or 1", 0.0, 1.0] "It puts a chip in with the ace.",
    }
}

const PARTS: &[Part] = &[part("choice", "A chip more, or none.", Choice::FEATURES)];

/// Everything that a script of this game may name.
static VOCABULARY: Vocabulary = Vocabulary {
    context: Context::FEATURES,
    ..Vocabulary::new(
        "kuhn",
        &[
            list("open", "First to act: check or bet?", PARTS),
            list("after_check", "The other has checked: check or bet?", PARTS),
            list("after_bet", "The other has bet at once: fold or call?", PARTS),
            list("after_check_and_bet", "I have checked, the other has bet: fold or call?", PARTS),
        ],
    )
};

/// The game with its vocabulary and strategies.
pub static TITLE: CompiledTitle<Kuhn> = CompiledTitle::new(
    Kuhn::INFO,
    &VOCABULARY,
    include!(concat!(env!("OUT_DIR"), "/strategies.rs")),
    Kuhn::new,
);

impl Scripted for Kuhn {
    type Cache = ();

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn look(ask: &Ask<'_, Kuhn>, _: &Script, evaluator: &mut Evaluator) {
        for (at, card) in Card::all().enumerate() {
            let holds = ask.seen.card == card;
            evaluator.set_context(at, flag(holds));
            let pays = |action: &Action| flag(holds && matches!(action, Action::Bet | Action::Call));
            evaluator.columns(ask.decision, 0).fill(at, ask.legal.iter().map(pays));
        }
    }
}
