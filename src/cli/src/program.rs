//! What this program is: its name and its games, told once by whoever calls [`main`](crate::main).
//!
//! All texts are written as the program `sim` would say them. Under another name, whatever is printed or written for
//! people passes [`own`], which puts that name into every command.

use std::{borrow::Cow, collections::BTreeSet, sync::OnceLock};

use clap::{Command, CommandFactory};
use sim_lab::{
    catalogue::Catalogue,
    tables::{Cell, Table},
};
use sim_play::Entry;

/// The name by which texts call the program.
const WRITTEN: &str = "sim";

struct Program {
    name: &'static str,
    games: Catalogue,
    /// What follows the name in a command.
    verbs: BTreeSet<String>,
}

static PROGRAM: OnceLock<Program> = OnceLock::new();

/// Names the program and its games; those that were named first stay.
pub fn call(name: &'static str, games: &'static [&'static dyn Entry]) {
    let verbs = crate::Cli::command().get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    PROGRAM.get_or_init(|| Program { name, games: Catalogue(games), verbs });
}

/// The name of the program.
pub fn name() -> &'static str {
    PROGRAM.get().map_or(WRITTEN, |program| program.name)
}

/// The games that were named.
pub fn catalogue() -> Catalogue {
    PROGRAM.get().map_or(Catalogue(&[]), |program| program.games)
}

/// Each game, in the order of the listing.
pub fn all() -> impl Iterator<Item = &'static dyn Entry> + Clone {
    catalogue().0.iter().copied()
}

/// A text with the name of the program in each of its commands.
pub fn own(text: &str) -> Cow<'_, str> {
    match PROGRAM.get() {
        Some(program) if program.name != WRITTEN => {
            Cow::Owned(renamed(text, program.name, |verb| program.verbs.contains(verb)))
        }
        _ => Cow::Borrowed(text),
    }
}

/// A table with the name of the program in each command of its cells.
pub fn own_table(table: &Table) -> Table {
    let mut table = table.clone();
    for cell in table.rows.iter_mut().flatten() {
        if let Cell::Text(text) = cell
            && let Cow::Owned(own) = own(text)
        {
            *text = own;
        }
    }
    table
}

/// A text with another name in each command: where the written one stands as a word of its own before a verb or
/// an option.
fn renamed(text: &str, name: &str, is_verb: impl Fn(&str) -> bool) -> String {
    let (mut made, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(WRITTEN) {
        let (before, after) = (&rest[..at], &rest[at + WRITTEN.len()..]);
        let is_begun = before.ends_with(|c: char| c.is_alphanumeric() || "-_/.".contains(c));
        let is_command = after.strip_prefix(' ').is_some_and(|next| {
            let word = next.split(|c: char| !(c.is_ascii_lowercase() || c == '-')).next().unwrap_or_default();
            word.starts_with("--") || is_verb(word)
        });
        made += before;
        made += if is_command && !is_begun { name } else { WRITTEN };
        rest = after;
    }
    made + rest
}

/// The command line in this program's own words: its name, and examples that can be typed here.
pub fn in_own_words(command: Command) -> Command {
    if name() == WRITTEN {
        return command;
    }
    told(command).name(name()).bin_name(name())
}

/// A command and those below it.
fn told(mut command: Command) -> Command {
    let text = |styled: &clap::builder::StyledStr| own(&styled.to_string()).into_owned();
    if let Some(about) = command.get_about().map(text) {
        command = command.about(about);
    }
    if let Some(about) = command.get_long_about().map(text) {
        command = command.long_about(fitting(&about));
    }
    if let Some(help) = command.get_after_help().map(text) {
        command = command.after_help(fitting(&help));
    }
    let command = command.mut_args(|arg| match arg.get_help().map(text) {
        Some(help) => arg.help(help),
        None => arg,
    });
    command.mut_subcommands(told)
}

/// A help with examples of the games that are here: those of another are told of the first game, or left out where
/// they name what that may not have.
fn fitting(help: &str) -> String {
    let Some(own) = all().next().map(|entry| entry.info().name) else { return help.to_owned() };
    let mut lines: Vec<String> = Vec::new();
    for line in help.lines() {
        let line = match foreign(line) {
            None => line.to_owned(),
            Some(_) if line.starts_with("  ") && !is_plain(line) => continue,
            Some(other) => line.replace(other, own),
        };
        if line.is_empty() || !lines.contains(&line) {
            lines.push(line);
        }
    }
    // A heading without examples goes too.
    let is_bare = |at: usize| {
        lines[at].starts_with("Example") && !lines.get(at + 1).is_some_and(|next| next.starts_with("  "))
    };
    let kept: Vec<&str> = (0..lines.len()).filter(|&at| !is_bare(at)).map(|at| lines[at].as_str()).collect();
    kept.join("\n").trim().to_owned()
}

/// The game that an example is of, if it is not here.
fn foreign(line: &str) -> Option<&str> {
    let after = |mark: &str| line.split_once(mark).map(|(_, rest)| rest);
    let rest = after("--game ").or_else(|| after("experiments/")).or_else(|| after("strategies/"))?;
    let rest = rest.split(|c: char| !(c.is_ascii_lowercase() || c == '-')).next()?;
    (!rest.is_empty() && catalogue().find(rest).is_none()).then_some(rest)
}

/// Whether an example names nothing but its game, options and numbers.
fn is_plain(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_verb = |word: &str| PROGRAM.get().is_some_and(|program| program.verbs.contains(word));
    words.iter().enumerate().all(|(at, word)| {
        let is_game = at > 0 && words[at - 1] == "--game";
        at == 0
            || at == 1 && is_verb(word)
            || is_game
            || word.starts_with("--")
            || word.starts_with(|c: char| c.is_ascii_digit())
            || *word == "all"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_commands_take_the_name() {
        let verbs = ["run", "report", "diff-play"];
        let told = |text: &str| renamed(text, "reef", |verb| verbs.contains(&verb));
        for (text, expected) in [
            ("sim run --n 5", "reef run --n 5"),
            ("see `sim report`; sim --game reef", "see `reef report`; reef --game reef"),
            ("<code>sim diff-play a b</code>", "<code>reef diff-play a b</code>"),
            (
                "sim runs; a sim of it; prosim run; x/sim run; similar",
                "sim runs; a sim of it; prosim run; x/sim run; similar",
            ),
            ("", ""),
        ] {
            assert_eq!(told(text), expected);
        }
    }
}
