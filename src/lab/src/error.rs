use sim_engine::{SettingError, text::FileError};
use sim_learn::TrainingError;
use sim_play::{
    arm::{ArmError, Stopped},
    tally::StoredError,
    tree::TreeError,
};

use crate::store::StoreError;

/// Help for a stored training state that a run cannot resume from.
pub(crate) const ANEW: &str = "remove it to begin anew, or choose another name with --out";

/// An impossible request, with advice on what to do instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    pub message: String,
    pub help: String,
}

impl Refusal {
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Refusal {
        Refusal { message: message.into(), help: help.into() }
    }

    /// Puts the text that the user typed before the message.
    #[must_use]
    pub fn of(self, typed: &str) -> Refusal {
        Refusal { message: format!("{typed}: {}", self.message), ..self }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Param(#[from] SettingError),
    #[error(transparent)]
    File(#[from] FileError),
    /// Arms that share no deals, or a field that fills no table.
    #[error(transparent)]
    Arm(#[from] ArmError),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Training(TrainingError),
    #[error(transparent)]
    Tree(TreeError),
    #[error("{place}: {error}")]
    Kept { place: String, error: StoredError },
    #[error("{place} is damaged: {why}")]
    Damaged { place: String, why: String },
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A request only to keep arms, where keeping them is impossible.
    #[error("a share of the arms cannot be kept: {0}")]
    Unkept(String),
    /// [`Stop`](crate::Stop) requested the end before there was a result. Every call that plays games may return it;
    /// finished games are kept.
    #[error("interrupted: finished games and trainings are kept, and the same command goes on from there")]
    Stopped,
}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Error {
        Error::Stopped
    }
}

impl From<TreeError> for Error {
    fn from(error: TreeError) -> Error {
        match error {
            TreeError::Stopped => Error::Stopped,
            error => Error::Tree(error),
        }
    }
}

impl From<TrainingError> for Error {
    fn from(error: TrainingError) -> Error {
        match error {
            TrainingError::Stopped => Error::Stopped,
            error => Error::Training(error),
        }
    }
}

impl Error {
    pub fn message_and_help(&self) -> (String, String) {
        match self {
            Error::Param(error) => (error.message.clone(), error.help.clone()),
            Error::Arm(error) => (error.message.clone(), error.help.clone()),
            Error::File(error) => {
                let FileError { origin, line, column, message, help, .. } = error;
                (format!("{origin}:{line}:{column}: {message}"), help.clone())
            }
            Error::Refused(error) => (error.message.clone(), error.help.clone()),
            Error::Training(error) => (error.to_string(), error.help().to_owned()),
            Error::Tree(error) => (error.to_string(), error.help().to_owned()),
            Error::Kept { .. } => (self.to_string(), "play all deals anew with --fresh".to_owned()),
            Error::Damaged { .. } => (self.to_string(), ANEW.to_owned()),
            Error::Unkept(_) => (self.to_string(), "start in a folder that you may write to".to_owned()),
            Error::Store(_) | Error::Stopped => (self.to_string(), String::new()),
        }
    }

    /// Whether the request was impossible. Otherwise stored data is damaged, the store failed, or work was stopped.
    pub fn is_misuse(&self) -> bool {
        !matches!(
            self,
            Error::Kept { .. } | Error::Damaged { .. } | Error::Store(_) | Error::Unkept(_) | Error::Stopped
        )
    }
}
