//! What a comparison would play and does not: left out, and said so.

use super::{
    failure::Failure,
    game_args::{GameArgs, Seated, TableArgs},
};
use sim_lab::{
    not_played::{self, NotPlayed, WhyNot},
    tables::Table,
};

/// How many are told one by one; the table has all.
const TOLD: usize = 3;

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

    /// The first that was left out, and why.
    pub fn first(&self) -> Option<&NotPlayed> {
        self.0.first()
    }

    /// The first reason, to end a sentence with; empty where nothing was left out.
    pub fn reason(&self) -> String {
        self.first().map_or(String::new(), |NotPlayed { name, why }| format!(": {name}: {why}"))
    }

    /// All of them, if there are any.
    pub fn table(&self) -> Option<Table> {
        not_played::table(&self.0)
    }

    /// A line for each of the first, and how many more there are.
    pub fn told(&self) -> String {
        let line = |NotPlayed { name, why }: &NotPlayed| format!("{name} is left out: {why}\n");
        let mut text: String = self.0.iter().take(TOLD).map(line).collect();
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
