use std::{
    io,
    ops::Range,
    path::{Path, PathBuf},
};

use crate::{folder_lock::LockOwner, strategies::StrategyError};
use sim_engine::text::people;
use sim_lab::{Refusal, experiment::ArmError, store::StoreError, tables::SCHEMA};
use sim_play::tally::StoredError;
use sim_report::{charts::ChartError, page::ReportError};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot {doing} {path}: {error}")]
    Path { doing: &'static str, path: PathBuf, error: io::Error },
    /// A parent folder in which no folder can be created.
    #[error("no folder can be made in {parent}: {kind}")]
    NoDraft { parent: PathBuf, kind: io::ErrorKind },
    #[error("--out {0} names no folder")]
    NoName(PathBuf),
    /// The last component is the name of a device in Windows.
    #[error("{0} names a device in Windows, where no file or folder can have this name")]
    Device(PathBuf),
    #[error("{0} is a link to something that is not there")]
    Dangling(PathBuf),
    /// A folder that holds something other than results.
    #[error("{0} holds something that is not a run")]
    Foreign(PathBuf),
    #[error("{0} holds another run")]
    OtherRun(PathBuf),
    #[error("{place} is held by {}", .by.map_or("another process".to_owned(), |by| by.to_string()))]
    Held { place: PathBuf, by: Option<LockOwner> },
    #[error("{0} is damaged")]
    Damaged(PathBuf),
    #[error("{path} is of schema {found}, and this program reads up to {SCHEMA}")]
    Newer { path: PathBuf, found: u64 },
    /// An unfinished run of other inputs next to a folder.
    #[error("another run is unfinished in {0}")]
    Unfinished(PathBuf),
    /// A folder whose first deal is not the requested one.
    #[error("{place} is of deals {} to {}, not from {first} on", .deals.start, .deals.end)]
    OtherDeals { place: PathBuf, deals: Range<u64>, first: u64 },
    /// A folder that holds more games of a run than requested; rows and parts need the exact number.
    #[error("{place} holds {} games of this run, more than are asked for", people::count(*.games))]
    Longer { place: PathBuf, games: u64 },
    #[error("{place} holds no run: {why}")]
    NoRun { place: PathBuf, why: String },
    /// A run that this program would play differently.
    #[error("{place}: {}", .error.message)]
    Reopened { place: PathBuf, error: ArmError },
    #[error("{0} is a part of a run, and parts have no page")]
    NoPage(PathBuf),
    #[error("{path}: {why}")]
    Part { path: PathBuf, why: String },
    #[error("{0} is one of the parts, and the whole run would replace it")]
    IntoPart(PathBuf),
    #[error("there is nothing to join")]
    Empty,
    #[error("{one} and {other} are of different runs: {differs}")]
    DifferentRuns { one: PathBuf, other: PathBuf, differs: String },
    #[error("deals {} to {} are missing: {at}", .deals.start, .deals.end)]
    Missing { deals: Range<u64>, at: String },
    #[error("{one} and {other} hold some deals twice")]
    Twice { one: String, other: String },
    /// A folder that holds more games of a run than its parts together.
    #[error("{place} holds {} games of this run, more than these parts", people::count(*.games))]
    LongerThanParts { place: PathBuf, games: u64 },
    #[error("{path}: {error}")]
    Tally { path: PathBuf, error: StoredError },
    /// A checkpoint that cannot be written; an older one holds `kept` deals.
    #[error("cannot keep the run in {path}: {error}")]
    Checkpoint { path: PathBuf, kept: u64, error: io::Error },
    #[error("cannot write {table}: {why}")]
    Rows { table: &'static str, why: String },
    /// The user interrupted while rows of already played deals were written; the same command resumes there.
    #[error("interrupted while rows were written; the same command goes on with them")]
    RowsInterrupted,
    #[error("cannot read {path}: {error}")]
    Unread { path: PathBuf, error: io::Error },
    #[error("{0} exists already")]
    Exists(PathBuf),
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    #[error(transparent)]
    Lab(#[from] sim_lab::Error),
    /// A folder of one run where several runs need a folder.
    #[error("{0} holds one run, and this call plays several")]
    OneRun(PathBuf),
    #[error("cannot write {table}.csv: {error}")]
    Csv { table: &'static str, error: csv::Error },
    #[error("cannot write {table} as Parquet: {why}")]
    Parquet { table: &'static str, why: String },
    #[error("this program was built without Parquet files")]
    NoParquet,
    #[error("cannot draw the charts: {0}")]
    Charts(ChartError),
    #[error("{0}")]
    Page(ReportError),
    #[error("{0}")]
    Index(ReportError),
}

impl Error {
    pub fn at(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |error| Error::Path { doing, path: path.to_owned(), error }
    }

    /// The message in one line, and a hint, which is empty if there is none.
    pub fn message_and_help(&self) -> (String, String) {
        match self {
            Error::Lab(error) => error.message_and_help(),
            error => (error.to_string(), error.help()),
        }
    }

    fn help(&self) -> String {
        match self {
            Error::Path { error, .. } => way_out(error),
            Error::NoDraft { .. } => "choose another place with --out, or see to its permissions and space",
            Error::NoName(_) => "give it a name of its own",
            Error::Device(_) => "choose another name",
            Error::Dangling(_) => "remove the link, or make the folder that it leads to",
            Error::Newer { .. } => "update the program, or choose another folder",
            Error::Held { .. } => "wait until it has ended, or choose another name with --out",
            Error::Foreign(_) | Error::OneRun(_) | Error::IntoPart(_) => "choose another folder with --out",
            Error::NoRun { .. } => {
                "name folders that `sim run` wrote; one that was cut off is written when the command is given again"
            }
            Error::Reopened { error, .. } => &error.help,
            Error::NoPage(_) => "join the parts with `sim merge`",
            Error::Part { .. } => "play this part again with --fresh",
            Error::Empty => "name the folders of the parts",
            Error::DifferentRuns { .. } => "name parts of the same rules, strategies, seats, seed and program",
            Error::Missing { .. } => "play the part that is missing, or name its folder",
            Error::Twice { .. } => "name each part once, and parts of one division only",
            Error::OtherRun(_) | Error::Damaged(_) | Error::Unfinished(_) | Error::LongerThanParts { .. } =>
                "choose another folder with --out, or replace it with --force",
            Error::OtherDeals { .. } => "choose another folder with --out, or replace it with --fresh",
            Error::Longer { .. } => "choose another folder with --out, or play it anew with --fresh",
            Error::Tally { .. } => "play all deals anew with --fresh",
            Error::Checkpoint { kept: 0, .. } => {
                "nothing of the run is kept; free some space, or choose another place with --out"
            }
            Error::Checkpoint { kept, .. } => {
                return format!(
                    "free some space and give the same command: {} are kept, and it goes on from there",
                    people::counted(*kept, "deal", "deals")
                );
            }
            Error::Rows { .. } => {
                "free some space and give the same command, or leave --episodes and --uses out"
            }
            Error::Unread { .. } => "check the path",
            Error::Exists(_) => "choose another name",
            Error::Strategy(error) => return error.help(),
            Error::Lab(error) => return error.message_and_help().1,
            Error::RowsInterrupted | Error::Csv { .. } => "",
            Error::Parquet { .. } => "its CSV has the same",
            Error::NoParquet => {
                "build it with the feature `parquet`, which is on by default, or leave --episodes and --uses out"
            }
            Error::Index(_) => "the runs are in order: please report this to the authors of the program",
            Error::Charts(_) | Error::Page(_) => "the tables are in order: run again and report it",
        }
        .to_owned()
    }

    /// Whether the request is at fault, as opposed to the machine or the program.
    pub fn is_misuse(&self) -> bool {
        match self {
            Error::Lab(error) => error.is_misuse(),
            Error::Path { .. }
            | Error::NoDraft { .. }
            | Error::Held { .. }
            | Error::Damaged(_)
            | Error::Tally { .. }
            | Error::Part { .. }
            | Error::Checkpoint { .. }
            | Error::Rows { .. }
            | Error::RowsInterrupted
            | Error::Csv { .. }
            | Error::Parquet { .. }
            | Error::Charts(_)
            | Error::Page(_)
            | Error::Index(_) => false,
            _ => true,
        }
    }
}

pub fn way_out(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "check the path",
        io::ErrorKind::PermissionDenied => "choose another place with --out, or change its permissions",
        io::ErrorKind::FileTooLarge => "raise the limit on the size of files (ulimit -f)",
        io::ErrorKind::StorageFull => "free some space, or choose another place with --out",
        io::ErrorKind::NotADirectory => "a part of the path is a file; choose another place",
        _ => "choose another place, or try again",
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let (message, help) = error.message_and_help();
        Refusal { message, help }
    }
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        StoreError(Box::new(error))
    }
}
