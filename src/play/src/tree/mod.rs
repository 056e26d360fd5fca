//! Small games as whole trees: every deal, choice and chance outcome, so that values and best responses are exact.
//!
//! A seat has perfect recall: it knows what it sees now, and what it saw and chose at its earlier decisions. States
//! that it cannot tell apart by this form an *information set*, in which it plays the same probabilities.

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
    /// The first is the deal; children come after their parents.
    nodes: Vec<TreeNode>,
    /// A set comes after the sets that its seat passed on the way to it.
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
    /// Probability of the chance outcome that leads to this node; 1 if no chance does.
    probability: f64,
}

#[derive(Debug, Clone, Copy)]
enum NodeKind {
    Chance,
    /// Index of the information set.
    Decision(usize),
    /// Index of the first of its payoffs.
    End(usize),
}

/// States that a seat cannot tell apart when it decides.
#[derive(Debug, Clone)]
pub struct InformationSet {
    pub seat: Seat,
    pub decision: &'static str,
    /// What the seat sees, as `Debug` text.
    pub observation: String,
    /// The legal actions, in notation.
    pub labels: Vec<String>,
    /// Indexes of their probabilities in a [`Profile`].
    pub actions: Range<usize>,
    /// The previous information set of the seat, and the index of the action it chose there in a profile.
    before: Option<(usize, usize)>,
    /// Number of earlier decisions of the seat.
    depth: usize,
}

impl GameTree {
    pub fn players(&self) -> usize {
        self.players
    }

    /// The number of nodes, with the deal and the ends.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    pub fn sets(&self) -> &[InformationSet] {
        &self.sets
    }
}

/// Why there is no tree, or no profile of a strategy in it.
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
