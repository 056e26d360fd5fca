//! Panels of strong players: the game's own, a designer's file, or a list of strategies.

use std::path::Path;

use serde::Serialize;
use sim_engine::text::list;
use sim_lab::{
    Refusal,
    panel::{PANEL, Panel, read},
};
use sim_play::Entry;

use crate::{
    Error, Program,
    files::read_text,
    folder::Draft,
    strategies::{load, load_all, local_path},
};

/// Loads a panel by name, file or members: `panel`, `mine.toml`, `expert,champion,mine.toml`. A file
/// `./strategies/<game>/panel.toml` overrides the shipped one. A file names its members as `--strategies` does;
/// paths are relative to the file.
///
/// # Errors
/// A file that cannot be read or is no panel of this game; fewer members than a panel needs; a game without a
/// panel.
pub fn panel(entry: &Entry, word: &str) -> Result<Panel, Error> {
    let local = local_path(entry, PANEL);
    let names = list::split(word);
    match &names[..] {
        [one] if one == PANEL && local.is_file() => from_file(entry, PANEL, &local),
        [one] if one == PANEL => shipped(entry),
        [one] if one.ends_with(".toml") => from_file(entry, word, Path::new(one)),
        _ => Ok(Panel::of(word.to_owned(), load_all(entry, &names)?)?),
    }
}

/// The game's panel of strong players, a designer's own before the shipped one; `None` if the game has none.
///
/// # Errors
/// Those of [`panel`].
pub fn usual(entry: &Entry) -> Result<Option<Panel>, Error> {
    let is_there = !entry.panel().text.is_empty() || local_path(entry, PANEL).is_file();
    is_there.then(|| panel(entry, PANEL)).transpose()
}

/// # Errors
/// Those of [`panel`].
pub fn of_file(entry: &Entry, path: &Path) -> Result<Panel, Error> {
    from_file(entry, &path.display().to_string(), path)
}

/// Writes the folder of a new population, with its members and its panel, whole or not at all.
///
/// # Errors
/// When it cannot be written.
pub fn write(
    folder: &Path,
    files: &[(String, String)],
    (manifest, inputs): (&impl Serialize, &str),
    program: &'static Program,
) -> Result<(), Error> {
    let mut draft = Draft::new(folder, program)?;
    for (name, text) in files {
        draft.write_text(name, text)?;
    }
    draft.finish(manifest, inputs).map(drop)
}

fn from_file(entry: &Entry, named: &str, path: &Path) -> Result<Panel, Error> {
    let text = read_text(path)?;
    let origin = path.display().to_string();
    if named == PANEL && text == entry.panel().text {
        // As in a clone of the project: its members are the shipped ones.
        return shipped(entry);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let (mut players, mut abouts) = (Vec::new(), Vec::new());
    for member in read(entry, &origin, &text).map_err(sim_lab::Error::from)? {
        let word = member.strategy.get_ref();
        let beside = folder.join(word);
        let is_path = word.ends_with(".toml");
        abouts.push(member.about.clone());
        players.push(load(entry, &if is_path { beside.display().to_string() } else { word.clone() })?);
    }
    Ok(Panel::new(named.to_owned(), players, abouts)?)
}

fn shipped(entry: &Entry) -> Result<Panel, Error> {
    let none = || {
        let message = format!("{} has no panel of strong players", entry.info().title);
        sim_lab::Error::from(Refusal::new(message, "name its players with --panel A,B,C"))
    };
    Ok(Panel::shipped(entry)?.ok_or_else(none)?)
}
