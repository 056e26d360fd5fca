//! What the table sees happen: the vocabulary of transcripts and counts.

use serde::Serialize;

use super::components::{Card, KINDS, Kind};
use sim_engine::{ComponentId, Seat};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A card opens the market at set-up.
    Opened {
        card: Card,
    },
    Dealt {
        seat: Seat,
        card: Card,
    },
    Reviewed {
        seat: Seat,
        to: Seat,
        card: Card,
        quality_before: u8,
        quality: u8,
        round: u8,
    },
    /// One card of a commit of `size` cards.
    Committed {
        seat: Seat,
        card: Card,
    },
    CommitEnded {
        seat: Seat,
        resource: Kind,
        size: u8,
    },
    OverLimit {
        seat: Seat,
        cards: u8,
    },
    Discarded {
        seat: Seat,
        card: Card,
    },
    /// A pile is named; `tops` are the cards on top of the five piles.
    Named {
        seat: Seat,
        pile: Kind,
        card: Card,
        tops: [Option<ComponentId>; KINDS],
    },
    /// After the highest face of the die: the pile that the roll is for.
    Renamed {
        seat: Seat,
        pile: Kind,
        card: Card,
    },
    Rolled {
        seat: Seat,
        card: Card,
        die: u8,
        discards: i16,
        hand: i16,
        stars: u8,
        cost: i16,
        success: bool,
    },
    Acquired {
        seat: Seat,
        card: Card,
    },
    /// The top card of the deck goes to its market pile.
    Drawn {
        card: Card,
        left: u8,
    },
    ExtraRoll {
        seat: Seat,
    },
    Robbed {
        thief: Seat,
        victim: Seat,
        card: Card,
    },
    EmptyHanded {
        thief: Seat,
        victim: Seat,
    },
    TookCard {
        thief: Seat,
        victim: Seat,
        card: Card,
    },
    TookDraw {
        thief: Seat,
        card: Card,
        left: u8,
    },
}
