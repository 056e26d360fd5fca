//! Parameter grids: paths with their values, the points that combine them, and the arms played there. A point
//! identifies its arm; names are never parsed.

use std::{collections::BTreeSet, fmt};

use sim_engine::{
    Settings,
    settings::{Domain, Entry},
    text::{is_match, suggestion},
};

use crate::{
    Error, Refusal,
    contrast::ContrastArms,
    experiment::design::{self, Point},
    not_played::WhyNot,
    number::point_for_comma,
    player::{Player, no_param},
    spec::{ArmSpec, Setting},
};

pub const MOST_ARMS: usize = 2000;
/// The most levels of a range without a step.
const MOST: i64 = 21;
/// Levels of a real range that is not divided into whole numbers.
const STEPS: usize = 9;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A number, a ruling or a row of a table.
    Rule(String),
    /// A param of a strategy at the table; `strategy` is its name in commands, without param values.
    Param { strategy: String, param: String },
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Rule(path) => f.write_str(path),
            Target::Param { strategy, param } => write!(f, "{strategy}:{param}"),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// Text, as a setting or a param takes it.
    pub value: String,
    /// The value as a number, if it is one.
    pub number: Option<f64>,
}

/// A path and its values, at least one.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    pub target: Target,
    pub levels: Vec<Level>,
}

enum Values {
    Range {
        low: f64,
        high: f64,
        step: Option<f64>,
    },
    List(Vec<String>),
    /// No values given: some around the current one.
    Unsaid,
}

impl Path {
    /// Parses `PATH=LOW..HIGH`, `PATH=LOW..HIGH:STEP`, `PATH=A,B,C` or `PATH` against the rules and the strategies of
    /// a table. Without values it takes some around the current one, or every ruling.
    ///
    /// # Errors
    /// If the path does not exist, or the values are invalid or fewer than two.
    pub fn read(text: &str, spec: &ArmSpec) -> Result<Path, Error> {
        let path = Path::read_one_or_more(text, spec)?;
        if path.levels.len() < 2 {
            let message = format!("--vary {text}: there is one value only");
            return Err(Refusal::new(message, "name two or more; --set PATH=VALUE fixes a number").into());
        }
        Ok(path)
    }

    /// Like [`Path::read`], but accepts a single value, as in `PATH=A..A` or `PATH=A`.
    pub(crate) fn read_one_or_more(text: &str, spec: &ArmSpec) -> Result<Path, Error> {
        let wrong = |message: &str| wrong_values(text, message);
        let (path, values) = match text.split_once('=') {
            Some((path, values)) => {
                if values.contains("..") {
                    point_for_comma(values)
                        .map_err(|error| wrong(&format!("{}: {}", error.message, error.help)))?;
                }
                (path.trim(), values_of(values.trim()).map_err(wrong)?)
            }
            None => (text.trim(), Values::Unsaid),
        };
        let settings = spec.rules.resolve()?.settings;
        let (target, span) = match path.split_once(':') {
            Some((strategy, param)) => of_param(spec, strategy, param)?,
            None => (Target::Rule(path.to_owned()), of_rule(&settings, path)),
        };
        let levels = levels(&span, values).map_err(|message| wrong(&message))?;
        if let Target::Rule(path) = &target {
            // Rejects unknown paths and impossible values before anything is played.
            for level in &levels {
                settings.clone().set(path, level)?;
            }
        }
        let level = |value: String| Level { number: value.parse().ok(), value };
        Ok(Path { target, levels: levels.into_iter().map(level).collect() })
    }

    /// Checks that none of the others has the same target.
    pub fn is_new_among(&self, others: &[Path]) -> Result<(), Refusal> {
        match others.iter().any(|other| other.target == self.target) {
            true => Err(Refusal::new(format!("`{}` is varied twice", self.target), "name each path once")),
            false => Ok(()),
        }
    }

    /// The current value at a table, if it is a number.
    pub fn value(&self, spec: &ArmSpec) -> Option<f64> {
        match &self.target {
            Target::Rule(path) => spec.rules.resolve().ok()?.settings.entry(path)?.value.parse().ok(),
            Target::Param { strategy, param } => {
                let player = spec.field.players().iter().find(|player| called(player) == strategy)?;
                let params = player.strategy.params();
                params.iter().find(|known| known.name == *param).map(|known| known.value)
            }
        }
    }

    pub fn numbers(&self) -> Option<Vec<f64>> {
        self.levels.iter().map(|level| level.number).collect()
    }

    pub fn is_whole(&self) -> bool {
        matches!(self.target, Target::Rule(_))
    }

    /// `PATH=VALUE` of a level.
    pub fn setting(&self, level: usize) -> String {
        format!("{}={}", self.target, self.levels[level].value)
    }

