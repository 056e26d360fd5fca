//! Reads the TOML of a script: checks its shape and parses its formulas, but resolves no names.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::formula::ast::Ast;
use crate::formula::compile::Scale;
use crate::formula::parser;
use crate::learned::{BIAS, LEARNED, NETWORK, OUTPUT};
use crate::network::{LANES, MAX_UNITS, NetworkShape};
use crate::script::source::{QuotedString, Source};
use crate::script::values::{Entry, entries, integer};
use crate::spec::{DecisionPoint, Vocabulary};
use sim_engine::{
    seat::MAX_SEATS,
    text::{FileError, read_toml, suggestion},
};

/// The only format version.
const FORMAT: i64 = 1;
const KEYS: [&str; 9] = ["format", "game", "about", "never", "plan", "params", "let", "on", LEARNED];
/// Key prefix of learned sections for one number of players: `learned-4`.
pub const LEARNED_AT: &str = "learned-";
const NEVER_HELP: &str = "what it never does is written [\"component\", \"kind\", \"action\"]";
const PLAN_HELP: &str = "a plan is written { component = 0.1, measure = 0.05, \"measure.label\" = 0.02 }";
const NETWORK_HELP: &str =
    "an input is written { mean = 2, sd = 1.5, weights = \"0.1 -0.2 ...\" }, with a weight for each unit";
const TERM_HELP: &str = "a term is written { weight = 0.3, mean = 2, sd = 1.5 }, or as its weight alone";
const PARAM_HELP: &str = "a param is written { value = 2.5, range = [0, 6] }";

#[derive(Debug)]
pub struct Document {
    pub about: String,
    /// End of the line of `about`.
    pub about_end: usize,
    pub never: Vec<QuotedString>,
    /// The lines of `never`, line ends included, if the file has it.
    pub never_lines: Option<Range<usize>>,
    /// The words of the plan, each with its offset and the worth of one occurrence.
    pub plan: Vec<(String, usize, f64)>,
    /// The lines of `plan`, line ends included, if the file has it.
    pub plan_lines: Option<Range<usize>>,
    /// Offset of `params`, or the start of the file.
    pub params_at: usize,
    pub params: Vec<ParamEntry>,
    pub lets: Vec<LetEntry>,
    pub decisions: Vec<Decision>,
    pub learned: Vec<LearnedEntry>,
}

#[derive(Debug)]
pub struct ParamEntry {
    pub name: String,
    pub name_at: usize,
    pub value: f64,
    /// Span of the value in the file.
    pub value_span: Range<usize>,
    pub range: (f64, f64),
    pub is_whole: bool,
}

#[derive(Debug)]
pub struct LetEntry {
    pub name: String,
    pub name_at: usize,
    pub formula: Formula,
}

#[derive(Debug)]
pub struct Decision {
    /// Index of the point in the vocabulary.
    pub point: usize,
    /// End of the line `[on.NAME]`; none without such a line, as in `NAME = { score = "1" }`.
    pub head_end: Option<usize>,
    pub temperature: Option<f64>,
    /// The lines of the temperature, line ends included, if it is below a header line.
    pub temperature_lines: Option<Range<usize>>,
    /// Slots, by their index in the point, with their formulas.
    pub slots: Vec<(usize, Formula)>,
}

#[derive(Debug)]
pub struct LearnedEntry {
    /// The number of players in `[learned-4.NAME]`. None for `[learned.NAME]`, which applies where the number of
    /// players has no sections of its own.
    pub players: Option<usize>,
    /// Index of the point in the vocabulary.
    pub point: usize,
    /// Its lines in the file, line ends included.
    pub lines: Range<usize>,
    pub temperature: f64,
    pub terms: Vec<TermEntry>,
    pub network: Option<NetworkEntry>,
}

/// A hidden layer; every row has a weight for each unit.
#[derive(Debug)]
pub struct NetworkEntry {
    pub bias: Vec<f32>,
    pub output: Vec<f32>,
    pub inputs: Vec<InputEntry>,
}

#[derive(Debug)]
pub struct InputEntry {
    pub formula: Formula,
    pub scale: Scale,
    pub weights: Vec<f32>,
}

#[derive(Debug)]
pub struct TermEntry {
    pub formula: Formula,
    pub weight: f64,
    pub scale: Scale,
}

