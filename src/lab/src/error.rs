use sim_engine::{SettingError, text::FileError};
use sim_learn::TrainingError;
use sim_play::{
    arm::{ArmError, Stopped},
    tally::StoredError,
    tree::TreeError,
};

use crate::{
    adapt::AdaptError, balance::BalanceError, choices::ChoicesError, pairs::PairError, panel::PanelError,
    plans::PlansError, price::PriceError, spec::SpecError, store::StoreError, train::TrainError,
    worth::WorthError,
};

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
    Pair(#[from] PairError),
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Training(TrainingError),
    #[error(transparent)]
    Adapt(#[from] AdaptError),
    #[error(transparent)]
    Worth(#[from] WorthError),
    #[error(transparent)]
    Price(#[from] PriceError),
    #[error(transparent)]
    Plans(#[from] PlansError),
    #[error(transparent)]
    Panel(#[from] PanelError),
    #[error(transparent)]
    Choices(#[from] ChoicesError),
    #[error(transparent)]
    Balance(#[from] BalanceError),
    #[error(transparent)]
    Tree(TreeError),
    #[error("{place}: {error}")]
    Kept { place: String, error: StoredError },
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Arms that were to be kept, and nothing else, where that is impossible.
    #[error("a share of the arms cannot be kept: {0}")]
    Unkept(String),
    /// [`Stop`](crate::Stop) asked for the end before there was a result. Every call that plays may end so; what was
    /// played is kept.
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
    pub fn told(&self) -> (String, String) {
        match self {
            Error::Param(error) => (error.message.clone(), error.help.clone()),
            Error::Arm(error) => (error.message.clone(), error.help.clone()),
            Error::File(error) => {
                let FileError { origin, line, column, message, help, .. } = error;
                (format!("{origin}:{line}:{column}: {message}"), help.clone())
            }
            Error::Pair(error) => (error.to_string(), error.help().to_owned()),
            Error::Spec(error) => (error.to_string(), error.help()),
            Error::Train(error) => (error.to_string(), error.help()),
            Error::Training(error) => (error.to_string(), error.help().to_owned()),
            Error::Adapt(error) => (error.to_string(), error.help()),
            Error::Worth(error) => (error.to_string(), error.help()),
            Error::Price(error) => (error.to_string(), error.help()),
            Error::Plans(error) => (error.to_string(), error.help()),
            Error::Panel(error) => (error.to_string(), error.help()),
            Error::Choices(error) => (error.to_string(), error.help()),
            Error::Balance(error) => (error.to_string(), error.help()),
            Error::Tree(error) => (error.to_string(), error.help().to_owned()),
            Error::Kept { .. } => (self.to_string(), "play all deals anew with --fresh".to_owned()),
            Error::Unkept(_) => (self.to_string(), "start in a folder that you may write to".to_owned()),
            Error::Store(_) | Error::Stopped => (self.to_string(), String::new()),
        }
    }

    /// Whether what was asked for cannot be; else what was kept is damaged, the store has failed, or work was stopped.
    pub fn is_misuse(&self) -> bool {
        !matches!(
            self,
            Error::Kept { .. }
                | Error::Store(_)
                | Error::Unkept(_)
                | Error::Stopped
                | Error::Train(TrainError::Damaged { .. })
        )
    }
}
