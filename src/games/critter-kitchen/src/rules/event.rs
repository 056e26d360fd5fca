//! The events of a game, which transcripts print and measures count.

use super::{
    CritterKitchen,
    action::{Item, With},
    state::Fund,
    token::{TYPE_WORDS, Token},
};
use sim_engine::{
    ComponentId, Game, Seat,
    event::{counted, events},
};

/// The receiver of events.
pub type Emit<'e> = &'e mut dyn FnMut(Event);

events! {
    pub enum Event of game: CritterKitchen {
        CriticNamed { critic: ComponentId } = ("critic {} judges", game.name(critic)),
        RestaurateurDealt { seat: Seat, card: ComponentId } =
            ("{} is dealt restaurateur {}", game.who(seat), game.name(card)),
        RestaurateurKept { seat: Seat, card: ComponentId } =
            ("{} keeps restaurateur {}", game.who(seat), game.name(card)),
        /// A rumor card of the player's own, dealt when the restaurateurs are revealed (CK-189).
        RumorDealt { seat: Seat, rumor: ComponentId } =
            ("{} is dealt the rumor {} of its own", game.who(seat), game.name(rumor)),
        ChallengeRevealed { challenge: ComponentId, held: bool, round: u8 } =
            ("challenge {} is revealed{}", game.name(challenge), if held { " with the Hold token" } else { "" }),
        BisqueServed = "the Soup Truck has a bisque",
        ItemPlaced { place: ComponentId, token: Token } = ("{token} lies at {}", game.place_name(place)),
        /// A drawn rumor that does not count; another token is drawn. It `returns` to the bag after the draw if
        /// the player knows it (CK-109). Otherwise its card lies open and it leaves the game (CK-40).
        Redrawn { token: Token, returns: bool } = ("{token} {}", match returns {
            true => "is known: it is replaced and goes back to the bag",
            false => "leaves the game and is replaced",
        }),
        ZousChefOffered { zous: ComponentId } = ("zous-chef {} is at the academy", game.name(zous)),
        SeventhRoundAllspice = "the seventh-round allspice is at the academy",
        /// McDogald's turns over a card, by table row. `deck` is 0 for the manager, otherwise the chef's
        /// capacity.
        OrderTurned { deck: u8, card: u8 } =
            ("McDogald's turns over {}", game.cards.house.name(deck, card)),
        Sent { seat: Seat, chef: u8, place: ComponentId, round: u8 } =
            ("{} sends the {} to {}", game.who(seat), chef_word(chef), game.place_name(place)),
        Swapped { seat: Seat, first: u8, second: u8, places: [ComponentId; 2] } =
            ("{} swaps the {} and the {}", game.who(seat), chef_word(first), chef_word(second)),
        Tied { place: ComponentId, chefs: u8, round: u8 } =
            ("{chefs} chefs are tied at {}", game.place_name(place)),
        StoodInTie { seat: Seat, round: u8 } = ("{} is tied", game.who(seat)),
        /// The chef in turn may take the zous-chef; emitted once for each chef.
        CouldTakeZousChef { seat: Seat, zous: ComponentId } =
            ("{} could take zous-chef {}", game.who(seat), game.name(zous)),
        Picked { seat: Seat, chef: u8, place: ComponentId, item: Item, round: u8 } =
            ("the {} of {} takes {item} at {}", chef_word(chef), game.who(seat), game.place_name(place)),
        ZousChefTaken { seat: Seat, zous: ComponentId, round: u8 } =
            ("zous-chef {} joins {}", game.name(zous), game.who(seat)),
        HatToBack { seat: Seat, round: u8 } = ("the hat of {} moves to the back", game.who(seat)),
        HatToFront { seat: Seat } = ("the hat of {} moves to the front", game.who(seat)),
        HatForward { seat: Seat, places: u8 } = ("the hat of {} moves forward by {places}", game.who(seat)),
        CameHomeEmpty { seat: Seat, chef: u8, place: ComponentId, early: bool, round: u8 } = {
            let how = if early { "leaves early" } else { "finds nothing" };
            format!("the {} of {} {how}", chef_word(chef), game.who(seat))
        },
        SoupGained { seat: Seat, soup: u8 } = ("{} gains {soup} soup", game.who(seat)),
        BisqueGained { seat: Seat } = ("{} gains the bisque", game.who(seat)),
        AbilityActs { seat: Seat, zous: ComponentId } =
            ("zous-chef {} acts for {}", game.name(zous), game.who(seat)),
        DrawnFor { seat: Seat, token: Token } = ("{} draws {token}", game.who(seat)),
        /// A player keeps one of several drawn tokens and returns the others.
        Kept { seat: Seat, token: Token } = ("{} keeps {token}", game.who(seat)),
        Fetched { seat: Seat, token: Token } = ("{} fetches {token} from the truck", game.who(seat)),
        GivenBack { seat: Seat, token: Token } = ("{} gives {token} back to the bag", game.who(seat)),
        /// A player takes up an ingredient that lay here, in an exchange.
        TakenUp { seat: Seat, token: Token } = ("{} takes {token} up", game.who(seat)),
        LaidDown { seat: Seat, token: Token } = ("{} lays {token} down", game.who(seat)),
        Learned { seat: Seat, slot: u8, rumor: ComponentId, round: u8, token: bool } =
            ("{} learns rumor {}: {}", game.who(seat), slot + 1, game.name(rumor)),
        RumorOpened { slot: u8, rumor: ComponentId } =
            ("rumor {} is open to all: {}", slot + 1, game.name(rumor)),
        /// Leftovers go to the academy or the truck, rumor tokens leave the game.
        CleanedUp { place: ComponentId, left: u8, rumors: u8, round: u8 } = {
            let rumors = counted(rumors, "rumor");
            format!("{} is cleaned up: {left} left over, {rumors} gone", game.place_name(place))
        },
        /// A player prepares a challenge meal next, or cannot. Secret until all meals are presented.
        Cooks { seat: Seat, challenge: ComponentId, able: bool } = {
            let does = if able { "cooks" } else { "has no meal" };
            format!("{} {does} for challenge {}", game.who(seat), game.name(challenge))
        },
        /// `bracket`: 1 for the lowest, 3 for the top.
        Presented {
            seat: Seat, challenge: ComponentId, day: u8, quality: u16, bracket: u8, stars: u8, soup: u8,
        } = (
            "{} presents challenge {}: quality {quality}, {}",
            game.who(seat),
            game.name(challenge),
            counted(stars, "star")
        ),
        NotPresented { seat: Seat, challenge: ComponentId, day: u8 } =
            ("{} leaves challenge {} out", game.who(seat), game.name(challenge)),
        ChallengeStarred { challenge: ComponentId, course: u8 } =
            ("McDogald's puts a star above {} of challenge {}", type_word(course), game.name(challenge)),
        /// Tokens of one kind that a player served in the challenge meals of this day.
        Served { seat: Seat, token: Token, count: u8, day: u8 } = {
            let count = if count == 1 { String::new() } else { format!("{count} of ") };
            format!("{} serves {count}{token}", game.who(seat))
        },
        Plated { seat: Seat, course: u8, token: Token, with: With } =
            ("{} serves {token}{with} as {}", game.who(seat), type_word(course)),
        Refrigerated { seat: Seat, token: Token, day: u8 } = ("{} cannot keep {token}", game.who(seat)),
        /// The token drawn for the value of McDogald's soup (CK-217).
        SoupWorth { token: Token } = ("McDogald's soup is worth {}: {token} is drawn", token.value()),
        CourseServed { seat: Seat, course: u8, quality: u16 } =
            ("{} serves {} of quality {quality}", game.who(seat), type_word(course)),
        BestCourse { seat: Seat, course: u8 } = ("{} serves the best {}", game.who(seat), type_word(course)),
        RumorPaid { seat: Seat, rumor: ComponentId, stars: u16, known: bool } =
            ("the rumor {} pays {} {}", game.name(rumor), game.who(seat), counted(stars, "star")),
        /// The critic's share of the bonus that is gained next.
        CriticPaid { seat: Seat, stars: u8 } = ("the critic pays {} {}", game.who(seat), counted(stars, "star")),
        /// The restaurateur's share of that bonus.
        RestaurateurPaid { seat: Seat, stars: u8 } =
            ("the restaurateur of {} pays {}", game.who(seat), counted(stars, "star")),
        Gained { seat: Seat, fund: Fund, stars: i16 } =
            ("{} gains {}: {}", game.who(seat), counted(stars, "star"), fund.word()),
        MealQuality { seat: Seat, quality: u16 } = ("{} has quality {quality} in all", game.who(seat)),
    }
}

pub const CHEF_WORDS: [&str; 4] = ["mouse", "lizard", "boar", "zous-chef"];

fn chef_word(chef: u8) -> &'static str {
    CHEF_WORDS[usize::from(chef)]
}

fn type_word(course: u8) -> &'static str {
    TYPE_WORDS[usize::from(course)]
}

impl CritterKitchen {
    fn who(&self, seat: Seat) -> String {
        let automa = self.automa().filter(|_| seat.index() == self.players());
        automa.map_or_else(|| seat.to_string(), str::to_owned)
    }

    /// Returns a place's name and the number that actions use for it.
    fn place_name(&self, place: ComponentId) -> String {
        format!("{} ({})", self.name(place), place.row() + 1)
    }
}
