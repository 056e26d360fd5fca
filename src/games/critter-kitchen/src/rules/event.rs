//! What the table sees happen: the vocabulary of transcripts and counts.

use serde::Serialize;

use super::{
    action::{Item, With},
    state::Fund,
    token::Token,
};
use sim_engine::{ComponentId, Seat};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    CriticNamed {
        critic: ComponentId,
    },
    RestaurateurDealt {
        seat: Seat,
        card: ComponentId,
    },
    RestaurateurKept {
        seat: Seat,
        card: ComponentId,
    },
    /// A rumor card of one's own, drawn when restaurateurs are open (CK-189).
    RumorDealt {
        seat: Seat,
        rumor: ComponentId,
    },
    ChallengeRevealed {
        challenge: ComponentId,
        held: bool,
        round: u8,
    },
    BisqueServed,
    ItemPlaced {
        place: ComponentId,
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
        zous: ComponentId,
    },
    SeventhRoundAllspice,
    /// A card of McDogald's, by row of its table: the manager's deck is 0, chefs' by capacity.
    OrderTurned {
        deck: u8,
        card: u8,
    },
    Sent {
        seat: Seat,
        chef: u8,
        place: ComponentId,
        round: u8,
    },
    Swapped {
        seat: Seat,
        first: u8,
        second: u8,
        places: [ComponentId; 2],
    },
    Tied {
        place: ComponentId,
        chefs: u8,
        round: u8,
    },
    StoodInTie {
        seat: Seat,
        round: u8,
    },
    /// A zous-chef may be taken by this chef; told once for each chef.
    CouldTakeZousChef {
        seat: Seat,
        zous: ComponentId,
    },
    Picked {
        seat: Seat,
        chef: u8,
        place: ComponentId,
        item: Item,
        round: u8,
    },
    ZousChefTaken {
        seat: Seat,
        zous: ComponentId,
        round: u8,
    },
    HatToBack {
        seat: Seat,
        round: u8,
    },
    HatToFront {
        seat: Seat,
    },
    HatForward {
        seat: Seat,
        places: u8,
    },
    CameHomeEmpty {
        seat: Seat,
        chef: u8,
        place: ComponentId,
        early: bool,
        round: u8,
    },
    SoupGained {
        seat: Seat,
        soup: u8,
    },
    BisqueGained {
        seat: Seat,
    },
    AbilityActs {
        seat: Seat,
        zous: ComponentId,
    },
    DrawnFor {
        seat: Seat,
        token: Token,
    },
    /// One of several drawn tokens is kept; the others are given back.
    Kept {
        seat: Seat,
        token: Token,
    },
    Fetched {
        seat: Seat,
        token: Token,
    },
    GivenBack {
        seat: Seat,
        token: Token,
    },
    /// An ingredient that lay here is taken up in an exchange.
    TakenUp {
        seat: Seat,
        token: Token,
    },
    LaidDown {
        seat: Seat,
        token: Token,
    },
    Learned {
        seat: Seat,
        slot: u8,
        rumor: ComponentId,
        round: u8,
        token: bool,
    },
    RumorOpened {
        slot: u8,
        rumor: ComponentId,
    },
    /// Leftovers go to the academy or the truck, rumor tokens leave the game.
    CleanedUp {
        place: ComponentId,
        left: u8,
        rumors: u8,
        round: u8,
    },
    /// A challenge meal is prepared next, or none is possible; in secret until all are presented.
    Cooks {
        seat: Seat,
        challenge: ComponentId,
        able: bool,
    },
    Presented {
        seat: Seat,
        challenge: ComponentId,
        day: u8,
        quality: u16,
        /// 1 for the lowest bracket, 3 for the top.
        bracket: u8,
        stars: u8,
        soup: u8,
    },
    NotPresented {
        seat: Seat,
        challenge: ComponentId,
        day: u8,
    },
    ChallengeStarred {
        challenge: ComponentId,
        course: u8,
    },
    /// Ingredients or spices left a kitchen in the challenge meals of this day.
    Served {
        seat: Seat,
        token: Token,
        count: u8,
        day: u8,
    },
    Plated {
        seat: Seat,
        course: u8,
        token: Token,
        with: With,
    },
    Refrigerated {
        seat: Seat,
        token: Token,
        day: u8,
    },
    /// What was drawn for the worth of McDogald's soup.
    SoupWorth {
        token: Token,
    },
    CourseServed {
        seat: Seat,
        course: u8,
        quality: u16,
    },
    BestCourse {
        seat: Seat,
        course: u8,
    },
    RumorPaid {
        seat: Seat,
        rumor: ComponentId,
        stars: u16,
        known: bool,
    },
    /// The critic's part of what is gained as a bonus next.
    CriticPaid {
        seat: Seat,
        stars: u8,
    },
    /// The restaurateur's part of it.
    RestaurateurPaid {
        seat: Seat,
        stars: u8,
    },
    Gained {
        seat: Seat,
        fund: Fund,
        stars: i16,
    },
    MealQuality {
        seat: Seat,
        quality: u16,
    },
}

pub const CHEF_WORDS: [&str; 4] = ["mouse", "lizard", "boar", "zous-chef"];
