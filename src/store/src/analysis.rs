use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::{Draft, Error, Program, pictures, table_files};
use sim_lab::{
    experiment::{Heading, Ruleset, StrategyEntry},
    tables::Table,
};
use sim_report::charts::Data;

#[derive(Debug, Serialize)]
pub struct Inputs {
    pub analysis: &'static str,
    #[serde(flatten)]
    pub rules: Ruleset,
    /// Seed of the simulation, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Sample size of the simulation; 0 skips it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// The analyzed strategy; `None` if the game itself is analyzed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<StrategyEntry>,
}

#[derive(Debug, Serialize)]
pub struct Analysis {
    #[serde(flatten)]
    pub heading: Heading,
    #[serde(flatten)]
    pub inputs: Inputs,
}

impl Analysis {
    /// Writes the tables and their pictures to `out`, and returns the folder.
    ///
    /// # Errors
    /// When something cannot be written; `out` is then unchanged.
    pub fn write(&self, out: &Path, tables: &[Table], program: &'static Program) -> Result<PathBuf, Error> {
        let mut draft = Draft::new(out, program)?;
        table_files::write(&mut draft, tables)?;
        // The caption of every picture states departures from the printed rules.
        let changed = pictures::changed(self.inputs.rules.changes.len());
        let caption = format!("{}.{changed} Made by: {}", self.heading.title, self.heading.command);
        pictures::write_figures(&mut draft, &pictures::draw(&[Data::Maps(tables)], &caption)?)?;
        draft.finish(self, &self.heading.digest)
    }
}
