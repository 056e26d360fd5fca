//! What learns against whom: as typed, then as meant.

use serde::Serialize;

use super::{
    super::{failure::Failure, game_args::Chosen, output, strategies, tune, words},
    LearnArgs,
    telling::History,
};
use sim_engine::text::suggestion;
use sim_lab::{
    experiment::{Ruleset, StrategyEntry, digest},
    player::Player,
};
use sim_learn::{Base, Features, Method, Spec};
use sim_play::{Entry, arm::Opened};
use sim_script::{Strategy, spec::Vocabulary};

/// Who is begun with where nobody is named.
const BASES: [&str; 2] = ["expert", "default"];
/// Games of a test: a tenth of those that are learned from, within bounds.
const TEST: (u64, u64) = (400, 8_000);

/// Everything that a learning is about.
pub struct Setting {
    pub players: usize,
    /// What the base was called on the command line, and what the new strategy will be called.
    pub from: String,
    pub new: String,
    base: Base,
    pub field: Vec<Strategy>,
    pub strangers: Vec<Strategy>,
    /// The field as the command line names it.
    named: Vec<String>,
    features: Features,
    pub method: Method,
    test_games: u64,
    repeats: u64,
    games: u64,
}

/// What a learning is a function of, but the code of the program.
#[derive(Serialize)]
struct Inputs<'a> {
    version: &'a str,
    rules: Ruleset,
    base: &'a str,
    field: Vec<StrategyEntry>,
    features: String,
    method: Method,
    games: u64,
    repeats: u64,
    seed: u64,
}

impl Setting {
    pub fn resolve(args: &LearnArgs, chosen: &Chosen) -> Result<Setting, Failure> {
        let Chosen { entry, rules, .. } = chosen;
        let players = chosen.players(args.players);
        entry.open(&rules.settings, players)?;
        if args.repeats == 0 {
            return Err(Failure::misuse("--repeats 0 learns nothing", "give 1 or more"));
        }
        let usual = || BASES.into_iter().find(|name| strategies::is_shipped(*entry, name));
        let name = args.base.as_deref().or_else(usual).unwrap_or(BASES[1]);
        let start = strategies::load(*entry, name)?;
        let template = tune::template(*entry, &start)?;
        let text = template.text_with(&template.values());
        let new = args.out.clone().unwrap_or_else(|| format!("{}-learned", start.base));
        let field = field(*entry, args, players)?;
        for one in field.iter().chain([&start]) {
            if let Some(remark) = strategies::eclipse(*entry, one) {
                output::remark(&remark);
            }
        }
        let features = features(args, entry.vocabulary())?;
        let strangers = strangers(*entry, &field, players)?;
        let base = Base { name: new.clone(), origin: start.path(), text };
        let method = if field.is_empty() && players > 1 { Method::self_play() } else { Method::response() };
        Ok(Setting {
            players,
            from: start.named.clone(),
            new,
            base,
            named: field.iter().map(|rival| rival.named.clone()).collect(),
            field: field.into_iter().map(|loaded| loaded.strategy).collect(),
            strangers,
            features,
            method,
            test_games: (args.games / 10).clamp(TEST.0, TEST.1),
            repeats: args.repeats,
            games: args.games,
        })
    }

    /// Games of the whole call, about.
    pub fn games(&self) -> u64 {
        self.repeats.saturating_mul(self.games + 4 * self.test_games)
    }

    /// The learning of this number.
    pub fn spec<'a>(
        &'a self,
        args: &LearnArgs,
        chosen: &Chosen,
        game: &'a dyn Opened,
        number: u64,
    ) -> Spec<'a> {
        Spec {
            entry: chosen.entry,
            game,
            players: self.players,
            base: self.base.clone(),
            field: &self.field,
            strangers: &self.strangers,
            features: self.features.clone(),
            method: self.method,
            games: self.games,
            test_games: self.test_games,
            seed: args.seed.wrapping_add(number),
        }
    }

    /// The digest of all that the learning is a function of.
    pub fn digest(&self, args: &LearnArgs, chosen: &Chosen) -> String {
        digest(&Inputs {
            version: env!("CARGO_PKG_VERSION"),
            rules: chosen.rules.ruleset(self.players, chosen.entry.fingerprint()),
            base: &self.base.text,
            field: self.field.iter().map(StrategyEntry::new).collect(),
            features: args.features.join(","),
            method: self.method,
            games: self.games,
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
        let mut words = vec![
            format!("sim learn {} --game {}", words::quoted(&self.from), chosen.rules.settings.game),
            format!("--players {}", self.players),
        ];
        if !self.named.is_empty() {
            words.push(format!("--against {}", words::quoted(&self.named.join(","))));
        }
        words.extend(words::rules_words(&chosen.rules));
        words.push(format!("--games {} --features {}", args.games, args.features.join(",")));
        words.push(format!("--repeats {} --seed {} --out {}", args.repeats, args.seed, self.new));
        words.join(" ")
    }
}

/// Those it is to beat, as named.
fn field(entry: &dyn Entry, args: &LearnArgs, players: usize) -> Result<Vec<Player>, Failure> {
    if players == 1 && !args.against.is_empty() {
        let help = "leave --against out";
        return Err(Failure::misuse("alone at the table there is nobody to play against", help));
    }
    let mut field: Vec<Player> = Vec::new();
    for name in &args.against {
        let rival = strategies::load(entry, name)?;
        strategies::check_new(&field, &rival, "--against", "name each once: they share the seats")?;
        field.push(rival);
    }
    Ok(field)
}

/// Those it never meets: the archetypes, or where it learns against one of them the expert.
fn strangers(entry: &dyn Entry, field: &[Player], players: usize) -> Result<Vec<Strategy>, Failure> {
    let is_met = |name: &str| field.iter().any(|rival| rival.base == name);
    let archetypes = strategies::archetypes(entry);
    let names = if archetypes.iter().any(|name| is_met(name)) {
        let others = BASES.iter().map(|name| (*name).to_owned());
        others.filter(|name| strategies::is_shipped(entry, name)).take(1).collect()
    } else {
        archetypes
    };
    let names = names.into_iter().filter(|name| players > 1 && !is_met(name));
    names.map(|name| Ok(strategies::load(entry, &name)?.strategy)).collect()
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
