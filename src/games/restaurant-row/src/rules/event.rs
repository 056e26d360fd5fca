//! Public events, the input of transcripts and measures.

use serde::Serialize;

use super::{
    RestaurantRow,
    words::{Attraction, CATEGORIES, Category, End, Guest, ShillUse, Store, bits},
};
use sim_engine::{
    ComponentId, Game, Seat,
    event::{counted, events},
};

/// Callback that receives every event.
pub type Emit<'e> = &'e mut dyn FnMut(Event);

events! {
    pub enum Event of game: RestaurantRow {
        /// The word-of-mouth order, at set-up and after each move.
        WordOfMouth { order: [Category; CATEGORIES] } =
            ("word of mouth: {}", order.map(Category::word).join(", ")),
        RoundBegins { round: u8 } = ("round {} begins", round + 1),
        Applied { employee: ComponentId } = ("{} looks for work", game.name(employee)),
        /// An employee's slot after sorting.
        Posted { employee: ComponentId, slot: u8, price: i32 } =
            ("{} on slot {} for ${price}", game.name(employee), slot + 1),
        RenovationArrived { renovation: ComponentId } = ("{} comes to the market", game.name(renovation)),
        /// The dice rolled for ingredients, and the number of ingredients that they bring.
        IngredientDice { dice: [u8; 6], count: u8 } = {
            let rolled: Vec<String> = dice.iter().filter(|&&die| die > 0).map(ToString::to_string).collect();
            format!("dice {}: {}", rolled.join(" "), counted(count, "ingredient"))
        },
        IngredientArrived { ingredient: ComponentId } = ("{} is on sale", game.name(ingredient)),
        IngredientSpilled { ingredient: ComponentId } = ("no room for {}", game.name(ingredient)),
        EndTriggered { end: End } = ("{}: this is the last round", end.word()),

        TripBegins { trip: u8 } = ("trip {} begins", trip + 1),
        BoughtEarly { seat: Seat, ingredient: ComponentId, price: i32 } =
            ("{seat} buys {} early for ${price}", game.name(ingredient)),
        /// A store choice is shown. `others` counts the other seats there; `is_first` marks the seat's first
        /// store of this trip.
        Visited { seat: Seat, store: Store, place: ComponentId, others: u8, #[serde(skip)] is_first: bool } = {
            let company = if others == 0 { "alone".to_owned() } else { format!("with {others} more") };
            format!("{seat} goes to the {} {company}", game.name(place))
        },
        /// Goods that a seat in a shop could take at the stated price when the shop opened, as bits of rows.
        Offered { seat: Seat, store: Store, rows: u32 } = ("{seat} could take {}", game.goods(store, rows)),
        /// The lot put up for bidding, as bits of rows.
        LotNamed { seat: Seat, store: Store, rows: u32, least: i32 } =
            ("{seat} puts up {} from ${least}", game.goods(store, rows)),
        /// A bid is shown; `None` is a pass.
        BidShown { seat: Seat, bid: Option<i32>, least: i32 } =
            { bid.map_or(format!("{seat} passes"), |bid| format!("{seat} bids ${bid}")) },
        LotWon { seat: Seat, store: Store, bid: i32, least: i32, bidders: u8 } =
            "{seat} wins the lot for ${bid}",
        Hired { seat: Seat, employee: ComponentId, price: i32, contested: bool } =
            ("{seat} hires {} for ${price}", game.name(employee)),
        Renovated { seat: Seat, renovation: ComponentId, price: i32, contested: bool, loan: i32 } =
            ("{seat} installs {} for ${price}", game.name(renovation)),
        /// One ingredient; at an auction, `price` is its share of the bid.
        Bought { seat: Seat, ingredient: ComponentId, price: i32, contested: bool } =
            ("{seat} buys {} for ${price}", game.name(ingredient)),
        LeftShop { seat: Seat, store: Store } = ("{seat} leaves the {} with nothing", store.word()),
        Borrowed { seat: Seat, loan: ComponentId, amount: i32 } = "{seat} borrows ${amount}",
        Displayed { seat: Seat, ingredient: ComponentId, forks: u8 } =
            ("{seat} displays {}, {}", game.name(ingredient), counted(forks, "fork")),
        Frozen { seat: Seat, ingredient: ComponentId } = ("{seat} freezes {}", game.name(ingredient)),
        Discarded { seat: Seat, ingredient: ComponentId } = ("{seat} throws {} away", game.name(ingredient)),

        /// A price is shown, with the stars and the highest allowed die at that time.
        Priced { seat: Seat, die: u8, face: ComponentId, price: i32, stars: u8, highest: u8 } =
            "{seat} shows a {die}: ${price}",
        DoorsOpen { die: u8, customers: u16 } = "the die shows {die}: {customers} customers",
        /// A customer sits down. `customer` is its row in the customer table, `None` for the Critic. `pays`
        /// is its payment in dollars. `open` holds the restaurants that had a free seat, as bits.
        Seated {
            seat: Seat, kind: Guest, guest: ComponentId, customer: Option<u8>, place: Place, by: Reason,
            pays: i32, #[serde(skip)] open: u8,
        } = {
            let room = match place {
                Place::Main => "",
                Place::Second => ", in the second room",
                Place::Beside => ", beside the dining room",
            };
            let reason = match by {
                Reason::Alone => "no other seat is free",
                Reason::Attraction => "attracted",
                Reason::Primary => "first preference",
                Reason::Secondary => "second preference",
                Reason::Tertiary => "third preference",
                Reason::Pawn => "the pawn decides",
                Reason::Bid => "invited",
            };
            format!("{} sits down at {seat}{room}: {reason}", game.customer(guest, customer))
        },
        TurnedAway { guest: ComponentId, customer: Option<u8> } =
            ("{} finds no seat", game.customer(guest, customer)),
        /// An attraction is used up for the night; `came` tells whether its owner got the customer.
        Attracted { seat: Seat, attraction: ComponentId, claim: Attraction, came: bool } =
            ("the {} of {seat} {} its guest", game.name(attraction), if came { "has" } else { "misses" }),
        ShillBid { seat: Seat, bid: Option<i32> } = {
            let bids = bid.map_or("does not bid".to_owned(), |bid| format!("bids ${bid}"));
            format!("{seat} {bids} for the shill")
        },
        ShillWon { seat: Seat, price: i32 } = "{seat} gets the shill for ${price}",
        ShillUsed { seat: Seat, used: ShillUse, component: ComponentId, price: i32 } = ("{seat} {}", match used {
            ShillUse::Star => "takes a star",
            ShillUse::Word => "keeps the shill for word of mouth",
        }),
        /// Nobody wanted, or could take, the Shill.
        ShillDiscarded = "the shill is discarded",
        Rated { seat: Seat, critic: ComponentId, before: u8, stars: u8 } =
            ("the critic gives {seat} {} instead of {before}", counted(stars, "star")),
        /// A dining room is full, the `nth` of the night.
        RoomFull { seat: Seat, nth: u8 } = "{seat} is full, number {nth} tonight",
        Promoted { seat: Seat, category: Category } = ("{seat} promotes {}", category.word()),
        PawnMoved { seat: Seat } = "the pawn goes to {seat}",
        /// Marks gained on the tracks at the end of a night, for `guests` and `forks`.
        Marked { seat: Seat, round: u8, popularity: u8, food: u8, guests: u8, forks: u8 } = (
            "{seat} had {} and {}: {} for popularity, {} for food",
            counted(guests, "guest"),
            counted(forks, "fork"),
            counted(popularity, "mark"),
            counted(food, "mark")
        ),

        /// Income of a night from the paying customers; `staff` and `renovations` are bits of rows.
        Earned {
            seat: Seat, customers: u8, price: i32, income: i32, #[serde(skip)] staff: u16,
            #[serde(skip)] renovations: u16,
        } = ("{seat} earns ${income} from {} at ${price}", counted(customers, "paying guest")),
        WagesPaid { seat: Seat, wages: i32 } = "{seat} pays ${wages} of wages",
        ForcedLoan { seat: Seat, loan: ComponentId, amount: i32 } =
            "{seat} is short and must borrow ${amount}",
        InterestPaid { seat: Seat, interest: i32, loan: i32 } =
            "{seat} pays ${interest} of interest on ${loan}",
        Repaid { seat: Seat, amount: i32 } = "{seat} pays ${amount} back",
        LaidOff { seat: Seat, employee: ComponentId } = ("{seat} lays {} off", game.name(employee)),
        RoundEnds { seat: Seat, round: u8, cash: i32, loan: i32, stars: u8 } =
            ("{seat} ends the round with ${cash}, a loan of ${loan} and {}", counted(stars, "star")),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    Main,
    Second,
    /// The Hostess's seat, or the patio.
    Beside,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No other restaurant had a seat.
    #[default]
    Alone,
    Attraction,
    Primary,
    Secondary,
    Tertiary,
    Pawn,
    /// The Shill's auction.
    Bid,
}

impl RestaurantRow {
    fn goods(&self, store: Store, rows: u32) -> String {
        let supplies = &self.supplies;
        let name = |row: usize| match store {
            Store::HelpWanted => supplies.employees[row].name.as_str(),
            Store::Renovations => supplies.renovations[row].name.as_str(),
            _ => supplies.ingredients[row].name.as_str(),
        };
        let names: Vec<&str> = bits(rows).map(name).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    }

    fn customer(&self, guest: ComponentId, customer: Option<u8>) -> String {
        match customer.map(|row| &self.supplies.customers[usize::from(row)]) {
            None => "the critic".to_owned(),
            Some(one) if one.guest == Guest::Shill => "the shill".to_owned(),
            Some(one) => format!("{} ({})", one.name, self.name(guest)),
        }
    }
}
