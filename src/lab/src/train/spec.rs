use serde::Serialize;

use sim_engine::{
    Objective,
    text::{list, suggestion},
};
use sim_learn::{Base, Features, Method, MethodOverrides, Spec, Table};
use sim_play::{
    Entry,
    arm::{OpenGame, Ruleset, StrategyEntry, digest},
};
use sim_script::{
    Strategy,
    network::{LANES, MAX_UNITS, NetworkShape},
    spec::Vocabulary,
};

use super::{
    Start, TrainingRecord, alone,
    params::{template, template_at},
};
use crate::{
    Error, Refusal, Work,
    command::{Command, Verb, Word},
    panel::PANEL,
    player::{Player, archetypes, distinct, is_shipped, listed},
    spec::RulesSpec,
};

const DEFAULT: &str = "default";
const BASES: [&str; 2] = ["expert", DEFAULT];
/// Games of a test: a tenth of the training games, within bounds.
const TEST: (u64, u64) = (400, 8_000);

#[derive(Clone)]
pub struct TrainSpec {
    pub rules: RulesSpec,
    /// Numbers of players in turn, each once; a single file is trained for all of them.
    pub players: Vec<usize>,
    /// Where training starts: its scores remain the first part of every decision. See [`usual_base`].
    pub start: Player,
    pub name: String,
    pub against: Against,
    /// Opponents that it meets only in the test: see [`strangers`].
    pub strangers: Vec<Player>,
    /// Features it may use. If all are allowed, those that cost more than they bring may be pruned.
    pub features: Features,
    /// Units of a hidden layer for decisions that have none, a multiple of 8 up to 64; none to train terms alone.
    pub hidden: Option<usize>,
    /// Worlds in which actions are compared, to improve by rollouts instead of the policy gradient.
    pub rollouts: Option<u32>,
    pub overrides: MethodOverrides,
    /// Games per training run.
    pub games: u64,
    /// Training runs per start, 1 or more, each with its own seed.
    pub repeats: u64,
    pub seed: u64,
}

#[derive(Debug, Clone)]
pub enum Against {
    /// Self-play: all seats learn; a table of one has no opponents. A steady run aims for a policy that nobody can
    /// beat, not for the highest win rate against its start: see [`Method::steady`].
    Itself { is_steady: bool },
    /// One or more fixed opponents.
    Field(Vec<Player>),
    /// The unchanged start, to measure how far it can be beaten. Training starts from its formulas alone, from all of
    /// it if it has trained weights, and from `default`.
    Start,
    /// A panel, likewise; the start is its first member.
    Panel(Vec<Player>),
}

impl Against {
    /// The opponents that do not learn; empty in self-play.
    fn field<'a>(&'a self, start: &'a Player) -> &'a [Player] {
        match self {
            Against::Itself { .. } => &[],
            Against::Field(field) | Against::Panel(field) => field,
            Against::Start => std::slice::from_ref(start),
        }
    }
}

pub(super) struct PreparedTraining<'s> {
    pub spec: &'s TrainSpec,
    pub record: TrainingRecord,
    games: Vec<Box<dyn OpenGame>>,
    bases: Vec<(Start, Base)>,
    field: Vec<Strategy>,
    strangers: Vec<Strategy>,
    method: Method,
    test: u64,
}

#[derive(Serialize)]
struct Inputs<'a> {
    version: &'a str,
    rules: Vec<Ruleset>,
    starts: Vec<&'a str>,
    field: Vec<StrategyEntry>,
    features: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<usize>,
    objective: Objective,
    method: Method,
    games: u64,
    repeats: u64,
    seed: u64,
}

