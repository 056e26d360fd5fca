//! What a program keeps on disk: folders of results, and checkpoints of runs and searches.
//!
//! Before this: [charts and pages](sim_report). A [`FileStore`] stores the laboratory's results, and
//! [plays](FileStore::play) a run from where its folder ends. This crate has no terminal: failures are [`Error`]s,
//! and a [`Program`] names the program in every text.
//!
//! | on disk | module |
//! |---|---|
//! | `reports/GAME/runs/`: runs, and their checkpoints and rows | [`run_folder`], [`FileStore`], [`playing`] |
//! | parts of a run, and the run that joins them | [`parts`] |
//! | a list of runs, and index pages | [`runs`] |
//! | folders of comparisons, audits and analyses | [`findings`], [`audit`], [`analysis`] |
//! | tables and pictures in a folder | [`table_files`], [`pictures`] |
//! | `strategies/GAME/`, `experiments/GAME/`: own files | [`strategies`], [`panels`], [`curve`], [`experiments`] |
//! | fingerprints of this build's games, in the user's caches | [`fingerprints`] |
//!
//! # Stability
//!
//! The code has none: this is a part of [the program](../sim_cli/index.html). Guarantees for the files:
//!
//! - One program at a time writes to a folder of results, or searches for a new strategy of one name; an error
//!   tells a second program who does. A new strategy is written whole or not at all.
//! - A folder of results appears whole or not at all. In an existing one, the program replaces only files that it
//!   wrote.
//! - An interrupted call leaves its last checkpoint whole, even after a power failure. The next call removes
//!   half-written files.
//! - Each format states its version, and a build refuses versions that it cannot read.
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
