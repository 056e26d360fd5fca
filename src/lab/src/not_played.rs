use std::fmt;

use serde::{Deserialize, Serialize};
use sim_engine::text::FileError;
use sim_script::script::EditError;

use crate::{
    Error,
    health::Violation,
    tables::{Table, TableSpec},
};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotPlayed {
    pub name: String,
    pub why: WhyNot,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhyNot {
    /// Not playable under the rules, or by anybody; holds the text of the refusal.
    NoGame(String),
    /// Identical to the baseline, which is already played.
    AsItIs,
    /// No strategy at the table has what it changes.
    NothingToChange,
    /// The game ships no strategy of this name.
    NotShipped(String),
    /// The strategy's file does not allow the edit.
    Edit { strategy: String, error: EditError },
    /// The edited file of a strategy is invalid.
    Unreadable { strategy: String, error: Box<FileError> },
    /// Played, but no candidate: its games violate a [health measure](crate::health).
    Excluded(String),
}

impl NotPlayed {
    pub fn excluded(name: String, violation: &Violation) -> NotPlayed {
        NotPlayed { name, why: WhyNot::Excluded(violation.to_string()) }
    }
}

impl WhyNot {
    /// Converts an error to the reason.
    ///
    /// # Errors
    /// The error itself, if its cause is not what was to be played.
    pub fn of(error: Error) -> Result<WhyNot, Error> {
        match error {
            Error::Param(error) => Ok(WhyNot::NoGame(error.message)),
            Error::Arm(error) => Ok(WhyNot::NoGame(error.message)),
            Error::Refused(error) => Ok(WhyNot::NoGame(error.message)),
            Error::File(error) => Ok(WhyNot::NoGame(in_a_line(&error))),
            other @ (Error::Training(_)
            | Error::Tree(_)
            | Error::Kept { .. }
            | Error::Damaged { .. }
            | Error::Store(_)
            | Error::Unkept(_)
            | Error::Stopped) => Err(other),
        }
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyNot::NoGame(message) => f.write_str(message),
            WhyNot::AsItIs => f.write_str("it is the standard"),
            WhyNot::NothingToChange => f.write_str("no strategy at the table has what it changes"),
            WhyNot::NotShipped(name) => write!(f, "the game comes with no strategy `{name}`"),
            WhyNot::Edit { strategy, error } => write!(f, "strategy `{strategy}`: {error}"),
            WhyNot::Unreadable { strategy, error } => {
                write!(f, "strategy `{strategy}` cannot be played so: {}", in_a_line(error))
            }
            WhyNot::Excluded(violation) => write!(f, "excluded: {violation}"),
        }
    }
}

/// The first reason, to end a sentence with; empty if everything is played.
pub fn reason(first: Option<&NotPlayed>) -> String {
    first.map_or(String::new(), |NotPlayed { name, why }| format!(": {name}: {why}"))
}

fn in_a_line(error: &FileError) -> String {
    format!("{}:{}:{}: {}", error.origin, error.line, error.column, error.message)
}

pub fn table(list: &[NotPlayed]) -> Option<Table> {
    Some(spec().table(list)).filter(|table| !table.rows.is_empty())
}

pub(crate) fn spec() -> TableSpec<NotPlayed> {
    let mut spec = TableSpec::<NotPlayed>::new("left_out", "What was left out")
        .about("What was not played, or is excluded from the proposals of a search, and why.");
    spec.text("name", |one| &one.name).about("What was left out.");
    spec.words("reason", |one| one.why.to_string()).about("The reason. excluded: it was played, but its games are significantly degenerate compared with those of the current rules.");
    spec
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{error::Refusal, store::StoreError};

    #[test]
    fn what_is_asked_for_is_a_reason_and_a_broken_store_is_none() {
        let why = WhyNot::of(Refusal::new("--lineup names 1 strategies for 2 players", "name more").into())
            .unwrap();
        assert_eq!(why, WhyNot::NoGame("--lineup names 1 strategies for 2 players".to_owned()));
        let error = FileError::at("mine.toml", "a\nbc", 3, "too deep", "write less");
        assert_eq!(WhyNot::of(error.clone().into()).unwrap().to_string(), "mine.toml:2:2: too deep");
        let unreadable = WhyNot::Unreadable { strategy: "mine".to_owned(), error: error.into() };
        assert_eq!(
            unreadable.to_string(),
            "strategy `mine` cannot be played so: mine.toml:2:2: too deep",
            "a line, without the way out"
        );
        let broken = Error::Store(StoreError("disk".into()));
        assert!(matches!(WhyNot::of(broken), Err(Error::Store(_))));
    }

    #[test]
    fn the_table_has_every_one_and_is_there_only_then() {
        assert!(table(&[]).is_none());
        let list = [
            NotPlayed { name: "all expert".to_owned(), why: WhyNot::AsItIs },
            NotPlayed { name: "all greedy".to_owned(), why: WhyNot::NotShipped("greedy".to_owned()) },
        ];
        let table = table(&list).unwrap();
        assert_eq!(table.rows.len(), 2);
        assert_eq!(table.text(&table.rows[1], "reason"), "the game comes with no strategy `greedy`");
    }
}
