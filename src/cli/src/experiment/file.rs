//! An experiment as it is written down, and as it is meant.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::{Spanned, de::DeTable};

use super::sought::{Plan, Problem, Sought};
use crate::games;
use crate::{
    failure::Failure,
    game_args::{GameArgs, TableArgs},
    number,
};
use sim_engine::text::{FileError, suggestion};
use sim_lab::{
    Error,
    experiment::{Arms, Named, Precision, design::Point},
    grid::{self, Grid, GridArms},
    not_played::NotPlayed,
    spec::ArmSpec,
};
use sim_report::charts;

/// The form of the file that this program reads.
const FORMAT: i64 = 1;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: Spanned<i64>,
    game: Spanned<String>,
    title: String,
    question: String,
    players: Option<Spanned<i64>>,
    #[serde(default)]
    strategies: Vec<String>,
    #[serde(default)]
    lineup: Vec<String>,
    /// Games of each arm.
    n: Option<Spanned<i64>>,
    /// In place of them: how well win rates are to be known in the first arm.
    precision: Option<Spanned<String>>,
    #[serde(default = "first_seed")]
    seed: u64,
    #[serde(default)]
    arms: Vec<Spanned<WrittenArm>>,
    /// Paths with values: each point of their grid is an arm, beside the only one of `arms`.
    #[serde(default)]
    vary: Vec<Spanned<String>>,
    /// The figures that are drawn; without them all.
    #[serde(default)]
    chart: Vec<Spanned<String>>,
    answer: Spanned<Sought>,
}

fn first_seed() -> u64 {
    1
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenArm {
    name: String,
    /// A table of another size than that of the file.
    players: Option<i64>,
    #[serde(default)]
    preset: Vec<String>,
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    without: Vec<String>,
    data: Option<PathBuf>,
    #[serde(default)]
    strategies: Vec<String>,
    #[serde(default)]
    lineup: Vec<String>,
}

/// An experiment that is ready to be played.
pub struct Experiment {
    pub title: String,
    pub question: String,
    pub arms: Arms,
    pub length: Length,
    pub sought: Sought,
    pub plan: Plan,
    /// What is worth knowing about strategies, a sentence each.
    pub remarks: Vec<String>,
    /// What is varied, if arms are points along values.
    pub along: Option<Along>,
    /// The figures that are drawn; all, if there are none.
    pub charts: Vec<String>,
}

/// Arms that are points along values.
pub struct Along {
    /// The table that is varied.
    pub spec: ArmSpec,
    pub grid: Grid,
    /// The points of the arms after the first.
    pub points: Vec<Point>,
    pub not_played: Vec<NotPlayed>,
}

/// How long an experiment is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Length {
    /// Games of each arm.
    Games(u64),
    /// As many deals as the first arm needs.
    Until(Precision),
}

/// Game, title and question of a file, for a listing.
pub fn heading(origin: &str, text: &str) -> Result<(String, String, String), Failure> {
    let Written { game, title, question, .. } = parse(origin, text)?;
    Ok((game.into_inner(), title, question))
}

fn parse(origin: &str, text: &str) -> Result<Written, FileError> {
    toml::from_str(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        let message = error.message().lines().next().unwrap_or("not as it should be").to_owned();
        FileError::at(origin, text, offset, message, "an experiment has format, game, title, question, n, and [answer]; with precision in place of n if you like; it may have players, strategies or lineup, seed, [[arms]], vary and chart")
    })
}

