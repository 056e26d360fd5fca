use serde::Deserialize;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use sim_engine::{
    Info,
    text::{FileError, deserialize_toml, each_value, list, people, read_toml, suggestion},
};
use sim_play::{
    Entry,
    arm::{Arms, NamedArm},
};

use super::{
    Call, Question, Variation,
    plan::{AnswerSpec, PlanError},
};
use crate::{
    Effort, Error, Refusal,
    adapt::{AdaptSpec, Budget, MOST_REPEATS, REPEATS, changes_players, usual_start},
    catalogue::Catalogue,
    contrast::ContrastArms,
    effort::{MAX_GAMES, MOST_GAMES},
    grid::{self, Grid},
    player::{Player, archetypes},
    spec::{ArmSpec, DataFile, Field, RulesSpec, Setting},
};

const FORMAT: i64 = 1;
const NO_PRESET: &str = "default";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionFile {
    format: Spanned<i64>,
    game: Spanned<String>,
    title: String,
    question: String,
    players: Option<Spanned<i64>>,
    #[serde(default)]
    strategies: Vec<String>,
    #[serde(default)]
    lineup: Vec<String>,
    n: Option<Spanned<i64>>,
    /// Training games under the rules of each arm, if players train; `repeats` counts training runs.
    adapt: Option<Spanned<i64>>,
    repeats: Option<Spanned<i64>>,
    /// Instead of `n`: the precision of win rates in the first arm.
    precision: Option<Spanned<String>>,
    #[serde(default = "first_seed")]
    seed: u64,
    #[serde(default)]
    arms: Vec<Spanned<ArmSection>>,
    /// Paths with values: each point of their grid is an arm, besides the only one of `arms`.
    #[serde(default)]
    vary: Vec<Spanned<String>>,
    /// The charts to draw; empty for all.
    #[serde(default)]
    chart: Vec<Spanned<String>>,
    answer: Spanned<AnswerSpec>,
}

