//! Training: a strategy gains weights by playing, or its [`params`] are tuned. The result is compared with the start
//! on new deals.
//!
//! [`sim_learn`] trains the weights. This module has the starts, the opponents, the repeats and the report. A
//! training is a function of its spec, and resumes from the state in the store.

pub mod params;
pub mod population;
mod spec;
mod training;
mod words;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sim_engine::Info;
use sim_script::Strategy;

use crate::{
    Ended, Error, Lab, Refusal,
    command::Command,
    error::ANEW,
    player::Player,
    store::{Item, StoreError, Worth},
};

pub use sim_learn::{
    FeatureTrial, Features, Interaction, LogEntry, MethodOverrides, Pruning, PruningOutcome, RunAverage,
    TableTest, Test, TrainedPolicy, TrainingError, average_runs,
};
pub use spec::{Against, TrainSpec, strangers, usual_base};
pub use training::{Start, Training, train};
pub use words::wins;

fn alone(option: &str) -> Refusal {
    Refusal::new("alone at the table there is nobody to play against", format!("leave {option} out"))
}

/// The common part of the reports on trained weights and on tuned params.
#[derive(Debug, Clone)]
pub struct TrainingRecord {
    pub info: &'static Info,
    pub from: String,
    pub name: String,
    /// Names of the opponents; none in self-play.
    pub field: Vec<String>,
    /// Names of opponents that it met only in the test.
    pub strangers: Vec<String>,
    pub command: Command,
    pub digest: String,
    /// Games played, including tests.
    pub games: u64,
    /// The file of the new strategy with its history at its head; none if the result was not accepted.
    pub file: Option<String>,
    pub ended: Ended,
}

impl TrainingRecord {
    /// The record of a training that has not begun.
    fn new(
        info: &'static Info,
        (start, name): (&Player, &str),
        [field, strangers]: [&[Strategy]; 2],
        (command, digest): (Command, String),
    ) -> TrainingRecord {
        let names = |all: &[Strategy]| all.iter().map(|one| one.name().to_owned()).collect();
        TrainingRecord {
            info,
            from: start.named.clone(),
            name: name.to_owned(),
            field: names(field),
            strangers: names(strangers),
            command,
            digest,
            games: 0,
            file: None,
            ended: Ended::Whole,
        }
    }

    /// Comments for the head of its file: how the strategy was made, then `lines`.
    fn head<'l>(&self, about: &str, lines: impl IntoIterator<Item = &'l str>) -> String {
        let comment = |line: &str| format!("# {line}").replace('\u{a0}', " ").trim_end().to_owned() + "\n";
        let history = lines.into_iter().filter(|line| !line.is_empty()).map(comment);
        comment(about) + &comment(&format!("  {}", self.command)) + &history.collect::<String>() + "\n"
    }
}

#[derive(Serialize, Deserialize)]
struct KeptState<S> {
    /// The digest of all inputs of the training.
    inputs: String,
    standing: S,
}

/// The stored state of an interrupted training with these inputs, and its place in the store.
fn load_state<S: DeserializeOwned>(digest: &str, lab: &mut Lab<'_>) -> Result<Option<(String, S)>, Error> {
    let Some(found) = lab.store.load(Item::Search { digest })?.into_iter().next() else { return Ok(None) };
    let place = found.place;
    match serde_json::from_slice::<KeptState<S>>(&found.bytes) {
        Err(error) => Err(Error::Damaged { place, why: error.to_string() }),
        Ok(kept) if kept.inputs != digest => {
            Err(Refusal::new(format!("{place} is of a training with other inputs"), ANEW).into())
        }
        Ok(kept) => Ok(Some((place, kept.standing))),
    }
}

fn keep_state<S: Serialize>(
    digest: &str,
    (games, standing): (u64, &S),
    worth: Worth,
    lab: &mut Lab<'_>,
) -> Result<(), StoreError> {
    // Plain structs of numbers always become JSON.
    let bytes = || serde_json::to_vec(&KeptState { inputs: digest.to_owned(), standing }).unwrap_or_default();
    lab.store.keep(Item::Search { digest }, games, worth, &bytes)
}
