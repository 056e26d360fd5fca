use serde::Serialize;

use sim_engine::{Luck, Purpose, text::suggestion};
use sim_play::{
    Entry,
    arm::{OpenGame, Ruleset, StrategyEntry, digest},
};
use sim_script::{Search, Strategy, library::BASELINES, script::Template};

use super::{
    super::{TrainingRecord, alone},
    Objective,
};
use crate::{
    Error, Refusal,
    command::{Command, Verb, Word},
    player::{Player, archetypes, distinct, listed},
    spec::RulesSpec,
};

const HELD_OUT: Purpose = Purpose::new("tune.held_out");
/// With this many rivals one is held out by default.
const LARGE: usize = 4;

#[derive(Clone)]
pub struct TuneSpec {
    pub rules: RulesSpec,
    pub players: usize,
    pub start: Player,
    pub name: String,
    /// Names of the params to tune; by default all with a range.
    pub params: Option<Vec<String>>,
    pub objective: Objective,
    /// Opponents, including the held-out ones; empty if it is alone at the table. See [`usual_rivals`].
    pub against: Vec<Player>,
    /// Number of opponents, drawn by the seed, that the search never meets; by default 1 of 4 or more.
    pub held_out: Option<usize>,
    /// Further opponents that the search never meets: see [`strangers`].
    pub strangers: Vec<Player>,
    /// All games to play, including those for choosing and confirming.
    pub games: u64,
    pub seed: u64,
}

pub(super) struct PreparedTuning {
    pub record: TrainingRecord,
    pub game: Box<dyn OpenGame>,
    pub template: Template,
    pub tuned: Vec<usize>,
    pub field: Vec<Strategy>,
    pub held_out: Vec<Strategy>,
}

#[derive(Serialize)]
struct Inputs<'a> {
    version: &'a str,
    rules: Ruleset,
    start: &'a str,
    field: Vec<StrategyEntry>,
    held_out: Vec<StrategyEntry>,
    tuned: &'a [usize],
    objective: String,
    games: u64,
    seed: u64,
}

impl TuneSpec {
    pub(super) fn open(&self) -> Result<PreparedTuning, Error> {
        let rules = self.rules.resolve()?;
        let entry = self.rules.entry;
        let game = entry.open(&rules.settings, self.players)?;
        let template = template(entry, &self.start)?;
        let tuned = self.tuned(&template)?;
        if (self.objective, rules.settings.objective) == (Objective::Worst, sim_engine::Objective::Points) {
            let message = "the worst case is one of wins, not of points";
            return Err(Refusal::new(message, "have it played for wins").into());
        }
        if self.players == 1 && !self.against.is_empty() {
            return Err(alone("--against").into());
        }
        distinct(&self.against, "--against", "name each once: they share the seats")?;
        let drawn = self.draw_held_out()?;
        let (mut field, mut held_out) = (Vec::new(), Vec::new());
        for (at, rival) in self.against.iter().enumerate() {
            let side = if drawn.contains(&at) { &mut held_out } else { &mut field };
            side.push(rival.strategy.clone());
        }
        held_out.extend(self.strangers.iter().map(|stranger| stranger.strategy.clone()));
        let params = template.params();
        let params = match tuned.len() == params.len() {
            true => "all".to_owned(),
            false => tuned.iter().map(|&at| params[at].name.as_str()).collect::<Vec<_>>().join(","),
        };
        let mut command = Command::new(Verb::Train)
            .names([&self.start.named])
            .option("game", &rules.settings.game)
            .with(Word::players(&[self.players]));
        if !self.against.is_empty() {
            command = command.option("against", listed(&self.against)).option("holdout", drawn.len());
        }
        let objective = match (self.objective, rules.settings.objective) {
            (Objective::Share, sim_engine::Objective::Points) => sim_engine::Objective::Points.word(),
            (objective, _) => objective.word(),
        };
        let is_other = |word: &Word| !matches!(word, Word::Option(name, _) if name == "objective");
        let command = Word::of_rules(&rules)
            .filter(is_other)
            .fold(command, Command::with)
            .option("params", params)
            .option("objective", objective)
            .games(self.games)
            .seed(self.seed)
            .option("out", &self.name);
        let entries = |strategies: &[Strategy]| strategies.iter().map(StrategyEntry::new).collect();
        let digest = digest(&Inputs {
            version: env!("CARGO_PKG_VERSION"),
            rules: rules.ruleset(self.players, entry.fingerprint()),
            start: &template.text_with(&template.values()),
            field: entries(&field),
            held_out: entries(&held_out),
            tuned: &tuned,
            objective: format!("{:?}", self.objective),
            games: self.games,
            seed: self.seed,
        });
        let names = (&self.start, &*self.name);
        let record = TrainingRecord::new(entry.info(), names, [&field, &held_out], (command, digest));
        Ok(PreparedTuning { record, game, template, tuned, field, held_out })
    }