    /// # Errors
    /// If a param cannot have the value. Opening the table shows whether the rules can.
    pub fn at(&self, value: &str, mut spec: ArmSpec) -> Result<ArmSpec, Error> {
        match &self.target {
            Target::Rule(path) => {
                spec.rules.set.push(Setting { path: path.clone(), value: value.to_owned() });
            }
            Target::Param { strategy, param } => {
                for player in spec.field.players_mut().iter_mut().filter(|player| called(player) == strategy)
                {
                    *player = player.clone().with_params(spec.rules.entry, &[(param, value)])?;
                }
            }
        }
        Ok(spec)
    }
}

pub fn paths(texts: &[String], spec: &ArmSpec) -> Result<Vec<Path>, Error> {
    let mut paths: Vec<Path> = Vec::new();
    for text in texts {
        let path = Path::read(text, spec)?;
        path.is_new_among(&paths)?;
        paths.push(path);
    }
    Ok(paths)
}

#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    pub paths: Vec<Path>,
    pub points: Vec<Point>,
}

impl Grid {
    /// All combinations of levels.
    ///
    /// # Errors
    /// If there are more than [`MOST_ARMS`] points.
    pub fn full(paths: Vec<Path>) -> Result<Grid, Refusal> {
        let levels: Vec<usize> = paths.iter().map(|path| path.levels.len()).collect();
        let count = levels.iter().try_fold(1_usize, |product, levels| product.checked_mul(*levels));
        if count.is_none_or(|count| count > MOST_ARMS) {
            let help = format!(
                "name fewer values, or give --design latin --points N; at most {MOST_ARMS} arms are played"
            );
            return Err(Refusal::new("the grid has too many points", help));
        }
        Ok(Grid { points: design::grid(&levels), paths })
    }

    /// A Latin design: `count` points that cover the levels of each path evenly, drawn by this seed.
    pub fn latin(paths: Vec<Path>, count: usize, seed: u64) -> Grid {
        let levels: Vec<usize> = paths.iter().map(|path| path.levels.len()).collect();
        Grid { points: design::latin(&levels, count, seed), paths }
    }

    pub fn name(&self, point: &Point) -> String {
        let settings = self.paths.iter().zip(point).map(|(path, &level)| path.setting(level));
        settings.collect::<Vec<_>>().join(" ")
    }

    /// The value at a point, if there is a single path, of numbers.
    pub fn value(&self, point: &Point) -> Option<f64> {
        let [path] = &self.paths[..] else { return None };
        Some(path.numbers()?[point[0]])
    }

    fn at(&self, point: &Point, spec: &ArmSpec) -> Result<ArmSpec, Error> {
        let mut levels = self.paths.iter().zip(point);
        levels.try_fold(spec.clone(), |spec, (path, &level)| path.at(&path.levels[level].value, spec))
    }

    /// Opens the baseline and an arm per point; lists points without a playable game as not played.
    pub fn open(&self, spec: &ArmSpec) -> Result<ContrastArms<Point>, Error> {
        let baseline = spec.open_current()?;
        let mut seen = BTreeSet::new();
        let points = self.points.iter().filter(|point| seen.insert(*point));
        let arms = points.map(|point| {
            let arm = self.at(point, spec).and_then(|spec| spec.open());
            (point.clone(), self.name(point), arm.map_err(WhyNot::of))
        });
        let opened = ContrastArms::open(baseline, arms)?;
        opened.or_refuse("no value makes a game", |_| "give other values".to_owned())
    }
}

pub(crate) fn wrong_values(text: &str, message: &str) -> Refusal {
    let help = "write PATH=LOW..HIGH, PATH=LOW..HIGH:STEP or PATH=A,B,C";
    Refusal::new(format!("--vary {text}: {message}"), help)
}

/// A strategy's name in commands, without its param values.
fn called(player: &Player) -> &str {
    player.named.split(':').next().unwrap_or(&player.named)
}

fn of_param(spec: &ArmSpec, strategy: &str, param: &str) -> Result<(Target, Span), Error> {
    let players = spec.field.players();
    let Some(player) = players.iter().find(|player| called(player) == strategy) else {
        let help = suggestion(strategy, players.iter().map(called));
        return Err(Refusal::new(format!("`{strategy}` does not play here"), help).into());
    };
    let params = player.strategy.params();
    let Some(known) = params.iter().find(|known| known.name == param) else {
        let why = "`sim new strategy` starts a file that may have some";
        return Err(no_param(strategy, param, params, why).into());
    };
    let target = Target::Param { strategy: strategy.to_owned(), param: param.to_owned() };
    Ok((target, Span::Real(known.range.0, known.range.1)))
}

