//! The strata of a run: deals whose line-ups seat the same strategies.
//!
//! The schedule, not luck, decides which strategies meet at a deal. Stratified estimates do not take differences
//! between strata for errors, and compare users of a component only with others in the same stratum.

use std::collections::BTreeMap;

use crate::Schedule;
use sim_engine::Seat;

/// The most strata times members times seats. All shipped pools stay below. A larger pool is pooled into one stratum,
/// as sums over thousands of strata would say little about each.
const MOST_PLACES: usize = 1200;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineupStrata {
    players: usize,
    /// The stratum of each line-up of the schedule's cycle.
    of_lineup: Vec<u32>,
    /// The strategies of each stratum, each once.
    members: Vec<Vec<u8>>,
    /// Number of places of all strata before this one.
    first_place: Vec<usize>,
    is_pooled: bool,
}

impl LineupStrata {
    pub fn new(schedule: &Schedule) -> LineupStrata {
        let players = schedule.players();
        let mut known: BTreeMap<Vec<(u8, u32)>, usize> = BTreeMap::new();
        let mut members: Vec<Vec<u8>> = Vec::new();
        let mut of_lineup = Vec::with_capacity(schedule.len());
        for lineup in 0..schedule.len() as u64 {
            let seated = seated(schedule, lineup);
            let strategies = seated.iter().map(|&(strategy, _)| strategy).collect();
            let stratum = *known.entry(seated).or_insert_with(|| {
                members.push(strategies);
                members.len() - 1
            });
            of_lineup.push(stratum as u32);
        }
        let places: usize = members.iter().map(|members| members.len() * players).sum();
        let is_pooled = places > MOST_PLACES;
        if is_pooled {
            let mut all = members.concat();
            all.sort_unstable();
            all.dedup();
            (members, of_lineup) = (vec![all], vec![0]);
        }
        let first_place = members.iter().scan(0, |next, members| {
            let first = *next;
            *next += members.len() * players;
            Some(first)
        });
        LineupStrata { players, of_lineup, first_place: first_place.collect(), members, is_pooled }
    }

    pub fn count(&self) -> usize {
        self.members.len()
    }

    /// Whether all line-ups form one stratum, because there would be too many strata.
    pub fn is_pooled(&self) -> bool {
        self.is_pooled
    }

    #[inline]
    pub fn at(&self, deal: u64) -> usize {
        self.of_lineup[(deal % self.of_lineup.len() as u64) as usize] as usize
    }

    /// The strategies of a stratum, each once.
    pub fn members(&self, stratum: usize) -> &[u8] {
        &self.members[stratum]
    }

    /// Number of places: one for each strategy of each stratum in each seat.
    pub fn places(&self) -> usize {
        self.members.iter().map(|members| members.len() * self.players).sum()
    }

    /// The first place of a stratum. The places of its members follow each other, and those of a member seat by seat.
    pub fn first_place(&self, stratum: usize) -> usize {
        self.first_place[stratum]
    }

    /// Every place of a stratum with its strategy and seat.
    pub fn places_of(&self, stratum: usize) -> impl Iterator<Item = (usize, u8, Seat)> + '_ {
        let seats = self.members[stratum]
            .iter()
            .flat_map(move |&strategy| Seat::all(self.players).map(move |seat| (strategy, seat)));
        seats.zip(self.first_place[stratum]..).map(|((strategy, seat), place)| (place, strategy, seat))
    }
}

/// The strategies of a deal, each with its games in the first seat. Over all rotations it has as many in every seat.
fn seated(schedule: &Schedule, deal: u64) -> Vec<(u8, u32)> {
    let mut games = BTreeMap::new();
    for table in schedule.tables(deal) {
        *games.entry(table[Seat(0)]).or_insert(0) += 1;
    }
    games.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strata_are_the_subsets_of_a_pool() {
        // 6 names choose 4 make 15 strata, each in 6 circular orders.
        let schedule = Schedule::pool(6, 4).unwrap();
        let strata = LineupStrata::new(&schedule);
        assert_eq!((strata.count(), strata.places(), strata.is_pooled()), (15, 15 * 16, false));
        for deal in 0..90 {
            let table = schedule.tables(deal).next().unwrap();
            let mut seated: Vec<u8> = Seat::all(4).map(|seat| table[seat]).collect();
            seated.sort_unstable();
            assert_eq!(strata.members(strata.at(deal)), seated);
        }
    }

    #[test]
    fn every_member_sits_in_every_seat_equally_often() {
        for (pool, players) in [(1, 4), (2, 3), (2, 4), (3, 5), (4, 6), (6, 2), (3, 1)] {
            let schedule = Schedule::pool(pool, players).unwrap();
            let strata = LineupStrata::new(&schedule);
            for deal in 0..schedule.len() as u64 {
                let mut games: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
                for (_, strategy, seat) in strata.places_of(strata.at(deal)) {
                    let there = schedule.tables(deal).filter(|table| table[seat] == strategy).count();
                    games.entry(strategy).or_default().push(there);
                }
                let evenly = games.values().all(|seats| seats.iter().all(|&there| there == seats[0]));
                assert!(evenly && games.values().all(|seats| seats[0] > 0), "{pool} at {players}: {games:?}");
            }
        }
    }

    #[test]
    fn places_are_numbered_without_gaps() {
        let strata = LineupStrata::new(&Schedule::pool(4, 3).unwrap());
        let places = (0..strata.count()).flat_map(|stratum| strata.places_of(stratum));
        assert!(places.map(|(place, ..)| place).eq(0..4 * 9));
    }

    #[test]
    fn too_many_strata_are_pooled() {
        // 12 names choose 4 are 495 strata of 16 places.
        let strata = LineupStrata::new(&Schedule::pool(12, 4).unwrap());
        assert_eq!((strata.count(), strata.places(), strata.is_pooled()), (1, 48, true));
        assert_eq!(strata.at(1234), 0);
    }
}
