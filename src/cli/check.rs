//! `sim check`: are these files in order?

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    failure::Failure,
    game_args::{self, read_text},
    output,
};
use crate::text::FileError;

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  sim check strategies/delectable/mine.toml")]
pub struct CheckArgs {
    /// Strategy files, or files of values for --data
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

/// What a file is, if it is in order.
fn check(path: &Path) -> Result<String, Failure> {
    let text = read_text(path)?;
    let origin = path.display().to_string();
    let game = declared_game(&origin, &text)?;
    let entry = game_args::entry(&game)?;
    let is_values = toml::from_str::<toml::Table>(&text)
        .is_ok_and(|table| table.contains_key("values") || table.contains_key("tables"));
    if is_values {
        let mut params = entry.params()?;
        params.overlay(&origin, &text)?;
        let (fewest, _) = entry.info().players;
        entry.open(&params, fewest)?;
        return Ok(format!("values for {game}, {} off their default", params.changes().len()));
    }
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let strategy = entry.read_strategy(&name, &origin, &text)?;
    let missing = strategy.from_default();
    let rest = if missing.is_empty() {
        String::new()
    } else {
        format!("; the game's default decides {}", missing.join(", "))
    };
    Ok(format!("a strategy for {game}{rest}"))
}

/// The game that a file says it is for.
fn declared_game(origin: &str, text: &str) -> Result<String, Failure> {
    let table = text.parse::<toml::Table>().map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        FileError::at(
            origin,
            text,
            offset,
            format!("not valid TOML: {}", error.message()),
            "mend the file there",
        )
    })?;
    match table.get("game").and_then(toml::Value::as_str) {
        Some(game) => Ok(game.to_owned()),
        None => {
            Err(FileError::at(origin, text, 0, "the file does not say its game", "add `game = \"...\"`")
                .into())
        }
    }
}
