//! Events in words.

use std::fmt;

use super::{
    event::{CHEF_WORDS, Event},
    state::FUND_WORDS,
    token::TYPE_WORDS,
};
use crate::rules::seat::Seat;

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
            Event::RumorDealt { seat, rumor } => {
                write!(f, "{} is dealt rumor card {} of its own", Seat(seat), rumor + 1)
            }
            Event::ChallengeRevealed { challenge, held, .. } => {
                let hold = if held { " with the Hold token" } else { "" };
                write!(f, "challenge {} is revealed{hold}", challenge + 1)
            }
            Event::BisqueServed => f.write_str("the Soup Truck has a bisque"),
            Event::ItemPlaced { place, token } => write!(f, "{token} lies at place {}", place + 1),
            Event::Redrawn { token, returns: false } => write!(f, "{token} leaves the game and is replaced"),
            Event::Redrawn { token, returns: true } => {
                write!(f, "{token} is known: it is replaced and goes back to the bag")
            }
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
            Event::Kept { seat, token } => write!(f, "{} keeps {token}", Seat(seat)),
            Event::Fetched { seat, token } => write!(f, "{} fetches {token} from the truck", Seat(seat)),
            Event::TakenUp { seat, token } => write!(f, "{} takes {token} up", Seat(seat)),
            Event::GivenBack { seat, token } => write!(f, "{} gives {token} back to the bag", Seat(seat)),
            Event::LaidDown { seat, token } => write!(f, "{} lays {token} down", Seat(seat)),
            Event::Learned { seat, slot, .. } => write!(f, "{} learns rumor {}", Seat(seat), slot + 1),
            Event::RumorOpened { slot, rumor } => {
                write!(f, "rumor {} is open to all: card {}", slot + 1, rumor + 1)
            }
            Event::CleanedUp { place, left, rumors, .. } => {
                write!(f, "place {} is cleaned up: {left} left over, {rumors} rumors gone", place + 1)
            }
            Event::Cooks { seat, challenge, able: true } => {
                write!(f, "{} cooks for challenge {}", Seat(seat), challenge + 1)
            }
            Event::Cooks { seat, challenge, able: false } => {
                write!(f, "{} has no meal for challenge {}", Seat(seat), challenge + 1)
            }
            Event::Presented { seat, challenge, quality, stars, .. } => {
                write!(
                    f,
                    "{} presents challenge {}: quality {quality}, {}",
                    Seat(seat),
                    challenge + 1,
                    in_words(stars)
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
            Event::Plated { seat, course, token, with } => {
                write!(f, "{} serves {token}{with} as {}", Seat(seat), type_of(course))
            }
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
                write!(f, "rumor card {} pays {} {}", rumor + 1, Seat(seat), in_words(stars))
            }
            Event::CriticPaid { seat, stars } => {
                write!(f, "the critic pays {} {}", Seat(seat), in_words(stars))
            }
            Event::RestaurateurPaid { seat, stars } => {
                write!(f, "the restaurateur of {} pays {}", Seat(seat), in_words(stars))
            }
            Event::Gained { seat, fund, stars } => {
                write!(f, "{} gains {}: {}", Seat(seat), in_words(stars), FUND_WORDS[fund as usize])
            }
            Event::MealQuality { seat, quality } => write!(f, "{} has quality {quality} in all", Seat(seat)),
        }
    }
}

fn in_words(stars: impl Into<i32>) -> String {
    let stars = stars.into();
    format!("{stars} {}", if stars == 1 { "star" } else { "stars" })
}
