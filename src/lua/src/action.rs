//! An answer: a word, a component, or a whole number.

use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
    sync::{Mutex, PoisonError},
};

use sim_engine::notation::{Forms, Unreadable};

/// First codes of components and of numbers; words start at 0. `game.lua` has the same constants.
const COMPONENTS: i32 = 10_000;
const NUMBERS: i32 = 2_000_000;
/// Legal number answers lie strictly within this bound; its negative stands for a pass.
pub(crate) const MOST_NUMBER: i32 = 1_000_000;
pub(crate) const PASS: i32 = -MOST_NUMBER;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Names {
    pub words: Vec<String>,
    pub components: Vec<String>,
}

static KNOWN: Mutex<Vec<&'static Names>> = Mutex::new(Vec::new());

impl Names {
    /// Leaks the names; games with equal names share them.
    pub fn kept(self) -> &'static Names {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(names) = known.iter().find(|names| ***names == self) {
            return names;
        }
        let names: &'static Names = Box::leak(Box::new(self));
        known.push(names);
        names
    }
}

/// An answer to a decision, by its code.
#[derive(Clone, Copy)]
pub struct Action {
    code: i32,
    names: &'static Names,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Index among the words.
    Word(usize),
    /// Index among the components.
    Component(usize),
    Number(i32),
}

impl Action {
    pub(crate) fn of_code(code: i32, names: &'static Names) -> Action {
        Action { code, names }
    }

    pub(crate) fn of(answer: Answer, names: &'static Names) -> Action {
        let code = match answer {
            Answer::Word(at) => at as i32,
            // Components count from 1 in the file.
            Answer::Component(at) => COMPONENTS + 1 + at as i32,
            Answer::Number(number) => NUMBERS + number,
        };
        Action { code, names }
    }

    pub(crate) fn is_word(code: i32) -> bool {
        code < COMPONENTS
    }

    pub(crate) fn code(self) -> i32 {
        self.code
    }

    pub(crate) fn answer(self) -> Answer {
        match self.code {
            code if code >= NUMBERS - MOST_NUMBER => Answer::Number(code - NUMBERS),
            code if code > COMPONENTS => Answer::Component((code - COMPONENTS - 1) as usize),
            code => Answer::Word(code as usize),
        }
    }

    /// Parses the notation; a word takes precedence over a component of the same name.
    pub(crate) fn parse(text: &str, names: &'static Names) -> Option<Action> {
        let place = |all: &[String]| all.iter().position(|name| name == text);
        let answer = place(&names.words)
            .map(Answer::Word)
            .or_else(|| place(&names.components).map(Answer::Component))
            .or_else(|| {
                let number: i32 = text.parse().ok()?;
                (-MOST_NUMBER..=MOST_NUMBER).contains(&number).then_some(Answer::Number(number))
            })?;
        Some(Action::of(answer, names))
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.answer() {
            Answer::Word(at) => f.write_str(self.names.words.get(at).map_or("", String::as_str)),
            Answer::Component(at) => f.write_str(self.names.components.get(at).map_or("", String::as_str)),
            Answer::Number(number) => number.fmt(f),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl PartialEq for Action {
    fn eq(&self, other: &Action) -> bool {
        self.code == other.code
    }
}

impl Eq for Action {}

impl PartialOrd for Action {
    fn partial_cmp(&self, other: &Action) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Action {
    fn cmp(&self, other: &Action) -> std::cmp::Ordering {
        self.code.cmp(&other.code)
    }
}

/// Only the file knows the words: [`LuaGame`](crate::LuaGame) parses them.
impl FromStr for Action {
    type Err = Unreadable;

    fn from_str(_: &str) -> Result<Action, Unreadable> {
        Err(Unreadable)
    }
}

impl Forms for Action {
    const FORMS: &'static [&'static str] = &[];
}
