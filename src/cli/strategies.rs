//! Strategies as a command line names them: by file, or by name.

use std::path::{Path, PathBuf};

use super::{failure::Failure, game_args::read_text};
use crate::{
    catalogue::Entry,
    strategy::{Strategy, library::BASELINES},
    text::suggestion,
};

/// A strategy, and the file it was read from, if it is not a shipped one.
pub struct Loaded {
    pub strategy: Strategy,
    pub file: Option<PathBuf>,
}

impl Loaded {
    /// Where the strategy comes from, for a message.
    fn origin(&self) -> String {
        self.file.as_ref().map_or("a shipped one".to_owned(), |file| file.display().to_string())
    }

    /// Says that a designer's own file goes before a shipped strategy of its name, if it does.
    pub fn eclipse(&self, entry: &dyn Entry) -> Option<String> {
        let name = self.strategy.name();
        let file = self.file.as_ref().filter(|file| **file == local_path(entry, name))?;
        if !is_shipped(entry, name) {
            return None;
        }
        // The default decides what other files leave out, and there the shipped one stays in force.
        let is_default = entry.shipped().first().is_some_and(|shipped| shipped.name == name);
        let but = if is_default { ", though not for what other files leave out" } else { "" };
        Some(format!("{} goes before the shipped `{name}`{but}", file.display()))
    }

    /// Whether this is the other strategy under the same name.
    ///
    /// # Errors
    /// When the name is the same and the text is not: the tables could not tell them apart.
    pub fn is_same(&self, other: &Loaded) -> Result<bool, Failure> {
        if self.strategy.name() != other.strategy.name() {
            return Ok(false);
        }
        if self.strategy.text() == other.strategy.text() {
            return Ok(true);
        }
        Err(Failure::misuse(
            format!(
                "two strategies are called `{}`: {} and {}",
                self.strategy.name(),
                other.origin(),
                self.origin()
            ),
            "give one of the files another name",
        ))
    }
}

/// The shipped strategies that are plans rather than yardsticks.
pub fn archetypes(entry: &dyn Entry) -> Vec<String> {
    let names = entry.shipped().iter().map(|shipped| shipped.name);
    names.filter(|name| !BASELINES.contains(name)).map(str::to_owned).collect()
}

/// Whether a strategy of this name comes with the program.
pub fn is_shipped(entry: &dyn Entry, name: &str) -> bool {
    name == "random" || entry.shipped().iter().any(|shipped| shipped.name == name)
}

/// Whether a text is a strategy as it was shipped under this name, as in a clone of the project.
fn is_untouched(entry: &dyn Entry, name: &str, text: &str) -> bool {
    entry.shipped().iter().any(|shipped| shipped.name == name && shipped.text == text)
}

/// The names of the designer's own strategies in `./strategies/<game>/`, sorted.
pub fn own(entry: &dyn Entry) -> Vec<String> {
    let folder = Path::new("strategies").join(entry.info().name);
    // Most designers list games before they have a folder.
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let files = files.filter(|path| path.is_file() && path.extension().is_some_and(|end| end == "toml"));
    let mut names: Vec<String> = files
        .filter_map(|path| {
            let name = path.file_stem()?.to_str()?;
            let is_untouched = |text: String| is_untouched(entry, name, &text);
            (!std::fs::read_to_string(&path).is_ok_and(is_untouched)).then(|| name.to_owned())
        })
        .collect();
    names.sort_unstable();
    names
}

/// A strategy by file or by name; a file in `./strategies/<game>/` goes before a shipped one.
pub fn load(entry: &dyn Entry, name: &str) -> Result<Loaded, Failure> {
    if name.ends_with(".toml") {
        let path = PathBuf::from(name);
        let text = read_text(&path)?;
        return read(entry, path, &text);
    }
    let local = local_path(entry, name);
    if !name.is_empty() && !name.contains(['/', '\\']) && local.is_file() {
        let text = read_text(&local)?;
        if !is_untouched(entry, name, &text) {
            return read(entry, local, &text);
        }
    }
    if let Some(strategy) = entry.shipped_strategy(name)? {
        return Ok(Loaded { strategy, file: None });
    }
    let known = entry.shipped().iter().map(|shipped| shipped.name).chain(["random"]);
    let near = suggestion(name, known);
    let joint = if near.ends_with('?') { " A" } else { "; a" };
    let help = format!("{near}{joint} file is named with its ending, my-plan.toml");
    Err(Failure::misuse(format!("no strategy `{name}` for {}", entry.info().name), help))
}

/// Where a designer's own strategy of this name lies.
pub fn local_path(entry: &dyn Entry, name: &str) -> PathBuf {
    Path::new("strategies").join(entry.info().name).join(format!("{name}.toml"))
}

/// The strategy whose file holds this text.
fn read(entry: &dyn Entry, path: PathBuf, text: &str) -> Result<Loaded, Failure> {
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let strategy = entry.read_strategy(&name, &path.display().to_string(), text)?;
    Ok(Loaded { strategy, file: Some(path) })
}
