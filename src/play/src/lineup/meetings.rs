//! Schedules of tournaments: every table that a pool can fill, or a sample if there are too many.

use super::{MAX_LINEUPS, Ring, Schedule, circular_orders};
use sim_engine::{
    Luck, Purpose,
    luck::Stream,
    seat::{MAX_SEATS, Seat},
};

const SAMPLE: Purpose = Purpose::new("lineup.sample");

/// Above this number, tables are sampled, because each table keeps its own sums.
const MOST_TABLES: u64 = 4000;

/// The number of tables that a pool can fill, with repeated names but without tables of a single name.
pub fn possible_tables(pool: usize, players: usize) -> u64 {
    let (pool, players) = (pool as u64, players as u64);
    // Each product is a binomial coefficient times the next factor, so that every division is exact.
    let all = (1..=players).fold(1u64, |all, seat| all.saturating_mul(pool + seat - 1) / seat);
    all.saturating_sub(pool)
}

impl Schedule {
    /// The tables of a tournament of `games` games: every table if there are games for all of them, or else a sample
    /// drawn by the seed. `None` if the pool fills no table.
    pub fn meetings(pool: usize, players: usize, games: u64, seed: u64) -> Option<Schedule> {
        let lineups = (games / players.max(1) as u64).min(MOST_TABLES);
        let every =
            (possible_tables(pool, players) <= lineups).then(|| Schedule::every(pool, players)).flatten();
        every.or_else(|| Schedule::sampled(pool, players, lineups as usize, seed))
    }

    /// Every table of `players` that a pool can fill, with repeated names but without tables of a single name: all
    /// circular orders of all multisets. `None` if there is no such table, or more than a million.
    pub fn every(pool: usize, players: usize) -> Option<Schedule> {
        if !fills(pool, players) {
            return None;
        }
        // The first orders of all multisets come first, so that short runs meet every group of opponents.
        let mut ranked: Vec<(usize, usize, Ring)> = Vec::new();
        let mut members = vec![0u8; players];
        let mut group = 0;
        loop {
            if members[0] != members[players - 1] {
                let rings = circular_orders(&members).into_iter().enumerate();
                ranked.extend(rings.map(|(order, ring)| (order, group, ring)));
                group += 1;
            }
            if ranked.len() > MAX_LINEUPS {
                return None;
            }
            // The next multiset, as a nondecreasing sequence.
            let Some(at) = (0..players).rev().find(|&at| usize::from(members[at]) + 1 < pool) else { break };
            let next = members[at] + 1;
            members[at..].fill(next);
        }
        ranked.sort_unstable();
        Some(Schedule::of(players, ranked.into_iter().map(|(.., ring)| ring).collect()))
    }

    /// All tables of two names, which show what a strategy gains among copies of another, and then random seatings of
    /// all tables until there are at least `lineups`.
    fn sampled(pool: usize, players: usize, lineups: usize, seed: u64) -> Option<Schedule> {
        if !fills(pool, players) {
            return None;
        }
        let mut rings = Vec::new();
        for copies in 1..players {
            for one in 0..pool as u8 {
                for other in one + 1..pool as u8 {
                    let mut ring = [0; MAX_SEATS];
                    ring[..copies].fill(one);
                    ring[copies..players].fill(other);
                    rings.push(ring);
                }
            }
        }
        let names: Vec<u8> = (0..pool as u8).collect();
        let luck = Luck::new(seed, 0);
        // Seatings with a single name are dropped, so rounds are drawn until there are enough.
        for round in 0.. {
            if rings.len() >= lineups || players == 2 {
                break;
            }
            let seats = |seat| shuffled(names.clone(), &mut luck.stream(SAMPLE, seat as u64 + 8 * round));
            let columns: Vec<Vec<u8>> = (0..players).map(seats).collect();
            let ring = |at: usize| {
                let mut ring = [0; MAX_SEATS];
                columns.iter().zip(&mut ring).for_each(|(column, seat)| *seat = column[at]);
                ring
            };
            let is_mixed = |ring: &Ring| ring[1..players].iter().any(|name| *name != ring[0]);
            rings.extend((0..pool).map(ring).filter(is_mixed));
        }
        Some(Schedule::of(players, rings))
    }

    /// The strategies of a line-up, sorted.
    pub fn members(&self, lineup: usize) -> Vec<u8> {
        let table = self.tables(lineup as u64).next().unwrap_or_default();
        let mut members: Vec<u8> = Seat::all(self.players).map(|seat| table[seat]).collect();
        members.sort_unstable();
        members
    }
}

fn fills(pool: usize, players: usize) -> bool {
    (2..=usize::from(u8::MAX)).contains(&pool) && (2..=MAX_SEATS).contains(&players)
}

fn shuffled(mut names: Vec<u8>, stream: &mut Stream) -> Vec<u8> {
    stream.shuffle(&mut names);
    names
}

#[cfg(test)]
mod tests {
    use super::{super::tests::counts, *};

    #[test]
    fn every_table_that_can_be_filled_is_played() {
        // AB, AC, BC; with three seats AAB, ABB, and so on for three pairs, and ABC and ACB.
        assert_eq!(Schedule::every(3, 2).unwrap().len(), 3);
        let schedule = Schedule::every(3, 3).unwrap();
        assert_eq!((schedule.len(), schedule.deals_for(24)), (8, (8, 24)));
        let counts = counts(&schedule, 8, 3);
        assert!(counts.iter().flatten().all(|&count| count == counts[0][0]), "{counts:?}");
        assert_eq!((Schedule::every(1, 2), Schedule::every(3, 1)), (None, None));
        // Multisets of four out of eight: 11 choose 4, minus the eight of one name.
        assert_eq!(
            [(3, 2), (3, 3), (8, 4)].map(|(pool, players)| possible_tables(pool, players)),
            [3, 7, 322]
        );
    }

    #[test]
    fn too_many_tables_are_sampled_and_tables_of_two_names_always_played() {
        let whole = Schedule::meetings(5, 4, 400, 1).unwrap();
        assert_eq!(whole, Schedule::every(5, 4).unwrap());
        // 200 games allow 50 of the 65 tables: the 30 tables of two names, and 20 others.
        let sample = Schedule::meetings(5, 4, 200, 1).unwrap();
        let members =
            |schedule: &Schedule| (0..schedule.len()).map(|at| schedule.members(at)).collect::<Vec<_>>();
        assert!((50..55).contains(&sample.len()), "{}", sample.len());
        let drawn = members(&sample);
        for table in members(&whole)
            .iter()
            .filter(|table| table.windows(2).filter(|two| two[0] != two[1]).count() == 1)
        {
            assert!(drawn.contains(table), "{table:?}");
        }
        assert!(drawn.iter().all(|table| table[0] != table[3]));
        assert_eq!(drawn, members(&Schedule::meetings(5, 4, 200, 1).unwrap()));
        assert_ne!(drawn, members(&Schedule::meetings(5, 4, 200, 2).unwrap()));
    }
}
