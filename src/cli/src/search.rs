//! What `tune` and `learn` hand out at their end, and what any search says that is cut off.

use serde::Serialize;
use serde_json::json;

use super::{
    failure::Failure,
    output::{self, Format},
};
use sim_lab::{
    experiment::Heading,
    tables::{Table, export},
};

/// What a search for a better strategy was, for programs.
#[derive(Serialize)]
pub struct Manifest {
    #[serde(flatten)]
    pub heading: Heading,
    pub verb: &'static str,
    pub games: u64,
    /// The new file, if there is one.
    pub written: Option<String>,
}

impl Manifest {
    /// Prints `text` for reading, the first of the tables, or all of them with the manifest.
    pub fn report(&self, format: Format, text: &str, tables: &[Table]) -> Result<(), Failure> {
        match format {
            Format::Table => output::print(text),
            Format::Csv => output::print(&output::first_csv(tables)?),
            Format::Json => {
                let all = json!({ "manifest": self, "tables": export::json(tables) });
                output::print(&format!("{all:#}\n"))
            }
        }
    }
}

/// Says of a search that was interrupted that nothing of it is lost.
pub fn interrupted(status: u8) -> Failure {
    output::remark("interrupted; the same command goes on from here");
    Failure::Interrupted { status }
}
