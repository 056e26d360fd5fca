//! Why the laboratory does not do what it is asked for.

use sim_engine::{SettingError, text::FileError};
use sim_play::{arm::ArmError, tally::StoredError};

use crate::{pairs::PairError, spec::SpecError, store::StoreError};

/// Why the laboratory does not do what it is asked for. That work was stopped is none: results say so.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Rules that make no game.
    #[error(transparent)]
    Param(#[from] SettingError),
    /// A place in a text that is not as it should be.
    #[error(transparent)]
    File(#[from] FileError),
    /// Arms that share no deals, or a field that fills no table.
    #[error(transparent)]
    Arm(#[from] ArmError),
    /// Arms whose games cannot be compared deal by deal.
    #[error(transparent)]
    Pair(#[from] PairError),
    /// What was asked for is nothing that can be.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Something that was kept and cannot be gone on from.
    #[error("{place}: {error}")]
    Kept { place: String, error: StoredError },
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
}
