//! Specifications of what to play, before anything is opened: plain values that callers make and change freely.

use std::{fmt, str::FromStr};

use sim_engine::Objective;
use sim_play::{
    Entry,
    arm::{Arm, NamedArm, Rules, Seats},
};
use sim_script::{Level, Strategy};

use crate::{
    Error, Refusal,
    command::{Command, Verb, Word},
    contrast::CURRENT,
    panel::{PANEL, Panel},
    player::{Player, listed, twice},
};

/// A change of a number, a ruling or a table row, `path=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Path of the value, such as `hand_limit`.
    pub path: String,
    pub value: String,
}

impl FromStr for Setting {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Setting, Refusal> {
        let no_value = || Refusal::new(format!("{text} has no value"), format!("write {text}=VALUE"));
        let (path, value) = text.split_once('=').ok_or_else(no_value)?;
        Ok(Setting { path: path.trim().to_owned(), value: value.trim().to_owned() })
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.path, self.value)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFile {
    pub path: String,
    pub text: String,
}

#[derive(Clone)]
pub struct RulesSpec {
    pub entry: &'static Entry,
    /// `None` for the objective that the game declares.
    pub objective: Option<Objective>,
    /// Named variants, applied in order.
    pub presets: Vec<String>,
    /// Applied after the presets.
    pub data: Option<DataFile>,
    /// Applied after the data.
    pub set: Vec<Setting>,
    pub without: Vec<String>,
}

impl RulesSpec {
    pub fn printed(entry: &'static Entry) -> RulesSpec {
        RulesSpec {
            entry,
            objective: None,
            presets: Vec::new(),
            data: None,
            set: Vec::new(),
            without: Vec::new(),
        }
    }

    pub fn objective(&self) -> Objective {
        self.objective.unwrap_or(self.entry.info().objective)
    }

    pub fn resolve(&self) -> Result<Rules, Error> {
        let mut settings = self.entry.settings()?;
        settings.objective = self.objective();
        for preset in &self.presets {
            settings.apply_preset(preset)?;
        }
        if let Some(DataFile { path, text }) = &self.data {
            settings.overlay(path, text)?;
        }
        let mut wanted = settings.clone();
        for Setting { path, value } in &self.set {
            wanted.set(path, value)?;
        }
        for name in &self.without {
            wanted.take_out_all(name)?;
        }
        // Keeps only actual changes, so that the same rules make the same run.
        let set = wanted.settings_since(&settings);
        for setting in &set {
            let (path, value) = setting.split_once('=').unwrap_or((setting, ""));
            settings.set(path, value)?;
        }
        let data = self.data.clone().map(|data| (data.path, data.text));
        Ok(Rules { settings, presets: self.presets.clone(), data, set })
    }
}

#[derive(Debug, Clone)]
pub enum Field {
    /// Strategies that take turns in all seats.
    Pool(Vec<Player>),
    /// One fixed table: a strategy for each seat in order.
    Lineup(Vec<Player>),
    /// A pool of strong players, who stand for all ways to play well.
    Panel(Panel),
}

impl Field {
    pub fn players(&self) -> &[Player] {
        match self {
            Field::Pool(players) | Field::Lineup(players) => players,
            Field::Panel(panel) => &panel.players,
        }
    }

    pub fn players_mut(&mut self) -> &mut Vec<Player> {
        match self {
            Field::Pool(players) | Field::Lineup(players) => players,
            Field::Panel(panel) => &mut panel.players,
        }
    }

    /// A field of the same kind with other players; a panel becomes a pool.
    #[must_use]
    pub fn with(&self, players: Vec<Player>) -> Field {
        match self {
            Field::Lineup(_) => Field::Lineup(players),
            Field::Pool(_) | Field::Panel(_) => Field::Pool(players),
        }
    }

    pub fn panel(&self) -> Option<&Panel> {
        match self {
            Field::Panel(panel) => Some(panel),
            Field::Pool(_) | Field::Lineup(_) => None,
        }
    }

    /// The command-line option that seats the field.
    pub fn word(&self) -> Word {
        match self {
            Field::Pool(_) => Word::option("strategies", listed(self.players())),
            Field::Lineup(_) => Word::option("lineup", listed(self.players())),
            Field::Panel(panel) if panel.named == PANEL => Word::option("strategies", PANEL),
            Field::Panel(panel) => Word::option(PANEL, &panel.named),
        }
    }

    /// The players without duplicates.
    pub fn distinct(&self) -> Vec<&Player> {
        let mut distinct: Vec<&Player> = Vec::new();
        for player in self.players() {
            if distinct.iter().all(|known| known.named != player.named) {
                distinct.push(player);
            }
        }
        distinct
    }

    pub fn named(&self) -> Vec<String> {
        self.players().iter().map(|player| player.named.clone()).collect()
    }
}

#[derive(Clone)]
pub struct ArmSpec {
    pub rules: RulesSpec,
    pub players: usize,
    pub field: Field,
    pub seed: u64,
}

impl ArmSpec {
    /// A pool of strategies that come with a game, by its printed rules, on the deals of seed 1.
    pub fn of_shipped(entry: &'static Entry, players: usize, names: &[&str]) -> Result<ArmSpec, Error> {
        let field = Field::Pool(Player::all_shipped(entry, names)?);
        Ok(ArmSpec { rules: RulesSpec::printed(entry), players, field, seed: 1 })
    }

