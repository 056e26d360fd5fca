//! The audit of a game: what is out of balance at every number of players, in sentences that are computed
//! from tables.
//!
//! A finding is made only where its tables bear it out, and each says how large it is, how sure, where its
//! table is, which command shows it, and what it would not survive. The order of the list is that of
//! [`Finding::order`].

mod balance;
mod checks;
mod course;
mod luck;
mod meta;
mod numbers;
mod rulings;
mod survival;
mod unused;
mod words;

#[cfg(test)]
mod tests;

use crate::tables::{self, Cell, Column, Table};
pub use balance::off_components;
use checks::Checks;
pub use unused::never_used;

/// What was found at one number of players.
#[derive(Debug, Clone)]
pub struct Part {
    pub players: usize,
    /// Games of the standard run.
    pub games: u64,
    /// Components with a verdict against them that no ablation changes; see [`off_components`].
    pub fixed: Vec<String>,
    pub tables: Vec<Table>,
}

impl Part {
    /// The table of this name, if it has rows.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name && !table.rows.is_empty())
    }
}

/// All that an audit found of a game.
#[derive(Debug, Clone)]
pub struct Audit {
    /// The options that every command of it shares: `--game delectable`.
    pub options: String,
    pub parts: Vec<Part>,
    pub questions: Vec<Question>,
}

/// A question that is written down for the game, with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub title: String,
    pub question: String,
    pub answer: String,
    /// Games of each arm behind the answer, and those that the file asks for.
    pub games: u64,
    pub whole: u64,
    pub command: String,
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
    pub tone: Tone,
    /// How far beyond what passes for balance, in units of that.
    pub severity: f64,
    pub text: String,
    /// How large it is, with its interval and what passes for balance.
    pub size: String,
    /// `decided` at an error rate that it shares with others of the list, or how many games would decide it.
    pub verdict: String,
    /// The sort of game that shows it.
    pub scene: Option<Scene>,
    /// The table that it was read off.
    pub table: &'static str,
    /// The command that shows it.
    pub command: String,
    /// What it would not survive, and what it rests on, a sentence each.
    pub but: Vec<String>,
}

/// A game to look at: one that a strategy or a seat, `seat 2`, wins or loses by most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    pub players: usize,
    pub whose: String,
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

    /// The tables of all parts, each joined over the numbers of players.
    pub fn tables(&self) -> Vec<Table> {
        let mut names: Vec<&'static str> = Vec::new();
        for table in self.parts.iter().flat_map(|part| &part.tables) {
            if !names.contains(&table.name) {
                names.push(table.name);
            }
        }
        names.into_iter().map(|name| self.joined(name)).collect()
    }

    fn joined(&self, name: &str) -> Table {
        let own: Vec<(Vec<Cell>, &Table)> = self
            .parts
            .iter()
            .filter_map(|part| {
                let table = part.tables.iter().find(|table| table.name == name)?;
                Some((vec![Cell::from(part.players as u64)], table))
            })
            .collect();
        let has_players = own.iter().any(|(_, table)| table.column(PLAYERS.name).is_some());
        let keyless = || own.iter().map(|(_, table)| (Vec::new(), *table)).collect::<Vec<_>>();
        let mut all =
            if has_players { tables::stacked(&[], &keyless()) } else { tables::stacked(&[PLAYERS], &own) };
        if let Some((_, first)) = own.first() {
            all.about.clone_from(&first.about);
            all.key.clone_from(&first.key);
        }
        all
    }
}

const PLAYERS: Column = Column { name: "players", about: "Players at the table." };
