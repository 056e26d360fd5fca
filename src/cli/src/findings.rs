//! What a comparison of arms prints and leaves behind, the same for every verb that compares.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::{
    failure::Failure,
    folder::{self, Draft},
    output::{self, Format},
    pictures,
    program::own,
    sheets,
};
use sim_engine::Info;
use sim_lab::{
    experiment::{Heading, Inputs, Named},
    tables::{Table, export},
};
use sim_report::{charts::Data, page::Comparison};

/// Where findings go.
#[derive(Debug, Clone, Args)]
pub struct FindingsArgs {
    /// What is printed: a summary for reading, the first table as CSV, or the manifest and all
    /// tables as JSON
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Also write the tables, charts and a page, report.html, to this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// An arm of a comparison, as its manifest lists it.
#[derive(Debug, Serialize)]
pub struct ArmEntry {
    name: String,
    inputs: Inputs,
}

impl ArmEntry {
    pub fn new(name: String, inputs: &Inputs) -> ArmEntry {
        ArmEntry { name, inputs: inputs.clone() }
    }
}

impl From<&Named> for ArmEntry {
    fn from(arm: &Named) -> ArmEntry {
        ArmEntry::new(arm.name.clone(), &arm.arm.inputs)
    }
}

/// Enough to make every byte of the tables again.
#[derive(Debug, Serialize)]
pub struct Findings {
    /// Its digest is of the verb and of the inputs of all arms.
    #[serde(flatten)]
    pub heading: Heading,
    verb: &'static str,
    /// Deals that every arm has played.
    pub deals: u64,
    arms: Vec<ArmEntry>,
    /// More files for its folder: their names and texts.
    #[serde(skip)]
    pub files: Vec<(String, String)>,
}

impl Findings {
    /// Findings that are to come.
    pub fn new(verb: &'static str, info: &'static Info, arms: Vec<ArmEntry>) -> Findings {
        let inputs: Vec<&Inputs> = arms.iter().map(|arm| &arm.inputs).collect();
        let heading = Heading::new(String::new(), &(verb, inputs), info.title);
        Findings::of(verb, heading, arms)
    }

    /// The same of findings that are a function of more than their arms.
    pub fn of(verb: &'static str, heading: Heading, arms: Vec<ArmEntry>) -> Findings {
        Findings { heading, verb, deals: 0, arms, files: Vec::new() }
    }

    /// What the page of the findings tells of them besides tables; `text` is the summary for reading.
    fn about<'a>(&'a self, text: &'a str) -> Comparison<'a> {
        Comparison {
            heading: &self.heading,
            verb: self.verb,
            deals: self.deals,
            arms: self.arms.iter().map(|arm| (arm.name.as_str(), &arm.inputs)).collect(),
            text,
        }
    }
}

impl FindingsArgs {
    /// Refuses a folder that cannot take the findings, before anything is played.
    pub fn check(&self, findings: &Findings, force: bool) -> Result<(), Failure> {
        self.out.as_ref().map_or(Ok(()), |out| folder::check_target(out, &findings.heading.digest, force))
    }

    /// Writes the tables if a folder is named, and prints what the format asks for; `text` is for
    /// reading, and the maps among the tables are drawn.
    pub fn report(&self, findings: &Findings, tables: &[Table], text: &str) -> Result<(), Failure> {
        self.report_with(findings, (tables, &[Data::Maps(tables)]), text, &[])
    }

    /// The same with charts of what is to be drawn; with some of these only, if any are named.
    pub fn report_with(
        &self,
        findings: &Findings,
        (tables, drawn): (&[Table], &[Data<'_>]),
        text: &str,
        charts: &[String],
    ) -> Result<(), Failure> {
        let written =
            self.out.as_ref().map(|out| write(out, findings, (tables, drawn), (text, charts))).transpose()?;
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

fn write(
    out: &Path,
    findings: &Findings,
    (tables, drawn): (&[Table], &[Data<'_>]),
    (text, charts): (&str, &[String]),
) -> Result<PathBuf, Failure> {
    let (parent, name) = folder::place(out)?;
    let mut draft = Draft::new(&parent)?;
    sheets::write(&mut draft, tables)?;
    for (name, text) in &findings.files {
        draft.write(name, own(text).as_bytes())?;
    }
    pictures::write_comparison(&mut draft, &findings.about(text), (tables, drawn), charts)?;
    let json = format!("{:#}\n", json!(findings));
    draft.finish(name, &json, &findings.heading.digest, folder::log(), |_| false)
}
