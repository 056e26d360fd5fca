//! What learns against whom: as typed, then as meant.

use serde::Serialize;

use super::{
    super::{
        failure::Failure,
        game_args::{self, Chosen},
        output, strategies, tune, words,
    },
    LearnArgs,
    telling::History,
};
use sim_engine::text::{people, suggestion};
use sim_lab::{
    experiment::{Ruleset, StrategyEntry, digest},
    player::{Player, distinct},
};
use sim_learn::{Base, Features, Method, Objective, Spec, Table};
use sim_play::{Entry, arm::Opened};
use sim_script::{Strategy, spec::Vocabulary};

/// Who is begun with where nobody is named.
const BASES: [&str; 2] = ["expert", "default"];
/// Games of a test: a tenth of those that are learned from, within bounds.
const TEST: (u64, u64) = (400, 8_000);

/// Everything that a learning is about.
pub struct Setting {
    /// Numbers of players that take turns.
    pub players: Vec<usize>,
    /// What the base was called on the command line, and what the new strategy will be called.
    pub from: String,
    pub new: String,
    /// The base as it was named: what is learned is held against it.
    standard: Strategy,
    /// Where learnings begin, and how each is told if there are several.
    pub starts: Vec<Start>,
    pub field: Vec<Strategy>,
    pub strangers: Vec<Strategy>,
    /// The field as the command line names it.
    named: Vec<String>,
    features: Features,
    pub objective: Objective,
    pub is_exploit: bool,
    pub method: Method,
    test_games: u64,
    repeats: u64,
    pub games_each: u64,
}

/// Where a learning begins.
pub struct Start {
    pub words: &'static str,
    base: Base,
}

/// What a learning is a function of, but the code of the program.
#[derive(Serialize)]
struct Inputs<'a> {
    version: &'a str,
    rules: Vec<Ruleset>,
    starts: Vec<&'a str>,
    field: Vec<StrategyEntry>,
    features: String,
    objective: Objective,
    method: Method,
    games: u64,
    repeats: u64,
    seed: u64,
}

impl Setting {
    pub fn resolve(args: &LearnArgs, chosen: &Chosen) -> Result<Setting, Failure> {
        let entry = chosen.entry;
        let players = players(args, chosen)?;
        if args.repeats == 0 {
            return Err(Failure::misuse("--repeats 0 learns nothing", "give 1 or more"));
        }
        let usual = || BASES.into_iter().find(|name| strategies::is_shipped(entry, name));
        let name = args.base.as_deref().or_else(usual).unwrap_or(BASES[1]);
        let start = strategies::load(entry, name)?;
        let ending = if args.exploit { "response" } else { "learned" };
        let new = args.out.clone().unwrap_or_else(|| format!("{}-{ending}", start.base));
        let starts = starts(args, entry, &start, &new)?;
        let field = if args.exploit { vec![start.clone()] } else { field(entry, args)? };
        if players.contains(&1) && !field.is_empty() {
            let option = if args.exploit { "--exploit" } else { "--against" };
            let help = format!("leave {option} out");
            return Err(Failure::misuse("alone at the table there is nobody to play against", help));
        }
        for one in field.iter().chain([&start]) {
            if let Some(remark) = strategies::eclipse(entry, one) {
                output::remark(&remark);
            }
        }
        let features = features(args, entry.vocabulary())?;
        let is_alone = players == [1];
        let strangers = if is_alone || args.exploit { Vec::new() } else { strangers(entry, &field)? };
        let method = if field.is_empty() && !is_alone { Method::self_play() } else { Method::response() };
        Ok(Setting {
            players,
            from: start.named.clone(),
            new,
            standard: start.strategy,
            starts,
            named: field.iter().map(|rival| rival.named.clone()).collect(),
            field: field.into_iter().map(|loaded| loaded.strategy).collect(),
            strangers,
            features,
            objective: args.objective(),
            is_exploit: args.exploit,
            method,
            test_games: (args.games / 10).clamp(TEST.0, TEST.1),
            repeats: args.repeats,
            games_each: args.games,
        })
    }

    /// The game at each number of players.
    pub fn open(&self, chosen: &Chosen) -> Result<Vec<Box<dyn Opened>>, Failure> {
        let open = |&players: &usize| chosen.entry.open(&chosen.rules.settings, players);
        Ok(self.players.iter().map(open).collect::<Result<_, _>>()?)
    }

