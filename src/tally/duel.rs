//! What a strategy and another in its place came to, deal by deal.

use super::wins;
use crate::{
    play::Row,
    rules::{MAX_SEATS, Seat},
    stats::DealDifferences,
};

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
