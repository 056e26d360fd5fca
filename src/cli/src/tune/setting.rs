//! What is tuned against whom: as typed, then as meant.

use serde::Serialize;

use super::{
    super::{failure::Failure, game_args::Chosen, output, strategies, words},
    TuneArgs,
    telling::History,
};
use sim_engine::{Luck, Purpose, text::suggestion};
use sim_lab::{
    experiment::{Ruleset, StrategyEntry, digest},
    player::Player,
};
use sim_play::entry::Entry;
use sim_script::{Search, Strategy, library::BASELINES, script::Template};

const HELD_OUT: Purpose = Purpose::new("tune.held_out");
/// A field of so many rivals can do without one of them.
const LARGE: usize = 4;

/// Everything that a tuning is about.
pub struct Setting {
    pub players: usize,
    /// What the strategy was called on the command line, and what the new one will be called.
    pub from: String,
    pub new: String,
    pub template: Template,
    /// Places of the params to be tuned.
    pub tuned: Vec<usize>,
    pub field: Vec<Strategy>,
    pub held_out: Vec<Strategy>,
    /// The field and those taken out of it, as the command line names them.
    named: Vec<String>,
    /// How many were taken out of those.
    taken: usize,
}

/// What a search is a function of, but the code of the program.
#[derive(Serialize)]
struct Inputs<'a> {
    version: &'a str,
    rules: Ruleset,
    /// The text that is tuned.
    start: &'a str,
    field: Vec<StrategyEntry>,
    held_out: Vec<StrategyEntry>,
    tuned: &'a [usize],
    objective: String,
    games: u64,
    seed: u64,
}

impl Setting {
    pub fn resolve(args: &TuneArgs, chosen: &Chosen) -> Result<Setting, Failure> {
        let Chosen { entry, rules, .. } = chosen;
        let players = chosen.players(args.players);
        entry.open(&rules.settings, players)?;
        let start = strategies::load(*entry, &args.strategy)?;
        let template = template(*entry, &start)?;
        let tuned = tuned(&template, &args.params, &args.strategy)?;
        let new = args.out.clone().unwrap_or_else(|| format!("{}-tuned", start.base.as_str()));
        let mut field = rivals(*entry, &start, args, players)?;
        let named: Vec<String> = field.iter().map(|rival| rival.named.clone()).collect();
        let mut held_out = Vec::new();
        let taken = taken(args, &start, &field, players)?;
        for &at in taken.iter().rev() {
            held_out.insert(0, field.remove(at));
        }
        // Shipped strategies that are in nobody's field are opponents that nobody has met.
        for shipped in entry.shipped().iter().filter(|_| players > 1) {
            let is_met = named.iter().any(|name| name == shipped.name) || shipped.name == start.base.as_str();
            let is_wanted = !args.against.is_empty() || BASELINES.contains(&shipped.name);
            if !is_met && is_wanted {
                held_out.push(strategies::load(*entry, shipped.name)?);
            }
        }
        for one in field.iter().chain(&held_out).chain([&start]) {
            if let Some(remark) = strategies::eclipse(*entry, one) {
                output::remark(&remark);
            }
        }
        let strategies = |loaded: Vec<Player>| loaded.into_iter().map(|loaded| loaded.strategy).collect();
        Ok(Setting {
            players,
            from: start.named.clone(),
            new,
            template,
            tuned,
            field: strategies(field),
            held_out: strategies(held_out),
            named,
            taken: taken.len(),
        })
    }

    /// The digest of all that the search is a function of.
    pub fn digest(&self, args: &TuneArgs, chosen: &Chosen) -> String {
        let entries = |strategies: &[Strategy]| strategies.iter().map(StrategyEntry::new).collect();
        digest(&Inputs {
            version: env!("CARGO_PKG_VERSION"),
            rules: chosen.rules.ruleset(self.players, chosen.entry.fingerprint()),
            start: &self.template.text_with(&self.template.values()),
            field: entries(&self.field),
            held_out: entries(&self.held_out),
            tuned: &self.tuned,
            objective: format!("{:?}", args.objective),
            games: args.games,
            seed: args.seed,
        })
    }

    /// How the tuning came about, once it has played so many games.
    pub fn history(&self, args: &TuneArgs, chosen: &Chosen, games: u64) -> History {
        History { command: self.command(args, chosen), title: chosen.entry.info().title, games }
    }

