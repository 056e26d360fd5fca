//! Seating: line-ups from a pool, and the rotations of each deal.
//!
//! Seats and strategies must not be confounded. Every deal is therefore played once in each distinct rotation of its
//! line-up. Line-ups follow each other in a balanced order: the names rotate through the pool, and after every full
//! turn each strategy has played equally often. In solo play, every strategy plays every deal, so that all of them
//! meet the same luck.

mod meetings;

use std::ops::Range;

pub use meetings::possible_tables;
use sim_engine::seat::{BySeat, MAX_SEATS, Seat};

/// Strategies around the table, as indexes into the pool.
pub type Ring = [u8; MAX_SEATS];

/// The most line-ups a run cycles through.
const MAX_LINEUPS: usize = 1_000_000;

/// How the tables of a deal follow from its line-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tables {
    /// The line-up in each distinct rotation.
    Rotations,
    /// Each of this many strategies in turn, alone.
    Soloists(u8),
    /// The line-up in its given order only.
    AsSeated,
}

/// The line-ups of a run in the order in which deals take them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    players: usize,
    /// The line-ups of one cycle.
    rings: Vec<Ring>,
    tables: Tables,
    /// Item `i` is the number of games of the first `i` line-ups of the cycle.
    games_before: Vec<u64>,
}

impl Schedule {
    /// The same line-up for every deal, or `None` for an impossible table.
    pub fn fixed(lineup: &[u8]) -> Option<Schedule> {
        if lineup.is_empty() || lineup.len() > MAX_SEATS {
            return None;
        }
        let mut ring = [0; MAX_SEATS];
        ring[..lineup.len()].copy_from_slice(lineup);
        Some(Schedule::of(lineup.len(), vec![ring]))
    }

    /// All line-ups of `pool` strategies at a table of `players`.
    ///
    /// With more strategies than seats these are all circular orders of all subsets. With fewer they are all circular
    /// orders of the multisets that use every name as evenly as possible. In solo play, every strategy plays every
    /// deal. `None` for an impossible table, or for more than a million line-ups.
    pub fn pool(pool: usize, players: usize) -> Option<Schedule> {
        if pool == 0 || pool > usize::from(u8::MAX) || players == 0 || players > MAX_SEATS {
            return None;
        }
        if players == 1 {
            let ring = [0; MAX_SEATS];
            let games_before = vec![0, pool as u64];
            let tables = Tables::Soloists(pool as u8);
            return Some(Schedule { players, rings: vec![ring], tables, games_before });
        }
        let mut rings = Vec::new();
        for members in balanced_members(pool, players)? {
            for ring in circular_orders(&members) {
                rings.push(ring);
                if rings.len() > MAX_LINEUPS {
                    return None;
                }
            }
        }
        // The first orders of all subsets come before all second orders, so that short runs are balanced too.
        let mut ranked: Vec<(usize, usize, Ring)> = Vec::with_capacity(rings.len());
        let mut last: Option<[u8; MAX_SEATS]> = None;
        let (mut group, mut order) = (0, 0);
        for ring in rings {
            let mut members = ring;
            members[..players].sort_unstable();
            if last != Some(members) {
                group += 1;
                order = 0;
            }
            last = Some(members);
            ranked.push((order, group, ring));
            order += 1;
        }
        ranked.sort_unstable();
        Some(Schedule::of(players, ranked.into_iter().map(|(.., ring)| ring).collect()))
    }

    /// Line-ups in which strategy 0 sits exactly once. The `field` strategies after it fill the other seats, in all
    /// orders of their subsets or even multisets. `None` as for [`Schedule::pool`].
    pub fn against(field: usize, players: usize) -> Option<Schedule> {
        if players <= 1 {
            return Schedule::pool(1, players);
        }
        Schedule::copies_against(1, field, players)
    }

    /// Like [`Schedule::against`], with `copies` of strategy 0 at every table: from 1 to fewer than the seats.
    pub fn copies_against(copies: usize, field: usize, players: usize) -> Option<Schedule> {
        let is_table = copies > 0 && copies < players && players <= MAX_SEATS;
        if !is_table || field == 0 || field >= usize::from(u8::MAX) {
            return None;
        }
        // The first orders of all subsets come first, so that short runs meet every group of opponents.
        let mut ranked: Vec<(usize, usize, Ring)> = Vec::new();
        for (group, others) in balanced_members(field, players - copies)?.into_iter().enumerate() {
            let own = std::iter::repeat_n(0, copies);
            let members: Vec<u8> = own.chain(others.iter().map(|strategy| strategy + 1)).collect();
            let rings = circular_orders(&members).into_iter().enumerate();
            ranked.extend(rings.map(|(order, ring)| (order, group, ring)));
            if ranked.len() > MAX_LINEUPS {
                return None;
            }
        }
        ranked.sort_unstable();
        Some(Schedule::of(players, ranked.into_iter().map(|(.., ring)| ring).collect()))
    }

