//! Results of a strategy and of another in its place, deal by deal.

use serde::{Deserialize, Serialize};

use super::{
    StoredError,
    stored::{self, checksum},
    wins,
};
use crate::{Row, Utility};
use sim_engine::{MAX_SEATS, Seat};
use sim_stats::DealDifferences;

/// Sums over deals of one strategy in two arms that play the same tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duel {
    pub wins: DealDifferences,
    pub points: DealDifferences,
    pub places: DealDifferences,
    /// By seat: wins, or points if they are the objective.
    pub by_seat: Vec<DealDifferences>,
    pub deals: u64,
    /// Games of each arm.
    pub games: u64,
}

impl Duel {
    pub fn new(players: usize, strata: usize) -> Duel {
        let empty = || DealDifferences::new(strata);
        Duel {
            wins: empty(),
            points: empty(),
            places: empty(),
            by_seat: (0..players).map(|_| empty()).collect(),
            deals: 0,
            games: 0,
        }
    }

    /// The duel as bytes, under the digest of its inputs.
    pub fn to_bytes(&self, digest: &str) -> Vec<u8> {
        stored::write(digest, &(0..self.deals), self.print(), self)
    }

    /// Reads a duel of this digest; `self` is an empty duel of the same tables.
    ///
    /// # Errors
    /// The first problem found in the bytes.
    pub fn read(self, bytes: &[u8], digest: &str) -> Result<Duel, StoredError> {
        let (deals, duel) = stored::read::<Duel>(bytes, digest, self.print())?;
        let is_whole = deals == (0..duel.deals) && duel.strata().eq(self.strata());
        if is_whole { Ok(duel) } else { Err(StoredError::Damaged) }
    }

    /// Identifies the numbers that a duel has; the digest identifies its inputs.
    fn print(&self) -> u64 {
        checksum(format!("duel {}", self.by_seat.len()).as_bytes())
    }

    /// The number of strata in each list of each figure.
    fn strata(&self) -> impl Iterator<Item = usize> {
        let figures = [&self.wins, &self.points, &self.places].into_iter().chain(&self.by_seat);
        figures.flat_map(DealDifferences::strata)
    }

    /// Adds a deal by its outcomes in both arms.
    pub fn add(&mut self, stratum: usize, one: &Outcome, other: &Outcome) {
        self.wins.add(stratum, (one.wins, other.wins), one.games);
        self.points.add(stratum, (one.points, other.points), one.games);
        self.places.add(stratum, (one.places, other.places), one.games);
        let seats = self.by_seat.iter_mut().zip(one.by_seat.iter().zip(&other.by_seat));
        seats.for_each(|(seat, (one, other))| seat.add(stratum, (*one, *other), 1));
        self.deals += 1;
        self.games += one.games as u64;
    }
}

/// The outcome of a deal for one strategy, summed over its games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    games: i64,
    wins: i64,
    points: i64,
    places: i64,
    by_seat: [i64; MAX_SEATS],
}

impl Outcome {
    /// Adds a game of the deal, for each seat that the strategy holds.
    pub fn add(&mut self, row: &Row, strategy: u8, utility: Utility) {
        let players = usize::from(row.players);
        let wins = wins(&row.places, players);
        let by_seat = utility.by_seat(&row.places, &row.points, players);
        for seat in Seat::all(players).filter(|&seat| row.strategies[seat] == strategy) {
            self.games += 1;
            self.wins += wins[seat];
            self.points += i64::from(row.points[seat]);
            self.places += i64::from(row.places[seat]);
            self.by_seat[seat.index()] += by_seat[seat];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(deals: i64) -> Duel {
        let mut duel = Duel::new(2, 3);
        for deal in 0..deals {
            let outcome = |wins: i64| Outcome {
                games: 2,
                wins: wins * 30,
                points: deal * 7 - 90,
                places: 3,
                by_seat: [wins * 30 - 30, 30, 0, 0, 0, 0],
            };
            duel.add(deal as usize % 3, &outcome(deal % 5), &outcome(deal % 3));
        }
        duel
    }

    #[test]
    fn a_duel_comes_back_from_its_bytes_and_nothing_else_does() {
        for deals in [0, 1, 500] {
            let duel = played(deals);
            let bytes = duel.to_bytes("a");
            assert_eq!(Duel::new(2, 3).read(&bytes, "a"), Ok(duel));
            assert!(matches!(Duel::new(2, 3).read(&bytes, "b"), Err(StoredError::Digest { .. })));
            assert_eq!(Duel::new(3, 3).read(&bytes, "a"), Err(StoredError::Frame));
            assert!(Duel::new(2, 4).read(&bytes, "a").is_err());
            for length in 0..bytes.len() {
                assert!(Duel::new(2, 3).read(&bytes[..length], "a").is_err(), "{length}");
            }
        }
    }
}
