//! The one list of games. A new game adds a line to `games!`, and nothing else knows it by name.

#[cfg(test)]
mod reports;
#[cfg(test)]
mod tests;

use std::{io, marker::PhantomData, marker::Sync, num::NonZeroU32, ops::Range};

use crate::{
    experiment::{self, Arm, ArmError, Contest, Inputs, Opened, Play, Rules, Score, Seats, Sink, Twice},
    play::{
        Schedule,
        transcript::{self, Telling},
    },
    rules::{Component, Info, ParamError, Params, params},
    strategy::{Scripted, Search, Shipped, Strategy, Vocabulary, library, script::Template},
    tables::Table,
    tally::{Frame, Tally},
    text::{FileError, suggestion},
};

/// Calls a macro with the type of every game.
#[macro_export]
#[doc(hidden)]
macro_rules! games {
    ($with:ident) => {
        $with! {
            $crate::rules::critter_kitchen::CritterKitchen,
            $crate::rules::delectable::Delectable,
            $crate::rules::la_bistro::LaBistro,
            $crate::rules::restaurant_row::RestaurantRow,
            $crate::rules::restauranteur::Restauranteur,
        }
    };
}
pub use games;

macro_rules! entries {
    ($($game:ty),+ $(,)?) => {
        /// The games, in the order of the listing.
        pub static GAMES: &[&dyn Entry] = &[$(&Of::<$game>(PhantomData)),+];
    };
}
games!(entries);

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn Entry> {
    GAMES.iter().copied().find(|entry| entry.info().name == name)
}

/// A game before its rules are fixed.
pub trait Entry: Sync {
    fn info(&self) -> &'static Info;
    fn rules_page(&self) -> &'static str;
    fn data_file(&self) -> &'static str;
    fn vocabulary(&self) -> &'static Vocabulary;
    fn shipped(&self) -> &'static [Shipped];

    /// Name and question of every analysis that the game publishes.
    fn analyses(&self) -> Vec<(&'static str, &'static str)>;

    /// Every number and ruling at its default.
    ///
    /// # Errors
    /// When the game's own data file is wrong, which a test rules out.
    fn params(&self) -> Result<Params, FileError>;

    /// A shipped strategy, or `random`.
    ///
    /// # Errors
    /// When a shipped file is wrong, which a test rules out.
    fn shipped_strategy(&self, name: &str) -> Result<Option<Strategy>, FileError>;

    /// A strategy from the text of a file, with other values for some of its params.
    ///
    /// # Errors
    /// The first place that is not as it should be.
    fn read_strategy(
        &self,
        name: &str,
        origin: &str,
        text: &str,
        params: &[(String, f64)],
    ) -> Result<Strategy, FileError>;

    /// A strategy file whose params are to be given many values.
    ///
    /// # Errors
    /// The first place that is not as it should be.
    fn template(&self, name: &str, origin: &str, text: &str) -> Result<Template, FileError>;

    /// The game with its rules fixed, for a table of `players`.
    ///
    /// # Errors
    /// When the values contradict each other.
    fn open(&self, params: &Params, players: usize) -> Result<Box<dyn Opened>, ParamError>;

    /// The game with its rules and its table fixed.
    ///
    /// # Errors
    /// When the values contradict each other, or the strategies fill no table.
    fn arm(&self, rules: &Rules, seats: Seats) -> Result<Arm, ArmError> {
        let game = self.open(&rules.params, seats.players)?;
        Arm::new((self.info(), self.shipped()), game, rules, seats)
    }

    /// The same with the first strategy against a field of the others.
    ///
    /// # Errors
    /// When the values contradict each other, or the field fills no table.
    fn entering(&self, rules: &Rules, seats: Seats) -> Result<Arm, ArmError> {
        let game = self.open(&rules.params, seats.players)?;
        Arm::entering((self.info(), self.shipped()), game, rules, seats)
    }

    /// The same with the strategies at all tables that they can fill, or at a sample of them, for a tournament of
    /// so many games.
    ///
    /// # Errors
    /// When the values contradict each other, or the strategies fill no table.
    fn meeting(&self, rules: &Rules, seats: Seats, games: u64) -> Result<Arm, ArmError> {
        let game = self.open(&rules.params, seats.players)?;
        Arm::of_meetings((self.info(), self.shipped()), game, rules, seats, games)
    }
}

