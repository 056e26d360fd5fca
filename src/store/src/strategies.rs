use std::{
    num::NonZeroU32,
    path::{Path, PathBuf},
};

use crate::{
    Error, FolderLock, Program,
    files::{is_device, read_text, toml_files, write_new},
    panels::panel,
};
use sim_engine::text::suggestion;
use sim_lab::{
    number::count,
    panel::{BEGINNERS, PANEL},
    player::{Origin, Player, archetypes},
};
use sim_play::Entry;
use sim_script::{Search, search};

/// Names reserved by pages of `sim show`.
pub const PAGES: [&str; 4] = ["rules", "settings", "features", PANEL];

#[derive(Debug, thiserror::Error)]
pub enum StrategyError {
    #[error("`{0}` cannot be a strategy's name")]
    NoName(String),
    #[error("`{0}` cannot be a strategy's name: it names a device in Windows")]
    Device(String),
    #[error("`{0}` cannot be a strategy's name: `sim show {0}` shows the {0} of a game")]
    Page(String),
    #[error("`{0}` is the name of a shipped strategy")]
    Shipped(String),
    #[error("no strategy `{name}` for {game}")]
    Unknown { name: String, game: &'static str, near: String },
    #[error("the param `{param}` of `{strategy}` has no value")]
    NoValue { strategy: String, param: String },
    #[error("`{}` has no number of imagined games", search::NAME)]
    NoCount,
    #[error("`{0}` imagined games are too many")]
    TooMany(String),
    #[error("`{0}` is no number of imagined games")]
    NoNumber(String),
    #[error("a search imagines at least one game")]
    Nothing,
    #[error("the games that a search imagines cannot be played by `{0}`")]
    NoBase(String),
}

impl StrategyError {
    pub fn help(&self) -> String {
        match self {
            StrategyError::NoName(_) => "use small letters, digits and hyphens".to_owned(),
            StrategyError::Device(_) | StrategyError::Shipped(_) => "choose another name".to_owned(),
            StrategyError::Page(name) => format!("choose another name, as my-{name}"),
            StrategyError::Unknown { near, .. } => {
                let joint = if near.ends_with('?') { " A" } else { "; a" };
                format!("{near}{joint} file is named with its ending, my-plan.toml")
            }
            StrategyError::NoValue { strategy, param } => format!("write {strategy}:{param}=VALUE"),
            StrategyError::NoCount
            | StrategyError::TooMany(_)
            | StrategyError::NoNumber(_)
            | StrategyError::Nothing
            | StrategyError::NoBase(_) => {
                format!(
                    "write {0}:N, {0}:N:STRATEGY or {0}:N:STRATEGY@RIVALS, as in {0}:200:{1}",
                    search::NAME,
                    search::DEFAULT
                )
            }
        }
    }
}

/// Warns that a designer's own file overrides a shipped strategy of its name, if it does.
pub fn eclipse(entry: &Entry, player: &Player) -> Option<String> {
    let name = player.base.as_str();
    let own = Origin::File(local_path(entry, name).display().to_string());
    if player.origin != own || !is_shipped(entry, name) {
        return None;
    }
    // The default supplies what other files omit, and for that the shipped one stays in force.
    let is_default = entry.shipped().first().is_some_and(|shipped| shipped.name == name);
    let but = if is_default { ", though not for what other files leave out" } else { "" };
    Some(format!("{} goes before the shipped `{name}`{but}", player.path()))
}

pub fn is_shipped(entry: &Entry, name: &str) -> bool {
    name == "random" || entry.files().any(|shipped| shipped.name == name)
}

/// Whether a text equals the shipped strategy of this name, as in a clone of the project.
fn is_untouched(entry: &Entry, name: &str, text: &str) -> bool {
    entry.files().any(|shipped| shipped.name == name && shipped.text == text)
}

/// Sorted names of the designer's own strategies in `./strategies/<game>/`.
pub fn own(entry: &Entry) -> Vec<String> {
    let files = toml_files(&Path::new("strategies").join(entry.info().name));
    let mut names: Vec<String> = files
        .iter()
        .filter_map(|path| {
            let name = path.file_stem()?.to_str().filter(|name| *name != PANEL)?;
            let is_untouched = |text: String| is_untouched(entry, name, &text);
            (!read_text(path).is_ok_and(is_untouched)).then(|| name.to_owned())
        })
        .collect();
    names.sort_unstable();
    names
}

/// Loads a strategy by file or name; a file in `./strategies/<game>/` overrides a shipped one. Values of its params
/// may follow: `raider:spice=3:late=2`.
///
/// `search:200:raider` searches with rollouts of the strategy after its number; `search:200:raider@default+random`
/// also draws the model of each rival from the strategies after the `@`.
pub fn load(entry: &Entry, word: &str) -> Result<Player, Error> {
    load_beside(entry, word, &[])
}

/// [`load`] with further names that the caller accepts; they only serve to suggest a correction.
pub fn load_beside(entry: &Entry, word: &str, names: &[&str]) -> Result<Player, Error> {
    if let Some(rest) = word.strip_prefix(search::NAME)
        && (rest.starts_with(':') || rest.is_empty() && !local_path(entry, word).is_file())
    {
        return searching(entry, word);
    }
    let (name, values) = taken_apart(word);
    let base = find(entry, name, names)?;
    if values.is_empty() { Ok(base) } else { Ok(base.with_params(entry, &values)?) }
}

/// Loads a list of strategies: `panel` expands to the game's panel, `beginners` to its archetypes.
pub fn load_all(entry: &Entry, words: &[String]) -> Result<Vec<Player>, Error> {
    let mut players = Vec::new();
    for word in words {
        match word.as_str() {
            PANEL => players.extend(panel(entry, PANEL)?.players),
            BEGINNERS => players.extend(load_all(entry, &archetypes(entry))?),
            word => players.push(load_beside(entry, word, &[PANEL, BEGINNERS])?),
        }
    }
    Ok(players)
}

fn searching(entry: &Entry, word: &str) -> Result<Player, Error> {
    let text = word.split(':').nth(1).unwrap_or_default();
    let (base, rivals) = Search::names_in(word);
    let iterations = match count(text).ok().map(u32::try_from) {
        _ if text.is_empty() => return Err(StrategyError::NoCount.into()),
        Some(Ok(iterations)) => NonZeroU32::new(iterations).ok_or(StrategyError::Nothing)?,
        Some(Err(_)) => return Err(StrategyError::TooMany(text.to_owned()).into()),
        None => return Err(StrategyError::NoNumber(text.to_owned()).into()),
    };
    let plain = |word: &str| match load(entry, word)? {
        player if player.strategy.search().is_none() => Ok(player),
        _ => Err(Error::from(StrategyError::NoBase(word.to_owned()))),
    };
    let by = plain(base)?;
    let rivals = rivals.into_iter().map(plain).collect::<Result<_, _>>()?;
    Ok(by.searching(iterations, rivals).ok_or_else(|| StrategyError::NoBase(base.to_owned()))?)
}

fn find(entry: &Entry, name: &str, beside: &[&str]) -> Result<Player, Error> {
    check_name(name)?;
    if name.ends_with(".toml") {
        let path = PathBuf::from(name);
        let text = read_text(&path)?;
        return read(entry, name, &path, &text);
    }
    let local = local_path(entry, name);
    if !name.is_empty() && !name.contains(['/', '\\']) && local.is_file() {
        let text = read_text(&local)?;
        if !is_untouched(entry, name, &text) {
            return read(entry, name, &local, &text);
        }
    }
    if let Some(player) = Player::shipped(entry, name)? {
        return Ok(player);
    }
    if let Some((name, param)) = name.split_once(':') {
        return Err(StrategyError::NoValue { strategy: name.to_owned(), param: param.to_owned() }.into());
    }
    let known = entry.files().map(|shipped| shipped.name).chain(["random"]);
    let near = suggestion(name, known.chain(beside.iter().copied()));
    Err(StrategyError::Unknown { name: name.to_owned(), game: entry.info().name, near }.into())
}

/// Splits a name from the params after it. The colon of a Windows drive does not count.
fn taken_apart(word: &str) -> (&str, Vec<(&str, &str)>) {
    let (mut name, mut values) = (word, Vec::new());
    while let Some((before, last)) = name.rsplit_once(':')
        && let Some((param, value)) = last.split_once('=')
        && !param.contains(['/', '\\'])
    {
        values.insert(0, (param.trim(), value.trim()));
        name = before;
    }
    (name, values)
}

pub fn local_path(entry: &Entry, name: &str) -> PathBuf {
    Path::new("strategies").join(entry.info().name).join(format!("{name}.toml"))
}

/// The path of a new strategy with this name.
///
/// # Errors
/// When the name is invalid, or belongs to a shipped strategy or an existing file.
pub fn new_path(entry: &Entry, name: &str) -> Result<PathBuf, Error> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(StrategyError::NoName(name.to_owned()).into());
    }
    if is_device(name) {
        return Err(StrategyError::Device(name.to_owned()).into());
    }
    check_name(name)?;
    if is_shipped(entry, name) {
        return Err(StrategyError::Shipped(name.to_owned()).into());
    }
    let path = local_path(entry, name);
    if is_taken(&path) { Err(Error::Exists(path)) } else { Ok(path) }
}

