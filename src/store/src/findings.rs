use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::Serialize;
use serde_json::Value;

use sim_engine::text::people;

use crate::{Draft, Error, FolderLock, Program, folder::MANIFEST, pictures, table_files};
use sim_lab::{
    command::Verb,
    experiment::{Heading, Inputs, NamedArm},
    tables::Table,
};
use sim_report::{charts::Data, page::Comparison};

#[derive(Debug, Serialize)]
pub struct ArmEntry {
    pub name: String,
    pub inputs: Inputs,
}

impl From<&NamedArm> for ArmEntry {
    fn from(arm: &NamedArm) -> ArmEntry {
        ArmEntry { name: arm.name.clone(), inputs: arm.arm.inputs.clone() }
    }
}

#[derive(Debug, Serialize)]
pub struct Findings {
    /// The digest covers the verb and the inputs of all arms.
    #[serde(flatten)]
    pub heading: Heading,
    verb: &'static str,
    pub deals: u64,
    arms: Vec<ArmEntry>,
    /// Set if the user stopped the program early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<Completion>,
    #[serde(skip)]
    pub files: Vec<(String, String)>,
    /// Locks the folder of the findings until they are written.
    #[serde(skip)]
    pub hold: Option<FolderLock>,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct Completion {
    /// Arms that the tables report, including the first; deals if all arms advance together.
    pub read: u64,
    /// The planned number.
    pub of: u64,
}

impl Completion {
    pub fn words(self, of_what: &str) -> String {
        let [read, of] = [self.read, self.of].map(people::count);
        format!("{read} of {of} {of_what} were finished and are reported")
    }

    /// [`Completion::words`] for work that a checkpoint keeps.
    pub fn kept_words(self, of_what: &str) -> String {
        format!("{}; the same command goes on from there", self.words(of_what))
    }
}

#[derive(Clone, Copy)]
pub struct FindingsContent<'a> {
    pub tables: &'a [Table],
    pub drawn: &'a [Data<'a>],
    /// Names of the charts to draw; empty for all.
    pub charts: &'a [String],
    pub text: &'a str,
}

/// Whether a folder holds findings and their page, by its manifest.
pub fn is_there(place: &Path) -> bool {
    let text = fs::read_to_string(place.join(MANIFEST)).unwrap_or_default();
    let manifest: Value = serde_json::from_str(&text).unwrap_or_default();
    !manifest["verb"].is_null() && place.join("report.html").is_file()
}

impl Findings {
    pub fn new<'a>(verb: Verb, arms: impl IntoIterator<Item = &'a NamedArm>) -> Findings {
        let arms: Vec<&NamedArm> = arms.into_iter().collect();
        let inputs: Vec<&Inputs> = arms.iter().map(|named| &named.arm.inputs).collect();
        let title = arms.first().map_or("", |named| named.arm.info.title);
        let heading = Heading::new(String::new(), &(verb.word(), inputs), title);
        Findings::of(verb, heading, arms.into_iter().map(ArmEntry::from).collect())
    }

    /// Findings whose heading has a digest of more than their arms.
    pub fn of(verb: Verb, heading: Heading, arms: Vec<ArmEntry>) -> Findings {
        Findings {
            heading,
            verb: verb.word(),
            deals: 0,
            arms,
            unfinished: None,
            files: Vec::new(),
            hold: None,
        }
    }

    pub fn beaten(&self, program: &Program) -> Option<String> {
        self.arms.first().and_then(|arm| program.beaten(&arm.inputs))
    }

    /// Writes the tables, the charts and the page to `out`. Returns the folder, and the requested charts that have
    /// no data.
    ///
    /// # Errors
    /// When something cannot be written; `out` is then unchanged.
    pub fn write<'a>(
        &self,
        out: &Path,
        content: FindingsContent<'a>,
        program: &'static Program,
    ) -> Result<(PathBuf, Vec<&'a str>), Error> {
        let mut draft = Draft::new(out, program)?;
        table_files::write(&mut draft, content.tables)?;
        for (name, text) in &self.files {
            draft.write_text(name, text)?;
        }
        let about = Comparison {
            heading: &self.heading,
            verb: self.verb,
            deals: self.deals,
            arms: self.arms.iter().map(|arm| (arm.name.as_str(), &arm.inputs)).collect(),
            text: content.text,
        };
        let missing = pictures::write_comparison(&mut draft, &about, self.beaten(program), content)?;
        Ok((draft.finish(self, &self.heading.digest)?, missing))
    }
}
