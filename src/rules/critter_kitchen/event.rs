//! What the table sees happen: the vocabulary of transcripts and counts.

use std::fmt;

use serde::Serialize;

use super::{
    action::Item,
    state::Fund,
    token::{TYPE_WORDS, Token},
};
use crate::rules::seat::{self, Seat};

/// A consequence of an action or of chance. Cards are named by row of their table, players
/// by seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    CriticNamed {
        critic: u8,
    },
    RestaurateurDealt {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        card: u8,
    },
    RestaurateurKept {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        card: u8,
    },
    ChallengeRevealed {
        challenge: u8,
        held: bool,
        round: u8,
    },
    BisqueServed,
    ItemPlaced {
        place: u8,
        token: Token,
    },
    /// A token of an open rumor leaves the game.
    Redrawn {
        token: Token,
    },
    ZousChefOffered {
        zous: u8,
    },
    SeventhRoundAllspice,
    /// A card of McDogald's, by row of its table: the manager's deck is 0, chefs' by capacity.
    OrderTurned {
        deck: u8,
        card: u8,
    },
    Sent {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        chef: u8,
        place: u8,
        round: u8,
    },
    Swapped {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        first: u8,
        second: u8,
        /// Where the two are then.
        places: [u8; 2],
    },
    /// A queue of several chefs lines up.
    Tied {
        place: u8,
        chefs: u8,
        round: u8,
    },
    StoodInTie {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        round: u8,
    },
    /// A zous-chef may be taken by this chef; told once for each chef.
    CouldTakeZousChef {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        zous: u8,
    },
    Picked {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        chef: u8,
        place: u8,
        item: Item,
        round: u8,
    },
    ZousChefTaken {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        zous: u8,
        round: u8,
    },
    HatToBack {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        round: u8,
    },
    HatToFront {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
    },
    HatForward {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        places: u8,
    },
    CameHomeEmpty {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        chef: u8,
        place: u8,
        early: bool,
        round: u8,
    },
    SoupGained {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        soup: u8,
    },
    BisqueGained {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
    },
    AbilityActs {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        zous: u8,
    },
    DrawnFor {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        token: Token,
    },
    GivenBack {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        token: Token,
    },
    /// An ingredient is laid down for one that lay here.
    LaidDown {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        token: Token,
    },
    Learned {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        slot: u8,
        rumor: u8,
        round: u8,
        token: bool,
    },
    RumorOpened {
        slot: u8,
        rumor: u8,
    },
    /// Leftovers go to the academy or the truck, rumor tokens leave the game.
    CleanedUp {
        place: u8,
        left: u8,
        rumors: u8,
        round: u8,
    },
    Presented {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        challenge: u8,
        day: u8,
        quality: u16,
        /// 1 for the lowest bracket, 3 for the top.
        bracket: u8,
        stars: u8,
        soup: u8,
    },
    NotPresented {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        challenge: u8,
        day: u8,
    },
    /// McDogald's puts a star above a type on a challenge.
    ChallengeStarred {
        challenge: u8,
        course: u8,
    },
    /// An ingredient left a kitchen in a meal of this day; the critic's is after the second.
    Served {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        token: Token,
        count: u8,
        day: u8,
    },
    Refrigerated {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        token: Token,
        day: u8,
    },
    /// What was drawn for the worth of McDogald's soup.
    SoupWorth {
        token: Token,
    },
    CourseServed {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        course: u8,
        quality: u16,
    },
    BestCourse {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        course: u8,
    },
    RumorPaid {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        rumor: u8,
        stars: u16,
        known: bool,
    },
    Gained {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        fund: Fund,
        stars: i16,
    },
    MealQuality {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        quality: u16,
    },
}

