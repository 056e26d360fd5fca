//! Results of strategies that meet at many different tables: wins, and points if they are the objective.

use std::collections::BTreeMap;

use super::{group, wins};
use crate::{Row, Schedule, Utility};
use sim_engine::{Objective, Seat};
use sim_stats::field::TableResult;

/// Groups of deals over which errors are resampled.
pub const PARTS: usize = 64;

/// Results by table. A table is a multiset of strategies, whatever the seating.
#[derive(Debug, Clone)]
pub struct Tournament {
    pub strategies: usize,
    pub players: usize,
    /// The strategies of each table, sorted; a strategy in several seats is repeated.
    pub tables: Vec<Vec<u8>>,
    at: BTreeMap<Vec<u8>, usize>,
    pub utility: Utility,
    /// By part and table: games, and wins of each strategy in parts of a [win](super::WIN). If points are the
    /// objective, also the points of each, and the seats' absolute deviations from their game's mean, times the
    /// seats.
    sums: Vec<i64>,
    pub deals: u64,
    pub games: u64,
}

impl Tournament {
    /// A tournament without games, at the tables of a schedule of this many strategies.
    pub fn new(strategies: usize, schedule: &Schedule, utility: Utility) -> Tournament {
        let players = schedule.players();
        let mut at: BTreeMap<Vec<u8>, usize> =
            (0..schedule.len()).map(|lineup| (schedule.members(lineup), 0)).collect();
        let tables: Vec<Vec<u8>> = at.keys().cloned().collect();
        at.values_mut().enumerate().for_each(|(place, at)| *at = place);
        let all = PARTS * tables.len();
        let mut played =
            Tournament { strategies, players, tables, at, utility, sums: Vec::new(), deals: 0, games: 0 };
        played.sums = vec![0; all * played.width()];
        played
    }

    /// Adds the games of whole deals.
    pub fn add(&mut self, rows: &[Row]) {
        let mut last = None;
        for row in rows {
            let mut members: Vec<u8> = Seat::all(self.players).map(|seat| row.strategies[seat]).collect();
            members.sort_unstable();
            let Some(&table) = self.at.get(&members) else { continue };
            let part = group(row.deal) % PARTS;
            let first = self.place(part, table);
            let won = wins(&row.places, self.players);
            self.sums[first] += 1;
            for seat in Seat::all(self.players) {
                self.sums[first + 1 + usize::from(row.strategies[seat])] += won[seat];
            }
            if self.utility.objective == Objective::Points {
                self.add_points(first + 1 + self.strategies, row);
            }
            self.games += 1;
            self.deals += u64::from(last != Some(row.deal));
            last = Some(row.deal);
        }
    }

    fn add_points(&mut self, first: usize, row: &Row) {
        let points = |seat: Seat| i64::from(row.points[seat]);
        let (seats, all) = (self.players as i64, Seat::all(self.players).map(points).sum::<i64>());
        for seat in Seat::all(self.players) {
            self.sums[first + usize::from(row.strategies[seat])] += points(seat);
            self.sums[first + self.strategies] += (seats * points(seat) - all).abs();
        }
    }

    /// Games and wins of each strategy at every table, with the games of each part weighted.
    pub fn weighted(&self, weights: &[f64; PARTS]) -> Vec<TableResult> {
        self.results(weights, 1, super::WIN)
    }

    /// Games and points of each strategy at every table; `None` if wins are the objective.
    pub fn scored(&self, weights: &[f64; PARTS]) -> Option<Vec<TableResult>> {
        let is_scored = self.utility.objective == Objective::Points;
        is_scored.then(|| self.results(weights, 1 + self.strategies, self.utility.parts))
    }

    /// The number of points that weighs as much as a win: the mean absolute deviation of points in a game, over that
    /// of wins in a game with a sole winner.
    pub fn points_of_a_win(&self, weights: &[f64; PARTS]) -> f64 {
        let (mut far, mut games) = (0.0, 0.0);
        for (part, weight) in weights.iter().enumerate() {
            for table in 0..self.tables.len() {
                let first = self.place(part, table);
                games += weight * self.sums[first] as f64;
                far += weight * self.sums[first + self.width() - 1] as f64;
            }
        }
        let seats = self.players as f64;
        let (of_game, of_win) =
            (far / (seats * self.utility.parts as f64) / games, 2.0 * (1.0 - 1.0 / seats));
        if of_game > 0.0 { of_game / of_win } else { 1.0 }
    }

