//! Strategy scripts: formulas over the features that a game publishes.
//!
//! Strategies see observations, never states. The rules define the legal actions. Formulas score them as
//! candidates, and exact solvers of the games combine scored parts into whole answers.
//!
//! Before this: [what a game is](sim_engine). The crate of a game has:
//!
//! 1. A [`Vocabulary`] of what formulas may read at each decision. [`spec`] has its elements and
//!    [`spec::features!`]; [`overview`] has the features of every game (the round, points, who leads).
//! 2. An implementation of [`Scripted`]. [`Scripted::look`] receives an [`Ask`] with the observation of a seat
//!    and fills the features of an [`Evaluator`]; [`Scripted::decide`] is for decisions of several parts.
//! 3. A [`CompiledTitle`], with [`Shipped`] strategies and experiments and the setup of the game.
//! 4. Tests that use `played` (feature `laws`).
//!
//! # Stability
//!
//! [`Scripted`], the types in its signatures, [`spec`], [`overview`] and [`evaluator`] are as stable as the
//! [engine](sim_engine). The language of strategy files and their [`formula`]s outlives the code: every version
//! that reads `format = 1` reads such a file and plays it the same way. Hidden items are for the other packages
//! of the laboratory and may change at any time.
//!
//! Next: [deals in, counted games out](../sim_play/index.html).
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type, missing_docs)]

mod ask;
mod best_response;
pub mod evaluator;
pub mod formula;
// For the other packages of the laboratory. Items for third parties are re-exported below.
#[doc(hidden)]
pub mod learned;
mod level;
#[doc(hidden)]
pub mod library;
#[doc(hidden)]
pub mod network;
#[doc(hidden)]
pub mod never;
#[doc(hidden)]
pub mod notes;
pub mod overview;
#[doc(hidden)]
pub mod plan;
#[cfg(any(test, feature = "laws"))]
pub mod played;
#[doc(hidden)]
pub mod random;
#[doc(hidden)]
pub mod script;
#[doc(hidden)]
pub mod search;
pub mod spec;
pub mod title;
#[doc(hidden)]
pub mod why;

pub use ask::Ask;
pub use best_response::{BestResponse, ResponseMethod};
pub use evaluator::Evaluator;
pub use learned::LearnedDecision;
pub use level::Level;
pub use library::Strategy;
pub use never::Never;
pub use notes::Notes;
pub use plan::Plan;
pub use script::Script;
pub use search::Search;
use sim_engine::{Game, Offer};
pub use spec::Vocabulary;
pub use title::{CompiledTitle, Title};
pub use why::Why;

/// A file that comes with a game, compiled into the program: a strategy or an experiment.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    /// The file name without its extension.
    pub name: &'static str,
    /// The content of the file.
    pub text: &'static str,
}

/// The strong players that come with a game: `panel.toml` beside its strategies, and the files in `panel/`.
#[derive(Debug, Clone, Copy)]
pub struct ShippedPanel {
    /// The text of `panel.toml`, which lists the members.
    pub text: &'static str,
    /// Members that are not shipped as strategies elsewhere, and their training opponents.
    pub members: &'static [Shipped],
    /// Known best responses to the panel under the standard rules.
    pub responses: &'static [BestResponse],
}

impl ShippedPanel {
    /// A panel without members.
    pub const NONE: ShippedPanel = ShippedPanel { text: "", members: &[], responses: &[] };
}

/// A game that scripts can play.
pub trait Scripted: Game {
    /// Work that the strategies of a table save between the decisions of a game. A cache, never information: a
    /// seat can derive everything in it from its own observations.
    type Cache: Default + Send;

    /// Everything that a script of this game may name.
    fn vocabulary(&self) -> &'static Vocabulary;

    /// Resets a cache for another game under the same rules. A game whose cached values are functions of the
    /// observation may keep them and their memory.
    fn forget(cache: &mut Self::Cache) {
        *cache = Self::Cache::default();
    }

    /// Writes what formulas may read at a decision: context features with [`Evaluator::set_context`], and
    /// features of the candidates into [`Evaluator::columns`] of part 0. The candidates are the legal actions in
    /// their order. The default suits a game without features.
    fn look(ask: &Ask<'_, Self>, script: &Script, evaluator: &mut Evaluator) {
        let _ = (ask, script, evaluator);
    }

    /// Answers a decision with a script: one action, or a whole chain of micro-actions. If neither chance nor
    /// another seat comes between, the answer may include the seat's next decision.
    ///
    /// The default suits games whose decisions have one part and one formula each, with features from
    /// [`Scripted::look`]. It answers with the best score of a list, an amount, or a chain step by step.
    fn decide(
        ask: &Ask<'_, Self>,
        script: &Script,
        evaluator: &mut Evaluator,
        cache: &mut Self::Cache,
        answer: &mut Vec<Self::Action>,
    ) {
        let _ = cache;
        Self::look(ask, script, evaluator);
        match ask.offer {
            Offer::Actions => evaluator.pick(ask, script, answer),
            Offer::Amount(limits) => {
                let amount = evaluator.amount(ask, script, limits);
                let action = ask.game.amount_action(amount);
                answer.push(action.expect("a game that asks for amounts has an action for each"));
            }
        }
    }
}
