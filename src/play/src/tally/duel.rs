//! What a strategy and another in its place came to, deal by deal.

use super::{
    StoredError,
    codec::{Codec, CodecError, Reader, Writer},
    stored::{Envelope, checksum},
    wins,
};
use crate::Row;
use sim_engine::{MAX_SEATS, Seat};
use sim_stats::DealDifferences;

/// Sums over deals of one strategy in two arms that play the same tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duel {
    pub wins: DealDifferences,
    pub points: DealDifferences,
    pub places: DealDifferences,
    /// Wins by seat, as many as there are players.
    pub by_seat: Vec<DealDifferences>,
    pub deals: u64,
    /// Games of each arm.
    pub games: u64,
}

impl Duel {
    pub fn new(players: usize, companies: usize) -> Duel {
        let empty = || DealDifferences::new(companies);
        Duel {
            wins: empty(),
            points: empty(),
            places: empty(),
            by_seat: (0..players).map(|_| empty()).collect(),
            deals: 0,
            games: 0,
        }
    }

    /// The duel as bytes, under the digest of what was played.
    pub fn to_bytes(&self, digest: &str) -> Vec<u8> {
        let mut numbers = Writer::default();
        // The walk that reads numbers writes them too, and a writer puts back what it took.
        let written = self.clone().code(&mut numbers);
        debug_assert_eq!(written, Ok(()), "writing cannot fail");
        Envelope { digest, deals: 0..self.deals, print: self.print() }.seal(&numbers.into_bytes())
    }

    /// Reads a duel of this digest in the place of an empty one of the same tables.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn read(mut self, bytes: &[u8], digest: &str) -> Result<Duel, StoredError> {
        let (deals, numbers) = Envelope::open(bytes, digest, self.print())?;
        let mut reader = Reader::new(numbers);
        match self.code(&mut reader) {
            Ok(()) if reader.is_at_end() && deals == (0..self.deals) => Ok(self),
            Ok(()) | Err(CodecError::Cut | CodecError::OutOfRange) => Err(StoredError::Damaged),
        }
    }

    /// Which numbers it has; the digest says of what.
    fn print(&self) -> u64 {
        checksum(format!("duel {}", self.by_seat.len()).as_bytes())
    }

    fn code<C: Codec>(&mut self, codec: &mut C) -> Result<(), CodecError> {
        let Duel { wins, points, places, by_seat, deals, games } = self;
        for figure in [wins, points, places].into_iter().chain(by_seat) {
            let (lists, counters) = figure.parts();
            for list in lists {
                let (sums, strata) = list.parts();
                codec.code_numerators(&mut sums.of)?;
                codec.code_denominators(&mut sums.over)?;
                for stratum in strata {
                    codec.code(&mut stratum.deals)?;
                    codec.code(&mut stratum.y)?;
                    codec.code(&mut stratum.x)?;
                }
            }
            counters.into_iter().try_for_each(|counter| codec.code(counter))?;
        }
        codec.code(deals)?;
        codec.code(games)
    }

    /// Adds a deal by what it came to in both arms.
    pub fn add(&mut self, company: usize, one: &Outcome, other: &Outcome) {
        self.wins.add(company, (one.wins, other.wins), one.games);
        self.points.add(company, (one.points, other.points), one.games);
        self.places.add(company, (one.places, other.places), one.games);
        let seats = self.by_seat.iter_mut().zip(one.by_seat.iter().zip(&other.by_seat));
        seats.for_each(|(seat, (one, other))| seat.add(company, (*one, *other), 1));
        self.deals += 1;
        self.games += one.games as u64;
    }
}

/// What a deal came to for one strategy, over its games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    games: i64,
    wins: i64,
    points: i64,
    places: i64,
    by_seat: [i64; MAX_SEATS],
}

impl Outcome {
    /// Adds a game of the deal, as far as the strategy sat in it.
    pub fn add(&mut self, row: &Row, strategy: u8) {
        let players = usize::from(row.players);
        let wins = wins(&row.places, players);
        for seat in Seat::all(players).filter(|&seat| row.strategies[seat] == strategy) {
            self.games += 1;
            self.wins += wins[seat];
            self.points += i64::from(row.points[seat]);
            self.places += i64::from(row.places[seat]);
            self.by_seat[seat.index()] += wins[seat];
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
