use std::fmt;

use super::{
    components::Kind,
    state::{HAND, PLAYERS},
};
use sim_engine::{
    bits,
    decision::decisions,
    notation::{FromOne, Notation, actions, join, word},
    seat::Seat,
};

decisions! {
    pub enum Decision {
        Turn = "turn" List,
        Roll = "roll" Chain,
        Again = "again" List,
        Victim = "victim" List,
        Loss = "loss" List,
        Rename = "rename" List,
        Theft = "theft" List,
        Trim = "trim" Chain,
    }
}

actions! {
    /// Positions count from the left end of the hand, from 0 here and from 1 in the notation.
    pub enum Action {
        Roll = "roll",
        Review { card: u8 as FromOne<HAND>, to: Seat as FromOne<PLAYERS> } = "review {card} to {to}",
        /// Move cards of one resource to the seat's restaurant; bit i stands for position i.
        Commit { cards: u16 as Positions } = "commit {cards}",
        /// Discard one card of a chain; the next one must lie further right.
        Discard { card: u8 as FromOne<HAND> } = "discard {card}",
        /// Name a market pile; ends the chain of a Roll Action.
        Name { pile: Kind } = "name {pile}",
        /// Take the extra roll (or turn).
        Again = "again",
        Stop = "stop",
        Rob { victim: Seat as FromOne<PLAYERS> } = "rob {victim}",
        Lose { card: u8 as FromOne<HAND> } = "lose {card}",
        Take { from: Seat as FromOne<PLAYERS>, card: u8 as FromOne<HAND> } = "take {card} from {from}",
        /// Take the top card of the deck instead of stealing.
        Draw = "draw",
        /// Neither steal nor draw.
        Waive = "waive",
    }
}

/// Notation of a position mask, such as `1+3+4`.
struct Positions;

impl Notation<u16> for Positions {
    fn write(cards: u16, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        join(bits(cards).map(|position| position + 1), f)
    }

    fn read(rest: &mut &str) -> Option<u16> {
        word(rest)?.split('+').try_fold(0, |cards, mut position| {
            let position: u8 = FromOne::<HAND>::read(&mut position)?;
            Some(cards | 1 << position)
        })
    }
}