enum Span {
    Whole {
        value: i64,
        low: i64,
        high: i64,
    },
    Real(f64, f64),
    Words(Vec<String>),
    /// The number of copies of a row, which is not a listed setting.
    Copies,
}

fn of_rule(settings: &Settings, path: &str) -> Span {
    // A pattern sets all its paths alike; the domain of the first counts.
    let first =
        || settings.entries().into_iter().find(|entry| path.contains('*') && is_match(path, &entry.path));
    let Some(Entry { value, domain, .. }) = settings.entry(path).or_else(first) else {
        return Span::Copies;
    };
    match (domain, value.parse()) {
        (Domain::Range(low, high), Ok(value)) => Span::Whole { value, low, high },
        (domain, _) => Span::Words(domain.readings()),
    }
}

fn values_of(values: &str) -> Result<Values, &'static str> {
    let Some((low, rest)) = values.split_once("..") else {
        let list: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
        if list.iter().any(String::is_empty) {
            return Err("a value is missing");
        }
        return Ok(Values::List(list));
    };
    let (high, step) = rest.split_once(':').map_or((rest, None), |(high, step)| (high, Some(step)));
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let (Some(low), Some(high)) = (number(low), number(high)) else {
        return Err("an end of the range is not a number");
    };
    let step = match step {
        None => None,
        Some(step) => {
            Some(number(step).filter(|step| *step > 0.0).ok_or("the step is not a number above 0")?)
        }
    };
    if low > high {
        return Err("the range does not go up");
    }
    if low == high {
        return Ok(Values::List(vec![rounded(low)]));
    }
    Ok(Values::Range { low, high, step })
}

fn levels(domain: &Span, values: Values) -> Result<Vec<String>, String> {
    let whole = |from: i64, to: i64, step: i64| -> Vec<String> {
        (from..=to).step_by(step.max(1) as usize).map(|value| value.to_string()).collect()
    };
    let real = |low: f64, high: f64, steps: usize| -> Vec<String> {
        (0..=steps).map(|at| rounded(low + (high - low) * at as f64 / steps as f64)).collect()
    };
    let levels = match (domain, values) {
        (_, Values::List(list)) => list,
        (Span::Words(_), Values::Range { .. }) => return Err("it is a ruling, not a number".to_owned()),
        (Span::Words(words), Values::Unsaid) if words.is_empty() => {
            return Err("it is a text: name the values".to_owned());
        }
        (Span::Words(words), Values::Unsaid) => words.clone(),
        (Span::Copies, Values::Unsaid) => whole(0, 2, 1),
        (Span::Whole { value, low, high }, Values::Unsaid) => {
            // From half to twice the value; from 0 to 4 if it is 0.
            let (from, to) = if *value == 0 { (0, 4) } else { (value / 2, value * 2) };
            let (from, to) = (from.min(to).max(*low), to.max(from).min(*high));
            whole(from, to, (to - from).div_euclid(4))
        }
        (Span::Real(low, high), Values::Unsaid) => real(*low, *high, 4),
        (Span::Real(..), Values::Range { low, high, step: None }) => {
            let is_short = low.fract() == 0.0 && high.fract() == 0.0 && high - low <= MOST as f64;
            if is_short { whole(low as i64, high as i64, 1) } else { real(low, high, STEPS - 1) }
        }
        (Span::Real(..), Values::Range { low, high, step: Some(step) }) => {
            let steps = ((high - low) / step + 1e-9).floor();
            if steps > 10_000.0 {
                return Err("there are too many steps".to_owned());
            }
            (0..=steps as usize).map(|at| rounded(low + step * at as f64)).collect()
        }
        (Span::Whole { .. } | Span::Copies, Values::Range { low, high, step }) => {
            let is_whole = [Some(low), Some(high), step].into_iter().flatten().all(|one| one.fract() == 0.0);
            if !is_whole || low.abs().max(high.abs()) > 1e9 {
                return Err("it takes whole numbers".to_owned());
            }
            let (low, high) = (low as i64, high as i64);
            let unsaid = if high - low < MOST { 1 } else { (high - low) / 10 };
            whole(low, high, step.map_or(unsaid, |step| step as i64))
        }
    };
    let mut seen = std::collections::BTreeSet::new();
    if let Some(twice) = levels.iter().find(|level| !seen.insert(level.as_str())) {
        return Err(format!("{twice} stands there twice"));
    }
    Ok(levels)
}

