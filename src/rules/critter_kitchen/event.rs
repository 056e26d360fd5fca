//! What the table sees happen: the vocabulary of transcripts and counts.

use serde::Serialize;

use super::{
    action::{Item, With},
    state::Fund,
    token::Token,
};
use crate::rules::seat;

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
    /// A rumor card of one's own, drawn when restaurateurs are open (CK-189).
    RumorDealt {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        rumor: u8,
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
    /// A drawn rumor that counts for nothing; another token is drawn.
    Redrawn {
        token: Token,
        /// Whether it goes back to the bag after the draw, being known to who draws (CK-109); else its
        /// card lies open, and it leaves the game (CK-40).
        returns: bool,
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
    /// One of several drawn tokens is kept; the others are given back.
    Kept {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        token: Token,
    },
    /// A leftover comes from the Soup Truck by an ability.
    Fetched {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        token: Token,
    },
    GivenBack {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        token: Token,
    },
    /// An ingredient that lay here is taken up in an exchange.
    TakenUp {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        token: Token,
    },
    /// An ingredient is laid down for it.
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
    /// A challenge meal is prepared next, or none is possible; in secret until all are presented.
    Cooks {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        challenge: u8,
        able: bool,
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
    /// Ingredients or spices left a kitchen in the challenge meals of this day.
    Served {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        token: Token,
        count: u8,
        day: u8,
    },
    /// A dish of the critic meal, with what it is served with.
    Plated {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        course: u8,
        token: Token,
        with: With,
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
    /// The critic's part of what is gained as a bonus next.
    CriticPaid {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        stars: u8,
    },
    /// The restaurateur's part of it.
    RestaurateurPaid {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        stars: u8,
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