/// Reads and checks everything; files that arms name lie where the program was started.
pub fn read(origin: &str, text: &str) -> Result<Experiment, Failure> {
    let written = parse(origin, text)?;
    let at = |offset: usize, message: String, help: &str| -> Failure {
        FileError::at(origin, text, offset, message, help).into()
    };
    // What is wrong with options is told at the arm that has them.
    let placed = |offset: usize| {
        move |failure: Failure| match failure {
            Failure::Misuse { message, help } => at(offset, message, &help),
            other => other,
        }
    };
    if *written.format.get_ref() != FORMAT {
        let message = format!("format {} is not known", written.format.get_ref());
        return Err(at(written.format.span().start, message, "write format = 1"));
    }
    let game = written.game.get_ref();
    if games::all().all(|entry| entry.info().name != game) {
        let help = suggestion(game, games::all().map(|entry| entry.info().name));
        return Err(at(written.game.span().start, format!("no game `{game}`"), &help));
    }
    let length = match (&written.n, &written.precision) {
        (Some(n), None) => {
            let games = u64::try_from(*n.get_ref()).ok().filter(|games| *games > 0);
            let none = || at(n.span().start, "no number of games".to_owned(), "give 1 or more");
            Length::Games(games.ok_or_else(none)?)
        }
        (None, Some(goal)) => Length::Until(number::precision(goal.get_ref()).map_err(|error| {
            at(goal.span().start, format!("{}: {}", goal.get_ref(), error.message), &error.help)
        })?),
        _ => {
            let message = "one of n and precision says how long it is".to_owned();
            return Err(at(written.game.span().start, message, "give n = 20_000, or precision = \"0.5%\""));
        }
    };
    let start = written.players.as_ref().map_or(written.game.span().start, |players| players.span().start);
    let options = |arm: &WrittenArm| -> (GameArgs, TableArgs) {
        let own = GameArgs {
            game: game.clone(),
            preset: arm.preset.clone(),
            set: arm.set.clone(),
            without: arm.without.clone(),
            data: arm.data.clone(),
        };
        let is_own = !(arm.strategies.is_empty() && arm.lineup.is_empty());
        let (strategies, lineup) =
            if is_own { (&arm.strategies, &arm.lineup) } else { (&written.strategies, &written.lineup) };
        let words = |names: &Vec<String>| match &names[..] {
            [] => Vec::new(),
            names => vec![names.join(",")],
        };
        let table = TableArgs {
            players: arm
                .players
                .or(written.players.as_ref().map(|players| *players.get_ref()))
                .map(|it| it.to_string()),
            strategies: words(strategies),
            lineup: words(lineup),
            seed: written.seed,
        };
        (own, table)
    };
    let mut arms = Vec::new();
    let mut remarks = Vec::new();
    let single =
        [Spanned::new(start..start, WrittenArm { name: "as printed".to_owned(), ..WrittenArm::default() })];
    let list = if written.arms.is_empty() { &single[..] } else { &written.arms[..] };
    for arm in list {
        let (game, table) = options(arm.get_ref());
        let seated =
            game.resolve().and_then(|chosen| table.resolve(&chosen)).map_err(placed(arm.span().start))?;
        if arms.is_empty() {
            remarks = seated.remarks;
        }
        arms.push(Named { name: arm.get_ref().name.clone(), arm: seated.arm });
    }
    let first = arms.remove(0);
    let second = list.get(1).map_or(start, |arm| arm.span().start);
    let mut arms = Arms::of_any_size(first, arms).map_err(|error| placed(second)(error.into()))?;
    let mut along = None;
    if let Some(first) = written.vary.first() {
        let start = first.span().start;
        if list.len() > 1 {
            let help = "leave vary out, or all arms but the one that is varied";
            return Err(at(start, "vary is of one arm".to_owned(), help));
        }
        let (game, table) = options(list[0].get_ref());
        let points = vary(&game, &table, &written.vary, &placed)?;
        arms = points.0;
        along = Some(points.1);
    }
    let mut charts = Vec::new();
    for chart in &written.chart {
        let known = known_charts(&arms, along.is_some());
        let name = chart.get_ref();
        if !known.contains(name) {
            let help = suggestion(name, known.iter().map(String::as_str));
            return Err(at(chart.span().start, format!("no chart `{name}` is drawn here"), &help));
        }
        charts.push(name.clone());
    }
    let sought = written.answer.get_ref().clone();
    let plan = sought.plan(&arms, along.is_some()).map_err(|Problem { path, message, help }| {
        at(place(text, &path).unwrap_or(written.answer.span().start), message, &help)
    })?;
    let Written { title, question, .. } = written;
    Ok(Experiment { title, question, arms, length, sought, plan, remarks, along, charts })
}

/// The points of what is varied as arms; what is wrong is told where the path stands.
fn vary<P: Fn(Failure) -> Failure>(
    game: &GameArgs,
    table: &TableArgs,
    paths: &[Spanned<String>],
    placed: &impl Fn(usize) -> P,
) -> Result<(Arms, Along), Failure> {
    let spec = table.resolve(&game.resolve()?)?.spec;
    let mut varied: Vec<grid::Path> = Vec::new();
    for path in paths {
        let wrong = |error: Error| placed(path.span().start)(error.into());
        let one = grid::Path::read(path.get_ref(), &spec).map_err(wrong)?;
        one.is_new_among(&varied).map_err(|error| wrong(error.into()))?;
        varied.push(one);
    }
    let start = paths.first().map_or(0, |path| path.span().start);
    let wrong = |error: Error| placed(start)(error.into());
    let grid = Grid::full(varied).map_err(|error| wrong(error.into()))?;
    let GridArms { arms, points, not_played } = grid.open(&spec).map_err(wrong)?;
    Ok((arms, Along { spec, grid, points, not_played }))
}

/// The figures that an experiment can draw.
fn known_charts(arms: &Arms, is_along: bool) -> Vec<String> {
    let owned = |names: &[&str]| names.iter().copied().map(str::to_owned).collect();
    match (is_along, arms.others().is_empty()) {
        (true, _) => owned(&charts::OF_SWEEPS),
        (false, false) => owned(&charts::OF_DIFFERENCES),
        (false, true) => charts::of_runs(arms.first().arm.info),
    }
}

/// Where the answer has its value for a path of words, or for as much of the path as there is.
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

/// The experiments of a folder for each game, `experiments/GAME/*.toml`, in order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let mut files: Vec<PathBuf> = list(folder).iter().flat_map(|game| list(game)).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    files.sort_unstable();
    files
}