/// Formats a number without the rounding noise of binary fractions.
pub fn rounded(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Field;
    use crate::spec::RulesSpec;
    use sim_play::arm::NamedArm;

    fn read(domain: &Span, text: &str) -> Result<Vec<String>, String> {
        let values = if text.is_empty() { Values::Unsaid } else { values_of(text)? };
        levels(domain, values)
    }

    #[test]
    fn ranges_lists_and_nothing_are_levels() {
        let whole = Span::Whole { value: 7, low: 1, high: 12 };
        assert_eq!(read(&whole, "5..8").unwrap(), ["5", "6", "7", "8"]);
        assert_eq!(read(&whole, "2..9:3").unwrap(), ["2", "5", "8"]);
        assert_eq!(read(&whole, "9, 4").unwrap(), ["9", "4"]);
        assert_eq!(read(&whole, "4..4").unwrap(), ["4"]);
        // From 3 to 12, the upper bound.
        assert_eq!(read(&whole, "").unwrap(), ["3", "5", "7", "9", "11"]);
        assert_eq!(read(&whole, "0..100").unwrap().len(), 11);
        let real = Span::Real(0.0, 1.0);
        assert_eq!(read(&real, "").unwrap(), ["0", "0.25", "0.5", "0.75", "1"]);
        assert_eq!(read(&real, "0.1..0.4:0.1").unwrap(), ["0.1", "0.2", "0.3", "0.4"]);
        let ruling = Span::Words(vec!["lost".to_owned(), "kept".to_owned()]);
        assert_eq!(read(&ruling, "").unwrap(), ["lost", "kept"]);
        assert_eq!(read(&Span::Copies, "").unwrap(), ["0", "1", "2"]);
    }

    #[test]
    fn what_is_no_range_is_refused() {
        let whole = Span::Whole { value: 7, low: 1, high: 12 };
        for text in ["8..5", "5..", "a..b", "1..9:0", "1..9:-2", "1..2:0.5", "4,4", "4,,5", "1..1e300"] {
            assert!(read(&whole, text).is_err(), "{text}");
        }
        assert!(read(&Span::Words(vec!["a".to_owned()]), "1..2").is_err());
        assert!(read(&Span::Words(Vec::new()), "").is_err());
        assert!(read(&Span::Real(0.0, 1.0), "0..1:1e-9").is_err());
    }

    fn table(words: &[&str]) -> ArmSpec {
        let entry = &sim_delectable::ENTRY;
        let player = |word: &&str| {
            let (name, values) =
                word.split_once(':').map_or((*word, None), |(name, set)| (name, set.split_once('=')));
            let player = Player::shipped(entry, name).unwrap().unwrap();
            player.with_params(entry, &Vec::from_iter(values)).unwrap()
        };
        let field = Field::Pool(words.iter().map(player).collect());
        ArmSpec { rules: RulesSpec::printed(entry), players: 2, field, seed: 1 }
    }

    #[test]
    fn a_range_of_one_value_is_no_path_and_the_way_to_fix_a_number_is_told() {
        let spec = table(&["raider", "prestige"]);
        for text in ["hand_limit=4..4", "hand_limit=4..4:2", "hand_limit=4"] {
            let (message, help) = Path::read(text, &spec).unwrap_err().message_and_help();
            assert_eq!(message, format!("--vary {text}: there is one value only"));
            assert_eq!(help, "name two or more; --set PATH=VALUE fixes a number");
        }
    }

    #[test]
    fn a_param_is_varied_beside_those_that_are_set() {
        let spec = table(&["raider", "expert:near=1"]);
        let path = Path::read("expert:surplus=2..8:3", &spec).unwrap();
        assert_eq!((path.value(&spec), path.is_whole()), (Some(4.2), false));
        let grid = Grid::full(vec![path]).unwrap();
        let opened = grid.open(&spec).unwrap();
        let names = |one: &NamedArm| one.arm.subject().strategies;
        assert_eq!(names(&opened.arms.others()[2]), ["raider", "expert:near=1:surplus=8"]);
        assert_eq!(grid.value(&opened.changes[1]), Some(5.0));
        let nobody = Path::read("prestige:aim", &spec).unwrap_err().to_string();
        assert_eq!(nobody, "`prestige` does not play here");
    }

    #[test]
    fn a_point_that_two_designs_meet_is_one_arm_and_what_makes_no_game_is_told() {
        let spec = table(&["raider", "prestige"]);
        let path = Path::read("hand_limit=4..6", &spec).unwrap();
        assert_eq!(path.value(&spec), Some(7.0));
        let twice = Grid { paths: vec![path.clone()], points: vec![vec![0], vec![2], vec![0]] };
        let opened = twice.open(&spec).unwrap();
        assert_eq!(opened.changes, [[0], [2]]);
        assert_eq!(opened.arms.others()[1].name, "hand_limit=6");
        let twice = path.is_new_among(std::slice::from_ref(&path)).unwrap_err().to_string();
        assert_eq!(twice, "`hand_limit` is varied twice");
    }
}
