//! Playing, reporting and writing of compared arms, shared by all verbs that compare.

use clap::Args;

use super::{
    effort::{EffortArgs, N},
    failure::Failure,
    findings::{FindingsArgs, VerbOutput},
};
use sim_lab::{
    Ended, Error, Lab,
    command::Verb,
    experiment::{Arms, NamedArm},
};
use sim_store::{Findings, findings::Completion};

/// How much of each arm is played, and where findings go.
#[derive(Debug, Clone, Args)]
pub struct ComparingArgs {
    #[command(flatten)]
    pub effort: EffortArgs,
    #[command(flatten)]
    pub findings: FindingsArgs,
}

/// The progress of a verb stopped between two arms; `all` and `read` include the first arm.
pub fn unfinished(ended: Ended, read: usize, all: usize) -> Option<(Completion, String)> {
    let reached = |less: usize| {
        let [read, of] = [read, all].map(|arms| arms.saturating_sub(less) as u64);
        Completion { read, of }
    };
    (ended == Ended::Stopped).then(|| (reached(0), reached(1).kept_words("arms after the first")))
}

impl ComparingArgs {
    pub fn begin<'a>(
        &self,
        verb: Verb,
        arms: impl IntoIterator<Item = &'a NamedArm>,
    ) -> Result<Findings, Failure> {
        self.findings.begin(verb, arms, self.effort.play.force)
    }

    pub fn show<T>(
        &self,
        verb: Verb,
        arms: &Arms,
        play: impl FnOnce(&mut Lab<'_>) -> Result<T, Error>,
        shown: impl FnOnce(&T) -> Result<VerbOutput<'_>, Failure>,
    ) -> Result<(), Failure> {
        let findings = self.begin(verb, arms.all())?;
        let Some(found) = self.effort.ask(arms, N, play)? else { return Ok(()) };
        self.report(findings, &shown(&found)?)
    }

    pub fn report(&self, findings: Findings, shown: &VerbOutput<'_>) -> Result<(), Failure> {
        self.findings.show(findings, shown)
    }
}
