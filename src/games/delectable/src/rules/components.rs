//! Cards: kinds, faces and the deck as data.

use std::fmt;

use serde::Serialize;

use super::variant::{CLASSES, ReviewModifiers, Variant, class};
use sim_engine::{
    component::{Component, ComponentId},
    luck,
    settings::{SettingError, Settings, words},
};

words! {
    /// Kind of a card, and the market pile that it goes to (DE-40).
    pub enum Kind {
        Servers = "servers",
        Chefs = "chefs",
        Food = "food",
        Equipment = "equipment",
        Review = "review",
    }
}

/// Number of kinds, and so of market piles (DE-41).
pub const KINDS: usize = Kind::COUNT;
pub const RESOURCES: usize = 4;

impl Kind {
    pub fn singular(self) -> &'static str {
        match self {
            Kind::Servers => "server",
            Kind::Chefs => "chef",
            Kind::Food => "food",
            Kind::Equipment => "equipment",
            Kind::Review => "review",
        }
    }
}

/// One number per kind, padded to the width of a SIMD addition.
pub const LANES: usize = 8;
/// Pips per pile, by kind; the lanes beyond the kinds are 0.
pub type Modifiers = [i16; LANES];

/// Values by star class; the last entry is for reviews, which have no value.
pub type Worths<T> = [T; CLASSES + 1];

/// The face of a card (DE-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    pub kind: Kind,
    /// Two to five.
    pub stars: u8,
    /// Index of its value in [`Worths`].
    pub worth: u8,
    pub cost: i16,
    /// Modifiers when rolling for each kind; there is none for reviews (DE-30).
    pub to: [i16; KINDS],
    pub discard: i16,
    /// Whether it takes one of the places that modify a roll; `in_place` holds its modifiers there (DE-28,
    /// DE-30, DE-A1).
    pub fills_place: bool,
    pub in_place: Modifiers,
}

impl Face {
    /// A resource counts for scores, a review for quality.
    #[inline]
    pub fn is_resource(&self) -> bool {
        self.kind != Kind::Review
    }
}

/// Sum of the modifiers for a kind on the first `places` cards that fill a place. Pass a hand from right to
/// left (DE-28..30).
#[inline]
pub fn modifier<'a>(faces: impl Iterator<Item = &'a Face>, places: usize, kind: usize) -> i32 {
    faces.filter(|face| face.fills_place).take(places).map(|face| i32::from(face.in_place[kind])).sum()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Card {
    #[serde(rename = "row")]
    pub component: ComponentId,
    pub kind: Kind,
    pub stars: u8,
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-star {}", self.stars, self.kind.singular())
    }
}

impl Card {
    #[inline]
    pub fn id(row: u8) -> ComponentId {
        ComponentId::new(0, row.into())
    }
}

pub const MAX_DECK: usize = 128;

/// The cards in the box: faces by row of the card table, and the copies of each.
#[derive(Debug, Clone)]
pub struct Deck {
    pub faces: Vec<Face>,
    pub components: Vec<Component>,
    /// One entry per card.
    pub copies: Vec<luck::Card>,
}

impl Deck {
    pub fn new(settings: &Settings, variant: &Variant) -> Result<Deck, SettingError> {
        let table = settings.table("cards");
        if table.rows.len() > MAX_DECK {
            return Err(SettingError::new(
                format!("{} rows of cards are too many", table.rows.len()),
                format!("at most {MAX_DECK}"),
            )
            .about(["cards"]));
        }
        let ruling = variant.review_modifiers;
        let mut deck = Deck { faces: Vec::new(), components: Vec::new(), copies: Vec::new() };
        for (index, row) in table.rows.iter().enumerate() {
            let number = |column| table.int(row, column) as i16;
            let kind = table.get::<Kind>(row, "kind");
            let to = [number("servers"), number("chefs"), number("food"), number("equipment"), 0];
            let is_quiet = kind == Kind::Review && ruling != ReviewModifiers::Count;
            deck.faces.push(Face {
                kind,
                stars: number("stars") as u8,
                worth: if kind == Kind::Review { CLASSES as u8 } else { class(number("stars") as u8) as u8 },
                cost: number("cost"),
                to,
                discard: number("discard"),
                fills_place: kind != Kind::Review || ruling != ReviewModifiers::Skip,
                in_place: std::array::from_fn(
                    |kind| if is_quiet { 0 } else { to.get(kind).copied().unwrap_or(0) },
                ),
            });
            deck.components.push(row.component(kind.word()));
            let copies = number("copies") as u8;
            deck.copies.extend(luck::Card::copies(index, luck::hash_name(&row.id), copies));
        }
        let set_up = variant.market_start + variant.start_cards.0.iter().sum::<usize>();
        if deck.copies.len() <= set_up || deck.copies.len() > MAX_DECK {
            return Err(SettingError::new(
                format!("a deck of {} cards cannot be played", deck.copies.len()),
                format!("the copies in table `cards` must add up to {} to {MAX_DECK}", set_up + 1),
            )
            .about(["cards", "market_start", "start_cards"]));
        }
        Ok(deck)
    }

    pub fn card(&self, row: u8) -> Card {
        let face = &self.faces[usize::from(row)];
        Card { component: Card::id(row), kind: face.kind, stars: face.stars }
    }
}
