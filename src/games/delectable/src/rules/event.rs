//! Public events, the input of transcripts and measures.

use super::{
    Delectable,
    components::{Card, KINDS, Kind},
};
use sim_engine::{ComponentId, Seat, event::events};

/// Callback that receives every event.
pub type Emit<'e> = &'e mut dyn FnMut(Event);

events! {
    pub enum Event of game: Delectable {
        /// A card opens the market at set-up.
        Opened { card: Card } = "the market opens with a {card}",
        Dealt { seat: Seat, card: Card } = "{seat} is dealt a {card}",
        Reviewed { seat: Seat, to: Seat, card: Card, quality_before: u8, quality: u8, round: u8 } = {
            let change = match quality == quality_before {
                true => format!(", which stays at {quality} stars"),
                false => format!(": from {quality_before} to {quality} stars"),
            };
            format!("{seat} gives a {card} to {to}{change}")
        },
        /// One card of a commit; [`Event::CommitEnded`] gives the number of cards.
        Committed { seat: Seat, card: Card } = "{seat} commits a {card}",
        CommitEnded { seat: Seat, resource: Kind, size: u8 } =
            ("{seat} has committed {size} {}", resource.word()),
        OverLimit { seat: Seat, cards: u8 } = "{seat} holds {cards} cards and must discard",
        Discarded { seat: Seat, card: Card } = "{seat} discards a {card}",
        /// A pile is named; `tops` are the cards on top of the five piles.
        Named { seat: Seat, pile: Kind, card: Card, tops: [Option<ComponentId>; KINDS] } =
            ("{seat} names {}, a {card} on top", pile.word()),
        /// The pile chosen after the highest face of the die.
        Renamed { seat: Seat, pile: Kind, card: Card } =
            ("{seat} settles on {}, a {card} on top", pile.word()),
        Rolled {
            seat: Seat, card: Card, die: u8, discards: i16, hand: i16, stars: u8, cost: i16, success: bool,
        } = (
            "{seat} rolls {die}, {discards:+} discards, {hand:+} hand, +{stars} stars = {}: {} for {cost}",
            i32::from(die) + i32::from(discards) + i32::from(hand) + i32::from(stars),
            if success { "enough" } else { "not enough" }
        ),
        Acquired { seat: Seat, card: Card } = "{seat} acquires a {card}",
        /// The top card of the deck goes to its market pile.
        Drawn { card: Card, left: u8 } = "a {card} joins the market, {left} left in the deck",
        ExtraRoll { seat: Seat } = "{seat} may roll again",
        Robbed { thief: Seat, victim: Seat, card: Card } =
            "{victim} loses a {card} to the restaurant of {thief}",
        EmptyHanded { thief: Seat, victim: Seat } = "{victim} has nothing that {thief} could steal",
        TookCard { thief: Seat, victim: Seat, card: Card } =
            "{thief} takes a {card} from the hand of {victim}",
        TookDraw { thief: Seat, card: Card, left: u8 } = "{thief} takes a {card} from the deck, {left} left",
    }
}
