//! Strategies that learn by playing, held against what they began from.
//!
//! How weights are learned is [`sim_learn`]'s; here stands what is learned from which strategy against whom, how
//! often, and what it all came to. A learning is a function of its inputs, and goes on from where it stands.

mod learning;
mod spec;
mod words;

pub use learning::{Learning, Start, learn};
pub use sim_learn::{
    AtTable, CourseError, Features, Interaction, Lap, Learnt, Left, Otherwise, Pruning, Spread, Test, Tried,
    together,
};
pub use spec::{Against, LearnError, LearnSpec, strangers, usual_base};
pub use words::wins;
