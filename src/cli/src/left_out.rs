//! What a comparison would play and cannot, as it makes no game: left out, and said so.

use super::{
    failure::Failure,
    game_args::{GameArgs, Seated, TableArgs},
};
use sim_lab::tables::{Cell, Column, Table};

/// How many are told one by one; the table has all.
const TOLD: usize = 3;

/// Names of what was left out, and why.
#[derive(Debug, Default)]
pub struct LeftOut(Vec<(String, String)>);

impl LeftOut {
    /// What was made; none where it makes no game, which is noted under the name.
    ///
    /// # Errors
    /// Whatever is not the fault of the change.
    pub fn unless_made<T>(&mut self, name: &str, made: Result<T, Failure>) -> Result<Option<T>, Failure> {
        match made {
            Ok(made) => Ok(Some(made)),
            Err(Failure::Misuse { message, .. }) => {
                self.0.push((name.to_owned(), message));
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }

    /// The first that was left out, and why.
    pub fn first(&self) -> Option<&(String, String)> {
        self.0.first()
    }

    /// The first reason, to end a sentence with; empty where nothing was left out.
    pub fn reason(&self) -> String {
        self.first().map_or(String::new(), |(name, why)| format!(": {name}: {why}"))
    }

    /// All of them, if there are any.
    pub fn table(&self) -> Option<Table> {
        let columns = [
            Column { name: "name", about: "What was not played." },
            Column { name: "reason", about: "Why it makes no game." },
        ];
        let mut table =
            Table::new("left_out", "What makes no game", "These were not played, and why.", &columns);
        table.rows.extend(self.0.iter().map(|(name, why)| vec![Cell::text(name), Cell::text(why)]));
        Some(table).filter(|table| !table.rows.is_empty())
    }

    /// A line for each of the first, and how many more there are.
    pub fn told(&self) -> String {
        let mut text: String =
            self.0.iter().take(TOLD).map(|(name, why)| format!("{name} is left out: {why}\n")).collect();
        if self.0.len() > TOLD {
            text += &format!("and {} more are left out: see left_out\n", self.0.len() - TOLD);
        }
        text
    }
}

/// The table under changed rules.
///
/// # Errors
/// Where the change makes no game, or its strategies cannot play it.
pub fn changed(
    game: &GameArgs,
    table: &TableArgs,
    change: impl FnOnce(&mut GameArgs),
) -> Result<Seated, Failure> {
    let mut game = game.clone();
    change(&mut game);
    table.resolve(&game.resolve()?)
}
