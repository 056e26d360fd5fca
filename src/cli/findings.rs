//! What a comparison of arms prints and leaves behind, the same for every verb that compares.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::{
    failure::Failure,
    folder::{self, Draft},
    output::{self, Format},
};
use crate::{
    experiment::{Inputs, Named, digest},
    rules::Info,
    tables::{SCHEMA, Table, export},
};

/// Where findings go.
#[derive(Debug, Clone, Args)]
pub struct FindingsArgs {
    /// What standard output gets: a summary for reading, the first table as CSV, or the manifest and all
    /// tables as JSON
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Also write the tables to this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// An arm of a comparison, as its manifest lists it.
#[derive(Debug, Serialize)]
pub struct ArmEntry {
    name: String,
    inputs: Inputs,
}

impl From<&Named> for ArmEntry {
    fn from(arm: &Named) -> ArmEntry {
        ArmEntry { name: arm.name.clone(), inputs: arm.arm.inputs.clone() }
    }
}

/// Enough to make every byte of the tables again.
#[derive(Debug, Serialize)]
pub struct Findings {
    schema: u32,
    version: &'static str,
    verb: &'static str,
    pub command: String,
    /// Digest of the verb and of the inputs of all arms.
    #[serde(rename = "inputs")]
    digest: String,
    pub title: &'static str,
    /// Deals that every arm has played.
    pub deals: u64,
    arms: Vec<ArmEntry>,
}

impl Findings {
    /// Findings that are to come.
    pub fn new(verb: &'static str, info: &'static Info, arms: Vec<ArmEntry>) -> Findings {
        let inputs: Vec<&Inputs> = arms.iter().map(|arm| &arm.inputs).collect();
        Findings {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            verb,
            command: String::new(),
            digest: digest(&(verb, inputs)),
            title: info.title,
            deals: 0,
            arms,
        }
    }
}

impl FindingsArgs {
    /// Refuses a folder that cannot take the findings, before anything is played.
    pub fn check(&self, findings: &Findings, force: bool) -> Result<(), Failure> {
        self.out.as_ref().map_or(Ok(()), |out| folder::check_target(out, &findings.digest, force))
    }

    /// Writes the tables if a folder is named, and prints what the format asks for; `text` is for
    /// reading.
    pub fn report(&self, findings: &Findings, tables: &[Table], text: &str) -> Result<(), Failure> {
        let written = self.out.as_ref().map(|out| write(out, findings, tables)).transpose()?;
        match self.format {
            Format::Json => {
                let all = json!({ "manifest": findings, "tables": export::json(tables) });
                output::print(&format!("{all:#}\n"))
            }
            Format::Csv => output::print(&output::first_csv(tables)?),
            Format::Table => {
                let place = written.map(|folder| format!("written to {}\n", folder.display()));
                output::print(&format!("{text}{}", place.unwrap_or_default()))
            }
        }
    }
}

fn write(out: &Path, findings: &Findings, tables: &[Table]) -> Result<PathBuf, Failure> {
    let (parent, name) = folder::place(out)?;
    let mut draft = Draft::new(&parent)?;
    for table in tables {
        draft.write(&format!("{}.csv", table.name), output::csv(table)?.as_bytes())?;
    }
    let json = format!("{:#}\n", json!(findings));
    draft.finish(name, &json, &findings.digest, folder::log(), |_| false)
}