/// The folder of a new population with this name.
///
/// # Errors
/// Those of [`new_path`].
pub fn new_folder(entry: &Entry, name: &str) -> Result<PathBuf, Error> {
    let folder = new_path(entry, name)?.with_extension("");
    if is_taken(&folder) { Err(Error::Exists(folder)) } else { Ok(folder) }
}

/// Refuses the names of pages: `sim show` could not show such a strategy.
///
/// # Errors
/// [`StrategyError::Page`]
pub fn check_name(name: &str) -> Result<(), StrategyError> {
    if PAGES.contains(&name) { Err(StrategyError::Page(name.to_owned())) } else { Ok(()) }
}

/// Locks the path of a new strategy for this program: two searches would resume from each other's state, and one of
/// them could not write its result.
///
/// # Errors
/// [`Error::Held`], and [`Error::Exists`] if another program wrote it before it released the lock.
pub fn claim(path: &Path) -> Result<Option<FolderLock>, Error> {
    let hold = FolderLock::of(path)?;
    if is_taken(path) { Err(Error::Exists(path.to_owned())) } else { Ok(hold) }
}

/// A dangling link blocks a file too.
fn is_taken(path: &Path) -> bool {
    path.exists() || path.is_symlink()
}

/// Writes a new strategy, with the program's own name in its commands, and never over another.
pub fn write(path: &Path, text: &str, program: &Program) -> Result<(), Error> {
    write_new(path, program.own(text).as_bytes())
}

fn read(entry: &Entry, named: &str, path: &Path, text: &str) -> Result<Player, Error> {
    let base = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    check_name(&base)?;
    Ok(Player::read(entry, &base, named, &path.display().to_string(), text)?)
}

#[cfg(test)]
mod tests {
    use super::taken_apart;

    #[test]
    fn values_stand_behind_colons_and_drives_do_not() {
        for (word, name, values) in [
            ("raider", "raider", &[][..]),
            ("raider:spice=3", "raider", &[("spice", "3")]),
            ("A/x.toml:late=-2:spice=.5", "A/x.toml", &[("late", "-2"), ("spice", ".5")]),
            (r"C:\x=1\mine.toml", r"C:\x=1\mine.toml", &[]),
            (r"C:\mine.toml:spice=3", r"C:\mine.toml", &[("spice", "3")]),
            ("raider:spice", "raider:spice", &[]),
        ] {
            assert_eq!(taken_apart(word), (name, values.to_vec()), "{word}");
        }
    }
}
