//! What `tune` and `learn` share: a search for a better strategy, which is written to a file of its own.

use std::path::Path;

use clap::Args;
use serde::Serialize;

use super::{
    failure::Failure,
    output::{self, Format},
    program,
    session::ThreadArgs,
};
use sim_engine::Info;
use sim_lab::{
    Ended, Error, Lab,
    command::{Command, Verb},
    experiment::Heading,
    tables::Table,
};
use sim_store::{FileStore, SearchFile, strategies};

pub const INTERRUPTED: &str = "interrupted; the same command goes on from here";

#[derive(Debug, Clone, Args)]
pub struct SearchArgs {
    #[command(flatten)]
    threads: ThreadArgs,
    /// What standard output gets: a summary for reading, the table of gains as CSV, or all tables as JSON
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub struct Sought {
    pub ended: Ended,
    pub file: Option<String>,
    pub info: &'static Info,
    pub command: Command,
    pub digest: String,
    pub games: u64,
}

pub trait Found {
    fn sought(&self) -> Sought;

    fn told(&self) -> String;

    fn tables(&self) -> Vec<Table>;

    /// Writes what belongs beside the new strategy, and says what can be done with that.
    fn beside(&self, strategy: &Path) -> Result<String, Failure>;
}

#[derive(Serialize)]
struct Manifest {
    #[serde(flatten)]
    heading: Heading,
    verb: &'static str,
    games: u64,
    written: Option<String>,
}

impl SearchArgs {
    /// Searches on from where the same call was cut off, and writes the strategy that is found to `path`; `kept` is
    /// the ending of the file beside it that says where the search stands.
    pub fn search<T: Found>(
        &self,
        verb: Verb,
        path: &Path,
        kept: &str,
        search: impl FnOnce(&mut Lab<'_>) -> Result<T, Error>,
    ) -> Result<(), Failure> {
        let file = SearchFile::new(path.with_extension(kept));
        let mut store = FileStore::of_search(program::this(), Some(file));
        let mut hold = None;
        let found = &self.threads.ask(&mut store, |lab| {
            // What makes files comes after signals are listened to.
            hold = strategies::claim(path)?;
            Ok::<_, Failure>(search(lab)?)
        })?;
        let Sought { ended, file, info, command, digest, games } = found.sought();
        if ended == Ended::Stopped {
            return Err(Failure::Interrupted(INTERRUPTED.to_owned()));
        }
        let mut text = found.told();
        if let Some(file) = &file {
            strategies::write(path, file, program::this())?;
            text += &format!("\nwritten to {}\n{}", path.display(), found.beside(path)?);
        }
        store.forget_search()?;
        drop(hold);
        let heading = Heading { digest, ..Heading::new(command.to_string(), &(), info.title) };
        let written = file.map(|_| path.display().to_string());
        output::answer(
            self.format,
            &Manifest { heading, verb: verb.word(), games, written },
            &found.tables(),
            &text,
        )
    }
}
