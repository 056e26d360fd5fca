//! Events of a game: lines that the file logs, measures that it counts, components that players take.

use std::sync::{Mutex, PoisonError};

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::LuaGame;
use sim_engine::{ComponentId, Game, Seat, game};

/// Limit on the texts of all game files of a program: log lines are patterns, not sentences.
const MOST_TEXTS: usize = 10_000;

/// Most values of a line.
pub(crate) const VALUES: usize = 4;

static TEXTS: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

/// The index of a text, which is leaked; `None` if there are too many.
pub(crate) fn intern(text: &str) -> Option<i32> {
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let at = texts.iter().position(|known| *known == text).or_else(|| {
        (texts.len() < MOST_TEXTS).then(|| {
            texts.push(Box::leak(text.to_owned().into_boxed_str()));
            texts.len() - 1
        })
    })?;
    i32::try_from(at).ok()
}

/// The text of an index.
pub(crate) fn text_of(number: i32) -> &'static str {
    let texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    usize::try_from(number).ok().and_then(|at| texts.get(at).copied()).unwrap_or_default()
}

/// A value of a logged line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A whole number.
    Number(i32),
    /// A component.
    Component(ComponentId),
    /// Any text.
    Text(&'static str),
}

/// An event of a game file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Event {
    /// A line of the file's log: a pattern whose braces the values fill in order. `{seat}` and `{player}` name
    /// seats.
    Log {
        /// The pattern.
        text: &'static str,
        /// The values of the braces.
        values: [Option<Value>; VALUES],
    },
    /// A measure increased.
    Count {
        /// Index of the measure.
        measure: usize,
        /// The seat that counts; `None` for a measure of the table.
        seat: Option<Seat>,
        /// The increment.
        amount: i32,
    },
    /// A seat took a component.
    Taken {
        /// The component.
        component: ComponentId,
        /// The seat that took it.
        seat: Seat,
        /// The price, if components have one.
        price: i32,
    },
}

impl game::Event<LuaGame> for Event {
    fn describe(&self, game: &LuaGame) -> String {
        match *self {
            Event::Log { text, values } => filled(text, &values, game),
            Event::Count { measure, seat, amount } => {
                let name = game.info().measures.get(measure).map_or("", |measure| measure.name);
                let whose = seat.map_or_else(|| "the table".to_owned(), |seat| seat.to_string());
                format!("{whose}: {name} {amount:+}")
            }
            Event::Taken { component, seat, .. } => format!("{seat} takes {}", game.name(component)),
        }
    }
}

fn filled(text: &str, values: &[Option<Value>], game: &LuaGame) -> String {
    let mut told = String::new();
    let mut values = values.iter();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        told += before;
        let Some((name, behind)) = after.split_once('}') else {
            told.push('{');
            rest = after;
            continue;
        };
        match values.next().copied().flatten() {
            Some(Value::Number(seat)) if name == "seat" || name == "player" => {
                told += &format!("seat {seat}")
            }
            Some(Value::Number(number)) => told += &number.to_string(),
            Some(Value::Component(component)) => told += game.name(component),
            Some(Value::Text(text)) => told += text,
            None => told += &format!("{{{name}}}"),
        }
        rest = behind;
    }
    told + rest
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match *self {
            Event::Log { text, values } => {
                map.serialize_entry("event", "log")?;
                map.serialize_entry("text", text)?;
                for (at, value) in (1..).zip(values.into_iter().flatten()) {
                    let key = format!("value_{at}");
                    match value {
                        Value::Number(number) => map.serialize_entry(&key, &number)?,
                        Value::Component(component) => map.serialize_entry(&key, &component)?,
                        Value::Text(text) => map.serialize_entry(&key, text)?,
                    }
                }
            }
            Event::Count { measure, seat, amount } => {
                map.serialize_entry("event", "count")?;
                map.serialize_entry("measure", &measure)?;
                map.serialize_entry("seat", &seat)?;
                map.serialize_entry("amount", &amount)?;
            }
            Event::Taken { component, seat, price } => {
                map.serialize_entry("event", "taken")?;
                map.serialize_entry("component", &component)?;
                map.serialize_entry("seat", &seat)?;
                map.serialize_entry("price", &price)?;
            }
        }
        map.end()
    }
}
