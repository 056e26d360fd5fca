use std::fmt;

use super::{
    cards::{MAX_ROWS, PLACES},
    token::{HIGH, LOW, SLOTS, TYPE_WORDS, Token},
    variant::CHEFS,
};
use sim_engine::{
    decision::decisions,
    notation::{FromOne, Notation, actions, word},
};

decisions! {
    pub enum Decision {
        Restaurateur = "restaurateur" List,
        Plan = "plan" Chain,
        Swap = "swap" List,
        Pick = "pick" List,
        Wild = "wild" List,
        Choose = "choose" List,
        Trade = "trade" List,
        Peek = "peek" List,
        Meal = "meal" Chain,
        Fridge = "fridge" Chain,
        Plate = "plate" Chain,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    Token(Token),
    Soup,
    Bisque,
    ZousChef,
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Token(token) => token.fmt(f),
            Item::Soup => f.write_str("soup"),
            Item::Bisque => f.write_str("bisque"),
            Item::ZousChef => f.write_str("zous-chef"),
        }
    }
}

impl serde::Serialize for Item {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum With {
    Nothing,
    /// The spice of the ingredient's own type.
    Spice,
    Allspice,
    /// A rumor token that serves as allspice (CK-178).
    Rumor,
    /// Another ingredient of its type, of this value, which lies under it (CK-188).
    Under(u8),
    /// The spice of another type (by index), if a restaurateur allows it.
    Other(u8),
}

impl With {
    /// Returns the token that is spent in addition to the ingredient, if any. A rumor token lies in the
    /// kitchen, not in the storage, so it is not returned.
    pub fn token(self, ingredient: Token) -> Option<Token> {
        let course = ingredient.course()?;
        match self {
            With::Nothing | With::Rumor => None,
            With::Spice => Some(Token::spice(course)),
            With::Allspice => Some(Token::ALLSPICE),
            With::Under(value) => Some(Token::ingredient(course, value)),
            With::Other(other) => Some(Token::spice(usize::from(other))),
        }
    }

    #[inline]
    pub fn is_spice(self) -> bool {
        !matches!(self, With::Nothing | With::Under(_))
    }
}

actions! {
    /// Places, slots and card rows are zero-based; the notation counts from 1.
    pub enum Action {
        /// Keep one of the two dealt restaurateurs; `card` is its table row.
        Keep { card: u8 as FromOne<MAX_ROWS> } = "keep {card}",
        Go { place: u8 as FromOne<PLACES> } = "go {place}",
        Swap { first: u8 as FromOne<CHEFS>, second: u8 as FromOne<CHEFS> } = "swap {first} {second}",
        Take { item: Item as Item } = "take {item}",
        /// Go home with empty hands.
        Leave = "leave",
        /// Put a wild rumor into this slot, or look at its card.
        Slot { slot: u8 as FromOne<SLOTS> } = "slot {slot}",
        /// Keep one of the drawn tokens.
        Choose { token: Token as Token } = "choose {token}",
        /// Give an ingredient back to the bag for a draw.
        Trade { token: Token as Token } = "trade {token}",
        /// Neither trade nor swap.
        Decline = "decline",
        /// Present no meal for this challenge.
        Skip = "skip",
        /// Serve an ingredient in a challenge meal. The ingredients come in ascending order of actions.
        Serve { token: Token as Token, with: With as With } = "serve {token}{with}",
        /// Serve bisques in a challenge meal; no ingredient may follow.
        Bisques { count: u8 } = "bisques {count}",
        /// Serve soups, which completes a challenge meal.
        Soups { count: u8 } = "soups {count}",
        /// Return a token at refrigeration; the next one has no lower kind.
        Return { token: Token as Token } = "return {token}",
        /// Put an ingredient on a course of the critic meal. Dishes come in ascending order of actions.
        Dish { course: u8 as CourseName, token: Token as Token, with: With as With }
            = "dish {course} {token}{with}",
        /// End the current course of the critic meal.
        Done = "done",
    }
}

impl fmt::Display for With {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            With::Nothing => Ok(()),
            With::Spice => f.write_str("+spice"),
            With::Allspice => f.write_str("+allspice"),
            With::Rumor => f.write_str("+rumor"),
            With::Under(value) => write!(f, "+under-{value}"),
            With::Other(course) => write!(f, "+{}-spice", TYPE_WORDS[usize::from(*course)]),
        }
    }
}

impl serde::Serialize for With {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        serializer.serialize_str(text.strip_prefix('+').unwrap_or("nothing"))
    }
}

struct CourseName;

impl Notation<u8> for CourseName {
    fn write(course: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(TYPE_WORDS[usize::from(course)])
    }

    fn read(rest: &mut &str) -> Option<u8> {
        course_of(word(rest)?)
    }
}

fn course_of(word: &str) -> Option<u8> {
    TYPE_WORDS.iter().position(|&known| known == word).map(|course| course as u8)
}

impl Notation<Item> for Item {
    fn write(item: Item, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{item}")
    }

    fn read(rest: &mut &str) -> Option<Item> {
        Some(match word(rest)? {
            "soup" => Item::Soup,
            "bisque" => Item::Bisque,
            "zous-chef" => Item::ZousChef,
            token => Item::Token(Token::parse(token)?),
        })
    }
}

/// Reads up to a `+`, which starts the addition ([`With`]), or a space.
impl Notation<Token> for Token {
    fn write(token: Token, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{token}")
    }

    fn read(rest: &mut &str) -> Option<Token> {
        let (name, with) = rest.split_at(rest.find(['+', ' ']).unwrap_or(rest.len()));
        *rest = with;
        Token::parse(name)
    }
}

impl Notation<With> for With {
    fn write(with: With, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{with}")
    }

    fn read(rest: &mut &str) -> Option<With> {
        Some(match word(rest) {
            None => With::Nothing,
            Some("+spice") => With::Spice,
            Some("+allspice") => With::Allspice,
            Some("+rumor") => With::Rumor,
            Some(with) => match with.strip_prefix("+under-") {
                Some(value) => With::Under(value.parse().ok().filter(|n| (LOW..=HIGH).contains(n))?),
                None => With::Other(course_of(with.strip_prefix('+')?.strip_suffix("-spice")?)?),
            },
        })
    }
}
