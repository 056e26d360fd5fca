//! What a comparison would play and does not: left out, and said so.

use sim_lab::{
    not_played::{self, NotPlayed},
    tables::Table,
};

/// What was left out, and why.
#[derive(Debug, Default)]
pub struct LeftOut(Vec<NotPlayed>);

impl From<Vec<NotPlayed>> for LeftOut {
    fn from(list: Vec<NotPlayed>) -> LeftOut {
        LeftOut(list)
    }
}

impl LeftOut {
    /// The first reason, to end a sentence with; empty where nothing was left out.
    pub fn reason(&self) -> String {
        not_played::reason(self.0.first())
    }

    /// All of them, if there are any.
    pub fn table(&self) -> Option<Table> {
        not_played::table(&self.0)
    }

    /// A line for each of the first, and how many more there are.
    pub fn told(&self) -> String {
        sim_report::tell::not_played(&self.0)
    }
}
