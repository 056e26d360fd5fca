//! Output of a comparison of arms, shared by all verbs that compare.

use std::path::PathBuf;

use clap::Args;

use super::{
    failure::Failure,
    output::{self, Format},
    program,
    session::ThreadArgs,
};
use sim_lab::{Lab, command::Verb, experiment::NamedArm, tables::Table};
use sim_report::{
    charts::Data,
    tell::{Style, plain},
};
use sim_store::{
    Findings,
    findings::{Completion, FindingsContent},
    folder,
};

/// The named or else the default folder; warns and returns `None` if the default one cannot be written.
pub fn named_or_usual(named: Option<&PathBuf>, usual: PathBuf) -> Result<Option<PathBuf>, Failure> {
    if let Some(named) = named {
        return Ok(Some(named.clone()));
    }
    let Some(error) = folder::why_unwritable(&usual, program::this())? else { return Ok(Some(usual)) };
    output::remark(&format!("note: nothing is written: {error}; name another folder with --out"));
    Ok(None)
}

/// Where findings go.
#[derive(Debug, Clone, Args)]
pub struct FindingsArgs {
    /// What to print. CSV holds the first table, JSON the manifest and all tables
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Also write the tables, charts and a page, report.html, to this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

impl FindingsArgs {
    /// Prepares the findings of these arms. Refuses an unwritable folder before the first game.
    pub fn begin<'a>(
        &self,
        verb: Verb,
        arms: impl IntoIterator<Item = &'a NamedArm>,
        force: bool,
    ) -> Result<Findings, Failure> {
        let mut findings = Findings::new(verb, arms);
        let reserve = |out: &PathBuf| folder::reserve(out, &findings.heading.digest, force, program::this());
        findings.hold = self.out.as_ref().map(reserve).transpose()?.flatten();
        Ok(findings)
    }

    /// The style of the text; tables are in the folder, if one is named.
    pub fn style(&self) -> Style {
        Style { has_tables: self.out.is_some(), ..output::style() }
    }

    /// Writes the output if a folder is named, and prints it in the requested format.
    ///
    /// # Errors
    /// Failed writes, and the interruption, after everything is written.
    pub fn show(&self, mut findings: Findings, shown: &VerbOutput<'_>) -> Result<(), Failure> {
        let VerbOutput { deals, command, tables, drawn, charts, text, unfinished } = shown;
        (findings.deals, findings.heading.command) = (*deals, command.clone());
        // A later reader of the page has not seen the remark.
        let text = match unfinished {
            Some((reached, words)) => {
                findings.unfinished = Some(*reached);
                format!("Unfinished: {words}\n\n{text}")
            }
            None => text.clone(),
        };
        let content = FindingsContent { tables, drawn, charts, text: &text };
        let written =
            self.out.as_ref().map(|out| findings.write(out, content, program::this())).transpose()?;
        for missing in written.iter().flat_map(|(_, missing)| missing) {
            output::remark(&format!("nothing to draw for the chart `{missing}`: its table has no values"));
        }
        let place = written.map(|(folder, _)| format!("written to {}\n", folder.display()));
        let beaten = findings.beaten(program::this());
        let beaten = beaten.map_or(String::new(), |sentence| format!("\n{}\n", plain(&sentence)));
        let text = format!("{text}{beaten}{}", place.unwrap_or_default());
        output::answer(self.format, &findings, tables, &text)?;
        match unfinished {
            Some((_, words)) => Err(Failure::Interrupted(format!("interrupted: {words}"))),
            None => Ok(()),
        }
    }
}

/// The output of a verb.
pub struct VerbOutput<'a> {
    /// Deals of each arm.
    pub deals: u64,
    /// The command that reproduces the result.
    pub command: String,
    pub tables: Vec<Table>,
    pub text: String,
    pub drawn: Vec<Data<'a>>,
    /// Names of the charts to draw; empty for all.
    pub charts: &'a [String],
    /// The progress of a stopped verb, and a sentence about it.
    pub unfinished: Option<(Completion, String)>,
}

impl VerbOutput<'_> {
    pub fn new(deals: u64, command: impl ToString, tables: Vec<Table>, text: String) -> Self {
        let command = command.to_string();
        VerbOutput { deals, command, tables, text, drawn: Vec::new(), charts: &[], unfinished: None }
    }
}

/// How a comparison is played that is not kept, and where its findings go.
#[derive(Debug, Clone, Args)]
pub struct OnceArgs {
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub findings: FindingsArgs,
    /// Replace the folder of another comparison or run
    #[arg(long)]
    pub force: bool,
}

impl OnceArgs {
    pub fn begin<'a>(
        &self,
        verb: Verb,
        arms: impl IntoIterator<Item = &'a NamedArm>,
    ) -> Result<Findings, Failure> {
        self.findings.begin(verb, arms, self.force)
    }

    pub fn ask<T, E: Into<Failure>>(
        &self,
        verb: impl FnOnce(&mut Lab<'_>) -> Result<T, E>,
    ) -> Result<T, Failure> {
        let remark = "interrupted: the result comes whole or not at all, so nothing is written";
        self.threads.ask(&mut (), verb).map_err(|failure| failure.interrupted_as(remark))
    }
}
