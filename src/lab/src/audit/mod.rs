//! The audit of a game: what is out of balance at every number of players, computed from what was found there.
//!
//! What a [`Finding`] says stands there; the order of the list is that of [`Finding::order`].

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
    /// Among strong players; none alone.
    pub best: Option<BestPlayers>,
    pub summary: Summary,
    /// Its verdicts; none where nobody has a fair share.
    pub verdicts: Option<JudgedTable>,
    /// Components with a verdict against them that no ablation changes.
    pub fixed: Vec<String>,
    pub unused: Vec<UnusedComponent>,
    /// Everybody at every table; none alone, as all that follows.
    pub standings: Option<Standings>,
    /// What the components do whose use goes with winning or losing most surely, if there are any.
    pub ablation: Option<Ablation>,
    pub robust: Option<Robustness>,
    /// What explains the outcome at each level of play.
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

    /// Of the objective.
    pub fn unit(&self) -> Unit {
        Unit::of_objective(self.summary.objective, self.summary.info)
    }

    /// A value of the objective at this table.
    fn value(&self, value: f64, interval: Option<Interval>) -> TableValue {
        TableValue { players: self.players(), value, interval, unit: self.unit() }
    }

    /// How games run where nobody plays badly; alone, how they run between archetypes.
    pub fn course(&self) -> &Course {
        &self.played_best().course
    }

    /// The games between strong players; alone, the standard run.
    pub fn played_best(&self) -> &Summary {
        self.best.as_ref().map_or(&self.summary, |best| &best.summary)
    }

    /// Where things of a sort are judged: seats among strong players.
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
    /// What every command of it shares: the game, its rules, and a seed that is not the usual one.
    pub shared: Vec<Word>,
    /// What each number and ruling, and each way to fill in data that is lost, is about: its name, and a sentence.
    pub abouts: Vec<(String, String)>,
    pub parts: Vec<TableAudit>,
    /// Whether players learned for what follows: see [`LEARNED_FROM`].
    pub learns: bool,
    /// How far whoever plays best can be beaten at the usual table, as far as little learning shows.
    pub response: Option<Response>,
    /// What components should cost at the usual table; none where nothing has a price.
    pub prices: Option<PriceFindings>,
    /// What the archetypes' plans win in good hands at the usual table; none where fewer than two have one.
    pub plans: Option<Plans>,
    /// What to change at each table at which a seat is off, so that every seat is fine there: the usual table first, then
    /// the one whose seat is furthest off.
    pub balanced: Vec<BalanceResult>,
    /// The leading findings among players that look ahead; none where that was not asked.
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
        // The sort is stable: equals stay in the order in which they are looked for.
        all.sort_by(Finding::order);
        all
    }

    /// Of the objective.
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
        Audit::among(part, self.command(Verb::Run, vec![part.players()])).games(games)
    }

    /// A command at a table of the archetypes, where that is not what its verb plays by itself.
    fn of_beginners(command: Command) -> Command {
        command.option("strategies", BEGINNERS)
    }

    /// A command at a table of strong players, where there are any.
    fn among(part: &TableAudit, command: Command) -> Command {
        match &part.best {
            Some(best) => command.with(best.word.clone()),
            None => command,
        }
    }
}

/// Each once, in ascending order.
fn distinct_sizes<'a>(parts: impl IntoIterator<Item = &'a TableAudit>) -> Vec<usize> {
    let mut sizes = sizes(parts);
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn sizes<'a>(parts: impl IntoIterator<Item = &'a TableAudit>) -> Vec<usize> {
    parts.into_iter().map(TableAudit::players).collect()
}

/// What belongs under one key, in the order in which keys come up.
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
