//! What the table sees happen: the vocabulary of transcripts and counts.

use std::fmt;

use serde::Serialize;

use super::card::{Card, KINDS, Kind};
use crate::rules::seat::{self, Seat};

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

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::Opened { card } => write!(f, "the market opens with a {card}"),
            Event::Reviewed { seat, to, card, quality_before, quality, .. } => {
                write!(f, "{} gives a {card} to {}", Seat(seat), Seat(to))?;
                match quality == quality_before {
                    true => write!(f, ", which stays at {quality} stars"),
                    false => write!(f, ": from {quality_before} to {quality} stars"),
                }
            }
            Event::Committed { seat, card } => write!(f, "{} commits a {card}", Seat(seat)),
            Event::CommitEnded { seat, resource, size } => {
                write!(f, "{} has committed {size} {}", Seat(seat), resource.word())
            }
            Event::OverLimit { seat, cards } => {
                write!(f, "{} holds {cards} cards and must discard", Seat(seat))
            }
            Event::Discarded { seat, card } => write!(f, "{} discards a {card}", Seat(seat)),
            Event::Named { seat, pile, card, .. } => {
                write!(f, "{} names {}, a {card} on top", Seat(seat), pile.word())
            }
            Event::Renamed { seat, pile, card } => {
                write!(f, "{} settles on {}, a {card} on top", Seat(seat), pile.word())
            }
            Event::Rolled { seat, die, discards, hand, stars, cost, success, .. } => {
                let total = i32::from(die) + i32::from(discards) + i32::from(hand) + i32::from(stars);
                let verdict = if success { "enough" } else { "not enough" };
                write!(
                    f,
                    "{} rolls {die}, {discards:+} discards, {hand:+} hand, +{stars} stars = {total}: {verdict} for {cost}",
                    Seat(seat)
                )
            }
            Event::Acquired { seat, card } => write!(f, "{} acquires a {card}", Seat(seat)),
            Event::Drawn { card, left } => write!(f, "a {card} joins the market, {left} left in the deck"),
            Event::ExtraRoll { seat } => write!(f, "{} may roll again", Seat(seat)),
            Event::Robbed { thief, victim, card } => {
                write!(f, "{} loses a {card} to the restaurant of {}", Seat(victim), Seat(thief))
            }
            Event::EmptyHanded { thief, victim } => {
                write!(f, "{} has nothing that {} could steal", Seat(victim), Seat(thief))
            }
            Event::TookCard { thief, victim, card } => {
                write!(f, "{} takes a {card} from the hand of {}", Seat(thief), Seat(victim))
            }
            Event::TookDraw { thief, card, left } => {
                write!(f, "{} takes a {card} from the deck, {left} left", Seat(thief))
            }
        }
    }
}
