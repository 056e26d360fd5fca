//! A game file before its settings are fixed.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    LuaGame, ON_FAILURE, data,
    declaration::{Declaration, Seen},
    vm::{self, Feature, File},
};
use sim_engine::{Info, Luck, SettingError, Settings, luck::hash_name, settings, text::FileError};
use sim_script::{Script, Shipped, ShippedPanel, Title, Vocabulary};

/// File extension of game files.
pub const SUFFIX: &str = ".lua";

/// Largest file size.
const MOST_BYTES: usize = 1 << 20;

pub(crate) struct Inner {
    pub file: Arc<File>,
    pub declaration: Arc<Declaration>,
    pub info: &'static Info,
    pub vocabulary: &'static Vocabulary,
    /// Context features that the file computes, by name, and the sources of each decision's features.
    pub context: Vec<String>,
    pub features: Vec<Vec<Feature>>,
    shipped: &'static [Shipped],
    panel: ShippedPanel,
    pub hidden: &'static [&'static str],
    pub not_conserved: &'static [&'static str],
    pub only_taken: &'static [&'static str],
    /// The possible word answers.
    pub forms: &'static [&'static str],
    failure: Mutex<Option<FileError>>,
}

/// A parsed game file; clones share it.
#[derive(Clone)]
pub struct LuaTitle(pub(crate) Arc<Inner>);

/// Companion files of a game file, as pairs of name and text.
#[derive(Debug, Default)]
pub struct Beside {
    /// The designer's strategies.
    pub strategies: Vec<(String, String)>,
    /// The text of `panel.toml`; empty if there is none.
    pub panel: String,
    /// Members of the panel that are not among `strategies`.
    pub members: Vec<(String, String)>,
}

/// Reads a game file.
///
/// # Errors
/// The first error in the file, with its place.
pub fn read(origin: &str, text: &str, beside: &Beside) -> Result<LuaTitle, FileError> {
    let name =
        Path::new(origin).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !is_name {
        let help = "rename the file: small letters, digits and -, beginning with a letter";
        return Err(FileError::at(origin, text, 0, format!("`{name}` cannot be the name of a game"), help));
    }
    if text.len() > MOST_BYTES {
        return Err(FileError::at(
            origin,
            text,
            0,
            "the file is larger than a megabyte",
            "take data out of it",
        ));
    }
    let file = Arc::new(File { origin: origin.to_owned(), name, text: text.to_owned() });
    let declaration = vm::declare(&file)?;
    let info = data::info(&file.name, &declaration);
    // The data file must accept whatever the declaration accepts.
    settings::parse(origin, info.data_file).map_err(|error| {
        FileError::at(
            origin,
            text,
            0,
            format!("the numbers and components make no data file: {}", error.message),
            error.help,
        )
    })?;
    let (vocabulary, context, features) = data::vocabulary(&file.name, &declaration);
    let mut inner = Inner {
        hidden: kept(crate::state::hidden_words(&declaration)),
        not_conserved: &[],
        only_taken: kept(declaration.kinds.iter().map(|kind| kind.name.clone()).collect()),
        forms: kept(declaration.decisions.iter().flat_map(|decision| decision.words.clone()).collect()),
        declaration: Arc::new(declaration),
        info,
        vocabulary,
        context,
        features,
        shipped: &[],
        panel: ShippedPanel::NONE,
        failure: Mutex::new(None),
        file,
    };
    inner.shipped = shipped(&inner, &beside.strategies)?;
    inner.panel = ShippedPanel {
        text: Box::leak(beside.panel.clone().into_boxed_str()),
        members: kept_files(beside.members.clone()),
        responses: &[],
    };
    let title = LuaTitle(Arc::new(inner));
    title.try_out()
}

fn kept(words: Vec<String>) -> &'static [&'static str] {
    let words: Vec<&'static str> = words.into_iter().map(|word| &*Box::leak(word.into_boxed_str())).collect();
    Box::leak(words.into_boxed_slice())
}

