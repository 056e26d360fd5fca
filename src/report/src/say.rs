//! Fills in sentence templates from `templates/`, one file per subject.
//!
//! Each sentence of a file begins with a comment that names it and declares its values, with their kinds:
//! `{# off: sizes sizes, by number, note text? #}`. A question mark marks a value that may be empty. Names of
//! things are in backticks.

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, Value};
use sim_engine::text::people;

static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

static SENTENCES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let sentences = files()
        .flat_map(|(file, text)| declared(text).map(move |one| (format!("{file}/{}", one.name), one.text)));
    environment(sentences).expect("a test parses every sentence")
});

/// The name of each file and its text.
fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEMPLATES.files().filter_map(|file| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?)))
}

/// A sentence by its file and name, with all its declared values: `say!("seats/ok", sizes, tolerance => "3")`.
macro_rules! say {
    (@ $key:ident) => { $crate::say::say!(@ $key => $key) };
    (@ $key:ident => $value:expr) => {
        (stringify!($key), minijinja::Value::from(minijinja::value::Serde(&$value)))
    };
    ($name:literal $(, $key:ident $(=> $value:expr)?)* $(,)?) => {
        $crate::say::fill($name, &[$($crate::say::say!(@ $key $(=> $value)?)),*])
    };
}
pub(crate) use say;

pub fn fill(name: &str, values: &[(&str, Value)]) -> String {
    let values = Value::from_pairs(values.iter().cloned());
    let sentence = SENTENCES.get_template(name).and_then(|sentence| sentence.render(values));
    let sentence =
        sentence.expect("a test holds the values of every call against what its sentence declares");
    // The last part of a template may be empty.
    sentence.trim().to_owned()
}

struct TemplateEntry<'a> {
    name: &'a str,
    /// The name of each value and its kind.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests check every sentence against it"))]
    values: Vec<(&'a str, &'a str)>,
    text: String,
}

/// The sentences of a file, each in one line.
fn declared(file: &str) -> impl Iterator<Item = TemplateEntry<'_>> {
    file.split("{# ").skip(1).filter_map(|part| {
        let (head, text) = part.split_once(" #}")?;
        let (name, values) = head.split_once(':')?;
        let values = values.split(',').filter_map(|value| value.trim().split_once(' ')).collect();
        let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        Some(TemplateEntry { name, values, text })
    })
}

fn environment(sentences: impl Iterator<Item = (String, String)>) -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    environment.add_filter("capital", |text: &str| capital(text));
    environment.add_filter("list", |words: Vec<String>| people::list(&words));
    environment
        .add_filter("names", |all: Vec<String>, most: Option<usize>| names(&all, most.unwrap_or(NAMES)));
    environment.add_filter("with", |sizes: Vec<usize>| with(&sizes));
    environment.add_filter("count", |number: u64| people::count(number));
    environment.add_filter("plural", plural);
    for (name, text) in sentences {
        environment.add_template_owned(name, text)?;
    }
    Ok(environment)
}

const NAMES: usize = 4;

fn plural(value: &Value, one: &str, many: &str) -> Result<String, Error> {
    let number = u64::try_from(value.clone());
    let number = number.map_err(|_| Error::new(ErrorKind::InvalidOperation, "this is no count"))?;
    Ok(people::counted(number, one, many))
}

/// Formats numbers of players: `with 2, 3 and 4 players`.
pub fn with(players: &[usize]) -> String {
    let names: Vec<String> = players.iter().map(usize::to_string).collect();
    let noun = if players == [1] { "player" } else { "players" };
    format!("with {} {noun}", people::list(&names))
}

/// `` `a`, `b` and 2 more ``.
pub fn names(all: &[String], most: usize) -> String {
    let mut list: Vec<String> = all.iter().take(most).map(|name| format!("`{name}`")).collect();
    if all.len() > most {
        list.push(format!("{} more", people::count((all.len() - most) as u64)));
    }
    people::list(&list)
}

pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