    fn tuned(&self, template: &Template) -> Result<Vec<usize>, Error> {
        let params = template.params();
        let can_move = |at: &usize| params[*at].range.0 < params[*at].range.1;
        let name = &self.start.named;
        let mut tuned: Vec<usize> = Vec::new();
        match &self.params {
            None => tuned.extend((0..params.len()).filter(can_move)),
            Some(wanted) => {
                for param in wanted {
                    let Some(at) = params.iter().position(|known| known.name == *param) else {
                        let known = params.iter().map(|param| param.name.as_str()).chain(["all"]);
                        let message = format!("`{name}` has no param `{param}`");
                        return Err(Refusal::new(message, suggestion(param, known)).into());
                    };
                    if !can_move(&at) {
                        let message = format!("the range of `{param}` holds a single number");
                        let help = "widen it in the file, or leave the param out";
                        return Err(Refusal::new(message, help).into());
                    }
                    tuned.push(at);
                }
                tuned.sort_unstable();
                tuned.dedup();
            }
        }
        if tuned.is_empty() {
            let help = format!(
                "`sim new strategy NEW --game GAME --from {name} --open` makes params of its numbers"
            );
            return Err(Refusal::new(format!("`{name}` has no params that could be tuned"), help).into());
        }
        Ok(tuned)
    }

    /// Indices of the held-out rivals, drawn by the seed; never the strategy itself.
    fn draw_held_out(&self) -> Result<Vec<usize>, Refusal> {
        let is_start = |rival: &Player| rival.strategy.name() == self.start.strategy.name();
        let mut others: Vec<usize> =
            (0..self.against.len()).filter(|&at| !is_start(&self.against[at])).collect();
        let most = self.against.len().saturating_sub(1).min(others.len());
        let usual = usize::from(self.players > 1 && others.len() >= LARGE);
        let count = self.held_out.unwrap_or(usual);
        if count > most {
            let of = self.against.len();
            let message = format!("{count} strategies cannot be held out of a field of {of}");
            return Err(Refusal::new(message, format!("give --holdout {most} or less")));
        }
        Luck::new(self.seed, 0).stream(HELD_OUT, 0).shuffle(&mut others);
        others.truncate(count);
        others.sort_unstable();
        Ok(others)
    }
}

/// Names of the default opponents: the archetypes, and the unchanged strategy.
pub fn usual_rivals(entry: &Entry, start: &Player) -> Vec<String> {
    let mut names = archetypes(entry);
    if !names.contains(&start.named) {
        names.push(start.named.clone());
    }
    names
}

/// Names of the shipped strategies that are neither the start nor in its field: of all, or of the baselines alone.
pub fn strangers(entry: &Entry, start: &Player, against: &[Player], of_all: bool) -> Vec<String> {
    let is_met = |name: &str| against.iter().any(|rival| rival.named == name) || name == start.base;
    let names = entry.shipped().iter().map(|shipped| shipped.name);
    names.filter(|name| !is_met(name) && (of_all || BASELINES.contains(name))).map(str::to_owned).collect()
}

pub fn template(entry: &Entry, start: &Player) -> Result<Template, Error> {
    read(entry, start, start.strategy.text())
}

pub fn template_at(entry: &Entry, start: &Player, players: usize) -> Result<Template, Error> {
    read(entry, start, start.strategy.text_at(players))
}

fn read(entry: &Entry, start: &Player, text: Option<&str>) -> Result<Template, Error> {
    if start.strategy.search().is_some() {
        let (base, game) = (Search::names_in(&start.named).0, entry.info().name);
        let help =
            format!("tune the script that plays its games: sim train {base} --game {game} --params all");
        let message = format!("{} is a search, and has no params of its own", start.named);
        return Err(Refusal::new(message, help).into());
    }
    let Some(text) = text else {
        let message = format!("{} has no file, and so no params to tune", start.named);
        return Err(Refusal::new(message, "tune a script: see `sim list --game GAME`").into());
    };
    let template = entry.template(&start.base, &start.path(), text)?;
    let values: Vec<f64> = start.strategy.params().iter().map(|param| param.value).collect();
    if values == template.values() {
        return Ok(template);
    }
    Ok(entry.template(&start.base, &start.path(), &template.text_with(&values))?)
}
