//! Small games as whole trees: every deal, choice and chance outcome, so that values and best responses are exact.
//!
//! A seat knows what it sees when it is asked, and what it saw and chose each time before: it has perfect recall. States
//! that it cannot tell apart by this are one *information set*, in which it answers with the same probabilities.

mod enumerate;
mod policy;
mod solve;

use std::ops::Range;

use sim_engine::Seat;

use crate::arm::Stopped;

pub(crate) use enumerate::enumerate;

/// A game from its deal to every end, its type erased.
#[derive(Debug, Clone)]
pub struct GameTree {
    players: usize,
    /// The first is the deal; children come after their parent.
    nodes: Vec<TreeNode>,
    /// A set comes after those that its seat was in before.
    sets: Vec<InformationSet>,
    /// Utilities of each end, by seat.
    payoffs: Vec<f64>,
}

/// The probability of each action of each information set: see [`InformationSet::actions`].
pub type Profile = Vec<f64>;

#[derive(Debug, Clone)]
struct TreeNode {
    kind: NodeKind,
    children: Range<usize>,
    /// Of the step to this node where chance makes it, else 1.
    probability: f64,
}

#[derive(Debug, Clone, Copy)]
enum NodeKind {
    Chance,
    /// The place of the information set.
    Decision(usize),
    /// The place of its first payoff.
    End(usize),
}

/// What a seat cannot tell apart when it is asked.
#[derive(Debug, Clone)]
pub struct InformationSet {
    pub seat: Seat,
    pub decision: &'static str,
    /// What the seat sees.
    pub observation: String,
    /// The legal actions, in notation.
    pub labels: Vec<String>,
    /// The places of their probabilities in a profile.
    pub actions: Range<usize>,
    /// The information set in which the seat was asked last, and the place of what it chose there.
    before: Option<(usize, usize)>,
    /// How often the seat was asked before.
    depth: usize,
}

impl GameTree {
    pub fn players(&self) -> usize {
        self.players
    }

    /// Nodes, the deal and the ends included.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    pub fn sets(&self) -> &[InformationSet] {
        &self.sets
    }
}

/// Why there is no tree, or nothing to be said of a strategy in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    #[error("{0} does not list its chance outcomes, so it cannot be enumerated")]
    NotListed(&'static str),
    #[error("{game} is too large to enumerate: stopped at {nodes} nodes")]
    TooLarge { game: &'static str, nodes: usize },
    #[error(
        "the probabilities of {strategy} at `{decision}` are unknown: it draws no single action from a list"
    )]
    Unknown { strategy: String, decision: &'static str },
    #[error("interrupted")]
    Stopped,
}

impl From<Stopped> for TreeError {
    fn from(_: Stopped) -> TreeError {
        TreeError::Stopped
    }
}

impl TreeError {
    pub fn help(&self) -> &'static str {
        match self {
            TreeError::NotListed(_) => {
                "implement `enumerate_deals`, and `enumerate_chance` if chance decides later; for other games, train a \
                 best response: sim train STRATEGY --exploit"
            }
            TreeError::TooLarge { .. } => "train a best response instead: sim train STRATEGY --exploit",
            TreeError::Unknown { .. } => "name a strategy file; searches and solvers have no probabilities",
            TreeError::Stopped => "",
        }
    }
}
