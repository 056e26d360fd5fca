//! The one list of games. A new game adds a line to `games!`, and nothing else knows it by name.

use std::{io, marker::PhantomData, marker::Sync};

use crate::{
    experiment::{self, Plan, Progress, RowSink},
    play::{
        Schedule,
        transcript::{self, Telling},
    },
    rules::{Component, Info, ParamError, Params, params},
    strategy::{Scripted, Shipped, Strategy, Vocabulary, library},
    tables::Exhibit,
    tally::Tally,
    text::FileError,
};

/// Calls a macro with the type of every game.
macro_rules! games {
    ($with:ident) => {
        $with! {
            crate::rules::critter_kitchen::CritterKitchen,
            crate::rules::delectable::Delectable,
            crate::rules::la_bistro::LaBistro,
        }
    };
}
#[cfg(test)]
pub(crate) use games;

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

    /// A strategy from the text of a file.
    ///
    /// # Errors
    /// The first place that is not as it should be.
    fn read_strategy(&self, name: &str, origin: &str, text: &str) -> Result<Strategy, FileError>;

    /// The game with its rules fixed, for a table of `players`.
    ///
    /// # Errors
    /// When the values contradict each other.
    fn open(&self, params: &Params, players: usize) -> Result<Box<dyn Opened>, ParamError>;
}

/// What a run plays, whatever the game.
pub struct RunPlan<'a> {
    pub strategies: &'a [Strategy],
    pub schedule: &'a Schedule,
    pub seed: u64,
    pub deals: u64,
}

/// A game whose rules are fixed.
pub trait Opened: Sync {
    fn components(&self) -> &[Component];

    /// The opponent that holds no seat, if one plays.
    fn automa(&self) -> Option<&'static str>;

    /// Plays the deals of a plan; see [`experiment::run`].
    fn run(
        &self,
        plan: &RunPlan<'_>,
        progress: &Progress,
        folded: &mut (dyn FnMut(&Tally) + Send),
        rows: Option<&mut RowSink<'_>>,
    ) -> Tally;

    /// Tells one game; see [`transcript::tell`].
    ///
    /// # Errors
    /// When the telling cannot be written.
    fn tell(&self, telling: &Telling<'_>, out: &mut dyn io::Write) -> io::Result<()>;

    /// The tables of an analysis under these rules; none where the game publishes no such one.
    fn analyse(&self, name: &str, seed: u64, samples: u64) -> Option<Vec<Exhibit>>;
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

    fn read_strategy(&self, name: &str, origin: &str, text: &str) -> Result<Strategy, FileError> {
        library::read::<G>(name, origin, text)
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
        Ok(Box::new(Table(game)))
    }
}

/// A game ready to be played.
struct Table<G>(G);

impl<G: Scripted> Opened for Table<G> {
    fn components(&self) -> &[Component] {
        self.0.components()
    }

    fn automa(&self) -> Option<&'static str> {
        self.0.automa()
    }

    fn run(
        &self,
        plan: &RunPlan<'_>,
        progress: &Progress,
        folded: &mut (dyn FnMut(&Tally) + Send),
        rows: Option<&mut RowSink<'_>>,
    ) -> Tally {
        let plan = Plan {
            game: &self.0,
            strategies: plan.strategies,
            schedule: plan.schedule,
            seed: plan.seed,
            deals: plan.deals,
        };
        experiment::run(&plan, progress, folded, rows)
    }

    fn tell(&self, telling: &Telling<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        transcript::tell(&self.0, telling, out)
    }

    fn analyse(&self, name: &str, seed: u64, samples: u64) -> Option<Vec<Exhibit>> {
        let analysis = G::analyses().iter().find(|analysis| analysis.name == name)?;
        Some((analysis.run)(&self.0, seed, samples).into_iter().map(Exhibit::from).collect())
    }
}