    fn of(players: usize, rings: Vec<Ring>) -> Schedule {
        let mut games_before = vec![0];
        for ring in &rings {
            let games = rotations(&ring[..players]) as u64;
            games_before.push(games_before[games_before.len() - 1] + games);
        }
        Schedule { players, rings, tables: Tables::Rotations, games_before }
    }

    /// One game per deal, at each of these tables in turn.
    pub fn of_tables(players: usize, tables: Vec<BySeat<u8>>) -> Schedule {
        let games_before = (0..=tables.len() as u64).collect();
        let rings = tables.into_iter().map(|table| table.0).collect();
        Schedule { players, rings, tables: Tables::AsSeated, games_before }
    }

    pub fn players(&self) -> usize {
        self.players
    }

    /// Line-ups in a cycle.
    pub fn len(&self) -> usize {
        self.rings.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rings.is_empty()
    }

    /// The tables of a deal: its line-up in each distinct rotation, every strategy alone, or one table.
    pub fn tables(&self, deal: u64) -> impl Iterator<Item = BySeat<u8>> + '_ {
        let ring = &self.rings[(deal % self.rings.len() as u64) as usize];
        let players = self.players;
        let tables = match self.tables {
            Tables::Rotations => rotations(&ring[..players]),
            Tables::Soloists(strategies) => usize::from(strategies),
            Tables::AsSeated => 1,
        };
        (0..tables).map(move |turn| {
            let mut table = BySeat::default();
            if matches!(self.tables, Tables::Soloists(_)) {
                table[Seat(0)] = turn as u8;
                return table;
            }
            for seat in Seat::all(players) {
                table[seat] = ring[seat.after(turn, players).index()];
            }
            table
        })
    }

    /// The smallest number of whole deals with at least `games` games, and the games they hold.
    pub fn deals_for(&self, games: u64) -> (u64, u64) {
        let per_cycle = self.games_before[self.rings.len()];
        let (cycles, rest) = (games / per_cycle, games % per_cycle);
        let extra = self.games_before.partition_point(|&before| before < rest);
        (cycles * self.rings.len() as u64 + extra as u64, cycles * per_cycle + self.games_before[extra])
    }

    /// Games per deal, averaged over a whole cycle.
    pub fn games_a_deal(&self) -> f64 {
        self.games_before[self.rings.len()] as f64 / self.rings.len() as f64
    }

    pub fn games_of(&self, deals: Range<u64>) -> u64 {
        let cycle = self.rings.len() as u64;
        let before = |deal: u64| {
            deal / cycle * self.games_before[self.rings.len()] + self.games_before[(deal % cycle) as usize]
        };
        before(deals.end) - before(deals.start)
    }
}

/// The number of distinct rotations of a ring: its smallest period.
fn rotations(ring: &[u8]) -> usize {
    (1..=ring.len())
        .find(|&turn| {
            ring.len().is_multiple_of(turn)
                && (0..ring.len()).all(|seat| ring[seat] == ring[(seat + turn) % ring.len()])
        })
        .unwrap_or(ring.len())
}

/// The subsets (or even multisets) of the pool, in orbits of rotating the pool by one name.
fn balanced_members(pool: usize, players: usize) -> Option<Vec<Vec<u8>>> {
    let base = players / pool;
    let extra = players % pool;
    let mut members = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    let mut chosen: Vec<usize> = (0..extra).collect();
    loop {
        for shift in 0..pool {
            let mut turned: Vec<usize> = chosen.iter().map(|&name| (name + shift) % pool).collect();
            turned.sort_unstable();
            if !seen.insert(turned.clone()) {
                continue;
            }
            if seen.len() > MAX_LINEUPS {
                return None;
            }
            let mut names: Vec<u8> =
                (0..pool).flat_map(|name| std::iter::repeat_n(name as u8, base)).collect();
            names.extend(turned.iter().map(|&name| name as u8));
            names.sort_unstable();
            members.push(names);
        }
        if !next_combination(&mut chosen, pool) {
            return Some(members);
        }
    }
}

