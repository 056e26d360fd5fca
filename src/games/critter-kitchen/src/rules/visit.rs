//! The location under way: who stands there, what has been taken, and the draws that are owed.

use super::{
    token::Tokens,
    variant::{NONE, PLAYERS},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawFor {
    Gain,
    KeepOne,
    Location,
}

/// Draws that an ability has earned and chance has not made yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owed {
    pub who: u8,
    pub draws: u8,
    pub reason: DrawFor,
}

/// Steps of resolving a location (CK-52..60).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Open,
    /// Abilities before anybody takes an item.
    Start,
    LineUp,
    Turns,
    CleanUp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shopping {
    pub place: u8,
    pub stage: Stage,
    /// The queue that is on, by capacity; 0 for those in front of all, [`NONE`] before the first.
    pub capacity: u8,
    /// Owners of the chefs that still stand in it, in the fixed order (CK-56).
    pub queue: [u8; PLAYERS],
    pub len: u8,
    pub turn: u8,
    /// Chef of each contender here, or [`NONE`].
    pub here: [u8; PLAYERS],
    pub taken: [u8; PLAYERS],
    /// Whether the location's first item is gone.
    pub opened: bool,
    /// Whose ability before the first pick has acted, as a mask.
    pub began: u8,
    /// Who goes home next.
    pub home: u8,
    /// Whose hat moves when the location is done.
    pub late_hat: u8,
    /// Ingredients that the zous-chef has taken here and not given up.
    pub haul: Tokens,
    /// Draws that are owed, first in front.
    pub owed: [Owed; PLAYERS + 2],
    pub owed_len: u8,
    /// Draws that abilities have made here, by whom they were for.
    pub drawn: [u8; PLAYERS],
    pub offered: Tokens,
}

impl Shopping {
    pub fn at(place: usize) -> Shopping {
        Shopping {
            place: place as u8,
            stage: Stage::Open,
            capacity: NONE,
            queue: [NONE; PLAYERS],
            len: 0,
            turn: 0,
            here: [NONE; PLAYERS],
            taken: [0; PLAYERS],
            opened: false,
            began: 0,
            home: NONE,
            late_hat: NONE,
            haul: Tokens::default(),
            owed: [Owed { who: 0, draws: 0, reason: DrawFor::Gain }; PLAYERS + 2],
            owed_len: 0,
            drawn: [0; PLAYERS],
            offered: Tokens::default(),
        }
    }

    pub fn active(&self) -> &[u8] {
        &self.queue[..usize::from(self.len)]
    }

    pub fn owe(&mut self, who: usize, draws: u8, reason: DrawFor) {
        if draws > 0 {
            self.owed[usize::from(self.owed_len)] = Owed { who: who as u8, draws, reason };
            self.owed_len += 1;
        }
    }

    /// Forgets the draw in front.
    pub fn settle(&mut self) {
        self.owed.copy_within(1.., 0);
        self.owed_len -= 1;
    }
}
