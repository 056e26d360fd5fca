//! Games in a file, `--game harbour.lua`: read before the command line, so that every verb knows them by name.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use super::{failure::Failure, output};
use indicatif::{ProgressBar, ProgressStyle};
use sim_engine::text::{FileError, suggestion};
use sim_lab::panel::PANEL;
use sim_lua::{Beside, Broken, LuaTitle, SUFFIX};
use sim_play::Entry;
use sim_script::Title;
use sim_store::{read_text, toml_files};

/// The files that this call names, with their games.
static READ: Mutex<Vec<(PathBuf, LuaTitle)>> = Mutex::new(Vec::new());

/// Reads the games of all files that the arguments name, as `harbour.lua`, or as `harbour` if the current folder
/// has that file.
///
/// # Errors
/// Those of the first file without a game.
pub fn named(known: &[&'static Entry]) -> Result<Vec<&'static Entry>, Failure> {
    let mut entries: Vec<&'static Entry> = Vec::new();
    for path in paths() {
        let title = read(&path)?;
        let name = title.info().name;
        let is_known = |entry: &&'static Entry| entry.info().name == name;
        if known.iter().chain(&entries).any(is_known) {
            let help = "rename the file";
            return Err(Failure::misuse(format!("{}: there is another game `{name}`", path.display()), help));
        }
        // A program keeps its games until it ends.
        let entry = Entry::of(Box::leak(Box::new(title.clone())));
        entries.push(Box::leak(Box::new(entry)));
        READ.lock().unwrap_or_else(PoisonError::into_inner).push((path, title));
    }
    Ok(entries)
}

/// The files that the arguments name, without duplicates.
fn paths() -> Vec<PathBuf> {
    // `new game` names no existing game. Arguments that are not UTF-8 are refused later.
    let arguments: Vec<String> =
        std::env::args_os().skip(1).filter_map(|argument| argument.into_string().ok()).collect();
    if arguments.iter().take(2).eq(["new", "game"]) {
        return Vec::new();
    }
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut add = |path: PathBuf| {
        if !paths.contains(&path) {
            paths.push(path);
        }
    };
    for argument in &arguments {
        let argument = argument.strip_prefix("--game=").unwrap_or(argument);
        if argument.ends_with(SUFFIX) {
            add(PathBuf::from(argument));
            continue;
        }
        // A name, a folder of its results or a file of a strategy: finds games of the current folder by name.
        for word in argument.split(['/', '\\', '=', ',']) {
            let path = PathBuf::from(format!("{word}{SUFFIX}"));
            let is_name = word.starts_with(|c: char| c.is_ascii_lowercase()) && word.len() < 60;
            if is_name && path.is_file() {
                add(path);
            }
        }
    }
    paths
}

/// The game files in the folder of a path, sorted.
fn sibling_game_files(path: &Path) -> Vec<String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let listed = std::fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let names = listed
        .into_iter()
        .flatten()
        .flatten()
        .map(|file| folder.join(file.file_name()).display().to_string());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(SUFFIX)).collect();
    names.sort();
    names
}

fn read(path: &Path) -> Result<LuaTitle, Failure> {
    if !path.exists() {
        let help =
            suggestion(&path.display().to_string(), sibling_game_files(path).iter().map(String::as_str));
        return Err(Failure::misuse(format!("no file {}", path.display()), help));
    }
    let text = read_text(path)?;
    let stem = path.file_stem().unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("")).join("strategies").join(stem);
    let texts = |folder: &Path| -> Result<Vec<(String, String)>, Failure> {
        let text = |path: PathBuf| {
            let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            Ok((name, read_text(&path)?))
        };
        toml_files(folder).into_iter().map(text).collect()
    };
    let (panel, strategies) = texts(&folder)?.into_iter().partition(|(name, _)| name == PANEL);
    let panel: Vec<(String, String)> = panel;
    let panel = panel.into_iter().next().map_or_else(String::new, |(_, text)| text);
    let beside = Beside { strategies, panel, members: texts(&folder.join(PANEL))? };
    Ok(sim_lua::read(&path.display().to_string(), &text, &beside)?)
}

/// Replaces each game file in the arguments by its game's name.
pub fn by_name(arguments: Vec<OsString>) -> Vec<OsString> {
    let name_of = |file: &str| -> Option<OsString> {
        let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let found = read.iter().find(|(path, _)| path.as_path() == Path::new(file));
        found.map(|(_, title)| title.info().name.into())
    };
    let mut after_game = false;
    let renamed = arguments.into_iter().map(|argument| {
        let named = argument.to_str().and_then(|word| match word.strip_prefix("--game=") {
            Some(file) => name_of(file).map(|name| [OsString::from("--game="), name].into_iter().collect()),
            None if after_game => name_of(word),
            None => None,
        });
        after_game = argument == "--game";
        named.unwrap_or(argument)
    });
    renamed.collect()
}

/// The games' names with their value of `--game`, for commands.
pub fn calls() -> Vec<(&'static str, String)> {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.iter().map(|(path, title)| (title.info().name, path.display().to_string())).collect()
}

/// Ends the program when a file fails during a game: all files are whole, and no result includes that game.
pub fn end_on_failure() {
    #[expect(clippy::exit, reason = "rules return no errors, and other threads play on")]
    fn end(error: &FileError) {
        output::remark(&format!("error: {error}"));
        std::process::exit(1);
    }
    sim_lua::on_failure(end);
}

/// Checks the game of a file against the laws; returns the result in a sentence.
///
/// # Errors
/// The broken laws.
pub fn check(path: &Path) -> Result<String, Failure> {
    let title = {
        let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        read.iter().find(|(known, _)| known == path).map(|(_, title)| title.clone())
    };
    let Some(title) = title else {
        return Err(Failure::misuse(format!("{} was not read", path.display()), "name it once"));
    };
    output::remark(&format!("{}: playing by the laws of all games, which takes a while", path.display()));
    // A broken law panics, and `check` catches it: silence the message.
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    // Drawn only if standard error is a terminal.
    let bar = ProgressBar::new(0);
    bar.set_style(
        ProgressStyle::with_template("{bar:12} {pos} of {len} laws  {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let (count, broken) = sim_lua::check(&title, |held, all, law| {
        bar.set_length(all as u64);
        bar.set_position(held as u64);
        bar.set_message(law.replace('_', " "));
    });
    bar.finish_and_clear();
    std::panic::set_hook(before);
    let info = title.info();
    if broken.is_empty() {
        let (fewest, most) = info.players;
        let players = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
        return Ok(format!("a game for {players} players that keeps all {count} laws"));
    }
    let told = broken.iter().map(|one| {
        let complaint = one.complaint.replace('\n', "\n  ");
        let replay = one.deal().map_or_else(String::new, |deal| {
            let (game, seed) = (path.display(), Broken::SEED);
            format!("\n  replay it: sim replay --game {game} --seed {seed} --deal {deal} --strategies random")
        });
        format!("it breaks the law `{}`:\n  {complaint}{replay}", one.law)
    });
    let told: Vec<String> = told.collect();
    let help = "mend the file there; the guide to games in one file lists the laws";
    Err(Failure::misuse(format!("{}: {}", path.display(), told.join("\n")), help))
}
