//! What the table sees happen: the vocabulary of transcripts and counts.

use serde::Serialize;

use super::words::{Attraction, CATEGORIES, Category, End, Guest, ShillUse, Store};
use sim_engine::{ComponentId, Seat};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The word of mouth as it lies: at set-up, and after it moved.
    WordOfMouth {
        order: [Category; CATEGORIES],
    },
    RoundBegins {
        round: u8,
    },
    Applied {
        employee: ComponentId,
    },
    /// After sorting: who stands on which slot.
    Posted {
        employee: ComponentId,
        slot: u8,
        price: i32,
    },
    RenovationArrived {
        renovation: ComponentId,
    },
    /// The dice for ingredients, and how many they bring.
    IngredientDice {
        dice: [u8; 6],
        count: u8,
    },
    IngredientArrived {
        ingredient: ComponentId,
    },
    IngredientSpilled {
        ingredient: ComponentId,
    },
    EndTriggered {
        end: End,
    },

    TripBegins {
        trip: u8,
    },
    BoughtEarly {
        seat: Seat,
        ingredient: ComponentId,
        price: i32,
    },
    /// A store choice is shown; `others` are the other seats there.
    Visited {
        seat: Seat,
        store: Store,
        place: ComponentId,
        others: u8,
        /// The seat's first one on this trip.
        #[serde(skip)]
        is_first: bool,
    },
    /// What a seat in a shop could take at the stated price when the shop opened, as bits of rows.
    Offered {
        seat: Seat,
        store: Store,
        rows: u32,
    },
    /// What is to be bid for, as bits of rows.
    LotNamed {
        seat: Seat,
        store: Store,
        rows: u32,
        least: i32,
    },
    /// A bid is shown; a pass has none.
    BidShown {
        seat: Seat,
        bid: Option<i32>,
        least: i32,
    },
    LotWon {
        seat: Seat,
        store: Store,
        bid: i32,
        least: i32,
        bidders: u8,
    },
    Hired {
        seat: Seat,
        employee: ComponentId,
        price: i32,
        contested: bool,
    },
    Renovated {
        seat: Seat,
        renovation: ComponentId,
        price: i32,
        contested: bool,
        loan: i32,
    },
    /// One ingredient; at an auction its part of the bid.
    Bought {
        seat: Seat,
        ingredient: ComponentId,
        price: i32,
        contested: bool,
    },
    LeftShop {
        seat: Seat,
        store: Store,
    },
    Borrowed {
        seat: Seat,
        loan: ComponentId,
        amount: i32,
    },
    Displayed {
        seat: Seat,
        ingredient: ComponentId,
        forks: u8,
    },
    Frozen {
        seat: Seat,
        ingredient: ComponentId,
    },
    Discarded {
        seat: Seat,
        ingredient: ComponentId,
    },

    /// A price is shown; `stars` and `highest` die at that time.
    Priced {
        seat: Seat,
        die: u8,
        face: ComponentId,
        price: i32,
        stars: u8,
        highest: u8,
    },
    DoorsOpen {
        die: u8,
        customers: u16,
    },
    /// A customer sits down; `customer` is the row in the table of customers, missing for the Critic;
    /// `pays` is what the customer will bring.
    Seated {
        seat: Seat,
        kind: Guest,
        guest: ComponentId,
        customer: Option<u8>,
        place: Place,
        by: Reason,
        pays: i32,
        /// Restaurants that had a seat, as bits.
        #[serde(skip)]
        open: u8,
    },
    TurnedAway {
        guest: ComponentId,
        customer: Option<u8>,
    },
    /// An attraction has had its customer: whether its owner got him.
    Attracted {
        seat: Seat,
        attraction: ComponentId,
        claim: Attraction,
        came: bool,
    },
    ShillBid {
        seat: Seat,
        bid: Option<i32>,
    },
    ShillWon {
        seat: Seat,
        price: i32,
    },
    ShillUsed {
        seat: Seat,
        used: ShillUse,
        component: ComponentId,
        price: i32,
    },
    /// Nobody wanted, or could take, the Shill.
    ShillDiscarded,
    Rated {
        seat: Seat,
        critic: ComponentId,
        before: u8,
        stars: u8,
    },
    /// A dining room is full, the `nth` of the night.
    RoomFull {
        seat: Seat,
        nth: u8,
    },
    Promoted {
        seat: Seat,
        category: Category,
    },
    PawnMoved {
        seat: Seat,
    },
    /// Marks on the tracks at the end of a night; `guests` and `forks` are what they are for.
    Marked {
        seat: Seat,
        round: u8,
        popularity: u8,
        food: u8,
        guests: u8,
        forks: u8,
    },

    /// Income of a night from so many paying customers.
    Earned {
        seat: Seat,
        customers: u8,
        price: i32,
        income: i32,
        /// Staff and renovations at work, as bits of rows.
        #[serde(skip)]
        staff: u16,
        #[serde(skip)]
        renovations: u16,
    },
    WagesPaid {
        seat: Seat,
        wages: i32,
    },
    ForcedLoan {
        seat: Seat,
        loan: ComponentId,
        amount: i32,
    },
    InterestPaid {
        seat: Seat,
        interest: i32,
        loan: i32,
    },
    Repaid {
        seat: Seat,
        amount: i32,
    },
    LaidOff {
        seat: Seat,
        employee: ComponentId,
    },
    RoundEnds {
        seat: Seat,
        round: u8,
        cash: i32,
        loan: i32,
        stars: u8,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    Main,
    Second,
    /// The Hostess's seat, or the patio.
    Beside,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No other restaurant had a seat.
    Alone,
    Attraction,
    Primary,
    Secondary,
    Tertiary,
    Pawn,
    /// The Shill: an auction.
    Bid,
}
