//! The audit of a game: what is out of balance at every number of players, in sentences that are computed
//! from what was found there.
//!
//! A finding is made only where its rows bear it out, and each says how large it is, how sure, where its
//! table is, which command shows it, and what it would not survive. The order of the list is that of
//! [`Finding::order`].

mod balance;
mod checks;
mod course;
mod luck;
mod meta;
mod numbers;
mod play;
mod rulings;
mod survival;
mod unused;
mod words;

#[cfg(test)]
mod tests;

use sim_engine::Component;

use crate::{
    ablate::Ablation,
    command::{Command, Verb, Word},
    figure::Owner,
    luck::BudgetTable,
    robust::Robustness,
    summary::Summary,
    tournament::Standings,
    verdict::JudgedTable,
};
use checks::Checks;
pub use play::{AuditSpec, audit};

/// What was found at one number of players.
#[derive(Debug, Clone)]
pub struct Part {
    /// The standard run, of the archetypes.
    pub summary: Summary,
    /// Its verdicts; none where nobody has a fair share.
    pub verdicts: Option<JudgedTable>,
    /// Components with a verdict against them that no ablation changes.
    pub fixed: Vec<String>,
    /// Components that nobody used.
    pub unused: Vec<Unused>,
    /// Everybody at every table; none alone, as all that follows.
    pub standings: Option<Standings>,
    /// What the components do whose use goes with winning or losing most surely, if there are any.
    pub ablation: Option<Ablation>,
    /// What its findings rest on.
    pub robust: Option<Robustness>,
    /// None where its line-ups ask for far more games than the standard run has.
    pub luck: Option<BudgetTable>,
}

impl Part {
    /// Seats at the table.
    pub fn players(&self) -> usize {
        self.summary.players
    }

    /// Of the standard run.
    pub fn games(&self) -> u64 {
        self.summary.games
    }
}

/// A component that nobody used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unused {
    /// The component.
    pub component: Component,
    /// Whether anybody could have.
    pub is_offered: bool,
}

/// All that an audit found of a game.
#[derive(Debug, Clone)]
pub struct Audit {
    /// What every command of it shares: the game, its rules, and a seed that is not the usual one.
    pub shared: Vec<Word>,
    /// One for each number of players.
    pub parts: Vec<Part>,
}

/// What a finding says, as the page marks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// Surely beyond what passes for balance.
    Off,
    /// Not known yet.
    Open,
    /// Surely within it.
    Fine,
}

/// A finding. Names stand between backticks.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What it says, as the page marks it.
    pub tone: Tone,
    /// How far beyond what passes for balance, in units of that.
    pub severity: f64,
    /// The finding, in a sentence.
    pub text: String,
    /// How large it is, with its interval and what passes for balance.
    pub size: String,
    /// `decided` at an error rate that it shares with others of the list, or how many games would decide it.
    pub verdict: String,
    /// The sort of game that shows it.
    pub scene: Option<Scene>,
    /// The table that has its rows.
    pub table: &'static str,
    /// The command that shows it.
    pub command: Command,
    /// What it would not survive, and what it rests on, a sentence each.
    pub but: Vec<String>,
}

/// A game to look at: one that a strategy or a seat wins or loses by most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Seats at the table.
    pub players: usize,
    /// Who wins or loses it.
    pub whose: Owner,
    /// Whether he wins.
    pub is_won: bool,
}

impl Finding {
    /// What is surely beyond balance comes first, then what is open, then what is fine; within these the
    /// furthest from its tolerance.
    pub fn order(&self, other: &Finding) -> std::cmp::Ordering {
        self.tone.cmp(&other.tone).then(other.severity.total_cmp(&self.severity))
    }
}

impl Audit {
    /// The findings, most important first.
    pub fn findings(&self) -> Vec<Finding> {
        let checks = Checks::of(self);
        let mut all = balance::findings(self);
        all.extend(meta::findings(checks));
        all.extend(course::findings(checks));
        all.extend(rulings::findings(self));
        all.extend(numbers::findings(self));
        all.extend(unused::findings(self));
        all.extend(luck::findings(checks));
        // The sort is stable: equals stay in the order in which they are looked for.
        all.sort_by(Finding::order);
        all
    }

    /// A command at tables of these sizes.
    fn command(&self, verb: Verb, sizes: Vec<usize>) -> Command {
        let shared = self.shared.iter().cloned();
        shared.chain([Word::Players(sizes)]).fold(Command::new(verb), Command::with)
    }

    /// The command of a standard run.
    fn run(&self, part: &Part) -> Command {
        self.command(Verb::Run, vec![part.players()]).with(Word::Games(part.games()))
    }
}
