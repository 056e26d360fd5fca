//! What a comparison would play and does not: left out, and said so.

use super::{
    failure::Failure,
    game_args::{GameArgs, Seated, TableArgs},
};
use sim_lab::{
    not_played::{self, NotPlayed, WhyNot},
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
    /// What was made; none where it makes no game, which is noted under the name.
    ///
    /// # Errors
    /// Whatever is not the fault of the change.
    pub fn unless_made<T>(&mut self, name: &str, made: Result<T, Failure>) -> Result<Option<T>, Failure> {
        match made {
            Ok(made) => Ok(Some(made)),
            Err(Failure::Misuse { message, .. }) => {
                self.0.push(NotPlayed { name: name.to_owned(), why: WhyNot::NoGame(message) });
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }

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
