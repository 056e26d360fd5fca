//! The audit of a game: its balance problems at every number of players, computed from the recorded results.
//!
//! [`Finding`] describes a finding, and [`Finding::order`] the order of the list.

pub mod answer;
mod balance;
mod best;
mod checks;
mod course;
mod decided;
mod look_ahead;
mod meta;
mod play;
mod prices;
mod response;
mod rulings;
mod skill;
mod survival;
mod unused;

#[cfg(test)]
mod tests;

use sim_engine::Component;
use sim_stats::Interval;

use crate::{
    Ended,
    ablate::Ablation,
    balance::BalanceResult,
    command::{Command, Verb, Word},
    figure::Unit,
    finding::{Certainty, Finding, FindingKind, GameFinding, TableValue, Tone},
    ladder::Ladder,
    panel::BEGINNERS,
    plans::Plans,
    robust::Robustness,
    skill::VarianceShares,
    summary::{Course, Summary},
    tournament::Standings,
    verdict::{JudgedTable, Sort},
};
pub use balance::SEATS;
pub use best::BestPlayers;
use checks::Checks;
pub use course::Pace;
pub use decided::MOST;
pub use look_ahead::{Check, CheckedFinding, Confirmation, ROLLOUTS};
pub use play::{AuditArms, AuditSpec, LEARNED_FROM, audit};
pub use prices::PriceFindings;
pub use response::Response;

#[derive(Debug, Clone)]
pub struct TableAudit {
    /// Results among strong players; `None` in solo play.
    pub best: Option<BestPlayers>,
    pub summary: Summary,
    /// `None` if nobody has a fair share.
    pub verdicts: Option<JudgedTable>,
    /// Components with a verdict against them that no ablation can remove or blank.
    pub fixed: Vec<String>,
    pub unused: Vec<UnusedComponent>,
    /// A tournament of the whole field. Solo play has neither this nor anything that follows.
    pub standings: Option<Standings>,
    /// Effects of the components that are most significantly associated with winning or losing; `None` without any.
    pub ablation: Option<Ablation>,
    pub robust: Option<Robustness>,
    /// Shares of variance explained, at each level of play.
    pub variances: Vec<VarianceShares>,
    pub ladder: Option<Ladder>,
}

impl TableAudit {
    pub fn players(&self) -> usize {
        self.summary.players
    }

    pub fn games(&self) -> u64 {
        self.summary.games
    }

    /// Unit of the objective.
    pub fn unit(&self) -> Unit {
        Unit::of_objective(self.summary.objective, self.summary.info)
    }

    /// A value of the objective at this table.
    fn value(&self, value: f64, interval: Option<Interval>) -> TableValue {
        TableValue { players: self.players(), value, interval, unit: self.unit() }
    }

    /// The course of games among strong players; in solo play, of the standard run.
    pub fn course(&self) -> &Course {
        &self.played_best().course
    }

    /// The games among strong players; in solo play, the standard run.
    pub fn played_best(&self) -> &Summary {
        self.best.as_ref().map_or(&self.summary, |best| &best.summary)
    }

    /// The table that judges this sort: for seats, that of strong players where there is one.
    fn judged(&self, sort: Sort) -> Option<&JudgedTable> {
        let best = self.best.as_ref().filter(|_| sort == Sort::Seat).map(|best| &best.seats);
        best.or(self.verdicts.as_ref())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusedComponent {
    pub component: Component,
    pub is_offered: bool,
}

#[derive(Debug, Clone)]
pub struct Audit {
    /// Options that all commands of the audit share: the game, its rules, and a seed other than the default.
    pub shared: Vec<Word>,
    /// Name and one-sentence description of each number, ruling and data reconstruction.
    pub abouts: Vec<(String, String)>,
    pub parts: Vec<TableAudit>,
    /// Whether players trained for what follows: see [`LEARNED_FROM`].
    pub learns: bool,
    /// How far the strongest players can be beaten at the usual table, as far as a little training shows.
    pub response: Option<Response>,
    /// What components should cost at the usual table; `None` if nothing has a price.
    pub prices: Option<PriceFindings>,
    /// What trained players win with the archetypes' plans at the usual table; `None` for fewer than two plans.
    pub plans: Option<Plans>,
    /// Changes that make every seat fair, for each table with a significantly uneven seat: the usual table first,
    /// then the one whose seat is furthest off.
    pub balanced: Vec<BalanceResult>,
    /// The leading findings among look-ahead players; empty unless requested.
    pub checks: Vec<Check>,
    pub ended: Ended,
}

impl Audit {
    /// The findings, most important first.
    pub fn findings(&self) -> Vec<Finding> {
        let checks = Checks::new(self);
        let mut all = balance::findings(self);
        all.extend(meta::findings(checks));
        all.extend(course::findings(checks));
        all.extend(rulings::findings(self));
        all.extend(rulings::of_numbers(self));
        all.extend(unused::findings(self));
        all.extend(skill::findings(checks));
        // The sort is stable: ties keep the order above.
        all.sort_by(Finding::order);
        all
    }

    /// Unit of the objective.
    pub fn unit(&self) -> Unit {
        self.parts.first().map_or(Unit::Share, TableAudit::unit)
    }

    fn finding(
        tone: Tone,
        severity: f64,
        what: GameFinding,
        table: &'static str,
        command: Command,
    ) -> Finding {
        let (what, command) = (FindingKind::Game(what), Some(command));
        Finding {
            tone,
            severity,
            what,
            surety: Certainty::Decided,
            scene: None,
            table,
            command,
            but: Vec::new(),
        }
    }

    fn command(&self, verb: Verb, sizes: Vec<usize>) -> Command {
        self.words(sizes).fold(Command::new(verb), Command::with)
    }

    fn words(&self, sizes: Vec<usize>) -> impl Iterator<Item = Word> {
        self.shared.iter().cloned().chain([Word::players(&sizes)])
    }

    fn run(&self, part: &TableAudit) -> Command {
        let games = part.played_best().games;
        Audit::with_strong_players(part, self.command(Verb::Run, vec![part.players()])).games(games)
    }

    /// Makes a command seat the archetypes, for a verb that does not by default.
    fn of_beginners(command: Command) -> Command {
        command.option("strategies", BEGINNERS)
    }

    /// Makes a command seat the strong players, where there are any.
    fn with_strong_players(part: &TableAudit, command: Command) -> Command {
        match &part.best {
            Some(best) => command.with(best.word.clone()),
            None => command,
        }
    }
}

/// Distinct numbers of players in ascending order.
fn distinct_sizes<'a>(parts: impl IntoIterator<Item = &'a TableAudit>) -> Vec<usize> {
    let mut sizes = sizes(parts);
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn sizes<'a>(parts: impl IntoIterator<Item = &'a TableAudit>) -> Vec<usize> {
    parts.into_iter().map(TableAudit::players).collect()
}

/// Groups items by key, in the order in which keys first occur.
fn grouped<K: PartialEq, T>(all: impl IntoIterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (name, one) in all {
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, group)) => group.push(one),
            None => groups.push((name, vec![one])),
        }
    }
    groups
}
