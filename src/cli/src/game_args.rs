//! Options for the game, its rules and its players: as typed, and resolved.

use std::path::PathBuf;

use clap::Args;

use super::{
    failure::Failure,
    number::{self, Refusal},
    output,
};
use crate::program;
use sim_engine::{
    Objective,
    text::{list, people, suggestion},
};
use sim_lab::{
    adapt,
    experiment::Rules,
    panel::PANEL,
    player::{Player, archetypes},
    spec::{self, ArmSpec, DataFile, RulesSpec, Setting},
};
use sim_play::entry::Entry;
use sim_store::{panels, read_text, strategies};

/// Which game, by which rules.
#[derive(Debug, Clone, Args)]
pub struct GameArgs {
    /// The game: see `sim list`
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// What players maximize, which also decides which strategy is better [default: as the game declares,
    /// `wins` for most]
    #[arg(long, value_name = "wins|points", value_parser = goal)]
    pub objective: Option<Goal>,
    /// A named variant of the rules: see `sim list --game GAME`. Given twice, both apply. `A,B` plays once
    /// with A and once with B, where `default` means none
    #[arg(long, value_name = "NAME")]
    pub preset: Vec<String>,
    /// Change a number, a ruling or a card: see `sim show settings`. TABLE.ROW.copies=2 puts two of it in the box.
    /// In a path * stands for any text: `players.*.money=40`
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Take components out of the box, by name, where * stands for any text. Short for --set TABLE.ROW.copies=0
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub without: Vec<String>,
    /// A file with changed values. It holds `format = 2`, `game = "GAME"` and, under `[values]`, a line
    /// `path = value` for each. A changed copy of the game's data file works too
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy)]
pub struct Goal {
    objective: Objective,
    is_worst: bool,
}

pub fn goal(text: &str) -> Result<Goal, Refusal> {
    let objective = if text == "share" { Some(Objective::Wins) } else { Objective::named(text) };
    let objective = objective.ok_or_else(|| Refusal::new("no objective", "write wins or points"))?;
    Ok(Goal { objective, is_worst: false })
}

/// Also parses `worst`, the worst case, which tuning can maximize.
pub fn goal_or_worst(text: &str) -> Result<Goal, Refusal> {
    let worst = Goal { objective: Objective::Wins, is_worst: true };
    let help = "write wins, points or worst";
    if text == "worst" { Ok(worst) } else { goal(text).map_err(|error| Refusal::new(error.message, help)) }
}

/// Who plays.
#[derive(Debug, Clone, Args)]
pub struct TableArgs {
    /// Number of players: 3, several as `2,4`, or `all` [default: the game's]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub players: Option<String>,
    /// Strategies, by name or file, that take turns in all seats. `panel` is the strong players of the game, `beginners` its
    /// archetypes. Given several times, each list is played separately. A comma in the name of a file is written `\,`
    #[arg(long, value_name = "A,B,...", conflicts_with = "lineup")]
    pub strategies: Vec<String>,
    /// Other strong players than those of the game, as a file or a list. They share the seats, all tables of them equally often
    #[arg(long, value_name = "FILE|A,B,...", conflicts_with_all = ["lineup", "strategies"])]
    pub panel: Option<String>,
    /// One fixed table: a strategy for each seat, in order. Given several times, each is played separately
    #[arg(long, value_name = "A,B,...")]
    pub lineup: Vec<String>,
    /// Seed: the same seed gives the same deals
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    pub seed: u64,
}

pub struct ResolvedGame {
    pub entry: &'static Entry,
    /// The requested rules, from which `rules` is resolved.
    pub spec: RulesSpec,
    pub rules: Rules,
}

/// Which game, by which rules, at a table of which size.
#[derive(Debug, Clone, Args)]
pub struct SizeArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Number of players [default: the game's]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    players: Option<u64>,
}

impl SizeArgs {
    /// The game, and the number of players. Invalid rules are reported before problems with the players.
    pub fn resolve(&self) -> Result<(ResolvedGame, usize), Failure> {
        let chosen = self.game.resolve()?;
        let usual = chosen.entry.info().default_players;
        let players = self.players.map_or(usual, |players| usize::try_from(players).unwrap_or(usize::MAX));
        chosen.entry.open(&chosen.rules.settings, players)?;
        Ok((chosen, players))
    }
}

pub fn entry(name: &str) -> Result<&'static Entry, Failure> {
    program::catalogue().find(name).ok_or_else(|| {
        let help = suggestion(name, program::all().map(|entry| entry.info().name));
        Failure::misuse(format!("no game `{name}`"), help)
    })
}

const DEFAULT: &str = "default";