    pub fn level(&self) -> Level {
        match &self.field {
            Field::Panel(panel) if panel.named == PANEL => return Level::Panel,
            Field::Panel(panel) => return Level::OwnPanel(panel.named.clone()),
            Field::Pool(_) | Field::Lineup(_) => {}
        }
        let strategies: Vec<Strategy> =
            self.field.distinct().into_iter().map(|player| player.strategy.clone()).collect();
        Level::of(self.rules.entry.shipped(), &strategies)
    }

    /// # Errors
    /// Rules that make no game, reported before any problem with players; a field that fills no table.
    pub fn open(&self) -> Result<Arm, Error> {
        self.open_by(&self.rules.resolve()?)
    }

    /// Opens the table under the current rules, as the baseline of a contrast.
    ///
    /// # Errors
    /// As [`ArmSpec::open`].
    pub fn open_current(&self) -> Result<NamedArm, Error> {
        Ok(NamedArm { name: CURRENT.to_owned(), arm: self.open()? })
    }

    /// Like [`ArmSpec::open`], by rules that are already resolved.
    pub fn open_by(&self, rules: &Rules) -> Result<Arm, Error> {
        let entry = self.rules.entry;
        entry.open(&rules.settings, self.players)?;
        let is_lineup = matches!(self.field, Field::Lineup(_));
        let given = self.field.players();
        if is_lineup && given.len() != self.players {
            let message = format!("--lineup names {} strategies for {} players", given.len(), self.players);
            return Err(Refusal::new(message, "name one for each seat, or leave --players out").into());
        }
        let mut pool: Vec<&Player> = Vec::new();
        let mut seats = Vec::new();
        for one in given {
            let known = place(&pool, one)?;
            if known.is_some() && !is_lineup {
                let help = "name each once; --lineup seats a strategy several times";
                return Err(twice(one, "the pool", help).into());
            }
            seats.push(known.unwrap_or(pool.len()) as u8);
            if known.is_none() {
                pool.push(one);
            }
        }
        let seats = Seats {
            players: self.players,
            strategies: pool.into_iter().map(|one| one.strategy.clone()).collect(),
            lineup: is_lineup.then_some(seats),
            seed: self.seed,
        };
        let arm = entry.arm(rules, seats)?;
        Ok(Arm { level: self.level(), ..arm })
    }

    /// The command of a verb at this table, with this number of games or the verb's default.
    pub fn command(&self, verb: Verb, games: Option<u64>) -> Result<Command, Error> {
        let rules = self.rules.resolve()?;
        let command = Command::new(verb)
            .option("game", &rules.settings.game)
            .with(Word::players(&[self.players]))
            .with(self.field.word())
            .by(&rules);
        Ok(games.into_iter().fold(command, Command::games).seed(self.seed))
    }
}

fn place(pool: &[&Player], one: &Player) -> Result<Option<usize>, Error> {
    for (at, other) in pool.iter().enumerate() {
        if one.is_same(other)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(field: impl Fn(Vec<Player>) -> Field, names: &[&str], players: usize) -> ArmSpec {
        let entry = &sim_delectable::ENTRY;
        let list = names.iter().map(|name| Player::shipped(entry, name).unwrap().unwrap()).collect();
        ArmSpec { rules: RulesSpec::printed(entry), players, field: field(list), seed: 1 }
    }

    #[test]
    fn only_what_is_not_so_anyway_is_a_change() {
        let set = ["hand_limit = 7", "die_faces=8"].map(|text| text.parse().unwrap()).to_vec();
        let spec = RulesSpec { set, ..RulesSpec::printed(&sim_delectable::ENTRY) };
        let faces = RulesSpec::printed(&sim_delectable::ENTRY).resolve().unwrap();
        assert!(faces.is_plain());
        assert_eq!(spec.resolve().unwrap().set, ["die_faces=8"]);
        let refused = "hand_limit".parse::<Setting>().unwrap_err();
        assert_eq!(
            (&*refused.message, &*refused.help),
            ("hand_limit has no value", "write hand_limit=VALUE")
        );
    }

    #[test]
    fn a_line_up_seats_one_strategy_several_times_and_a_pool_does_not() {
        let lineup = table(Field::Lineup, &["raider", "raider"], 2).open().unwrap();
        assert_eq!((lineup.strategies.len(), lineup.inputs.lineup.map(|seats| seats.len())), (1, Some(2)));
        let refused = |spec: ArmSpec| match spec.open().map(drop) {
            Err(Error::Refused(error)) => error,
            other => panic!("{other:?}"),
        };
        let twice = refused(table(Field::Pool, &["raider", "raider"], 2));
        assert_eq!(twice.to_string(), "strategy `raider` stands twice in the pool");
        let short = refused(table(Field::Lineup, &["raider"], 2));
        assert_eq!(short.to_string(), "--lineup names 1 strategies for 2 players");
    }
}