impl TrainSpec {
    pub(super) fn open(&self) -> Result<PreparedTraining<'_>, Error> {
        let rules = self.rules.resolve()?;
        let entry = self.rules.entry;
        let open = |&players: &usize| entry.open(&rules.settings, players);
        let games: Vec<Box<dyn OpenGame>> = self.players.iter().map(open).collect::<Result<_, _>>()?;
        if let Some(units) = self.hidden
            && !NetworkShape::fits(units)
        {
            let help = format!("give a multiple of {LANES}, at most {MAX_UNITS}");
            return Err(Refusal::new(format!("no hidden layer has {units} units"), help).into());
        }
        if self.rollouts == Some(0) {
            return Err(Refusal::new("--rollouts 0 compares nothing", "give 1 or more; 8 is usual").into());
        }
        if self.repeats == 0 {
            return Err(Refusal::new("--repeats 0 learns nothing", "give 1 or more").into());
        }
        let bases = self.bases(entry)?;
        let field = self.against.field(&self.start);
        distinct(field, "--against", "name each once: they share the seats")?;
        if self.players.contains(&1) && !field.is_empty() {
            let option = if self.is_exploit() { "--exploit" } else { "--against" };
            return Err(alone(option).into());
        }
        check_features(&self.features, entry.vocabulary())?;
        let method = match self.against {
            Against::Itself { is_steady: true } if self.players == [1] => {
                return Err(alone("--steady").into());
            }
            Against::Itself { is_steady: true } => Method::steady(),
            Against::Itself { is_steady: false } if self.players != [1] => Method::self_play(),
            _ => Method::response(),
        }
        .with(self.overrides);
        let method = Method { worlds: self.rollouts, ..method };
        let own = |players: &[Player]| players.iter().map(|player| player.strategy.clone()).collect();
        let field: Vec<Strategy> = own(field);
        let ruleset = |&players: &usize| rules.ruleset(players, entry.fingerprint());
        let digest = digest(&Inputs {
            version: env!("CARGO_PKG_VERSION"),
            rules: self.players.iter().map(ruleset).collect(),
            starts: bases.iter().map(|(_, base)| base.text.as_str()).collect(),
            field: field.iter().map(StrategyEntry::new).collect(),
            features: words(&self.features),
            hidden: self.hidden,
            objective: self.rules.objective(),
            method,
            games: self.games,
            repeats: self.repeats,
            seed: self.seed,
        });
        let base = if matches!(self.against, Against::Panel(_)) { PANEL } else { &*self.start.named };
        let mut command = Command::new(Verb::Train)
            .names([base])
            .option("game", &rules.settings.game)
            .with(Word::players(&self.players));
        command = match &self.against {
            Against::Itself { is_steady: false } => command,
            Against::Itself { is_steady: true } => command.flag("steady"),
            Against::Start | Against::Panel(_) => command.flag("exploit"),
            Against::Field(field) => command.option("against", listed(field)),
        };
        let command = self.options(command.by(&rules));
        let command = command.option("repeats", self.repeats).seed(self.seed).option("out", &self.name);
        let (strangers, test) = (own(&self.strangers), (self.games / 10).clamp(TEST.0, TEST.1));
        let names = (&self.start, &*self.name);
        let record = TrainingRecord::new(entry.info(), names, [&field, &strangers], (command, digest));
        Ok(PreparedTraining { spec: self, record, games, bases, field, strangers, method, test })
    }

    /// Adds the amount and the method of training as options.
    pub(super) fn options(&self, command: Command) -> Command {
        let mut command = command.games(self.games).option("features", words(&self.features));
        if let Some(units) = self.hidden {
            command = command.option("hidden", units);
        }
        if let Some(worlds) = self.rollouts {
            command = command.option("rollouts", worlds);
        }
        let MethodOverrides { step, magnet, entropy } = self.overrides;
        for (name, value) in [("step", step), ("magnet", magnet), ("entropy", entropy)] {
            if let Some(value) = value {
                command = command.option(name, value);
            }
        }
        command
    }

    /// All games of training and of its tests.
    pub(crate) fn work(&self) -> Result<Work, Error> {
        Ok(Work::trained(self.open()?.all_games()))
    }

    pub(super) fn is_exploit(&self) -> bool {
        matches!(self.against, Against::Start | Against::Panel(_))
    }

    pub(super) fn is_steady(&self) -> bool {
        matches!(self.against, Against::Itself { is_steady: true })
    }

    /// Starts of the training runs: the start as it is; for a best response its formulas alone, its trained weights
    /// and `default`.
    fn bases(&self, entry: &Entry) -> Result<Vec<(Start, Base)>, Error> {
        let template = match (&self.players[..], &self.start.strategy) {
            (&[players], _) => template_at(entry, &self.start, players)?,
            (_, Strategy::Script(script)) if script.tables().next().is_some() => {
                let sizes: Vec<String> = script.tables().map(|(players, _)| players.to_string()).collect();
                let message =
                    format!("{} learned apart for {} players", self.start.named, list::join(&sizes));
                return Err(Refusal::new(message, "give one number with --players").into());
            }
            _ => template(entry, &self.start)?,
        };
        let base = |text| Base { name: self.name.clone(), origin: self.start.path(), text };
        if !self.is_exploit() {
            return Ok(vec![(Start::Formulas, base(template.text_with(&template.values())))]);
        }
        // A best response follows no plan.
        let [whole, bare] = [true, false].map(|keeps_learned| template.without_plan(keeps_learned));
        let has_learned = bare.trim_end() != whole.trim_end();
        let mut bases = vec![(Start::Formulas, base(bare))];
        if has_learned {
            bases.push((Start::Whole, base(whole)));
        }
        let plain = entry.shipped().iter().find(|shipped| shipped.name == DEFAULT);
        bases.extend(plain.filter(|_| self.start.base != DEFAULT).map(|shipped| {
            let (origin, text) = (format!("{DEFAULT}.toml"), shipped.text.to_owned());
            (Start::Default, Base { name: self.name.clone(), origin, text })
        }));
        Ok(bases)
    }
}

