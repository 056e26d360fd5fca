//! Public events, the input of transcripts and measures.

use serde::{Serialize, Serializer};

pub(super) use super::stock::{card_component as card, cuisine_component as restaurant};
use super::{
    Restauranteur,
    action::Target,
    board::Cell,
    components::{Cuisine, Cuisines, District, Faces, cuisines, faces},
    stock::district_component,
};
use sim_engine::{
    ComponentId, Game, Seat, bits, component,
    event::{counted, events},
};

/// Declares sets of components, which transcripts list.
macro_rules! sets {
    ($($(#[$about:meta])* $name:ident($set:ident: $bits:ty) = $components:expr;)+) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name(pub $bits);

        impl $name {
            pub fn components(self) -> impl Iterator<Item = ComponentId> {
                let $set = self.0;
                $components
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.components())
            }
        }
    )+};
}

sets! {
    Cards(set: Faces) = faces(set).map(card);
    /// Restaurant types.
    Types(set: Cuisines) = cuisines(set).map(restaurant);
    /// District types.
    Districts(set: u8) = bits(set).map(|at| district_component(District::at(at)));
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    Coins,
    Pool,
    Number,
    /// The seat has number cards, but no site on their lines for any affordable counter.
    Site,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    Nothing,
    District,
    Restaurant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    Card(ComponentId),
    Dice,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Earning {
    pub seat: Seat,
    pub active: Seat,
    #[serde(skip)]
    pub cuisine: Cuisine,
    pub restaurant: ComponentId,
    pub cell: Cell,
    pub coins: u8,
    pub stars: u8,
    #[serde(skip)]
    pub districts: [u8; District::COUNT],
    #[serde(skip)]
    pub multiplied: bool,
    /// Whether one of the stars comes from being the only owner.
    pub monopoly: bool,
    /// Bits of the improvements that gave a star.
    #[serde(skip)]
    pub staff: u8,
    /// Coins due to Delivery Service, and to Drive-through.
    #[serde(skip)]
    pub by_delivery: u8,
    #[serde(skip)]
    pub by_drive_through: u8,
    /// Districts that the restaurant served when it was built.
    #[serde(skip)]
    pub served: u8,
    pub cause: Cause,
}

/// Callback that receives every event.
pub type Emit<'e> = &'e mut dyn FnMut(Event);

events! {
    pub enum Event of game: Restauranteur {
        /// A district is put on the board at set-up.
        Placed { district: ComponentId, cell: Cell } = ("a {} district lies at {cell}", game.name(district)),
        /// The first card of the discard pile.
        Opened { card: ComponentId } = ("{} is the first discard", game.name(card)),
        /// A card of the first hand.
        Dealt { seat: Seat, card: ComponentId } = ("{seat} is dealt {}", game.name(card)),
        Pooled { seat: Seat, restaurant: ComponentId } =
            ("{seat} puts {} into the pool", game.name(restaurant)),
        Invested { seat: Seat, coins: u8, leads: u8, lead_coins: u8, round: u8 } = {
            let leads = match leads {
                0 => String::new(),
                1 => ", leading one type".to_owned(),
                leads => format!(", leading {leads} types"),
            };
            format!("{seat} gets {} by investment{leads}", counted(coins, "coin"))
        },
        Reshuffled { cards: u8 } = "the {cards} discards are shuffled",
        /// A card is drawn; `bonus` marks a draw by Executives.
        Drew { seat: Seat, card: ComponentId, left: u8, bonus: bool } =
            ("{seat} draws {}{}, {left} left", game.name(card), extra(bonus)),
        CouldBuild { seat: Seat, cards: Cards, restaurants: Types, districts: Districts } = (
            "{seat} could build {} with {}",
            game.choice(restaurants.components()),
            game.choice(cards.components())
        ),
        Idle { seat: Seat, why: Obstacle, round: u8 } = ("{seat} cannot build: {}", match why {
            Obstacle::Coins => "too few coins",
            Obstacle::Pool => "no counter",
            Obstacle::Number => "no number card",
            Obstacle::Site => "no site for any counter and number card",
        }),
        /// The seat builds nothing although it could.
        Declined { seat: Seat, round: u8 } = "{seat} builds nothing",
        Built {
            seat: Seat, restaurant: ComponentId, card: ComponentId, cell: Cell, price: u8,
            /// Coins saved by Discounts.
            saved: u8,
            served: u8, districts: Districts,
            /// Number of own restaurants of the type, including this one.
            nth: u8,
            monopoly: bool,
            /// The seat whose monopoly it ends.
            broke: Option<Seat>,
            /// An extra build, allowed by Management.
            bonus: bool,
            /// The first build or move of the turn.
            #[serde(skip)] first: bool,
            round: u8,
        } = (
            "{seat} builds {}{} at {cell} for {} and {}, serving {served}{}{}",
            game.name(restaurant),
            extra(bonus),
            counted(price, "coin"),
            game.name(card),
            if monopoly { ", the only owner of the type" } else { "" },
            broke.map_or(String::new(), |other| format!(", and {other} is no longer alone"))
        ),
        Moved {
            seat: Seat, restaurant: ComponentId, from: Cell, to: Cell, price: u8,
            /// Districts served before and after.
            before: u8,
            served: u8,
            /// The first build or move of the turn.
            #[serde(skip)] first: bool,
            round: u8,
        } = (
            "{seat} moves {} from {from} to {to} for {}, serving {served} instead of {before}",
            game.name(restaurant),
            counted(price, "coin")
        ),
        CouldImprove { seat: Seat, cards: Cards } = ("{seat} could play {}", game.choice(cards.components())),
        Improved {
            seat: Seat, card: ComponentId, restaurants: Types, price: u8,
            /// Coins saved by Human Resources.
            saved: u8,
            /// An extra play, allowed by Human Resources.
            bonus: bool,
            round: u8,
        } = {
            let types: Vec<&str> = restaurants.components().map(|id| game.name(id)).collect();
            let types = if types.is_empty() { String::new() } else { format!(" for {}", types.join(" and ")) };
            let (card, price) = (game.name(card), counted(price, "coin"));
            format!("{seat} plays {card}{types}{} and pays {price}", extra(bonus))
        },
        CouldAdvertise { seat: Seat, cards: Cards } =
            ("{seat} could play {}", game.choice(cards.components())),
        /// An income card is played; `bonus` marks an extra phase by Marketing.
        Advertised { seat: Seat, card: ComponentId, target: Target, bonus: bool } =
            ("{seat} plays {}{}: {target}", game.name(card), extra(bonus)),
        /// Dice choose a cell; `card` replaces one of them.
        Rolled {
            seat: Seat, cell: Cell, #[serde(serialize_with = "component::or_none")] card: Option<ComponentId>,
            found: Found, bonus: bool,
        } = {
            let with = card.map_or(String::new(), |card| format!(" with {}", game.name(card)));
            format!("{seat} rolls {cell}{with}{}", extra(bonus))
        },
        Earned(earning: Earning) = (
            "{} earns {} with {} at {}, {}{}",
            earning.seat,
            counted(earning.coins, "coin"),
            game.name(earning.restaurant),
            earning.cell,
            counted(earning.stars, "star"),
            if earning.multiplied { "" } else { ", which do not count here" }
        ),
        /// Total coins from a card or the dice, without tolls: to the active seat, and to the others.
        Paid {
            seat: Seat, #[serde(serialize_with = "component::or_none")] card: Option<ComponentId>, own: u16,
            others: u16,
        } = ("in all {} for {seat}, {} for the others", counted(own, "coin"), counted(others, "coin")),
        /// A restaurant has earned its price.
        PaidBack { seat: Seat, restaurant: ComponentId, cell: Cell, turns: u16, served: u8 } =
            ("{} at {cell} has earned its price for {seat}, after {turns} turns", game.name(restaurant)),
        Tolled { seat: Seat, payer: Seat, restaurant: ComponentId, coins: u8, #[serde(skip)] own_turn: bool } =
            ("{payer} pays {seat} {} for {}", counted(coins, "coin"), game.name(restaurant)),
        Dropped { seat: Seat, card: ComponentId, restaurants: Types } =
            ("{seat} gives up {}", game.name(card)),
        Discarded { seat: Seat, card: ComponentId } = ("{seat} discards {}", game.name(card)),
        Completed { seat: Seat, restaurant: ComponentId } =
            ("all {} restaurants are built", game.name(restaurant)),
        TokensGone { seat: Seat } = "{seat} has no token left",
        DeckThrough = "the deck is through",
    }
}

fn extra(bonus: bool) -> &'static str {
    if bonus { " once more" } else { "" }
}

impl Restauranteur {
    /// Joins names with commas, and `or` before the last.
    fn choice(&self, ids: impl Iterator<Item = ComponentId>) -> String {
        let names: Vec<&str> = ids.map(|id| self.name(id)).collect();
        match names[..] {
            [] => "nothing".to_owned(),
            [one] => one.to_owned(),
            [ref first @ .., last] => format!("{} or {last}", first.join(", ")),
        }
    }
}