impl GameArgs {
    pub fn is_worst(&self) -> bool {
        self.objective.is_some_and(|goal| goal.is_worst)
    }

    /// The options that change the rules or the objective, and whether they are given.
    pub fn changes(&self) -> [(&'static str, bool); 5] {
        [
            ("--objective", self.objective.is_some()),
            ("--preset", !self.preset.is_empty()),
            ("--set", !self.set.is_empty()),
            ("--without", !self.without.is_empty()),
            ("--data", self.data.is_some()),
        ]
    }

    pub fn resolve(&self) -> Result<ResolvedGame, Failure> {
        let mut chosen = self.resolve_all()?;
        match chosen.pop() {
            Some(one) if chosen.is_empty() => Ok(one),
            _ => Err(Failure::misuse(
                "--preset names several rule sets",
                "name one: only runs play one after the other",
            )),
        }
    }

    /// Every rule set that the presets name, in their order.
    pub fn resolve_all(&self) -> Result<Vec<ResolvedGame>, Failure> {
        let entry = entry(&self.game)?;
        let mut sets: Vec<Vec<String>> = vec![Vec::new()];
        for layer in &self.preset {
            let mut longer = Vec::new();
            for set in &sets {
                for preset in layer.split(',').map(str::trim) {
                    let own = Some(preset.to_owned()).filter(|preset| preset != DEFAULT);
                    longer.push(set.iter().cloned().chain(own).collect());
                }
            }
            sets = longer;
        }
        sets.into_iter().map(|presets| self.with_presets(entry, presets)).collect()
    }

    fn with_presets(&self, entry: &'static Entry, presets: Vec<String>) -> Result<ResolvedGame, Failure> {
        let read = |path: &PathBuf| -> Result<DataFile, Failure> {
            Ok(DataFile { path: path.display().to_string(), text: read_text(path)? })
        };
        let data = self.data.as_ref().map(read).transpose()?;
        let set = self.set.iter().map(|change| self.setting(change)).collect::<Result<_, _>>()?;
        let objective = self.objective.map(|goal| goal.objective);
        let spec = RulesSpec { entry, objective, presets, data, set, without: self.without.clone() };
        Ok(ResolvedGame { entry, rules: spec.resolve()?, spec })
    }

    fn setting(&self, change: &str) -> Result<Setting, Failure> {
        change.parse().map_err(|error| {
            Failure::misuse(
                format!("--set {error}"),
                format!(
                    "write --set {change}=VALUE; `sim show settings --game {}` lists the paths",
                    self.game
                ),
            )
        })
    }
}

/// Parses numbers of players: `3`, `2,4` or `all`.
pub fn sizes(entry: &Entry, text: &str) -> Result<Vec<usize>, Failure> {
    let (fewest, most) = entry.info().players;
    let count = |word: &str| {
        let players = number::count(word).ok().filter(|&n| (fewest as u64..=most as u64).contains(&n));
        players.map(|players| players as usize).ok_or_else(|| {
            Failure::misuse(
                format!("{} is not played by {word}", entry.info().title),
                format!("give --players {fewest} to {most}, or all"),
            )
        })
    };
    if text == "all" { Ok((fewest..=most).collect()) } else { text.split(',').map(count).collect() }
}

enum Field {
    Pool(Vec<String>),
    Lineup(Vec<String>),
    Panel(String),
}

impl Field {
    fn load(&self, entry: &Entry) -> Result<spec::Field, Failure> {
        Ok(match self {
            Field::Pool(names) => spec::Field::Pool(strategies::load_all(entry, names)?),
            Field::Lineup(names) => spec::Field::Lineup(strategies::load_all(entry, names)?),
            Field::Panel(name) => spec::Field::Panel(panels::panel(entry, name)?),
        })
    }

    fn seats(&self) -> Option<&[String]> {
        match self {
            Field::Lineup(names) => Some(names),
            Field::Pool(_) | Field::Panel(_) => None,
        }
    }
}

impl TableArgs {
    pub fn specs(&self, chosen: &ResolvedGame) -> Result<Vec<ArmSpec>, Failure> {
        let mut tables = Vec::new();
        for field in self.fields(chosen.entry) {
            for players in self.player_counts(chosen.entry, &field)? {
                tables.push(self.spec(chosen, &field, players)?);
            }
        }
        Ok(tables)
    }

    pub fn seat(&self, game: &GameArgs) -> Result<ArmSpec, Failure> {
        let chosen = game.resolve()?;
        let spec = self.one(&chosen)?;
        spec.open_by(&chosen.rules)?;
        remark(&spec);
        Ok(spec)
    }

