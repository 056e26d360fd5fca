//! How a game ended: points, places, and why.

use super::seat::{BySeat, MAX_SEATS, Seat};

/// The result of one game by contender: the seats, then the automa if one plays
/// ([`Game::automa`](super::Game::automa)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Points, scaled by the game's `points_scale`.
    pub points: BySeat<i32>,
    /// Places from 1; tied contenders share the better place.
    pub places: BySeat<u8>,
    /// Index into the game's `ends`.
    pub end: usize,
}

impl Outcome {
    /// Ranks contenders by `ranking`, the largest key first.
    ///
    /// A key is compared as a whole: usually the points, then the game's tie-breakers.
    pub fn ranked<K: Ord>(
        points: BySeat<i32>,
        contenders: usize,
        end: usize,
        ranking: impl Fn(Seat) -> K,
    ) -> Outcome {
        let mut places = BySeat([0; MAX_SEATS]);
        for seat in Seat::all(contenders) {
            let key = ranking(seat);
            let ahead = Seat::all(contenders).filter(|&other| ranking(other) > key).count();
            places[seat] = 1 + ahead as u8;
        }
        Outcome { points, places, end }
    }
}
