//! What is varied: `--vary PATH=VALUES`, as typed, and as levels of a number, a ruling, a component's row or
//! a strategy's param.

use super::{
    failure::Failure,
    game_args::{Chosen, GameArgs, Seated, TableArgs},
    strategies,
};
use sim_engine::{
    settings::{self, Domain},
    text::suggestion,
};
use sim_play::entry::Entry;

/// The most levels that a range without a step is taken apart into.
const MOST: i64 = 21;
/// Levels of a range that is cut into steps of its own.
const STEPS: usize = 9;

/// A path with the values it takes.
pub struct Varied {
    pub path: String,
    /// The values as `--set` or a param of a strategy takes them.
    pub levels: Vec<String>,
    /// The levels as numbers, if they are.
    pub numbers: Option<Vec<f64>>,
    target: Target,
}

enum Target {
    Rule,
    /// A param of a strategy at the table.
    Param {
        strategy: String,
        param: String,
    },
}

/// What stands on the right of `PATH=`.
enum Values {
    Range {
        low: f64,
        high: f64,
        step: Option<f64>,
    },
    List(Vec<String>),
    /// Nothing: some around the value in force.
    Unsaid,
}

impl Varied {
    /// Reads a path and its values against the game's rules and the strategies at the table.
    pub fn read(text: &str, chosen: &Chosen, table: &TableArgs) -> Result<Varied, Failure> {
        let (path, values) = match text.split_once('=') {
            Some((path, values)) => (path.trim(), values_of(text, values.trim())?),
            None => (text.trim(), Values::Unsaid),
        };
        let (target, domain) = match path.split_once(':') {
            Some((strategy, param)) => of_param(chosen.entry, table, strategy, param)?,
            None => (Target::Rule, of_rule(chosen, path)),
        };
        let levels = levels(&domain, values).map_err(|message| {
            Failure::misuse(
                format!("--vary {text}: {message}"),
                "write PATH=LOW..HIGH, PATH=LOW..HIGH:STEP or PATH=A,B,C",
            )
        })?;
        let varied = Varied {
            path: path.to_owned(),
            numbers: levels.iter().map(|level| level.parse().ok()).collect(),
            levels,
            target,
        };
        if let Target::Rule = varied.target {
            // What is no path, and what it cannot be, is told before anything is played.
            for level in &varied.levels {
                chosen.rules.settings.clone().set(path, level)?;
            }
        }
        Ok(varied)
    }

    /// The value in force, where it is a number.
    pub fn value(&self, chosen: &Chosen, table: &TableArgs) -> Option<f64> {
        match &self.target {
            Target::Rule => {
                let entries = chosen.rules.settings.entries();
                entries.into_iter().find(|entry| entry.path == self.path)?.value.parse().ok()
            }
            Target::Param { strategy, param } => {
                let word = seated(chosen.entry, table).into_iter().find(|word| base(word) == strategy)?;
                let loaded = strategies::load(chosen.entry, &word).ok()?;
                let params = loaded.strategy.params();
                params.iter().find(|known| known.name == *param).map(|known| known.value)
            }
        }
    }

    /// Checks that none of the others is of the same path.
    ///
    /// # Errors
    /// Where one is.
    pub fn is_new_among(&self, others: &[Varied]) -> Result<(), Failure> {
        if others.iter().all(|other| other.path != self.path) {
            return Ok(());
        }
        Err(Failure::misuse(format!("`{}` is varied twice", self.path), "name each path once"))
    }

    /// Whether only whole numbers go.
    pub fn is_whole(&self) -> bool {
        matches!(self.target, Target::Rule)
    }

    /// `PATH=VALUE` of a level.
    pub fn setting(&self, level: usize) -> String {
        format!("{}={}", self.path, self.levels[level])
    }

    /// The options with this value.
    pub fn apply(&self, value: &str, entry: &dyn Entry, game: &mut GameArgs, table: &mut TableArgs) {
        match &self.target {
            Target::Rule => game.set.push(format!("{}={value}", self.path)),
            Target::Param { strategy, param } => {
                let words = seated(entry, table).into_iter();
                let changed =
                    words.map(
                        |word| {
                            if base(&word) == strategy { format!("{word}:{param}={value}") } else { word }
                        },
                    );
                let changed = vec![changed.collect::<Vec<_>>().join(",")];
                if table.lineup.is_empty() { table.strategies = changed } else { table.lineup = changed }
            }
        }
    }
}

/// The table at a point: a value for each path.
pub fn seated_at(
    game: &GameArgs,
    table: &TableArgs,
    values: &[(&Varied, String)],
) -> Result<Seated, Failure> {
    let entry = super::game_args::entry(&game.game)?;
    let (mut game, mut table) = (game.clone(), table.clone());
    for (varied, value) in values {
        varied.apply(value, entry, &mut game, &mut table);
    }
    let chosen = game.resolve()?;
    table.resolve(&chosen)
}

