use std::fmt;

use super::{
    CritterKitchen,
    event::{CHEF_WORDS, Event},
    state::FUND_WORDS,
    token::TYPE_WORDS,
};
use sim_engine::{ComponentId, Game, Seat, text::people::counted};

pub struct Told<'a> {
    pub game: &'a CritterKitchen,
    pub event: Event,
}

impl Told<'_> {
    fn card(&self, card: ComponentId) -> &str {
        card.name(&self.game.cards.components)
    }

    fn who(&self, seat: Seat) -> String {
        let automa = self.game.automa().filter(|_| seat.index() == self.game.players());
        automa.map_or_else(|| seat.to_string(), str::to_owned)
    }

    /// A place by its name, and by the number that actions name it with.
    fn place(&self, place: ComponentId) -> String {
        format!("{} ({})", self.card(place), place.row() + 1)
    }
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chef = |chef: u8| CHEF_WORDS[usize::from(chef)];
        let type_of = |course: u8| TYPE_WORDS[usize::from(course)];
        match self.event {
            Event::CriticNamed { critic } => {
                write!(f, "critic {} judges", self.card(critic))
            }
            Event::RestaurateurDealt { seat, card } => {
                write!(f, "{} is dealt restaurateur {}", self.who(seat), self.card(card))
            }
            Event::RestaurateurKept { seat, card } => {
                write!(f, "{} keeps restaurateur {}", self.who(seat), self.card(card))
            }
            Event::RumorDealt { seat, rumor } => {
                write!(f, "{} is dealt the rumor {} of its own", self.who(seat), self.card(rumor))
            }
            Event::ChallengeRevealed { challenge, held, .. } => {
                let hold = if held { " with the Hold token" } else { "" };
                write!(f, "challenge {} is revealed{hold}", self.card(challenge))
            }
            Event::BisqueServed => f.write_str("the Soup Truck has a bisque"),
            Event::ItemPlaced { place, token } => write!(f, "{token} lies at {}", self.place(place)),
            Event::Redrawn { token, returns: false } => write!(f, "{token} leaves the game and is replaced"),
            Event::Redrawn { token, returns: true } => {
                write!(f, "{token} is known: it is replaced and goes back to the bag")
            }
            Event::ZousChefOffered { zous } => write!(f, "zous-chef {} is at the academy", self.card(zous)),
            Event::SeventhRoundAllspice => f.write_str("the seventh-round allspice is at the academy"),
            Event::Sent { seat, chef: who, place, .. } => {
                write!(f, "{} sends the {} to {}", self.who(seat), chef(who), self.place(place))
            }
            Event::OrderTurned { deck, card } => {
                write!(f, "McDogald's turns over {}", self.game.cards.house.name(deck, card))
            }
            Event::Swapped { seat, first, second, .. } => {
                write!(f, "{} swaps the {} and the {}", self.who(seat), chef(first), chef(second))
            }
            Event::Tied { place, chefs, .. } => write!(f, "{chefs} chefs are tied at {}", self.place(place)),
            Event::StoodInTie { seat, .. } => write!(f, "{} is tied", self.who(seat)),
            Event::CouldTakeZousChef { seat, zous } => {
                write!(f, "{} could take zous-chef {}", self.who(seat), self.card(zous))
            }
            Event::Picked { seat, chef: who, place, item, .. } => {
                write!(f, "the {} of {} takes {item} at {}", chef(who), self.who(seat), self.place(place))
            }
            Event::ZousChefTaken { seat, zous, .. } => {
                write!(f, "zous-chef {} joins {}", self.card(zous), self.who(seat))
            }
            Event::HatToBack { seat, .. } => write!(f, "the hat of {} moves to the back", self.who(seat)),
            Event::HatToFront { seat } => write!(f, "the hat of {} moves to the front", self.who(seat)),
            Event::HatForward { seat, places } => {
                write!(f, "the hat of {} moves forward by {places}", self.who(seat))
            }
            Event::CameHomeEmpty { seat, chef: who, early, .. } => {
                let how = if early { "leaves early" } else { "finds nothing" };
                write!(f, "the {} of {} {how}", chef(who), self.who(seat))
            }
            Event::SoupGained { seat, soup } => write!(f, "{} gains {soup} soup", self.who(seat)),
            Event::BisqueGained { seat } => write!(f, "{} gains the bisque", self.who(seat)),
            Event::AbilityActs { seat, zous } => {
                write!(f, "zous-chef {} acts for {}", self.card(zous), self.who(seat))
            }
            Event::DrawnFor { seat, token } => write!(f, "{} draws {token}", self.who(seat)),
            Event::Kept { seat, token } => write!(f, "{} keeps {token}", self.who(seat)),
            Event::Fetched { seat, token } => write!(f, "{} fetches {token} from the truck", self.who(seat)),
            Event::TakenUp { seat, token } => write!(f, "{} takes {token} up", self.who(seat)),
            Event::GivenBack { seat, token } => write!(f, "{} gives {token} back to the bag", self.who(seat)),
            Event::LaidDown { seat, token } => write!(f, "{} lays {token} down", self.who(seat)),
            Event::Learned { seat, slot, rumor, .. } => {
                write!(f, "{} learns rumor {}: {}", self.who(seat), slot + 1, self.card(rumor))
            }
            Event::RumorOpened { slot, rumor } => {
                write!(f, "rumor {} is open to all: {}", slot + 1, self.card(rumor))
            }
            Event::CleanedUp { place, left, rumors, .. } => {
                let rumors = counted(rumors.into(), "rumor", "rumors");
                write!(f, "{} is cleaned up: {left} left over, {rumors} gone", self.place(place))
            }
            Event::Cooks { seat, challenge, able: true } => {
                write!(f, "{} cooks for challenge {}", self.who(seat), self.card(challenge))
            }
            Event::Cooks { seat, challenge, able: false } => {
                write!(f, "{} has no meal for challenge {}", self.who(seat), self.card(challenge))
            }
            Event::Presented { seat, challenge, quality, stars, .. } => {
                write!(
                    f,
                    "{} presents challenge {}: quality {quality}, {}",
                    self.who(seat),
                    self.card(challenge),
                    in_words(stars)
                )
            }
            Event::NotPresented { seat, challenge, .. } => {
                write!(f, "{} leaves challenge {} out", self.who(seat), self.card(challenge))
            }
            Event::ChallengeStarred { challenge, course } => {
                write!(
                    f,
                    "McDogald's puts a star above {} of challenge {}",
                    type_of(course),
                    self.card(challenge)
                )
            }
            Event::Served { seat, token, count: 1, .. } => write!(f, "{} serves {token}", self.who(seat)),
            Event::Served { seat, token, count, .. } => {
                write!(f, "{} serves {count} of {token}", self.who(seat))
            }
            Event::Plated { seat, course, token, with } => {
                write!(f, "{} serves {token}{with} as {}", self.who(seat), type_of(course))
            }
            Event::Refrigerated { seat, token, .. } => write!(f, "{} cannot keep {token}", self.who(seat)),
            Event::SoupWorth { token } => {
                write!(f, "McDogald's soup is worth {}: {token} is drawn", token.value())
            }
            Event::CourseServed { seat, course, quality } => {
                write!(f, "{} serves {} of quality {quality}", self.who(seat), type_of(course))
            }
            Event::BestCourse { seat, course } => {
                write!(f, "{} serves the best {}", self.who(seat), type_of(course))
            }
            Event::RumorPaid { seat, rumor, stars, .. } => {
                write!(f, "the rumor {} pays {} {}", self.card(rumor), self.who(seat), in_words(stars))
            }
            Event::CriticPaid { seat, stars } => {
                write!(f, "the critic pays {} {}", self.who(seat), in_words(stars))
            }
            Event::RestaurateurPaid { seat, stars } => {
                write!(f, "the restaurateur of {} pays {}", self.who(seat), in_words(stars))
            }
            Event::Gained { seat, fund, stars } => {
                write!(f, "{} gains {}: {}", self.who(seat), in_words(stars), FUND_WORDS[fund as usize])
            }
            Event::MealQuality { seat, quality } => {
                write!(f, "{} has quality {quality} in all", self.who(seat))
            }
        }
    }
}

fn in_words(stars: impl Into<i32>) -> String {
    let stars = stars.into();
    format!("{stars} {}", if stars == 1 { "star" } else { "stars" })
}
