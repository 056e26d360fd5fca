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
    /// Its digest is of the verb and of the inputs of all arms.
    #[serde(flatten)]
    pub heading: Heading,
    verb: &'static str,
    pub deals: u64,
    arms: Vec<ArmEntry>,
    /// Set where somebody stopped it before all was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<Completion>,
    #[serde(skip)]
    pub files: Vec<(String, String)>,
    /// Their folder is nobody else's until they are written.
    #[serde(skip)]
    pub hold: Option<FolderLock>,
}

#[derive(Debug, Clone, Copy, Serialize)]
pub struct Completion {
    /// Arms that the tables report, the first among them; or deals, where all arms are at one deal.
    pub read: u64,
    /// All that were asked for.
    pub of: u64,
}

impl Completion {
    pub fn words(self, of_what: &str) -> String {
        let [read, of] = [self.read, self.of].map(people::count);
        format!("{read} of {of} {of_what} were finished and are reported")
    }

    /// The same of work that is kept.
    pub fn kept_words(self, of_what: &str) -> String {
        format!("{}; the same command goes on from there", self.words(of_what))
    }
}

#[derive(Clone, Copy)]
pub struct FindingsContent<'a> {
    pub tables: &'a [Table],
    pub drawn: &'a [Data<'a>],
    /// The charts that are drawn, by name; all where none is named.
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

    /// The same of findings that are a function of more than their arms.
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

    /// Writes the tables, the charts and the page to `out`. Gives the folder, and the charts that are named and for
    /// which there is nothing to draw.
    ///
    /// # Errors
    /// When something cannot be written; then the place is as it was.
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
