//! Options that say which game is played, by whom, and by which rules: as typed, then as meant.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    failure::Failure,
    number,
    strategies::{self, Loaded},
};
use crate::{
    catalogue::{self, Entry, GAMES, Opened},
    play::Schedule,
    rules::Params,
    strategy::Strategy,
    text::{FileError, suggestion},
};

/// Which game, by which rules.
#[derive(Debug, Clone, Args)]
pub struct GameArgs {
    /// The game: see `sim list`
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// A named variant: see `sim list`; given several times, each is laid over those before
    #[arg(long, value_name = "NAME")]
    pub preset: Vec<String>,
    /// Change a number, a ruling or a card: see `sim params`
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Lay a file over the game's own data: `format = 1`, `game = "GAME"` and under `[values]` a line
    /// `path = value` for each change; or a changed copy of the data file
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
}

/// Who plays.
#[derive(Debug, Clone, Args)]
pub struct TableArgs {
    /// Players at the table, or `all` to run every number [default: the game's]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub players: Option<String>,
    /// Pool of strategies, by name or file, that share the seats in turn
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', conflicts_with = "lineup")]
    pub strategies: Vec<String>,
    /// One table, in the order of seating
    #[arg(long, value_name = "A,B,...", value_delimiter = ',')]
    pub lineup: Vec<String>,
    /// Master seed; a deal is a function of it and the deal's number
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    pub seed: u64,
}

/// A game with its parameters.
pub struct Rules {
    pub entry: &'static dyn Entry,
    pub params: Params,
    pub presets: Vec<String>,
    /// Changes by `--set` that change something, `path=value`, in the order of the data.
    pub set: Vec<String>,
    /// Text of the file laid over the data, with its name.
    pub data: Option<(String, String)>,
}

/// The game of this name.
pub fn entry(name: &str) -> Result<&'static dyn Entry, Failure> {
    catalogue::find(name).ok_or_else(|| {
        let help = suggestion(name, GAMES.iter().map(|entry| entry.info().name));
        Failure::misuse(format!("no game `{name}`"), help)
    })
}

impl GameArgs {
    /// Reads and checks everything that sets the rules.
    pub fn resolve(&self) -> Result<Rules, Failure> {
        let entry = entry(&self.game)?;
        let mut params = entry.params()?;
        for preset in &self.preset {
            params.apply_preset(preset)?;
        }
        let mut data = None;
        if let Some(path) = &self.data {
            let text = read_text(path)?;
            params.overlay(&path.display().to_string(), &text)?;
            data = Some((path.display().to_string(), text));
        }
        let mut wanted = params.clone();
        for change in &self.set {
            let Some((path, value)) = change.split_once('=') else {
                return Err(Failure::misuse(
                    format!("--set {change} has no value"),
                    format!("write --set {change}=VALUE; `sim params --game {}` lists the paths", self.game),
                ));
            };
            wanted.set(path.trim(), value.trim())?;
        }
        // Only what is not so anyway is a change, so that the same rules make the same run.
        let mut set = Vec::new();
        for (entry, was) in wanted.entries().into_iter().zip(params.entries()) {
            if entry.value != was.value {
                params.set(&entry.path, &entry.value)?;
                set.push(format!("{}={}", entry.path, entry.value));
            }
        }
        Ok(Rules { entry, params, presets: self.preset.clone(), set, data })
    }
}

/// A table of a fixed size, ready to be played.
pub struct Seating {
    pub players: usize,
    pub game: Box<dyn Opened>,
    pub strategies: Vec<Strategy>,
    /// What is worth knowing about where they come from, a sentence each.
    pub remarks: Vec<String>,
    pub schedule: Schedule,
    /// The strategies as the command line names them: the pool, or one for each seat.
    pub named: Vec<String>,
    /// Whether `named` is one table in the order of seating.
    pub is_lineup: bool,
}

