//! A game with its type erased, for code that does not depend on the types of games.

use std::{
    ops::{Deref, Range},
    sync::{Mutex, PoisonError},
};

use sim_engine::{Component, Game, Info, SettingError, Settings, analysis::Table, settings, text::FileError};
use sim_script::{Scripted, Shipped, ShippedPanel, Strategy, Title, Vocabulary, library, script::Template};

use crate::{
    Schedule, Utility,
    arm::{
        self, Arm, ArmError, Contest, DealAgreement, OpenGame, PairedOutcome, Play, RolloutBatch, RolloutJob,
        Rules, SamplingJob, Score, Seats, Sink, Stop, Stopped, TrajectoryBatch,
    },
    fingerprint,
    tally::{Frame, Tally},
    transcript::{self, Transcript, TranscriptSpec},
    tree::{self, GameTree, Profile, TreeError},
};

/// A game before its rules are fixed, with its type erased: `pub static ENTRY: Entry = Entry::of(&TITLE);`.
///
/// This value instantiates all generic code of a game. A static is compiled once, in the crate that declares it, and
/// others refer to it by its address. A constant would be compiled in every crate that names it.
pub struct Entry(&'static dyn Erased);

impl Entry {
    /// Makes the entry of a game.
    pub const fn of<T: Title + Clone>(title: &'static T) -> Entry {
        Entry(title)
    }

    /// The strategy files that ship with the game, and the members of its panel.
    pub fn files(&self) -> impl Iterator<Item = &'static Shipped> + use<> {
        self.shipped().iter().chain(self.panel().members)
    }

    /// Makes an arm: the game with its rules and its table fixed.
    ///
    /// # Errors
    /// When settings contradict each other, or the strategies fill no table.
    pub fn arm(&self, rules: &Rules, seats: Seats) -> Result<Arm, ArmError> {
        let game = self.open(&rules.settings, seats.players)?;
        Arm::new((self.info(), self.shipped()), game, rules, seats)
    }

    /// Makes an arm of the first strategy against a field of the others.
    ///
    /// # Errors
    /// When settings contradict each other, or the field fills no table.
    pub fn entering(&self, rules: &Rules, seats: Seats) -> Result<Arm, ArmError> {
        let game = self.open(&rules.settings, seats.players)?;
        Arm::entering((self.info(), self.shipped()), game, rules, seats)
    }

    /// Makes an arm of a tournament of `games` games, at all possible tables or at a sample of them.
    ///
    /// # Errors
    /// When settings contradict each other, or the strategies fill no table.
    pub fn meeting(&self, rules: &Rules, seats: Seats, games: u64) -> Result<Arm, ArmError> {
        let game = self.open(&rules.settings, seats.players)?;
        Arm::of_meetings((self.info(), self.shipped()), game, rules, seats, games)
    }
}

impl Deref for Entry {
    type Target = dyn Erased;

    fn deref(&self) -> &(dyn Erased + 'static) {
        self.0
    }
}

/// The interface of an [`Entry`].
pub trait Erased: Sync {
    /// What the program knows about the game before one is set up.
    fn info(&self) -> &'static Info;
    /// Identifies how this build plays the game; see [`crate::fingerprint`].
    fn fingerprint(&self) -> String;
    /// Identifies the game and the text of its rules; see [`Title::edition`].
    fn edition(&self) -> String;
    /// Everything that a script may name.
    fn vocabulary(&self) -> &'static Vocabulary;
    /// The strategy files that ship with the game, `default` first.
    fn shipped(&self) -> &'static [Shipped];
    /// The strong players that ship with the game.
    fn panel(&self) -> ShippedPanel;
    /// The written questions that ship with the game.
    fn experiments(&self) -> &'static [Shipped];

    /// Name and question of every analysis that the game publishes.
    fn analyses(&self) -> Vec<(&'static str, &'static str)>;

    /// Every number and ruling at its default.
    ///
    /// # Errors
    /// When the game's own data file has an error, which a test rules out.
    fn settings(&self) -> Result<Settings, FileError>;

    /// A shipped strategy, or `random`.
    ///
    /// # Errors
    /// When a shipped file has an error, which a test rules out.
    fn shipped_strategy(&self, name: &str) -> Result<Option<Strategy>, FileError>;

    /// Reads a strategy from the text of a file; `params` replace values of the file.
    ///
    /// # Errors
    /// The first error in the file.
    fn read_strategy(
        &self,
        name: &str,
        origin: &str,
        text: &str,
        params: &[(String, f64)],
    ) -> Result<Strategy, FileError>;

    /// Reads a strategy file whose params will be given many values.
    ///
    /// # Errors
    /// The first error in the file.
    fn template(&self, name: &str, origin: &str, text: &str) -> Result<Template, FileError>;

    /// Opens the game with its rules fixed, for a table of `players`.
    ///
    /// # Errors
    /// When the game is not played by `players`, or settings contradict each other.
    fn open(&self, settings: &Settings, players: usize) -> Result<Box<dyn OpenGame>, SettingError>;
}

