//! The name and games of this program, set once by the caller of [`main`](crate::main).
//!
//! All texts are written for the program name `sim`. Under another name, all output for people passes [`own`],
//! which puts that name into every command.

use std::{borrow::Cow, collections::BTreeSet, sync::OnceLock};

use clap::{Command, CommandFactory};
use sim_lab::catalogue::Catalogue;
use sim_play::Entry;
use sim_store::{Program, WRITTEN};

static PROGRAM: OnceLock<Program> = OnceLock::new();

/// Sets the program's name, its games, and the paths of games in a file; only the first call counts.
pub fn call(name: &'static str, games: &'static [&'static Entry], files: Vec<(&'static str, String)>) {
    let verbs = crate::Cli::command().get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    PROGRAM.get_or_init(|| Program::new(name, Catalogue(games), verbs).with_files(files));
}

/// The program, or one without games if none was set.
pub fn this() -> &'static Program {
    PROGRAM.get_or_init(|| Program::new(WRITTEN, Catalogue(&[]), BTreeSet::new()))
}

pub fn name() -> &'static str {
    this().name()
}

pub fn catalogue() -> Catalogue {
    this().games()
}

/// All games, in the order of the listing.
pub fn all() -> impl Iterator<Item = &'static Entry> + Clone {
    catalogue().0.iter().copied()
}

/// Puts the program's name into each command of a text.
pub fn own(text: &str) -> Cow<'_, str> {
    this().own(text)
}

/// The command line with this program's name, and with examples that work here.
pub fn in_own_words(command: Command) -> Command {
    if name() == WRITTEN {
        return command;
    }
    renamed(command).name(name()).bin_name(name())
}

fn renamed(mut command: Command) -> Command {
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
    let command = command.mut_args(|mut arg| {
        if let Some(help) = arg.get_long_help().map(text) {
            arg = arg.long_help(help);
        }
        match arg.get_help().map(text) {
            Some(help) => arg.help(help),
            None => arg,
        }
    });
    command.mut_subcommands(renamed)
}

/// Adapts the examples of a help text to the games of this program: those of a missing game name the first game
/// instead, or are left out if they mention anything that it may lack.
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
    // A heading without examples is left out too.
    let is_bare = |at: usize| {
        lines[at].starts_with("Example") && !lines.get(at + 1).is_some_and(|next| next.starts_with("  "))
    };
    let kept: Vec<&str> = (0..lines.len()).filter(|&at| !is_bare(at)).map(|at| lines[at].as_str()).collect();
    kept.join("\n").trim().to_owned()
}

/// The game of an example, if this program lacks it.
fn foreign(line: &str) -> Option<&str> {
    let after = |mark: &str| line.split_once(mark).map(|(_, rest)| rest);
    let rest = after("--game ").or_else(|| after("experiments/")).or_else(|| after("strategies/"))?;
    let rest = rest.split(|c: char| !(c.is_ascii_lowercase() || c == '-')).next()?;
    (!rest.is_empty() && catalogue().find(rest).is_none()).then_some(rest)
}

/// Whether an example names only its game, options and numbers.
fn is_plain(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.iter().enumerate().all(|(at, word)| {
        let is_game = at > 0 && words[at - 1] == "--game";
        at == 0
            || at == 1 && this().has_verb(word)
            || is_game
            || word.starts_with("--")
            || word.starts_with(|c: char| c.is_ascii_digit())
            || *word == "all"
    })
}
