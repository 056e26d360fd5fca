//! A league: best responses join a field until none gains any more.
//!
//! A round plays a tournament of the field, finds what it would come to, and tunes a script against that mix. What
//! wins more than its fair share and a margin on test deals, beyond error, joins. The league closes when nothing
//! does. At the end, each strategy that began meets the best response found to it alone.

mod course;
mod field;
mod state;

use serde::{Deserialize, Serialize};

use sim_engine::{Info, text::people};
use sim_play::arm::{Arm, Ruleset, StrategyEntry};
use sim_stats::{Estimate, Interval, estimate::MIN_DEALS};

pub use state::{Round, Script, State};

use crate::{
    bench::{Event, Lab},
    command::{Command, Verb, Word},
    effort::Ended,
    error::Error,
    experiment::Heading,
    player::Player,
    spec::RulesSpec,
    store::{Item, Worth},
    tournament::Standings,
};
use course::Course;
use field::Field;

#[derive(Clone)]
pub struct LeagueSpec {
    pub rules: RulesSpec,
    /// Two or more.
    pub players: usize,
    /// Who is in the field at the start: two or more, and one of them at least with something to tune. See
    /// [`usual_field`](crate::tournament::usual_field).
    pub field: Vec<Player>,
    /// Of each search for a best response, and of each tournament of the field.
    pub games: u64,
    /// A best response joins if its win rate is more than a fair one and this, from 0 to 1.
    pub margin: f64,
    /// The most rounds, 1 or more; each brings one newcomer or is the last.
    pub rounds: u64,
    /// Scripts that a round begins searches from, 1 or more, until one gains.
    pub starts: u64,
    /// Move only the params that scripts declare, and no other numbers of their formulas.
    pub params_only: bool,
    /// Games of each learning of a best response to a strategy that began, beside the search for one; 0 learns none.
    pub learned: u64,
    pub seed: u64,
}

/// A win rate of a seat with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WinRate {
    /// The rate, from 0 to 1.
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl WinRate {
    /// None where an estimate says nothing, or has no error; a strategy against itself has the fair share in
    /// every deal, without any.
    pub fn of(estimate: &Estimate) -> Option<WinRate> {
        let value = estimate.value?;
        let is_certain = estimate.standard_error == Some(0.0) && estimate.deals >= MIN_DEALS;
        let interval = estimate.interval.or(is_certain.then_some(Interval { low: value, high: value }))?;
        Some(WinRate { value, low: interval.low, high: interval.high })
    }

    pub fn gain(self, players: usize) -> WinRate {
        let fair = 1.0 / players as f64;
        WinRate { value: self.value - fair, low: self.low - fair, high: self.high - fair }
    }
}

#[derive(Debug, Clone)]
pub struct Member {
    pub name: String,
    /// The round that brought it; 0 for those who began.
    pub round: u64,
    pub start: Option<String>,
    /// Its part of the equilibrium of the field, Nash for two players and what a crowd ends up playing for more, and
    /// the middle 95 % of resampled ones.
    pub part: f64,
    pub part_ends: Interval,
    /// Elo points and their standard error; the mean of all is 0.
    pub rating: f64,
    pub rating_error: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// The round, from 1.
    pub round: u64,
    pub start: String,
    /// Against the mix of the round, on test deals; none where the search ended where it began.
    #[serde(rename = "share")]
    pub win_rate: Option<WinRate>,
    /// What it is called in the field, if it joined.
    pub joined: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Invasion {
    pub newcomer: String,
    /// The one that has all other seats.
    pub other: String,
    pub copies: usize,
    #[serde(rename = "share")]
    pub win_rate: Option<WinRate>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Exploit {
    pub strategy: String,
    pub response: String,
    pub by: By,
    #[serde(rename = "share")]
    pub win_rate: Option<WinRate>,
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub enum By {
        Nothing = "as it is",
        Tuning = "tuned",
        Learning = "learned",
    }
}

pub struct League {
    pub info: &'static Info,
    pub players: usize,
    pub margin: f64,
    pub seed: u64,
    pub state: State,
    /// The last tournament of the field; none where the league was stopped before.
    pub meeting: Option<Meeting>,
    pub ended: Ended,
}

pub struct Meeting {
    pub arm: Arm,
    pub deals: u64,
    /// In the order of their ratings.
    pub members: Vec<Member>,
    pub standings: Standings,
}

#[derive(Serialize)]
struct Inputs<'a> {
    verb: &'a str,
    version: &'a str,
    rules: Ruleset,
    field: Vec<StrategyEntry>,
    games: u64,
    margin: f64,
    starts: u64,
    params_only: bool,
    #[serde(skip_serializing_if = "is_none")]
    learned: u64,
    seed: u64,
}

/// Leagues that learn nothing are of the same inputs as those that knew no learning.
fn is_none(games: &u64) -> bool {
    *games == 0
}

impl LeagueSpec {
    /// What the league says of itself first: by which command it is made again, and the digest of all that it is a
    /// function of but the number of its rounds.
    pub fn heading(&self) -> Result<Heading, Error> {
        self.open_field()?;
        let rules = self.rules.resolve()?;
        let names = self.field.iter().map(|player| player.named.clone()).collect();
        let command = Command::new(Verb::League)
            .with(Word::Game(rules.settings.game.clone()))
            .with(Word::Players(vec![self.players]))
            .with(Word::Strategies(names))
            .by(&rules)
            .option("games", self.games)
            .option("margin", self.margin)
            .option("rounds", self.rounds)
            .option("starts", self.starts);
        let command = match self.params_only {
            true => command.with(Word::Flag("params-only".to_owned())),
            false => command,
        };
        let command = match self.learned {
            0 => command,
            games => command.option("learn", games),
        };
        let command = command.with(Word::Seed(self.seed));
        let inputs = Inputs {
            verb: "league",
            version: env!("CARGO_PKG_VERSION"),
            rules: rules.ruleset(self.players, self.rules.entry.fingerprint()),
            field: self.field.iter().map(|player| StrategyEntry::new(&player.strategy)).collect(),
            games: self.games,
            margin: self.margin,
            starts: self.starts,
            params_only: self.params_only,
            learned: self.learned,
            seed: self.seed,
        };
        Ok(Heading::new(command.to_string(), &inputs, self.rules.entry.info().title))
    }

