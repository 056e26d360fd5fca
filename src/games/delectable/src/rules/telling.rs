use std::fmt;

use super::event::Event;

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::Opened { card } => write!(f, "the market opens with a {card}"),
            Event::Dealt { seat, card } => write!(f, "{seat} is dealt a {card}"),
            Event::Reviewed { seat, to, card, quality_before, quality, .. } => {
                write!(f, "{} gives a {card} to {}", seat, to)?;
                match quality == quality_before {
                    true => write!(f, ", which stays at {quality} stars"),
                    false => write!(f, ": from {quality_before} to {quality} stars"),
                }
            }
            Event::Committed { seat, card } => write!(f, "{} commits a {card}", seat),
            Event::CommitEnded { seat, resource, size } => {
                write!(f, "{} has committed {size} {}", seat, resource.word())
            }
            Event::OverLimit { seat, cards } => {
                write!(f, "{} holds {cards} cards and must discard", seat)
            }
            Event::Discarded { seat, card } => write!(f, "{} discards a {card}", seat),
            Event::Named { seat, pile, card, .. } => {
                write!(f, "{} names {}, a {card} on top", seat, pile.word())
            }
            Event::Renamed { seat, pile, card } => {
                write!(f, "{} settles on {}, a {card} on top", seat, pile.word())
            }
            Event::Rolled { seat, die, discards, hand, stars, cost, success, .. } => {
                let total = i32::from(die) + i32::from(discards) + i32::from(hand) + i32::from(stars);
                let verdict = if success { "enough" } else { "not enough" };
                write!(
                    f,
                    "{} rolls {die}, {discards:+} discards, {hand:+} hand, +{stars} stars = {total}: {verdict} for {cost}",
                    seat
                )
            }
            Event::Acquired { seat, card } => write!(f, "{} acquires a {card}", seat),
            Event::Drawn { card, left } => write!(f, "a {card} joins the market, {left} left in the deck"),
            Event::ExtraRoll { seat } => write!(f, "{} may roll again", seat),
            Event::Robbed { thief, victim, card } => {
                write!(f, "{} loses a {card} to the restaurant of {}", victim, thief)
            }
            Event::EmptyHanded { thief, victim } => {
                write!(f, "{} has nothing that {} could steal", victim, thief)
            }
            Event::TookCard { thief, victim, card } => {
                write!(f, "{} takes a {card} from the hand of {}", thief, victim)
            }
            Event::TookDraw { thief, card, left } => {
                write!(f, "{} takes a {card} from the deck, {left} left", thief)
            }
        }
    }
}