/// The strategies at the table, as the command line names them.
fn seated(entry: &dyn Entry, table: &TableArgs) -> Vec<String> {
    let given = if table.lineup.is_empty() { &table.strategies } else { &table.lineup };
    match given.first() {
        Some(words) => words.split(',').map(str::to_owned).collect(),
        None => strategies::archetypes(entry),
    }
}

/// The strategy of a word, without params that are set.
fn base(word: &str) -> &str {
    word.split(':').next().unwrap_or(word)
}

fn of_param(
    entry: &dyn Entry,
    table: &TableArgs,
    strategy: &str,
    param: &str,
) -> Result<(Target, Span), Failure> {
    let words = seated(entry, table);
    let Some(word) = words.iter().find(|word| base(word) == strategy) else {
        let known = words.iter().map(|word| base(word));
        return Err(Failure::misuse(format!("`{strategy}` does not play here"), suggestion(strategy, known)));
    };
    let loaded = strategies::load(entry, word)?;
    let params = loaded.strategy.params();
    let Some(known) = params.iter().find(|known| known.name == param) else {
        let help = match params {
            [] => "it has none: `sim new strategy` starts a file that may have some".to_owned(),
            _ => suggestion(param, params.iter().map(|param| param.name.as_str())),
        };
        return Err(Failure::misuse(format!("`{strategy}` has no param `{param}`"), help));
    };
    let target = Target::Param { strategy: strategy.to_owned(), param: param.to_owned() };
    Ok((target, Span::Real(known.range.0, known.range.1)))
}

/// What a path may be.
enum Span {
    Whole {
        value: i64,
        low: i64,
        high: i64,
    },
    Real(f64, f64),
    Words(Vec<String>),
    /// Not a value that is listed: copies of a row.
    Copies,
}

fn of_rule(chosen: &Chosen, path: &str) -> Span {
    let entries = chosen.rules.settings.entries();
    let Some(settings::Entry { value, domain, .. }) = entries.into_iter().find(|entry| entry.path == path)
    else {
        return Span::Copies;
    };
    match (domain, value.parse()) {
        (Domain::Range(low, high), Ok(value)) => Span::Whole { value, low, high },
        (domain, _) => Span::Words(domain.readings()),
    }
}

fn values_of(text: &str, values: &str) -> Result<Values, Failure> {
    let wrong = |message: &str| {
        Failure::misuse(
            format!("--vary {text}: {message}"),
            "write PATH=LOW..HIGH, PATH=LOW..HIGH:STEP or PATH=A,B,C",
        )
    };
    let Some((low, rest)) = values.split_once("..") else {
        let list: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
        if list.iter().any(String::is_empty) {
            return Err(wrong("a value is missing"));
        }
        return Ok(Values::List(list));
    };
    let (high, step) = rest.split_once(':').map_or((rest, None), |(high, step)| (high, Some(step)));
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let (Some(low), Some(high)) = (number(low), number(high)) else {
        return Err(wrong("an end of the range is not a number"));
    };
    let step = match step {
        None => None,
        Some(step) => Some(
            number(step)
                .filter(|step| *step > 0.0)
                .ok_or_else(|| wrong("the step is not a number above 0"))?,
        ),
    };
    if low >= high {
        return Err(wrong("the range does not go up"));
    }
    Ok(Values::Range { low, high, step })
}

/// The levels of a path.
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
            // From half to twice the value, or the first few above 0.
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
    if levels.len() < 2 {
        return Err("there is one value only".to_owned());
    }
    Ok(levels)
}

/// A number without the dust of binary fractions.
pub fn rounded(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(domain: &Span, text: &str) -> Result<Vec<String>, String> {
        let values = if text.is_empty() {
            Values::Unsaid
        } else {
            values_of(text, text).map_err(|failure| failure.to_string())?
        };
        levels(domain, values)
    }

    #[test]
    fn ranges_lists_and_nothing_are_levels() {
        let whole = Span::Whole { value: 7, low: 1, high: 12 };
        assert_eq!(read(&whole, "5..8").unwrap(), ["5", "6", "7", "8"]);
        assert_eq!(read(&whole, "2..9:3").unwrap(), ["2", "5", "8"]);
        assert_eq!(read(&whole, "9, 4").unwrap(), ["9", "4"]);
        // From 3 to 12, the most that is allowed.
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
        for text in ["8..5", "5..", "a..b", "1..9:0", "1..9:-2", "1..2:0.5", "4", "4,4", "4,,5", "1..1e300"] {
            assert!(read(&whole, text).is_err(), "{text}");
        }
        assert!(read(&Span::Words(vec!["a".to_owned()]), "1..2").is_err());
        assert!(read(&Span::Words(Vec::new()), "").is_err());
        assert!(read(&Span::Real(0.0, 1.0), "0..1:1e-9").is_err());
    }
}
