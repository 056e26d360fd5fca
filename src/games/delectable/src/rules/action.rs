//! What a seat can choose, and its notation.

use std::fmt;

use super::components::Kind;
use sim_engine::decision::decisions;
use sim_engine::seat::Seat;

decisions! {
    /// What Delectable asks.
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

/// A choice. Positions count from the left end of the hand, from 0; notation counts from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Start a Roll Action.
    Roll,
    /// Move a review to a restaurant.
    Review { card: u8, to: Seat },
    /// Move cards of one resource to the own restaurant; bit i stands for position i.
    Commit { cards: u16 },
    /// One discard of a chain; the next one must lie further right.
    Discard { card: u8 },
    /// Name a market pile; ends the chain of a Roll Action.
    Name { pile: Kind },
    /// Take the extra roll (or turn).
    Again,
    /// End the turn instead.
    Stop,
    /// Name the victim of a theft.
    Rob { victim: Seat },
    /// Give up a card to the thief.
    Lose { card: u8 },
    /// Take a card from a hand into the own hand.
    Take { from: Seat, card: u8 },
    /// Take the top card of the deck instead of stealing.
    Draw,
    /// Neither steal nor draw.
    Waive,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Roll => f.write_str("roll"),
            Action::Review { card, to } => write!(f, "review {} to {}", card + 1, to.0 + 1),
            Action::Commit { cards } => {
                f.write_str("commit ")?;
                let mut separator = "";
                for position in (0..16).filter(|position| cards >> position & 1 == 1) {
                    write!(f, "{separator}{}", position + 1)?;
                    separator = "+";
                }
                Ok(())
            }
            Action::Discard { card } => write!(f, "discard {}", card + 1),
            Action::Name { pile } => write!(f, "name {}", pile.word()),
            Action::Again => f.write_str("again"),
            Action::Stop => f.write_str("stop"),
            Action::Rob { victim } => write!(f, "rob {}", victim.0 + 1),
            Action::Lose { card } => write!(f, "lose {}", card + 1),
            Action::Take { from, card } => write!(f, "take {} from {}", card + 1, from.0 + 1),
            Action::Draw => f.write_str("draw"),
            Action::Waive => f.write_str("waive"),
        }
    }
}

impl Action {
    /// Reads the notation that `Display` writes.
    pub fn parse(text: &str) -> Option<Action> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str| word.parse::<u8>().ok().filter(|n| (1..=16).contains(n)).map(|n| n - 1);
        Some(match words[..] {
            ["roll"] => Action::Roll,
            ["review", card, "to", to] => Action::Review { card: number(card)?, to: Seat(number(to)?) },
            ["commit", cards] => {
                let mut mask = 0u16;
                for word in cards.split('+') {
                    mask |= 1 << number(word)?;
                }
                Action::Commit { cards: mask }
            }
            ["discard", card] => Action::Discard { card: number(card)? },
            ["name", pile] => Action::Name { pile: Kind::ALL.into_iter().find(|kind| kind.word() == pile)? },
            ["again"] => Action::Again,
            ["stop"] => Action::Stop,
            ["rob", victim] => Action::Rob { victim: Seat(number(victim)?) },
            ["lose", card] => Action::Lose { card: number(card)? },
            ["take", card, "from", from] => Action::Take { from: Seat(number(from)?), card: number(card)? },
            ["draw"] => Action::Draw,
            ["waive"] => Action::Waive,
            _ => return None,
        })
    }
}