/// Advances to the next subset of `0..pool` of the same size, in lexicographic order; false after the last one.
fn next_combination(chosen: &mut [usize], pool: usize) -> bool {
    let size = chosen.len();
    let Some(at) = (0..size).rev().find(|&at| chosen[at] < pool - size + at) else { return false };
    chosen[at] += 1;
    for next in at + 1..size {
        chosen[next] = chosen[next - 1] + 1;
    }
    true
}

/// The circular orders of a sorted multiset, each once.
fn circular_orders(members: &[u8]) -> Vec<Ring> {
    let mut order = members.to_vec();
    let mut rings = Vec::new();
    loop {
        // The smallest of its rotations represents a ring.
        let is_first = (1..order.len()).all(|turn| {
            let turned = order[turn..].iter().chain(&order[..turn]);
            order.iter().le(turned)
        });
        if is_first {
            let mut ring = [0; MAX_SEATS];
            ring[..order.len()].copy_from_slice(&order);
            rings.push(ring);
        }
        if !next_permutation(&mut order) {
            return rings;
        }
    }
}

/// Advances to the next order of a multiset, in lexicographic order; false after the last one.
fn next_permutation(order: &mut [u8]) -> bool {
    let Some(at) = (1..order.len()).rev().find(|&at| order[at - 1] < order[at]) else { return false };
    let Some(swap) = (at..order.len()).rev().find(|&other| order[other] > order[at - 1]) else {
        return false;
    };
    order.swap(at - 1, swap);
    order[at..].reverse();
    true
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn counts(schedule: &Schedule, deals: u64, pool: usize) -> Vec<Vec<u32>> {
        let mut counts = vec![vec![0; schedule.players()]; pool];
        for deal in 0..deals {
            for table in schedule.tables(deal) {
                for seat in Seat::all(schedule.players()) {
                    counts[usize::from(table[seat])][seat.index()] += 1;
                }
            }
        }
        counts
    }

    #[test]
    fn a_cycle_holds_every_subset_in_every_circular_order() {
        // 6 names choose 4, times 3! circular orders.
        let schedule = Schedule::pool(6, 4).unwrap();
        assert_eq!(schedule.len(), 15 * 6);
        // 90 line-ups x 4 rotations x 4 seats / 6 names / 4 seats = 60 games of a name in a seat.
        assert_eq!(counts(&schedule, 90, 6), vec![vec![60; 4]; 6]);
    }

    #[test]
    fn tables_that_are_given_are_played_in_turn_and_once() {
        let given: Vec<BySeat<u8>> = Schedule::pool(3, 3).unwrap().tables(0).collect();
        let schedule = Schedule::of_tables(3, given.clone());
        assert_eq!((schedule.len(), schedule.games_of(1..5)), (3, 4));
        let played: Vec<BySeat<u8>> =
            (0..4).flat_map(|deal| schedule.tables(deal).collect::<Vec<_>>()).collect();
        assert_eq!(played, [given[0], given[1], given[2], given[0]]);
    }

    #[test]
    fn alone_every_strategy_plays_every_deal() {
        let schedule = Schedule::pool(7, 1).unwrap();
        for deal in [0, 1, 1000] {
            let alone: Vec<u8> = schedule.tables(deal).map(|table| table[Seat(0)]).collect();
            assert_eq!(alone, [0, 1, 2, 3, 4, 5, 6]);
        }
        // Seven games a deal: 70 games take 10 deals, and one more game takes another deal.
        assert_eq!((schedule.deals_for(70), schedule.deals_for(71)), ((10, 70), (11, 77)));
    }

    #[test]
    fn a_thousand_million_games_and_more_are_planned_to_the_last_one() {
        let pools = (1..=6).flat_map(|players| (1..=8).filter_map(move |size| Schedule::pool(size, players)));
        for schedule in pools {
            for wanted in [1_000_000_000, 1_000_000_000_000] {
                let (deals, games) = schedule.deals_for(wanted);
                assert!(games >= wanted && schedule.games_of(0..deals - 1) < wanted, "{schedule:?}");
                assert_eq!(schedule.games_of(0..deals), games, "{schedule:?}");
                // The games of seven parts add up to all games.
                let of =
                    |part: u64| (deals / 7 * part)..if part == 6 { deals } else { deals / 7 * (part + 1) };
                assert_eq!((0..7).map(|part| schedule.games_of(of(part))).sum::<u64>(), games);
            }
        }
    }

    #[test]
    fn every_turn_of_the_pool_is_balanced() {
        // Neighbouring names first: {0,1}, {1,2}, ... {5,0}: each name twice in six deals.
        let schedule = Schedule::pool(6, 2).unwrap();
        assert_eq!(schedule.len(), 15);
        assert_eq!(counts(&schedule, 6, 6), vec![vec![2; 2]; 6]);
    }

    #[test]
    fn against_a_field_the_first_strategy_sits_once_at_every_table() {
        // 4 others choose 2, in 2 orders; 3 rotations each.
        let schedule = Schedule::against(4, 3).unwrap();
        assert_eq!((schedule.len(), schedule.deals_for(36)), (12, (12, 36)));
        let counts = counts(&schedule, 12, 5);
        assert_eq!(counts[0], [12; 3]);
        assert_eq!(counts[1..], vec![vec![6; 3]; 4]);
        // A single opponent fills all other seats. With one seat there is no field.
        let mirror = Schedule::against(1, 4).unwrap();
        assert_eq!(mirror.len(), 1);
        assert!(mirror.tables(0).all(|table| Seat::all(4).filter(|&seat| table[seat] == 1).count() == 3));
        assert_eq!(Schedule::against(0, 1), Schedule::pool(1, 1));
        assert_eq!(Schedule::against(0, 2), None);
    }

    #[test]
    fn among_own_copies_every_order_around_the_table_is_played() {
        // A and B with two copies: 00AB, 00BA and 0A0B, without repeated rotations. With three seats, A or B alone
        // sits with two copies, in one circular order.
        let pair = Schedule::copies_against(2, 2, 4).unwrap();
        assert_eq!((pair.len(), pair.deals_for(12)), (3, (3, 12)));
        assert_eq!(counts(&pair, 3, 3), [vec![6; 4], vec![3; 4], vec![3; 4]]);
        let alone = Schedule::copies_against(2, 2, 3).unwrap();
        assert_eq!(counts(&alone, 2, 3), [vec![4; 3], vec![1; 3], vec![1; 3]]);
        for (copies, field, players) in [(0, 2, 3), (3, 2, 3), (1, 0, 3), (1, 2, 7)] {
            assert_eq!(Schedule::copies_against(copies, field, players), None);
        }
    }

    #[test]
    fn a_table_of_one_name_is_played_once() {
        let schedule = Schedule::pool(1, 4).unwrap();
        assert_eq!((schedule.len(), schedule.tables(0).count()), (1, 1));
        assert_eq!(schedule.deals_for(10), (10, 10));
    }

    #[test]
    fn fewer_names_than_seats_make_even_multisets() {
        // AAB and ABB, each in one circular order with three rotations.
        let schedule = Schedule::pool(2, 3).unwrap();
        assert_eq!(schedule.len(), 2);
        assert_eq!(schedule.deals_for(7), (3, 9));
        // AABB in two circular orders: AABB with four rotations, ABAB with two.
        let even = Schedule::pool(2, 4).unwrap();
        assert_eq!(even.len(), 2);
        assert_eq!(even.deals_for(6), (2, 6));
        assert_eq!(counts(&even, 2, 2), vec![vec![3; 4]; 2]);
    }

    #[test]
    fn games_are_rounded_up_to_whole_deals() {
        let schedule = Schedule::pool(6, 2).unwrap();
        assert_eq!(schedule.deals_for(1), (1, 2));
        assert_eq!(schedule.deals_for(1_000_000), (500_000, 1_000_000));
        let games: u64 = (0..7).map(|deal| schedule.tables(deal).count() as u64).sum();
        assert_eq!(schedule.deals_for(13), (7, games));
        // AABB has four rotations and ABAB two.
        let uneven = Schedule::pool(2, 4).unwrap();
        let counted = |deals: Range<u64>| deals.map(|deal| uneven.tables(deal).count() as u64).sum::<u64>();
        for deals in [0..0, 0..1, 1..2, 3..8, 5..5] {
            assert_eq!(uneven.games_of(deals.clone()), counted(deals.clone()), "{deals:?}");
        }
    }

    #[test]
    fn impossible_tables_are_refused() {
        assert_eq!(Schedule::pool(0, 2), None);
        assert_eq!(Schedule::pool(2, 7), None);
        assert_eq!(Schedule::fixed(&[]), None);
        assert_eq!(Schedule::pool(60, 6), None);
    }
}