impl TableArgs {
    /// The table sizes asked for.
    pub fn player_counts(&self, rules: &Rules) -> Result<Vec<usize>, Failure> {
        let (fewest, most) = rules.entry.info().players;
        let wrong = |text: &str| {
            Failure::misuse(
                format!("{} is not played by {text}", rules.entry.info().title),
                format!("give --players {fewest} to {most}, or all"),
            )
        };
        match self.players.as_deref() {
            None if !self.lineup.is_empty() => Ok(vec![self.lineup.len()]),
            None => Ok(vec![rules.entry.info().default_players]),
            Some("all") if self.lineup.is_empty() => Ok((fewest..=most).collect()),
            Some("all") => {
                Err(Failure::misuse("--lineup fixes the number of players", "leave --players out"))
            }
            Some(text) => {
                let players =
                    number::count(text).ok().filter(|&n| (fewest as u64..=most as u64).contains(&n));
                players.map(|players| vec![players as usize]).ok_or_else(|| wrong(text))
            }
        }
    }

    /// Strategies and seats for one table size.
    pub fn resolve(&self, rules: &Rules, players: usize) -> Result<Seating, Failure> {
        let game = rules.entry.open(&rules.params, players)?;
        if !self.lineup.is_empty() {
            return self.resolve_lineup(rules, players, game);
        }
        let names = if self.strategies.is_empty() {
            strategies::archetypes(rules.entry)
        } else {
            self.strategies.clone()
        };
        let mut pool: Vec<Loaded> = Vec::new();
        for name in &names {
            let one = strategies::load(rules.entry, name)?;
            if known(&pool, &one)?.is_some() {
                return Err(Failure::misuse(
                    format!("strategy `{}` stands twice in the pool", one.strategy.name()),
                    "name each once; --lineup seats a strategy several times",
                ));
            }
            pool.push(one);
        }
        let remarks = eclipses(rules, &pool);
        let strategies: Vec<Strategy> = pool.into_iter().map(|one| one.strategy).collect();
        let schedule = Schedule::pool(strategies.len(), players).ok_or_else(|| {
            Failure::misuse(
                format!("{} strategies make too many tables of {players}", strategies.len()),
                "name fewer strategies, or fix one table with --lineup",
            )
        })?;
        Ok(Seating { players, game, strategies, remarks, schedule, named: names, is_lineup: false })
    }

    fn resolve_lineup(
        &self,
        rules: &Rules,
        players: usize,
        game: Box<dyn Opened>,
    ) -> Result<Seating, Failure> {
        if self.lineup.len() != players {
            return Err(Failure::misuse(
                format!("--lineup names {} strategies for {players} players", self.lineup.len()),
                "name one for each seat, or leave --players out",
            ));
        }
        let mut pool: Vec<Loaded> = Vec::new();
        let mut seats = Vec::new();
        for name in &self.lineup {
            let one = strategies::load(rules.entry, name)?;
            let known = known(&pool, &one)?;
            seats.push(known.unwrap_or(pool.len()) as u8);
            if known.is_none() {
                pool.push(one);
            }
        }
        let remarks = eclipses(rules, &pool);
        let strategies = pool.into_iter().map(|one| one.strategy).collect();
        let schedule =
            Schedule::fixed(&seats).ok_or_else(|| Failure::misuse("an empty table", "name strategies"))?;
        Ok(Seating {
            players,
            game,
            strategies,
            remarks,
            schedule,
            named: self.lineup.clone(),
            is_lineup: true,
        })
    }
}

fn eclipses(rules: &Rules, pool: &[Loaded]) -> Vec<String> {
    pool.iter().filter_map(|one| one.eclipse(rules.entry)).collect()
}

/// The place of a strategy in the pool, if it is there.
fn known(pool: &[Loaded], one: &Loaded) -> Result<Option<usize>, Failure> {
    for (at, other) in pool.iter().enumerate() {
        if one.is_same(other)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Reads a file that a command line names.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|error| {
        Failure::misuse(format!("cannot read {}: {error}", path.display()), "check the path")
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&error.as_bytes()[..good]);
        let help = "save the file as UTF-8";
        FileError::at(&path.display().to_string(), &text, good, "not UTF-8 from here on", help).into()
    })
}