    fn open_field(&self) -> Result<Field, Error> {
        if self.players < 2 {
            return Err(LeagueError::Alone.into());
        }
        if self.rounds == 0 || self.starts == 0 {
            return Err(LeagueError::NoSearch.into());
        }
        Field::new(self.rules.entry, &self.field, self.params_only)
    }
}

/// Lets best responses join a field until none gains any more. Where somebody asks to stop, it goes on from the store
/// when the same is asked for again, and with more rounds after its last one.
///
/// ```
/// use sim_lab::{Lab, Stop, league::{LeagueSpec, league}, player::Player, spec::RulesSpec};
///
/// let entry = &sim_delectable::ENTRY;
/// let player = |name| Player::shipped(entry, name).map(|player| player.expect("it is shipped"));
/// let spec = LeagueSpec {
///     rules: RulesSpec::printed(entry),
///     players: 2,
///     field: vec![player("prestige")?, player("raider")?],
///     games: 4_000,
///     margin: 0.01,
///     rounds: 1,
///     starts: 1,
///     params_only: true,
///     learned: 0,
///     seed: 1,
/// };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let league = league(&spec, &mut lab)?;
/// for exploit in &league.state.exploits {
///     println!("{} loses to {}: {:?}", exploit.strategy, exploit.response, exploit.win_rate);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A spec that cannot be, told before anything is played; those of the store; fewer rounds than are kept, which would
/// be lost.
pub fn league(spec: &LeagueSpec, lab: &mut Lab<'_>) -> Result<League, Error> {
    let rules = spec.rules.resolve()?;
    let game = spec.rules.entry.open(&rules.settings, spec.players)?;
    let field = spec.open_field()?;
    let Heading { digest, command, .. } = spec.heading()?;
    let item = Item::Search { digest: &digest };
    let state = State::open(&lab.store.load(item)?, &digest)?;
    let kept = state.rounds.len() as u64;
    if kept > spec.rounds {
        return Err(LeagueError::Rounds { kept }.into());
    }
    let mut course = Course::begin(spec, (rules, game), (field, state), (item, &command))?;
    lab.store.begin(item, None)?;
    // A round is a tournament and a search at least, and then there is one for each who began.
    let began = spec.field.len() as u64;
    let pieces = spec.rounds.saturating_mul(2).saturating_add(began);
    let games = spec.games.saturating_mul(pieces).saturating_add(spec.learned.saturating_mul(began));
    lab.progress.see(Event::Plan { arms: 1, games });
    let threads = lab.threads;
    let (meeting, ended) = match threads.install(|| course.play(lab)) {
        Ok(meeting) => (Some(meeting), Ended::Whole),
        Err(Error::Stopped) => (None, Ended::Stopped),
        Err(error) => return Err(error),
    };
    let state = course.state;
    if ended == Ended::Stopped {
        lab.store.keep(item, state.games, Worth::Surely, &|| state.json().into_bytes())?;
    }
    let info = spec.rules.entry.info();
    let LeagueSpec { players, margin, seed, .. } = *spec;
    Ok(League { info, players, margin, seed, state, meeting, ended })
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LeagueError {
    #[error("alone at the table nobody meets")]
    Alone,
    #[error("a league of no search finds nothing")]
    NoSearch,
    #[error("one strategy makes no field")]
    OneStrategy,
    #[error("none of the strategies has anything to tune")]
    NothingToTune { params_only: bool },
    #[error(
        "{} games are too few to tune {}",
        people::count(*.games),
        people::counted(*.numbers as u64, "number", "numbers")
    )]
    Games { games: u64, numbers: usize, least: u64 },
    #[error("{} of this league are kept", people::counted(*.kept, "round", "rounds"))]
    Rounds { kept: u64 },
    #[error("the field fills no table")]
    NoTable,
    #[error("{place} is damaged: {why}")]
    Damaged { place: String, why: String },
}

impl LeagueError {
    pub fn help(&self) -> String {
        let help = match self {
            LeagueError::Games { least, .. } => return format!("give --games {least} or more"),
            LeagueError::Rounds { kept } => {
                return format!("give --rounds {kept} or more, or another folder with --out");
            }
            LeagueError::Alone => "give --players 2 or more",
            LeagueError::NoSearch => "give --rounds and --starts 1 or more",
            LeagueError::OneStrategy => "name two or more",
            LeagueError::NothingToTune { params_only: true } => "leave --params-only out",
            LeagueError::NothingToTune { params_only: false } => "name a script with numbers in it",
            LeagueError::NoTable => "name fewer strategies with --strategies",
            LeagueError::Damaged { .. } => "remove it to begin anew, or choose another folder with --out",
        };
        help.to_owned()
    }
}