    #[must_use]
    pub fn with(&self, strategy: &str) -> TableArgs {
        TableArgs { strategies: vec![strategy.to_owned()], ..self.clone() }
    }

    /// The single requested table, with strong players by default.
    pub fn strong(&self, chosen: &ResolvedGame) -> Result<ArmSpec, Failure> {
        self.or_strong(chosen)?.one(chosen)
    }

    pub fn all_strong(&self, chosen: &ResolvedGame) -> Result<Vec<ArmSpec>, Failure> {
        self.or_strong(chosen)?.specs(chosen)
    }

    pub fn is_named(&self) -> bool {
        !self.strategies.is_empty() || !self.lineup.is_empty() || self.panel.is_some()
    }

    /// Fills in strong players if none are named: the panel, or copies of the strongest strategy in a game without
    /// a panel.
    pub fn or_strong(&self, chosen: &ResolvedGame) -> Result<TableArgs, Failure> {
        let mut table = self.clone();
        if !table.is_named() {
            match panels::usual(chosen.entry)? {
                Some(panel) => table.panel = Some(panel.named),
                None => table.strategies.push(adapt::usual_start(chosen.entry).to_owned()),
            }
        }
        Ok(table)
    }

    pub fn one(&self, chosen: &ResolvedGame) -> Result<ArmSpec, Failure> {
        let fields = self.fields(chosen.entry);
        let [field] = &fields[..] else {
            return Err(Failure::misuse("one game has one table", "name one table of strategies"));
        };
        let counts = self.player_counts(chosen.entry, field)?;
        let [players] = counts[..] else {
            return Err(Failure::misuse("one game has one table", "give --players a number"));
        };
        self.spec(chosen, field, players)
    }

    fn fields(&self, entry: &Entry) -> Vec<Field> {
        let pool = |words: &String| match list::split(words) {
            names if names == [PANEL] => Field::Panel(PANEL.to_owned()),
            names => Field::Pool(names),
        };
        let lineups = self.lineup.iter().map(|words| Field::Lineup(list::split(words)));
        let panels = self.panel.iter().map(|name| Field::Panel(name.clone()));
        let fields: Vec<Field> = self.strategies.iter().map(pool).chain(lineups).chain(panels).collect();
        if fields.is_empty() { vec![Field::Pool(archetypes(entry))] } else { fields }
    }

    fn player_counts(&self, entry: &Entry, field: &Field) -> Result<Vec<usize>, Failure> {
        let (fewest, most) = entry.info().players;
        match (self.players.as_deref(), field.seats()) {
            (None, Some(names)) => {
                let seats = names.len();
                if (fewest..=most).contains(&seats) {
                    return Ok(vec![seats]);
                }
                let named = people::counted(seats as u64, "strategy", "strategies");
                Err(Failure::misuse(
                    format!("--lineup names {named}, and {} seats {fewest} to {most}", entry.info().title),
                    format!(
                        "name one for each seat, the same one more than once if you like: --lineup {}",
                        list::join(&vec![names[0].as_str(); fewest.max(2)])
                    ),
                ))
            }
            (None, None) => Ok(vec![entry.info().default_players]),
            (Some("all"), Some(_)) => {
                Err(Failure::misuse("--lineup fixes the number of players", "leave --players out"))
            }
            (Some(text), _) => sizes(entry, text),
        }
    }

    fn spec(&self, chosen: &ResolvedGame, field: &Field, players: usize) -> Result<ArmSpec, Failure> {
        let ResolvedGame { entry, rules, spec } = chosen;
        // Invalid rules are reported before problems with the players.
        entry.open(&rules.settings, players)?;
        Ok(ArmSpec { rules: spec.clone(), players, field: field.load(entry)?, seed: self.seed })
    }
}

/// Remarks on the origin of a table's strategies, one sentence each.
pub fn remarks(table: &ArmSpec) -> Vec<String> {
    let players = table.field.players();
    // A line-up may repeat a strategy.
    let is_first = |at: usize| players[..at].iter().all(|one| one.named != players[at].named);
    let list = || (0..players.len()).filter(|&at| is_first(at)).map(|at| &players[at]);
    let unused = list().filter_map(|one| one.strategy.unused()).map(|warning| format!("warning: {warning}"));
    list().filter_map(|one| strategies::eclipse(table.rules.entry, one)).chain(unused).collect()
}

pub fn remark(table: &ArmSpec) {
    remarks(table).iter().for_each(|sentence| output::remark(sentence));
}

pub fn remark_on<'a>(entry: &Entry, players: impl IntoIterator<Item = &'a Player>) {
    let remarks = players.into_iter().filter_map(|player| strategies::eclipse(entry, player));
    remarks.for_each(|sentence| output::remark(&sentence));
}
