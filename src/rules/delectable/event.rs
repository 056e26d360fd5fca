//! What the table sees happen: the vocabulary of transcripts and counts.

use serde::Serialize;

use super::card::{Card, KINDS, Kind};
use crate::rules::seat;

/// A consequence of an action or of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A card opens the market at set-up.
    Opened { card: Card },
    Reviewed {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        #[serde(serialize_with = "seat::from_one")]
        to: u8,
        card: Card,
        quality_before: u8,
        quality: u8,
        round: u8,
    },
    /// One card of a commit of `size` cards.
    Committed {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        card: Card,
    },
    CommitEnded {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        resource: Kind,
        size: u8,
    },
    /// A Roll Action starts with more cards than the limit allows.
    OverLimit {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        cards: u8,
    },
    Discarded {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        card: Card,
    },
    /// A pile is named; `tops` are the rows on top of the five piles.
    Named {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        pile: Kind,
        card: Card,
        tops: [Option<u8>; KINDS],
    },
    /// After the highest face of the die: the pile that the roll is for.
    Renamed {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        pile: Kind,
        card: Card,
    },
    Rolled {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        card: Card,
        die: u8,
        discards: i16,
        hand: i16,
        stars: u8,
        cost: i16,
        success: bool,
    },
    Acquired {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
        card: Card,
    },
    /// The top card of the deck goes to its market pile.
    Drawn { card: Card, left: u8 },
    ExtraRoll {
        #[serde(serialize_with = "seat::from_one")]
        seat: u8,
    },
    Robbed {
        #[serde(serialize_with = "seat::from_one")]
        thief: u8,
        #[serde(serialize_with = "seat::from_one")]
        victim: u8,
        card: Card,
    },
    EmptyHanded {
        #[serde(serialize_with = "seat::from_one")]
        thief: u8,
        #[serde(serialize_with = "seat::from_one")]
        victim: u8,
    },
    /// The thief took a card of the victim into the hand.
    TookCard {
        #[serde(serialize_with = "seat::from_one")]
        thief: u8,
        #[serde(serialize_with = "seat::from_one")]
        victim: u8,
        card: Card,
    },
    /// The thief took the top card of the deck.
    TookDraw {
        #[serde(serialize_with = "seat::from_one")]
        thief: u8,
        card: Card,
        left: u8,
    },
}