impl<T: Title + Clone + 'static> Erased for T {
    fn info(&self) -> &'static Info {
        Title::info(self)
    }

    fn fingerprint(&self) -> String {
        fingerprint(self)
    }

    fn edition(&self) -> String {
        Title::edition(self)
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        Title::vocabulary(self)
    }

    fn shipped(&self) -> &'static [Shipped] {
        Title::shipped(self)
    }

    fn panel(&self) -> ShippedPanel {
        Title::panel(self)
    }

    fn experiments(&self) -> &'static [Shipped] {
        Title::experiments(self)
    }

    fn analyses(&self) -> Vec<(&'static str, &'static str)> {
        Title::analyses(self).iter().map(|analysis| (analysis.name, analysis.about)).collect()
    }

    fn settings(&self) -> Result<Settings, FileError> {
        // Hundreds of arms start from these settings, and parsing them takes longer than the rest of opening an arm.
        static READ: Mutex<Vec<(&str, Settings)>> = Mutex::new(Vec::new());
        let info = Title::info(self);
        let text = info.data_file;
        // A thread that panics while it holds the lock leaves only complete values behind.
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, settings)) = read.iter().find(|(known, _)| *known == text) {
            return Ok(settings.clone());
        }
        let mut settings = settings::parse(&format!("{}/data.toml", info.name), text)?;
        settings.declare(info.objective, info.default_players);
        read.push((text, settings.clone()));
        Ok(settings)
    }

    fn shipped_strategy(&self, name: &str) -> Result<Option<Strategy>, FileError> {
        library::shipped(self, name)
    }

    fn read_strategy(
        &self,
        name: &str,
        origin: &str,
        text: &str,
        params: &[(String, f64)],
    ) -> Result<Strategy, FileError> {
        library::tuned(self, name, origin, text, params)
    }

    fn template(&self, name: &str, origin: &str, text: &str) -> Result<Template, FileError> {
        library::template(self, name, origin, text)
    }

    fn open(&self, settings: &Settings, players: usize) -> Result<Box<dyn OpenGame>, SettingError> {
        let info = Title::info(self);
        let (fewest, most) = info.players;
        if !(fewest..=most).contains(&players) {
            return Err(SettingError::new(
                format!("{} is not played by {players}", info.title),
                format!("give --players {fewest} to {most}"),
            ));
        }
        let game = self.set_up(settings, players).map_err(|error| settings.locate(error))?;
        Ok(Box::new(Ready { game, title: self.clone(), utility: Utility::new(info, settings.objective) }))
    }
}

struct Ready<T: Title> {
    game: T::Game,
    title: T,
    utility: Utility,
}

impl<T: Title> OpenGame for Ready<T> {
    fn utility(&self) -> Utility {
        self.utility
    }

    fn components(&self) -> &[Component] {
        self.game.components()
    }

    fn fingerprint(&self) -> String {
        fingerprint(&self.title)
    }

    fn automa(&self) -> Option<&'static str> {
        self.game.automa()
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        self.game.vocabulary()
    }

    fn frame(&self, strategies: usize, schedule: &Schedule) -> Frame {
        arm::frame(&self.game, strategies, schedule)
    }

    fn play(&self, arm: &Arm, deals: Range<u64>, prefix: Tally, sink: &mut dyn Sink) -> Tally {
        let Arm { frame, strategies, schedule, inputs, .. } = arm;
        let (game, objective) = (&self.game, self.utility.objective);
        Play { game, objective, frame, strategies, schedule, seed: inputs.seed }.run(deals, prefix, sink)
    }

    fn contests(&self, contests: &[Contest<'_>], seed: u64, stop: &Stop) -> Result<Vec<Vec<Score>>, Stopped> {
        arm::contests((&self.game, self.utility.objective), contests, seed, stop)
    }

    fn sample_trajectories(
        &self,
        job: &SamplingJob<'_>,
        seed: u64,
        stop: &Stop,
    ) -> Result<Vec<TrajectoryBatch>, Stopped> {
        arm::sample_trajectories((&self.game, self.utility.objective), job, seed, stop)
    }

    fn rollouts(&self, job: &RolloutJob<'_>, seed: u64, stop: &Stop) -> Result<Vec<RolloutBatch>, Stopped> {
        arm::rollouts((&self.game, self.utility.objective), job, seed, stop)
    }

    fn agreement(
        &self,
        strategies: &[&Strategy],
        schedule: &Schedule,
        seed: u64,
        deals: Range<u64>,
        stop: &Stop,
    ) -> Result<Vec<DealAgreement>, Stopped> {
        arm::agreement((&self.game, self.utility.objective), (strategies, schedule, seed), deals, stop)
    }

    fn twice(&self, arm: &Arm, deals: Range<u64>, stop: &Stop) -> Result<Vec<PairedOutcome>, Stopped> {
        let Arm { strategies, schedule, inputs, .. } = arm;
        arm::twice((&self.game, self.utility.objective), (strategies, schedule, inputs.seed), deals, stop)
    }

    fn is_enumerable(&self) -> bool {
        self.game.enumerate_deals().is_some()
    }

    fn enumerate(
        &self,
        seats: &[&Strategy],
        most_nodes: usize,
        stop: &Stop,
    ) -> Result<(GameTree, Profile), TreeError> {
        tree::enumerate((&self.game, self.utility), seats, most_nodes, stop)
    }

    fn write_transcript(&self, telling: &TranscriptSpec<'_>) -> Transcript {
        transcript::write_transcript((&self.game, self.utility.objective), telling)
    }

    fn analyse(&self, name: &str, seed: u64, samples: u64) -> Option<Vec<Table>> {
        let analysis = self.title.analyses().iter().find(|analysis| analysis.name == name)?;
        Some((analysis.run)(&self.game, seed, samples))
    }
}