/// The names of a player's chefs.
pub const CHEF_WORDS: [&str; 4] = ["mouse", "lizard", "boar", "zous-chef"];

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chef = |chef: u8| CHEF_WORDS[usize::from(chef)];
        let type_of = |course: u8| TYPE_WORDS[usize::from(course)];
        match *self {
            Event::CriticNamed { critic } => write!(f, "critic {} judges", critic + 1),
            Event::RestaurateurDealt { seat, card } => {
                write!(f, "{} is dealt restaurateur {}", Seat(seat), card + 1)
            }
            Event::RestaurateurKept { seat, card } => {
                write!(f, "{} keeps restaurateur {}", Seat(seat), card + 1)
            }
            Event::ChallengeRevealed { challenge, held, .. } => {
                let hold = if held { " with the Hold token" } else { "" };
                write!(f, "challenge {} is revealed{hold}", challenge + 1)
            }
            Event::BisqueServed => f.write_str("the Soup Truck has a bisque"),
            Event::ItemPlaced { place, token } => write!(f, "{token} lies at place {}", place + 1),
            Event::Redrawn { token } => write!(f, "{token} leaves the game and is replaced"),
            Event::ZousChefOffered { zous } => write!(f, "zous-chef {} is at the academy", zous + 1),
            Event::SeventhRoundAllspice => f.write_str("the seventh-round allspice is at the academy"),
            Event::Sent { seat, chef: who, place, .. } => {
                write!(f, "{} sends the {} to place {}", Seat(seat), chef(who), place + 1)
            }
            Event::OrderTurned { deck, card } => {
                let deck = ["manager", "mouse", "lizard", "boar"][usize::from(deck)];
                write!(f, "McDogald's turns over {deck} card {}", card + 1)
            }
            Event::Swapped { seat, first, second, .. } => {
                write!(f, "{} swaps the {} and the {}", Seat(seat), chef(first), chef(second))
            }
            Event::Tied { place, chefs, .. } => write!(f, "{chefs} chefs are tied at place {}", place + 1),
            Event::StoodInTie { seat, .. } => write!(f, "{} is tied", Seat(seat)),
            Event::CouldTakeZousChef { seat, zous } => {
                write!(f, "{} could take zous-chef {}", Seat(seat), zous + 1)
            }
            Event::Picked { seat, chef: who, place, item, .. } => {
                write!(f, "the {} of {} takes {item} at place {}", chef(who), Seat(seat), place + 1)
            }
            Event::ZousChefTaken { seat, zous, .. } => {
                write!(f, "zous-chef {} joins {}", zous + 1, Seat(seat))
            }
            Event::HatToBack { seat, .. } => write!(f, "the hat of {} moves to the back", Seat(seat)),
            Event::HatToFront { seat } => write!(f, "the hat of {} moves to the front", Seat(seat)),
            Event::HatForward { seat, places } => {
                write!(f, "the hat of {} moves forward by {places}", Seat(seat))
            }
            Event::CameHomeEmpty { seat, chef: who, early, .. } => {
                let how = if early { "leaves early" } else { "finds nothing" };
                write!(f, "the {} of {} {how}", chef(who), Seat(seat))
            }
            Event::SoupGained { seat, soup } => write!(f, "{} gains {soup} soup", Seat(seat)),
            Event::BisqueGained { seat } => write!(f, "{} gains the bisque", Seat(seat)),
            Event::AbilityActs { seat, zous } => write!(f, "zous-chef {} acts for {}", zous + 1, Seat(seat)),
            Event::DrawnFor { seat, token } => write!(f, "{} draws {token}", Seat(seat)),
            Event::GivenBack { seat, token } => write!(f, "{} gives {token} back to the bag", Seat(seat)),
            Event::LaidDown { seat, token } => write!(f, "{} lays {token} down", Seat(seat)),
            Event::Learned { seat, slot, .. } => write!(f, "{} learns rumor {}", Seat(seat), slot + 1),
            Event::RumorOpened { slot, rumor } => {
                write!(f, "rumor {} is open to all: card {}", slot + 1, rumor + 1)
            }
            Event::CleanedUp { place, left, rumors, .. } => {
                write!(f, "place {} is cleaned up: {left} left over, {rumors} rumors gone", place + 1)
            }
            Event::Presented { seat, challenge, quality, stars, .. } => {
                write!(
                    f,
                    "{} presents challenge {}: quality {quality}, {stars} stars",
                    Seat(seat),
                    challenge + 1
                )
            }
            Event::NotPresented { seat, challenge, .. } => {
                write!(f, "{} leaves challenge {} out", Seat(seat), challenge + 1)
            }
            Event::ChallengeStarred { challenge, course } => {
                write!(f, "McDogald's puts a star above {} of challenge {}", type_of(course), challenge + 1)
            }
            Event::Served { seat, token, count: 1, .. } => write!(f, "{} serves {token}", Seat(seat)),
            Event::Served { seat, token, count, .. } => write!(f, "{} serves {count} of {token}", Seat(seat)),
            Event::Refrigerated { seat, token, .. } => write!(f, "{} cannot keep {token}", Seat(seat)),
            Event::SoupWorth { token } => {
                write!(f, "McDogald's soup is worth {}: {token} is drawn", token.value())
            }
            Event::CourseServed { seat, course, quality } => {
                write!(f, "{} serves {} of quality {quality}", Seat(seat), type_of(course))
            }
            Event::BestCourse { seat, course } => {
                write!(f, "{} serves the best {}", Seat(seat), type_of(course))
            }
            Event::RumorPaid { seat, rumor, stars, .. } => {
                write!(f, "rumor card {} pays {} {stars} stars", rumor + 1, Seat(seat))
            }
            Event::Gained { seat, fund, stars } => write!(f, "{} gains {stars} stars: {fund:?}", Seat(seat)),
            Event::MealQuality { seat, quality } => write!(f, "{} has quality {quality} in all", Seat(seat)),
        }
    }
}
