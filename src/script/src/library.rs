//! Strategies by name: the shipped ones, and a designer's own files.

use super::{Never, Plan, Script, Search, Shipped, Title, never, plan, random, script, script::Template};
use sim_engine::text::FileError;

/// Baselines. A run that names no strategies leaves them out.
pub const BASELINES: [&str; 5] = ["default", "greedy", "expert", "champion", "random"];

/// A player for a seat.
#[derive(Debug, Clone)]
pub enum Strategy {
    /// Every legal answer is equally likely.
    Random,
    /// Formulas of a strategy file.
    Script(Box<Script>),
    /// Imagined games, played by another strategy.
    Search(Box<Search>),
}

impl Strategy {
    pub fn name(&self) -> &str {
        match self {
            Strategy::Random => "random",
            Strategy::Script(script) => &script.name,
            Strategy::Search(search) => search.name(),
        }
    }

    pub fn about(&self) -> &str {
        match self {
            Strategy::Random => random::ABOUT,
            Strategy::Script(script) => &script.about,
            Strategy::Search(search) => search.about(),
        }
    }

    /// The script of its file; a search has that of its base.
    #[inline]
    pub fn script(&self) -> Option<&Script> {
        match self {
            Strategy::Random => None,
            Strategy::Script(script) => Some(script),
            Strategy::Search(search) => search.base().script(),
        }
    }

    /// The text of its file.
    pub fn text(&self) -> Option<&str> {
        self.script().map(|script| script.text.as_str())
    }

    /// The text of the strategy at a table of `players`. It differs from the file if the file has learned
    /// sections for that number of players.
    pub fn text_at(&self, players: usize) -> Option<&str> {
        self.script().map(|script| script.at(players).text.as_str())
    }

    pub fn params(&self) -> &[script::Param] {
        self.script().map_or(&[], Script::params)
    }

    /// A warning about a declaration that the file does not use.
    pub fn unused(&self) -> Option<&FileError> {
        self.script()?.unused()
    }

    /// The decisions that the file leaves to the game's default.
    pub fn from_default(&self) -> Vec<String> {
        self.script().map_or_else(Vec::new, |script| script.from_default().map(str::to_owned).collect())
    }

    /// Whether its formulas read no feature.
    pub fn reads_nothing(&self) -> bool {
        self.script().is_some_and(Script::reads_nothing)
    }

    /// The bans of its file, if it has any; a search has those of its base.
    #[inline]
    pub fn never(&self) -> Option<&Never> {
        self.script()?.never()
    }

    /// The plan of its file, if it has one.
    pub fn plan(&self) -> Option<&Plan> {
        match self {
            Strategy::Script(script) => script.plan(),
            Strategy::Random | Strategy::Search(_) => None,
        }
    }

    pub fn search(&self) -> Option<&Search> {
        match self {
            Strategy::Search(search) => Some(search),
            Strategy::Random | Strategy::Script(_) => None,
        }
    }
}

/// Reads a strategy file. The game's shipped default fills in what it leaves out.
///
/// # Errors
/// The first error in the file.
pub fn read(title: &impl Title, name: &str, origin: &str, text: &str) -> Result<Strategy, FileError> {
    tuned(title, name, origin, text, &[])
}

/// Reads a strategy file with other values for some of its params.
///
/// # Errors
/// Those of [`read`]; an unknown param, or a value outside its range.
pub fn tuned(
    title: &impl Title,
    name: &str,
    origin: &str,
    text: &str,
    params: &[(String, f64)],
) -> Result<Strategy, FileError> {
    let default = default_for(title, text)?;
    let vocabulary = title.vocabulary();
    let script = Script::parse(vocabulary, name, origin, text, params, default.as_ref())?;
    if script.never().is_some() {
        never::check(title, origin, text, script::bans(origin, text, vocabulary)?.into_iter())?;
    }
    let aims = script.plan().map_or(&[][..], Plan::aims);
    if aims.iter().any(|(word, _)| !plan::needs_no_game(title.info(), word)) {
        plan::check(title, origin, text, script::plan(origin, text, vocabulary)?.into_iter())?;
    }
    Ok(Strategy::Script(Box::new(script)))
}

/// Reads a strategy file for many values of its params.
pub fn template(title: &impl Title, name: &str, origin: &str, text: &str) -> Result<Template, FileError> {
    let template = Template::read(title.vocabulary(), name, origin, text, default_for(title, text)?)?;
    never::check(title, origin, text, template.bans())?;
    plan::check(title, origin, text, template.plan())?;
    Ok(template)
}

/// The script that fills in what a file with this text leaves out; none for the default itself.
fn default_for(title: &impl Title, text: &str) -> Result<Option<Script>, FileError> {
    let default = title.shipped().first().filter(|shipped| shipped.text != text);
    let parse = |shipped: &Shipped| {
        Script::parse(title.vocabulary(), shipped.name, shipped.name, shipped.text, &[], None)
    };
    default.map(parse).transpose()
}

/// A shipped strategy, a member of the shipped panel, or `random`; `None` if there is none of this name.
///
/// # Errors
/// When a shipped file has an error, which a test rules out.
pub fn shipped(title: &impl Title, name: &str) -> Result<Option<Strategy>, FileError> {
    if name == "random" {
        return Ok(Some(Strategy::Random));
    }
    let found = title.shipped().iter().chain(title.panel().members).find(|shipped| shipped.name == name);
    found.map(|shipped| read(title, name, &format!("{name}.toml"), shipped.text)).transpose()
}
