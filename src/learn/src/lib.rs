//! Strategies that learn by playing.
//!
//! A learner starts from a strategy's formulas. It adds terms that are linear in features, a hidden layer, and
//! probabilities in place of the best score. Policy gradient trains the weights: choices that did better than the
//! critic expected become likelier. In self-play all seats learn, and an earlier policy keeps them from cycling.
//! Against a field that does not learn, the result is a best response. Where games reveal too little about single
//! choices, as with four players, rollouts compare choices with alternatives, and the policy improves by the
//! results.
//!
//! A training run is a function of its inputs, and resumes from a [`TrainerState`] alone. Its result is tested on
//! held-out deals. The crate uses no files, no clock and no terminal.
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
