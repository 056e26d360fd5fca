//! How the program ends: exit statuses, and errors as a line of what and a line of the way out.

use std::{fmt, io, path::Path, process::ExitCode};

use sim_engine::{SettingError, text::FileError};
use sim_lab::{
    experiment::ArmError, league::LeagueError, learn::LearnError, question::Refusal, store::StoreError,
    tune::TuneError,
};

/// Why a command did not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The command was asked for something that cannot be: status 2.
    Misuse { message: String, help: String },
    /// Something outside the program failed: status 1.
    Failed { message: String, help: String },
    /// Stopped by a signal after writing what was finished: 128 and the number of the signal.
    Interrupted { status: u8 },
    /// The work was done, and scripts read the answer off the status.
    Answered { status: u8 },
    /// Nobody reads the output any more: status 0, as the reader has seen what it wanted.
    ClosedPipe,
}

impl Failure {
    pub fn misuse(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::Misuse { message: message.into(), help: help.into() }
    }

    pub fn failed(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::Failed { message: message.into(), help: help.into() }
    }

    /// A failure to read or write a path.
    pub fn at_path(doing: &str, path: &Path, error: &io::Error) -> Failure {
        Failure::failed(format!("cannot {doing} {}: {error}", path.display()), way_out(error))
    }

    /// A failure to write to standard output.
    pub fn at_output(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::failed(format!("cannot write to standard output: {error}"), way_out(error)),
        }
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::ClosedPipe => 0,
            Failure::Failed { .. } => 1,
            Failure::Misuse { .. } => 2,
            Failure::Interrupted { status } | Failure::Answered { status } => *status,
        })
    }
}

fn way_out(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "check the path",
        io::ErrorKind::PermissionDenied => "choose another place with --out, or change its permissions",
        io::ErrorKind::StorageFull => "free some space, or choose another place with --out",
        io::ErrorKind::NotADirectory => "a part of the path is a file; choose another place",
        _ => "choose another place, or try again",
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Misuse { message, help } | Failure::Failed { message, help } => {
                write!(f, "error: {message}")?;
                if help.is_empty() { Ok(()) } else { write!(f, "\n  help: {help}") }
            }
            Failure::Interrupted { .. } | Failure::Answered { .. } | Failure::ClosedPipe => Ok(()),
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        let place = format!("{}:{}:{}", error.origin, error.line, error.column);
        Failure::misuse(format!("{place}: {}", error.message), error.help)
    }
}

impl From<SettingError> for Failure {
    fn from(error: SettingError) -> Failure {
        Failure::Misuse { message: error.message, help: error.help }
    }
}

impl From<ArmError> for Failure {
    fn from(error: ArmError) -> Failure {
        Failure::Misuse { message: error.message, help: error.help }
    }
}

impl std::error::Error for Failure {}

impl From<sim_lab::Error> for Failure {
    fn from(error: sim_lab::Error) -> Failure {
        use sim_lab::Error;
        let (message, help) = error.told();
        match error {
            // What keeps for this program fails with its failures.
            Error::Store(StoreError(error)) => match error.downcast() {
                Ok(failure) => *failure,
                Err(_) => Failure::failed(message, help),
            },
            Error::Kept { .. }
            | Error::Tune(TuneError::Damaged { .. })
            | Error::Learn(LearnError::Damaged { .. })
            | Error::League(LeagueError::Damaged { .. } | LeagueError::NoTable) => {
                Failure::failed(message, help)
            }
            _ => Failure::misuse(message, help),
        }
    }
}

/// What is wrong with what a question names.
impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        match failure {
            Failure::Misuse { message, help } | Failure::Failed { message, help } => {
                Refusal { message, help }
            }
            // Nothing is played or written where a question is read.
            failure => Refusal { message: failure.to_string(), help: String::new() },
        }
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> StoreError {
        StoreError(Box::new(failure))
    }
}
