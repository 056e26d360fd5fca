//! Seats at the table, and values kept one per seat.

use std::{
    fmt,
    ops::{Index, IndexMut},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The largest table of any game in the catalogue.
pub const MAX_SEATS: usize = 6;

/// A place in the starting order, counted from 0 and shown to people from 1.
///
/// Seat 0 starts the game. Where a rulebook draws the first player, seating the
/// strategies at random realises that draw, so rules never draw it themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seat(pub u8);

impl Seat {
    /// The seats of a table, in starting order.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..players as u8).map(Seat)
    }

    /// Index into arrays kept by seat.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat `steps` places further clockwise.
    #[inline]
    pub fn after(self, steps: usize, players: usize) -> Seat {
        Seat(((self.index() + steps) % players) as u8)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

/// Serialized seats count from 1, as people do.
impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0 + 1)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(deserializer)?;
        number.checked_sub(1).map(Seat).ok_or_else(|| D::Error::custom("seats are counted from 1"))
    }
}

/// One value for each seat; places beyond the players hold the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct BySeat<T>(pub [T; MAX_SEATS]);

impl<T: Default> BySeat<T> {
    /// The value of each seat of a table.
    #[inline]
    pub fn from_fn(players: usize, mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(std::array::from_fn(|at| if at < players { value(Seat(at as u8)) } else { T::default() }))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