    /// Games, and sums from offset `behind` in units of `whole`, at every table.
    fn results(&self, weights: &[f64; PARTS], behind: usize, whole: i64) -> Vec<TableResult> {
        let table = |(table, members): (usize, &Vec<u8>)| {
            let mut result = TableResult {
                copies: vec![0.0; self.strategies],
                games: 0.0,
                wins: vec![0.0; self.strategies],
            };
            members.iter().for_each(|&member| result.copies[usize::from(member)] += 1.0);
            for (part, weight) in weights.iter().enumerate() {
                let first = self.place(part, table);
                result.games += weight * self.sums[first] as f64;
                for &member in members {
                    let (at, copies) = (usize::from(member), result.copies[usize::from(member)]);
                    // A strategy comes up once per copy, each time with an equal share of the wins of all its copies.
                    result.wins[at] += weight * self.sums[first + behind + at] as f64 / whole as f64 / copies;
                }
            }
            result
        };
        self.tables.iter().enumerate().map(table).collect()
    }

    /// Groups of deals in which two strategies met at a table, a lower bound on the number of such deals.
    pub fn groups_together(&self, one: usize, other: usize) -> u64 {
        let sits = |members: &[u8], at: usize| members.iter().any(|&member| usize::from(member) == at);
        let tables =
            self.tables.iter().enumerate().filter(|(_, members)| sits(members, one) && sits(members, other));
        let tables: Vec<usize> = tables.map(|(table, _)| table).collect();
        let is_met = |part: &usize| tables.iter().any(|table| self.sums[self.place(*part, *table)] > 0);
        (0..PARTS).filter(is_met).count() as u64
    }

    fn place(&self, part: usize, table: usize) -> usize {
        (part * self.tables.len() + table) * self.width()
    }

    fn width(&self) -> usize {
        match self.utility.objective {
            Objective::Wins => self.strategies + 1,
            Objective::Points => 2 * self.strategies + 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::{BySeat, Info};

    fn utility(objective: Objective) -> Utility {
        Utility::new(&Info::PLAIN, objective)
    }

    #[test]
    fn points_are_kept_where_they_are_played_for() {
        let mut played = Tournament::new(2, &Schedule::every(2, 3).unwrap(), utility(Objective::Points));
        // A scores 7 and -1 against B, which scores -6.
        played.add(&[Row { points: BySeat([7, -6, -1, 0, 0, 0]), ..row(0, [0, 1, 0], &[0]) }]);
        let scored = played.scored(&[1.0; PARTS]).unwrap();
        assert_eq!((scored[0].games, &scored[0].wins), (1.0, &vec![6.0, -6.0]));
        assert_eq!(played.weighted(&[1.0; PARTS])[0].wins, [1.0, 0.0]);
        // Points are 14 off their mean, 0. A win of three seats is 2/3 above the fair share, and twice 1/3 below it.
        assert!((played.points_of_a_win(&[1.0; PARTS]) - 14.0 / (4.0 / 3.0)).abs() < 1e-9);
    }

    fn row(deal: u64, strategies: [u8; 3], winners: &[usize]) -> Row {
        let (mut seated, mut places) = (BySeat::default(), BySeat::default());
        for seat in 0..3 {
            seated[Seat(seat as u8)] = strategies[seat];
            places[Seat(seat as u8)] = if winners.contains(&seat) { 1 } else { 3 };
        }
        Row {
            deal,
            rotation: 0,
            players: 3,
            contenders: 3,
            strategies: seated,
            points: BySeat::default(),
            places,
            plies: 1,
            decisions: 1,
            end: 0,
            truncated: false,
        }
    }

    #[test]
    fn wins_are_kept_by_who_sits_together_whatever_the_order() {
        let mut played = Tournament::new(2, &Schedule::every(2, 3).unwrap(), utility(Objective::Wins));
        assert_eq!(played.tables, [vec![0, 0, 1], vec![0, 1, 1]]);
        // Two copies of A against B: A wins twice, once shared between its copies, and B wins once.
        played.add(&[row(0, [0, 1, 0], &[0]), row(0, [1, 0, 0], &[1, 2]), row(1, [0, 0, 1], &[2])]);
        played.add(&[row(2, [1, 1, 0], &[0, 2])]);
        assert_eq!((played.deals, played.games), (3, 4));
        let [two, one] = &played.weighted(&[1.0; PARTS])[..] else { panic!("two tables") };
        assert_eq!((two.games, &two.wins, &two.copies), (3.0, &vec![2.0, 1.0], &vec![2.0, 1.0]));
        assert_eq!((one.games, &one.wins, &one.copies), (1.0, &vec![0.5, 0.5], &vec![1.0, 2.0]));
        // A part with a weight of 2 counts twice.
        let mut weights = [0.0; PARTS];
        weights[group(2) % PARTS] = 2.0;
        let doubled = &played.weighted(&weights)[1];
        assert_eq!((doubled.games, &doubled.wins), (2.0, &vec![1.0, 1.0]));
    }
}
