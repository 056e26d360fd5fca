//! Who sits together, by the plan of a run.
//!
//! Which strategies meet at a deal goes by a plan, not by luck. Estimates that know the plan do not take
//! differences between companies for errors, and compare users of a component only with others in the
//! same company.

use std::collections::BTreeMap;

use crate::Schedule;
use sim_engine::Seat;

/// Companies times members times seats that are told apart. All shipped pools stay below; a pool that
/// does not is taken as one company, as sums over thousands of companies would say little of each.
const MOST_PLACES: usize = 1200;

/// The companies of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Companies {
    players: usize,
    /// By line-up of the schedule's cycle.
    of_lineup: Vec<u32>,
    /// By company: its strategies, each once.
    members: Vec<Vec<u8>>,
    /// Places of all companies before this one.
    first_place: Vec<usize>,
    is_merged: bool,
}

impl Companies {
    pub fn of(schedule: &Schedule) -> Companies {
        let players = schedule.players();
        let mut known: BTreeMap<Vec<(u8, u32)>, usize> = BTreeMap::new();
        let mut members: Vec<Vec<u8>> = Vec::new();
        let mut of_lineup = Vec::with_capacity(schedule.len());
        for lineup in 0..schedule.len() as u64 {
            let seated = seated(schedule, lineup);
            let strategies = seated.iter().map(|&(strategy, _)| strategy).collect();
            let company = *known.entry(seated).or_insert_with(|| {
                members.push(strategies);
                members.len() - 1
            });
            of_lineup.push(company as u32);
        }
        let places: usize = members.iter().map(|members| members.len() * players).sum();
        let is_merged = places > MOST_PLACES;
        if is_merged {
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
        Companies { players, of_lineup, first_place: first_place.collect(), members, is_merged }
    }

    pub fn count(&self) -> usize {
        self.members.len()
    }

    /// Whether there are too many companies to be told apart.
    pub fn is_merged(&self) -> bool {
        self.is_merged
    }

    /// The company of a deal.
    #[inline]
    pub fn at(&self, deal: u64) -> usize {
        self.of_lineup[(deal % self.of_lineup.len() as u64) as usize] as usize
    }

    /// The strategies of a company, each once.
    pub fn members(&self, company: usize) -> &[u8] {
        &self.members[company]
    }

    /// Places: one for each strategy of each company in each seat, seat by seat.
    pub fn places(&self) -> usize {
        self.members.iter().map(|members| members.len() * self.players).sum()
    }

    /// The first place of a company; those of its members follow each other, a seat after the other.
    pub fn first_place(&self, company: usize) -> usize {
        self.first_place[company]
    }

    /// Every place of a company with its strategy and seat.
    pub fn places_of(&self, company: usize) -> impl Iterator<Item = (usize, u8, Seat)> + '_ {
        let seats = self.members[company]
            .iter()
            .flat_map(move |&strategy| Seat::all(self.players).map(move |seat| (strategy, seat)));
        seats.zip(self.first_place[company]..).map(|((strategy, seat), place)| (place, strategy, seat))
    }
}

/// The strategies that play a deal, each with its games in a given seat; over all tables of a deal that
/// is the same number for every seat.
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
    fn companies_are_the_subsets_of_a_pool() {
        // 6 names choose 4 make 15 companies, each in 6 circular orders.
        let schedule = Schedule::pool(6, 4).unwrap();
        let companies = Companies::of(&schedule);
        assert_eq!((companies.count(), companies.places(), companies.is_merged()), (15, 15 * 16, false));
        for deal in 0..90 {
            let table = schedule.tables(deal).next().unwrap();
            let mut seated: Vec<u8> = Seat::all(4).map(|seat| table[seat]).collect();
            seated.sort_unstable();
            assert_eq!(companies.members(companies.at(deal)), seated);
        }
    }

    #[test]
    fn every_member_sits_in_every_seat_equally_often() {
        for (pool, players) in [(1, 4), (2, 3), (2, 4), (3, 5), (4, 6), (6, 2), (3, 1)] {
            let schedule = Schedule::pool(pool, players).unwrap();
            let companies = Companies::of(&schedule);
            for deal in 0..schedule.len() as u64 {
                let mut games: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
                for (_, strategy, seat) in companies.places_of(companies.at(deal)) {
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
        let companies = Companies::of(&Schedule::pool(4, 3).unwrap());
        let places = (0..companies.count()).flat_map(|company| companies.places_of(company));
        assert!(places.map(|(place, ..)| place).eq(0..4 * 9));
    }

    #[test]
    fn too_many_companies_are_one() {
        // 12 names choose 4 are 495 companies of 16 places.
        let companies = Companies::of(&Schedule::pool(12, 4).unwrap());
        assert_eq!((companies.count(), companies.places(), companies.is_merged()), (1, 48, true));
        assert_eq!(companies.at(1234), 0);
    }
}
