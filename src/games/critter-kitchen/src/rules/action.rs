//! What a seat can choose, and its notation.

use std::fmt;

use super::token::{HIGH, LOW, TYPE_WORDS, TYPES, Token};
use sim_engine::decision::decisions;

decisions! {
    /// What Critter Kitchen asks.
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

/// Something a chef can take at a location.
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

/// What an ingredient is served with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum With {
    Nothing,
    /// The spice of its own type.
    Spice,
    Allspice,
    /// A rumor token that serves as allspice (CK-178).
    Rumor,
    /// An ingredient of its type and this value, which lies under it (CK-188).
    Under(u8),
    /// The spice of another type, by the leave of a restaurateur.
    Other(u8),
}

impl With {
    /// The token that is spent besides the ingredient; a rumor token comes from the kitchen.
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

    /// Whether it counts as a served spice.
    #[inline]
    pub fn is_spice(self) -> bool {
        !matches!(self, With::Nothing | With::Under(_))
    }
}

/// A choice. Places, slots and challenges are counted from 0; notation counts them from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Keep one of the two restaurateurs, by row of their table.
    Keep { card: u8 },
    /// Send the next chef to a location.
    Go { place: u8 },
    /// Two own chefs change places.
    Swap { first: u8, second: u8 },
    /// Take an item here.
    Take { item: Item },
    /// Go home with empty hands.
    Leave,
    /// Put a wild rumor, or look at a card, in this slot.
    Slot { slot: u8 },
    /// Keep one of the drawn tokens.
    Choose { token: Token },
    /// Give an ingredient back to the bag for a draw.
    Trade { token: Token },
    /// Neither trade nor swap.
    Decline,
    /// Present no meal for this challenge.
    Skip,
    /// One ingredient of a challenge meal; the next one comes later in the order of actions.
    Serve { token: Token, with: With },
    /// Bisques of a challenge meal; no ingredient follows.
    Bisques { count: u8 },
    /// Soups of a challenge meal, which completes it.
    Soups { count: u8 },
    /// One token that does not survive refrigeration; the next one has no lower kind.
    Return { token: Token },
    /// One ingredient of a course; the next one comes later in the order of actions.
    Dish { course: u8, token: Token, with: With },
    /// The critic meal is ready.
    Done,
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

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Keep { card } => write!(f, "keep {}", card + 1),
            Action::Go { place } => write!(f, "go {}", place + 1),
            Action::Swap { first, second } => write!(f, "swap {} {}", first + 1, second + 1),
            Action::Take { item } => write!(f, "take {item}"),
            Action::Leave => f.write_str("leave"),
            Action::Slot { slot } => write!(f, "slot {}", slot + 1),
            Action::Choose { token } => write!(f, "choose {token}"),
            Action::Trade { token } => write!(f, "trade {token}"),
            Action::Decline => f.write_str("decline"),
            Action::Skip => f.write_str("skip"),
            Action::Serve { token, with } => write!(f, "serve {token}{with}"),
            Action::Bisques { count } => write!(f, "bisques {count}"),
            Action::Soups { count } => write!(f, "soups {count}"),
            Action::Return { token } => write!(f, "return {token}"),
            Action::Dish { course, token, with } => {
                write!(f, "dish {} {token}{with}", TYPE_WORDS[usize::from(course)])
            }
            Action::Done => f.write_str("done"),
        }
    }
}

impl Action {
    /// Reads the notation that `Display` writes.
    pub fn parse(text: &str) -> Option<Action> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let place = |word: &str| word.parse::<u8>().ok()?.checked_sub(1).filter(|&at| at < 64);
        let count = |word: &str| word.parse::<u8>().ok();
        Some(match words[..] {
            ["keep", card] => Action::Keep { card: place(card)? },
            ["go", to] => Action::Go { place: place(to)? },
            ["swap", first, second] => Action::Swap { first: place(first)?, second: place(second)? },
            ["take", item] => Action::Take { item: item_of(item)? },
            ["leave"] => Action::Leave,
            ["slot", slot] => Action::Slot { slot: place(slot)? },
            ["choose", token] => Action::Choose { token: Token::parse(token)? },
            ["trade", token] => Action::Trade { token: Token::parse(token)? },
            ["decline"] => Action::Decline,
            ["skip"] => Action::Skip,
            ["serve", dish] => {
                let (token, with) = dish_of(dish)?;
                Action::Serve { token, with }
            }
            ["bisques", number] => Action::Bisques { count: count(number)? },
            ["soups", number] => Action::Soups { count: count(number)? },
            ["return", token] => Action::Return { token: Token::parse(token)? },
            ["dish", course, dish] => {
                let (token, with) = dish_of(dish)?;
                Action::Dish { course: course_of(course)?, token, with }
            }
            ["done"] => Action::Done,
            _ => return None,
        })
    }
}

fn course_of(word: &str) -> Option<u8> {
    (0..TYPES as u8).find(|&course| TYPE_WORDS[usize::from(course)] == word)
}

fn item_of(word: &str) -> Option<Item> {
    Some(match word {
        "soup" => Item::Soup,
        "bisque" => Item::Bisque,
        "zous-chef" => Item::ZousChef,
        token => Item::Token(Token::parse(token)?),
    })
}

fn dish_of(text: &str) -> Option<(Token, With)> {
    let (token, with) = text.split_once('+').unwrap_or((text, ""));
    let with = match with {
        "" => With::Nothing,
        "spice" => With::Spice,
        "allspice" => With::Allspice,
        "rumor" => With::Rumor,
        other => match (other.strip_prefix("under-"), other.strip_suffix("-spice")) {
            (Some(value), _) => With::Under(value.parse().ok().filter(|value| (LOW..=HIGH).contains(value))?),
            (None, Some(course)) => With::Other(course_of(course)?),
            _ => return None,
        },
    };
    Some((Token::parse(token)?, with))
}
