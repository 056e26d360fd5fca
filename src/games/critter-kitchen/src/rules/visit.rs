//! The current location: the chefs there, the items taken and the draws owed.

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
    /// Capacity of the current queue; 0 for the one before all others, [`NONE`] before the first.
    pub capacity: u8,
    /// Owners of the chefs still in the queue, in its fixed order (CK-56).
    pub queue: [u8; PLAYERS],
    pub len: u8,
    pub turn: u8,
    /// Chef of each contender here, or [`NONE`].
    pub here: [u8; PLAYERS],
    pub taken: [u8; PLAYERS],
    /// Whether the location's first item is gone.
    pub opened: bool,
    /// Mask of the contenders whose zous-chef has had its first turn here.
    pub began: u8,
    /// Contender who goes home next, or [`NONE`].
    pub home: u8,
    /// Contender whose hat moves when the location is done, or [`NONE`].
    pub late_hat: u8,
    /// Ingredients that the zous-chef has taken here and not given up.
    pub haul: Tokens,
    /// Owed draws, the next one first.
    pub owed: [Owed; PLAYERS + 2],
    pub owed_len: u8,
    /// Number of draws that abilities have made here for each contender.
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

    /// Removes the first owed draw.
    pub fn settle(&mut self) {
        self.owed.copy_within(1.., 0);
        self.owed_len -= 1;
    }
}