/// The strategies of the file and of its folder, `default` first. Generates `default` and `greedy` if they are
/// missing.
fn shipped(inner: &Inner, beside: &[(String, String)]) -> Result<&'static [Shipped], FileError> {
    let mut all: Vec<(String, String)> = Vec::new();
    for (name, text) in &inner.declaration.strategies {
        let head = if text.contains("format") {
            String::new()
        } else {
            format!("format = 1\ngame = \"{}\"\n", inner.file.name)
        };
        all.push((name.clone(), head + text));
    }
    for (name, text) in beside {
        if all.iter().any(|(known, _)| known == name) {
            let help = "keep one of them";
            let message = format!("the strategy `{name}` stands in this file, and in a file of its own");
            return Err(FileError::at(&inner.file.origin, &inner.file.text, 0, message, help));
        }
        all.push((name.clone(), text.clone()));
    }
    for (name, about, score) in [
        ("default", "Takes any answer, each as likely as another, and the least of amounts.", "0"),
        ("greedy", "Takes what gains most points at once.", "gain"),
    ] {
        if !all.iter().any(|(known, _)| known == name) {
            all.push((name.to_owned(), data::strategy(&inner.file.name, inner.vocabulary, about, score)));
        }
    }
    all.sort_by_key(|(name, _)| name != "default");
    let mut default = None;
    for (name, text) in &all {
        let is_own = inner.declaration.strategies.iter().any(|(own, _)| own == name);
        let origin =
            if is_own { format!("{}, strategies.{name}", inner.file.origin) } else { format!("{name}.toml") };
        let script = Script::parse(inner.vocabulary, name, &origin, text, &[], default.as_ref())?;
        default.get_or_insert(script);
    }
    Ok(kept_files(all))
}

fn kept_files(files: Vec<(String, String)>) -> &'static [Shipped] {
    let shipped = files.into_iter().map(|(name, text)| Shipped {
        name: Box::leak(name.into_boxed_str()),
        text: Box::leak(text.into_boxed_str()),
    });
    Box::leak(shipped.collect::<Vec<_>>().into_boxed_slice())
}

impl LuaTitle {
    /// The first failure during a game, if there was one.
    pub fn failure(&self) -> Option<FileError> {
        self.0.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records a failed function of the file, and calls the handler.
    pub(crate) fn fail(&self, error: FileError) {
        if let Some(handler) = ON_FAILURE.get() {
            handler(&error);
        }
        self.0.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Deals one game at each number of players, so that reading the file finds mistakes in `setup` and `turn`.
    /// Also finds the kinds of components that come into play only in part.
    fn try_out(self) -> Result<LuaTitle, FileError> {
        let settings = settings::parse("data.toml", self.0.info.data_file)?;
        let (fewest, most) = self.0.info.players;
        let mut partly: Vec<String> = Vec::new();
        for players in fewest..=most {
            let game = LuaGame::open(&self, &settings, players)?;
            let dealt = game.dealt(&Luck::new(0, 0))?;
            for kind in &self.0.declaration.kinds {
                if !partly.contains(&kind.name) && !game.is_whole(&dealt, &kind.name) {
                    partly.push(kind.name.clone());
                }
            }
        }
        let mut inner =
            Arc::into_inner(self.0).ok_or_else(|| FileError::at("", "", 0, "the game is in use", ""))?;
        inner.not_conserved = kept(partly);
        Ok(LuaTitle(Arc::new(inner)))
    }

    /// Whether the game hides anything from a seat.
    pub(crate) fn hides(&self) -> bool {
        let declaration = &self.0.declaration;
        declaration.zones.iter().any(|zone| zone.seen != Seen::Open)
            || declaration.fields.iter().any(|field| field.own)
    }
}

impl Title for LuaTitle {
    type Game = LuaGame;

    fn info(&self) -> &'static Info {
        self.0.info
    }

    fn edition(&self) -> String {
        format!("{} {:016x}", self.0.info.name, hash_name(&self.0.file.text))
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        self.0.vocabulary
    }

    fn shipped(&self) -> &'static [Shipped] {
        self.0.shipped
    }

    fn panel(&self) -> ShippedPanel {
        self.0.panel
    }

    fn set_up(&self, settings: &Settings, players: usize) -> Result<LuaGame, SettingError> {
        let game = LuaGame::open(self, settings, players);
        let game =
            game.map_err(|error| SettingError::new(error.to_string(), "change the settings, or the file"))?;
        // Settings that cannot be dealt are refused.
        game.dealt(&Luck::new(0, 0))
            .map_err(|error| SettingError::new(error.to_string(), "change the settings, or the file"))?;
        Ok(game)
    }
}
