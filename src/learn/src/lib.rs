//! Strategies that learn by playing.
//!
//! A learner begins with a strategy's formulas and adds what was learned to them: terms
//! that are linear in features, a hidden layer, and chances in place of the best score. Policy gradient moves the
//! weights: choices that did better than the critic expected become likelier. In self-play all seats learn,
//! and an older policy holds them back from running in circles; against a field that does not learn, what is
//! learned is a best response. Where games say too little of single choices, as with four players, choices are compared with
//! others in imagined games instead, and made likelier by what these show.
//!
//! A learning is a function of its inputs, and a [`TrainerState`] is all that it goes on from. What it ends with
//! is tested on deals that it never met. The crate has no file, no clock and no terminal.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

mod adam;
mod arena;
mod choices;
mod critic;
mod gradient;
mod improve;
mod method;
mod prune;
mod run;
mod screen;
mod spec;
mod survey;
mod terms;
#[cfg(test)]
mod tests;
mod trainer;

pub use arena::{RunAverage, Table, TableTest, Test, average_runs};
pub use choices::{ChoiceRow, Choices, TermRow, choices};
pub use critic::Critic;
pub use method::{Method, MethodOverrides};
pub use prune::{FeatureTrial, Pruning, PruningOutcome};
pub use run::{TrainedPolicy, TrainingRun};
pub use screen::Interaction;
pub use spec::{Base, Spec, TrainingError};
pub use terms::Features;
pub use trainer::{LogEntry, Sampler, TrainerState};