#[derive(Debug)]
pub struct Formula {
    pub quoted: QuotedString,
    pub ast: Ast,
}

impl Document {
    /// The numbers of players with learned sections of their own, ascending.
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes: Vec<usize> = self.learned.iter().filter_map(|entry| entry.players).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}

pub fn read(source: Source<'_>, vocabulary: &Vocabulary) -> Result<Document, FileError> {
    let help = "keys are written name = value, and formulas stand in quotes";
    let root = read_toml(source.path, source.text, help)?;
    let reader = Reader { source, vocabulary };
    reader.document(&root)
}

struct Reader<'t> {
    source: Source<'t>,
    vocabulary: &'t Vocabulary,
}

impl Reader<'_> {
    fn document(&self, root: &DeTable<'_>) -> Result<Document, FileError> {
        self.header(root)?;
        let mut document = Document {
            about: String::new(),
            about_end: 0,
            never: Vec::new(),
            never_lines: None,
            plan: Vec::new(),
            plan_lines: None,
            params_at: 0,
            params: Vec::new(),
            lets: Vec::new(),
            decisions: Vec::new(),
            learned: Vec::new(),
        };
        for (key, at, value) in entries(root) {
            match key {
                "format" | "game" => {}
                "about" => {
                    document.about = self.source.string(key, value)?.value;
                    document.about_end = self.source.lines_of(at..value.span().end).end;
                }
                "never" => {
                    document.never = self.bans(key, value)?;
                    document.never_lines = Some(self.source.lines_of(at..value.span().end));
                }
                "plan" => {
                    document.plan = self.plan(key, value)?;
                    document.plan_lines = Some(self.source.lines_of(at..value.span().end));
                }
                "params" => {
                    document.params_at = at;
                    for entry in entries(self.source.table(key, value)?) {
                        document.params.push(self.param(entry)?);
                    }
                }
                "let" => {
                    for (name, name_at, value) in entries(self.source.table(key, value)?) {
                        document.lets.push(LetEntry {
                            name: name.to_owned(),
                            name_at,
                            formula: self.formula(name, value)?,
                        });
                    }
                }
                "on" => {
                    for entry in entries(self.source.table(key, value)?) {
                        document.decisions.push(self.decision(entry)?);
                    }
                }
                _ if key == LEARNED || key.starts_with(LEARNED_AT) => {
                    let players = self.players(key, at)?;
                    for entry in entries(self.source.table(key, value)?) {
                        document.learned.push(self.learned(key, players, entry)?);
                    }
                }
                _ => {
                    let message = format!("unknown key `{key}`");
                    return Err(self.source.error(at, message, suggestion(key, KEYS)));
                }
            }
        }
        if document.about.trim().is_empty() {
            return Err(self.source.error(
                root.get("about").map_or(0, |value| value.span().start),
                "missing `about`",
                "say in one line what the strategy does: about = \"...\"",
            ));
        }
        Ok(document)
    }

    /// Checks the format and the game, without which the rest makes no sense.
    fn header(&self, root: &DeTable<'_>) -> Result<(), FileError> {
        let Some(format) = root.get("format") else {
            return Err(self.source.error(
                0,
                "missing `format`",
                format!("start the file with format = {FORMAT}"),
            ));
        };
        if integer(format.get_ref()) != Some(FORMAT) {
            return Err(self.source.error(
                format.span().start,
                "unknown format",
                format!("this program reads format = {FORMAT}"),
            ));
        }
        let own = self.vocabulary.game;
        let Some(game) = root.get("game") else {
            return Err(self.source.error(
                0,
                "missing `game`",
                format!("say what the strategy plays: game = \"{own}\""),
            ));
        };
        let named = self.source.string("game", game)?;
        if named.value != own {
            return Err(self.source.error(
                named.place(0),
                format!("the strategy is for `{}`, not for `{own}`", named.value),
                format!("run it with its own game, or write game = \"{own}\""),
            ));
        }
        Ok(())
    }

    fn bans(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<QuotedString>, FileError> {
        let DeValue::Array(array) = value.get_ref() else {
            return Err(self.source.wrong_type(key, value, "an array", NEVER_HELP));
        };
        array.iter().map(|word| self.source.string(key, word)).collect()
    }

    fn plan(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<(String, usize, f64)>, FileError> {
        let DeValue::Table(table) = value.get_ref() else {
            return Err(self.source.wrong_type(key, value, "a table", PLAN_HELP));
        };
        let at = value.span().start;
        // A table `[plan]` could be anywhere, and could not be removed as one line.
        if !self.source.text[at..].starts_with('{') {
            return Err(self.source.error(at, "`plan` stands in no braces", PLAN_HELP));
        }
        let worth =
            |(word, at, value): Entry<'_, '_>| Ok((word.to_owned(), at, self.source.number(word, value)?));
        entries(table).into_iter().map(worth).collect()
    }

    fn param(&self, (name, name_at, value): Entry<'_, '_>) -> Result<ParamEntry, FileError> {
        let DeValue::Table(table) = value.get_ref() else {
            return Err(self.source.wrong_type(name, value, "a table", PARAM_HELP));
        };
        let mut found_value = None;
        let mut found_range = None;
        let mut is_whole = false;
        for (field, at, value) in entries(table) {
            match field {
                "value" => found_value = Some((self.source.number(field, value)?, value.span())),
                "range" => found_range = Some(self.range(value)?),
                "whole" => is_whole = self.source.truth(field, value)?,
                _ => {
                    return Err(self.source.error(
                        at,
                        format!("unknown field `{field}` of the param `{name}`"),
                        suggestion(field, ["value", "range", "whole"]),
                    ));
                }
            }
        }
        let missing = |field: &str| {
            let message = format!("the param `{name}` has no `{field}`");
            self.source.error(name_at, message, PARAM_HELP)
        };
        let (value, value_span) = found_value.ok_or_else(|| missing("value"))?;
        let range = found_range.ok_or_else(|| missing("range"))?;
        Ok(ParamEntry { name: name.to_owned(), name_at, value, value_span, range, is_whole })
    }

    fn range(&self, value: &Spanned<DeValue<'_>>) -> Result<(f64, f64), FileError> {
        let help = "a range is written [low, high]";
        let DeValue::Array(array) = value.get_ref() else {
            return Err(self.source.wrong_type("range", value, "an array", help));
        };
        let at = value.span().start;
        let [low, high] = array.iter().collect::<Vec<_>>()[..] else {
            let message = format!("`range` needs 2 numbers, found {}", array.len());
            return Err(self.source.error(at, message, help));
        };
        let low = self.source.number("range", low)?;
        let high = self.source.number("range", high)?;
        if low > high {
            return Err(self.source.error(
                at,
                format!("the range is reversed: {low} is above {high}"),
                format!("write [{high}, {low}]"),
            ));
        }
        Ok((low, high))
    }

    fn point(&self, name: &str, at: usize) -> Result<usize, FileError> {
        let points = self.vocabulary.points;
        points.iter().position(|point| point.name == name).ok_or_else(|| {
            self.source.error(
                at,
                format!("unknown decision `{name}`"),
                suggestion(name, points.iter().map(|point| point.name)),
            )
        })
    }

    fn decision(&self, (name, at, value): Entry<'_, '_>) -> Result<Decision, FileError> {
        let index = self.point(name, at)?;
        let point = &self.vocabulary.points[index];
        let head_end = self.source.head_end(at);
        let mut decision = Decision {
            point: index,
            head_end,
            temperature: None,
            temperature_lines: None,
            slots: Vec::new(),
        };
        for (key, at, value) in entries(self.source.table(name, value)?) {
            if let Some(slot) = point.slots.iter().position(|slot| slot.name == key) {
                decision.slots.push((slot, self.formula(key, value)?));
            } else if key == "temperature" {
                decision.temperature = Some(self.temperature(point, at, value)?);
                decision.temperature_lines = head_end.map(|_| self.source.lines_of(at..value.span().end));
            } else {
                let mut known: Vec<&str> = point.slots.iter().map(|slot| slot.name).collect();
                if point.softens {
                    known.push("temperature");
                }
                return Err(self.source.error(
                    at,
                    format!("unknown key `{key}` of the decision `{name}`"),
                    suggestion(key, known),
                ));
            }
        }
        Ok(decision)
    }

    fn temperature(
        &self,
        point: &DecisionPoint,
        at: usize,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<f64, FileError> {
        if !point.softens {
            return Err(self.source.error(at, format!("`{}` takes no temperature", point.name), "delete it"));
        }
        let temperature = self.source.number("temperature", value)?;
        if temperature < 0.0 {
            return Err(self.source.error(
                value.span().start,
                "the temperature is below 0",
                "write 0 for the best score alone, more to soften the choice",
            ));
        }
        Ok(temperature)
    }

    fn players(&self, key: &str, at: usize) -> Result<Option<usize>, FileError> {
        let Some(text) = key.strip_prefix(LEARNED_AT) else { return Ok(None) };
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(players) if is_plain && (1..=MAX_SEATS).contains(&players) => Ok(Some(players)),
            _ => Err(self.source.error(
                at,
                format!("`{key}` names no number of players"),
                format!("write {LEARNED_AT}1 to {LEARNED_AT}{MAX_SEATS}, or {LEARNED} for all"),
            )),
        }
    }

    fn learned(
        &self,
        key: &str,
        players: Option<usize>,
        (name, at, value): Entry<'_, '_>,
    ) -> Result<LearnedEntry, FileError> {
        let index = self.point(name, at)?;
        let point = &self.vocabulary.points[index];
        if !point.learns() {
            return Err(self.source.error(
                at,
                format!("nothing can be learned of `{name}`"),
                "its answers are found by a solver that takes no chances; delete this section",
            ));
        }
        let mut temperature = None;
        let mut terms = Vec::new();
        let mut network = None;
        let mut end = at;
        for (key, value) in self.source.table(name, value)? {
            let text = key.get_ref().as_ref();
            end = end.max(value.span().end);
            if text == NETWORK {
                let table = self.source.table(text, value)?;
                end = table.iter().map(|(_, value)| value.span().end).fold(end, usize::max);
                network = Some(self.network(key.span().start, table)?);
                continue;
            }
            if text == "temperature" {
                let number = self.source.number(text, value)?;
                if number <= 0.0 {
                    return Err(self.source.error(
                        value.span().start,
                        "the temperature is not above 0",
                        "what is learned are chances; write a small number for those near certainty",
                    ));
                }
                temperature = Some(number);
                continue;
            }
            let quoted = QuotedString::new(&self.source, key.span(), text);
            let ast =
                parser::parse(&quoted.value).map_err(|error| self.source.formula_error(&quoted, error))?;
            terms.push(self.term(Formula { quoted, ast }, value)?);
        }
        terms.sort_by_key(|term: &TermEntry| term.formula.quoted.place(0));
        let temperature = temperature.ok_or_else(|| {
            self.source.error(
                at,
                format!("`{key}.{name}` has no `temperature`"),
                "say how large a difference of scores matters: temperature = 0.5",
            )
        })?;
        let lines = self.source.lines_of(at..end);
        Ok(LearnedEntry { players, point: index, lines, temperature, terms, network })
    }

    fn network(&self, at: usize, table: &DeTable<'_>) -> Result<NetworkEntry, FileError> {
        let (mut bias, mut output, mut inputs) = (None, None, Vec::new());
        for (key, value) in table {
            let text = key.get_ref().as_ref();
            if text == BIAS || text == OUTPUT {
                let row = self.row(text, value)?;
                *(if text == BIAS { &mut bias } else { &mut output }) = Some(row);
                continue;
            }
            let quoted = QuotedString::new(&self.source, key.span(), text);
            let ast =
                parser::parse(&quoted.value).map_err(|error| self.source.formula_error(&quoted, error))?;
            inputs.push(self.input(Formula { quoted, ast }, value)?);
        }
        inputs.sort_by_key(|input: &InputEntry| input.formula.quoted.place(0));
        let missing = |name: &str| {
            self.source.error(at, format!("the {NETWORK} has no `{name}`"), "it has a number for each unit")
        };
        let bias = bias.ok_or_else(|| missing(BIAS))?;
        let output = output.ok_or_else(|| missing(OUTPUT))?;
        let units = bias.len();
        if !NetworkShape::fits(units) {
            let message = format!("a {NETWORK} of {units} units");
            let help = format!("units are a multiple of {LANES}, at most {MAX_UNITS}");
            return Err(self.source.error(at, message, help));
        }
        let rows = inputs.iter().map(|input| (input.formula.quoted.value.as_str(), input.weights.len()));
        if let Some((name, count)) = rows.chain([(OUTPUT, output.len())]).find(|(_, count)| *count != units) {
            let message = format!("`{name}` has {count} weights, and `{BIAS}` has {units}");
            return Err(self.source.error(at, message, "every row has a number for each unit"));
        }
        Ok(NetworkEntry { bias, output, inputs })
    }

    fn input(&self, formula: Formula, value: &Spanned<DeValue<'_>>) -> Result<InputEntry, FileError> {
        let name = formula.quoted.value.clone();
        let DeValue::Table(table) = value.get_ref() else {
            return Err(self.source.wrong_type(&name, value, "an input", NETWORK_HELP));
        };
        let mut weights = None;
        let mut scale = Scale::PLAIN;
        for (field, at, value) in entries(table) {
            match field {
                "weights" => weights = Some(self.row(field, value)?),
                "mean" => scale.mean = self.source.number(field, value)?,
                "sd" => scale.sd = self.spread(&name, value)?,
                _ => {
                    return Err(self.source.error(
                        at,
                        format!("unknown field `{field}` of the input `{name}`"),
                        suggestion(field, ["weights", "mean", "sd"]),
                    ));
                }
            }
        }
        let missing = || {
            let at = formula.quoted.place(0);
            self.source.error(at, format!("the input `{name}` has no `weights`"), NETWORK_HELP)
        };
        let weights = weights.ok_or_else(missing)?;
        Ok(InputEntry { formula, scale, weights })
    }

    fn spread(&self, name: &str, value: &Spanned<DeValue<'_>>) -> Result<f64, FileError> {
        let number = self.source.number("sd", value)?;
        if number > 0.0 {
            return Ok(number);
        }
        let message = format!("the spread of `{name}` is not above 0");
        Err(self.source.error(value.span().start, message, "leave it out for 1"))
    }

    /// Reads numbers in a string, separated by spaces.
    fn row(&self, name: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<f32>, FileError> {
        let quoted = self.source.string(name, value)?;
        let number = |word: &str| {
            word.parse().ok().filter(|number: &f32| number.is_finite()).ok_or_else(|| {
                self.source.error(quoted.place(0), format!("`{word}` in `{name}` is no number"), NETWORK_HELP)
            })
        };
        quoted.value.split_whitespace().map(number).collect()
    }

    fn term(&self, formula: Formula, value: &Spanned<DeValue<'_>>) -> Result<TermEntry, FileError> {
        let name = formula.quoted.value.clone();
        let table = match value.get_ref() {
            DeValue::Table(table) => table,
            DeValue::Integer(_) | DeValue::Float(_) => {
                let weight = self.source.number(&name, value)?;
                return Ok(TermEntry { formula, weight, scale: Scale::PLAIN });
            }
            _ => return Err(self.source.wrong_type(&name, value, "a term", TERM_HELP)),
        };
        let mut weight = None;
        let mut scale = Scale::PLAIN;
        for (field, at, value) in entries(table) {
            let number = self.source.number(field, value)?;
            match field {
                "weight" => weight = Some(number),
                "mean" => scale.mean = number,
                "sd" => scale.sd = self.spread(&name, value)?,
                _ => {
                    return Err(self.source.error(
                        at,
                        format!("unknown field `{field}` of the term `{name}`"),
                        suggestion(field, ["weight", "mean", "sd"]),
                    ));
                }
            }
        }
        let missing = || {
            let at = formula.quoted.place(0);
            self.source.error(at, format!("the term `{name}` has no `weight`"), TERM_HELP)
        };
        let weight = weight.ok_or_else(missing)?;
        Ok(TermEntry { formula, weight, scale })
    }

    fn formula(&self, name: &str, value: &Spanned<DeValue<'_>>) -> Result<Formula, FileError> {
        let DeValue::String(text) = value.get_ref() else {
            let help = format!("a formula stands in quotes: {name} = \"1\"");
            return Err(self.source.wrong_type(name, value, "a formula", &help));
        };
        let quoted = QuotedString::new(&self.source, value.span(), text);
        let ast = parser::parse(&quoted.value).map_err(|error| self.source.formula_error(&quoted, error))?;
        Ok(Formula { quoted, ast })
    }
}
