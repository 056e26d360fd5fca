//! What the table sees happen: the vocabulary of transcripts and counts.

use serde::{Serialize, Serializer};

use super::{
    action::Target,
    board::Cell,
    components::{Cuisine, Cuisines, District, Face, Faces, cuisines, faces},
    stock::{card_component, cuisine_component, district_component},
};
use sim_engine::{ComponentId, Seat, component};

/// A set of cards or of restaurant types, as the components they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cards(pub Faces);

/// A set of restaurant types, as the components they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Types(pub Cuisines);

/// A set of district types, as the components they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Districts(pub u8);

impl Cards {
    pub fn components(self) -> impl Iterator<Item = ComponentId> {
        faces(self.0).map(card_component)
    }
}

impl Types {
    pub fn components(self) -> impl Iterator<Item = ComponentId> {
        cuisines(self.0).map(cuisine_component)
    }
}

impl Districts {
    pub fn components(self) -> impl Iterator<Item = ComponentId> {
        District::all().filter(move |district| self.0 >> district.index() & 1 == 1).map(district_component)
    }
}

impl Serialize for Districts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.components())
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.components())
    }
}

impl Serialize for Types {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.components())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    Coins,
    Pool,
    Number,
    /// Number cards, but no open cell on their lines for any counter that can be paid.
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
    /// Whether one of the stars is that of the only owner.
    pub monopoly: bool,
    /// Bits of the improvements that gave a star.
    #[serde(skip)]
    pub staff: u8,
    /// Coins that would not be there without Delivery Service, and without Drive-through.
    #[serde(skip)]
    pub by_delivery: u8,
    #[serde(skip)]
    pub by_drive_through: u8,
    /// Districts that the restaurant served when it was built.
    #[serde(skip)]
    pub served: u8,
    pub cause: Cause,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A district is put on the board at set-up.
    Placed {
        district: ComponentId,
        cell: Cell,
    },
    /// The first card of the discard pile.
    Opened {
        card: ComponentId,
    },
    /// A card of the first hand.
    Dealt {
        seat: Seat,
        card: ComponentId,
    },
    Pooled {
        seat: Seat,
        restaurant: ComponentId,
    },
    Invested {
        seat: Seat,
        coins: u8,
        leads: u8,
        lead_coins: u8,
        round: u8,
    },
    Reshuffled {
        cards: u8,
    },
    /// A card is drawn; `bonus` says that Executives draws it.
    Drew {
        seat: Seat,
        card: ComponentId,
        left: u8,
        bonus: bool,
    },
    CouldBuild {
        seat: Seat,
        cards: Cards,
        restaurants: Types,
        districts: Districts,
    },
    Idle {
        seat: Seat,
        why: Obstacle,
        round: u8,
    },
    /// Nothing is built though something could be.
    Declined {
        seat: Seat,
        round: u8,
    },
    Built {
        seat: Seat,
        restaurant: ComponentId,
        card: ComponentId,
        cell: Cell,
        price: u8,
        /// Coins that Discounts has saved.
        saved: u8,
        served: u8,
        districts: Districts,
        /// Own restaurants of the type, this one included.
        nth: u8,
        monopoly: bool,
        /// The seat whose monopoly it ends.
        broke: Option<Seat>,
        /// Beyond the builds of the rules: Management allows it.
        bonus: bool,
        /// The first build or move of the turn.
        #[serde(skip)]
        first: bool,
        round: u8,
    },
    Moved {
        seat: Seat,
        restaurant: ComponentId,
        from: Cell,
        to: Cell,
        price: u8,
        /// Districts served before and after.
        before: u8,
        served: u8,
        /// The first build or move of the turn.
        #[serde(skip)]
        first: bool,
        round: u8,
    },
    CouldImprove {
        seat: Seat,
        cards: Cards,
    },
    Improved {
        seat: Seat,
        card: ComponentId,
        restaurants: Types,
        price: u8,
        /// Coins that Human Resources has saved.
        saved: u8,
        /// Beyond the plays of the rules: Human Resources allows it.
        bonus: bool,
        round: u8,
    },
    CouldAdvertise {
        seat: Seat,
        cards: Cards,
    },
    /// An income card is played; `bonus` says that Marketing allows it.
    Advertised {
        seat: Seat,
        card: ComponentId,
        target: Target,
        bonus: bool,
    },
    /// Dice for a cell; `card` stands for one of them.
    Rolled {
        seat: Seat,
        cell: Cell,
        #[serde(serialize_with = "component::or_none")]
        card: Option<ComponentId>,
        found: Found,
        bonus: bool,
    },
    Earned(Earning),
    /// What a card or the dice gave in all, tolls aside: to the seat in turn, and to the others.
    Paid {
        seat: Seat,
        #[serde(serialize_with = "component::or_none")]
        card: Option<ComponentId>,
        own: u16,
        others: u16,
    },
    /// A restaurant has earned what was paid for it, or more.
    PaidBack {
        seat: Seat,
        restaurant: ComponentId,
        cell: Cell,
        turns: u16,
        served: u8,
    },
    Tolled {
        seat: Seat,
        payer: Seat,
        restaurant: ComponentId,
        coins: u8,
        #[serde(skip)]
        own_turn: bool,
    },
    Dropped {
        seat: Seat,
        card: ComponentId,
        restaurants: Types,
    },
    Discarded {
        seat: Seat,
        card: ComponentId,
    },
    Completed {
        seat: Seat,
        restaurant: ComponentId,
    },
    TokensGone {
        seat: Seat,
    },
    DeckThrough,
}

#[inline]
pub(super) fn card(face: Face) -> ComponentId {
    card_component(face)
}

#[inline]
pub(super) fn restaurant(cuisine: Cuisine) -> ComponentId {
    cuisine_component(cuisine)
}
