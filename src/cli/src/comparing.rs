//! Arms that are compared: played, told and written down, the same for every verb that does so.

use clap::Args;

use super::{
    effort::{EffortArgs, N},
    failure::Failure,
    findings::FindingsArgs,
};
use sim_lab::{
    Ended, Error, Lab,
    command::{Command, Verb},
    experiment::{Arms, Named},
    tables::Table,
};
use sim_report::charts::Data;
use sim_store::{
    Findings,
    findings::{FindingsContent, Unfinished},
};

/// How much of each arm is played, and where findings go.
#[derive(Debug, Clone, Args)]
pub struct ComparingArgs {
    #[command(flatten)]
    pub effort: EffortArgs,
    #[command(flatten)]
    pub findings: FindingsArgs,
}

pub struct Shown<'a> {
    /// Of each arm.
    pub deals: u64,
    pub command: Command,
    pub tables: Vec<Table>,
    pub drawn: Vec<Data<'a>>,
    /// The charts that are drawn, by name; all where none is named.
    pub charts: &'a [String],
    pub text: String,
    /// Where it was stopped before it had read all arms.
    pub reached: Option<Reached>,
}

/// How far a verb came that may be stopped between two arms.
#[derive(Clone, Copy)]
pub struct Reached {
    pub ended: Ended,
    /// Arms that were read, the first among them.
    pub read: usize,
    pub all: usize,
}

impl ComparingArgs {
    pub fn begin<'a>(
        &self,
        verb: Verb,
        arms: impl IntoIterator<Item = &'a Named>,
    ) -> Result<Findings, Failure> {
        self.findings.begin(verb, arms, self.effort.play.force)
    }

    pub fn show<T>(
        &self,
        verb: Verb,
        arms: &Arms,
        play: impl FnOnce(&mut Lab<'_>) -> Result<T, Error>,
        shown: impl FnOnce(&T) -> Result<Shown<'_>, Failure>,
    ) -> Result<(), Failure> {
        let findings = self.begin(verb, arms.all())?;
        let Some(found) = self.effort.ask(arms, N, play)? else { return Ok(()) };
        self.report(findings, &shown(&found)?)
    }

    /// Writes what is shown if a folder is named, and prints what the format asks for.
    ///
    /// # Errors
    /// Those of writing; that it was interrupted, where it was stopped.
    pub fn report(&self, mut findings: Findings, shown: &Shown<'_>) -> Result<(), Failure> {
        findings.deals = shown.deals;
        findings.heading.command = shown.command.to_string();
        let Shown { tables, drawn, charts, text, reached, .. } = shown;
        let content = FindingsContent { tables, drawn, charts, text };
        match reached.filter(|reached| reached.ended == Ended::Stopped) {
            None => self.findings.report_with(&findings, content),
            Some(reached) => {
                let [read, of] = [reached.read, reached.all].map(|arms| arms as u64);
                let beside = Unfinished { read: read.saturating_sub(1), of: of.saturating_sub(1) };
                let words = beside.kept_words("arms beside the first");
                self.findings.report_unfinished(&mut findings, content, (Unfinished { read, of }, &words))
            }
        }
    }
}
