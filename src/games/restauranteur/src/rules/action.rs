use std::fmt;

use serde::{Serialize, Serializer};

use super::{
    board::{Cell, Line, Quadrant, SIDE, Side},
    components::{Campaign, Cuisine, Cuisines, District, Face, Improvement, cuisines},
};
use sim_engine::{
    decision::decisions,
    notation::{FromOne, Notation, Word, actions, join, word},
};

decisions! {
    pub enum Decision {
        /// A build: type, number card and cell; or a move: from, to; or neither.
        Build = "build" Chain,
        Improve = "improve" List,
        /// An income card with its target, or the dice; in a further Income phase also neither.
        Income = "income" List,
        Drop = "drop" List,
        /// Cards above the hand limit.
        Discard = "discard" Chain,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// All restaurants of a type (RE-38).
    Cuisine(Cuisine),
    /// All restaurants that serve a district of this type (RE-40).
    District(District),
    /// A district (RE-53).
    Mailing(Cell),
    /// A row or column (RE-54).
    Billboard(Line),
    /// RE-55.
    Radio(Quadrant),
    /// RE-56.
    AirBanner(Side),
}

impl Target {
    #[inline]
    pub const fn face(self) -> Face {
        match self {
            Target::Cuisine(cuisine) => Face::cuisine(cuisine),
            Target::District(district) => Face::district(district),
            Target::Mailing(_) => Face::campaign(Campaign::Mailing),
            Target::Billboard(_) => Face::campaign(Campaign::Billboard),
            Target::Radio(_) => Face::campaign(Campaign::Radio),
            Target::AirBanner(_) => Face::campaign(Campaign::AirBanner),
        }
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Cuisine(cuisine) => write!(f, "{cuisine}"),
            Target::District(district) => write!(f, "{district}"),
            Target::Mailing(cell) => write!(f, "mailing {cell}"),
            Target::Billboard(line) => write!(f, "billboard {line}"),
            Target::Radio(quadrant) => write!(f, "radio {quadrant}"),
            Target::AirBanner(side) => write!(f, "air-banner {side}"),
        }
    }
}

impl Notation<Target> for Target {
    fn write(target: Target, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{target}")
    }

    fn read(rest: &mut &str) -> Option<Target> {
        let first = word(rest)?;
        if let Ok(cuisine) = first.parse() {
            return Some(Target::Cuisine(cuisine));
        }
        if let Ok(district) = first.parse() {
            return Some(Target::District(district));
        }
        *rest = rest.trim_start();
        Some(match first {
            "mailing" => Target::Mailing(Word::read(rest)?),
            "billboard" => Target::Billboard(Line::read(rest)?),
            "radio" => Target::Radio(Word::read(rest)?),
            "air-banner" => Target::AirBanner(Word::read(rest)?),
            _ => return None,
        })
    }
}

actions! {
    pub enum Action {
        /// Build nothing, or nothing more, this turn.
        Stop = "stop",
        /// Build a counter of the pool; its number card and its cell follow.
        Build { cuisine: Cuisine } = "build {cuisine}",
        /// Move the seat's restaurant on this cell; the new cell follows.
        Move { from: Cell } = "move {from}",
        /// Pay for the site with the card of this number, counted from 0.
        Pay { number: u8 as FromOne<SIDE> } = "pay {number}",
        /// The cell of a build or a move; ends the chain.
        Site { cell: Cell } = "site {cell}",
        Pass = "pass",
        Improve { card: Improvement, cuisines: Cuisines as ForTypes } = "improve {card}{cuisines}",
        Income { target: Target as Target } = "income {target}",
        /// Roll for a cell; a number card may replace one of the dice.
        Roll { instead: Option<Line> as OnLine } = "roll{instead}",
        /// Skip a further Income phase.
        Rest = "rest",
        Keep = "keep",
        Drop { card: Improvement, cuisines: Cuisines as ForTypes } = "drop {card}{cuisines}",
        /// Discard a card; the next one must not come before it in the order of faces.
        Discard { face: Face as Face } = "discard {face}",
    }
}

/// Notation of an improvement's types, ` for italian+sushi`; empty without any.
struct ForTypes;

impl Notation<Cuisines> for ForTypes {
    fn write(types: Cuisines, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if types == 0 { "" } else { " for " })?;
        join(cuisines(types), f)
    }

    fn read(rest: &mut &str) -> Option<Cuisines> {
        if rest.is_empty() {
            return Some(0);
        }
        *rest = rest.strip_prefix(" for ")?;
        word(rest)?.split('+').try_fold(0, |types, word| Some(types | word.parse::<Cuisine>().ok()?.bit()))
    }
}

/// Notation of the line that replaces a die, ` on row 3`; empty without one.
struct OnLine;

impl Notation<Option<Line>> for OnLine {
    fn write(instead: Option<Line>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        instead.map_or(Ok(()), |line| write!(f, " on {line}"))
    }

    fn read(rest: &mut &str) -> Option<Option<Line>> {
        if rest.is_empty() {
            return Some(None);
        }
        *rest = rest.strip_prefix(" on ")?;
        Line::read(rest).map(Some)
    }
}

impl Notation<Face> for Face {
    fn write(face: Face, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&face.name())
    }

    fn read(rest: &mut &str) -> Option<Face> {
        Face::parse(word(rest)?)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chosen {
    pub card: Improvement,
    pub cuisines: Cuisines,
}

impl Chosen {
    #[inline]
    pub(super) fn earning(self) -> Cuisines {
        if self.card == Improvement::Discounts { 0 } else { self.cuisines }
    }
}
