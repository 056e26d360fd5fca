//! What a seat can choose, and its notation.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{
    board::{Cell, Line, Quadrant, SIDE, Side},
    components::{Campaign, Cuisine, Cuisines, District, Face, Improvement, cuisines},
};
use sim_engine::decision::decisions;

decisions! {
    /// What Restauranteur asks.
    pub enum Decision {
        /// A build: type, number card and cell; or a move: from, to; or neither.
        Build = "build" Chain,
        /// An improvement to play, or none.
        Improve = "improve" List,
        /// An income card with its target, or the dice; a further time also neither.
        Income = "income" List,
        /// An improvement to give up, or none.
        Drop = "drop" List,
        /// Cards above the hand limit.
        Discard = "discard" Chain,
    }
}

/// What an income card is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// All restaurants of a type (RE-38).
    Cuisine(Cuisine),
    /// All restaurants that a district of a type reaches (RE-40).
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
    /// The face of the card that is played for it.
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

/// A choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Build nothing, or nothing more, this turn.
    Stop,
    /// Build a counter of the pool; its number card and its cell follow.
    Build { cuisine: Cuisine },
    /// Move the own restaurant on this cell; its new cell follows.
    Move { from: Cell },
    /// Pay for the site with a number card, from 0.
    Pay { number: u8 },
    /// The cell of a build or a move; ends the chain.
    Site { cell: Cell },
    /// Play no improvement, or no further one, this turn.
    Pass,
    /// Play an improvement for the restaurant types it asks for.
    Improve { card: Improvement, cuisines: Cuisines },
    /// Play an income card.
    Income { target: Target },
    /// Roll for a cell; a number card, from 0, may stand for one of the dice.
    Roll { instead: Option<Line> },
    /// Do without a further Income phase.
    Rest,
    /// Keep all improvements.
    Keep,
    /// Discard an own improvement.
    Drop { card: Improvement, cuisines: Cuisines },
    /// Discard a card of the hand; the next one must not come before it in the list of faces.
    Discard { face: Face },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Stop => f.write_str("stop"),
            Action::Build { cuisine } => write!(f, "build {cuisine}"),
            Action::Move { from } => write!(f, "move {from}"),
            Action::Pay { number } => write!(f, "pay {}", number + 1),
            Action::Site { cell } => write!(f, "site {cell}"),
            Action::Pass => f.write_str("pass"),
            Action::Improve { card, cuisines } => write!(f, "improve {}", Chosen { card, cuisines }),
            Action::Income { target } => write!(f, "income {target}"),
            Action::Roll { instead: None } => f.write_str("roll"),
            Action::Roll { instead: Some(line) } => write!(f, "roll on {line}"),
            Action::Rest => f.write_str("rest"),
            Action::Keep => f.write_str("keep"),
            Action::Drop { card, cuisines } => write!(f, "drop {}", Chosen { card, cuisines }),
            Action::Discard { face } => write!(f, "discard {}", face.name()),
        }
    }
}

/// An improvement with the types chosen for it: `discounts for italian+sushi`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chosen {
    pub card: Improvement,
    pub cuisines: Cuisines,
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.card)?;
        let mut separator = " for ";
        for cuisine in cuisines(self.cuisines) {
            write!(f, "{separator}{cuisine}")?;
            separator = "+";
        }
        Ok(())
    }
}

impl Chosen {
    /// The types whose incomes it changes.
    #[inline]
    pub(super) fn earning(self) -> Cuisines {
        if self.card == Improvement::Discounts { 0 } else { self.cuisines }
    }

    /// Reads what `Display` writes, cut into words.
    fn parse(words: &[&str]) -> Option<Chosen> {
        let (card, chosen) = match *words {
            [card] => (card, ""),
            [card, "for", chosen] => (card, chosen),
            _ => return None,
        };
        let mut cuisines = 0;
        for word in chosen.split('+').filter(|word| !word.is_empty()) {
            cuisines |= word.parse::<Cuisine>().ok()?.bit();
        }
        Some(Chosen { card: card.parse().ok()?, cuisines })
    }
}

impl Action {
    /// Reads the notation that `Display` writes.
    pub fn parse(text: &str) -> Option<Action> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(match words[..] {
            ["stop"] => Action::Stop,
            ["build", cuisine] => Action::Build { cuisine: cuisine.parse().ok()? },
            ["move", from] => Action::Move { from: Cell::parse(from)? },
            ["pay", number] => {
                let number = number.parse::<u8>().ok().filter(|n| (1..=SIDE as u8).contains(n))?;
                Action::Pay { number: number - 1 }
            }
            ["site", cell] => Action::Site { cell: Cell::parse(cell)? },
            ["pass"] => Action::Pass,
            ["improve", ref chosen @ ..] => {
                let Chosen { card, cuisines } = Chosen::parse(chosen)?;
                Action::Improve { card, cuisines }
            }
            ["income", ref target @ ..] => Action::Income { target: Target::parse(target)? },
            ["roll"] => Action::Roll { instead: None },
            ["roll", "on", sort, number] => Action::Roll { instead: Some(Line::parse(sort, number)?) },
            ["rest"] => Action::Rest,
            ["keep"] => Action::Keep,
            ["drop", ref chosen @ ..] => {
                let Chosen { card, cuisines } = Chosen::parse(chosen)?;
                Action::Drop { card, cuisines }
            }
            ["discard", face] => Action::Discard { face: Face::parse(face)? },
            _ => return None,
        })
    }
}

impl Target {
    /// Reads what `Display` writes, cut into words.
    fn parse(words: &[&str]) -> Option<Target> {
        Some(match *words {
            [place] => match place.parse() {
                Ok(cuisine) => Target::Cuisine(cuisine),
                Err(_) => Target::District(place.parse().ok()?),
            },
            ["mailing", cell] => Target::Mailing(Cell::parse(cell)?),
            ["billboard", sort, number] => Target::Billboard(Line::parse(sort, number)?),
            ["radio", quadrant] => Target::Radio(quadrant.parse().ok()?),
            ["air-banner", side] => Target::AirBanner(side.parse().ok()?),
            _ => return None,
        })
    }
}
