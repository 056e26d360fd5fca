//! How games are played: scripts of formulas over the features that a game publishes.
//!
//! Strategies see observations, never states. The rules say what is legal; this room makes the
//! candidates it scores, and joins scored parts into whole answers with exact solvers.
//!
//! Before this: [what a game is](sim_engine). Whoever brings a game implements [`Scripted`] for it:
//!
//! 1. A [`Vocabulary`] says what formulas may read at each decision: [`spec`] has its parts and
//!    [`spec::features!`], and [`overview`] what every game has (the round, points, who leads).
//! 2. [`Scripted::look`] is given an [`Ask`], which holds the observation of a seat, and fills the features of an
//!    [`Evaluator`]; [`Scripted::decide`] is for decisions of several parts.
//! 3. A [`CompiledTitle`] is what its crate hands over: [`Shipped`] strategies and experiments, and how to set it up.
//! 4. `played` (feature `laws`) is a game in the hands of a test.
//!
//! # What is promised
//!
//! [`Scripted`] and what its functions name, [`spec`], [`overview`] and [`evaluator`]; and the language of strategy
//! files and their [`formula`]s, which outlives the code: a file with `format = 1` is read by every version that reads
//! this format, and plays the same. That holds as the [engine](sim_engine) says it. What is hidden is for the other
//! packages of the laboratory, and may change at any time.
//!
//! Next: [deals in, counted games out](../sim_play/index.html).
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type, missing_docs)]

mod ask;
mod best_response;
pub mod evaluator;
pub mod formula;
// How the packages that play, ask and learn read strategies; what others need of it stands below.
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

/// A file that comes with a game, built into its program: a strategy, or an experiment.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    /// The name of the file without its ending.
    pub name: &'static str,
    /// What stands in it.
    pub text: &'static str,
}

/// The strong players that come with a game: `panel.toml` beside its strategies, and the files in `panel/`.
#[derive(Debug, Clone, Copy)]
pub struct ShippedPanel {
    /// The text of `panel.toml`: who the members are.
    pub text: &'static str,
    /// Members that are no strategies of their own otherwise, and those that they trained against.
    pub members: &'static [Shipped],
    /// What was found to beat the panel by the usual rules.
    pub responses: &'static [BestResponse],
}

impl ShippedPanel {
    /// No strong players.
    pub const NONE: ShippedPanel = ShippedPanel { text: "", members: &[], responses: &[] };
}

/// A game that scripts can play.
pub trait Scripted: Game {
    /// What the strategies of a table keep between the decisions of a game to save work; never information:
    /// what a seat finds there it could work out of what it sees.
    type Cache: Default + Send;

    /// Everything that a script of this game may name.
    fn vocabulary(&self) -> &'static Vocabulary;

    /// Makes a cache ready for another game under the same rules. A game whose caches follow
    /// from what is seen, whatever was seen before, keeps them and the room they took.
    fn forget(cache: &mut Self::Cache) {
        *cache = Self::Cache::default();
    }

    /// Writes what formulas may read at a decision: context features by [`Evaluator::put`], those of the
    /// candidates, which are the legal actions in their order, into [`Evaluator::columns`] of part 0. A game
    /// without features keeps this.
    fn look(ask: &Ask<'_, Self>, script: &Script, evaluator: &mut Evaluator) {
        let _ = (ask, script, evaluator);
    }

    /// Answers a decision with a script: one action, or a whole chain of micro-actions; and, if no
    /// chance or other seat comes between, the seat's next decision after it.
    ///
    /// A game whose decisions have one part and one formula each keeps this, and says what they read by
    /// [`Scripted::look`]: the best score of a list, an amount, a chain step by step.
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