    pub fn tables<'a>(&self, games: &'a [Box<dyn Opened>]) -> Vec<Table<'a>> {
        let both = self.players.iter().zip(games);
        both.map(|(&players, game)| Table { game: &**game, players }).collect()
    }

    /// How many learnings there are: from each start, as often as is wanted.
    pub fn learnings(&self) -> usize {
        usize::try_from(self.repeats).unwrap_or(usize::MAX).saturating_mul(self.starts.len())
    }

    /// Games of the whole call, about.
    pub fn games(&self) -> u64 {
        let each = self.games_each.saturating_add(4 * self.test_games);
        self.repeats.saturating_mul(self.starts.len() as u64).saturating_mul(each)
    }

    /// Where the learning of this number begins.
    pub fn start(&self, number: usize) -> &Start {
        &self.starts[number % self.starts.len()]
    }

    /// The players in words: `2 players`, `2, 3 and 4 players`.
    pub fn seats(&self) -> String {
        match self.players[..] {
            [1] => "1 player".to_owned(),
            _ => {
                let all: Vec<String> = self.players.iter().map(usize::to_string).collect();
                format!("{} players", people::list(&all))
            }
        }
    }

    /// The line under every chart.
    pub fn caption(&self, history: &History) -> String {
        format!("{}, {}: {} learned from {}.", history.title, self.seats(), self.new, self.from)
    }

    /// The learning of this number.
    pub fn spec<'a>(
        &'a self,
        args: &LearnArgs,
        chosen: &Chosen,
        tables: &'a [Table<'a>],
        number: usize,
    ) -> Spec<'a> {
        // Who looks for the best response does not ask what it costs.
        let is_pruned = self.features == Features::All && !self.is_exploit;
        Spec {
            entry: chosen.entry,
            tables,
            base: self.start(number).base.clone(),
            standard: &self.standard,
            field: &self.field,
            strangers: &self.strangers,
            features: self.features.clone(),
            is_pruned,
            objective: self.objective,
            method: self.method,
            games: self.games_each,
            test_games: self.test_games,
            seed: args.seed.wrapping_add((number / self.starts.len()) as u64),
        }
    }

    /// The digest of all that the learning is a function of.
    pub fn digest(&self, args: &LearnArgs, chosen: &Chosen) -> String {
        digest(&Inputs {
            version: env!("CARGO_PKG_VERSION"),
            rules: {
                let code = chosen.entry.fingerprint();
                let by_size = self.players.iter();
                by_size.map(|&players| chosen.rules.ruleset(players, code.clone())).collect()
            },
            starts: self.starts.iter().map(|start| start.base.text.as_str()).collect(),
            field: self.field.iter().map(StrategyEntry::new).collect(),
            features: args.features.join(","),
            objective: self.objective,
            method: self.method,
            games: self.games_each,
            repeats: self.repeats,
            seed: args.seed,
        })
    }

    /// How the learning came about, once it has played so many games.
    pub fn history(&self, args: &LearnArgs, chosen: &Chosen, games: u64) -> History {
        History { command: self.command(args, chosen), title: chosen.entry.info().title, games }
    }

    /// The command that learns it again.
    fn command(&self, args: &LearnArgs, chosen: &Chosen) -> String {
        let sizes: Vec<String> = self.players.iter().map(usize::to_string).collect();
        let mut words = vec![
            format!("sim learn {} --game {}", words::quoted(&self.from), chosen.rules.settings.game),
            format!("--players {}", sizes.join(",")),
        ];
        if self.is_exploit {
            words.push("--exploit".to_owned());
        } else if !self.named.is_empty() {
            words.push(format!("--against {}", words::quoted(&self.named.join(","))));
        }
        words.extend(words::rules_words(&chosen.rules));
        words.push(format!("--games {} --features {}", args.games, args.features.join(",")));
        if self.objective == Objective::Points {
            words.push("--objective points".to_owned());
        }
        words.push(format!("--repeats {} --seed {} --out {}", args.repeats, args.seed, self.new));
        words.join(" ")
    }
}

/// The numbers of players, each once.
fn players(args: &LearnArgs, chosen: &Chosen) -> Result<Vec<usize>, Failure> {
    let Some(text) = &args.players else { return Ok(vec![chosen.entry.info().default_players]) };
    let mut all = Vec::new();
    for players in game_args::sizes(chosen.entry, text)? {
        if !all.contains(&players) {
            all.push(players);
        }
    }
    Ok(all)
}

/// Where learnings begin: from the base as it is, and for a best response to it from its formulas alone too.
fn starts(args: &LearnArgs, entry: &dyn Entry, start: &Player, new: &str) -> Result<Vec<Start>, Failure> {
    let template = tune::template(entry, start)?;
    let whole = template.text_with(&template.values());
    let bare = template.with_sections(&[]);
    let base = |words, text| Start { words, base: Base { name: new.to_owned(), origin: start.path(), text } };
    if args.exploit && bare.trim_end() != whole.trim_end() {
        return Ok(vec![base("from its formulas alone", bare), base("from itself as it is", whole)]);
    }
    Ok(vec![base("from its formulas alone", whole)])
}

/// Those it is to beat, as named.
fn field(entry: &dyn Entry, args: &LearnArgs) -> Result<Vec<Player>, Failure> {
    let rivals = args.against.iter().map(|name| strategies::load(entry, name));
    let field = rivals.collect::<Result<Vec<Player>, Failure>>()?;
    distinct(&field, "--against", "name each once: they share the seats")?;
    Ok(field)
}

/// Those it never meets: the archetypes, or where it learns against one of them the expert.
fn strangers(entry: &dyn Entry, field: &[Player]) -> Result<Vec<Strategy>, Failure> {
    let is_met = |name: &str| field.iter().any(|rival| rival.base == name);
    let archetypes = strategies::archetypes(entry);
    let names = if archetypes.iter().any(|name| is_met(name)) {
        let others = BASES.iter().map(|name| (*name).to_owned());
        others.filter(|name| strategies::is_shipped(entry, name)).take(1).collect()
    } else {
        archetypes
    };
    names
        .into_iter()
        .filter(|name| !is_met(name))
        .map(|name| Ok(strategies::load(entry, &name)?.strategy))
        .collect()
}

/// What it may look at.
fn features(args: &LearnArgs, vocabulary: &'static Vocabulary) -> Result<Features, Failure> {
    match &args.features[..] {
        [word] if word == "all" => return Ok(Features::All),
        [word] if word == "cheap" => return Ok(Features::Cheap),
        _ => {}
    }
    let parts = vocabulary.points.iter().flat_map(|point| point.parts);
    let own = parts.flat_map(|part| part.features);
    let known: Vec<&str> = own.chain(vocabulary.context).map(|feature| feature.name).collect();
    match args.features.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(Features::Listed(args.features.clone())),
        Some(name) => Err(Failure::misuse(
            format!("no feature `{name}` in {}", vocabulary.game),
            suggestion(name, known.into_iter().chain(["all", "cheap"])),
        )),
    }
}
