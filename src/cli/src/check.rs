use std::path::{Path, PathBuf};

use clap::Args;
use toml::de::DeTable;

use super::{call_file, failure::Failure, game_files, output, question};
use crate::program;
use sim_engine::text::{FileError, people, read_toml, suggestion};
use sim_play::entry::Entry;
use sim_store::{experiments, panels, strategies};

#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:\n  sim check mine.toml\n  sim check harbour.lua")]
pub struct CheckArgs {
    /// Games in a file, strategy files, panels, files of values for --data, or experiments
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl CheckArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let mut failures = Vec::new();
        for file in &self.files {
            match check(file) {
                Ok(words) => output::print(&format!("{}: {words}\n", file.display()))?,
                Err(failure) => failures.push(failure),
            }
        }
        let count = failures.len();
        match failures.pop() {
            None => Ok(()),
            Some(last) if count == 1 => Err(last),
            Some(last) => {
                failures.iter().for_each(|failure| output::remark(&failure.to_string()));
                Err(last)
            }
        }
    }
}

fn check(path: &Path) -> Result<String, Failure> {
    if path.to_str().is_some_and(|name| name.ends_with(sim_lua::SUFFIX)) {
        return game_files::check(path);
    }
    let text = experiments::text(path, program::this())?;
    let origin = path.display().to_string();
    let file = read_toml(&origin, &text, "mend the file there")?;
    let entry = declared_game(&origin, &text, &file)?;
    let game = entry.info().name;
    if file.contains_key("verb") {
        return call_file::check(path, &text);
    }
    if file.contains_key("question") {
        return question::check(path);
    }
    if file.contains_key("values") || file.contains_key("tables") {
        let mut params = entry.settings()?;
        params.overlay(&origin, &text)?;
        let (fewest, _) = entry.info().players;
        entry.open(&params, fewest)?;
        return Ok(format!("values for {game}, {}", people::off_default(params.changes().len())));
    }
    if file.contains_key("member") {
        let panel = panels::of_file(entry, path)?;
        return Ok(format!("a panel of {} strong players for {game}", panel.players.len()));
    }
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    strategies::check_name(&name).map_err(sim_store::Error::from)?;
    let strategy = entry.read_strategy(&name, &origin, &text, &[])?;
    if let Some(warning) = strategy.unused() {
        output::remark(&format!("warning: {warning}"));
    }
    let missing = strategy.from_default();
    let rest = if missing.is_empty() {
        String::new()
    } else {
        format!("; not set in the file, taken from default.toml: {}", missing.join(", "))
    };
    Ok(format!("a strategy for {game}{rest}"))
}

fn declared_game(origin: &str, text: &str, file: &DeTable<'_>) -> Result<&'static Entry, FileError> {
    let names = || program::all().map(|entry| entry.info().name);
    let Some(game) = file.get("game") else {
        let help = format!("add game = \"...\"; {}", suggestion("", names()));
        return Err(FileError::at(origin, text, 0, "the file does not say its game", help));
    };
    let at = game.span().start;
    let Some(name) = game.get_ref().as_str() else {
        let help = "write game = \"...\", in quotes";
        return Err(FileError::at(origin, text, at, "the game is not named by a text", help));
    };
    program::catalogue().find(name).ok_or_else(|| {
        FileError::at(origin, text, at, format!("no game `{name}`"), suggestion(name, names()))
    })
}