    /// The command that finds it again.
    fn command(&self, args: &TuneArgs, chosen: &Chosen) -> String {
        let params = self.template.params();
        let tuned: Vec<&str> = self.tuned.iter().map(|&at| params[at].name.as_str()).collect();
        let tuned = if tuned.len() == params.len() { "all".to_owned() } else { tuned.join(",") };
        let against = words::quoted(&self.named.join(","));
        let mut words = vec![
            format!("sim tune {} --game {}", words::quoted(&self.from), chosen.rules.settings.game),
            format!("--players {}", self.players),
        ];
        if !self.named.is_empty() {
            words.push(format!("--against {against} --holdout {}", self.taken));
        }
        words.extend(words::rules_words(&chosen.rules));
        words
            .push(format!("--params {tuned} --objective {}", format!("{:?}", args.objective).to_lowercase()));
        words.push(format!("--games {} --seed {} --out {}", args.games, args.seed, self.new));
        words.join(" ")
    }
}

/// The file of the strategy, with the values it was named with.
pub fn template(entry: &dyn Entry, start: &Player) -> Result<Template, Failure> {
    if start.strategy.search().is_some() {
        let base = Search::base_name(&start.named);
        let message = format!("{} is a search, and has no params of its own", start.named);
        let help =
            format!("tune the script that plays its games: sim tune {base} --game {}", entry.info().name);
        return Err(Failure::misuse(message, help));
    }
    let Some(text) = start.strategy.text() else {
        let message = format!("{} has no file, and so no params to tune", start.named);
        return Err(Failure::misuse(message, "tune a script: see `sim list --game GAME`"));
    };
    let name = start.base.as_str();
    let template = entry.template(name, &start.path(), text)?;
    let values: Vec<f64> = start.strategy.params().iter().map(|param| param.value).collect();
    if values == template.values() {
        return Ok(template);
    }
    Ok(entry.template(name, &start.path(), &template.text_with(&values))?)
}

/// Places of the params that are to be tuned.
fn tuned(template: &Template, wanted: &[String], name: &str) -> Result<Vec<usize>, Failure> {
    let params = template.params();
    let can_move = |at: &usize| params[*at].range.0 < params[*at].range.1;
    let mut tuned: Vec<usize> = Vec::new();
    if wanted == ["all"] {
        tuned.extend((0..params.len()).filter(can_move));
    } else {
        for word in wanted {
            let Some(at) = params.iter().position(|param| param.name == *word) else {
                let known = params.iter().map(|param| param.name.as_str()).chain(["all"]);
                return Err(Failure::misuse(
                    format!("`{name}` has no param `{word}`"),
                    suggestion(word, known),
                ));
            };
            if !can_move(&at) {
                let message = format!("the range of `{word}` holds a single number");
                return Err(Failure::misuse(message, "widen it in the file, or leave the param out"));
            }
            tuned.push(at);
        }
        tuned.sort_unstable();
        tuned.dedup();
    }
    if tuned.is_empty() {
        return Err(Failure::misuse(
            format!("`{name}` has no params that could be tuned"),
            format!("`sim new strategy NEW --game GAME --from {name} --open` makes params of its numbers"),
        ));
    }
    Ok(tuned)
}

/// Those it plays against: as named, or the archetypes and the strategy as it is.
fn rivals(
    entry: &dyn Entry,
    start: &Player,
    args: &TuneArgs,
    players: usize,
) -> Result<Vec<Player>, Failure> {
    if players == 1 {
        let help = "leave --against out";
        let alone = args.against.is_empty();
        let refusal = || Failure::misuse("alone at the table there is nobody to play against", help);
        return if alone { Ok(Vec::new()) } else { Err(refusal()) };
    }
    let names = if args.against.is_empty() {
        let mut names = strategies::archetypes(entry);
        if !names.contains(&start.named) {
            names.push(start.named.clone());
        }
        names
    } else {
        args.against.clone()
    };
    let mut rivals: Vec<Player> = Vec::new();
    for name in &names {
        let rival = strategies::load(entry, name)?;
        strategies::check_new(&rivals, &rival, "--against", "name each once: they share the seats")?;
        rivals.push(rival);
    }
    Ok(rivals)
}

/// Places of the rivals that are taken out, drawn by the seed; never the strategy itself.
fn taken(args: &TuneArgs, start: &Player, field: &[Player], players: usize) -> Result<Vec<usize>, Failure> {
    let is_start = |rival: &Player| rival.strategy.name() == start.strategy.name();
    let mut others: Vec<usize> = (0..field.len()).filter(|&at| !is_start(&field[at])).collect();
    let most = field.len().saturating_sub(1).min(others.len());
    let usual = usize::from(players > 1 && others.len() >= LARGE);
    let count = args.holdout.map_or(usual, |count| usize::try_from(count).unwrap_or(usize::MAX));
    if count > most {
        let message = format!("{count} strategies cannot be held out of a field of {}", field.len());
        return Err(Failure::misuse(message, format!("give --holdout {most} or less")));
    }
    Luck::new(args.seed, 0).stream(HELD_OUT, 0).shuffle(&mut others);
    others.truncate(count);
    others.sort_unstable();
    Ok(others)
}