/// The arm of stored inputs.
///
/// # Errors
/// When this program does not play them as they were played.
pub fn reopen(inputs: &Inputs) -> Result<Arm, ArmError> {
    let error = |message: String, help: String| ArmError { message, help };
    let Inputs { rules: stored, seed, lineup, entrant, strategies, .. } = inputs;
    let Some(entry) = find(&stored.game) else {
        let help = suggestion(&stored.game, GAMES.iter().map(|entry| entry.info().name));
        return Err(error(format!("no game `{}`", stored.game), help));
    };
    let mut params = entry.params()?;
    for preset in &stored.presets {
        params.apply_preset(preset)?;
    }
    let data = stored.data.clone().map(|text| ("the stored data".to_owned(), text));
    if let Some((origin, text)) = &data {
        params.overlay(origin, text)?;
    }
    for change in &stored.set {
        let (path, value) = change.split_once('=').unwrap_or((change, ""));
        params.set(path, value)?;
    }
    let rules = Rules { params, presets: stored.presets.clone(), data, set: stored.set.clone() };
    let place = |name: &String| strategies.iter().position(|strategy| strategy.name == *name);
    let lineup: Option<Option<Vec<u8>>> =
        lineup.as_ref().map(|names| names.iter().map(|name| place(name).map(|at| at as u8)).collect());
    if lineup == Some(None) {
        return Err(error("the lineup names a strategy that is not there".to_owned(), String::new()));
    }
    let strategy = |stored: &experiment::StrategyEntry| {
        let iterations = stored.search.and_then(NonZeroU32::new);
        let name = iterations.map_or(&*stored.name, |_| Search::base_name(&stored.name));
        let base = match &stored.text {
            None => Strategy::Random,
            Some(text) => entry.read_strategy(name, name, text, &stored.params)?,
        };
        let search = iterations.and_then(|iterations| Search::new(iterations, base.clone()));
        Ok::<_, FileError>(search.map_or(base, Strategy::from))
    };
    let strategies = strategies.iter().map(strategy).collect::<Result<_, _>>()?;
    let seats = Seats { players: stored.players, strategies, lineup: lineup.flatten(), seed: *seed };
    let arm = match entrant {
        Some(_) => entry.entering(&rules, seats)?,
        None => entry.arm(&rules, seats)?,
    };
    if arm.inputs == *inputs {
        return Ok(arm);
    }
    Err(error(
        format!("{} was played by another build", entry.info().title),
        "play it again with this one, or use the build that wrote it".to_owned(),
    ))
}

/// The entry of a game type.
struct Of<G>(PhantomData<fn() -> G>);

impl<G: Scripted> Entry for Of<G> {
    fn info(&self) -> &'static Info {
        G::info()
    }

    fn rules_page(&self) -> &'static str {
        G::rules_page()
    }

    fn data_file(&self) -> &'static str {
        G::data_file()
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        G::vocabulary()
    }

    fn shipped(&self) -> &'static [Shipped] {
        G::shipped()
    }

    fn analyses(&self) -> Vec<(&'static str, &'static str)> {
        G::analyses().iter().map(|analysis| (analysis.name, analysis.about)).collect()
    }

    fn params(&self) -> Result<Params, FileError> {
        params::parse(&format!("{}/data.toml", G::info().name), G::data_file())
    }

    fn shipped_strategy(&self, name: &str) -> Result<Option<Strategy>, FileError> {
        library::shipped::<G>(name)
    }

    fn read_strategy(
        &self,
        name: &str,
        origin: &str,
        text: &str,
        params: &[(String, f64)],
    ) -> Result<Strategy, FileError> {
        library::tuned::<G>(name, origin, text, params)
    }

    fn template(&self, name: &str, origin: &str, text: &str) -> Result<Template, FileError> {
        library::template::<G>(name, origin, text)
    }

    fn open(&self, params: &Params, players: usize) -> Result<Box<dyn Opened>, ParamError> {
        let (fewest, most) = G::info().players;
        if !(fewest..=most).contains(&players) {
            return Err(ParamError::new(
                format!("{} is not played by {players}", G::info().title),
                format!("give --players {fewest} to {most}"),
            ));
        }
        let game = G::new(params, players).map_err(|error| params.locate(error))?;
        Ok(Box::new(Ready(game)))
    }
}

/// A game ready to be played.
struct Ready<G>(G);

impl<G: Scripted> Opened for Ready<G> {
    fn components(&self) -> &[Component] {
        self.0.components()
    }

    fn automa(&self) -> Option<&'static str> {
        self.0.automa()
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        G::vocabulary()
    }

    fn frame(&self, strategies: usize, schedule: &Schedule) -> Frame {
        experiment::frame(&self.0, strategies, schedule)
    }

    fn play(&self, arm: &Arm, deals: Range<u64>, prefix: Tally, sink: &mut dyn Sink) -> Tally {
        let Arm { frame, strategies, schedule, inputs, .. } = arm;
        Play { game: &self.0, frame, strategies, schedule, seed: inputs.seed }.run(deals, prefix, sink)
    }

    fn contests(&self, contests: &[Contest<'_>], seed: u64) -> Vec<Vec<Score>> {
        experiment::contests(&self.0, contests, seed)
    }

    fn twice(&self, arm: &Arm, deals: Range<u64>) -> Vec<Twice> {
        let Arm { strategies, schedule, inputs, .. } = arm;
        experiment::twice(&self.0, (strategies, schedule, inputs.seed), deals)
    }

    fn tell(&self, telling: &Telling<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        transcript::tell(&self.0, telling, out)
    }

    fn analyse(&self, name: &str, seed: u64, samples: u64) -> Option<Vec<Table>> {
        let analysis = G::analyses().iter().find(|analysis| analysis.name == name)?;
        Some((analysis.run)(&self.0, seed, samples).into_iter().map(Table::from).collect())
    }
}
