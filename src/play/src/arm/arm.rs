//! Inputs that are ready to be played.

use std::{fmt, ops::Range};

use super::{
    Contest, DealAgreement, Inputs, PairedOutcome, RolloutBatch, RolloutJob, Ruleset, SamplingJob, Score,
    Sink, Stop, Stopped, StrategyEntry, Subject, TrajectoryBatch,
};
use crate::{
    Schedule, Utility,
    tally::{Frame, Tally},
    transcript::{Transcript, TranscriptSpec},
    tree::{GameTree, Profile, TreeError},
};
use sim_engine::analysis::Table;
use sim_engine::{Component, Info, SettingError, Settings, text::FileError};
use sim_script::{Level, Shipped, Strategy, spec::Vocabulary};

/// A game with fixed settings, its type erased.
pub trait OpenGame: Send + Sync {
    fn utility(&self) -> Utility;

    fn components(&self) -> &[Component];

    /// Identifies how this build plays the game; see [`crate::fingerprint`].
    fn fingerprint(&self) -> String;

    /// The opponent without a seat, if one plays.
    fn automa(&self) -> Option<&'static str>;

    fn vocabulary(&self) -> &'static Vocabulary;

    /// The dimensions of a tally of this game, for this many strategies in these line-ups.
    fn frame(&self, strategies: usize, schedule: &Schedule) -> Frame;

    /// Plays deals of an arm of this game; see [`Arm::play`].
    fn play(&self, arm: &Arm, deals: Range<u64>, prefix: Tally, sink: &mut dyn Sink) -> Tally;

