//! Exit statuses, and errors in two lines: the problem and the way out.

use std::{fmt, io, process::ExitCode};

use super::signals;
use sim_engine::{SettingError, text::FileError};
use sim_lab::{Refusal, experiment::ArmError, store::StoreError};
use sim_store::way_out;

#[derive(Debug)]
pub enum Failure {
    /// An impossible request: status 2.
    Misuse { message: String, help: String },
    /// A failure outside the program: status 1.
    Failed { message: String, help: String },
    /// Stopped by a signal after writing all finished results, with a remark: 128 plus the number of the signal.
    Interrupted(String),
    /// Completed; the status carries the answer for scripts.
    Answered { status: u8 },
    /// The reader closed the output: status 0, as it has what it wanted.
    ClosedPipe,
}

impl Failure {
    pub fn misuse(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::Misuse { message: message.into(), help: help.into() }
    }

    pub fn failed(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::Failed { message: message.into(), help: help.into() }
    }

    pub fn interrupted_as(self, remark: &str) -> Failure {
        match self {
            Failure::Interrupted(_) => Failure::Interrupted(remark.to_owned()),
            failure => failure,
        }
    }

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
            Failure::Interrupted(_) => signals::status(),
            Failure::Answered { status } => *status,
        })
    }
}

/// Refuses the first given option of those that do not fit the call.
pub fn refuse(options: &[(&str, bool)], why: &str) -> Result<(), Failure> {
    match options.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((option, _)) => Err(Failure::misuse(format!("{option} {why}"), format!("leave {option} out"))),
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Misuse { message, help } | Failure::Failed { message, help } => {
                write!(f, "error: {message}")?;
                if help.is_empty() { Ok(()) } else { write!(f, "\n  help: {help}") }
            }
            Failure::Interrupted(remark) => f.write_str(remark),
            Failure::Answered { .. } | Failure::ClosedPipe => Ok(()),
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

impl From<Refusal> for Failure {
    fn from(error: Refusal) -> Failure {
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
        let (message, help) = error.message_and_help();
        let is_misuse = error.is_misuse();
        match error {
            // Errors of this program's store have their own message.
            sim_lab::Error::Store(StoreError(error)) => match error.downcast::<sim_store::Error>() {
                Ok(error) => (*error).into(),
                Err(_) => Failure::failed(message, help),
            },
            sim_lab::Error::Stopped => Failure::Interrupted(message),
            _ if is_misuse => Failure::misuse(message, help),
            _ => Failure::failed(message, help),
        }
    }
}

impl From<sim_store::Error> for Failure {
    fn from(error: sim_store::Error) -> Failure {
        match error {
            sim_store::Error::Lab(error) => error.into(),
            sim_store::Error::RowsInterrupted => Failure::Interrupted(error.to_string()),
            error => {
                let (message, help) = error.message_and_help();
                if error.is_misuse() {
                    Failure::misuse(message, help)
                } else {
                    Failure::failed(message, help)
                }
            }
        }
    }
}