impl PreparedTraining<'_> {
    pub fn tables(&self) -> Vec<Table<'_>> {
        let both = self.spec.players.iter().zip(&self.games);
        both.map(|(&players, game)| Table { game: &**game, players }).collect()
    }

    pub fn learnings(&self) -> usize {
        usize::try_from(self.spec.repeats).unwrap_or(usize::MAX).saturating_mul(self.bases.len())
    }

    pub fn all_games(&self) -> u64 {
        let each = self.spec.games.saturating_add(4 * self.test);
        self.spec.repeats.saturating_mul(self.bases.len() as u64).saturating_mul(each)
    }

    pub fn starts(&self) -> Vec<Start> {
        self.bases.iter().map(|(start, _)| *start).collect()
    }

    pub fn run<'a>(&'a self, tables: &'a [Table<'a>], number: usize) -> Spec<'a> {
        let TrainSpec { start, features, hidden, games, seed, .. } = self.spec;
        Spec {
            entry: self.spec.rules.entry,
            tables,
            base: self.bases[number % self.bases.len()].1.clone(),
            standard: &start.strategy,
            field: &self.field,
            strangers: &self.strangers,
            features: features.clone(),
            // A best response or a steady strategy may cost what it needs; a hidden layer reads all its inputs.
            is_pruned: *features == Features::All
                && hidden.is_none()
                && self.spec.rollouts.is_none()
                && !self.spec.is_exploit()
                && !self.spec.is_steady(),
            hidden: *hidden,
            method: self.method,
            games: *games,
            test_games: self.test,
            seed: seed.wrapping_add((number / self.bases.len()) as u64),
        }
    }
}

/// The default start: the expert, if the game has one.
pub fn usual_base(entry: &Entry) -> &'static str {
    BASES.into_iter().find(|name| is_shipped(entry, name)).unwrap_or(DEFAULT)
}

/// Names of opponents that a learner never meets: the archetypes or, if it trains against one of them, the expert.
/// Empty if it is alone at the table, or trains a best response.
pub fn strangers(entry: &Entry, players: &[usize], against: &Against) -> Vec<String> {
    let field: &[Player] = match against {
        _ if *players == [1] => return Vec::new(),
        Against::Start | Against::Panel(_) => return Vec::new(),
        Against::Itself { .. } => &[],
        Against::Field(field) => field,
    };
    let is_met = |name: &str| field.iter().any(|rival| rival.base == name);
    let archetypes = archetypes(entry);
    let names = if archetypes.iter().any(|name| is_met(name)) {
        BASES.into_iter().filter(|name| is_shipped(entry, name)).take(1).map(str::to_owned).collect()
    } else {
        archetypes
    };
    names.into_iter().filter(|name| !is_met(name)).collect()
}

fn words(features: &Features) -> String {
    match features {
        Features::All => "all".to_owned(),
        Features::Cheap => "cheap".to_owned(),
        Features::Listed(names) => names.join(","),
    }
}

fn check_features(features: &Features, vocabulary: &'static Vocabulary) -> Result<(), Refusal> {
    let Features::Listed(names) = features else { return Ok(()) };
    let parts = vocabulary.points.iter().flat_map(|point| point.parts);
    let own = parts.flat_map(|part| part.features);
    let known: Vec<&str> = own.chain(vocabulary.context).map(|feature| feature.name).collect();
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(Refusal::new(
            format!("no feature `{name}` in {}", vocabulary.game),
            suggestion(name, known.into_iter().chain(["all", "cheap"])),
        )),
    }
}
