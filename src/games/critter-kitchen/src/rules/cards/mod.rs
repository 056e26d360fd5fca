//! Locations and cards, read from the settings and checked against each other.

pub mod effects;
pub mod house;
mod reading;

use super::{
    token::TYPES,
    variant::{BAG_COUNTS, DAY, Variant},
};
use effects::{CourseWord, CriticEffect, RestaurateurEffect, RumorEffect, Time, ZousEffect};
use house::House;
use reading::{critics, deck, locations, rumors, track};
use sim_engine::{
    component::{Component, ComponentId},
    settings::{Record, SettingError, Settings, variant},
};

/// Rounds of the game (CK-14).
pub const ROUNDS: usize = 7;
/// Rounds that reveal a challenge and a zous-chef (CK-35, CK-41).
pub const REVEALS: usize = 6;
/// Maximum number of locations in play (CK-25).
pub const PLACES: usize = 8;
pub const MAX_ROWS: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Board {
    SoupTruck,
    /// A numbered board.
    Shop,
    Merchant,
    Academy,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub name: String,
    pub board: Board,
    /// Number of item spaces filled from the bag.
    pub items: u8,
}

impl Location {
    /// Locations come first in the list of components.
    pub fn id(place: impl Into<usize>) -> ComponentId {
        ComponentId::new(0, place.into())
    }
}

/// A challenge card: required types from left to right (CK-136).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Challenge {
    pub needs: [u8; DAY],
}

impl Challenge {
    /// Required types as a mask; the Hold token covers the last (CK-127).
    #[inline]
    pub fn mask(&self, is_held: bool) -> u8 {
        let open = if is_held { DAY - 1 } else { DAY };
        self.needs[..open].iter().fold(0, |mask, &course| mask | 1 << course)
    }
}

variant! {
    #[derive(Copy)]
    pub struct Critic = read(row: Record<'_>, rank: [u8; TYPES]) {
        pub effect: CriticEffect,
        /// The type that the effect refers to; `None` for any.
        pub course: Option<usize> = row.get::<CourseWord>("course").course(),
        pub amount: u8,
        pub at_least: u8,
        pub limit: u8,
        /// McDogald's initial stars (CK-192).
        pub start: u8,
        /// McDogald's rank of each type, 0 for the best liked (CK-203).
        pub rank: [u8; TYPES] = rank,
    }
}

impl Critic {
    /// Returns the value that replaces a printed value under this critic, if any (CK-179).
    #[inline]
    pub fn replaced(&self, printed: u8) -> Option<u8> {
        (self.effect == CriticEffect::Value && printed == self.at_least).then_some(self.amount)
    }
}

variant! {
    #[derive(Copy)]
    pub struct Rumor = read(row: Record<'_>) {
        pub effect: RumorEffect,
        pub course: Option<usize> = row.get::<CourseWord>("course").course(),
        pub stars: u8,
        pub at_least: u8,
        pub limit: u8,
        pub advanced: bool,
        /// Stars for McDogald's (CK-173).
        pub dots: u8,
    }
}

variant! {
    #[derive(Copy)]
    pub struct ZousChef = read(row: Record<'_>) {
        pub capacity: u8,
        pub time: Time,
        pub effect: ZousEffect,
        pub amount: u8,
        pub n: u8,
    }
}

variant! {
    #[derive(Copy)]
    pub struct Restaurateur = read(row: Record<'_>) {
        pub stars: u8,
        pub effect: RestaurateurEffect,
        pub amount: u8,
        pub n: u8,
    }
}

/// A deck with the hashes of its cards' names, the sort keys of shuffles.
#[derive(Debug, Clone)]
pub struct Deck<T> {
    pub cards: Vec<T>,
    pub names: Vec<u64>,
    /// Index of the first card among the game's components.
    pub component: usize,
}

impl<T> Deck<T> {
    pub fn id(&self, row: impl Into<usize>) -> ComponentId {
        ComponentId::new(self.component, row.into())
    }
}

#[derive(Debug, Clone)]
pub struct Cards {
    /// In the order in which they are resolved (CK-24).
    pub locations: Vec<Location>,
    pub challenges: Deck<Challenge>,
    pub critics: Deck<Critic>,
    pub rumors: Deck<Rumor>,
    pub zous: Deck<ZousChef>,
    pub restaurateurs: Deck<Restaurateur>,
    pub house: House,
    /// Last space and stars of each row of the score track.
    pub track: Vec<(u16, u8)>,
    pub components: Vec<Component>,
}

impl Cards {
    pub fn new(settings: &Settings, players: usize, variant: &Variant) -> Result<Cards, SettingError> {
        let mut components = Vec::new();
        let locations = locations(settings, players, variant, &mut components)?;
        let table = settings.table("challenges");
        let challenges = deck(table, "challenge", REVEALS, &mut components, |row| {
            let needs = ["first", "second", "third"].map(|column| row.get::<CourseWord>(column) as u8);
            if needs[0] == needs[1] || needs[1] == needs[2] || needs[0] == needs[2] {
                let error = SettingError::new(
                    format!("challenge `{}` requires a type twice", row.id()),
                    "give it three different types",
                );
                return Err(error.about([format!("challenges.{}", row.id())]));
            }
            Ok(Challenge { needs })
        })?;
        let critics = critics(settings, &mut components)?;
        let rumors = rumors(settings, players, &mut components)?;
        let table = settings.table("zous_chefs");
        let zous = deck(table, "zous-chef", REVEALS, &mut components, |row| Ok(ZousChef::read(row)))?;
        let table = settings.table("restaurateurs");
        let needed = if variant.restaurateurs { 2 * players } else { 0 };
        let restaurateurs =
            deck(table, "restaurateur", needed, &mut components, |row| Ok(Restaurateur::read(row)))?;
        let track = track(settings)?;
        let house = House::new(settings)?;
        let cards =
            Cards { locations, challenges, critics, rumors, zous, restaurateurs, house, track, components };
        cards.check_bag(variant)?;
        Ok(cards)
    }

    /// Returns an error if the bag cannot fill the item spaces of a round.
    fn check_bag(&self, variant: &Variant) -> Result<(), SettingError> {
        let spaces: usize = self.locations.iter().map(|location| usize::from(location.items)).sum();
        let tokens = variant.bag.total();
        if tokens < spaces {
            let error = SettingError::new(
                format!("a bag of {tokens} tokens cannot fill {spaces} item spaces"),
                "raise the copies of tokens, or lower the items of locations",
            );
            let counts = BAG_COUNTS.into_iter();
            return Err(error.about(counts.chain(["merchant_items", "academy_items", "locations"])));
        }
        Ok(())
    }

    #[inline]
    pub fn merchant(&self) -> usize {
        self.locations.len() - 2
    }

    #[inline]
    pub fn academy(&self) -> usize {
        self.locations.len() - 1
    }

    /// Returns the score track's stars for a quality (CK-158, CK-159), at most `i16::MAX`.
    pub fn track_stars(&self, quality: u16, lap_stars: u8) -> i16 {
        let Some(&(lap, _)) = self.track.last() else { return 0 };
        if quality == 0 {
            return 0;
        }
        let (laps, space) = ((quality - 1) / lap, (quality - 1) % lap + 1);
        let row = self.track.iter().find(|(end, _)| space <= *end).map_or(0, |&(_, stars)| stars);
        let stars = u32::from(laps) * u32::from(lap_stars) + u32::from(row);
        i16::try_from(stars).unwrap_or(i16::MAX)
    }
}
