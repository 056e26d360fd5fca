//! Strategies by name: the shipped ones, and a designer's own files.

use super::{Script, random};

/// What can sit in a seat.
#[derive(Debug, Clone)]
pub enum Strategy {
    Random,
    Script(Box<Script>),
}

impl Strategy {
    pub fn name(&self) -> &str {
        match self {
            Strategy::Random => "random",
            Strategy::Script(script) => &script.name,
        }
    }

    pub fn about(&self) -> &str {
        match self {
            Strategy::Random => random::ABOUT,
            Strategy::Script(script) => &script.about,
        }
    }
}
