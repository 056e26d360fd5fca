//! Events in words.

use std::fmt;

use super::event::Event;
use crate::rules::seat::Seat;

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