fn first_seed() -> u64 {
    1
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmSection {
    name: String,
    players: Option<i64>,
    #[serde(default)]
    preset: Vec<String>,
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    without: Vec<String>,
    data: Option<String>,
    #[serde(default)]
    strategies: Vec<String>,
    #[serde(default)]
    lineup: Vec<String>,
}

pub trait Sources {
    fn games(&self) -> Catalogue;

    fn player(&self, entry: &'static Entry, word: &str) -> Result<Player, Refusal>;

    fn data(&self, path: &str) -> Result<String, Refusal>;

    fn charts(&self, of: ChartKind) -> Vec<String>;
}

#[derive(Debug, Clone, Copy)]
pub enum ChartKind {
    Run(&'static Info),
    Differences,
    Sweep,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let (message, help) = error.message_and_help();
        Refusal { message, help }
    }
}

/// Only games and what is shipped with them.
#[derive(Clone, Copy)]
pub struct ShippedSources(pub Catalogue);

impl Sources for ShippedSources {
    fn games(&self) -> Catalogue {
        self.0
    }

    fn player(&self, entry: &'static Entry, word: &str) -> Result<Player, Refusal> {
        let help = || suggestion(word, entry.shipped().iter().map(|shipped| shipped.name));
        Player::shipped(entry, word)?.ok_or_else(|| Refusal::new(format!("no strategy `{word}`"), help()))
    }

    fn data(&self, path: &str) -> Result<String, Refusal> {
        Err(Refusal::new(format!("cannot read {path}"), "write the values under `set`"))
    }

    fn charts(&self, _: ChartKind) -> Vec<String> {
        Vec::new()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionSummary {
    pub game: String,
    pub title: String,
    pub question: String,
}

impl QuestionSummary {
    pub fn read(origin: &str, text: &str) -> Result<QuestionSummary, FileError> {
        if let Some(Call { game, title, question, .. }) = Call::read(origin, text)? {
            return Ok(QuestionSummary { game, title, question });
        }
        let QuestionFile { game, title, question, .. } = parse(origin, text)?;
        Ok(QuestionSummary { game: game.into_inner(), title, question })
    }
}

const HELP: &str = "an experiment has format, game, title, question, n, and [answer]; with precision in place of n if you like; it may have players, strategies or lineup, seed, adapt and repeats, [[arms]], vary and chart";

fn parse(origin: &str, text: &str) -> Result<QuestionFile, FileError> {
    document(origin, text, HELP)?;
    deserialize_toml(origin, text, HELP)
}

/// Reads the TOML of a question or a call. Refuses empty texts and lists and non-finite numbers.
pub(super) fn document<'t>(origin: &str, text: &'t str, help: &str) -> Result<DeTable<'t>, FileError> {
    let root = read_toml(origin, text, help)?;
    each_value(&root, &mut |key, value| {
        let (wrong, help) = match value.get_ref() {
            DeValue::String(word) if word.trim().is_empty() => ("is empty", "write something there"),
            DeValue::Array(list) if list.is_empty() => ("is an empty list", "fill it, or leave it out"),
            DeValue::Float(number)
                if number.as_str().parse().is_ok_and(|number: f64| !number.is_finite()) =>
            {
                ("is no finite number", "write a number, as 0.25, or leave it out")
            }
            _ => return Ok(()),
        };
        Err(FileError::at(origin, text, value.span().start, format!("`{key}` {wrong}"), help))
    })?;
    Ok(root)
}

impl Question {
    pub fn read(origin: &str, text: &str, sources: &dyn Sources) -> Result<Question, FileError> {
        let file = parse(origin, text)?;
        // An error in an arm points to its place in the file.
        let at = |offset: usize| {
            move |Refusal { message, help }: Refusal| FileError::at(origin, text, offset, message, help)
        };
        let wrong = |offset: usize, message: String, help: &str| at(offset)(Refusal::new(message, help));
        if *file.format.get_ref() != FORMAT {
            let message = format!("format {} is not known", file.format.get_ref());
            return Err(wrong(file.format.span().start, message, "write format = 1"));
        }
        let game = file.game.get_ref();
        let Some(entry) = sources.games().find(game) else {
            let help = suggestion(game, sources.games().0.iter().map(|entry| entry.info().name));
            return Err(wrong(file.game.span().start, format!("no game `{game}`"), &help));
        };
        let placed = |(offset, refusal): RefusalAt| at(offset)(refusal);
        let effort = file.effort().map_err(placed)?;
        let budget = file.budget(effort).map_err(placed)?;
        let start = file.players.as_ref().map_or(file.game.span().start, |players| players.span().start);
        let single = [Spanned::new(
            start..start,
            ArmSection { name: "as printed".to_owned(), ..ArmSection::default() },
        )];
        let list = if file.arms.is_empty() { &single[..] } else { &file.arms[..] };
        let mut specs = Vec::new();
        let mut arms = Vec::new();
        for arm in list {
            let wrong = at(arm.span().start);
            let mut spec = file.spec(arm.get_ref(), entry, sources).map_err(&wrong)?;
            if let Some(budget) = budget {
                let seated = AdaptSpec::seat(spec, budget, effort);
                spec = seated.map_err(&wrong)?.arm;
            }
            let opened = spec.open().map_err(|error| wrong(error.into()))?;
            arms.push(NamedArm { name: arm.get_ref().name.clone(), arm: opened });
            specs.push(spec);
        }
        let (first, spec) = (arms.remove(0), specs.swap_remove(0));
        let second = list.get(1).map_or(start, |arm| arm.span().start);
        let mut arms =
            Arms::of_any_size(first, arms).map_err(|error| at(second)(Error::from(error).into()))?;
        let mut varied = None;
        if let Some(path) = file.vary.first() {
            if list.len() > 1 {
                let help = "leave vary out, or all arms but the one that is varied";
                return Err(wrong(path.span().start, "vary is of one arm".to_owned(), help));
            }
            let grid = file.grid(&spec).map_err(placed)?;
            let opened = grid.open(&spec).map_err(|error| at(path.span().start)(error.into()))?;
            let ContrastArms { arms: points_arms, changes: points, not_played } = opened;
            arms = points_arms;
            varied = Some(Variation { grid, points, not_played });
        }
        let mut charts = Vec::new();
        for chart in &file.chart {
            let known = sources.charts(match (&varied, arms.others()) {
                (Some(_), _) => ChartKind::Sweep,
                (None, []) => ChartKind::Run(arms.first().arm.info),
                (None, _) => ChartKind::Differences,
            });
            let name = chart.get_ref();
            if !known.contains(name) {
                let help = suggestion(name, known.iter().map(String::as_str));
                return Err(wrong(chart.span().start, format!("no chart `{name}` is drawn here"), &help));
            }
            charts.push(name.clone());
        }
        let answer_spec = file.answer.get_ref().clone();
        let plan =
            answer_spec.plan(&arms, varied.is_some()).map_err(|PlanError { path, message, help }| {
                wrong(place(text, &path).unwrap_or(file.answer.span().start), message, &help)
            })?;
        let adapting = budget.map(|budget| AdaptSpec { arm: spec.clone(), budget, effort });
        let strategies = |named: &NamedArm| named.arm.inputs.strategies.clone();
        if let Some(adapt) = &file.adapt
            && let Some(odd) = arms.others().iter().find(|odd| strategies(odd) != strategies(arms.first()))
        {
            return Err(at(adapt.span().start)(changes_players(&odd.name)));
        }
        let QuestionFile { title, question, .. } = file;
        Ok(Question { title, question, spec, arms, effort, adapting, answer_spec, plan, varied, charts })
    }
}

type RefusalAt = (usize, Refusal);

impl QuestionFile {
    fn effort(&self) -> Result<Effort, RefusalAt> {
        match (&self.n, &self.precision) {
            (Some(n), None) => {
                let games = u64::try_from(*n.get_ref()).ok().filter(|games| (1..=MAX_GAMES).contains(games));
                let help = format!("give 1 to {}", people::count(MAX_GAMES));
                let none = || (n.span().start, Refusal::new("no number of games", help));
                games.map(Effort::Games).ok_or_else(none)
            }
            (None, Some(goal)) => {
                let wrong = |error: Refusal| (goal.span().start, error.of(goal.get_ref()));
                let read = goal.get_ref().parse().map_err(wrong)?;
                Ok(Effort::Until { goal: read, most: MOST_GAMES })
            }
            _ => Err((
                self.game.span().start,
                Refusal::new(
                    "n or precision gives the number of games",
                    "give n = 20_000, or precision = \"0.5%\"",
                ),
            )),
        }
    }

    fn budget(&self, effort: Effort) -> Result<Option<Budget>, RefusalAt> {
        let number = |value: &Spanned<i64>, most: u64, help: String| {
            let read = u64::try_from(*value.get_ref()).ok().filter(|number| (1..=most).contains(number));
            let wrong = || {
                let message = format!("{} is out of range", value.get_ref());
                (value.span().start, Refusal::new(message, help))
            };
            read.ok_or_else(wrong)
        };
        let Some(adapt) = &self.adapt else {
            return match &self.repeats {
                None => Ok(None),
                Some(repeats) => Err((
                    repeats.span().start,
                    Refusal::new(
                        "repeats counts training runs",
                        "give adapt = 30_000 too, or leave repeats out",
                    ),
                )),
            };
        };
        if matches!(effort, Effort::Until { .. }) {
            let help = "give n in place of precision, or leave adapt out";
            let message = "a precision does not limit the games of players who adapt";
            return Err((adapt.span().start, Refusal::new(message, help)));
        }
        let games = number(adapt, MOST_GAMES, "give 1 or more games, as adapt = 30_000".to_owned())?;
        let repeats = match &self.repeats {
            None => REPEATS,
            Some(repeats) => number(repeats, MOST_REPEATS, format!("give 1 to {MOST_REPEATS}"))?,
        };
        Ok(Some(Budget { games, repeats }))
    }

    fn spec(
        &self,
        arm: &ArmSection,
        entry: &'static Entry,
        sources: &dyn Sources,
    ) -> Result<ArmSpec, Refusal> {
        let rules = arm.rules(entry, sources)?;
        let resolved = rules.resolve()?;
        let is_own = !(arm.strategies.is_empty() && arm.lineup.is_empty());
        let (strategies, lineup) =
            if is_own { (&arm.strategies, &arm.lineup) } else { (&self.strategies, &self.lineup) };
        let is_lineup = !lineup.is_empty();
        let given = if is_lineup { lineup } else { strategies };
        let names: Vec<String> = match &given[..] {
            [] if self.adapt.is_some() => vec![usual_start(entry).to_owned()],
            [] => archetypes(entry),
            given => list::split_all(given),
        };
        let asked = arm.players.or(self.players.as_ref().map(|players| *players.get_ref()));
        let players = players(entry.info(), asked, is_lineup.then_some(&names[..]))?;
        // Invalid rules are reported before any problem with players.
        entry.open(&resolved.settings, players).map_err(Error::from)?;
        let list =
            names.iter().map(|name| sources.player(entry, name)).collect::<Result<Vec<_>, Refusal>>()?;
        let field = if is_lineup { Field::Lineup(list) } else { Field::Pool(list) };
        Ok(ArmSpec { rules, players, field, seed: self.seed })
    }

    fn grid(&self, spec: &ArmSpec) -> Result<Grid, RefusalAt> {
        let mut paths: Vec<grid::Path> = Vec::new();
        for path in &self.vary {
            let wrong = |error: Error| (path.span().start, Refusal::from(error));
            let one = grid::Path::read(path.get_ref(), spec).map_err(wrong)?;
            one.is_new_among(&paths).map_err(|error| wrong(error.into()))?;
            paths.push(one);
        }
        let start = self.vary.first().map_or(0, |path| path.span().start);
        Grid::full(paths).map_err(|error| (start, error))
    }
}

impl ArmSection {
    fn rules(&self, entry: &'static Entry, sources: &dyn Sources) -> Result<RulesSpec, Refusal> {
        if self.preset.iter().any(|preset| preset.contains(',')) {
            let help = "name one: only runs play one after the other";
            return Err(Refusal::new("--preset names several rule sets", help));
        }
        let presets = self.preset.iter().map(|preset| preset.trim().to_owned());
        let set = self.set.iter().map(|change| {
            change.parse::<Setting>().map_err(|error| {
                let game = entry.info().name;
                let help =
                    format!("write --set {change}=VALUE; `sim show settings --game {game}` lists the paths");
                Refusal::new(format!("--set {error}"), help)
            })
        });
        let data = self.data.as_ref().map(|path| {
            let text = sources.data(path)?;
            Ok::<_, Refusal>(DataFile { path: path.clone(), text })
        });
        Ok(RulesSpec {
            entry,
            objective: None,
            data: data.transpose()?,
            set: set.collect::<Result<_, _>>()?,
            presets: presets.filter(|preset| preset != NO_PRESET).collect(),
            without: self.without.clone(),
        })
    }
}

/// The number of players: as requested, as many as the line-up has seats, or the default.
fn players(info: &Info, asked: Option<i64>, lineup: Option<&[String]>) -> Result<usize, Refusal> {
    let (fewest, most) = info.players;
    let fitting = |players: usize| Some(players).filter(|players| (fewest..=most).contains(players));
    match (asked, lineup) {
        (Some(asked), _) => usize::try_from(asked).ok().and_then(fitting).ok_or_else(|| {
            let help = format!("give --players {fewest} to {most}, or all");
            Refusal::new(format!("{} is not played by {asked}", info.title), help)
        }),
        (None, Some(names)) => fitting(names.len()).ok_or_else(|| {
            let count = people::counted(names.len() as u64, "strategy", "strategies");
            Refusal::new(
                format!("--lineup names {count}, and {} seats {fewest} to {most}", info.title),
                format!(
                    "name one for each seat, the same one more than once if you like: --lineup {}",
                    list::join(&vec![names[0].as_str(); fewest.max(2)])
                ),
            )
        }),
        (None, None) => Ok(info.default_players),
    }
}

/// Offset of the value at `path` within the answer, or of the longest part of the path that exists.
fn place(text: &str, path: &[&str]) -> Option<usize> {
    let root = DeTable::parse(text).ok()?;
    let mut item = root.get_ref().get("answer")?;
    let mut offset = None;
    for word in path {
        let Some(next) = item.get_ref().as_table().and_then(|table| table.get(*word)) else { break };
        offset = Some(next.span().start);
        item = next;
    }
    offset
}
