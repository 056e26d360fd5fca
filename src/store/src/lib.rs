//! What a program keeps on disk: the folders of its results, and the runs and searches that it goes on from.
//!
//! Before this: [charts and pages](sim_report). A [`FileStore`] keeps for the laboratory what was played, and
//! [plays](FileStore::play) a run on from what its folder keeps. Nothing here has a terminal: what goes wrong is an
//! [`Error`], and a [`Program`] says who writes.
//!
//! | on disk | module |
//! |---|---|
//! | `reports/GAME/runs/`: runs, and what lies beside them while they grow | [`run_folder`], [`FileStore`], [`playing`] |
//! | parts of a run, and the run that they are joined to | [`parts`] |
//! | a listing of runs, and pages that lead to them | [`runs`] |
//! | folders of comparisons, audits and analyses | [`findings`], [`audit`], [`analysis`] |
//! | tables and pictures in a folder | [`table_files`], [`pictures`] |
//! | `strategies/GAME/`, `experiments/GAME/`: what a designer writes | [`strategies`], [`panels`], [`curve`], [`experiments`] |
//! | what this build's games were found to play like, in the user's caches | [`fingerprints`] |
//!
//! # What is promised
//!
//! Nothing of the code: this is a part of [the program](../sim_cli/index.html). Of the files:
//!
//! - One program at a time writes to a folder of results, or searches for a new strategy of one name; another is told
//!   who does. A new strategy is written whole or not at all.
//! - A folder of results appears whole or not at all. In one that stands, only files that the program wrote are
//!   replaced.
//! - A call that is cut off, by a signal or by the power, leaves its last checkpoint whole; what it leaves half
//!   written is cleared away by the next call.
//! - Each format says its own number, and what a build cannot go on from it refuses.
//!
//! Next: [the program](../sim_cli/index.html).

pub mod analysis;
pub mod audit;
pub mod curve;
mod error;
pub mod experiments;
mod files;
pub mod findings;
pub mod fingerprints;
pub mod folder;
mod folder_lock;
mod kept;
pub mod panels;
mod parquet;
pub mod parts;
pub mod pictures;
pub mod playing;
mod program;
mod rows;
pub mod run_folder;
pub mod runs;
mod search;
pub mod strategies;
pub mod table_files;

pub use error::{Error, way_out};
pub use files::{is_device, left_out, read_text, toml_files};
pub use findings::Findings;
use folder::{Draft, StagingFolder};
pub use folder_lock::{FolderLock, LockOwner};
pub use kept::FileStore;
pub use program::{Program, WRITTEN};
pub use rows::Rows;
pub use search::SearchFile;