    /// The score of each deal of each contest; the same for any number of threads.
    ///
    /// # Errors
    /// When stopped before the last game ended, like [`OpenGame::sample_trajectories`] and [`OpenGame::twice`].
    fn contests(&self, contests: &[Contest<'_>], seed: u64, stop: &Stop) -> Result<Vec<Vec<Score>>, Stopped>;

    /// Decisions and results of learning seats, in batches by the order of the deals; the same for any number of
    /// threads.
    fn sample_trajectories(
        &self,
        job: &SamplingJob<'_>,
        seed: u64,
        stop: &Stop,
    ) -> Result<Vec<TrajectoryBatch>, Stopped>;

    /// Values of the alternatives to some decisions, in batches by the order of the deals; the same for any number of
    /// threads.
    ///
    /// # Errors
    /// When stopped before the last game ended.
    fn rollouts(&self, job: &RolloutJob<'_>, seed: u64, stop: &Stop) -> Result<Vec<RolloutBatch>, Stopped>;

    /// How differently strategies decide in games among them, deal by deal; the same for any number of threads.
    ///
    /// # Errors
    /// When stopped before the last game ended.
    fn agreement(
        &self,
        strategies: &[&Strategy],
        schedule: &Schedule,
        seed: u64,
        deals: Range<u64>,
        stop: &Stop,
    ) -> Result<Vec<DealAgreement>, Stopped>;

    /// The outcomes of every seat of every table of each deal, played twice; the same for any number of threads.
    fn twice(&self, arm: &Arm, deals: Range<u64>, stop: &Stop) -> Result<Vec<PairedOutcome>, Stopped>;

    /// Whether the game lists its chance outcomes: see [`sim_engine::Game::enumerate_deals`].
    fn is_enumerable(&self) -> bool;

    /// The game as a tree of at most `most_nodes` nodes, and how the strategy in each seat plays it. The tree does
    /// not depend on the strategies.
    ///
    /// # Errors
    /// When the game cannot be enumerated, or a strategy's probabilities are unknown.
    fn enumerate(
        &self,
        seats: &[&Strategy],
        most_nodes: usize,
        stop: &Stop,
    ) -> Result<(GameTree, Profile), TreeError>;

    /// Plays one game and writes its transcript; see [`crate::transcript::write_transcript`].
    fn write_transcript(&self, telling: &TranscriptSpec<'_>) -> Transcript;

    /// The tables of an analysis under these rules; `None` if the game publishes no analysis of this name.
    fn analyse(&self, name: &str, seed: u64, samples: u64) -> Option<Vec<Table>>;
}

#[derive(Debug, Clone)]
pub struct Rules {
    pub settings: Settings,
    pub presets: Vec<String>,
    /// Name and text of the data file applied after the presets.
    pub data: Option<(String, String)>,
    /// Changes made after that, as `path=value`.
    pub set: Vec<String>,
}

impl Rules {
    pub fn new(settings: Settings) -> Rules {
        Rules { settings, presets: Vec::new(), data: None, set: Vec::new() }
    }

    pub fn is_plain(&self) -> bool {
        self.presets.is_empty() && self.data.is_none() && self.set.is_empty()
    }

    /// The rules at a table of `players`, as inputs of a run; `code` is the fingerprint of the code that plays.
    pub fn ruleset(&self, players: usize, code: String) -> Ruleset {
        Ruleset {
            game: self.settings.game.clone(),
            players,
            objective: self.settings.objective,
            presets: self.presets.clone(),
            data: self.data.as_ref().map(|(_, text)| text.clone()),
            set: self.set.clone(),
            changes: self.settings.changes(),
            code,
        }
    }
}

#[derive(Debug, Clone)]
pub struct Seats {
    pub players: usize,
    pub strategies: Vec<Strategy>,
    /// The strategy in each seat, as an index into `strategies`. If `None`, the strategies share the seats in turn.
    pub lineup: Option<Vec<u8>>,
    pub seed: u64,
}

/// Inputs, ready to be played over any range of deals.
///
/// Every comparison is a list of arms that play the same deals; a run is a single arm.
pub struct Arm {
    pub inputs: Inputs,
    pub info: &'static Info,
    pub settings: Settings,
    pub game: Box<dyn OpenGame>,
    pub strategies: Vec<Strategy>,
    pub schedule: Schedule,
    pub frame: Frame,
    pub level: Level,
}

impl Arm {
    /// Makes an arm of a game that was opened with these rules; `shipped` are the game's own strategies.
    ///
    /// # Errors
    /// When the strategies fill no table.
    pub fn new(
        (info, shipped): (&'static Info, &[Shipped]),
        game: Box<dyn OpenGame>,
        rules: &Rules,
        seats: Seats,
    ) -> Result<Arm, ArmError> {
        let schedule = match &seats.lineup {
            Some(lineup) => Schedule::fixed(lineup),
            None => Schedule::pool(seats.strategies.len(), seats.players),
        };
        Arm::by_schedule((info, shipped), game, rules, (seats, schedule, None))
    }

    /// Makes an arm in which the first strategy sits at every table, against a field of those after it.
    ///
    /// # Errors
    /// When the field fills no table.
    pub fn entering(
        source: (&'static Info, &[Shipped]),
        game: Box<dyn OpenGame>,
        rules: &Rules,
        seats: Seats,
    ) -> Result<Arm, ArmError> {
        let schedule = Schedule::against(seats.strategies.len().saturating_sub(1), seats.players);
        let entrant = seats.strategies.first().map(|entrant| entrant.name().to_owned());
        let seats = Seats { lineup: None, ..seats };
        Arm::by_schedule(source, game, rules, (seats, schedule, entrant))
    }

    /// Makes an arm of a tournament of `games` games, at all tables that the strategies can fill, with repeated
    /// names, or at a sample of them; see [`Schedule::meetings`].
    ///
    /// # Errors
    /// When the strategies fill no table.
    pub fn of_meetings(
        source: (&'static Info, &[Shipped]),
        game: Box<dyn OpenGame>,
        rules: &Rules,
        seats: Seats,
        games: u64,
    ) -> Result<Arm, ArmError> {
        let schedule = Schedule::meetings(seats.strategies.len(), seats.players, games, seats.seed);
        Arm::by_schedule(source, game, rules, (Seats { lineup: None, ..seats }, schedule, None))
    }

    fn by_schedule(
        (info, shipped): (&'static Info, &[Shipped]),
        game: Box<dyn OpenGame>,
        rules: &Rules,
        (seats, schedule, entrant): (Seats, Option<Schedule>, Option<String>),
    ) -> Result<Arm, ArmError> {
        let Seats { players, strategies, lineup, seed } = seats;
        let too_many = || ArmError {
            message: format!("{} strategies make too many tables of {players}", strategies.len()),
            help: "name fewer strategies, or fix one table with --lineup".to_owned(),
        };
        let schedule = schedule.ok_or_else(too_many)?;
        let entries: Vec<StrategyEntry> = strategies.iter().map(StrategyEntry::new).collect();
        let leans = entries.iter().any(StrategyEntry::leans_on_default);
        let name = |at: &u8| strategies[usize::from(*at)].name().to_owned();
        let inputs = Inputs {
            rules: rules.ruleset(players, game.fingerprint()),
            seed,
            lineup: lineup.map(|lineup| lineup.iter().map(name).collect()),
            entrant,
            strategies: entries,
            default_script: shipped.first().filter(|_| leans).map(|shipped| shipped.text.to_owned()),
        };
        let frame = game.frame(strategies.len(), &schedule);
        let level = Level::of(shipped, &strategies);
        Ok(Arm { level, inputs, info, settings: rules.settings.clone(), game, strategies, schedule, frame })
    }

    /// The rules of the arm. The data file applied after the presets has lost its name.
    pub fn rules(&self) -> Rules {
        let Ruleset { presets, data, set, .. } = self.inputs.rules.clone();
        let data = data.map(|text| (String::new(), text));
        Rules { settings: self.settings.clone(), presets, data, set }
    }

    pub fn empty(&self) -> Tally {
        Tally::new(&self.frame)
    }

    /// Plays `deals` on the threads of the current pool and adds them to `prefix`, the tally of the deals before
    /// them. The sink sees the prefix after every block and may end the run.
    pub fn play(&self, deals: Range<u64>, prefix: Tally, sink: &mut dyn Sink) -> Tally {
        self.game.play(self, deals, prefix, sink)
    }

    pub fn searches(&self) -> bool {
        self.strategies.iter().any(|strategy| strategy.search().is_some())
    }

    pub fn subject(&self) -> Subject<'_> {
        Subject {
            info: self.info,
            objective: self.game.utility().objective,
            players: self.inputs.rules.players,
            strategies: self.strategies.iter().map(|strategy| strategy.name().to_owned()).collect(),
            automa: self.game.automa(),
            components: self.game.components(),
            prices: self
                .game
                .components()
                .iter()
                .map(|component| Some(self.settings.price(&component.name)?.value))
                .collect(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArmError {
    pub message: String,
    pub help: String,
}

impl fmt::Display for ArmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "\n  help: {}", self.help) }
    }
}

impl std::error::Error for ArmError {}

impl From<SettingError> for ArmError {
    fn from(error: SettingError) -> ArmError {
        ArmError { message: error.message, help: error.help }
    }
}

impl From<FileError> for ArmError {
    fn from(error: FileError) -> ArmError {
        let place = format!("{}:{}:{}", error.origin, error.line, error.column);
        ArmError { message: format!("{place}: {}", error.message), help: error.help }
    }
}
